// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_constraints_nodal_rows_h
#define percuss_constraints_nodal_rows_h

#include <percuss/algebra/algebra.h>
#include <percuss/complementarity/slip.h>

#include <Eigen/SparseCore>

#include <cstddef>
#include <span>

namespace percuss
{
  /**
   * A Jacobian G whose rows have nodes of their own: with the active rows G_A
   * there is an R, of blocks of single nodes, with
   *
   *     G_A R = 1,
   *
   * and equations G_A z = c are imposed on a linear system without changing its
   * matrix: z = R c + (1 - R G_A) y. Rows that act on single nodes, as those of
   * nodes that touch rigid obstacles, are orthogonal from node to node, R is
   *
   *     G_A^+ = G_A^T (G_A G_A^T)^{-1}       (blocks of one node's rows),
   *
   * 1 - R G_A symmetric, and dependent rows of a node share their multiplier:
   * (G_A G_A^T)^{-1} is then a pseudoinverse. Rows of nodes that touch a
   * deformable body act on the nodes of that body as well: R is that of their own
   * node.
   *
   * Contacts with friction that slip (Slip) have their normal row n in A. With t
   * the rows T, a = n + mu t^T d is the direction of the force of a normal
   * impulse and its friction, and what -kappa Q u_T adds to the friction is
   * the resistance of the node.
   *
   * Reduced arrays (m entries) are known to all ranks; @p active has one entry
   * per row, not zero where the row is in A. Collective.
   *
   * Equations: doc/theory/solids.md (2), (2a), doc/theory/mortar_contact.md (8).
   */
  template <Algebra A>
  class NodalRows
  {
  public:
    using Vector = typename A::Vector;

    virtual ~NodalRows() = default;

    /** Sets G = dg/dq at the configuration @p q and the time @p t. */
    virtual void
    update(const Vector &q, double t) = 0;

    /** Whether forces of rows are those of single nodes. */
    virtual bool
    act_on_single_nodes() const
    {
      return true;
    }

    /** Whether there is an R at the configuration of update(). */
    virtual bool
    have_own_nodes() const
    {
      return true;
    }

    /** x <- (1 - R G_A) x. */
    virtual void
    project(std::span<const unsigned char> active, Vector &x) const = 0;

    /** G, m x n, columns those of this rank; rows off A are empty. */
    using SparseJacobian = Eigen::SparseMatrix<double, Eigen::RowMajor>;
    virtual void
    active_rows(std::span<const unsigned char> active,
                SparseJacobian                &G) const = 0;

    /** x <- x + R c. Entries of @p c off A are not read. @pre G_A x = 0 */
    virtual void
    add_lift(std::span<const unsigned char> active,
             std::span<const double>        c,
             Vector                        &x) const = 0;

    /** p_A = R^T r, and p = 0 off A: r = G_A^T p if r is in the range. In contacts
     * that slip p_N = n^T r / (n^T a) of their own nodes, and the tangential
     * entries are zero. */
    virtual void
    multipliers(std::span<const unsigned char> active,
                std::span<const Slip>          slips,
                const Vector                  &r,
                std::span<double>              p) const = 0;

    /** Whether nodes with a contact that slips have no other row in A: the
     * functions below are for these. */
    virtual bool
    are_separate(std::span<const unsigned char> active,
                 std::span<const Slip>          slips) const = 0;

    /** Takes forces of rows out of @p r: of contacts that slip r <- (1 - a n^T /
     * (n^T a)) r, n^T of the own nodes, the normal impulse that makes n^T r zero
     * with its friction; of the others in A r <- (1 - R G_A)^T r. */
    virtual void
    constrain_forces(std::span<const unsigned char> active,
                     std::span<const Slip>          slips,
                     Vector                        &r) const = 0;

    /** r <- r + t^T kappa Q (c t z + b_T); @p b has m entries, or none: zero. */
    virtual void
    add_resistance(std::span<const Slip>   slips,
                   double                  c,
                   std::span<const double> b,
                   const Vector           &z,
                   Vector                 &r) const = 0;

    /** z <- (1 - kappa w/(1 + kappa w) t^T Q t) z, the inverse of what the
     * resistance makes of a node of compliance @p w, of its own part. */
    virtual void
    precondition_resistance(std::span<const Slip> slips,
                            double                w,
                            Vector               &z) const = 0;
  };
} // namespace percuss

#endif
