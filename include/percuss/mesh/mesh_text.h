// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_mesh_mesh_text_h
#define percuss_mesh_mesh_text_h

#include <cstdint>
#include <string>
#include <string_view>

namespace percuss
{
  /** The words of a mesh file, one after the other, and where they stand. What
   * is wrong is thrown as InputError with file and line. */
  class MeshText
  {
  public:
    /** Reads the file. */
    explicit MeshText(const std::string &file_name);

    /** Whether only blanks follow. */
    bool
    at_end();

    /** The next word; fails where the file ends. */
    std::string_view
    word();

    /** The same, which must be a whole number between two others, or finite.
     */
    std::int64_t
    whole_number(const char *what, std::int64_t smallest, std::int64_t largest);
    double
    real_number(const char *what);

    /** What is left of the line, which is then read. */
    std::string_view
    rest_of_line();

    /** Fails unless the next word is this one. */
    void
    expect(std::string_view word);

    /** About the line of the last word, or of another one. */
    [[noreturn]] void
    fail(const std::string &message) const;
    [[noreturn]] void
    fail(const std::string &message, std::size_t line) const;

    /** Of the last word, from 1. */
    std::size_t
    line() const
    {
      return line_of_word;
    }

    const std::string file_name;
    const std::string content;

  private:
    std::size_t position = 0, line_of_position = 1, line_of_word = 1;
  };

  /** The number that a text is, which the reader of a file wants in a line;
   * fails as MeshText. */
  std::int64_t
  whole_number_in(std::string_view text,
                  const char      *what,
                  std::int64_t     smallest,
                  std::int64_t     largest,
                  const MeshText  &place,
                  std::size_t      line);
  double
  real_number_in(std::string_view text,
                 const char      *what,
                 const MeshText  &place,
                 std::size_t      line);
} // namespace percuss

#endif
