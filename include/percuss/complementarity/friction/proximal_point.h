// SPDX-License-Identifier: Apache-2.0

// The proximal point iteration for Coulomb friction,
//   P_{k+1} solves  F(P, r U) = 0,  U = W P + b + σ_k (P - P_k),   σ_k -> 0.

#ifndef percuss_complementarity_friction_proximal_point_h
#define percuss_complementarity_friction_proximal_point_h

#include <percuss/complementarity/friction/alart_curnier_newton.h>
#include <percuss/complementarity/friction/friction_method.h>
#include <percuss/complementarity/friction/friction_parameters.h>

#include <Eigen/Core>

#include <string_view>

namespace percuss
{
  /**
   * With a large σ the contacts hardly know of each other, and Newton's method
   * (AlartCurnierNewton) finds the point in a few steps; from point to point σ
   * falls by a factor, and σ (P_{k+1} - P_k), which is what the result lacks of
   * a solution, with it. Where Newton's method does not find the point with the
   * weight r = 1 of velocities, nor with one that makes the velocities that are
   * left as large as impulses, σ rises and P_k stays.
   *
   * Without friction and with a W that is positive semidefinite the points
   * converge to a solution if there is one, for any σ (Rockafellar). With
   * Coulomb's law, which is not the slope of a convex function, nothing of this
   * is known; doc/theory/friction_measurements.md says what has been solved. W
   * need not be symmetric.
   *
   * Source: R. T. Rockafellar, SIAM J. Control Optim. 14 (1976) 877-898; with
   * Newton's method of Alart and Curnier V. Acary, M. Brémond, O. Huber, in:
   * Advanced Topics in Nonsmooth Dynamics, Springer, 2018, 375-457.
   *
   * Equations: doc/theory/friction_methods.md (14), (15a).
   */
  class ProximalPoint final : public FrictionMethod
  {
  public:
    /** @param newton the work space of Newton's method, which must outlive this */
    explicit ProximalPoint(AlartCurnierNewton            &newton,
                           const ProximalPointParameters &parameters = {})
      : parameters(parameters)
      , newton(newton)
    {}

    void
    reserve(unsigned int n_rows);

    std::string_view
    name() const override
    {
      return "proximal-point";
    }

    void
    start(ScaledFrictionProblem &problem, const Eigen::VectorXd &P) override
    {
      start(problem, P, parameters.first_sigma, false);
    }

    /** @param sigma σ of the first point
     * @param weighs_velocities whether r = 1 is not the only one */
    void
    start(ScaledFrictionProblem &problem,
          const Eigen::VectorXd &P,
          double                 sigma,
          bool                   weighs_velocities);

    /** One point. */
    Outcome
    advance(unsigned int max_solves, unsigned int &n_solves) override;

    const Eigen::VectorXd &
    impulse() const override
    {
      return center;
    }

    /** Whether P has grown so much that there is no solution. */
    bool
    is_unbounded() const
    {
      return !(center.norm() <= parameters.largest_impulse);
    }

  private:
    void
    give_up_point();
    void
    find_point(double target, unsigned int max_solves, unsigned int &n_solves);

    const ProximalPointParameters parameters;
    AlartCurnierNewton           &newton;
    ScaledFrictionProblem        *problem = nullptr;
    Eigen::VectorXd               center;                  // P_k
    Eigen::VectorXd               nearest;                 // to the next one
    double                        sigma = 0., weight = 1.; // r
    bool         has_weights = false, has_changed_weight = false;
    double       least_residual = 0.;
    unsigned int n_failures = 0, n_without_decrease = 0;
  };
} // namespace percuss

#endif
