// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/base/text.h>
#include <percuss/models/mechanism/obstacle_passage.h>

#include <algorithm>

namespace percuss
{
  template <int dim>
  ObstaclePassage
  passage_through(const RigidShape<dim>            &obstacle,
                  const Motion<dim>                &of_obstacle,
                  const Eigen::Vector<double, dim> &p,
                  const double                      radius,
                  const Motion<dim>                &of_ball,
                  const Eigen::Vector<double, dim> &x)
  {
    using Vector       = Eigen::Vector<double, dim>;
    const double depth = -obstacle.signed_distance(Vector::Zero());
    if (!(depth > 0.))
      return {};
    const double thickness = depth + radius, deep = -0.1 * thickness;

    const auto place = [&](const double s) -> Vector {
      const Pose<dim> a = of_ball.at(s), b = of_obstacle.at(s);
      return b.R.transpose() * (a.origin + a.R * x - b.origin) - p;
    };
    const auto gap = [&](const Vector &y) {
      return obstacle.signed_distance(y) - radius;
    };
    const Vector first = place(0.), last = place(1.);
    // how far it may be from the origin of the obstacle's body on the way
    const double way_of_ball = of_ball.largest_way(x.norm()),
                 reach       = (first + p).norm() + way_of_ball +
                         of_obstacle.largest_way(0.),
                 way    = way_of_ball + of_obstacle.largest_way(reach),
                 before = gap(first), after = gap(last);
    if (before + after - way > 2. * deep)
      return {};
    for (double s = 0.; s < 1.;)
      {
        const Vector y = place(s);
        const double g = gap(y);
        if (g < deep)
          return (before > deep && (after > 0. || obstacle.normal(last).dot(
                                                    last - first) > 0.)) ||
                     obstacle.normal(last).dot(obstacle.normal(y)) < 0. ?
                   ObstaclePassage{way, thickness} :
                   ObstaclePassage{};
        s += std::max(g, 0.05 * thickness) / way;
      }
    return {};
  }

  void
  throw_passage(const std::string &who, const ObstaclePassage &passage)
  {
    const auto &[way, thickness] = passage;
    throw StepError(
      who + " has gone through its obstacle: it has moved by " +
        short_text(way) + " m in a step, of which contacts see the two ends",
      way,
      "Take a time step in which it moves by less than the obstacle is thick: " +
        short_text(0.5 * thickness / way) + " times this one.");
  }

  template ObstaclePassage
  passage_through(const RigidShape<2> &,
                  const Motion<2> &,
                  const Eigen::Vector2d &,
                  double,
                  const Motion<2> &,
                  const Eigen::Vector2d &);
  template ObstaclePassage
  passage_through(const RigidShape<3> &,
                  const Motion<3> &,
                  const Eigen::Vector3d &,
                  double,
                  const Motion<3> &,
                  const Eigen::Vector3d &);
} // namespace percuss
