// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/base/text.h>
#include <percuss/input/expression.h>
#include <percuss/models/solid/parse_obstacles.h>
#include <percuss/models/solid/signed_distance_expression.h>

#include <array>
#include <cmath>
#include <regex>
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

    const Fields kinds{"plane",
                       "sphere",
                       "cavity",
                       "cylinder",
                       "cylindrical cavity",
                       "expression"};

    template <int dim>
    const char *const coordinates = dim == 2 ? "x, y" : "x, y, z";

    std::string
    in_quotes(const std::string &text)
    {
      return "'" + text + "'";
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

    template <int dim>
    Point<dim>
    parse_point(const std::string &text, const std::string &what)
    {
      const Fields numbers = split(text, ',');
      if (numbers.size() != dim)
        throw InputError("The " + what + " is " + in_quotes(text) + "; write " +
                         std::to_string(dim) + " numbers separated by commas.");
      Point<dim> point;
      for (unsigned int d = 0; d < dim; ++d)
        point[d] = parse_number(numbers[d], what);
      return point;
    }

    template <int dim>
    Tensor<1, dim>
    parse_direction(const std::string &text, const std::string &what)
    {
      const Tensor<1, dim> direction = parse_point<dim>(text, what);
      if (!(direction.norm() > 0.))
        throw InputError("The " + what + " is " + in_quotes(text) +
                         "; it must not be zero.");
      return direction;
    }

    double
    parse_radius(const std::string &text)
    {
      const double radius = parse_number(text, "radius");
      if (!(radius > 0.))
        throw InputError("The radius is " + text + "; it must be positive.");
      return radius;
    }

    template <int dim>
    Obstacle<dim>
    parse_expression(const std::string &text, const DifferenceScales &scales)
    {
      const Expression f = dim == 2 ? Expression(text, {"x", "y", "t"}) :
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

    template <int dim>
    Obstacle<dim>
    parse_cylinder(const Fields &, bool)
    {
      throw InputError("A cylinder needs three dimensions; in the plane, where "
                       "a sphere is a circle, use 'sphere' or 'cavity'.");
    }

    template <>
    Obstacle<3>
    parse_cylinder<3>(const Fields &fields, const bool is_cavity)
    {
      return std::make_unique<Cylinder>(parse_point<3>(fields[0],
                                                       "point of the axis"),
                                        parse_direction<3>(fields[1], "axis"),
                                        parse_radius(fields[2]),
                                        is_cavity);
    }

    void
    check_number_of_fields(const Fields      &fields,
                           const std::string &kind,
                           const Fields      &expected)
    {
      if (fields.size() == expected.size())
        return;
      std::string form = kind + ":";
      for (std::size_t i = 0; i < expected.size(); ++i)
        form += (i == 0 ? " " : " ; ") + expected[i];
      throw InputError("It has " + std::to_string(fields.size()) +
                       (fields.size() == 1 ? " field" : " fields") +
                       "; write " + in_quotes(form) + ".");
    }

    template <int dim>
    Obstacle<dim>
    parse_shape(const std::string      &kind,
                const Fields           &fields,
                const DifferenceScales &scales)
    {
      if (kind == "plane")
        {
          check_number_of_fields(fields, kind, {"point", "normal"});
          const auto point  = parse_point<dim>(fields[0], "point");
          const auto normal = parse_direction<dim>(fields[1], "normal");
          return std::make_unique<Plane<dim>>(point, normal);
        }
      if (kind == "sphere" || kind == "cavity")
        {
          check_number_of_fields(fields, kind, {"centre", "radius"});
          const auto   centre = parse_point<dim>(fields[0], "centre");
          const double radius = parse_radius(fields[1]);
          return std::make_unique<Sphere<dim>>(centre,
                                               radius,
                                               kind == "cavity");
        }
      if (kind == "cylinder" || kind == "cylindrical cavity")
        {
          check_number_of_fields(fields,
                                 kind,
                                 {"point of the axis", "axis", "radius"});
          return parse_cylinder<dim>(fields, kind == "cylindrical cavity");
        }
      if (kind == "expression")
        {
          check_number_of_fields(
            fields, kind, {std::string("f(") + coordinates<dim> + ", t)"});
          return parse_expression<dim>(fields[0], scales);
        }
      std::string allowed = "Allowed are";
      for (const std::string &name : kinds)
        allowed += (name == kinds.front() ? " " : ", ") + name;
      const std::string meant = nearest(kind, kinds);
      throw InputError(
        "There is no obstacle of kind " + in_quotes(kind) + ". " + allowed +
        "." + (meant.empty() ? "" : " Did you mean " + in_quotes(meant) + "?"));
    }

    /** U(t) from expressions, which must have values and slopes at t = 0. */
    template <int dim>
    Obstacle<dim>
    parse_motion(Obstacle<dim>           obstacle,
                 const std::string      &text,
                 const DifferenceScales &scales)
    {
      const Fields pieces = split_outside(text, ',');
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

      static const std::regex moved_by(R"(moved\s+by\s*:\s*(.*))");
      std::smatch             motion;
      const std::string       last = fields.back();
      if (std::regex_match(last, motion, moved_by))
        fields.pop_back();
      Obstacle<dim> obstacle =
        parse_shape<dim>(trim(text.substr(0, colon)), fields, scales);
      if (motion.empty())
        return obstacle;
      return parse_motion<dim>(std::move(obstacle), motion[1], scales);
    }
  } // namespace

  template <int dim>
  std::vector<std::unique_ptr<RigidObstacle<dim>>>
  parse_obstacles(const std::string &text, const DifferenceScales &scales)
  {
    std::vector<Obstacle<dim>> obstacles;
    if (trim(text).empty())
      return obstacles;
    for (const std::string &item : split_items(text))
      try
        {
          obstacles.push_back(parse_obstacle<dim>(item, scales));
        }
      catch (const InputError &error)
        {
          throw InputError("Obstacle " + std::to_string(obstacles.size() + 1) +
                           ", " + in_quotes(item) + ": " + error.what());
        }
    return obstacles;
  }

  template std::vector<Obstacle<2>>
  parse_obstacles<2>(const std::string &, const DifferenceScales &);
  template std::vector<Obstacle<3>>
  parse_obstacles<3>(const std::string &, const DifferenceScales &);
} // namespace percuss
