// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_small_slider_crank_slider_crank_h
#define percuss_models_small_slider_crank_slider_crank_h

#include <percuss/discrete/small_system.h>

namespace percuss
{
  /** The rigid slider-crank of [A12] Table 2 and [C13] 5.6.1. [A12] prints
   * J_2 = 8.9e-4; its results are those of the value of [C13]. */
  struct SliderCrankDescription
  {
    double crank_length    = 0.153;  ///< l_1 > 0 [m]
    double rod_length      = 0.306;  ///< l_2 > 0 [m]
    double half_length     = 0.05;   ///< a > 0, of the slider [m]
    double half_width      = 0.025;  ///< b > 0, of the slider [m]
    double clearance       = 0.001;  ///< c >= 0, above and below [m]
    double crank_mass      = 0.038;  ///< m_1 >= 0 [kg]
    double rod_mass        = 0.038;  ///< m_2 >= 0 [kg]
    double slider_mass     = 0.076;  ///< m_3 > 0 [kg]
    double crank_inertia   = 7.4e-5; ///< J_1 >= 0, about its centre [kg m^2]
    double rod_inertia     = 5.9e-4; ///< J_2 >= 0 [kg m^2]
    double slider_inertia  = 2.7e-6; ///< J_3 > 0 [kg m^2]
    double gravity         = 9.81;   ///< g [m/s^2], against y
    double crank_angle     = 0.;     ///< theta_1 at the start [rad]
    double rod_angle       = 0.;     ///< theta_2 [rad]
    double slider_angle    = 0.;     ///< theta_3 [rad]
    double crank_velocity  = 150.;   ///< [rad/s]
    double rod_velocity    = -75.;   ///< [rad/s]
    double slider_velocity = 0.;     ///< [rad/s]
  };

  /**
   * Crank, connecting rod and slider, uniform bodies joined at their ends, in
   * minimal coordinates: their angles (theta_1, theta_2, theta_3) with the
   * x-axis. The centre of the slider is at l_1 e(theta_1) + l_2 e(theta_2).
   *
   *     T = 1/2 A w_1^2 + 1/2 B w_2^2 + 1/2 J_3 w_3^2
   *         + D cos(theta_1 - theta_2) w_1 w_2,
   *     A = J_1 + (m_1/4 + m_2 + m_3) l_1^2,  B = J_2 + (m_2/4 + m_3) l_2^2,
   *     D = (m_2/2 + m_3) l_1 l_2,
   *     V = V_1 sin theta_1 + V_2 sin theta_2,
   *     V_1 = (m_1/2 + m_2 + m_3) g l_1,      V_2 = (m_2/2 + m_3) g l_2.
   *
   * Lagrange's equations have M(theta) and the centrifugal forces
   *
   *     c = D sin(theta_1 - theta_2) (w_2^2, -w_1^2, 0),
   *
   * whose work is in the kinetic energy. Weight is the nonlinear potential V.
   */
  class SliderCrank final : public SmallSystem<3>
  {
  public:
    static constexpr const char *model_name = "slider crank";

    /** Throws InputError for values outside their range, and for corners that
     * are in the guide's walls at the start. */
    explicit SliderCrank(const SliderCrankDescription &d);

    static CoordinateNames
    coordinate_names()
    {
      return {"crank", "rod", "slider"};
    }

    Vector
    initial_position() const
    {
      return Vector::Entries(description.crank_angle,
                             description.rod_angle,
                             description.slider_angle);
    }

    Vector
    initial_velocity() const
    {
      return Vector::Entries(description.crank_velocity,
                             description.rod_velocity,
                             description.slider_velocity);
    }

    bool
    is_linear() const override
    {
      return false;
    }

    bool
    is_damped() const override
    {
      return true;
    }

    bool
    has_constant_mass() const override
    {
      return false;
    }

    void
    load(double, Vector &F) const override
    {
      F = 0.;
    }

    void
    elastic_force(const Vector &q, Vector &s) const override
    {
      s.entries << V_1 * std::cos(q[0]), V_2 * std::cos(q[1]), 0.;
    }

    double
    strain_energy(const Vector &q, const Vector &) const override
    {
      return V_1 * std::sin(q[0]) + V_2 * std::sin(q[1]);
    }

    void
    damping_force(const Vector &q, const Vector &v, Vector &d) const override
    {
      const double s = D * std::sin(q[0] - q[1]);
      d.entries << s * v[1] * v[1], -s * v[0] * v[0], 0.;
    }

    /** None: c has inertial forces only. */
    double
    damping_work(const State<SmallAlgebra<3>> &,
                 const State<SmallAlgebra<3>> &) const override
    {
      return 0.;
    }

