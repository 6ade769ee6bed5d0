// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/output/file_replacement.h>
#include <percuss/output/log_file.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <string_view>

namespace percuss
{
  namespace
  {
    /** Hands on what it gets, and copies whole lines into a file. */
    class CopyingBuffer final : public std::streambuf
    {
    public:
      /** @param screen where the text goes, too; none: nowhere */
      CopyingBuffer(std::streambuf *screen, std::ostream &file, int &failure)
        : screen(screen)
        , file(file)
        , failure(failure)
      {}

      ~CopyingBuffer() override
      {
        if (!line.empty())
          file << line << std::endl;
      }

    private:
      int_type
      overflow(const int_type character) override
      {
        if (traits_type::eq_int_type(character, traits_type::eof()))
          return traits_type::not_eof(character);
        const char c = traits_type::to_char_type(character);
        if (c == '\n')
          {
            errno = 0;
            file << line << std::endl;
            if (!file && failure == 0)
              failure = errno;
            line.clear();
          }
        else if (c == '\r')
          line.clear(); // it is rewritten
        else
          line += c;
        return screen ? screen->sputc(c) : character;
      }

      int
      sync() override
      {
        return screen ? screen->pubsync() : 0;
      }

      std::streambuf *screen;
      std::ostream   &file;
      int            &failure;
      std::string     line;
    };
  } // namespace

  LogFile::LogFile(const std::string &file_name, const bool is_quiet)
    : file_name(file_name)
    , output(std::cout.rdbuf())
    , error(std::cerr.rdbuf())
  {
    if (const std::string problem = problem_of_pipe(file_name);
        !problem.empty())
      throw InputError("--log: '" + file_name +
                       "' cannot be written: " + problem + '.');
    errno = 0;
    file.open(file_name, std::ios::binary);
    if (!file)
      throw InputError("--log: '" + file_name +
                       "' cannot be written: " + std::strerror(errno) + '.');
    copied_output = std::make_unique<CopyingBuffer>(is_quiet ? nullptr : output,
                                                    file,
                                                    failure);
    copied_error = std::make_unique<CopyingBuffer>(error, file, failure);
    std::cout.rdbuf(copied_output.get());
    std::cerr.rdbuf(copied_error.get());
  }

  LogFile::~LogFile()
  {
    give_streams_back();
  }

  void
  LogFile::give_streams_back()
  {
    if (!copied_output)
      return;
    const auto state = std::cout.rdstate(); // rdbuf() would forget a failure
    std::cout.rdbuf(output);
    std::cout.setstate(state);
    std::cerr.rdbuf(error);
    copied_output.reset();
    copied_error.reset();
  }

  void
  LogFile::append(const std::string &line)
  {
    file << line << std::endl;
  }

  void
  LogFile::end()
  {
    give_streams_back();
    errno = 0;
    file.close();
    if (file)
      return;
    if (failure == 0)
      failure = errno;
    errno = failure;
    throw writing_failed(file_name);
  }

  bool
  is_file_without_log(const std::string &file_name)
  {
    constexpr std::string_view begin = "percuss: ";
    std::error_code            ignored;
    if (!std::filesystem::is_regular_file(file_name, ignored) ||
        std::filesystem::file_size(file_name, ignored) == 0)
      return false;
    std::ifstream file(file_name, std::ios::binary);
    std::string   text(begin.size(), '\0');
    file.read(text.data(), static_cast<std::streamsize>(text.size()));
    return text != begin;
  }
} // namespace percuss
