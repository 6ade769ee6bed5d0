// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_mesh_mesh_text_h
#define percuss_mesh_mesh_text_h

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

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

    /** The next bytes, whatever they are; fails where the file ends. */
    std::string_view
    bytes(std::size_t n);

    /** Goes on behind the next place where @p mark stands; fails if there is
     * none. */
    void
    skip_behind(std::string_view mark);

    /** Another file stands in the place of the next line: its path is relative
     * to the folder of the file that asks for it. Words taken before are lost.
     */
    void
    include(const std::string &path);

    /** Fails unless the next word is this one. */
    void
    expect(std::string_view word);

    /** What a message about the last word ends with: "." or, where nothing is
     * behind that, that the file is not complete and what to do. */
    std::string
    end_of_message() const;

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
    std::string       content; ///< with what is included

  private:
    /** Lines of the content that follow each other in one file. */
    struct Lines
    {
      std::size_t first;         ///< of the content, from 1
      std::size_t file;          ///< of `files`
      std::size_t first_in_file; ///< from 1
    };

    struct File
    {
      std::string name;
      std::size_t includer; ///< its own place for the first
    };

    std::vector<Lines>::const_iterator
    lines_with(std::size_t line) const;

    std::vector<File>  files;
    std::vector<Lines> lines{{1, 0, 1}};
    std::size_t        position = 0, line_of_position = 1, line_of_word = 1;
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
