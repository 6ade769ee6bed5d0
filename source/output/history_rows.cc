// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/output/file_replacement.h>
#include <percuss/output/history_rows.h>

#include <cerrno>
#include <charconv>
#include <filesystem>
#include <fstream>

namespace percuss
{
  namespace
  {
    InputError
    not_as_it_was_left(const std::string &file_name, const std::string &problem)
    {
      return InputError("'" + file_name +
                        "' is not as the run has left it: " + problem + '.');
    }
  } // namespace

  void
  cut_history(const std::string &file_name, const std::uint64_t size)
  {
    std::error_code error;
    const auto      size_now = std::filesystem::file_size(file_name, error);
    if (error || size_now < size)
      throw not_as_it_was_left(file_name,
                               error ? error.message() :
                                       "it is shorter than at the checkpoint");
    std::filesystem::resize_file(file_name, size, error);
    errno = error.value();
    if (error)
      throw writing_failed(file_name);
  }

  void
  thin_history(const std::string      &file_name,
               const unsigned long int interval,
               const unsigned long int last)
  {
    FileReplacement replacement(file_name);
    std::ifstream   file(file_name, std::ios::binary);
    std::ofstream   thinned(replacement.name(), std::ios::binary);
    std::string     row;
    if (std::getline(file, row))
      thinned << row << '\n'; // the names of the columns
    unsigned long int due      = 0;
    const auto        is_found = [&] {
      unsigned long int step = 0;
      const auto        end  = row.data() + row.size();
      return std::from_chars(row.data(), end, step).ec == std::errc() &&
             step == due && row.back() == '\r';
    };
    bool goes_on = true;
    while (goes_on && std::getline(file, row))
      if (is_found())
        {
          thinned << row << '\n';
          due += interval;
          goes_on = interval > 0 && due <= last;
        }
    if (goes_on)
      throw not_as_it_was_left(file_name,
                               "it has no row of step " + std::to_string(due));
    errno = 0;
    thinned.close();
    if (!thinned)
      throw writing_failed(file_name);
    replacement.take_place();
  }
} // namespace percuss