    void
    momentum(const Vector &q, const Vector &v, Vector &p) const override
    {
      const double coupling = D * std::cos(q[0] - q[1]);
      p.entries << A_1 * v[0] + coupling * v[1], coupling * v[0] + A_2 * v[1],
        description.slider_inertia * v[2];
    }

    void
    iteration_matrix(const Weights                &w,
                     const State<SmallAlgebra<3>> &x,
                     Matrix                       &S) const override
    {
      const double c   = D * std::cos(x.q[0] - x.q[1]),
                   s   = D * std::sin(x.q[0] - x.q[1]);
      const double v_0 = x.v[0], v_1 = x.v[1];
      const double k_0 = w.stiffness * c * v_1 * v_1,
                   k_1 = w.stiffness * c * v_0 * v_0;
      S(0, 0) = w.mass * A_1 + k_0 - w.stiffness * V_1 * std::sin(x.q[0]);
      S(0, 1) = w.mass * c + 2. * w.damping * s * v_1 - k_0;
      S(1, 0) = w.mass * c - 2. * w.damping * s * v_0 - k_1;
      S(1, 1) = w.mass * A_2 + k_1 - w.stiffness * V_2 * std::sin(x.q[1]);
      S(0, 2) = S(1, 2) = S(2, 0) = S(2, 1) = 0.;
      S(2, 2) = w.mass * description.slider_inertia;
    }

    void
    stiffness_product(const State<SmallAlgebra<3>> &x,
                      const Vector                 &y,
                      Vector                       &z) const override
    {
      Matrix K;
      iteration_matrix({0., 0., 1.}, x, K);
      z.entries.noalias() = K * y.entries;
    }

    void
    damping_product(const State<SmallAlgebra<3>> &x,
                    const Vector                 &y,
                    Vector                       &z) const override
    {
      Matrix C;
      iteration_matrix({0., 1., 0.}, x, C);
      z.entries.noalias() = C * y.entries;
    }

    double
    load_potential(const Vector &) const override
    {
      return 0.;
    }

    const SliderCrankDescription description;

  private:
    const double A_1, A_2, D, V_1, V_2;
  };

  inline SliderCrank::SliderCrank(const SliderCrankDescription &d)
    : description(d)
    , A_1(d.crank_inertia + (0.25 * d.crank_mass + d.rod_mass + d.slider_mass) *
                              d.crank_length * d.crank_length)
    , A_2(d.rod_inertia +
          (0.25 * d.rod_mass + d.slider_mass) * d.rod_length * d.rod_length)
    , D((0.5 * d.rod_mass + d.slider_mass) * d.crank_length * d.rod_length)
    , V_1((0.5 * d.crank_mass + d.rod_mass + d.slider_mass) * d.gravity *
          d.crank_length)
    , V_2((0.5 * d.rod_mass + d.slider_mass) * d.gravity * d.rod_length)
  {
    const struct
    {
      const char *name;
      double      value;
      bool        may_vanish;
    } values[] = {{"crank length", d.crank_length, false},
                  {"rod length", d.rod_length, false},
                  {"half length", d.half_length, false},
                  {"half width", d.half_width, false},
                  {"clearance", d.clearance, true},
                  {"crank mass", d.crank_mass, true},
                  {"rod mass", d.rod_mass, true},
                  {"slider mass", d.slider_mass, false},
                  {"crank inertia", d.crank_inertia, true},
                  {"rod inertia", d.rod_inertia, true},
                  {"slider inertia", d.slider_inertia, false}};
    for (const auto &[name, value, may_vanish] : values)
      require_value(value > 0. || (may_vanish && value == 0.),
                    name,
                    value,
                    may_vanish ? "it must not be negative" :
                                 "it must be positive");
    // a point mass on two bars in line has no inertia along them
    require_value(A_1 * A_2 > D * D * (1. + 1e-12),
                  "rod inertia",
                  d.rod_inertia,
                  "crank and rod have no inertia of their own; one of "
                  "their masses or inertias must be positive");

    const double y = d.crank_length * std::sin(d.crank_angle) +
                     d.rod_length * std::sin(d.rod_angle);
    const double corner = d.half_length * std::abs(std::sin(d.slider_angle)) +
                          d.half_width * std::abs(std::cos(d.slider_angle));
    require_value(std::abs(y) + corner <= d.half_width + d.clearance,
                  "height of the slider's centre at the start",
                  y,
                  "with its angle, a corner must not be beyond the guide");
  }
} // namespace percuss

#endif
