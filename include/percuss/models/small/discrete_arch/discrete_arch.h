// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_small_discrete_arch_discrete_arch_h
#define percuss_models_small_discrete_arch_discrete_arch_h

#include <percuss/algebra/eigenvalues.h>
#include <percuss/discrete/small_system.h>

#include <Eigen/Geometry>

namespace percuss
{
  /**
   * A shallow circular arch of springs that snaps onto an obstacle ([D19], last
   * benchmark). The text prints kappa/(k R^2) = 4.16e-3, for which no snapped
   * equilibrium exists; the default is a hundredth of it. Mass, damping and the
   * temporary load are artefacts that lead to the static solution.
   */
  struct DiscreteArchDescription
  {
    double radius            = 1.;                  ///< R > 0 [m]
    double sector            = 0.78539816339744831; ///< theta in (0, pi) [rad]
    double bar_stiffness     = 1.;                  ///< k > 0 [N/m]
    double hinge_stiffness   = 4.16e-5;             ///< kappa >= 0 [N m]
    double obstacle_distance = 6.5e-2; ///< d_c, below the supports [m]
    double nodal_mass        = 1.;     ///< m > 0 [kg]
    double damping           = 0.005;  ///< mu of c = mu M v [1/s]
    double load              = 2e-3;   ///< largest load, downwards [N]
    double load_duration     = 400.;   ///< [s]
  };

  /**
   * Eleven bars with springs, V = sum 1/2 k (l - l_0)^2, and hinges between
   * them, 1/2 kappa (alpha - alpha_0)^2, alpha the angle from a bar to the
   * next. The coordinates are the positions (x_i, y_i) of the ten inner nodes,
   * from left to right; the ends are fixed at (-+R sin(theta/2), 0). The load
   * F(t) = load sin^2(pi t/duration), t < duration, pulls the two central nodes
   * down, half of it each. Gap of node i with the obstacle: y_i + d_c.
   */
  class DiscreteArch final : public SmallSystem<20>
  {
  public:
    static constexpr const char *model_name    = "discrete arch";
    static constexpr int         n_bars        = 11;
    static constexpr int         n_inner_nodes = n_bars - 1;

    /** Throws InputError for values outside their range. */
    explicit DiscreteArch(const DiscreteArchDescription &d)
      : description(d)
    {
      require_value(d.radius > 0., "radius", d.radius, "it must be positive");
      require_value(d.sector > 0. && d.sector < pi,
                    "sector",
                    d.sector,
                    "it must be between 0 and pi");
      require_value(d.bar_stiffness > 0.,
                    "bar stiffness",
                    d.bar_stiffness,
                    "it must be positive");
      require_value(d.hinge_stiffness >= 0.,
                    "hinge stiffness",
                    d.hinge_stiffness,
                    "it must not be negative");
      require_value(d.obstacle_distance > 0.,
                    "obstacle distance",
                    d.obstacle_distance,
                    "it must be positive");
      require_value(d.nodal_mass > 0.,
                    "nodal mass",
                    d.nodal_mass,
                    "it must be positive");
      require_value(d.damping >= 0.,
                    "damping",
                    d.damping,
                    "it must not be negative");
      require_value(d.load_duration >= 0.,
                    "load duration",
                    d.load_duration,
                    "it must not be negative");
      const double step = d.sector / n_bars;
      bar_length        = 2. * d.radius * std::sin(0.5 * step);
      hinge_angle       = -step; // the arch bends to the right
      for (int i = 0; i <= n_bars; ++i)
        {
          const double angle = -0.5 * d.sector + i * step;
          const Node   node(d.radius * std::sin(angle),
                          d.radius *
                            (std::cos(angle) - std::cos(0.5 * d.sector)));
          if (i == 0)
            left_end = node;
          else if (i == n_bars)
            right_end = node;
          else
            shape.template segment<2>(2 * (i - 1)) = node;
        }
    }

