// SPDX-License-Identifier: Apache-2.0
#include <percuss/mortar/box_tree.h>
#include <percuss/mortar/fast_approach.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace percuss
{
  namespace
  {
    template <class Vector>
    Eigen::Vector3d
    in_space(const Vector &x)
    {
      Eigen::Vector3d result = Eigen::Vector3d::Zero();
      result.head(x.size())  = x;
      return result;
    }

    /** Around the ways of all faces. */
    template <class Faces>
    std::vector<Eigen::AlignedBox3d>
    boxes_of_ways(const Faces &before, const Faces &after)
    {
      std::vector<Eigen::AlignedBox3d> boxes;
      for (const auto &face : before.faces)
        {
          Eigen::AlignedBox3d box;
          for (const unsigned int node : nodes_of(face))
            for (const Faces *faces : {&before, &after})
              box.extend(in_space(faces->nodes[node]));
          boxes.push_back(box);
        }
      return boxes;
    }
    /** Whether the boxes have more in common than faces that touch each other at
     * their ends have. */
    bool
    meet(const Eigen::AlignedBox3d &a,
         const Eigen::AlignedBox3d &b,
         const int                  dim)
    {
      const auto common = a.intersection(b);
      if (common.isEmpty())
        return false;
      const double rounding =
        1e-9 * std::max(a.sizes().maxCoeff(), b.sizes().maxCoeff());
      return (common.sizes().array() > rounding).count() >= dim - 1;
    }
  } // namespace

  template <class Faces>
  std::optional<FastApproach>
  fast_approach(const Faces                  &before,
                const Faces                  &after,
                const std::span<const double> depths)
  {
    const auto                  boxes = boxes_of_ways(before, after);
    const BoxTree               tree(boxes);
    std::optional<FastApproach> result;
    std::vector<std::size_t>    near;
    const Eigen::Vector3d       origin = Eigen::Vector3d::Zero();
    const Eigen::Matrix3d       axes   = Eigen::Matrix3d::Identity();
    for (std::size_t i = 0; i < boxes.size(); ++i)
      {
        near.clear();
        tree.near({origin, axes, boxes[i].min(), boxes[i].max()}, near);
        const auto n_i    = before.normal(i);
        const auto step_i = (after.middle(i) - before.middle(i)).eval();
        for (const std::size_t j : near)
          {
            const auto n_j = before.normal(j);
            if (!(n_i.dot(n_j) < 0.) ||
                !meet(boxes[i], boxes[j], static_cast<int>(n_i.size())) ||
                share_node(before.faces[i], before.faces[j]))
              continue;
            const double along =
              n_j.dot(after.middle(j) - before.middle(j) - step_i) / depths[j];
            if (along > (result ? result->depths : 1.))
              result = FastApproach{along, in_space(before.middle(i))};
          }
      }
    return result;
  }

  template std::optional<FastApproach>
  fast_approach(const ContactCurve &,
                const ContactCurve &,
                std::span<const double>);
  template std::optional<FastApproach>
  fast_approach(const ContactFacets &,
                const ContactFacets &,
                std::span<const double>);
} // namespace percuss
