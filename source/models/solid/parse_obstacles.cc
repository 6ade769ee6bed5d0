// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/base/text.h>
#include <percuss/constraints/geometry/rigid_shapes.h>
#include <percuss/input/expression.h>
#include <percuss/input/input_errors.h>
#include <percuss/input/units.h>
#include <percuss/models/solid/parse_obstacles.h>
#include <percuss/models/solid/signed_distance_expression.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <sstream>
#include <utility>

namespace percuss
{
  using namespace dealii;

  namespace
  {
    template <int dim>
    using Obstacle = std::unique_ptr<RigidObstacle<dim>>;

    using Fields = std::vector<std::string>;

    template <int dim>
    const char *const coordinates = dim == 2 ? "x, y" : "x, y, z";

    std::string
    in_quotes(const std::string &text)
    {
      return "'" + text + "'";
    }

    /** The text of @p what, "point", with its numbers in SI. */
    std::string
    text_in_si(const std::string &text,
               const std::string &what,
               const char *const  unit)
    {
      try
        {
          return numbers_in_si(text, {{unit}});
        }
      catch (const InputError &error)
        {
          throw InputError("The " + what + ", " + in_quotes(text) + ": " +
                           error.what());
        }
    }

    double
    parse_number(const std::string &text, const std::string &what)
    {
      const auto value = number(text);
      if (!value)
        throw InputError("The " + what + " has " + in_quotes(text) +
                         " where a number is needed.");
      return *value;
    }

    /** @p dim numbers; @p what it is, "point", and its verb. */
    template <int dim>
    Eigen::Matrix<double, dim, 1>
    parse_numbers(const std::string &text,
                  const std::string &what,
                  const char *const  unit,
                  const std::string &verb = "is")
    {
      const Fields pieces = split(text_in_si(text, what, unit), ',');
      if (pieces.size() != dim)
        throw InputError("The " + what + ' ' + verb + ' ' + in_quotes(text) +
                         "; write " + std::to_string(dim) +
                         " numbers separated by commas.");
      Eigen::Matrix<double, dim, 1> numbers;
      for (unsigned int d = 0; d < dim; ++d)
        numbers[d] = parse_number(pieces[d], what);
      return numbers;
    }

    template <int dim>
    Eigen::VectorXd
    parse_field(const ShapeField &field, const std::string &text)
    {
      switch (field.kind)
        {
            case ShapeField::Kind::direction: {
              const auto direction = parse_numbers<dim>(text, field.name, "-");
              if (!(direction.norm() > 0.))
                throw InputError("The " + field.name + " is " +
                                 in_quotes(text) + "; it must not be zero.");
              return direction;
            }
            case ShapeField::Kind::lengths: {
              const auto lengths =
                parse_numbers<dim>(text, field.name, "m", "are");
              if (!(lengths.minCoeff() > 0.))
                throw InputError("The " + field.name + " are " +
                                 in_quotes(text) + "; they must be positive.");
              return lengths;
            }
          case ShapeField::Kind::length:
            break;
        }
      const double length =
        parse_number(text_in_si(text, field.name, "m"), field.name);
      if (!(length > 0.))
        throw InputError("The " + field.name + " is " + text +
                         "; it must be positive.");
      return Eigen::VectorXd::Constant(1, length);
    }

    template <int dim>
    Obstacle<dim>
    parse_expression(const std::string &given, const DifferenceScales &scales)
    {
      const std::string text = text_in_si(given, "expression", "m");
      const Expression  f    = dim == 2 ? Expression(text, {"x", "y", "t"}) :
                                          Expression(text, {"x", "y", "z", "t"});
      return std::make_unique<SignedDistanceExpression<dim>>(
        [f](const Point<dim> &x, const double t) {
          std::array<double, dim + 1> values;
          for (unsigned int d = 0; d < dim; ++d)
            values[d] = x[d];
          values[dim] = t;
          return f(values);
        },
        !f.uses("t"),
        scales);
    }

    /** @param form of the kind, with as many fields as there must be */
    void
    check_number_of_fields(const Fields &fields, const std::string &form)
    {
      if (fields.size() != split(form, ';').size())
        throw InputError("It has " + std::to_string(fields.size()) +
                         (fields.size() == 1 ? " field" : " fields") +
                         "; write " + in_quotes(form) + ".");
    }

    [[noreturn]] void
    throw_unknown_kind(const std::string &kind)
    {
      Fields kinds;
      for (const ShapeKind<3> &known : rigid_shapes<3>())
        kinds.push_back(known.name);
      kinds.push_back("expression");
      std::string allowed = "Allowed are";
      for (const std::string &name : kinds)
        allowed += (name == kinds.front() ? " " : ", ") + name;
      const std::string meant = nearest(kind, kinds);
      throw InputError(
        "There is no obstacle of kind " + in_quotes(kind) + ". " + allowed +
        "." + (meant.empty() ? "" : " Did you mean " + in_quotes(meant) + "?"));
    }

