// SPDX-License-Identifier: Apache-2.0

// Newton's method for the slips w of contacts with Coulomb friction,
//   w = g(w) = |U_T|,   K ∋ P ⊥ U + mu w e_N ∈ K*,   U = W P + b,
// each g of a convex problem.

#ifndef percuss_complementarity_friction_slip_newton_h
#define percuss_complementarity_friction_slip_newton_h

#include <percuss/complementarity/friction_interior_point.h>
#include <percuss/complementarity/friction_linear_system.h>
#include <percuss/complementarity/progress.h>
#include <percuss/complementarity/scaled_product.h>

#include <Eigen/Core>

#include <vector>

namespace percuss
{
  /**
   * Scaled data as in FrictionNewton, w >= 0 an entry per contact with friction.
   * For given w the second line is the optimality system of
   *
   *   min 1/2 P·W P + (b + mu w e_N)·P,   P ∈ K,
   *
   * a convex problem, with velocities that do not depend on which P of redundant
   * contacts is found: FrictionInteriorPoint solves it, in fifteen systems from
   * a point of the one before, in thirty from a cold start. So w = g(w) has as
   * many unknowns as contacts and no null space. g is Lipschitz continuous and
   * piecewise smooth, with
   *
   *   dg = t·(W dP)_T,   (W + D Θ D + ε) dP = -mu dw e_N,   t = U_T / |U_T|,
   *
   * with Θ of the last interior point with a mean x·y above 1e-12. In a step dw
   * is eliminated, which adds mu / (1 + σ) t^T (W dP)_T to the normal rows: one
   * system with the entries of the others.
   *
   * Newton's steps w - (1 + σ - g')^-1 (w - g) come first, with σ = 0, 0.2, 0.2:
   * |w - g| has to be smaller after three of them only, and a slip that would
   * become negative changes its sign. Then five of the flow dw/dt = g - w, by
   * Euler's implicit rule, σ the inverse of its step: where contacts jam, g' > 1,
   * a slip makes itself grow, and Newton's method would lead back to a negative
   * one, time after time. Of more than 150 contacts, some jam at any time, and
   * the flow is followed alone. It may end in a cycle about a solution, which
   * small σ damp; where g' is near 1 + σ, slips would jump, and steps are
   * shortened.
   *
   * No proof of convergence is known. From w = 0, or from the slips of another
   * point, it leads to a solution in a third of the hardest problems, in some
   * 500 systems, and nearer than interior points do in most others.
   *
   * Source: of the fixed point V. Acary, F. Cadoux, C. Lemaréchal, J. Malick,
   * ZAMM 91 (2011) 155-175, where w := g(w); of the flow C. T. Kelley, D. E.
   * Keyes, SIAM J. Numer. Anal. 35 (1998) 508-523.
   *
   * Equations: doc/theory/complementarity.md (15c).
   */
  class FrictionSlipNewton
  {
  public:
    using Problem = ConeComplementarityProblem;

    /** @param s scales, @param b_scaled b in their units, @param slips the first
     *  w, in the first rows of contacts, @param flow_shift σ > 0 of the flow,
     *  @param n_fixed_points how often w := g comes first. */
    void
    start(const Problem         &problem,
          const Eigen::VectorXd &s,
          const Eigen::VectorXd &b_scaled,
          const Eigen::VectorXd &slips,
          double                 flow_shift,
          unsigned int           n_fixed_points = 0);

    /** One g, of the next w; adds the systems to @p n_systems, which do not get
     *  beyond @p max_systems. False at its end: no progress, or a convex problem
     *  without a solution. */
    bool
    step(const Problem         &problem,
         const Eigen::VectorXd &s,
         unsigned int           max_systems,
         unsigned int          &n_systems);

    /** P of the last g, scaled. */
    const Eigen::VectorXd &
    impulse() const
    {
      return interior_point.impulse();
    }

    /** w of the last g, in the first rows of contacts. */
    const Eigen::VectorXd &
    slips() const
    {
      return held;
    }

    /** Goes on to the end of what interior points reach at the last w. */
    void
    finish(const Problem         &problem,
           const Eigen::VectorXd &s,
           unsigned int           max_systems,
           unsigned int          &n_systems);

  private:
    struct Contact
    {
      unsigned int first, n_tangential;
      double       mu;
    };

    /** Whether the flow alone is followed. */
    bool
    follows_flow() const
    {
      constexpr std::size_t many_contacts = 150;
      return contacts.size() > many_contacts;
    }

    void
    choose_slips(const Problem &problem, const Eigen::VectorXd &s);
    void
    find_direction(const Problem         &problem,
                   const Eigen::VectorXd &s,
                   double                 shift);
    bool
    find_velocities(const Problem         &problem,
                    const Eigen::VectorXd &s,
                    unsigned int           max_systems,
                    unsigned int          &n_systems);
    double
    iterate_interior_points(const Problem         &problem,
                            const Eigen::VectorXd &s,
                            double                 accuracy,
                            unsigned int           max_systems,
                            unsigned int          &n_systems);

    Eigen::VectorXd       b;
    std::vector<Contact>  contacts;
    FrictionInteriorPoint interior_point, warm_point;
    bool                  has_warm_point = false;
    FrictionLinearSystem  systems[2];
    unsigned int          of_slopes = 0;      // that of g', the other is free
    Eigen::VectorXd       velocity_of_slopes; // U at its point

    Eigen::VectorXd w, g, direction;           // an entry per contact
    Eigen::VectorXd kept_w, kept_g;            // at the last progress
    Eigen::VectorXd solved_w;                  // of the last g
    double          norm = 0., kept_norm = 0.; // |w - g|
    unsigned int    n_tried        = 0;        // since then
    double          shift_of_flow  = 0.;
    unsigned int    n_fixed_points = 0; // still to come
    Progress        progress;           // of norm
    bool            is_at_start = true;

    Eigen::VectorXd held, rhs, dP, dU; // an entry per row
    ScaledProduct   product;
  };
} // namespace percuss

#endif
