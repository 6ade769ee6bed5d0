// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/base/input_text.h>
#include <percuss/base/text.h>
#include <percuss/mesh/mesh_text.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <optional>
#include <utility>

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
      std::optional<std::string> text = input_text(file_name);
      if (!text)
        throw InputError("The mesh file '" + file_name +
                         "' cannot be opened. Give the path of a file of Gmsh "
                         "(.msh), Abaqus (.inp) or VTK (.vtu) relative to the "
                         "working directory or absolute.");
      return std::move(*text);
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

    const char *const not_complete =
      ": it is not complete. Save it again, or copy it again.";

    std::string_view
    without_plus(const std::string_view text)
    {
      return text.starts_with('+') ? text.substr(1) : text;
    }
  } // namespace

  MeshText::MeshText(const std::string &file_name)
    : file_name(file_name)
    , content(content_of(file_name))
    , files{{file_name, 0}}
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
      fail(std::string("The file ends too early") + not_complete);
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

  std::string_view
  MeshText::bytes(const std::size_t n)
  {
    line_of_word = line_of_position;
    if (n > content.size() - position)
      fail(std::string("The file ends too early") + not_complete);
    const auto result = std::string_view(content).substr(position, n);
    line_of_position +=
      static_cast<std::size_t>(std::ranges::count(result, '\n'));
    position += n;
    return result;
  }

  void
  MeshText::skip_behind(const std::string_view mark)
  {
    const std::size_t found = content.find(mark, position);
    line_of_word            = line_of_position;
    if (found == std::string::npos)
      fail("'" + std::string(mark) + "' is missing" + not_complete);
    bytes(found + mark.size() - position);
  }

  std::vector<MeshText::Lines>::const_iterator
  MeshText::lines_with(const std::size_t line) const
  {
    return std::ranges::upper_bound(lines, line, {}, &Lines::first) - 1;
  }

  void
  MeshText::include(const std::string &path)
  {
    const auto        here = lines_with(line_of_word);
    const std::size_t file = files.size(), includer = here->file,
                      next_in_file =
                        here->first_in_file + line_of_position - here->first;
    const std::string name =
      (std::filesystem::path(files[includer].name).parent_path() / path)
        .lexically_normal()
        .string();
    for (std::size_t f = includer;; f = files[f].includer)
      {
        if (files[f].name == name)
          fail("The file '" + name + "' includes itself.");
        if (f == files[f].includer)
          break;
      }
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(name, ignored))
      fail("The file '" + name + "' that it asks for cannot be opened.");
    std::string text = content_of(name);
    if (!text.ends_with('\n'))
      text += '\n';
    files.push_back({name, includer});
    const auto n_lines =
      static_cast<std::size_t>(std::ranges::count(text, '\n'));
    auto behind = lines.begin() + (here - lines.cbegin()) + 1;
    for (auto later = behind; later != lines.end(); ++later)
      later->first += n_lines;
    behind = lines.insert(behind,
                          {line_of_position + n_lines, includer, next_in_file});
    lines.insert(behind, {line_of_position, file, 1});
    content.insert(position, text);
  }

  void
  MeshText::expect(const std::string_view expected)
  {
    const std::string_view found = word();
    if (found != expected)
      fail(in_message(found) + " stands where " + in_message(expected) +
           " must be" + end_of_message());
  }

  std::string
  MeshText::end_of_message() const
  {
    return std::any_of(content.begin() + static_cast<std::ptrdiff_t>(position),
                       content.end(),
                       [](const char c) { return !is_blank(c); }) ?
             "." :
             std::string(", and the file ends here") + not_complete;
  }

  void
  MeshText::fail(const std::string &message) const
  {
    fail(message, line_of_word);
  }

  void
  MeshText::fail(const std::string &message, const std::size_t line) const
  {
    const auto part = lines_with(line);
    throw InputError("The mesh file '" + files[part->file].name + "', line " +
                     std::to_string(line - part->first + part->first_in_file) +
                     ": " + message);
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
                   " to " + std::to_string(largest) + place.end_of_message(),
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
                   " must be, a number" + place.end_of_message(),
                 line);
    return vanishes ? 0. : value;
  }
} // namespace percuss
