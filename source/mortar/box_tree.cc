// SPDX-License-Identifier: Apache-2.0
#include <percuss/mortar/box_tree.h>

#include <boost/container/small_vector.hpp>

#include <algorithm>
#include <numeric>
#include <utility>

namespace percuss
{
  BoxTree::BoxTree(std::vector<Eigen::AlignedBox3d> of_items)
    : items(std::move(of_items))
    , order(items.size())
  {
    std::iota(order.begin(), order.end(), std::size_t{0});
    for (const Eigen::AlignedBox3d &item : items)
      all.extend(item);
    if (!order.empty())
      add_box(0, order.size());
  }

  BoxTree::BoxTree(const ContactFacets       &facets,
                   const Eigen::AlignedBox3d &within)
    : items(facets.faces.size())
  {
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
      add_box(0, order.size());
  }

  // Halves along its longest side what has more than four items.
  std::size_t
  BoxTree::add_box(const std::size_t first, const std::size_t last)
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
    const std::size_t left  = add_box(first, half);
    const std::size_t right = add_box(half, last);
    boxes[number].left      = left;
    boxes[number].right     = right;
    return number;
  }

  namespace
  {
    /** A box along the axes of space or of a prism. */
    struct Extent
    {
      Eigen::Array3d middle, half;

      bool
      meets(const Extent &other) const
      {
        return ((middle - other.middle).abs() <= half + other.half).all();
      }

      /** The box of this one along axes that are rows, with its middle there. */
      Extent
      turned(const Eigen::Matrix3d &axes, const Eigen::Vector3d &at) const
      {
        return {at, (axes.cwiseAbs() * half.matrix()).array()};
      }
    };
  } // namespace

  // What is along the axes of space is cheaper to tell apart.
  void
  BoxTree::near(const Prism &prism, std::vector<std::size_t> &found) const
  {
    if (boxes.empty())
      return;
    const auto            begin    = static_cast<std::ptrdiff_t>(found.size());
    const Eigen::Matrix3d axes     = prism.axes.transpose();
    const auto            in_prism = [&](const Extent &box) {
      return box.turned(axes, axes * (box.middle.matrix() - prism.origin));
    };
    const auto extent_of = [](const Eigen::Array3d &lower,
                              const Eigen::Array3d &upper) {
      return Extent{0.5 * (lower + upper), 0.5 * (upper - lower)};
    };
    // bounds may be infinite, and what is flat has no size along one of the axes
    const Extent whole = in_prism(extent_of(all.min(), all.max()));
    const double size  = whole.half.maxCoeff();
    const Extent own =
      extent_of(prism.lower.array().max(whole.middle - whole.half - size),
                prism.upper.array().min(whole.middle + whole.half + size));
    const Extent in_space =
      own.turned(prism.axes, prism.origin + prism.axes * own.middle.matrix());
    const auto may_meet = [&](const Extent &box) {
      return box.meets(in_space) && in_prism(box).meets(own);
    };

    boost::container::small_vector<std::size_t, 64> stack{0};
    while (!stack.empty())
      {
        const Box &box = boxes[stack.back()];
        stack.pop_back();
        if (!may_meet({box.middle, box.half}))
          continue;
        if (box.left > 0)
          {
            stack.push_back(box.left);
            stack.push_back(box.right);
          }
        else
          for (std::size_t i = box.first; i < box.last; ++i)
            if (const Eigen::AlignedBox3d &item = items[order[i]];
                extent_of(item.min(), item.max()).meets(in_space))
              found.push_back(order[i]);
      }
    std::sort(found.begin() + begin, found.end());
  }
} // namespace percuss
