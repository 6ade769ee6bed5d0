// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/base/memory.h>
#include <percuss/base/text.h>
#include <percuss/models/mechanism/parse_parts.h>
#include <percuss/models/mechanism/require_item_value.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>
#include <random>

namespace percuss
{
  using Words = std::vector<std::string>;

  namespace
  {
    /** f' by five points, error of O(h^4), h = eps^(1/5) @p scale. */
    std::function<double(double)>
    derivative(const std::function<double(double)> &f, const double scale)
    {
      const double h =
        std::pow(std::numeric_limits<double>::epsilon(), 0.2) * scale;
      return [f, h](const double t) {
        return (8. * (f(t + h) - f(t - h)) - (f(t + 2. * h) - f(t - 2. * h))) /
               (12. * h);
      };
    }
  } // namespace

  void
  for_all_items(const std::string                          &text,
                const char                                 *what,
                const Words                                &frames,
                const ParseFunctionOfTime                  &parse_function,
                const std::function<void(MechanismItem &)> &parse)
  {
    for (const std::string &item_text : split_items(text))
      try
        {
          MechanismItem item(item_text, frames, parse_function);
          parse(item);
          item.finish();
        }
      catch (const InputError &error)
        {
          // the entry is called as they are, more of them
          std::string entry = what;
          entry[0]          = static_cast<char>(std::tolower(entry[0]));
          entry             = entry == "body" ? "bodies" : entry + 's';
          throw InputError(std::string(what) + " '" + item_text +
                             "': " + error.what(),
                           entry);
        }
  }

  void
  add_body_name(const std::string &name,
                const Words       &of_contacts,
                Words             &frames)
  {
    if (std::ranges::find(frames, name) != frames.end() && name != "ground")
      throw InputError("There is a body '" + name +
                       "' already; give each its own name.");
    Words words{"ground",
                "length",
                "angle",
                "rate",
                "stiffness",
                "free length",
                "damping",
                "preload",
                "bumper",
                "exponent",
                "dissipation"};
    words.insert(words.end(), of_contacts.begin(), of_contacts.end());
    for (const std::string &word : words)
      if (mechanism_text::begins_with(name, word))
        throw InputError("The name of a body must not begin with '" + word +
                         "', which has a meaning of its own.");
    frames.push_back(name);
  }

  BodyShape
  lengths_of_shape(MechanismItem     &item,
                   const std::string &word,
                   const Eigen::Index n)
  {
    BodyShape shape{word,
                    n == any_number ? item.numbers(word) :
                                      item.numbers(word, n),
                    {},
                    1.};
    if (n != any_number)
      for (const double length : shape.lengths)
        require_positive("body '" + item.name() + "'", "length", length);
    return shape;
  }

  std::optional<BodyShape>
  parse_shape(MechanismItem                                           &item,
              const std::vector<std::pair<std::string, Eigen::Index>> &shapes)
  {
    const auto found = std::ranges::find_if(shapes, [&](const auto &shape) {
      return item.has(shape.first);
    });
    if (found == shapes.end())
      return {};
    const bool has_mass = item.has("mass");
    if (has_mass == item.has("density"))
      throw InputError(has_mass ?
                         "It has both a mass and a density; write one." :
                         "Its shape needs a mass or a density.");
    const auto &[word, n] = *found;
    BodyShape shape       = lengths_of_shape(item, word, n);
    if (has_mass)
      shape.mass = item.number("mass");
    else
      shape.density = item.number("density");
    return shape;
  }

  Words
  beam_words(const Words &others)
  {
    Words words{"from",
                "length",
                "elements",
                "degree",
                "mass matrix",
                "section rectangle",
                "section circle",
                "section pipe",
                "Young's modulus",
                "Poisson's ratio",
                "density",
                "curvature",
                "velocity"};
    words.insert(words.end(), others.begin(), others.end());
    return words;
  }

  void
  check_size_of_beam(const double n_elements, const double degree)
  {
    // at the start, five matrices with all their entries
    const double n_dofs = 3. * n_elements * degree;
    if (const std::string problem =
          problem_of_memory(5. * 8. * n_dofs * n_dofs);
        !problem.empty())
      throw InputError("It has " + short_text(n_elements) +
                       " elements of degree " + short_text(degree) + ". " +
                       problem + ". Take fewer.");
  }

