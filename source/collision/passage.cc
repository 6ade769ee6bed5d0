// SPDX-License-Identifier: Apache-2.0
#include <percuss/collision/passage.h>

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>

namespace percuss
{
  template <int dim>
  Motion<dim>::Motion(const Pose<dim> &from, const Pose<dim> &to)
    : from(from)
    , way(to.origin - from.origin)
  {
    const Eigen::Matrix<double, dim, dim> turn = from.R.transpose() * to.R;
    if constexpr (dim == 2)
      angle = std::atan2(turn(1, 0), turn(0, 0));
    else
      {
        const Eigen::AngleAxisd about(turn);
        angle = about.angle();
        axis  = about.axis();
      }
  }

  template <int dim>
  Pose<dim>
  Motion<dim>::at(const double s) const
  {
    Pose<dim> pose{from.origin + s * way, from.R};
    if constexpr (dim == 2)
      pose.R *= Eigen::Rotation2Dd(s * angle).toRotationMatrix();
    else
      pose.R *= Eigen::AngleAxisd(s * angle, axis).toRotationMatrix();
    return pose;
  }

  template <int dim>
  double
  Motion<dim>::largest_way(const double extent) const
  {
    return way.norm() + std::abs(angle) * extent;
  }

  template <int dim>
  bool
  pass_through(ManifoldFinder<dim> &finder,
               PlacedShape<dim>    &a,
               PlacedShape<dim>    &b,
               const Motion<dim>   &motion_of_a,
               const Motion<dim>   &motion_of_b)
  {
    using Point        = ManifoldPoint<dim>;
    const double inner = a.shape().inner_radius() + b.shape().inner_radius(),
                 way   = motion_of_a.largest_way(a.shape().extent()) +
                       motion_of_b.largest_way(b.shape().extent());
    constexpr double most = 1e4;
    const auto       n    = static_cast<unsigned int>(
      std::clamp(std::ceil(4. * way / std::max(inner, 1e-300)), 1., most));

    // the deepest point at a time, if they overlap
    const auto deepest = [&](const double s) -> const Point * {
      const Pose<dim> of_a = motion_of_a.at(s), of_b = motion_of_b.at(s);
      a.place(of_a.origin, of_a.R);
      b.place(of_b.origin, of_b.R);
      const auto &points = finder.find(a, b, 0.);
      return points.empty() ?
               nullptr :
               &*std::ranges::min_element(points, {}, &Point::gap);
    };
    Eigen::Vector<double, dim> normal      = Eigen::Vector<double, dim>::Zero();
    bool                       has_entered = false;
    double                     gap_before  = 0.;
    for (unsigned int k = 0; k <= n; ++k)
      {
        const Point *const point = deepest(static_cast<double>(k) / n);
        const double       gap   = point ? point->gap : 0.;
        if (!has_entered && k < n && gap < -0.1 * inner && gap < gap_before)
          {
            has_entered = true;
            normal      = point->normal;
          }
        gap_before = gap;
        if (k == n && has_entered)
          return !point || point->normal.dot(normal) < 0.;
      }
    return false;
  }

  template class Motion<2>;
  template class Motion<3>;
  template bool
  pass_through(ManifoldFinder<2> &,
               PlacedShape<2> &,
               PlacedShape<2> &,
               const Motion<2> &,
               const Motion<2> &);
  template bool
  pass_through(ManifoldFinder<3> &,
               PlacedShape<3> &,
               PlacedShape<3> &,
               const Motion<3> &,
               const Motion<3> &);
} // namespace percuss
