// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_output_checked_file_h
#define percuss_output_checked_file_h

#include <cstdint>
#include <filesystem>
#include <string>

namespace percuss
{
  // Files whose damage is found: "percuss checkpoint 1\n", CRC-32 and size of
  // the rest, and the rest in the numbers of the computer.

  /** CRC-32 (ISO-HDLC) of the bytes. */
  std::uint32_t
  crc_of(const std::string &text);

  /** All bytes of a file; none where it cannot be read. */
  std::string
  bytes_of_file(const std::filesystem::path &path);

  /** Whether a file begins as checked files do, of any version, or is empty; no
   * link. */
  bool
  begins_as_checked_file(const std::filesystem::path &path);

  /** Takes the place of the file by rename when it is on the disk. Throws
   * std::runtime_error where it cannot be written. */
  void
  write_checked(const std::filesystem::path &path, const std::string &content);

  /** The content; what is wrong with the file goes into @p problem, which is
   * left alone where nothing is. */
  std::string
  read_checked(const std::filesystem::path &path, std::string &problem);
} // namespace percuss

#endif
