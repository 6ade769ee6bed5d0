// SPDX-License-Identifier: Apache-2.0

// Quantities in the values of entries and in texts.

#include <percuss/base/exceptions.h>
#include <percuss/base/text.h>
#include <percuss/input/units.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <string_view>

namespace percuss
{
  namespace
  {
    /** A text that begins with a number, and what stands behind it. */
    struct NumberAndRest
    {
      std::string number, unit;
    };

    /** None where nothing is behind the number, or no number at the beginning.
     */
    std::optional<NumberAndRest>
    number_with_unit(const std::string &text)
    {
      const std::size_t begin = text.starts_with('+') ? 1 : 0;
      double            value = 0.;
      const auto        read =
        std::from_chars(text.data() + begin, text.data() + text.size(), value);
      if (read.ec != std::errc() || !std::isfinite(value))
        return {};
      const auto    n = static_cast<std::size_t>(read.ptr - text.data());
      NumberAndRest result{text.substr(begin, n - begin),
                           trim(std::string_view(text).substr(n))};
      // no operator of an expression
      const auto first = static_cast<unsigned char>(
        result.unit.empty() ? ' ' : result.unit.front());
      if (std::isalpha(first) == 0 && first < 128 && first != '1')
        return {};
      return result;
    }

    /** Throws unless a unit has the dimension of one of @p declared. */
    void
    check_is_one_of(const Unit                     &given,
                    const std::string              &name,
                    const std::vector<std::string> &declared)
    {
      if (declared.empty() || declared[0] == "-")
        throw InputError("It is a pure number, which has no unit.");
      const auto has_dimension = [&](const std::string &other) {
        const auto known = unit(other);
        return known && given.has_dimension_of(*known);
      };
      if (!std::ranges::any_of(declared, has_dimension))
        throw InputError("It is measured in " + declared[0] + ", and '" +
                         shortened(name) + "' has another dimension.");
    }

    /** Reads numbers_in_si(). */
    class TextWithUnits
    {
    public:
      TextWithUnits(const std::string                           &text,
                    const std::vector<std::vector<std::string>> &units,
                    const bool                                   names_follow)
        : text(text)
        , units(units)
        , names_follow(names_follow)
      {
        std::size_t i = 0;
        while (i < text.size())
          {
            const char c = text[i];
            const bool is_number =
              (is_digit(i) || (c == '.' && is_digit(i + 1))) &&
              (i == 0 || (!is_in_word(i - 1) && text[i - 1] != '.'));
            if (is_number)
              {
                i = read_number(i);
                continue;
              }
            if (c == '(' || c == ')')
              depth += c == '(' ? 1 : -1;
            else if (c == ';' || c == '|')
              end_piece();
            else if (c == ',' && depth == 0)
              ++component;
            result += c;
            ++i;
          }
        end_piece();
      }

      std::string result;

    private:
      bool
      is_digit(const std::size_t i) const
      {
        return i < text.size() &&
               std::isdigit(static_cast<unsigned char>(text[i])) != 0;
      }

      bool
      is_in_word(const std::size_t i) const
      {
        const auto letter = static_cast<unsigned char>(text[i]);
        return std::isalnum(letter) != 0 || letter >= 128 || letter == '_';
      }

      void
      end_piece()
      {
        if (has_unit && has_none)
          throw InputError("Some of its numbers have a unit and others have "
                           "none: give each its unit.");
        has_unit = has_none = false;
        component           = 0;
      }

      /** Whether what stands there belongs to a name, as in "bar 2 m: 70e9". */
      bool
      is_name(const std::size_t begin, const std::size_t end) const
      {
        const std::size_t next = text.find_first_not_of(" \t", end);
        return next != std::string::npos && text[next] == ':' &&
               text.substr(0, begin).find('?') == std::string::npos;
      }

      /** Whether what stands there is multiplied, or an id before a colon. */
      bool
      is_part_of_product(const std::size_t begin, const std::size_t end) const
      {
        const std::size_t next      = text.find_first_not_of(" \t", end);
        const std::size_t last      = begin == 0 ?
                                        std::string::npos :
                                        text.find_last_not_of(" \t", begin - 1);
        const std::string operators = "*/^<>=?";
        return (next != std::string::npos &&
                (text[next] == ':' ||
                 operators.find(text[next]) != std::string::npos)) ||
               (last != std::string::npos &&
                operators.find(text[last]) != std::string::npos);
      }

