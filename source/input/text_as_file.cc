// SPDX-License-Identifier: Apache-2.0
#include <percuss/input/text_as_file.h>

namespace percuss
{
  namespace
  {
    thread_local std::string text_file_name, text_file_content;
  } // namespace

  TextAsFile::TextAsFile(const std::string &name, const std::string &text)
  {
    text_file_name    = name;
    text_file_content = text;
  }

  TextAsFile::~TextAsFile()
  {
    text_file_name.clear();
    text_file_content.clear();
  }

  std::optional<std::string>
  TextAsFile::find(const std::string &name)
  {
    if (name.empty() || name != text_file_name)
      return {};
    return text_file_content;
  }
} // namespace percuss
