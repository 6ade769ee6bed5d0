// SPDX-License-Identifier: Apache-2.0

// The constants of the methods for friction, and the tests that they enter.

#ifndef percuss_complementarity_friction_friction_parameters_h
#define percuss_complementarity_friction_friction_parameters_h

#include <array>

namespace percuss
{
  /** Of AlartCurnierNewton. Scaled unknowns have no unit. */
  struct NewtonParameters
  {
    /** ε of the matrix A + B (W + σ + ε), which is regular where contacts are
     * redundant [-]. */
    double matrix_shift = 1e-12;
    /** |F(P - l dP)| <= (1 - sufficient_decrease l) |F(P)| accepts a length. */
    double sufficient_decrease = 1e-4;
    /** Lengths l = 1, 1/2, 1/4 ... are tried as long as l > least_length. */
    double least_length = 1e-3;
  };

  /** Of ProximalPoint. */
  struct ProximalPointParameters
  {
    /** σ of the first point, and between which it stays [-]: those of W_NN = 1. */
    double first_sigma = 1., least_sigma = 1e-12, largest_sigma = 1e4;
    /** σ times this after a point that was found. */
    double reduction = 0.6;
    /** σ times this after one that was not found. */
    double growth = 5.;
    /** r of a second trial where r = 1 has not found the point: share_of_residual /
     * residual, if that is at least least_weight [-]. */
    double share_of_residual = 1e-2, least_weight = 10., largest_weight = 1e6;
    /** Newton's method ends at |F| <= max(target |F_0|, rounding) ... */
    double target = 0.1, rounding = 1e-14;
    /** ... or after so many linear solves; the point counts as found where |F| <=
     * max(largest_share |F_0|, largest_rounding). */
    unsigned int max_solves       = 20;
    double       largest_share    = 0.5;
    double       largest_rounding = 1e-13;
    /** Full steps of Newton's method in a row that leave |F| above free_decrease
     * of its least: along the boundary of a cone, which is curved, |F| may rise
     * before it falls. */
    unsigned int max_free_steps = 4;
    double       free_decrease  = 0.9;
    /** The method stalls after so many points that were not found, or so many
     * points in all, since the residual last fell below progress times its
     * least. */
    unsigned int max_failures = 25, max_points_in_vain = 100;
    double       progress = 0.9;
    /** |P| beyond which there is no solution: the method stalls. */
    double largest_impulse = 1e8;
  };

  /** Of FrictionInteriorPoint. */
  struct InteriorPointParameters
  {
    /** ε of the matrix W + D Θ D + ε [-]. */
    double matrix_shift = 1e-13;
    /** τ is at least so much of the mean x·y, and of the defect. */
    double least_reduction = 1e-3, gap_of_defect = 1e-6;
    /** The share of the step to the boundary that is taken. */
    double step_to_boundary = 0.99;
    /** The mean x·y at which the method ends: where P and U of a contact both
     * vanish, it is the square of the residual. */
    double least_gap = 1e-24;
    /** |P_i| beyond which there is no solution: all of b is lost in the rounding
     * of W P. */
    double largest_impulse = 1e7;
  };

  /** Of SlidingSpeedFlow. */
  struct SlidingSpeedParameters
  {
    /** σ, the inverse of the step of pseudo-time, of one attempt after the other
     * [-]. */
    std::array<double, 4> shifts = {0.5, 0.2, 0.1, 0.3};
    /** |dw| <= largest_step |w - g| / σ. */
    double largest_step = 3.;
    /** Interior points end at mean x·y <= a^2 and defect <= a / 10, a =
     * share_of_norm |w - g| between two bounds [-], or after so many. */
    double       share_of_norm  = 1e-2;
    double       least_accuracy = 1e-9, largest_accuracy = 1e-3;
    unsigned int max_interior_points = 60;
    /** Where they have not come to largest_accuracy, dw is reduced by the factor,
     * at most so often. */
    double       reduction      = 0.25;
    unsigned int max_reductions = 4;
    /** The method stalls where so many steps have not reduced |w - g| by the
     * factor. */
    double       progress    = 0.5;
    unsigned int max_in_vain = 30;
  };

  /** Of FrictionSolver: which method comes when. */
  struct FrictionStrategyParameters
  {
    /** Linear solves of an attempt of each method, zero: the method is left out;
     * of Newton's method, which is tried once from the guess. */
    unsigned int newton = 30;
    /** Of the other two, attempts of which are made in turn. */
    unsigned int proximal_points = 100000, flow = 100000;
    unsigned int max_attempts = 100;
    /** |P| beyond which a guess is none [-]: b is lost in the rounding of W P, and
     * what Newton's method makes of it is as large. */
    double largest_guess = 1e5;
    /** σ of proximal points from where the sliding speeds have come [-]. */
    double sigma_after_flow = 1e-4;
    /** The convex relaxation with the sliding speeds of the problem before. */
    unsigned int with_last_speeds = 12;
    /** What a time step leaves unsolved are data of the next one: a solution is
     * improved until residual <= residual_beyond tolerance, by Newton's method as
     * long as a step reduces the residual by worthwhile_fall, at most so often,
     * and by proximal points. */
    double       residual_beyond  = 1e-3;
    double       worthwhile_fall  = 0.1;
    unsigned int max_improvements = 2, max_points_beyond = 10;
    /** Where a method ends, residual <= largest_residual tolerance is a solution,
     * too, if rounding_of_velocity() is as large. */
    double largest_residual = 100.;
  };
} // namespace percuss

#endif