    static CoordinateNames
    coordinate_names()
    {
      CoordinateNames names;
      for (int i = 0; i < n_inner_nodes; ++i)
        {
          names[2 * i]     = "x" + std::to_string(i + 1);
          names[2 * i + 1] = "y" + std::to_string(i + 1);
        }
      return names;
    }

    Vector
    initial_position() const
    {
      return shape;
    }

    Vector
    initial_velocity() const
    {
      return {};
    }

    bool
    is_linear() const override
    {
      return false;
    }

    bool
    is_damped() const override
    {
      return description.damping > 0.;
    }

    bool
    has_varying_load() const override
    {
      return true;
    }

    void
    load(const double t, Vector &F) const override
    {
      F = 0.;
      if (t <= 0. || t >= description.load_duration)
        return;
      const double s    = std::sin(pi * t / description.load_duration);
      const double half = -0.5 * description.load * s * s;
      F[2 * (n_inner_nodes / 2 - 1) + 1] = half;
      F[2 * (n_inner_nodes / 2) + 1]     = half;
    }

    void
    elastic_force(const Vector &q, Vector &s) const override
    {
      Forces forces = Forces::Zero();
      for (int i = 0; i < n_bars; ++i)
        {
          const Node   bar    = bar_vector(q, i);
          const double length = bar.norm();
          const Node   f =
            description.bar_stiffness * (length - bar_length) / length * bar;
          forces.segment<2>(2 * i) -= f;
          forces.segment<2>(2 * i + 2) += f;
        }
      for (int i = 1; i < n_bars; ++i)
        forces.segment<6>(2 * i - 2) += description.hinge_stiffness *
                                        hinge_rotation(q, i) *
                                        hinge_gradient(q, i);
      s.entries = forces.segment<20>(2);
    }

    double
    strain_energy(const Vector &q, const Vector &) const override
    {
      double energy = 0.;
      for (int i = 0; i < n_bars; ++i)
        {
          const double stretch = bar_vector(q, i).norm() - bar_length;
          energy += 0.5 * description.bar_stiffness * stretch * stretch;
        }
      for (int i = 1; i < n_bars; ++i)
        {
          const double rotation = hinge_rotation(q, i);
          energy += 0.5 * description.hinge_stiffness * rotation * rotation;
        }
      return energy;
    }

    void
    damping_force(const Vector &, const Vector &v, Vector &d) const override
    {
      d.equ(description.damping * description.nodal_mass, v);
    }

    void
    momentum(const Vector &, const Vector &v, Vector &p) const override
    {
      p.equ(description.nodal_mass, v);
    }

    void
    iteration_matrix(const Weights                 &w,
                     const State<SmallAlgebra<20>> &x,
                     Matrix                        &S) const override
    {
      if (w.stiffness == 0.)
        S.setZero();
      else
        S = w.stiffness * tangent_stiffness(x.q);
      S.diagonal().array() +=
        (w.mass + w.damping * description.damping) * description.nodal_mass;
    }

    void
    stiffness_product(const State<SmallAlgebra<20>> &x,
                      const Vector                  &y,
                      Vector                        &z) const override
    {
      z.entries.noalias() = tangent_stiffness(x.q) * y.entries;
    }

    double
    load_potential(const Vector &) const override
    {
      return 0.;
    }

