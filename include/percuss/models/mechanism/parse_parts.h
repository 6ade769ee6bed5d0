// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_mechanism_parse_parts_h
#define percuss_models_mechanism_parse_parts_h

#include <percuss/models/mechanism/mechanism_item.h>

#include <optional>

namespace percuss
{
  // What items in the plane and in space have in common.

  /** Calls @p parse with each item of @p text; errors say of which item, @p
   * what it is ("Body") and its text. */
  void
  for_all_items(const std::string                          &text,
                const char                                 *what,
                const std::vector<std::string>             &frames,
                const ParseFunctionOfTime                  &parse_function,
                const std::function<void(MechanismItem &)> &parse);

  /** Adds the name of a body to @p frames; throws InputError if it is there, or
   * begins with one of the words @p reserved. */
  void
  add_body_name(const std::string              &name,
                const std::vector<std::string> &reserved,
                std::vector<std::string>       &frames);

  /** The shape of a body, with a mass or with a density. */
  struct BodyShape
  {
    std::string           word;
    Eigen::VectorXd       lengths; ///< > 0 [m]
    std::optional<double> mass;    ///< [kg]
    double                density; ///< 1 where there is a mass
  };

  /** The shape of an item, if it has one of those, each a word and its number
   * of lengths. */
  std::optional<BodyShape>
  parse_shape(MechanismItem                                           &item,
              const std::vector<std::pair<std::string, Eigen::Index>> &shapes);

  /** Words of a beam's mesh and section. */
  std::vector<std::string>
  beam_words(const std::vector<std::string> &others);

  /** @p word, at least 1. */
  unsigned int
  whole_number(MechanismItem     &item,
               const std::string &word,
               const double       otherwise);

  BeamSection
  parse_section(MechanismItem &item);

  /** What descriptions of beams in the plane and in space have in common. */
  template <class Beam>
  void
  parse_beam_parts(MechanismItem &item, Beam &beam)
  {
    beam.name       = item.name();
    beam.section    = parse_section(item);
    beam.length     = item.number("length");
    beam.n_elements = whole_number(item, "elements", 4.);
    beam.degree     = whole_number(item, "degree", 1.);
  }

  /** The kind of a joint, an index in @p kinds, which is read. */
  std::size_t
  parse_kind(MechanismItem                  &item,
             const char                     *what,
             const std::vector<std::string> &kinds);

  /** The words that coefficients of a contact begin with. */
  std::vector<std::string>
  coefficient_words();

  /** The angle of a drive, and its rate, or a difference over times of about
   * 1e-3 @p time_scale [s]. */
  TimeFunction
  parse_motion(MechanismItem &item, const double time_scale);

  ContactCoefficients
  parse_coefficients(MechanismItem &item, const ContactCoefficients &defaults);

  /** The one of @p obstacles that the item has. */
  std::string
  parse_obstacle(const MechanismItem            &item,
                 const std::vector<std::string> &obstacles);

  /** The same contact at the origins of all @p frames, "NAME 1", ... */
  template <class PlanarContact>
  std::vector<PlanarContact>
  at_origins(const PlanarContact &contact, const std::vector<int> &frames)
  {
    std::vector<PlanarContact> contacts(frames.size(), contact);
    for (std::size_t i = 0; i < frames.size(); ++i)
      {
        contacts[i].name += ' ' + std::to_string(i + 1);
        contacts[i].point = {frames[i]};
      }
    return contacts;
  }

  /** PlanarSpring or SpatialSpring. */
  template <class Spring>
  Spring
  parse_spring(MechanismItem &item, const Eigen::VectorXd &q_0)
  {
    using Point = decltype(Spring::first);
    item.classify({"stiffness", "free length", "damping", "preload"});
    Spring spring;
    spring.name        = item.name();
    spring.first       = item.next_point<Point>();
    spring.second      = item.next_point<Point>();
    spring.stiffness   = item.number("stiffness", 0.);
    spring.damping     = item.number("damping", 0.);
    spring.preload     = item.number("preload", 0.);
    spring.free_length = item.number(
      "free length",
      (position(q_0, spring.first) - position(q_0, spring.second)).norm());
    return spring;
  }

  /** The load as it is, with a constant or with a function of t. */
  template <class Load>
  Load
  with_value(Load load, const MechanismItem::Expression &expression)
  {
    if (expression.is_constant)
      load.constant = expression.value(0.);
    else
      load.varying = expression.value;
    return load;
  }
} // namespace percuss

#endif
