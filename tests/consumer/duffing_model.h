// SPDX-License-Identifier: Apache-2.0
#ifndef bowl_duffing_model_h
#define bowl_duffing_model_h

#include "parabolic_bowl.h"
#include "semi_implicit_euler.h"

#include <percuss/discrete/small_system.h>
#include <percuss/models/small/small_model.h>

#include <memory>

struct DuffingDescription
{
  double mass      = 1.;                   ///< m > 0 [kg]
  double stiffness = 2.;                   ///< k >= 0 [N/m]
  double hardening = 5.;                   ///< c >= 0 [N/m^3]
  double damping   = 0.;                   ///< d >= 0 [N s/m]
  double gravity   = 9.81;                 ///< g [m/s^2], downwards
  double bend      = 0.5;                  ///< of the bowl [1/m]
  double initial_x = 0.3, initial_y = 0.4; ///< [m]
};

/** A mass in the plane on a spring that hardens, V = 1/2 k x^2 + 1/4 c x^4,
 * which pulls along x only, in a fluid that resists with d v. */
class Duffing final : public percuss::SmallSystem<2>
{
public:
  static constexpr const char *model_name = "duffing";

  explicit Duffing(const DuffingDescription &d)
    : d(d)
  {
    percuss::require_value(d.mass > 0., "mass", d.mass, "it must be positive");
  }

  static CoordinateNames
  coordinate_names()
  {
    return {"x", "y"};
  }

  Vector
  initial_position() const
  {
    return Vector::Entries(d.initial_x, d.initial_y);
  }

  Vector
  initial_velocity() const
  {
    return Vector::Entries(0., 0.);
  }

  bool
  is_linear() const override
  {
    return false;
  }

  void
  load(double, Vector &F) const override
  {
    F    = 0.;
    F[1] = -d.mass * d.gravity;
  }

  void
  elastic_force(const Vector &q, Vector &s) const override
  {
    s    = 0.;
    s[0] = (d.stiffness + d.hardening * q[0] * q[0]) * q[0];
  }

  double
  strain_energy(const Vector &q, const Vector &) const override
  {
    const double x_2 = q[0] * q[0];
    return (0.5 * d.stiffness + 0.25 * d.hardening * x_2) * x_2;
  }

  bool
  is_damped() const override
  {
    return d.damping != 0.;
  }

  void
  damping_force(const Vector &, const Vector &v, Vector &c) const override
  {
    c.equ(d.damping, v);
  }

  void
  momentum(const Vector &, const Vector &v, Vector &p) const override
  {
    p.equ(d.mass, v);
  }

  void
  iteration_matrix(const percuss::Weights                         &w,
                   const percuss::State<percuss::SmallAlgebra<2>> &x,
                   Matrix &S) const override
  {
    S = (w.mass * d.mass + w.damping * d.damping) * Matrix::Identity();
    S(0, 0) += w.stiffness * slope(x.q);
  }

  void
  stiffness_product(const percuss::State<percuss::SmallAlgebra<2>> &x,
                    const Vector                                   &y,
                    Vector &z) const override
  {
    z    = 0.;
    z[0] = slope(x.q) * y[0];
  }

  double
  load_potential(const Vector &q) const override
  {
    return d.mass * d.gravity * q[1];
  }

private:
  double
  slope(const Vector &q) const
  {
    return d.stiffness + 3. * d.hardening * q[0] * q[0];
  }

  const DuffingDescription d;
};

/** The model, whose stepper knows the scheme, too. */
class DuffingModel final : public percuss::SmallModel<Duffing, ParabolicBowl>
{
public:
  DuffingModel(const Duffing                     &system,
               const ParabolicBowl               &bowl,
               const SemiImplicitEulerParameters &of_scheme)
    : SmallModel(system, bowl)
    , of_scheme(of_scheme)
  {}

  void
  start(const percuss::RunParameters &run,
        const percuss::CaseFile      &case_file) override
  {
    using Scheme = percuss::TimeIntegrationScheme<Duffing>;
    const auto make =
      [own = of_scheme](
        const percuss::SchemeParameters &p) -> std::unique_ptr<Scheme> {
      if (p.name == semi_implicit_euler_information.name)
        return std::make_unique<SemiImplicitEuler<Duffing>>(own);
      return percuss::make_scheme<Duffing>(p);
    };
    objects =
      percuss::make_stepper<Duffing, ParabolicBowl>(system,
                                                    contacts,
                                                    run,
                                                    case_file,
                                                    system.initial_position(),
                                                    system.initial_velocity(),
                                                    make);
  }

private:
  const SemiImplicitEulerParameters of_scheme;
};

struct DuffingSection final : percuss::ModelParameters
{
  void
  add_to(percuss::Parameters &prm) override
  {
    prm.section("Duffing");
    prm.add("mass", d.mass, "m [kg].");
    prm.add("stiffness", d.stiffness, "k [N/m].", percuss::not_negative);
    prm.add("hardening", d.hardening, "c [N/m^3].", percuss::not_negative);
    prm.add("damping", d.damping, "d [N s/m].", percuss::not_negative);
    prm.add("gravity", d.gravity, "g [m/s^2], downwards.");
    prm.add("bend", d.bend, "b [1/m] of the bowl y = b x^2.");
    prm.add("initial x", d.initial_x, "[m].");
    prm.add("initial y", d.initial_y, "[m].");
    of_scheme.add_to(prm);
  }

  std::unique_ptr<percuss::Model>
  make(const percuss::RunParameters &run,
       const percuss::CaseFile      &case_file) const override
  {
    return std::make_unique<DuffingModel>(
      percuss::make_small_system<Duffing>(d, "Duffing", case_file),
      ParabolicBowl(d.bend, run.contact.coefficients),
      of_scheme);
  }

  DuffingDescription          d;
  SemiImplicitEulerParameters of_scheme;
};

inline constexpr percuss::ModelKind duffing_kind{
  .name        = "duffing",
  .description = "a mass on a spring that hardens, above a parabolic bowl",
  .section     = percuss::make_section<DuffingSection>};

#endif
