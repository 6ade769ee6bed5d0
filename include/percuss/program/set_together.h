// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_program_set_together_h
#define percuss_program_set_together_h

#include <percuss/input/input_errors.h>
#include <percuss/input/parameters.h>

#include <cstddef>
#include <string>
#include <vector>

namespace percuss
{
  /**
   * Sets entries one after the other, of which some may be variables that only
   * together have values which others can take: what a variable has been refused
   * is asked again when all have been set.
   *
   * @param path_of "Section/entry" of the number i
   * @param set     sets it; what it throws is added to the errors
   */
  template <class PathOf, class Set>
  void
  set_together(const std::size_t n,
               const PathOf     &path_of,
               const Set        &set,
               ErrorCollector   &errors)
  {
    const std::string        section = std::string(variables_section) + '/';
    std::vector<std::size_t> refused;
    for (std::size_t i = 0; i < n; ++i)
      if (!std::string(path_of(i)).starts_with(section))
        errors.in_turn([&] { set(i); });
      else if (!ErrorCollector().in_turn([&] { set(i); }))
        refused.push_back(i);
    for (const std::size_t i : refused)
      errors.in_turn([&] { set(i); });
  }

  /** The same of settings with a path, a value and a place; throws the errors.
   */
  template <class File, class Settings>
  void
  set_together(File &file, const Settings &settings)
  {
    ErrorCollector errors;
    set_together(
      settings.size(),
      [&](const std::size_t i) { return settings[i].path; },
      [&](const std::size_t i) {
        file.set(settings[i].path, settings[i].value, settings[i].place);
      },
      errors);
    errors.throw_all();
  }
} // namespace percuss

#endif