    /** None if there is no such kind. */
    template <int dim>
    const ShapeKind<dim> *
    find_shape(const std::string &name)
    {
      const auto &all = rigid_shapes<dim>();
      const auto  it  = std::ranges::find(all, name, &ShapeKind<dim>::name);
      return it == all.end() ? nullptr : &*it;
    }

    template <int dim>
    Obstacle<dim>
    parse_shape(const std::string      &kind,
                const Fields           &fields,
                const DifferenceScales &scales)
    {
      if (kind == "expression")
        {
          check_number_of_fields(fields,
                                 kind + ": f(" + coordinates<dim> + ", t)");
          return parse_expression<dim>(fields[0], scales);
        }
      const auto *in_space = find_shape<3>(kind);
      if (!in_space)
        throw_unknown_kind(kind);
      check_number_of_fields(fields, obstacle_form(*in_space));
      const auto *shape = find_shape<dim>(kind);
      if (!shape)
        throw InputError("A " + kind +
                         " needs three dimensions; in the plane, where a "
                         "sphere is a circle, use 'sphere' or 'cavity'.");
      const Point<dim> base(
        to_tensor<dim>(parse_numbers<dim>(fields[0], shape->base, "m")));
      std::vector<Eigen::VectorXd> values;
      for (std::size_t i = 0; i < shape->fields.size(); ++i)
        values.push_back(parse_field<dim>(shape->fields[i], fields[i + 1]));
      return std::make_unique<ShapeObstacle<dim>>(base, shape->make(values));
    }

    /** What is behind "moved by:", if a field begins so. */
    std::optional<std::string>
    motion_of(const std::string &field)
    {
      const std::size_t  colon = field.find(':');
      std::istringstream words(field.substr(0, colon));
      std::string        moved, by, another;
      words >> moved >> by;
      if (colon == std::string::npos || moved != "moved" || by != "by" ||
          words >> another)
        return {};
      return trim(std::string_view(field).substr(colon + 1));
    }

    /** U(t) from expressions, which must have values and slopes at t = 0. */
    template <int dim>
    Obstacle<dim>
    parse_motion(Obstacle<dim>           obstacle,
                 const std::string      &text,
                 const DifferenceScales &scales)
    {
      const Fields pieces =
        split_outside(text_in_si(text, "displacement", "m"), ',');
      if (pieces.size() != dim)
        throw InputError("It is moved by " + in_quotes(text) + "; write " +
                         std::to_string(dim) +
                         " expressions of t separated by commas.");
      std::vector<Expression> components;
      for (const std::string &piece : pieces)
        components.emplace_back(piece, std::vector<std::string>{"t"});
      const auto displacement = [components](const double t) {
        Tensor<1, dim> U;
        for (unsigned int d = 0; d < dim; ++d)
          U[d] = components[d]({t});
        return U;
      };
      const auto velocity = [displacement, scales](const double t) {
        return central_difference(
          [&](const double s) { return displacement(t + s); }, scales.time);
      };
      if (!std::isfinite(velocity(0.).norm()))
        throw InputError(
          "It is moved by " + in_quotes(text) +
          ", which has no velocity at t = 0. Velocities are differences: the "
          "expressions must be defined shortly before t = 0, too.");
      return std::make_unique<MovedObstacle<dim>>(std::move(obstacle),
                                                  displacement,
                                                  velocity);
    }

    template <int dim>
    Obstacle<dim>
    parse_obstacle(const std::string &text, const DifferenceScales &scales)
    {
      const std::size_t colon = text.find(':');
      if (colon == std::string::npos)
        throw InputError("It has no ':'; write 'kind: data', for example "
                         "'plane: point ; normal'.");
      Fields fields = split(std::string_view(text).substr(colon + 1), ';');

      const auto motion = motion_of(fields.back());
      if (motion)
        fields.pop_back();
      Obstacle<dim> obstacle =
        parse_shape<dim>(trim(text.substr(0, colon)), fields, scales);
      return motion ? parse_motion<dim>(std::move(obstacle), *motion, scales) :
                      std::move(obstacle);
    }
  } // namespace

  template <int dim>
  std::vector<std::unique_ptr<RigidObstacle<dim>>>
  parse_obstacles(const std::string &text, const DifferenceScales &scales)
  {
    std::vector<Obstacle<dim>> obstacles;
    if (trim(text).empty())
      return obstacles;
    ErrorCollector errors;
    std::size_t    number = 0;
    for (const std::string &item : split_items(text))
      try
        {
          ++number;
          obstacles.push_back(parse_obstacle<dim>(item, scales));
        }
      catch (const InputError &error)
        {
          errors.add(InputError("Obstacle " + std::to_string(number) + ", " +
                                in_quotes(item) + ": " + error.what()));
        }
    errors.throw_all();
    return obstacles;
  }

  template std::vector<Obstacle<2>>
  parse_obstacles<2>(const std::string &, const DifferenceScales &);
  template std::vector<Obstacle<3>>
  parse_obstacles<3>(const std::string &, const DifferenceScales &);
} // namespace percuss
