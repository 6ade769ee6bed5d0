// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/base/text.h>
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

    /** A text that begins with a number, and what stands behind it. */
    struct NumberWithUnit
    {
      std::string number, unit;
    };

    /** None where nothing is behind the number, or no number at the beginning.
     */
    std::optional<NumberWithUnit>
    number_with_unit(const std::string &text)
    {
      const std::size_t begin = text.starts_with('+') ? 1 : 0;
      double            value = 0.;
      const auto        read =
        std::from_chars(text.data() + begin, text.data() + text.size(), value);
      if (read.ec != std::errc() || !std::isfinite(value))
        return {};
      const auto     n = static_cast<std::size_t>(read.ptr - text.data());
      NumberWithUnit result{text.substr(begin, n - begin),
                            trim(std::string_view(text).substr(n))};
      // no operator of an expression
      const auto first = static_cast<unsigned char>(
        result.unit.empty() ? ' ' : result.unit.front());
      if (std::isalpha(first) == 0 && first < 128 && first != '1')
        return {};
      return result;
    }

    /** The number times factor 10^power, where it is decimal exactly. */
    std::string
    multiplied(const std::string &number, const double factor, const int power)
    {
      const std::size_t e = number.find_first_of("eE");
      const int         exponent =
        e == std::string::npos ? 0 : std::atoi(number.c_str() + e + 1);
      const std::string decimal =
        number.substr(0, e) + "e" + std::to_string(exponent + power);
      const long double value = factor == 1. ?
                                  std::strtod(decimal.c_str(), nullptr) :
                                  std::strtold(decimal.c_str(), nullptr) *
                                    static_cast<long double>(factor);
      char              digits[32];
      const auto        end = std::to_chars(digits,
                                     digits + sizeof digits,
                                     static_cast<double>(value));
      return {digits, end.ptr};
    }

    [[noreturn]] void
    throw_unknown(const std::string &name)
    {
      std::vector<std::string> names;
      for (const NamedUnit &known : units)
        {
          names.emplace_back(known.name);
          for (const auto &[prefix, power] : prefixes)
            if (known.has_prefixes)
              names.push_back(std::string(prefix) + std::string(known.name));
        }
      const std::string meant = nearest(name, names);
      throw InputError("There is no unit '" + shortened(name) + "'." +
                       (meant.empty() ? " Write one as in 2 mm, 210 GPa, "
                                        "9.81 m/s^2, 30 deg/s." :
                                        " Did you mean '" + meant + "'?"));
    }

    /** The units in which a documentation measures its entry: the first in
     * brackets, and what it is instead in mechanisms. */
    std::vector<std::string>
    declared_units(const std::string &documentation)
    {
      const std::string        instead = "in mechanisms ";
      std::vector<std::string> result;
      std::size_t              begin = documentation.find('[');
      while (begin != std::string::npos)
        {
          const std::size_t end = documentation.find(']', begin);
          if (result.empty() ||
              documentation.substr(0, begin).ends_with(instead))
            result.push_back(documentation.substr(begin + 1, end - begin - 1));
          begin = documentation.find('[', begin + 1);
        }
      return result;
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
  unit_of(const Parameter &entry)
  {
    const auto declared = declared_units(entry.documentation);
    return declared.empty() || declared[0] == "-" || !unit(declared[0]) ?
             "" :
             declared[0];
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
        const auto given = number_with_unit(piece);
        const auto read  = given ? unit(given->unit) : std::nullopt;
        if (given)
          {
            if (declared.empty())
              throw InputError("It is a pure number, which has no unit.");
            if (!read)
              throw_unknown(given->unit);
            const auto has_dimension = [&](const std::string &name) {
              return read->has_dimension_of(*unit(name));
            };
            if (!std::ranges::any_of(declared, has_dimension))
              throw InputError("It is measured in " + declared[0] + ", and '" +
                               shortened(given->unit) +
                               "' has another dimension.");
            piece      = multiplied(given->number, read->factor, read->power);
            is_changed = true;
          }
        result += (result.empty() ? "" : "; ") + piece;
      }
    return is_changed ? result : value;
  }
} // namespace percuss
