// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/beam/rotation.h>
#include <percuss/mechanism/require_item_value.h>
#include <percuss/mechanism/spatial_springs.h>

#include <algorithm>

namespace percuss
{
  namespace
  {
    using Eigen::Matrix3d;
    using Eigen::Vector3d;
    using Vector12   = Eigen::Matrix<double, 12, 1>;
    using Derivative = Eigen::Matrix<double, 3, 12>;

    Vector12
    of_both_frames(const Eigen::VectorXd &b, const SpatialSpring &spring)
    {
      Vector12 result;
      result << of_spatial_frame(b, spring.first.frame),
        of_spatial_frame(b, spring.second.frame);
      return result;
    }

    void
    add_to_both_frames(Eigen::VectorXd     &b,
                       const SpatialSpring &spring,
                       const Vector12      &a)
    {
      add_to_spatial_frame(b, spring.first.frame, a.head<6>());
      add_to_spatial_frame(b, spring.second.frame, a.tail<6>());
    }

    /** A spring's geometry, d = x_1 - x_2 = l n. */
    struct Line
    {
      Line(const SpatialSpring &spring, const Eigen::VectorXd &q)
        : R_1(frame_rotation(q, spring.first.frame))
        , R_2(frame_rotation(q, spring.second.frame))
        , d(position(q, spring.first) - position(q, spring.second))
        , n(Vector3d::Zero())
        , length(d.norm())
        , force_density(spring.stiffness)
      {
        D << Matrix3d::Identity(),
          -R_1 * cross_product_matrix(spring.first.local),
          -Matrix3d::Identity(),
          R_2 * cross_product_matrix(spring.second.local);
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

      Matrix3d   R_1, R_2;
      Vector3d   d, n;
      double     length, force_density; ///< V'/l [N/m]
      Derivative D;                     ///< dd/dq
    };
  } // namespace

  SpatialSprings::SpatialSprings(std::vector<SpatialSpring> springs)
    : springs(std::move(springs))
  {
    for (const SpatialSpring &spring : this->springs)
      {
        const std::string item = "spring '" + spring.name + "'";
        require_not_negative(item, "stiffness", spring.stiffness);
        require_not_negative(item, "damping", spring.damping);
        require_not_negative(item, "free length", spring.free_length);
        require_finite(item, "preload", spring.preload);
        require_two_frames(item, spring.first.frame, spring.second.frame);
      }
  }

  bool
  SpatialSprings::is_damped() const
  {
    return std::ranges::any_of(springs, [](const SpatialSpring &spring) {
      return spring.damping > 0.;
    });
  }

  double
  SpatialSprings::energy(const Eigen::VectorXd &q) const
  {
    double V = 0.;
    for (const SpatialSpring &spring : springs)
      {
        const double stretch =
          (position(q, spring.first) - position(q, spring.second)).norm() -
          spring.free_length;
        V += (0.5 * spring.stiffness * stretch + spring.preload) * stretch;
      }
    return V;
  }

  double
  SpatialSprings::damping_product(const Eigen::VectorXd &q,
                                  const Eigen::VectorXd &v,
                                  const Eigen::VectorXd &y) const
  {
    double product = 0.;
    for (const SpatialSpring &spring : springs)
      if (spring.damping > 0.)
        {
          const Line     line(spring, q);
          const Vector12 g = line.D.transpose() * line.n;
          product += spring.damping * g.dot(of_both_frames(v, spring)) *
                     g.dot(of_both_frames(y, spring));
        }
    return product;
  }

  void
  SpatialSprings::add_elastic_force(const Eigen::VectorXd &q,
                                    Eigen::VectorXd       &s) const
  {
    for (const SpatialSpring &spring : springs)
      {
        const Line line(spring, q);
        add_to_both_frames(s,
                           spring,
                           line.force_density * line.D.transpose() * line.d);
      }
  }

  void
  SpatialSprings::add_damping_force(const Eigen::VectorXd &q,
                                    const Eigen::VectorXd &v,
                                    Eigen::VectorXd       &d) const
  {
    for (const SpatialSpring &spring : springs)
      if (spring.damping > 0.)
        {
          const Line     line(spring, q);
          const Vector12 g = line.D.transpose() * line.n;
          add_to_both_frames(
            d, spring, spring.damping * g.dot(of_both_frames(v, spring)) * g);
        }
  }

  auto
  SpatialSprings::tangent(const SpatialSpring   &spring,
                          const double           stiffness,
                          const double           damping,
                          const Eigen::VectorXd &q,
                          const Eigen::VectorXd &v) -> Tangent
  {
    const Line     line(spring, q);
    const Vector12 g = line.D.transpose() * line.n;
    Tangent        A = damping * spring.damping * g * g.transpose();
    if (stiffness == 0.)
      return A;

    const Matrix3d nn = line.n * line.n.transpose();
    Vector3d       F  = line.force_density * line.d;
    Derivative     dF = line.force_density * line.D +
                    (spring.stiffness - line.force_density) * nn * line.D;
    if (spring.damping > 0.)
      {
        const Vector12   y    = of_both_frames(v, spring);
        const Vector3d   w    = line.D * y;
        const double     rate = line.n.dot(w);
        const Matrix3d   P    = (Matrix3d::Identity() - nn) / line.length;
        const Vector3d   w_1  = y.segment<3>(3).cross(spring.first.local);
        const Vector3d   w_2  = y.segment<3>(9).cross(spring.second.local);
        const Derivative PD   = P * line.D;
        F += spring.damping * rate * line.n;
        dF += spring.damping * (line.n * (w.transpose() * PD) + rate * PD);
        dF.block<3, 3>(0, 3) -=
          spring.damping * nn * line.R_1 * cross_product_matrix(w_1);
        dF.block<3, 3>(0, 9) +=
          spring.damping * nn * line.R_2 * cross_product_matrix(w_2);
      }
    A += stiffness * line.D.transpose() * dF;
    A.block<3, 3>(3, 3) += stiffness *
                           cross_product_matrix(spring.first.local) *
                           cross_product_matrix(line.R_1.transpose() * F);
    A.block<3, 3>(9, 9) -= stiffness *
                           cross_product_matrix(spring.second.local) *
                           cross_product_matrix(line.R_2.transpose() * F);
    return A;
  }

  void
  SpatialSprings::add_tangents(const double           stiffness,
                               const double           damping,
                               const Eigen::VectorXd &q,
                               const Eigen::VectorXd &v,
                               Eigen::MatrixXd       &S) const
  {
    for (const SpatialSpring &spring : springs)
      {
        const Tangent A        = tangent(spring, stiffness, damping, q, v);
        const int     frames[] = {spring.first.frame, spring.second.frame};
        for (int i = 0; i < 2; ++i)
          for (int j = 0; j < 2; ++j)
            if (frames[i] != SpatialPoint::ground &&
                frames[j] != SpatialPoint::ground)
              S.block<6, 6>(6 * frames[i], 6 * frames[j]) +=
                A.block<6, 6>(6 * i, 6 * j);
      }
  }

  void
  SpatialSprings::add_product(const double           stiffness,
                              const double           damping,
                              const Eigen::VectorXd &q,
                              const Eigen::VectorXd &v,
                              const Eigen::VectorXd &y,
                              Eigen::VectorXd       &z) const
  {
    for (const SpatialSpring &spring : springs)
      add_to_both_frames(z,
                         spring,
                         tangent(spring, stiffness, damping, q, v) *
                           of_both_frames(y, spring));
  }
} // namespace percuss
