// SPDX-License-Identifier: Apache-2.0
#include <percuss/models/mechanism/mechanism_description.h>

#include <algorithm>
#include <cassert>

namespace percuss
{
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
