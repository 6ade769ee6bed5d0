// SPDX-License-Identifier: Apache-2.0
#ifndef bowl_parabolic_bowl_h
#define bowl_parabolic_bowl_h

#include <percuss/algebra/small_algebra.h>
#include <percuss/constraints/constraint_kinematics.h>

#include <array>
#include <string>

/** A rigid shape: a point (x, y) above the parabola y = b x^2, gap g = y - b x^2
 * measured along y, G = (-2 b x, 1). */
class ParabolicBowl final
  : public percuss::ConstraintKinematics<percuss::SmallAlgebra<2>>
{
public:
  using Reduced = std::array<double, 1>;

  /** @param bend b [1/m] */
  ParabolicBowl(const double bend, const percuss::ContactCoefficients &c)
    : bend(bend)
    , contact_law(percuss::ContactLaw::normal(c))
  {}

  std::size_t
  n_constraints() const override
  {
    return 1;
  }

  const std::string &
  name(std::size_t) const override
  {
    return row_name;
  }

  const percuss::ContactLaw &
  law(std::size_t) const override
  {
    return contact_law;
  }

  bool
  is_linear() const override
  {
    return false;
  }

  void
  gap(const Vector &q, double, const std::span<double> g) const override
  {
    g[0] = q[1] - bend * q[0] * q[0];
  }

  void
  velocity(const Vector &q,
           double,
           const Vector           &v,
           const std::span<double> u) const override
  {
    u[0] = v[1] - 2. * bend * q[0] * v[0];
  }

  void
  add_impulse(const Vector &q,
              double,
              const std::span<const double> p,
              Vector                       &r) const override
  {
    r[0] -= 2. * bend * q[0] * p[0];
    r[1] += p[0];
  }

private:
  const double              bend;
  const percuss::ContactLaw contact_law;
  const std::string         row_name = "bowl";
};

#endif
