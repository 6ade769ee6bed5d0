// SPDX-License-Identifier: Apache-2.0
#include <percuss/output/checked_file.h>
#include <percuss/output/file_replacement.h>

#include <zlib.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string_view>

namespace percuss
{
  namespace fs = std::filesystem;

  namespace
  {
    constexpr std::string_view magic = "percuss checkpoint 1\n";
  } // namespace

  std::uint32_t
  crc_of(const std::string &text)
  {
    return static_cast<std::uint32_t>(
      crc32_z(0, reinterpret_cast<const Bytef *>(text.data()), text.size()));
  }

  std::string
  bytes_of_file(const fs::path &path)
  {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  bool
  begins_as_checked_file(const fs::path &path)
  {
    std::error_code ignored;
    if (fs::symlink_status(path, ignored).type() != fs::file_type::regular)
      return false;
    constexpr std::string_view begin = magic.substr(0, magic.size() - 2);
    std::string                text(begin.size(), '\0');
    std::ifstream              file(path, std::ios::binary);
    file.read(text.data(), static_cast<std::streamsize>(text.size()));
    return file.gcount() == 0 || text == begin;
  }

  void
  write_checked(const fs::path &path, const std::string &content)
  {
    const std::uint32_t crc  = crc_of(content);
    const std::uint64_t size = content.size();
    std::string         file(magic);
    file.append(reinterpret_cast<const char *>(&crc), sizeof(crc));
    file.append(reinterpret_cast<const char *>(&size), sizeof(size));
    file += content;
    replace_file_on_disk(path.string(), file);
  }

  std::string
  read_checked(const fs::path &path, std::string &problem)
  {
    constexpr std::size_t head =
      magic.size() + sizeof(std::uint32_t) + sizeof(std::uint64_t);
    const std::string file = bytes_of_file(path);
    std::error_code   ignored;
    std::uint32_t     crc  = 0;
    std::uint64_t     size = 0;
    if (!fs::is_regular_file(path, ignored))
      problem = "is missing";
    else if (!std::string_view(file).starts_with(
               magic.substr(0, magic.size() - 2)))
      problem = "is no file of a checkpoint";
    else if (!std::string_view(file).starts_with(magic))
      problem = "has the format of another version of percuss";
    else if (file.size() < head)
      problem = "is cut";
    else
      {
        std::memcpy(&crc, file.data() + magic.size(), sizeof(crc));
        std::memcpy(&size,
                    file.data() + magic.size() + sizeof(crc),
                    sizeof(size));
        if (file.size() - head < size)
          problem = "is cut";
        else if (file.size() - head > size || crc_of(file.substr(head)) != crc)
          problem = "is damaged (its checksum is wrong)";
      }
    return problem.empty() ? file.substr(head) : "";
  }
} // namespace percuss
