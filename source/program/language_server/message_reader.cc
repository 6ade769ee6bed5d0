// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/text.h>
#include <percuss/program/language_server/message_reader.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstddef>

namespace percuss::language_server
{
  namespace
  {
    constexpr std::string_view length_name = "content-length:";

    std::string
    in_small_letters(std::string text)
    {
      std::ranges::transform(text, text.begin(), [](const unsigned char c) {
        return static_cast<char>(std::tolower(c));
      });
      return text;
    }

    /** The length that a header says, if it does. */
    std::optional<std::size_t>
    length_in(const std::string &header)
    {
      const std::string small = in_small_letters(header);
      if (!small.starts_with(length_name) &&
          small.find('\n' + std::string(length_name)) == std::string::npos)
        return {};
      const std::size_t begin = small.find(length_name) + length_name.size();
      const std::string digits =
        trim(small.substr(begin, small.find('\r', begin) - begin));
      std::size_t       length = 0;
      const char *const end    = digits.data() + digits.size();
      const auto        read   = std::from_chars(digits.data(), end, length);
      if (digits.empty() || read.ec != std::errc() || read.ptr != end)
        return {};
      return length;
    }

    IncomingMessage
    problem_of_stream(const ErrorCode code, const std::string &text)
    {
      return {Json(), code, text};
    }
  } // namespace

  void
  MessageReader::add(const std::string_view bytes)
  {
    received += bytes;
  }

  void
  MessageReader::drop_to_header(const std::size_t begin)
  {
    const auto is_same = [](const unsigned char one, const char other) {
      return std::tolower(one) == other;
    };
    const auto next =
      std::search(received.begin() + static_cast<std::ptrdiff_t>(begin),
                  received.end(),
                  length_name.begin(),
                  length_name.end(),
                  is_same);
    received.erase(received.begin(), next);
  }

  std::optional<IncomingMessage>
  MessageReader::next()
  {
    constexpr std::size_t longest_header = 4096;
    const std::size_t     blank          = received.find("\r\n\r\n");
    if (blank == std::string::npos || blank > longest_header)
      {
        if (received.size() <= longest_header)
          return {};
        drop_to_header(1);
        return problem_of_stream(ErrorCode::parse_error,
                                 "There is no header of a message.");
      }
    const std::string header = received.substr(0, blank);
    const auto        length = length_in(header);
    if (!length || *length > longest)
      {
        drop_to_header(1);
        return problem_of_stream(
          ErrorCode::parse_error,
          "The header of a message has no 'Content-Length: BYTES', of at most " +
            std::to_string(longest) + " bytes.");
      }
    const std::size_t begin = blank + 4;
    if (received.size() < begin + *length)
      return {};
    const Json message =
      Json::parse(received.substr(begin, *length), nullptr, false);
    received.erase(0, begin + *length);
    if (message.is_discarded())
      return problem_of_stream(ErrorCode::parse_error,
                               "The message is no JSON.");
    if (!message.is_object())
      return problem_of_stream(ErrorCode::invalid_request,
                               "The message is no JSON object.");
    return IncomingMessage{message, ErrorCode::parse_error, ""};
  }

  std::string
  framed(const Json &message)
  {
    const std::string text =
      message.dump(-1, ' ', false, Json::error_handler_t::replace);
    return "Content-Length: " + std::to_string(text.size()) + "\r\n\r\n" + text;
  }

  Json
  response(const Json &id, const Json &result)
  {
    return {{"jsonrpc", "2.0"}, {"id", id}, {"result", result}};
  }

  Json
  error_response(const Json        &id,
                 const ErrorCode    code,
                 const std::string &message)
  {
    return {{"jsonrpc", "2.0"},
            {"id", id},
            {"error",
             {{"code", static_cast<int>(code)}, {"message", message}}}};
  }

  Json
  notification(const std::string &method, const Json &params)
  {
    return {{"jsonrpc", "2.0"}, {"method", method}, {"params", params}};
  }
} // namespace percuss::language_server
