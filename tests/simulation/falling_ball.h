// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_tests_simulation_falling_ball_h
#define percuss_tests_simulation_falling_ball_h

#include <percuss/algebra/small_algebra.h>
#include <percuss/complementarity/lemke.h>
#include <percuss/constraints/constraint_kinematics.h>
#include <percuss/mechanics/mechanical_system.h>
#include <percuss/simulation/time_stepper.templates.h>
#include <percuss/time_integration/moreau_jean.templates.h>

#include <array>

namespace percuss::test
{
  using BallAlgebra = SmallAlgebra<1>;

  /** m q'' = -m g, the height q of the ball's lowest point above the floor. */
  class FallingBall final : public MechanicalSystem<BallAlgebra>
  {
  public:
    FallingBall(const double mass, const double gravity)
      : mass(mass)
      , gravity(gravity)
    {}

    std::size_t
    n_dofs() const override
    {
      return 1;
    }
    void
    reinit(Vector &x) const override
    {
      x = 0.;
    }
    void
    load(double, Vector &F) const override
    {
      F = -mass * gravity;
    }
    bool
    has_varying_load() const override
    {
      return false;
    }
    bool
    is_damped() const override
    {
      return false;
    }
    void
    elastic_force(const Vector &, Vector &s) const override
    {
      s = 0.;
    }
    void
    damping_force(const Vector &, const Vector &, Vector &d) const override
    {
      d = 0.;
    }
    void
    momentum(const Vector &, const Vector &v, Vector &p) const override
    {
      p.equ(mass, v);
    }
    void
    iteration_matrix(const Weights &w,
                     const State<BallAlgebra> &,
                     Matrix &S) const override
    {
      S(0, 0) = w.mass * mass;
    }
    double
    load_potential(const Vector &q) const override
    {
      return mass * gravity * q[0];
    }

    const double mass, gravity;
  };

  /** g = q >= 0. */
  class Floor final : public ConstraintKinematics<BallAlgebra>
  {
  public:
    using Reduced = std::array<double, 1>;

    explicit Floor(const double restitution)
      : contact_law{ContactLaw::Kind::unilateral, restitution}
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
    const ContactLaw &
    law(std::size_t) const override
    {
      return contact_law;
    }
    void
    gap(const Vector &q, double, const std::span<double> g) const override
    {
      g[0] = q[0];
    }
    void
    velocity(const Vector &,
             double,
             const Vector           &v,
             const std::span<double> u) const override
    {
      u[0] = v[0];
    }
    void
    add_impulse(const Vector &,
                double,
                const std::span<const double> p,
                Vector                       &r) const override
    {
      r[0] += p[0];
    }

  private:
    const ContactLaw  contact_law;
    const std::string row_name = "floor";
  };

  inline SmallVector<1>
  number(const double x)
  {
    SmallVector<1> vector;
    vector[0] = x;
    return vector;
  }

  /** Moreau-Jean steps of a ball, all types known to the compiler. */
  struct BallRun
  {
    BallRun(const FallingBall &ball,
            const double       restitution,
            const double       theta,
            const double       h,
            const double       height,
            const double       velocity  = 0.,
            const Activation &activation = {Activation::Rule::explicit_forecast,
                                            0.5})
      : ball(ball)
      , floor(restitution)
      , scheme(theta)
      , solver(1)
      , stepper(this->ball,
                scheme,
                floor,
                solver,
                activation,
                {0., h, 1.},
                number(height),
                number(velocity))
    {}

    double
    height() const
    {
      return stepper.state().q[0];
    }

    double
    velocity() const
    {
      return stepper.state().v[0];
    }

    const FallingBall                                               ball;
    const Floor                                                     floor;
    MoreauJean<FallingBall>                                         scheme;
    Lemke                                                           solver;
    TimeStepper<FallingBall, MoreauJean<FallingBall>, Floor, Lemke> stepper;
  };
} // namespace percuss::test

#endif
