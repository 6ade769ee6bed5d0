// SPDX-License-Identifier: Apache-2.0
#include <percuss/input/item.h>
#include <percuss/input/item_recording.h>

#include <algorithm>

namespace percuss
{
  ItemRecording::ItemRecording(const std::string &entry)
    : entry(entry)
    , item{entry, "", "", {}, true}
  {}

  std::size_t
  ItemRecording::choose(const std::size_t n)
  {
    if (depth == branches.size())
      branches.push_back({0, n});
    return branches[depth++].chosen;
  }

  bool
  ItemRecording::is_kind(const std::string_view word)
  {
    const bool is_that = choose(2) == 1;
    if (is_that)
      item.kind = word;
    return is_that;
  }

  void
  ItemRecording::describe(const std::string_view meaning)
  {
    item.meaning = meaning;
  }

  void
  ItemRecording::set_kind(const std::string_view kind,
                          const std::string_view meaning)
  {
    item.kind    = kind;
    item.meaning = meaning;
  }

  void
  ItemRecording::add(const DeclaredWord &word)
  {
    if (word.word.empty() ||
        std::ranges::find(item.words, word.word, &DeclaredWord::word) ==
          item.words.end())
      item.words.push_back(word);
  }

  DeclaredItem
  ItemRecording::result() const
  {
    DeclaredItem result = item;
    std::ranges::stable_partition(result.words, [](const DeclaredWord &word) {
      return word.word.empty();
    });
    return result;
  }

  bool
  ItemRecording::go_on()
  {
    while (!branches.empty() && branches.back().chosen + 1 == branches.back().n)
      branches.pop_back();
    if (branches.empty())
      return false;
    ++branches.back().chosen;
    depth = 0;
    item  = {entry, "", "", {}, true};
    return true;
  }

  std::vector<DeclaredItem>
  declared_by(const std::string                 &entry,
              const std::function<void(Item &)> &parse)
  {
    std::vector<DeclaredItem> items;
    ItemRecording             recording(entry);
    do
      {
        Item item(recording);
        try
          {
            parse(item);
          }
        catch (const ItemRecording::Ends &)
          {} // as far as it declares
        items.push_back(recording.result());
    } while (recording.go_on());
    return items;
  }
} // namespace percuss
