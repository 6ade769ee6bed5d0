// SPDX-License-Identifier: Apache-2.0
#include <percuss/input/units.h>
#include <percuss/models/mechanism/contact_words.h>
#include <percuss/models/mechanism/parse_items.h>

#include <algorithm>

namespace percuss
{
  namespace
  {
    std::string
    first_sentence(const CoefficientEntry &entry)
    {
      const std::string text(entry.documentation);
      const std::size_t end = text.find(". ");
      return end == std::string::npos ? text : text.substr(0, end + 1);
    }

    /** "of 'circle' and 'inside circle'": the obstacles with that field. */
    template <int dim>
    std::string
    of_obstacles(const ShapeField &field)
    {
      std::string names;
      for (const ShapeKind<dim> &kind : rigid_shapes<dim>())
        if (std::ranges::find(kind.fields, field.name, &ShapeField::name) !=
            kind.fields.end())
          names += (names.empty() ? "of " : ", ") +
                   item_text::in_quotes(kind.contact_name);
      return names;
    }

    /** "; with 'axis', 'radius'" */
    template <int dim>
    std::string
    of_fields(const ShapeKind<dim> &kind)
    {
      std::string names;
      for (const ShapeField &field : kind.fields)
        names +=
          (names.empty() ? "; with " : ", ") + item_text::in_quotes(field.name);
      return names;
    }

    /** Those of one name have one unit. */
    template <int dim>
    void
    know_field(Item &item, const ShapeField &field)
    {
      using Kind                     = ShapeField::Kind;
      const bool        is_direction = field.kind == Kind::direction;
      const std::string meaning      = is_direction ? "Direction " :
                                       field.kind == Kind::length ? "Length " :
                                                                    "Lengths ";
      item.know(field.name + (is_direction ? " [-]" : " [m]"),
                meaning + of_obstacles<dim>(field) + '.',
                Eigen::VectorXd(field.n_values(dim)));
    }
  } // namespace

  void
  declare_coefficients(Item &item, ContactCoefficients &coefficients)
  {
    // the last unit is that in mechanisms
    for (const CoefficientEntry &entry : contact_coefficients)
      item.may(std::string(entry.name) + " [" +
                 declared_units(std::string(entry.documentation)).back() + ']',
               coefficients.*entry.value,
               first_sentence(entry) +
                 " Unless given, that of section 'Contact'.");
  }

  template <int dim>
  std::vector<std::string>
  obstacle_names()
  {
    std::vector<std::string> names;
    for (const ShapeKind<dim> &kind : rigid_shapes<dim>())
      names.push_back(kind.contact_name);
    return names;
  }

  template <int dim>
  void
  know_obstacles(Item &item)
  {
    std::vector<std::string> fields;
    for (const ShapeKind<dim> &kind : rigid_shapes<dim>())
      item.know(kind.contact_name, // its point has metres
                "An obstacle that is fixed at this point, its " + kind.base +
                  of_fields(kind) + '.',
                FramePoint<dim>());
    for (const ShapeKind<dim> &kind : rigid_shapes<dim>())
      for (const ShapeField &field : kind.fields)
        if (std::ranges::find(fields, field.name) == fields.end())
          {
            fields.push_back(field.name);
            know_field<dim>(item, field);
          }
  }

  std::string
  find_obstacle(const Item &item, const std::vector<std::string> &obstacles)
  {
    std::string found;
    for (const std::string &word : obstacles)
      if (item.has(word))
        {
          if (!found.empty())
            throw InputError("It has two obstacles, '" + found + "' and '" +
                             word + "'; write two contacts.");
          found = word;
        }
    return found;
  }

  template <int dim>
  ContactObstacle<dim>
  parse_obstacle(Item &item, const std::string &name, FramePoint<dim> &base)
  {
    base = item.get<FramePoint<dim>>(name);
    ContactObstacle<dim> obstacle;
    obstacle.kind = &*std::ranges::find(rigid_shapes<dim>(),
                                        name,
                                        &ShapeKind<dim>::contact_name);
    for (const ShapeField &field : obstacle.kind->fields)
      obstacle.values.push_back(
        item.get(field.name, Eigen::VectorXd(field.n_values(dim))));
    return obstacle;
  }

  template void
  know_obstacles<2>(Item &);
  template void
  know_obstacles<3>(Item &);
  template std::vector<std::string>
  obstacle_names<2>();
  template std::vector<std::string>
  obstacle_names<3>();
  template ContactObstacle<2>
  parse_obstacle(Item &, const std::string &, PlanarPoint &);
  template ContactObstacle<3>
  parse_obstacle(Item &, const std::string &, SpatialPoint &);
} // namespace percuss
