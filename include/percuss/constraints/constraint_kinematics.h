// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_constraints_constraint_kinematics_h
#define percuss_constraints_constraint_kinematics_h

#include <percuss/algebra/algebra.h>
#include <percuss/constraints/contact_law.h>
#include <percuss/constraints/nodal_rows.h>

#include <Eigen/SparseCore>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace percuss
{
  /**
   * The m constraints of a system: gaps g(q, t) >= 0, open when positive, their
   * Jacobian G = dg/dq (m x n) and the law of each row.
   *
   *     u = G v + dg/dt(q, t) relative velocity [m/s], negative when closing,
   *     r = G^T P             generalised impulse [N s] of P >= 0 [N s].
   *
   * A row of friction, of kind tangential, has no gap: g = 0.
   *
   * Reduced arrays (m entries) are known to all ranks. G is evaluated at the
   * configuration and the time that the caller gives: where g is affine any
   * configuration will do, and but for curved obstacles that move any time.
   */
  template <Algebra A>
  class ConstraintKinematics
  {
  public:
    using Vector = typename A::Vector;

    /** Array of m numbers; a final class whose m is known to the compiler
     * replaces it by std::array. */
    using Reduced = std::vector<double>;

    virtual ~ConstraintKinematics() = default;

    /** Number m of rows. */
    virtual std::size_t
    n_constraints() const = 0;

    /** What users call row @p row: `gap[NAME]` in the history. */
    virtual const std::string &
    name(std::size_t row) const = 0;

    virtual const ContactLaw &
    law(std::size_t row) const = 0;

    /** Whether g is affine, G constant. */
    virtual bool
    is_linear() const
    {
      return true;
    }

    /** Whether g depends on t: obstacles that move. */
    virtual bool
    is_moving() const
    {
      return false;
    }

    /** Decides which contacts the rows are of that come and go, for the step of
     * @p h from @p q with the velocities @p v: those that may close. Returns
     * whether there are such rows; g and G are others then. */
    virtual bool
    renew_rows(const Vector &, const Vector &, double) const
    {
      return false;
    }

    /** Which rows renew_rows() must leave to their contacts, near or not: those
     * with one, of cohesive contacts. */
    virtual void
    hold_rows(std::span<const unsigned char>) const
    {}

    /** Whether a row is one of a contact in this step: of others, which
     * renew_rows() has left free, G is zero and the gap stays open. */
    virtual bool
    is_in_use(std::size_t) const
    {
      return true;
    }

    /** A number of the contact that the row is of in this step, other than those
     * of others that renew_rows() may give it. */
    virtual std::uint64_t
    contact_of(std::size_t) const
    {
      return 0;
    }

    /** g(q, t) (m) [m]. */
    virtual void
    gap(const Vector &q, double t, std::span<double> g) const = 0;

    /** dg/dt(q, t) (m) [m/s], the part of u that the obstacles have. */
    virtual void
    gap_rate(const Vector &, double, const std::span<double> rate) const
    {
      std::ranges::fill(rate, 0.);
    }

    /**
     * Whether contacts are no impenetrable ones but forces of the motion,
     *
     *     0 <= y = g + c lambda  perp  lambda >= 0,   lambda = max(0, -g/c),
     *
     * with the compliances c > 0 of their rows: gap(), velocity() and
     * add_impulse() are then those of this law, of penalty methods the gap
     * itself, of Nitsche's another functional in gap() and velocity() than in
     * add_impulse(), so that W = G S^{-1} G_lambda^T + c is not symmetric; what
     * users see as gap is open_gap().
     */
    virtual bool
    has_compliance() const
    {
      return false;
    }

    /** c [m/N] of a row. Only called where has_compliance(). */
    virtual double
    compliance(std::size_t) const
    {
      return 0.;
    }

    /** Area [m^2] that a row stands for, which its cohesive strength is a stress
     * on; 1 of contacts of points, whose strength is a force. */
    virtual double
    area(std::size_t) const
    {
      return 1.;
    }

    /** The distance between the surfaces (m) [m], and its rate without that of
     * the obstacles [m/s]: what history.csv shows. */
    virtual void
    open_gap(const Vector &q, const double t, const std::span<double> g) const
    {
      gap(q, t, g);
    }
    virtual void
    open_velocity(const Vector           &q,
                  const double            t,
                  const Vector           &v,
                  const std::span<double> u) const
    {
      velocity(q, t, v, u);
    }

    /** u = G(q, t) v (m) [m/s]. */
    virtual void
    velocity(const Vector     &q,
             double            t,
             const Vector     &v,
             std::span<double> u) const = 0;

    /** r += G(q, t)^T p. */
    virtual void
    add_impulse(const Vector           &q,
                double                  t,
                std::span<const double> p,
                Vector                 &r) const = 0;

    /** Some rows of G, k x n. */
    using SparseJacobian = Eigen::SparseMatrix<double, Eigen::RowMajor>;

    /** Sets row i of @p G to row @p rows[i] of G(q, t), where rows know the few
     * degrees of freedom that they act on; returns whether they do. On several
     * ranks the columns are the degrees of freedom of this one.
     * @pre rows are in ascending order */
    virtual bool
    jacobian_rows(const Vector &,
                  double,
                  std::span<const std::size_t>,
                  SparseJacobian &) const
    {
      return false;
    }

    /**
     * Where rows act on single nodes: their colours 0, 1, ... The rows of a
     * node are neighbours, and rows of equal colour share no node. Empty where
     * rows are not of that kind.
     */
    virtual std::vector<unsigned int>
    node_colors() const
    {
      return {};
    }

    /** G as normal rows of single nodes, where it is of that kind; else none. */
    virtual std::unique_ptr<NodalRows<A>>
    nodal_rows() const
    {
      return nullptr;
    }
  };
} // namespace percuss

#endif