    /** Hessian of the strain energy. */
    Matrix
    tangent_stiffness(const Vector &q) const
    {
      using Block = Eigen::Matrix2d;
      Eigen::Matrix<double, 24, 24> K;
      K.setZero();
      for (int i = 0; i < n_bars; ++i)
        {
          const Node   bar    = bar_vector(q, i);
          const double length = bar.norm();
          const Block  nn     = bar * bar.transpose() / (length * length);
          const Block  k =
            description.bar_stiffness *
            (nn + (1. - bar_length / length) * (Block::Identity() - nn));
          K.block<2, 2>(2 * i, 2 * i) += k;
          K.block<2, 2>(2 * i + 2, 2 * i + 2) += k;
          K.block<2, 2>(2 * i, 2 * i + 2) -= k;
          K.block<2, 2>(2 * i + 2, 2 * i) -= k;
        }
      for (int i = 1; i < n_bars; ++i)
        {
          const auto   gradient = hinge_gradient(q, i);
          const double moment =
            description.hinge_stiffness * hinge_rotation(q, i);
          K.block<6, 6>(2 * i - 2, 2 * i - 2) +=
            description.hinge_stiffness * gradient * gradient.transpose();
          // second derivatives of the angles of the bars before and after
          for (int j = 0; j < 2; ++j)
            {
              const Block H = (j == 0 ? -moment : moment) *
                              angle_hessian(bar_vector(q, i - 1 + j));
              const int first = 2 * (i - 1 + j);
              K.block<2, 2>(first, first) += H;
              K.block<2, 2>(first + 2, first + 2) += H;
              K.block<2, 2>(first, first + 2) -= H;
              K.block<2, 2>(first + 2, first) -= H;
            }
        }
      return K.block<20, 20>(2, 2);
    }

    /**
     * Largest stable time step of CD-Lagrange for small motions about @p q [s],
     *
     *     h = (sqrt(mu^2 + 4 omega^2) - mu)/omega^2,   m omega^2 = max eig K,
     *
     * from the root -1 of z^2 - (2 - mu h - omega^2 h^2) z + 1 - mu h, the
     * explicit step of one mode; 2/omega where the damping is implicit.
     */
    double
    critical_time_step(const Vector &q) const
    {
      const double omega2 =
        largest_eigenvalue(Eigen::MatrixXd(tangent_stiffness(q))) /
        description.nodal_mass;
      const double mu = description.damping;
      return (std::sqrt(mu * mu + 4. * omega2) - mu) / omega2;
    }

    const DiscreteArchDescription description;

  private:
    using Node   = Eigen::Vector2d;
    using Forces = Eigen::Matrix<double, 24, 1>;

    static constexpr double pi = 3.14159265358979323846;

    /** From node i to node i + 1, ends included. */
    Node
    bar_vector(const Vector &q, const int i) const
    {
      const auto node = [&](const int j) -> Node {
        return j == 0      ? left_end :
               j == n_bars ? right_end :
                             Node(q[2 * j - 2], q[2 * j - 1]);
      };
      return node(i + 1) - node(i);
    }

    /** alpha - alpha_0 at node i. */
    double
    hinge_rotation(const Vector &q, const int i) const
    {
      const Node   a = bar_vector(q, i - 1), b = bar_vector(q, i);
      const double cross = a[0] * b[1] - a[1] * b[0];
      return std::atan2(cross, a.dot(b)) - hinge_angle;
    }

    /** Gradient of the angle of a vector with the x-axis. */
    static Node
    angle_gradient(const Node &d)
    {
      return Node(-d[1], d[0]) / d.squaredNorm();
    }

    static Eigen::Matrix2d
    angle_hessian(const Node &d)
    {
      const double    l = d.squaredNorm();
      Eigen::Matrix2d H;
      H << 2. * d[0] * d[1], d[1] * d[1] - d[0] * d[0],
        d[1] * d[1] - d[0] * d[0], -2. * d[0] * d[1];
      return H / (l * l);
    }

    /** Gradient of alpha at node i by the nodes i - 1, i, i + 1. */
    Eigen::Matrix<double, 6, 1>
    hinge_gradient(const Vector &q, const int i) const
    {
      const Node                  before = angle_gradient(bar_vector(q, i - 1));
      const Node                  after  = angle_gradient(bar_vector(q, i));
      Eigen::Matrix<double, 6, 1> gradient;
      gradient << before, -before - after, after;
      return gradient;
    }

    Node            left_end, right_end;
    Vector::Entries shape; // of the inner nodes at the start
    double          bar_length = 0., hinge_angle = 0.;
  };
} // namespace percuss

#endif
