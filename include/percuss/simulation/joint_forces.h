// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_simulation_joint_forces_h
#define percuss_simulation_joint_forces_h

#include <percuss/algebra/orthogonal_factors.h>
#include <percuss/base/archive.h>
#include <percuss/constraints/constraint_kinematics.h>
#include <percuss/mechanics/mechanical_system.h>

#include <Eigen/Core>

#include <cmath>
#include <cstddef>
#include <type_traits>
#include <vector>

namespace percuss
{
  /**
   * The forces r = G_b^T lambda of joints in the smooth motion ([L18] 74b, c):
   * they hold the smooth velocity v~ = v_k + h ((1 - gamma) a_k + gamma
   * a_{k+1}). With the scheme's map da = A r from forces to accelerations,
   *
   *     G_b (v~ + h gamma A r) + dg_b/dt = 0,     W = G_b A G_b^T,
   *
   * and r of whatever else changes the acceleration, so that v~ stays held.
   * W is factorized by QR with column pivoting, rows scaled to W_ii = 1: joints
   * that say the same as others have no force of their own.
   *
   * Equations: doc/theory/mechanisms.md (3).
   */
  template <Algebra A, class Constraints>
  class JointForces
  {
  public:
    using Vector  = typename A::Vector;
    using Reduced = typename Constraints::Reduced;

    template <class System>
    JointForces(const System &system, const Constraints &constraints)
      : constraints(constraints)
    {
      for (std::size_t row = 0; row < constraints.n_constraints(); ++row)
        if (constraints.law(row).kind == ContactLaw::Kind::bilateral)
          rows.push_back(row);
      const auto n = static_cast<Eigen::Index>(rows.size());
      W.setZero(n, n);
      scale.setZero(n);
      for (auto *array : {&multiplier, &old_multiplier, &increment, &right})
        array->setZero(n);
      if constexpr (std::is_same_v<Reduced, std::vector<double>>)
        for (auto *array : {&unit, &column})
          array->assign(constraints.n_constraints(), 0.);
      percuss::reinit(system, d);
      system.reinit(r);
    }

    /** Sets W with G at @p q; respond(r, d) is the scheme's map. */
    template <class Respond>
    void
    prepare(const Vector &q, const Respond &respond)
    {
      for (Eigen::Index j = 0; j < W.cols(); ++j)
        {
          increment.setZero();
          increment[j] = 1.;
          force(q, increment, r);
          respond(r, d);
          constraints.velocity(q, d.da, column);
          for (Eigen::Index i = 0; i < W.rows(); ++i)
            W(i, j) = column[rows[i]];
        }
      for (Eigen::Index i = 0; i < W.rows(); ++i)
        scale[i] = W(i, i) > 0. ? 1. / std::sqrt(W(i, i)) : 0.;
      W.applyOnTheLeft(scale.asDiagonal());
      W.applyOnTheRight(scale.asDiagonal());
      constexpr double smallest_pivot = 1e-11;
      factors.compute(W);
      rank = factors.rank(smallest_pivot);
    }

    /**
     * Adds to @p next what holds the joints.
     * @param u      G v~ + dg/dt without joints, all rows [m/s]
     * @param weight of the acceleration in v~ [s]
     * @param total  r [N]
     */
    template <class Respond>
    void
    hold(const Vector  &q,
         const Reduced &u,
         const double   weight,
         const Respond &respond,
         Vector        &total,
         State<A>      &next)
    {
      for (Eigen::Index i = 0; i < W.rows(); ++i)
        multiplier[i] = -u[rows[i]] / weight;
      solve(multiplier);
      force(q, multiplier, total);
      respond(total, d);
      next.dq.add(1., d.dq);
      next.v.add(1., d.dv);
      next.a.add(1., d.da);
    }

    /** Adds to @p change what the joints do about its acceleration. */
    template <class Respond>
    void
    react(const Vector &q, const Respond &respond, ImpulseIncrement<A> &change)
    {
      if (!set_reaction(q, change))
        return;
      respond(r, d);
      change.dq.add(1., d.dq);
      change.dv.add(1., d.dv);
      change.da.add(1., d.da);
    }

    /** Adds the force of that reaction to @p total, and to lambda. */
    void
    add_reaction(const Vector              &q,
                 const ImpulseIncrement<A> &change,
                 Vector                    &total)
    {
      if (!set_reaction(q, change))
        return;
      total.add(1., r);
      multiplier += increment;
    }

    /** The step is done: its lambda becomes that of the one before. */
    void
    accept()
    {
      old_multiplier = multiplier;
    }

    /** sum_i lambda_i y_i over the joints, of the step before or of this one.
     */
    double
    product(const bool of_this_step, const Reduced &y) const
    {
      double sum = 0.;
      for (Eigen::Index i = 0; i < W.rows(); ++i)
        sum += (of_this_step ? multiplier : old_multiplier)[i] * y[rows[i]];
      return sum;
    }

    /** p += factor lambda on the joints' rows. */
    void
    add(const double factor, Reduced &p) const
    {
      for (Eigen::Index i = 0; i < W.rows(); ++i)
        p[rows[i]] += factor * multiplier[i];
    }

    /** Sets the joints' rows of @p p to zero. */
    void
    clear(Reduced &p) const
    {
      for (const std::size_t row : rows)
        p[row] = 0.;
    }

    /** Writes or reads lambda of this step and of the one before. */
    void
    serialize(Archive &archive)
    {
      for (auto *const array : {&multiplier, &old_multiplier})
        archive.array(
          std::span(array->data(), static_cast<std::size_t>(array->size())));
    }

  private:
    /** r against the acceleration of @p change, if there is one. */
    bool
    set_reaction(const Vector &q, const ImpulseIncrement<A> &change)
    {
      if (change.da * change.da == 0.)
        return false;
      constraints.velocity(q, change.da, column);
      for (Eigen::Index i = 0; i < W.rows(); ++i)
        increment[i] = -column[rows[i]];
      solve(increment);
      force(q, increment, r);
      return true;
    }

    /** r = G_b^T p at @p q. */
    void
    force(const Vector &q, const Eigen::VectorXd &p, Vector &r)
    {
      for (std::size_t i = 0; i < rows.size(); ++i)
        unit[rows[i]] = p[static_cast<Eigen::Index>(i)];
      r = 0.;
      constraints.add_impulse(q, unit, r);
    }

    /** x <- W^{-1} x on rows as many as the rank. */
    void
    solve(Eigen::VectorXd &x)
    {
      right = scale.cwiseProduct(x);
      factors.solve(rank, right, x);
      x = x.cwiseProduct(scale);
    }

    const Constraints       &constraints;
    std::vector<std::size_t> rows; // of the joints

    Eigen::MatrixXd     W;
    PivotedQR           factors; // of W
    Eigen::Index        rank = 0;
    Eigen::VectorXd     scale, multiplier, old_multiplier, increment, right;
    Reduced             unit{}, column{};
    ImpulseIncrement<A> d;
    Vector              r;
  };
} // namespace percuss

#endif
