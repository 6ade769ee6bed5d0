// SPDX-License-Identifier: Apache-2.0
#include <percuss/models/mechanism/mechanism_description.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

namespace percuss
{
  namespace
  {
    constexpr double eps_of_motion = std::numeric_limits<double>::epsilon();

    /** h of difference(). */
    double
    difference_step(const double scale)
    {
      return std::pow(eps_of_motion, 0.2) * scale;
    }
  } // namespace

  double
  TimeFunction::rate_error(const double t) const
  {
    return 100. * eps_of_motion * std::max(1., std::abs(value(t))) /
           (is_difference ? difference_step(scale) : scale);
  }

  std::function<double(double)>
  difference(const std::function<double(double)> &phi, const double scale)
  {
    return [phi, h = difference_step(scale)](const double t) {
      return (8. * (phi(t + h) - phi(t - h)) -
              (phi(t + 2. * h) - phi(t - 2. * h))) /
             (12. * h);
    };
  }

  template <int dim>
  ContactObstacle<dim>
  contact_obstacle(const std::string &name, std::vector<Eigen::VectorXd> values)
  {
    const auto kind = std::ranges::find(rigid_shapes<dim>(),
                                        name,
                                        &ShapeKind<dim>::contact_name);
    assert(kind != rigid_shapes<dim>().end());
    assert(values.size() == kind->fields.size());
    return {&*kind, std::move(values)};
  }

  template ContactObstacle<2>
  contact_obstacle(const std::string &, std::vector<Eigen::VectorXd>);
  template ContactObstacle<3>
  contact_obstacle(const std::string &, std::vector<Eigen::VectorXd>);

  std::string
  frame_name(const std::string &beam,
             const unsigned int node,
             const unsigned int n_nodes)
  {
    return beam + '.' +
           (node == 0           ? "start" :
            node + 1 == n_nodes ? "end" :
                                  std::to_string(node));
  }
} // namespace percuss
