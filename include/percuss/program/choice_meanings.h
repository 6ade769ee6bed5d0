// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_program_choice_meanings_h
#define percuss_program_choice_meanings_h

#include <percuss/run/model.h>

#include <map>
#include <string>
#include <vector>

namespace percuss
{
  /** What the words mean that entries may be, or that their texts may have. */
  class ChoiceMeanings
  {
  public:
    explicit ChoiceMeanings(const Catalogue &catalogue);

    /** The line that `percuss list` has of it, where the entry says so, or that
     * of its declaration; of other words nothing. */
    std::string
    of(const Parameter &entry, const std::string &word) const;

  private:
    using Words = std::map<std::string, std::string, std::less<>>;

    std::map<std::string, Words> lists; ///< of `percuss list`
  };

  /** The words that an entry may be, and those that its text may have. */
  std::vector<std::string>
  words_of(const Parameter &entry);
} // namespace percuss

#endif
