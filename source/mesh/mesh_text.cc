// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/base/text.h>
#include <percuss/mesh/mesh_text.h>

#include <charconv>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace percuss
{
  namespace
  {
    bool
    is_blank(const char c)
    {
      return c == ' ' || (c >= '\t' && c <= '\r') || c == '\0';
    }

    std::string
    content_of(const std::string &file_name)
    {
      std::ifstream   file(file_name, std::ios::binary);
      std::error_code ignored;
      if (!file || std::filesystem::is_directory(file_name, ignored))
        throw InputError("The mesh file '" + file_name +
                         "' cannot be opened. Give the path of a file of Gmsh "
                         "(.msh), Abaqus (.inp) or VTK (.vtu) relative to the "
                         "working directory or absolute.");
      return {std::istreambuf_iterator<char>(file), {}};
    }

    std::string
    in_message(const std::string_view word)
    {
      std::string text = shortened(std::string(word.substr(0, 60)));
      for (char &c : text)
        if (static_cast<unsigned char>(c) < 32 ||
            static_cast<unsigned char>(c) > 126)
          c = '?';
      return "'" + text + "'";
    }

    std::string_view
    without_plus(const std::string_view text)
    {
      return text.starts_with('+') ? text.substr(1) : text;
    }
  } // namespace

  MeshText::MeshText(const std::string &file_name)
    : file_name(file_name)
    , content(content_of(file_name))
  {}

  bool
  MeshText::at_end()
  {
    for (; position < content.size() && is_blank(content[position]); ++position)
      line_of_position += content[position] == '\n';
    return position == content.size();
  }

  std::string_view
  MeshText::word()
  {
    const bool ends = at_end();
    line_of_word    = line_of_position;
    if (ends)
      fail("The file ends too early: it is not complete.");
    const std::size_t begin = position;
    while (position < content.size() && !is_blank(content[position]))
      ++position;
    return std::string_view(content).substr(begin, position - begin);
  }

  std::int64_t
  MeshText::whole_number(const char        *what,
                         const std::int64_t smallest,
                         const std::int64_t largest)
  {
    const std::string_view next = word();
    return whole_number_in(next, what, smallest, largest, *this, line_of_word);
  }

  double
  MeshText::real_number(const char *what)
  {
    const std::string_view next = word();
    return real_number_in(next, what, *this, line_of_word);
  }

  std::string_view
  MeshText::rest_of_line()
  {
    line_of_word            = line_of_position;
    const std::size_t begin = position;
    position = std::min(content.find('\n', position), content.size());
    const std::size_t end = position;
    if (position < content.size())
      {
        ++position;
        ++line_of_position;
      }
    return std::string_view(content).substr(begin, end - begin);
  }

  void
  MeshText::expect(const std::string_view expected)
  {
    const std::string_view found = word();
    if (found != expected)
      fail(in_message(found) + " stands where " + in_message(expected) +
           " must be.");
  }

  void
  MeshText::fail(const std::string &message) const
  {
    fail(message, line_of_word);
  }

  void
  MeshText::fail(const std::string &message, const std::size_t line) const
  {
    throw InputError("The mesh file '" + file_name + "', line " +
                     std::to_string(line) + ": " + message);
  }

  std::int64_t
  whole_number_in(const std::string_view text,
                  const char            *what,
                  const std::int64_t     smallest,
                  const std::int64_t     largest,
                  const MeshText        &place,
                  const std::size_t      line)
  {
    const std::string_view digits = without_plus(text);
    std::int64_t           value  = 0;
    const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc() || end != digits.data() + digits.size() ||
        value < smallest || value > largest)
      place.fail(in_message(text) + " stands where " + what +
                   " must be, a whole number from " + std::to_string(smallest) +
                   " to " + std::to_string(largest) + '.',
                 line);
    return value;
  }

  double
  real_number_in(const std::string_view text,
                 const char            *what,
                 const MeshText        &place,
                 const std::size_t      line)
  {
    const std::string_view digits = without_plus(text);
    double                 value  = 0.;
    const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), value);
    // what is too small is zero
    const bool vanishes = error == std::errc::result_out_of_range &&
                          text.find("e-") != std::string_view::npos;
    if ((error != std::errc() && !vanishes) ||
        end != digits.data() + digits.size() || !std::isfinite(value))
      place.fail(in_message(text) + " stands where " + what +
                   " must be, a number.",
                 line);
    return vanishes ? 0. : value;
  }
} // namespace percuss
