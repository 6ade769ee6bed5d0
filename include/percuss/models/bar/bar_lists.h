// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_bar_bar_lists_h
#define percuss_models_bar_bar_lists_h

#include <percuss/input/case_file.h>
#include <percuss/input/input_errors.h>
#include <percuss/models/bar/bar_description.h>

#include <string>
#include <vector>

namespace percuss
{
  /** The entries of "Elastic bar" with an item for each bar, or one for all. What
   * is wrong with each of them is added to @p errors, once. */
  struct BarLists
  {
    const CaseFile &case_file;
    ErrorCollector &errors;

    static inline const std::string section = "Elastic bar/";

    /** Item @p i of a list with one item or @p n_items. Throws InputError for
     * another number. */
    std::string
    item(const std::string &list,
         std::size_t        i,
         std::size_t        n_items,
         const std::string &path) const;

    /** A number, or an expression of x and material. Throws InputError. */
    BarProperty
    property(const std::string &text, const std::string &path) const;

    /** The same; a number must be positive. */
    BarProperty
    positive_property(const std::string &text, const std::string &path) const;

    /** Calls @p set with each bar, its item and the path of the entry. */
    template <class Set>
    void
    read(std::vector<BarDescription> &bars,
         const std::string           &list,
         const char                  *entry,
         const Set                   &set) const
    {
      const std::string path = section + entry;
      errors.in_turn([&] {
        for (std::size_t b = 0; b < bars.size(); ++b)
          set(bars[b], item(list, b, bars.size(), path), path);
      });
    }

    /** Sets a member of each bar. */
    void
    read_property(std::vector<BarDescription> &bars,
                  const std::string           &list,
                  const char                  *entry,
                  BarProperty BarDescription::*member,
                  bool                         is_positive) const;
  };
} // namespace percuss

#endif
