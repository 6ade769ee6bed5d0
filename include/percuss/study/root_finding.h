// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_study_root_finding_h
#define percuss_study_root_finding_h

#include <functional>
#include <optional>

namespace percuss
{
  /** A function f at one point. */
  template <class Number>
  struct FunctionValue
  {
    Number value;          ///< f
    Number slope;          ///< f'
    Number rounding = 0.L; ///< bound of the rounding error of the value
  };

  template <class Number>
  using DifferentiableFunction = std::function<FunctionValue<Number>(Number)>;

  /**
   * The root of a continuous function in [lower, upper] at whose ends it has
   * opposite signs or is zero, to the last bit: f changes its sign, as
   * computed, between the result and one of its neighbours. If there are
   * several roots, one of them. Newton's method, inside a bracket that shrinks.
   *
   * @tparam Number double or long double
   * @throws std::invalid_argument if the signs are equal.
   */
  template <class Number>
  Number
  bracketed_root(const DifferentiableFunction<Number> &f,
                 Number                                lower,
                 Number                                upper);

  /**
   * The first root in [start, end] of a function that is positive at start, or
   * zero there and rising (then the first one after start), and whose
   * curvature is bounded from below,
   *
   *     f''(t) >= -B,   start <= t <= end.
   *
   * No root is passed: by Taylor f(t + s) >= f(t) + f'(t) s - B s^2/2, thus no
   * root is nearer than the positive root s* of the right-hand side, and the
   * march t <- t + s* approaches the first one from the left. Near a simple
   * root it converges as Newton's method, quadratically; where f only touches
   * zero, linearly, by the factor 1 - (sqrt(a^2 + a B) - a)/B per step with
   * a = f'' there.
   *
   * A point where f <= rounding counts as a root: a function that stays
   * positive, but by less than its rounding error, has one.
   *
   * @tparam Number double or long double
   * @param curvature_bound B >= 0
   */
  template <class Number>
  std::optional<Number>
  first_root(const DifferentiableFunction<Number> &f,
             Number                                curvature_bound,
             Number                                start,
             Number                                end);
} // namespace percuss

#endif
