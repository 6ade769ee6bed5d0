// SPDX-License-Identifier: Apache-2.0

// The contact problem of a time step:
//   find p with   u = W p + b,   K* ∋ û ⊥ p ∈ K,   K = K_1 x K_2 x ...
// û = u, but with  û_N = u_N + mu |u_T|  where there is friction (cone.h).

#ifndef percuss_complementarity_cone_complementarity_problem_h
#define percuss_complementarity_cone_complementarity_problem_h

#include <percuss/complementarity/cone.h>
#include <percuss/complementarity/delassus_operator.h>

#include <span>

namespace percuss
{
  /**
   * The data of the problem; the solution p is not part of it.
   *
   *   p  impulses [N s], compressive positive
   *   u  gap velocities after the step plus restitution [m/s], opening positive
   *   W  Delassus operator
   *   b  the value of u without impulses [m/s]
   *   K  product of the cones, K* its dual
   *
   * With unilateral cones only it is the linear complementarity problem
   * 0 <= W p + b ⊥ p >= 0. A view: what it refers to must outlive it. With
   * friction, b_N contains Newton's restitution e u_N^-, and b_T the tangential
   * one e_T u_T^- where there is any.
   *
   * @pre b.size() == W.size(); the cones cover the rows 0 ... m-1 in order,
   *   without gap or overlap; second-order cones have one, two or three rows
   *   and a friction coefficient that is finite and not negative.
   *
   * Equations: doc/theory/complementarity.md (1).
   */
  struct ConeComplementarityProblem
  {
    const DelassusOperator &W;
    std::span<const double> b;
    std::span<const Cone>   cones;

    /** What data_scale() is at least [J^{1/2}]: that of the whole where this
     * problem is a part, whose own data may be rounding of the others. */
    double least_scale = 0.;

    unsigned int
    size() const
    {
      return W.size();
    }
  };

  /** Whether a cone is of second order. */
  bool
  has_friction(const ConeComplementarityProblem &problem);

  /** u = W p + b on all the rows, the inactive ones included. */
  void
  gap_velocity(const ConeComplementarityProblem &problem,
               std::span<const double>           p,
               std::span<double>                 u);

  /**
   * The scale of the data, max |b_i| / s_i over the rows that are not
   * inactive [J^{1/2}]; s_i as in DelassusOperator::row_scale(), but s_N for
   * all the rows of a second-order cone, whose law knows no direction in the
   * tangent plane; at least the problem's least_scale. An impulse p_i counts as s_i p_i on this scale, a gap
   * velocity as u_i / s_i. Zero of data below 1e-292, which have no digits to
   * count on.
   */
  double
  data_scale(const ConeComplementarityProblem &problem);

  /**
   * How far p is from a solution: the natural map, row by row,
   *
   *   r = max_i s_i |p_i - proj_{K_i}(p_i - u_i / s_i^2)| / data_scale,
   *
   * with u = W p + b. It is zero exactly at the solutions, and the same number
   * in all units, even if these differ from cone to cone. A second-order cone
   * counts as one row with friction_defect(), that is with û for u, s_N for
   * s_i and the Euclidean norm. With b = 0 the scale is max s_i |p_i| instead,
   * and r = 0 for p = 0. NaN if a value involved is not finite.
   *
   * Source: Cottle, Pang, Stone, The Linear Complementarity Problem,
   * 1992, 5.10; with friction Acary, Brogliato, 2008, 13.2.
   *
   * Equations: doc/theory/complementarity.md (4), of cones of second order
   * doc/theory/friction_methods.md (12).
   */
  double
  natural_map_residual(const ConeComplementarityProblem &problem,
                       std::span<const double>           p);

  /** The same in the caller's work space, which receives u = W p + b. */
  double
  natural_map_residual(const ConeComplementarityProblem &problem,
                       std::span<const double>           p,
                       std::span<double>                 u);

  /** The same for a pair (p, u) that is known already; u is not checked. */
  double
  natural_map_residual_of_pair(const ConeComplementarityProblem &problem,
                               std::span<const double>           p,
                               std::span<const double>           u);

  /**
   * What rounding makes of u_i / s_i in u = W p: four units in the last place
   * of max_i sum_j |W_ij p_j| / s_i. Where W is ill-conditioned, or impulses of
   * redundant contacts are large, the terms exceed b by any factor, and no p
   * has a smaller residual. Zero in the global form, without entries of W.
   */
  double
  rounding_of_velocity(const DelassusOperator &W, std::span<const double> p);
} // namespace percuss

#endif
