// SPDX-License-Identifier: Apache-2.0
#include <percuss/program/language_server/text_document.h>

#include <algorithm>
#include <utility>

namespace percuss::language_server
{
  namespace
  {
    /** The bytes of the letter that begins with @p first. */
    std::size_t
    bytes_of_letter(const unsigned char first)
    {
      return first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    }

    /** What a letter of some bytes counts. */
    std::size_t
    units_of_letter(const std::size_t bytes, const Encoding encoding)
    {
      if (encoding == Encoding::utf_8)
        return bytes;
      return bytes == 4 ? 2 : 1;
    }
  } // namespace

  TextDocument::TextDocument(std::string text)
    : all(std::move(text))
    , starts{0}
  {
    for (std::size_t i = 0; i < all.size(); ++i)
      if (all[i] == '\n')
        starts.push_back(i + 1);
  }

  TextRange
  TextDocument::line(const std::size_t number) const
  {
    const std::size_t n = std::min(number, starts.size() - 1);
    std::size_t end = n + 1 < starts.size() ? starts[n + 1] - 1 : all.size();
    if (end > starts[n] && all[end - 1] == '\r')
      --end;
    return {starts[n], end};
  }

  TextRange
  TextDocument::trimmed_line(const std::size_t number) const
  {
    return trimmed(all, line(number));
  }

  std::size_t
  TextDocument::line_of(const std::size_t offset) const
  {
    const auto next = std::ranges::upper_bound(starts, offset);
    return static_cast<std::size_t>(next - starts.begin()) - 1;
  }

  std::size_t
  TextDocument::offset_of(const Position &position,
                          const Encoding  encoding) const
  {
    if (position.line >= starts.size())
      return all.size();
    const TextRange range = line(position.line);
    std::size_t     count = 0, i = range.begin;
    while (i < range.end && count < position.character)
      {
        const std::size_t bytes =
          bytes_of_letter(static_cast<unsigned char>(all[i]));
        count += units_of_letter(bytes, encoding);
        i += bytes;
      }
    return std::min(i, range.end);
  }

  Position
  TextDocument::position_of(const std::size_t offset,
                            const Encoding    encoding) const
  {
    const std::size_t place = std::min(offset, all.size());
    Position          position{line_of(place), 0};
    for (std::size_t i = starts[position.line]; i < place;)
      {
        const std::size_t bytes =
          bytes_of_letter(static_cast<unsigned char>(all[i]));
        position.character += units_of_letter(bytes, encoding);
        i += bytes;
      }
    return position;
  }

  TextRange
  trimmed(const std::string &text, TextRange range)
  {
    const auto is_blank = [&](const std::size_t i) {
      return text[i] == ' ' || text[i] == '\t' || text[i] == '\r' ||
             text[i] == '\n';
    };
    while (range.begin < range.end && is_blank(range.begin))
      ++range.begin;
    while (range.end > range.begin && is_blank(range.end - 1))
      --range.end;
    return range;
  }
} // namespace percuss::language_server
