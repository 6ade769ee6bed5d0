// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/base/input_text.h>
#include <percuss/base/memory.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

namespace percuss
{
  namespace fs = std::filesystem;

  namespace
  {
    /** What may come from something that is no file, and may not end. */
    double
    most_bytes(const fs::file_type type)
    {
      return type == fs::file_type::fifo ? memory_limit() / 8 : 16 << 20;
    }
  } // namespace

  std::optional<std::string>
  input_text(const std::string &file_name)
  {
    std::error_code ignored;
    const auto      type = fs::status(file_name, ignored).type();
    std::ifstream   file(file_name, std::ios::binary);
    if (!file || type == fs::file_type::directory)
      return {};
    if (type == fs::file_type::regular)
      {
        const double size =
          static_cast<double>(fs::file_size(file_name, ignored));
        if (const std::string problem = problem_of_memory(size);
            !problem.empty())
          throw InputError("'" + file_name + "' is too large: " + problem +
                           '.');
        return std::string{std::istreambuf_iterator<char>(file), {}};
      }
    const double      most = most_bytes(type);
    std::string       text;
    std::vector<char> part(1 << 20);
    while (file.read(part.data(), static_cast<std::streamsize>(part.size())),
           file.gcount() > 0)
      {
        text.append(part.data(), static_cast<std::size_t>(file.gcount()));
        if (static_cast<double>(text.size()) > most)
          throw InputError(
            "'" + file_name + "' does not end, or has more than " +
            std::to_string(static_cast<long>(most)) + " bytes. Give a file.");
      }
    return text;
  }
} // namespace percuss
