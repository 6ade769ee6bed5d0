// SPDX-License-Identifier: Apache-2.0
#include <percuss/mortar/box_tree.h>

#include <boost/container/small_vector.hpp>

#include <algorithm>
#include <numeric>

namespace percuss
{
  BoxTree::BoxTree(const std::vector<Eigen::AlignedBox3d> &items)
    : order(items.size())
  {
    std::iota(order.begin(), order.end(), std::size_t{0});
    for (const Eigen::AlignedBox3d &item : items)
      all.extend(item);
    if (!order.empty())
      add_box(items, 0, order.size());
  }

  BoxTree::BoxTree(const ContactFacets       &facets,
                   const Eigen::AlignedBox3d &within)
  {
    std::vector<Eigen::AlignedBox3d> items(facets.faces.size());
    for (std::size_t f = 0; f < items.size(); ++f)
      {
        for (unsigned int i = 0; i < facets.faces[f].n_nodes; ++i)
          items[f].extend(facets.corner(f, i));
        if (within.intersects(items[f]))
          {
            order.push_back(f);
            all.extend(items[f]);
          }
      }
    if (!order.empty())
      add_box(items, 0, order.size());
  }

  // Halves along its longest side what has more than four items.
  std::size_t
  BoxTree::add_box(const std::vector<Eigen::AlignedBox3d> &items,
                   const std::size_t                       first,
                   const std::size_t                       last)
  {
    Eigen::AlignedBox3d box;
    for (std::size_t i = first; i < last; ++i)
      box.extend(items[order[i]]);
    const std::size_t number = boxes.size();
    boxes.push_back({box.center(), 0.5 * box.sizes(), first, last, 0, 0});
    if (last - first <= 4)
      return number;
    Eigen::Index along = 0;
    box.sizes().maxCoeff(&along);
    const std::size_t half = first + (last - first) / 2;
    const auto        at   = [&](const std::size_t i) {
      return order.begin() + static_cast<std::ptrdiff_t>(i);
    };
    std::nth_element(at(first),
                     at(half),
                     at(last),
                     [&](const std::size_t f, const std::size_t g) {
                       return items[f].center()[along] <
                              items[g].center()[along];
                     });
    const std::size_t left  = add_box(items, first, half);
    const std::size_t right = add_box(items, half, last);
    boxes[number].left      = left;
    boxes[number].right     = right;
    return number;
  }

  void
  BoxTree::near(const Prism &prism, std::vector<std::size_t> &found) const
  {
    const auto begin = static_cast<std::ptrdiff_t>(found.size());
    boost::container::small_vector<std::size_t, 64> stack;
    if (!boxes.empty())
      stack.push_back(0);
    const Eigen::Matrix3d axes = prism.axes.transpose();
    const Eigen::Matrix3d size = axes.cwiseAbs();
    while (!stack.empty())
      {
        const Box &box = boxes[stack.back()];
        stack.pop_back();
        const Eigen::Array3d y = axes * (box.middle - prism.origin);
        const Eigen::Array3d h = size * box.half;
        if ((y + h < prism.lower.array()).any() ||
            (y - h > prism.upper.array()).any())
          continue;
        if (box.left > 0)
          {
            stack.push_back(box.left);
            stack.push_back(box.right);
          }
        else
          for (std::size_t i = box.first; i < box.last; ++i)
            found.push_back(order[i]);
      }
    std::sort(found.begin() + begin, found.end());
  }
} // namespace percuss
