// SPDX-License-Identifier: Apache-2.0
#include <percuss/mortar/self_contact.h>

#include <algorithm>
#include <cmath>
#include <tuple>

namespace percuss
{
  namespace
  {
    constexpr double size_class     = 1.05;  // sizes within it are equal
    constexpr double distance_class = 1e-6;  // of the largest one
    constexpr double least_weight   = 1e-14; // rounding

    /** Numbers of classes: equal but for size_class. */
    std::vector<long>
    classes(const std::vector<double> &values)
    {
      const double      smallest = std::ranges::min(values);
      std::vector<long> result;
      for (const double value : values)
        result.push_back(
          std::lround(std::log(value / smallest) / std::log(size_class)));
      return result;
    }
  } // namespace

  void
  SlaveSelection::set_order(const std::vector<double> &sizes,
                            const std::vector<double> &moduli,
                            const std::vector<double> &distances)
  {
    const auto   of_size = classes(sizes), of_modulus = classes(moduli);
    const double unit = distance_class * std::ranges::max(distances);
    for (unsigned int node = 0; node < sizes.size(); ++node)
      order.push_back(node);
    std::ranges::sort(order, {}, [&](const unsigned int node) {
      return std::tuple(of_size[node],
                        of_modulus[node],
                        std::lround(distances[node] / unit),
                        node);
    });
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
    std::vector<unsigned int> waiting;
    for (const unsigned int first : order)
      {
        waiting = {first};
        for (std::size_t i = 0; i < waiting.size(); ++i) // it grows
          {
            const unsigned int node = waiting[i];
            if (!may_be_slave(node))
              continue;
            is_slave[node] = 1;
            for (const auto &[b, weight] : row_of[node]->masters)
              if (std::abs(weight) > least_weight)
                is_master[b] = 1;
            waiting.insert(waiting.end(),
                           neighbours[node].begin(),
                           neighbours[node].end());
          }
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
