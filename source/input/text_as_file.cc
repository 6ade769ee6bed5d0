// SPDX-License-Identifier: Apache-2.0
#include <percuss/input/text_as_file.h>

#include <algorithm>
#include <filesystem>
#include <utility>
#include <vector>

namespace percuss
{
  namespace
  {
    thread_local std::vector<std::pair<std::string, std::string>> texts;

    /** Whatever the working directory is called in it. */
    std::string
    full_name(const std::string &name)
    {
      std::error_code ignored;
      return std::filesystem::absolute(name, ignored)
        .lexically_normal()
        .string();
    }
  } // namespace

  TextAsFile::TextAsFile(const std::string &name, const std::string &text)
  {
    texts.emplace_back(full_name(name), text);
  }

  TextAsFile::~TextAsFile()
  {
    texts.pop_back();
  }

  std::optional<std::string>
  TextAsFile::find(const std::string &name)
  {
    if (name.empty() || texts.empty())
      return {};
    const std::string wanted = full_name(name);
    const auto        found =
      std::ranges::find(texts.rbegin(),
                        texts.rend(),
                        wanted,
                        &std::pair<std::string, std::string>::first);
    return found == texts.rend() ? std::nullopt : std::optional(found->second);
  }
} // namespace percuss
