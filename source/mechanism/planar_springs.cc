// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/mechanism/planar_springs.h>
#include <percuss/mechanism/require_item_value.h>

#include <algorithm>

namespace percuss
{
  namespace
  {
    using Vector6 = Eigen::Matrix<double, 6, 1>;
    using Matrix6 = Eigen::Matrix<double, 6, 6>;

    Vector6
    of_both_frames(const Eigen::VectorXd &b, const int first, const int second)
    {
      Vector6 result;
      result << of_frame(b, first), of_frame(b, second);
      return result;
    }

    void
    add_to_both_frames(Eigen::VectorXd &b,
                       const int        first,
                       const int        second,
                       const Vector6   &a)
    {
      add_to_frame(b, first, a.head<3>());
      add_to_frame(b, second, a.tail<3>());
    }

    void
    add_to_both_frames(Eigen::MatrixXd &S,
                       const int        first,
                       const int        second,
                       const Matrix6   &A)
    {
      const int frames[] = {first, second};
      for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j)
          if (frames[i] != FramePoint::ground &&
              frames[j] != FramePoint::ground)
            S.block<3, 3>(frames[i], frames[j]) += A.block<3, 3>(3 * i, 3 * j);
    }

    /** A spring's geometry, d = x_1 - x_2 = l n. */
    struct Line
    {
      Line(const TranslationalSpring &spring, const Eigen::VectorXd &q)
        : arm_1(arm(q, spring.first))
        , arm_2(arm(q, spring.second))
        , d(frame_origin(q, spring.first.frame) + arm_1 -
            frame_origin(q, spring.second.frame) - arm_2)
        , n(Eigen::Vector2d::Zero())
        , length(d.norm())
        , force_density(spring.stiffness)
      {
        const double rest_force =
          spring.stiffness * spring.free_length - spring.preload;
        if (length > 0.)
          {
            n = d / length;
            force_density -= rest_force / length;
          }
        else if (rest_force != 0. || spring.damping > 0.)
          throw StepError("The ends of the spring '" + spring.name +
                            "' meet: it has no direction",
                          length,
                          "Move one of its points, or reduce the time step.");
      }

      /** dl/dq */
      Vector6
      gradient() const
      {
        return derivative().transpose() * n;
      }

      /** dd/dq */
      Eigen::Matrix<double, 2, 6>
      derivative() const
      {
        Eigen::Matrix<double, 2, 6> D;
        D << Eigen::Matrix2d::Identity(), quarter_turn(arm_1),
          -Eigen::Matrix2d::Identity(), -quarter_turn(arm_2);
        return D;
      }

      Eigen::Vector2d arm_1, arm_2, d, n;
      double          length, force_density; ///< T/l without damper [N/m]
    };

    double
    rotation(const TorsionalSpring &spring, const Eigen::VectorXd &q)
    {
      return relative_angle(q, spring.first, spring.second);
    }

