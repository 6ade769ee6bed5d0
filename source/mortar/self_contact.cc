// SPDX-License-Identifier: Apache-2.0
#include <percuss/mortar/self_contact.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <queue>
#include <tuple>

namespace percuss
{
  namespace
  {
    constexpr double ratio_class  = 1.05;  // values within it are equal
    constexpr double length_class = 1e-6;  // of the largest one
    constexpr double least_weight = 1e-14; // rounding

    /** Numbers of the classes of positive values that differ by ratio_class. */
    std::vector<long>
    classes_of_ratio(const std::vector<double> &values)
    {
      const double      smallest = std::ranges::min(values);
      std::vector<long> result;
      for (const double value : values)
        result.push_back(
          std::lround(std::log(value / smallest) / std::log(ratio_class)));
      return result;
    }

    /** Those of values that differ by length_class of the largest one. */
    std::vector<long>
    classes_of_length(const std::vector<double> &values)
    {
      const double      unit = length_class * std::ranges::max(values);
      std::vector<long> result;
      for (const double value : values)
        result.push_back(unit > 0. ? std::lround(value / unit) : 0);
      return result;
    }
  } // namespace

  void
  SlaveSelection::set_order(const Nodes               &nodes,
                            const std::vector<double> &distances)
  {
    const auto of_size     = classes_of_ratio(nodes.sizes);
    const auto of_modulus  = classes_of_ratio(nodes.moduli);
    const auto of_distance = classes_of_length(distances);
    const auto of_speed    = classes_of_length(nodes.speeds);
    for (unsigned int node = 0; node < distances.size(); ++node)
      order.push_back(node);
    std::ranges::sort(order, {}, [&](const unsigned int node) {
      return std::tuple(of_size[node],
                        of_modulus[node],
                        of_distance[node],
                        -of_speed[node],
                        node);
    });
    place.resize(order.size());
    for (unsigned int i = 0; i < order.size(); ++i)
      place[order[i]] = i;
  }

  template <int dim>
  void
  SlaveSelection::keep_slaves(std::vector<MortarRow<dim>> &rows) const
  {
    std::vector<const MortarRow<dim> *> row_of(order.size(), nullptr);
    for (const MortarRow<dim> &row : rows)
      row_of[row.node] = &row;

    std::vector<unsigned char> is_slave(order.size(), 0), is_master(is_slave);
    const auto                 may_be_slave = [&](const unsigned int node) {
      return row_of[node] && !is_slave[node] && !is_master[node] &&
             std::ranges::none_of(row_of[node]->masters, [&](const auto &part) {
               return std::abs(part.second) > least_weight &&
                      is_slave[part.first];
             });
    };
    // The first in the order of those that S may spread to is next, so that the
    // numbers of nodes and the order of faces do not matter.
    std::priority_queue<unsigned int, std::vector<unsigned int>, std::greater<>>
      waiting; // places in the order
    for (unsigned int first = 0; first < order.size(); ++first)
      for (waiting.push(first); !waiting.empty();)
        {
          const unsigned int node = order[waiting.top()];
          waiting.pop();
          if (!may_be_slave(node))
            continue;
          is_slave[node] = 1;
          for (const auto &[b, weight] : row_of[node]->masters)
            if (std::abs(weight) > least_weight)
              is_master[b] = 1;
          for (const unsigned int neighbour : neighbours[node])
            if (may_be_slave(neighbour))
              waiting.push(place[neighbour]);
        }
    std::erase_if(rows, [&](const MortarRow<dim> &row) {
      return !is_slave[row.node];
    });
  }

  template void
  SlaveSelection::keep_slaves(std::vector<MortarRow<2>> &) const;
  template void
  SlaveSelection::keep_slaves(std::vector<MortarRow<3>> &) const;
} // namespace percuss
