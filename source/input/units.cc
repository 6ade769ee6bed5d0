// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/base/text.h>
#include <percuss/input/unit_names.h>
#include <percuss/input/units.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <numbers>
#include <string_view>
#include <vector>

namespace percuss
{
  namespace
  {
    struct NamedUnit
    {
      std::string_view name;
      Unit             unit;
      bool             has_prefixes = false;
    };

    constexpr double pi = std::numbers::pi;

    // metres, kilograms, seconds, radians
    constexpr NamedUnit units[] = {{"m", {{1, 0, 0, 0}}, true},
                                   {"g", {{0, 1, 0, 0}, 1., -3}, true},
                                   {"s", {{0, 0, 1, 0}}, true},
                                   {"rad", {{0, 0, 0, 1}}, true},
                                   {"N", {{1, 1, -2, 0}}, true},
                                   {"Pa", {{-1, 1, -2, 0}}, true},
                                   {"J", {{2, 1, -2, 0}}, true},
                                   {"W", {{2, 1, -3, 0}}, true},
                                   {"Hz", {{0, 0, -1, 0}}, true},
                                   {"t", {{0, 1, 0, 0}, 1., 3}},
                                   {"bar", {{-1, 1, -2, 0}, 1., 5}},
                                   {"min", {{0, 0, 1, 0}, 60.}},
                                   {"h", {{0, 0, 1, 0}, 3600.}},
                                   {"deg", {{0, 0, 0, 1}, pi / 180.}},
                                   {"\u00b0", {{0, 0, 0, 1}, pi / 180.}},
                                   {"rpm", {{0, 0, -1, 1}, pi / 30.}},
                                   {"in", {{1, 0, 0, 0}, 254., -4}},
                                   {"ft", {{1, 0, 0, 0}, 3048., -4}},
                                   {"lb", {{0, 1, 0, 0}, 0.45359237}},
                                   {"lbf", {{1, 1, -2, 0}, 4.4482216152605}},
                                   {"psi", {{-1, 1, -2, 0}, 6894.757293168361}},
                                   {"1", {}}};

    constexpr std::pair<std::string_view, int> prefixes[] = {{"p", -12},
                                                             {"n", -9},
                                                             {"u", -6},
                                                             {"\u00b5", -6},
                                                             {"\u03bc", -6},
                                                             {"m", -3},
                                                             {"c", -2},
                                                             {"d", -1},
                                                             {"h", 2},
                                                             {"k", 3},
                                                             {"M", 6},
                                                             {"G", 9},
                                                             {"T", 12}};

    std::optional<Unit>
    named_unit(const std::string &name)
    {
      for (const NamedUnit &known : units)
        if (name == known.name)
          return known.unit;
      for (const auto &[prefix, power] : prefixes)
        for (const NamedUnit &known : units)
          if (known.has_prefixes &&
              name == std::string(prefix) + std::string(known.name))
            {
              Unit result = known.unit;
              result.power += power;
              return result;
            }
      return {};
    }

    /** "N^2", "m2", "mm": a name and perhaps an exponent. */
    std::optional<Unit>
    unit_with_exponent(const std::string &text)
    {
      const std::size_t hat      = text.find('^');
      const std::size_t digit    = text.find_first_of("0123456789", 1);
      const std::size_t after    = std::min(hat, digit); // the name
      const auto        base     = named_unit(text.substr(0, after));
      int               exponent = 1;
      const char *const end      = text.data() + text.size();
      if (after != std::string::npos)
        {
          const auto read =
            std::from_chars(text.data() + after + (after == hat ? 1 : 0),
                            end,
                            exponent);
          if (read.ec != std::errc() || read.ptr != end ||
              std::abs(exponent) > 9)
            return {};
        }
      if (!base)
        return {};
      Unit result = *base;
      for (int &each : result.dimension)
        each *= exponent;
      result.power *= exponent;
      result.factor = std::pow(result.factor, exponent);
      return result;
    }

    void
    multiply(Unit &unit, const Unit &other, const int sign)
    {
      for (std::size_t i = 0; i < unit.dimension.size(); ++i)
        unit.dimension[i] += sign * other.dimension[i];
      unit.power += sign * other.power;
      unit.factor *= sign > 0 ? other.factor : 1. / other.factor;
    }

    bool
    is_of_word(const std::string &text, const std::size_t i)
    {
      const auto letter =
        static_cast<unsigned char>(i < text.size() ? text[i] : ' ');
      return std::isalnum(letter) != 0 || letter >= 128 || letter == '_';
    }

    /** Where the name of a unit and its exponent end that begin at @p begin;
     * @p begin where there is none. */
    std::size_t
    end_of_factor(const std::string &text, const std::size_t begin)
    {
      std::size_t end = begin;
      while (is_of_word(text, end))
        ++end;
      if (end == begin ||
          std::isdigit(static_cast<unsigned char>(text[begin])) != 0)
        return begin;
      if (end < text.size() && text[end] == '^')
        {
          std::size_t digits = end + 1;
          if (digits < text.size() && text[digits] == '-')
            ++digits;
          std::size_t after = digits;
          while (after < text.size() &&
                 std::isdigit(static_cast<unsigned char>(text[after])) != 0)
            ++after;
          if (after > digits && !is_of_word(text, after))
            end = after;
        }
      if (const std::size_t next = text.find_first_not_of(" \t", end);
          next != std::string::npos && text[next] == '(')
        return begin; // of a function
      return unit_with_exponent(text.substr(begin, end - begin)) ? end : begin;
    }
  } // namespace

