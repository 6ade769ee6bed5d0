// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_input_text_as_file_h
#define percuss_input_text_as_file_h

#include <optional>
#include <string>

namespace percuss
{
  /**
   * While it lives, read_parameter_file() of this thread reads a text where it
   * is asked for the file of a name, which says by its ending what the text is
   * and stands in messages as that of a file would. Several may live at a time,
   * of the same name the last one counts; the one made last ends first.
   */
  class TextAsFile
  {
  public:
    /** @param name of the file, with the ending .prm or .json */
    TextAsFile(const std::string &name, const std::string &text);

    TextAsFile(const TextAsFile &) = delete;

    ~TextAsFile();

    /** The text of the file, if it is one. */
    static std::optional<std::string>
    find(const std::string &name);
  };
} // namespace percuss

#endif
