// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_mechanism_parse_parts_h
#define percuss_models_mechanism_parse_parts_h

#include <percuss/models/mechanism/mechanism_description.h>
#include <percuss/models/mechanism/mechanism_item.h>

#include <optional>
#include <string>
#include <tuple>

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
   * begins with one of those that parts of joints and springs begin with, or
   * of the words @p of_contacts. */
  void
  add_body_name(const std::string              &name,
                const std::vector<std::string> &of_contacts,
                std::vector<std::string>       &frames);

  /** The shape of a body, with a mass or with a density. */
  struct BodyShape
  {
    std::string           word;
    Eigen::VectorXd       lengths; ///< > 0 [m], or coordinates [m]
    std::optional<double> mass;    ///< [kg]
    double                density; ///< 1 where there is a mass
  };

  /** The copies of a body that an item asks for: of 'copies n_1, n_2', in space
   * also n_3, one at every place of a lattice with the 'spacing' [m] along the
   * axes, each moved by up to 'scatter' [m] along them, at random but always the
   * same. One without copies; at most 100000. Offsets from where the item is. */
  template <int dim>
  std::vector<Eigen::Vector<double, dim>>
  parse_copies(MechanismItem &item);

  /** @p body at each of the @p offsets, named NAME1, NAME2, ... if there are
   * several; add(name) is called of each. */
  template <class Body, class Offset, class Add>
  std::vector<Body>
  copies_of(const Body                &body,
            const std::vector<Offset> &offsets,
            const Add                 &add)
  {
    std::vector<Body> bodies(offsets.size(), body);
    for (std::size_t i = 0; i < offsets.size(); ++i)
      {
        if (offsets.size() > 1)
          bodies[i].name += std::to_string(i + 1);
        bodies[i].position.head(offsets[i].size()) += offsets[i];
        add(bodies[i].name);
      }
    return bodies;
  }

  /** As many coordinates as there are. */
  inline constexpr Eigen::Index any_number = -1;

  /** The shape of an item, if it has one of those, each a word and its number
   * of lengths, or any_number. */
  std::optional<BodyShape>
  parse_shape(MechanismItem                                           &item,
              const std::vector<std::pair<std::string, Eigen::Index>> &shapes);

  /** The shape with the @p word and @p n lengths, without mass or density. */
  BodyShape
  lengths_of_shape(MechanismItem     &item,
                   const std::string &word,
                   Eigen::Index       n);

  /** Words of a beam's mesh and section. */
  std::vector<std::string>
  beam_words(const std::vector<std::string> &others);

  /** @p word, at least 1. */
  unsigned int
  whole_number(MechanismItem     &item,
               const std::string &word,
               const double       otherwise);

  /** Throws InputError for more than there is memory for. */
  void
  check_size_of_beam(double n_elements, double degree);

  BeamSection
  parse_section(MechanismItem &item);

  /** s of LineMass for the mass matrix that the item names, or none. */
  double
  parse_lumping(MechanismItem &item, unsigned int degree);

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
    check_size_of_beam(beam.n_elements, beam.degree);
    beam.mass_matrix.lumping = parse_lumping(item, beam.degree);
  }

  /** The kind of a joint, an index in @p kinds, which is read. */
  std::size_t
  parse_kind(MechanismItem                  &item,
             const char                     *what,
             const std::vector<std::string> &kinds);

  /** The angle of a drive, and its rate, or a difference over times of about
   * 1e-3 @p time_scale [s]. */
  TimeFunction
  parse_motion(MechanismItem &item, const double time_scale);

  /** Two points; of a drive two frames and its motion. */
  template <int dim>
  void
  parse_ends(MechanismItem       &item,
             const bool           is_drive,
             const double         time_scale,
             MechanismJoint<dim> &joint)
  {
    joint.name = item.name();
    if (is_drive)
      {
        joint.first.frame  = item.next_frame();
        joint.second.frame = item.next_frame();
        joint.motion       = parse_motion(item, time_scale);
      }
    else
      {
        joint.first  = item.next_point<dim>();
        joint.second = item.next_point<dim>();
      }
  }

  template <int dim>
  LineSpring<dim>
  parse_spring(MechanismItem &item, const Eigen::VectorXd &q_0)
  {
    LineSpring<dim> spring;
    spring.name      = item.name();
    spring.is_bumper = item.first_part() == "bumper";
    if (spring.is_bumper)
      {
        item.take_kind();
        item.classify({"stiffness", "free length", "exponent", "dissipation"});
      }
    else
      item.classify({"stiffness", "free length", "damping", "preload"});
    spring.first       = item.next_point<dim>();
    spring.second      = item.next_point<dim>();
    spring.stiffness   = item.number("stiffness", 0.);
    spring.damping     = item.number("damping", 0.);
    spring.preload     = item.number("preload", 0.);
    spring.exponent    = item.number("exponent", spring.is_bumper ? 1.5 : 1.);
    spring.dissipation = item.number("dissipation", 0.);
    spring.free_length =
      item.number("free length", distance(q_0, spring.first, spring.second));
    return spring;
  }

  /** The components of a force and of a moment. */
  template <int dim>
  std::vector<MechanismLoad<dim>>
  parse_loads(MechanismItem &item)
  {
    constexpr int                   n     = FramePoint<dim>::n_coordinates;
    const int                       frame = item.named_body();
    std::vector<MechanismLoad<dim>> loads;
    item.classify({"force", "moment"});
    item.refuse_parts_without_word();
    for (const auto &[word, first, end] :
         {std::tuple("force", 0, dim), std::tuple("moment", dim, n)})
      if (item.has(word))
        {
          MechanismLoad<dim> load{frame, first};
          for (const auto &expression :
               item.expressions(word, static_cast<std::size_t>(end - first)))
            {
              load.constant =
                expression.is_constant ? expression.value(0.) : 0.;
              load.varying =
                expression.is_constant ? nullptr : expression.value;
              loads.push_back(load);
              ++load.component;
            }
        }
    return loads;
  }
  /** The frames of a text, "ground", bodies, then nodes of beams, and their
   * configuration at the start without the ground. */
  struct NamedFrames
  {
    std::vector<std::string> names{"ground"};
    std::vector<double>      configuration = {};

    /** PlanarBeam or SpatialRod. */
    template <class Beam>
    void
    add_nodes(const Beam &beam)
    {
      configuration.insert(configuration.end(),
                           beam.reference().begin(),
                           beam.reference().end());
      for (unsigned int node = 0; node < beam.n_nodes(); ++node)
        names.push_back(frame_name(beam.name(), node, beam.n_nodes()));
    }

    Eigen::VectorXd
    q() const
    {
      return Eigen::Map<const Eigen::VectorXd>(
        configuration.data(), static_cast<Eigen::Index>(configuration.size()));
    }
  };

  /** What a mechanism's text is read with. */
  struct TextReader
  {
    const ParseFunctionOfTime &parse_function;
    NamedFrames                frames = {};

    /** Calls @p parse with each item (for_all_items()). */
    template <class Parse>
    void
    read(const std::string &text, const char *what, const Parse &parse) const
    {
      for_all_items(text, what, frames.names, parse_function, parse);
    }

    /** Adds what @p parse makes of each item, one or several, to @p result. */
    template <class Result, class Parse>
    void
    read(const std::string   &text,
         const char          *what,
         std::vector<Result> &result,
         const Parse         &parse) const
    {
      read(text, what, [&](MechanismItem &item) {
        if constexpr (requires { result.push_back(parse(item)); })
          result.push_back(parse(item));
        else
          for (const Result &one : parse(item))
            result.push_back(one);
      });
    }
  };
} // namespace percuss

#endif
