// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_input_parameter_file_h
#define percuss_input_parameter_file_h

#include <percuss/input/input_errors.h>
#include <percuss/input/item_list.h>

#include <string>
#include <vector>

namespace percuss
{
  /** One statement of a parameter file: an entry set, or a section opened. */
  struct Statement
  {
    std::string path;       ///< "Section/entry"; "Section/" where one is opened
    std::string value;      ///< of the entry
    std::string place;      ///< the file and the line
    ItemList    items = {}; ///< those of the value, from a .json file
  };

  /**
   * The statements of a parameter file in their order, whether or not there are
   * such entries; throws InputError with file and line where it is malformed.
   *
   * A .prm file is in the format of dealii::ParameterHandler: subsection, set,
   * end, include FILE (relative to the working directory), # comments, lines
   * continued with a backslash; beyond it "\#" is a '#' that begins no comment,
   * and a comment in a continued line ends with its line.
   * A .json file has one object per section, whose members are numbers, texts,
   * true or false, or objects with a member "value", as `percuss explain
   * --format json` prints them, or lists of objects, see item_list.h. A text
   * "$schema" beside the sections is for editors.
   * A byte order mark of UTF-8 is skipped.
   */
  std::vector<Statement>
  read_parameter_file(const std::string &file_name);

  /** The same, of which each line, or member, that is wrong adds its error: the
   * statements are those of the others. */
  std::vector<Statement>
  read_parameter_file(const std::string &file_name, ErrorCollector &errors);
} // namespace percuss

#endif
