// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_program_language_server_text_document_h
#define percuss_program_language_server_text_document_h

#include <cstddef>
#include <string>
#include <vector>

namespace percuss::language_server
{
  /** Bytes of a text from @p begin to before @p end. */
  struct TextRange
  {
    std::size_t begin = 0, end = 0;

    /** Whether a place is in it, or at its end. */
    bool
    touches(const std::size_t place) const
    {
      return begin <= place && place <= end;
    }

    bool
    is_empty() const
    {
      return begin == end;
    }
  };

  /** A place as the Language Server Protocol counts it: line and character from
   * 0. */
  struct Position
  {
    std::size_t line = 0, character = 0;
  };

  /** What the characters of a line are counted in. */
  enum class Encoding
  {
    utf_8, ///< bytes
    utf_16 ///< letters beyond U+FFFF count as two
  };

  /** A text in UTF-8 with its lines, which end with a new line, or with a
   * carriage return before it. */
  class TextDocument
  {
  public:
    explicit TextDocument(std::string text = {});

    const std::string &
    text() const
    {
      return all;
    }

    std::string
    text(const TextRange &range) const
    {
      return all.substr(range.begin, range.end - range.begin);
    }

    std::size_t
    n_lines() const
    {
      return starts.size();
    }

    /** A line without its end; the last one for numbers beyond. */
    TextRange
    line(std::size_t number) const;

    /** Without the blanks at its beginning and end. */
    TextRange
    trimmed_line(std::size_t number) const;

    /** The number of the line that has a byte. */
    std::size_t
    line_of(std::size_t offset) const;

    /** The byte at a position; of positions behind the end of a line, or of the
     * text, that end. */
    std::size_t
    offset_of(const Position &position, Encoding encoding) const;

    Position
    position_of(std::size_t offset, Encoding encoding) const;

  private:
    std::string              all;
    std::vector<std::size_t> starts; ///< of lines
  };

  /** A range without the blanks at its beginning and end. */
  TextRange
  trimmed(const std::string &text, TextRange range);
} // namespace percuss::language_server

#endif
