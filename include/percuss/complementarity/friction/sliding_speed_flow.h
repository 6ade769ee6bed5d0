// SPDX-License-Identifier: Apache-2.0

// The sliding speeds w of contacts with Coulomb friction by pseudo-transient
// continuation of a fixed point,
//   dw/dt = g(w) - w,  g(w) = |U_T|,  K ∋ P ⊥ U + mu w e_N ∈ K*,  U = W P + b.

#ifndef percuss_complementarity_friction_sliding_speed_flow_h
#define percuss_complementarity_friction_sliding_speed_flow_h

#include <percuss/complementarity/friction/friction_method.h>
#include <percuss/complementarity/friction/friction_parameters.h>
#include <percuss/complementarity/friction/interior_point.h>
#include <percuss/complementarity/progress.h>

#include <Eigen/Core>

#include <string_view>
#include <vector>

namespace percuss
{
  /**
   * Scaled data as in ScaledFrictionProblem, w >= 0 an entry per contact with
   * friction. With w held the problem is convex (FrictionInteriorPoint), and its
   * velocities do not depend on which P of redundant contacts is found: w = g(w)
   * has as many unknowns as contacts and no null space. g is piecewise smooth,
   *
   *   dg = t·(W dP)_T,   (W + D Θ D + ε) dP = -mu dw e_N,   t = U_T / |U_T|,
   *
   * with Θ of the last interior point. An implicit Euler step,
   *
   *   (1 + σ - g') dw = g - w,   w := max(w + dw, 0),   σ = 1 / Δt,
   *
   * is one system with the entries of the others: dw is eliminated, which adds
   * mu / (1 + σ) t^T (W dP)_T to the normal rows. Newton's method, σ = 0, would
   * lead back to negative w where g' > 1: there a sliding speed makes itself
   * grow, as where bodies are wedged.
   *
   * No proof of convergence is known. The method comes near solutions that
   * ProximalPoint does not find from elsewhere, and not to their last digits.
   *
   * Source: of the fixed point V. Acary, F. Cadoux, C. Lemaréchal, J. Malick,
   * ZAMM 91 (2011) 155-175, where w := g(w); of the continuation C. T. Kelley,
   * D. E. Keyes, SIAM J. Numer. Anal. 35 (1998) 508-523.
   *
   * Equations: doc/theory/friction_methods.md (15), (15c).
   */
  class SlidingSpeedFlow final : public FrictionMethod
  {
  public:
    explicit SlidingSpeedFlow(const SlidingSpeedParameters &parameters = {})
      : parameters(parameters)
    {}

    std::string_view
    name() const override
    {
      return "sliding-speed-flow";
    }

    void
    start(ScaledFrictionProblem &problem, const Eigen::VectorXd &P) override
    {
      start(problem, P, 0);
    }

    /** @param attempt the first one, 0, begins at w = |U_T| of P, odd ones at w =
     * 0, others at |U_T| times numbers between 0 and 2, one for each contact and
     * attempt; σ changes, too. */
    void
    start(ScaledFrictionProblem &problem,
          const Eigen::VectorXd &P,
          unsigned int           attempt);

    /** One g. Stalled, too, where the convex problem has no solution. */
    Outcome
    advance(unsigned int max_solves, unsigned int &n_solves) override;

    const Eigen::VectorXd &
    impulse() const override
    {
      return P;
    }

  private:
    struct Contact
    {
      unsigned int first, n_tangential;
      double       mu;
    };

    double
    speed(const Contact &contact, const Eigen::VectorXd &U) const;
    bool
    find_speeds(unsigned int last, unsigned int &n_solves);
    void
    find_direction(unsigned int &n_solves);

    const SlidingSpeedParameters parameters;
    ScaledFrictionProblem       *problem = nullptr;
    FrictionInteriorPoint        interior_point;
    std::vector<Contact>         contacts;
    double                       sigma       = 0.;
    bool                         is_at_start = true;

    Eigen::VectorXd P, U;             // U of linear_system()
    Eigen::VectorXd w, g, dw, last_w; // an entry per contact; last_w has a g
    double          norm = 0.;        // |w - g|
    Progress        progress;         // of norm
    Eigen::VectorXd held, rhs, dP, dU;
  };
} // namespace percuss

#endif