    void
    add_couple(Eigen::VectorXd       &b,
               const TorsionalSpring &spring,
               const double           moment)
    {
      add_to_frame(b, spring.second, {0., 0., moment});
      add_to_frame(b, spring.first, {0., 0., -moment});
    }
  } // namespace

  PlanarSprings::PlanarSprings(std::vector<TranslationalSpring> translational,
                               std::vector<TorsionalSpring>     torsional)
    : translational(std::move(translational))
    , torsional(std::move(torsional))
  {
    const auto check =
      [](const auto &spring, const int first, const int second) {
        const std::string item = "spring '" + spring.name + "'";
        require_not_negative(item, "stiffness", spring.stiffness);
        require_not_negative(item, "damping", spring.damping);
        require_two_frames(item, first, second);
      };
    for (const TranslationalSpring &spring : this->translational)
      {
        check(spring, spring.first.frame, spring.second.frame);
        const std::string item = "spring '" + spring.name + "'";
        require_not_negative(item, "free length", spring.free_length);
        require_finite(item, "preload", spring.preload);
      }
    for (const TorsionalSpring &spring : this->torsional)
      {
        check(spring, spring.first, spring.second);
        require_finite("spring '" + spring.name + "'",
                       "free angle",
                       spring.free_angle);
      }
  }

  bool
  PlanarSprings::is_damped() const
  {
    const auto has_damper = [](const auto &spring) {
      return spring.damping > 0.;
    };
    return std::ranges::any_of(translational, has_damper) ||
           std::ranges::any_of(torsional, has_damper);
  }

  double
  PlanarSprings::energy(const Eigen::VectorXd &q) const
  {
    double V = 0.;
    for (const TranslationalSpring &spring : translational)
      {
        const double stretch =
          distance(q, spring.first, spring.second) - spring.free_length;
        V += (0.5 * spring.stiffness * stretch + spring.preload) * stretch;
      }
    for (const TorsionalSpring &spring : torsional)
      {
        const double twist = rotation(spring, q) - spring.free_angle;
        V += 0.5 * spring.stiffness * twist * twist;
      }
    return V;
  }

  void
  PlanarSprings::add_elastic_force(const Eigen::VectorXd &q,
                                   Eigen::VectorXd       &s) const
  {
    for (const TranslationalSpring &spring : translational)
      {
        const Line line(spring, q);
        add_to_both_frames(s,
                           spring.first.frame,
                           spring.second.frame,
                           line.force_density * line.derivative().transpose() *
                             line.d);
      }
    for (const TorsionalSpring &spring : torsional)
      add_couple(s,
                 spring,
                 spring.stiffness * (rotation(spring, q) - spring.free_angle));
  }

  void
  PlanarSprings::add_damping_force(const Eigen::VectorXd &q,
                                   const Eigen::VectorXd &v,
                                   Eigen::VectorXd       &d) const
  {
    for (const TranslationalSpring &spring : translational)
      if (spring.damping > 0.)
        {
          const int     i = spring.first.frame, j = spring.second.frame;
          const Vector6 g = Line(spring, q).gradient();
          add_to_both_frames(
            d, i, j, spring.damping * g.dot(of_both_frames(v, i, j)) * g);
        }
    for (const TorsionalSpring &spring : torsional)
      add_couple(d, spring, spring.damping * rotation(spring, v));
  }

  auto
  PlanarSprings::tangent(const TranslationalSpring &spring,
                         const double               stiffness,
                         const double               damping,
                         const Eigen::VectorXd     &q,
                         const Eigen::VectorXd     &v) -> Tangent
  {
    const Line    line(spring, q);
    const auto    D = line.derivative();
    const Vector6 g = line.gradient();
    Tangent       A = damping * spring.damping * g * g.transpose();
    if (stiffness == 0.)
      return A;

    // l H = D^T D - g g^T + terms of the turning arms; V' = force_density l
    Tangent length_H = D.transpose() * D;
    length_H(2, 2) -= line.d.dot(line.arm_1);
    length_H(5, 5) += line.d.dot(line.arm_2);
    A +=
      stiffness * (line.force_density * length_H +
                   (spring.stiffness - line.force_density) * g * g.transpose());
    if (spring.damping > 0.)
      {
        length_H -= g * g.transpose();
        const Vector6 y =
          of_both_frames(v, spring.first.frame, spring.second.frame);
        A += stiffness * spring.damping / line.length *
             (g.dot(y) * length_H + g * (length_H * y).transpose());
      }
    return A;
  }

  void
  PlanarSprings::add_tangents(const double           stiffness,
                              const double           damping,
                              const Eigen::VectorXd &q,
                              const Eigen::VectorXd &v,
                              Eigen::MatrixXd       &S) const
  {
    for (const TranslationalSpring &spring : translational)
      add_to_both_frames(S,
                         spring.first.frame,
                         spring.second.frame,
                         tangent(spring, stiffness, damping, q, v));
    for (const TorsionalSpring &spring : torsional)
      {
        const double k =
          stiffness * spring.stiffness + damping * spring.damping;
        Tangent A = Tangent::Zero();
        A(2, 2) = A(5, 5) = k;
        A(2, 5) = A(5, 2) = -k;
        add_to_both_frames(S, spring.first, spring.second, A);
      }
  }

  void
  PlanarSprings::add_product(const double           stiffness,
                             const double           damping,
                             const Eigen::VectorXd &q,
                             const Eigen::VectorXd &v,
                             const Eigen::VectorXd &y,
                             Eigen::VectorXd       &z) const
  {
    for (const TranslationalSpring &spring : translational)
      {
        const int i = spring.first.frame, j = spring.second.frame;
        add_to_both_frames(z,
                           i,
                           j,
                           tangent(spring, stiffness, damping, q, v) *
                             of_both_frames(y, i, j));
      }
    for (const TorsionalSpring &spring : torsional)
      add_couple(z,
                 spring,
                 (stiffness * spring.stiffness + damping * spring.damping) *
                   rotation(spring, y));
  }
} // namespace percuss
