// SPDX-License-Identifier: Apache-2.0
#include <percuss/study/hypograph.h>

#include <utility>

namespace percuss
{
  Hypograph::Hypograph(const ScaledGraph &graph)
    : graph(graph)
  {
    const auto n_blocks = [](const std::size_t n) {
      return (n + fan_out - 1) / fan_out;
    };
    std::vector<double> level(n_blocks(n_segments()));
    for (std::size_t k = 0; k < level.size(); ++k)
      {
        const std::size_t last = std::min((k + 1) * fan_out, graph.size() - 1);
        level[k]               = graph[last].x;
        for (std::size_t i = k * fan_out; i < last; ++i)
          level[k] = std::max(level[k], graph[i].x);
      }
    tops.push_back(std::move(level));
    while (tops.back().size() > 1)
      {
        const std::vector<double> &below = tops.back();
        level.resize(n_blocks(below.size()));
        for (std::size_t k = 0; k < level.size(); ++k)
          level[k] =
            *std::max_element(below.begin() + k * fan_out,
                              below.begin() +
                                std::min((k + 1) * fan_out, below.size()));
        tops.push_back(std::move(level));
      }
  }

  void
  Hypograph::search(const std::size_t level,
                    const std::size_t block,
                    const GraphPoint &p,
                    Nearest          &result) const
  {
    if (level == 0)
      {
        const std::size_t end = std::min((block + 1) * fan_out, n_segments());
        for (std::size_t k = block * fan_out; k < end; ++k)
          if (const double d = distance(k, p); d < result.distance)
            result = {k, d};
        return;
      }

    // The blocks inside that may be nearer, by their bounding boxes: in
    // ascending order, so that the first ones make it skip the others.
    struct Box
    {
      double      distance;
      std::size_t block;
    };
    std::array<Box, fan_out>   boxes;
    std::size_t                n_boxes = 0;
    const std::vector<double> &top     = tops[level - 1];
    std::size_t                n_below = 1;
    for (std::size_t l = 0; l < level; ++l)
      n_below *= fan_out;
    const std::size_t end = std::min((block + 1) * fan_out, top.size());
    for (std::size_t k = block * fan_out; k < end; ++k)
      {
        const std::size_t last = std::min((k + 1) * n_below, n_segments()) - 1;
        const double      d    = std::max(
          {begin_time(k * n_below) - p.t, p.t - end_time(last), p.x - top[k]});
        if (d >= result.distance)
          continue;
        std::size_t i = n_boxes++;
        for (; i > 0 && boxes[i - 1].distance > d; --i)
          boxes[i] = boxes[i - 1];
        boxes[i] = {d, k};
      }
    for (std::size_t i = 0; i < n_boxes; ++i)
      if (boxes[i].distance < result.distance)
        search(level - 1, boxes[i].block, p, result);
  }
} // namespace percuss
