// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_simulation_contact_totals_h
#define percuss_simulation_contact_totals_h

#include <percuss/simulation/step_record.h>

#include <algorithm>
#include <functional>
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
   *     area              the sum of the weights of rows with an impulse
   *     pressure          the largest P/(h weight) of the group; [Pa] where the
   *                       weights are areas
   *
   * Groups without weights have neither area nor pressure, and their
   * contact_velocity is the smallest; of rows that come and go, gap and
   * contact_velocity are those of the rows that are in use.
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
     * @param weights of the rows, nodal areas [m^2]
     */
    ContactTotals(std::vector<std::string>  names,
                  std::vector<unsigned int> group_of_row,
                  std::vector<double>       weights)
      : names(std::move(names))
      , group_of_row(std::move(group_of_row))
      , weights(std::move(weights))
    {
      resize();
      add_weights();
    }

    /** Groups without weights, of rows of which @p is_in_use says whether they are
     * of contacts (ConstraintKinematics::is_in_use()). */
    ContactTotals(std::vector<std::string>         names,
                  std::vector<unsigned int>        group_of_row,
                  std::function<bool(std::size_t)> is_in_use)
      : ContactTotals(std::move(names),
                      std::move(group_of_row),
                      std::vector<double>())
    {
      this->is_in_use = std::move(is_in_use);
    }

    /** The weights are those of the moment, 0 of rows that are not in use. */
    void
    take_changing_weights(std::function<double(std::size_t)> weight_of)
    {
      weight_now = std::move(weight_of);
    }

    /** The rows are others from time to time, of the same groups: @p renew is
     * called before every evaluation with the groups of the rows and their
     * weights, and returns whether it has changed them. */
    void
    take_changing_rows(std::function<bool(std::vector<unsigned int> &,
                                          std::vector<double> &)> renew)
    {
      renew_rows = std::move(renew);
    }

    /** Groups of the rows, and their weights. */
    const std::vector<unsigned int> &
    groups() const
    {
      return group_of_row;
    }
    const std::vector<double> &
    weights_of_rows() const
    {
      return weights;
    }

    /** Whether there is an area and a pressure. */
    bool
    has_areas() const
    {
      return !weights.empty();
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
      if (renew_rows && renew_rows(group_of_row, weights))
        add_weights();
      if (group_of_row.empty())
        {
          std::ranges::copy(record.gap, gap.begin());
          std::ranges::copy(record.contact_velocity, velocity.begin());
          std::ranges::copy(record.impulse, impulse.begin());
          return;
        }
      if (!has_areas())
        {
          evaluate_without_weights(record);
          return;
        }
      if (weight_now)
        {
          for (std::size_t row = 0; row < weights.size(); ++row)
            weights[row] = weight_now(row);
          add_weights();
        }
      std::ranges::fill(gap, std::numeric_limits<double>::infinity());
      std::ranges::fill(velocity, 0.);
      for (auto *array : {&impulse, &area, &pressure})
        std::ranges::fill(*array, 0.);
      for (std::size_t row = 0; row < group_of_row.size(); ++row)
        if (const unsigned int group = group_of_row[row]; group != no_group)
          {
            const double P = record.impulse[row], weight = weights[row];
            gap[group] = std::min(gap[group], record.gap[row]);
            if (weight > 0.)
              velocity[group] +=
                weight / total_weight[group] * record.contact_velocity[row];
            impulse[group] += P;
            if (P > 0.)
              {
                area[group] += weight;
                pressure[group] =
                  std::max(pressure[group], P / (record.time_step * weight));
              }
          }
    }

    std::vector<std::string> names;
    std::vector<double>      gap, velocity, impulse, area,
      pressure; ///< one per group

  private:
    void
    evaluate_without_weights(const StepRecord &record)
    {
      for (auto *array : {&gap, &velocity})
        std::ranges::fill(*array, std::numeric_limits<double>::infinity());
      std::ranges::fill(impulse, 0.);
      for (std::size_t row = 0; row < group_of_row.size(); ++row)
        if (const unsigned int group = group_of_row[row];
            group != no_group && is_in_use(row))
          {
            gap[group] = std::min(gap[group], record.gap[row]);
            velocity[group] =
              std::min(velocity[group], record.contact_velocity[row]);
            impulse[group] += record.impulse[row];
          }
    }

    void
    add_weights()
    {
      std::ranges::fill(total_weight, 0.);
      for (std::size_t row = 0; row < weights.size(); ++row)
        if (group_of_row[row] != no_group)
          total_weight[group_of_row[row]] += weights[row];
    }

    void
    resize()
    {
      for (auto *array :
           {&gap, &velocity, &impulse, &area, &pressure, &total_weight})
        array->assign(names.size(), 0.);
    }

    std::vector<unsigned int> group_of_row;
    std::vector<double>       weights, total_weight;

    std::function<bool(std::size_t)>   is_in_use;
    std::function<double(std::size_t)> weight_now;
    std::function<bool(std::vector<unsigned int> &, std::vector<double> &)>
      renew_rows;
  };
} // namespace percuss

#endif