  std::optional<Unit>
  unit(const std::string &text)
  {
    Unit        result;
    std::string factor;
    int         sign = 1, next = 1;
    const auto  take = [&] {
      const auto read = unit_with_exponent(factor);
      if (read)
        multiply(result, *read, sign);
      factor.clear();
      sign = 1;
      return read.has_value();
    };
    for (const char c : trim(text))
      if (c == ' ' || c == '*' || c == '/')
        {
          if (!factor.empty() && !take())
            return {};
          if (c == '/' && next == -1)
            return {};
          next = c == '/' ? -1 : c == '*' ? 1 : next;
        }
      else
        {
          if (factor.empty())
            {
              sign = next;
              next = 1;
            }
          factor += c;
        }
    if (factor.empty() || !take())
      return {};
    return result;
  }

  std::string
  in_si(const std::string &number, const Unit &unit)
  {
    const std::size_t e = number.find_first_of("eE");
    const int         exponent =
      e == std::string::npos ? 0 : std::atoi(number.c_str() + e + 1);
    const std::string decimal =
      number.substr(0, e) + "e" + std::to_string(exponent + unit.power);
    const long double value = unit.factor == 1. ?
                                std::strtod(decimal.c_str(), nullptr) :
                                std::strtold(decimal.c_str(), nullptr) *
                                  static_cast<long double>(unit.factor);
    char              digits[32];
    const auto        end =
      std::to_chars(digits, digits + sizeof digits, static_cast<double>(value));
    return {digits, end.ptr};
  }

  std::optional<NumberWithUnit>
  number_with_unit_at(const std::string              &text,
                      const std::size_t               begin,
                      const std::vector<std::string> &variables)
  {
    double      value = 0.;
    const char *first = text.data() + begin;
    const auto  read = std::from_chars(first, text.data() + text.size(), value);
    if (read.ec != std::errc())
      return {};
    const auto n    = static_cast<std::size_t>(read.ptr - first);
    const auto skip = [&](const std::size_t i) {
      return std::min(text.find_first_not_of(" \t", i), text.size());
    };
    const std::size_t unit_begin = skip(begin + n);
    std::size_t       end        = end_of_factor(text, unit_begin);
    if (end == unit_begin)
      return {};
    while (true)
      {
        std::size_t next = skip(end);
        if (next < text.size() && (text[next] == '*' || text[next] == '/'))
          next = skip(next + 1);
        const std::size_t more = end_of_factor(text, next);
        std::size_t       word = next;
        while (is_of_word(text, word))
          ++word;
        if (more == next ||
            std::ranges::find(variables, text.substr(next, word - next)) !=
              variables.end())
          break;
        end = more;
      }
    const auto read_unit = unit(text.substr(unit_begin, end - unit_begin));
    if (!read_unit)
      return {};
    return NumberWithUnit{in_si(text.substr(begin, n), *read_unit),
                          *read_unit,
                          end};
  }

  std::vector<std::string>
  declared_units(const std::string &documentation)
  {
    const std::string        instead = "in mechanisms ";
    std::vector<std::string> result;
    std::size_t              begin = documentation.find('[');
    while (begin != std::string::npos)
      {
        const std::size_t end = documentation.find(']', begin);
        if (result.empty() || documentation.substr(0, begin).ends_with(instead))
          result.push_back(documentation.substr(begin + 1, end - begin - 1));
        begin = documentation.find('[', begin + 1);
      }
    return result;
  }

  std::vector<std::string>
  unit_names()
  {
    std::vector<std::string> names;
    for (const NamedUnit &known : units)
      {
        names.emplace_back(known.name);
        for (const auto &[prefix, power] : prefixes)
          if (known.has_prefixes)
            names.push_back(std::string(prefix) + std::string(known.name));
      }
    return names;
  }

  std::vector<std::string>
  common_unit_names()
  {
    std::vector<std::string> names;
    for (const NamedUnit &known : units)
      {
        const bool is_large = known.name != "m" && known.name != "s" &&
                              known.name != "g" && known.name != "rad";
        names.emplace_back(known.name);
        for (const auto &[prefix, power] : prefixes)
          if (known.has_prefixes &&
              (prefix == "u" || prefix == "m" ||
               (prefix == "c" && known.name == "m") ||
               (prefix == "k" && known.name != "s" && known.name != "rad") ||
               (is_large && (prefix == "M" || prefix == "G"))))
            names.push_back(std::string(prefix) + std::string(known.name));
      }
    return names;
  }

  void
  refuse_unit(const std::string &name)
  {
    const std::string meant = nearest(name, unit_names());
    throw InputError("There is no unit '" + shortened(name) + "'." +
                     (meant.empty() ? " Write one as in 2 mm, 210 GPa, "
                                      "9.81 m/s^2, 30 deg/s." :
                                      " Did you mean '" + meant + "'?"));
  }

  std::string
  unit_of(const Parameter &entry)
  {
    const auto declared = declared_units(entry.documentation);
    return declared.empty() || declared[0] == "-" || !unit(declared[0]) ?
             "" :
             declared[0];
  }

} // namespace percuss
