// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_simulation_contact_totals_h
#define percuss_simulation_contact_totals_h

#include <percuss/simulation/step_record.h>

#include <algorithm>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace percuss
{
  /**
   * What histories and signals show of the contacts: every row, or where there
   * are thousands the totals of groups of rows, such as a contact surface and
   * an obstacle:
   *
   *     gap               the smallest of the group [m]
   *     contact_velocity  the mean of the group by the weights [m/s]
   *     impulse           the sum of the group [N s]
   */
  class ContactTotals
  {
  public:
    /** Each row by itself. */
    ContactTotals(std::vector<std::string> names = {})
      : names(std::move(names))
    {
      resize();
    }

    /**
     * @param group_of_row index of the group, or no_group of rows that are not
     *   shown (tangential ones)
     * @param weights of the rows in the mean, of nodal areas
     */
    ContactTotals(std::vector<std::string>  names,
                  std::vector<unsigned int> group_of_row,
                  std::vector<double>       weights)
      : names(std::move(names))
      , group_of_row(std::move(group_of_row))
      , weights(std::move(weights))
    {
      resize();
      std::vector<double> sums(this->names.size(), 0.);
      for (std::size_t row = 0; row < this->weights.size(); ++row)
        if (this->group_of_row[row] != no_group)
          sums[this->group_of_row[row]] += this->weights[row];
      for (std::size_t row = 0; row < this->weights.size(); ++row)
        if (this->group_of_row[row] != no_group)
          this->weights[row] /= sums[this->group_of_row[row]];
    }

    static constexpr unsigned int no_group =
      std::numeric_limits<unsigned int>::max();

    /** Number of groups. */
    std::size_t
    size() const
    {
      return names.size();
    }

    /** Sets gap, velocity and impulse. */
    void
    evaluate(const StepRecord &record)
    {
      if (group_of_row.empty())
        {
          std::ranges::copy(record.gap, gap.begin());
          std::ranges::copy(record.contact_velocity, velocity.begin());
          std::ranges::copy(record.impulse, impulse.begin());
          return;
        }
      std::ranges::fill(gap, std::numeric_limits<double>::infinity());
      std::ranges::fill(velocity, 0.);
      std::ranges::fill(impulse, 0.);
      for (std::size_t row = 0; row < group_of_row.size(); ++row)
        if (const unsigned int group = group_of_row[row]; group != no_group)
          {
            gap[group] = std::min(gap[group], record.gap[row]);
            velocity[group] += weights[row] * record.contact_velocity[row];
            impulse[group] += record.impulse[row];
          }
    }

    std::vector<std::string> names;
    std::vector<double>      gap, velocity, impulse; ///< one per group

  private:
    void
    resize()
    {
      for (auto *array : {&gap, &velocity, &impulse})
        array->assign(names.size(), 0.);
    }

    std::vector<unsigned int> group_of_row;
    std::vector<double>       weights;
  };
} // namespace percuss

#endif
