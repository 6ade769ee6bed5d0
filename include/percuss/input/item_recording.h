// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_input_item_recording_h
#define percuss_input_item_recording_h

#include <percuss/input/declared_items.h>

#include <cstddef>
#include <string_view>
#include <vector>

namespace percuss
{
  /** What a function that reads an item declares, while it runs without one;
   * declared_by() runs it once for each way through the kinds. */
  class ItemRecording
  {
  public:
    /** That read() has been reached. */
    struct Ends
    {};

    explicit ItemRecording(const std::string &entry);

    /** Which of @p n branches this run takes. */
    std::size_t
    choose(std::size_t n);

    /** Whether this run is of an item of that kind. */
    bool
    is_kind(std::string_view word);

    /** What the item is. */
    void
    describe(std::string_view meaning);

    void
    set_kind(std::string_view kind, std::string_view meaning);

    /** A second declaration of a word is not another word. */
    void
    add(const DeclaredWord &word);

    /** What this run has declared. */
    DeclaredItem
    result() const;

    /** Prepares the run of the next branches; false if all have been taken. */
    bool
    go_on();

  private:
    struct Branch
    {
      std::size_t chosen, n;
    };

    std::string         entry;
    DeclaredItem        item;
    std::vector<Branch> branches;
    std::size_t         depth = 0; ///< branches of this run so far
  };
} // namespace percuss

#endif
