// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/base/input_text.h>
#include <percuss/base/memory.h>

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

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

    /** A file as the system has it open. */
    struct OpenFile
    {
      explicit OpenFile(const std::string &name)
        : number(open(name.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC))
      {}

      OpenFile(const OpenFile &) = delete;

      ~OpenFile()
      {
        if (number >= 0)
          close(number);
      }

      const int number;
    };

    /** Waits for the first byte that comes from a pipe or a device; of a pipe
     * into which nobody writes none ever would. */
    std::string
    first_byte(const OpenFile &file, const std::string &file_name)
    {
      constexpr int patience = 3000; // ms in which a writer may start
      pollfd        input{file.number, POLLIN, 0};
      char          byte     = 0;
      const bool    has_come = poll(&input, 1, patience) > 0;
      const ssize_t n        = has_come ? -1 : read(file.number, &byte, 1);
      if (n == 0)
        throw InputError("'" + file_name +
                         "' is a pipe into which nobody writes. Give a file.");
      fcntl(file.number, F_SETFL, 0); // reading waits from here on
      return n == 1 ? std::string(1, byte) : std::string();
    }

    /** Of what is no file. */
    std::optional<std::string>
    text_of_stream(const std::string &file_name, const fs::file_type type)
    {
      const OpenFile file(file_name);
      if (file.number < 0)
        return {};
      std::string       text = first_byte(file, file_name);
      const double      most = most_bytes(type);
      std::vector<char> part(1 << 20);
      for (ssize_t n; (n = read(file.number, part.data(), part.size())) > 0;)
        {
          text.append(part.data(), static_cast<std::size_t>(n));
          if (static_cast<double>(text.size()) > most)
            throw InputError(
              "'" + file_name + "' does not end, or has more than " +
              std::to_string(static_cast<long>(most)) + " bytes. Give a file.");
        }
      return text;
    }
  } // namespace

  std::optional<std::string>
  input_text(const std::string &file_name)
  {
    std::error_code ignored;
    const auto      type = fs::status(file_name, ignored).type();
    if (type == fs::file_type::directory)
      return {};
    if (type != fs::file_type::regular)
      return text_of_stream(file_name, type);
    std::ifstream file(file_name, std::ios::binary);
    if (!file)
      return {};
    const double size = static_cast<double>(fs::file_size(file_name, ignored));
    if (const std::string problem = problem_of_memory(size); !problem.empty())
      throw InputError("'" + file_name + "' is too large: " + problem + '.');
    return std::string{std::istreambuf_iterator<char>(file), {}};
  }
} // namespace percuss
