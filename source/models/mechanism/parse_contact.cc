// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/models/mechanism/parse_contact.h>

#include <algorithm>

namespace percuss
{
  using Words = std::vector<std::string>;

  namespace
  {
    template <int dim>
    constexpr const char *ball_radius =
      dim == 2 ? "disc radius" : "ball radius";
  } // namespace

  Words
  coefficient_words()
  {
    Words words;
    for (const CoefficientEntry &entry : contact_coefficients)
      words.emplace_back(entry.name);
    return words;
  }

  ContactCoefficients
  parse_coefficients(MechanismItem &item, const ContactCoefficients &defaults)
  {
    ContactCoefficients result = defaults;
    for (const CoefficientEntry &entry : contact_coefficients)
      result.*entry.value =
        item.number(std::string(entry.name), defaults.*entry.value);
    return result;
  }

  ContactCoefficients
  parse_coefficients_of_point(MechanismItem             &item,
                              const ContactCoefficients &defaults)
  {
    const ContactCoefficients result = parse_coefficients(item, defaults);
    if (result.rolling_friction != 0. || result.spinning_friction != 0.)
      throw InputError("It is a contact of a point, where nothing rolls: write "
                       "one of bodies, or set its rolling and spinning "
                       "friction to 0.");
    return result;
  }

  template <int dim>
  Words
  obstacle_names()
  {
    Words names;
    for (const ShapeKind<dim> &kind : rigid_shapes<dim>())
      names.push_back(kind.contact_name);
    return names;
  }

  template <int dim>
  Words
  obstacle_fields()
  {
    Words names;
    for (const ShapeKind<dim> &kind : rigid_shapes<dim>())
      for (const ShapeField &field : kind.fields)
        if (std::ranges::find(names, field.name) == names.end())
          names.push_back(field.name);
    return names;
  }

  template <int dim>
  Words
  contact_words(const bool is_ball, const Words &others)
  {
    Words words = coefficient_words();
    for (const Words &more :
         {obstacle_names<dim>(), obstacle_fields<dim>(), others})
      words.insert(words.end(), more.begin(), more.end());
    if (is_ball)
      words.emplace_back(ball_radius<dim>);
    return words;
  }

  std::string
  find_obstacle(const MechanismItem &item,
                const Words         &obstacles,
                const std::string   &none)
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
    item.refuse_parts_without_word();
    if (found.empty())
      throw InputError("It has no obstacle; write " + none + '.');
    return found;
  }

  template <int dim>
  void
  parse_ball(MechanismItem             &item,
             const std::vector<int>    &nodes,
             const bool                 is_ball,
             const ContactCoefficients &defaults,
             MechanismContact<dim>     &contact)
  {
    contact.name = item.name();
    if (nodes.empty())
      contact.point = item.next_point<dim>();
    contact.parameters = parse_coefficients_of_point(item, defaults);
    if (is_ball)
      contact.ball_radius = item.number(ball_radius<dim>);
  }

  template <int dim>
  void
  parse_obstacle(MechanismItem         &item,
                 const std::string     &name,
                 MechanismContact<dim> &contact)
  {
    contact.base          = item.point<dim>(name);
    contact.obstacle.kind = &*std::ranges::find(rigid_shapes<dim>(),
                                                name,
                                                &ShapeKind<dim>::contact_name);
    for (const ShapeField &field : contact.obstacle.kind->fields)
      contact.obstacle.values.push_back(
        item.numbers(field.name, field.n_values(dim)));
  }

  template Words
  obstacle_names<2>();
  template Words
  obstacle_names<3>();
  template Words
  obstacle_fields<2>();
  template Words
  obstacle_fields<3>();
  template Words
  contact_words<2>(bool, const Words &);
  template Words
  contact_words<3>(bool, const Words &);
  template void
  parse_ball(MechanismItem &,
             const std::vector<int> &,
             bool,
             const ContactCoefficients &,
             MechanismContact<2> &);
  template void
  parse_ball(MechanismItem &,
             const std::vector<int> &,
             bool,
             const ContactCoefficients &,
             MechanismContact<3> &);
  template void
  parse_obstacle(MechanismItem &, const std::string &, MechanismContact<2> &);
  template void
  parse_obstacle(MechanismItem &, const std::string &, MechanismContact<3> &);
} // namespace percuss