      /** Throws where a name follows a number and is neither that of a function
       * or a constant, nor behind a number among names. */
      void
      refuse_unknown_unit(const std::size_t end) const
      {
        if (names_follow)
          return;
        std::size_t begin = text.find_first_not_of(" \t", end);
        std::size_t after = begin;
        while (after < text.size() && is_in_word(after))
          ++after;
        if (begin == std::string::npos || after == begin || is_digit(begin))
          return;
        const std::string word = text.substr(begin, after - begin);
        const std::size_t next = text.find_first_not_of(" \t", after);
        if (word != "pi" && word != "t" && word != "x" && word != "y" &&
            word != "z" && (next == std::string::npos || text[next] != '('))
          refuse_unit(word);
      }

      /** Returns the place behind it. */
      std::size_t
      read_number(const std::size_t begin)
      {
        const std::vector<std::string> variables{"t", "x", "y", "z"};
        auto       given      = number_with_unit_at(text, begin, variables);
        const bool is_of_name = given && is_name(begin, given->end);
        if (is_of_name)
          given.reset();
        double      value = 0.;
        const char *first = text.data() + begin;
        const auto  read =
          std::from_chars(first, text.data() + text.size(), value);
        if (!given)
          refuse_unknown_unit(begin +
                              static_cast<std::size_t>(read.ptr - first));
        const std::size_t end =
          given ? given->end :
                  begin + static_cast<std::size_t>(read.ptr - first);
        const bool is_judged =
          depth == 0 && !is_of_name && !is_part_of_product(begin, end);
        if (given && is_judged)
          {
            const std::string name = trim(std::string_view(text).substr(
              begin + static_cast<std::size_t>(read.ptr - first),
              end - begin - static_cast<std::size_t>(read.ptr - first)));
            check_is_one_of(given->unit,
                            name,
                            units[std::min(component, units.size() - 1)]);
          }
        has_unit = has_unit || (given && is_judged);
        has_none = has_none || (!given && is_judged && value != 0.);
        result += given ? given->value : text.substr(begin, end - begin);
        return end;
      }

      const std::string                           &text;
      const std::vector<std::vector<std::string>> &units;
      bool                                         names_follow; // numbers
      int                                          depth     = 0;
      std::size_t                                  component = 0;
      bool has_unit = false, has_none = false; // numbers of this piece
    };
  } // namespace

  std::string
  numbers_in_si(const std::string                           &text,
                const std::vector<std::vector<std::string>> &units,
                const bool                                   names_follow)
  {
    return TextWithUnits(text, units, names_follow).result;
  }

  std::string
  in_declared_unit(const std::string &value, const Parameter &entry)
  {
    const bool is_number = entry.allowed.starts_with("a number");
    const bool is_text   = entry.allowed == "any text" && !entry.assign_items &&
                         !entry.text_of_items;
    if (!is_number && !is_text)
      return value;
    const auto declared = unit_of(entry).empty() ?
                            std::vector<std::string>() :
                            declared_units(entry.documentation);
    if (is_text && declared.empty())
      return value; // else a name behind a number is no expression
    std::string result;
    bool        is_changed = false;
    for (std::string piece : split(value, ';'))
      {
        const auto given    = number_with_unit(piece);
        const auto read     = given ? unit(given->unit) : std::nullopt;
        const bool is_alone = is_number || read ||
                              (given && given->unit.find_first_of(
                                          "*(:=,|<>?") == std::string::npos);
        if (given && is_alone)
          {
            if (!declared.empty() && !read)
              refuse_unit(given->unit);
            check_is_one_of(read.value_or(Unit()), given->unit, declared);
            piece      = in_si(given->number, *read);
            is_changed = true;
          }
        else if (is_text)
          {
            const std::string before = piece;
            piece                    = numbers_in_si(piece, {declared}, true);
            is_changed               = is_changed || piece != before;
          }
        result += (result.empty() ? "" : "; ") + piece;
      }
    return is_changed ? result : value;
  }
} // namespace percuss