  unsigned int
  whole_number(MechanismItem     &item,
               const std::string &word,
               const double       otherwise)
  {
    const double value = item.number(word, otherwise);
    if (!(value >= 1. && value <= 1e6) || value != std::floor(value))
      throw InputError("'" + word + "' must be a whole number from 1.");
    return static_cast<unsigned int>(value);
  }

  BeamSection
  parse_section(MechanismItem &item)
  {
    const BeamMaterial material{item.number("Young's modulus"),
                                item.number("Poisson's ratio", 0.3),
                                item.number("density")};
    if (item.has("section circle"))
      return circle(material, item.number("section circle"));
    if (item.has("section pipe"))
      {
        const Eigen::VectorXd radii = item.numbers("section pipe", 2);
        return pipe(material, radii[0], radii[1]);
      }
    const Eigen::VectorXd sides = item.numbers("section rectangle", 2);
    return rectangle(material, sides[0], sides[1]);
  }

  double
  parse_lumping(MechanismItem &item, const unsigned int degree)
  {
    if (!item.has("mass matrix"))
      return 0.;
    const double p     = degree;
    const double all[] = {0., 1., p / (p + 1.)};
    return all[item.choice("mass matrix", {"consistent", "lumped", "blended"})];
  }

  std::size_t
  parse_kind(MechanismItem &item, const char *what, const Words &kinds)
  {
    const auto kind = std::ranges::find(kinds, item.take_kind());
    if (kind == kinds.end())
      item.throw_unknown_kind(what, kinds);
    return static_cast<std::size_t>(kind - kinds.begin());
  }

  TimeFunction
  parse_motion(MechanismItem &item, const double time_scale)
  {
    TimeFunction motion;
    motion.value = item.expressions("angle", 1).front().value;
    motion.rate = item.has("rate") ? item.expressions("rate", 1).front().value :
                                     derivative(motion.value, time_scale);
    if (!std::isfinite(motion.rate(0.)))
      throw InputError("The angle has no derivative at t = 0: it is a "
                       "difference, for which the expression must be "
                       "defined shortly before, too. Or write 'rate', "
                       "the derivative.");
    return motion;
  }
  template <int dim>
  std::vector<Eigen::Vector<double, dim>>
  parse_copies(MechanismItem &item)
  {
    using Vector             = Eigen::Vector<double, dim>;
    constexpr double largest = 1e5;
    const auto       refuse  = [&](const std::string &word) {
      if (!item.has(word))
        return;
      throw InputError("There is '" + word +
                       "' without 'copies', which it belongs to.");
    };
    if (!item.has("copies"))
      {
        refuse("spacing");
        refuse("scatter");
        return {Vector::Zero()};
      }
    const Vector numbers = item.vector<dim>("copies"),
                 spacing = item.vector<dim>("spacing");
    const double scatter = item.number("scatter", 0.);
    if (!(numbers.minCoeff() >= 1. && numbers.prod() <= largest) ||
        numbers != Vector(numbers.array().round()))
      throw InputError("The numbers of copies must be whole ones of at least "
                       "1, at most 100000 together.");
    if (!(scatter >= 0.))
      throw InputError("The scatter of copies must not be negative.");

    std::mt19937 random; // the same numbers everywhere
    const auto   between_ones = [&random] {
      return (static_cast<double>(random()) + 0.5) / 2147483648. - 1.;
    };
    std::vector<Vector> offsets;
    for (int i = 0; i < static_cast<int>(numbers.prod()); ++i)
      {
        Vector offset;
        for (int k = 0, rest = i; k < dim; ++k)
          {
            const int n = static_cast<int>(numbers[k]);
            offset[k]   = rest % n * spacing[k] + scatter * between_ones();
            rest /= n;
          }
        offsets.push_back(offset);
      }
    return offsets;
  }

  template std::vector<Eigen::Vector2d>
  parse_copies<2>(MechanismItem &);
  template std::vector<Eigen::Vector3d>
  parse_copies<3>(MechanismItem &);
} // namespace percuss
