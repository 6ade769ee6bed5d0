// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/base/text.h>
#include <percuss/input/case_file.h>
#include <percuss/input/input_errors.h>
#include <percuss/models/mechanism/body_field_writer.h>
#include <percuss/models/mechanism/check_mechanism.h>
#include <percuss/models/mechanism/contact_masses.h>
#include <percuss/models/mechanism/mechanism_constraints.h>
#include <percuss/models/mechanism/mechanism_parameters.h>
#include <percuss/models/mechanism/planar_mechanism.h>
#include <percuss/models/mechanism/repeated_contacts.h>
#include <percuss/models/mechanism/spatial_mechanism.h>
#include <percuss/models/mechanism/turn_watch.h>
#include <percuss/output/field_list.h>
#include <percuss/run/coordinates_model.h>

#include <cctype>
#include <cmath>
#include <limits>
#include <numbers>
#include <tuple>

namespace percuss
{
  namespace
  {
    double
    turn_at_start(const PlanarBody &body)
    {
      return body.position[2];
    }

    double
    turn_at_start(const SpatialBody &body)
    {
      return body.turn;
    }

    /** Of the first that is turned at the start by more than a whole turn. */
    template <class Description>
    std::vector<std::string>
    warnings_of_turns(const Description &description)
    {
      constexpr double whole = 2. * std::numbers::pi;
      std::string      first;
      std::size_t      n = 0;
      const auto check   = [&](const std::string &item, const double angle) {
        if (std::abs(angle) > whole && n++ == 0)
          first =
            item + " is turned by " + short_text(angle) +
            " at the start, more than a whole turn: angles are in radians. " +
            short_text(angle) + " degrees are " +
            short_text(angle / 180. * std::numbers::pi) +
            " rad; if radians are meant, take the same angle within a turn, " +
            short_text(std::remainder(angle, whole)) + " rad.";
      };
      for (const auto &body : description.bodies)
        check("body '" + body.name + "'", turn_at_start(body));
      for (const auto &body : description.fixed_bodies)
        check("body '" + body.name + "'", body.turn);
      if constexpr (requires { description.beams[0].beam.start_angle; })
        for (const auto &[beam, velocity] : description.beams)
          check("beam '" + beam.name + "'", beam.start_angle);
      if (n == 0)
        return {};
      if (n > 1)
        first += " This is one of " + std::to_string(n) + " such angles.";
      return {first};
    }

    /** Of springs, those at angles too, without a stiffness, damping or
     * preload that is not zero. */
    template <class Description>
    std::vector<std::string>
    warnings_of_springs(const Description &description)
    {
      std::vector<std::string> warnings;
      const auto               check = [&](const auto &spring, double preload) {
        if (spring.stiffness == 0. && spring.damping == 0. && preload == 0.)
          warnings.push_back("spring '" + spring.name +
                             "' exerts no force: what it is given is zero.");
      };
      for (const auto &spring : description.springs)
        check(spring, spring.preload);
      if constexpr (requires { description.torsional_springs; })
        for (const auto &spring : description.torsional_springs)
          check(spring, 0.);
      return warnings;
    }

    template <class Description>
    std::vector<std::string>
    warnings_of(const Description &description)
    {
      std::vector<std::string> warnings = warnings_of_turns(description);
      for (const std::string &warning : warnings_of_springs(description))
        warnings.push_back(warning);
      for (const std::string &warning :
           warnings_of_repeated_contacts(description))
        warnings.push_back(warning);
      return warnings;
    }

    template <int dim>
    using MechanismOf =
      std::conditional_t<dim == 2, PlanarMechanism, SpatialMechanism>;

    template <int dim>
    using ModelOf =
      CoordinatesModel<MechanismOf<dim>, MechanismConstraints<dim>>;

    /** A mechanism; where bodies of convex shape touch, it writes fields. */
    template <int dim>
    class MechanismModel final : public ModelOf<dim>
    {
    public:
      MechanismModel(const MechanismOf<dim>          &system,
                     const MechanismConstraints<dim> &constraints,
                     const MechanismDescription<dim> &description,
                     const OutputParameters          &output)
        : ModelOf<dim>(system, constraints)
        , field_interval(output.field_interval)
        , field_format(output.field_format)
        , start_warnings(warnings_of(description))
      {
        for (const auto &body : description.bodies)
          names.push_back(body.name);
        for (const auto &[beam, velocity] : description.beams)
          {
            const BeamSection &A = beam.section;
            const double       c = std::sqrt(A.axial_stiffness / A.mass);
            wave_speed           = std::max(wave_speed, c);
            shortest_time =
              std::min(shortest_time, beam.length / beam.n_elements / c);
          }
        if (!description.body_contacts.empty())
          bodies =
            collision_bodies<dim>(description.bodies, description.fixed_bodies);
      }

      std::vector<Observer *>
      observers(const OutputPlace &place) override
      {
        std::vector<Observer *> result{
          &turns.emplace(names, *this->objects.stepper)};
        if (!bodies.empty() && !place.directory.empty())
          result.push_back(&writer.emplace(place,
                                           bodies,
                                           *this->objects.stepper,
                                           field_interval,
                                           field_format));
        return result;
      }

      std::vector<std::string>
      warnings() const override
      {
        return start_warnings;
      }

      std::vector<std::string>
      warnings_at_end() const override
      {
        if (const std::string text = turns ? turns->warning() : "";
            !text.empty())
          return {text};
        return {};
      }

      /** Of longitudinal waves in beams. */
      double
      crossing_time() const override
      {
        return shortest_time;
      }

      /** A unit speed of all frames along x has the momentum of the mass. */
      Scales
      scales() const override
      {
        Scales                 scales = Base::scales();
        typename Base::Vector  shift, momentum;
        constexpr unsigned int n = dim == 2 ? 3 : 6;
        this->system.reinit(shift);
        this->system.reinit(momentum);
        for (Eigen::Index i = 0; i < shift.entries.size(); i += n)
          shift.entries[i] = 1.;
        this->system.momentum(this->system.initial_position(), shift, momentum);
        scales.mass       = shift.entries.dot(momentum.entries);
        scales.wave_speed = wave_speed;
        return scales;
      }

      std::vector<std::string>
      files() const override
      {
        if (bodies.empty())
          return {};
        return {list_of_fields("bodies", field_format)};
      }

      /** With the angles of the last record, from which turns are counted. */
      void
      serialize(Archive &archive) override
      {
        Model::serialize(archive);
        this->contacts.serialize(archive);
        Eigen::VectorXd    &angles = this->recorded.entries;
        std::vector<double> values(angles.begin(), angles.end());
        archive(values);
        angles =
          Eigen::Map<Eigen::VectorXd>(values.data(),
                                      static_cast<Eigen::Index>(values.size()));
      }

    private:
      using Base = ModelOf<dim>;

      const unsigned int              field_interval;
      const FieldFormat               field_format;
      const std::vector<std::string>  start_warnings;
      std::vector<std::string>        names; // of bodies that move
      std::vector<CollisionBody<dim>> bodies;
      double                          wave_speed = 0.;                // [m/s]
      double shortest_time = std::numeric_limits<double>::infinity(); // [s]
      std::optional<TurnWatch<dim>>       turns;
      std::optional<BodyFieldWriter<dim>> writer;
    };

    template <int dim>
    std::unique_ptr<Model>
    make_model(const MechanismDescription<dim> &description,
               const RunParameters             &run)
    {
      const MechanismOf<dim>          system(description);
      const MechanismConstraints<dim> constraints(description.joints,
                                                  description.contacts,
                                                  description.body_contacts);
      constraints.renew_rows(system.initial_position(),
                             system.initial_velocity(),
                             0.);
      StartTolerances tolerances;
      for (const auto &joint : description.joints)
        if (joint.motion.value)
          {
            check_motion(joint.name,
                         joint.motion.value,
                         run.time.start_time,
                         run.time.end_time);
            check_rate(joint.name,
                       joint.motion,
                       run.time.start_time,
                       run.time.end_time);
            tolerances.rate =
              std::max(tolerances.rate,
                       joint.motion.rate_error(run.time.start_time));
          }
      check_start(constraints,
                  system.initial_position(),
                  system.initial_velocity(),
                  run.time.start_time,
                  tolerances);
      check_joints_are_independent(constraints,
                                   system.masses(),
                                   system.initial_position());
      return std::make_unique<MechanismModel<dim>>(system,
                                                   constraints,
                                                   description,
                                                   run.output);
    }

    /** The mechanism of the section; coefficients of section "Contact" hold
     * where a contact has none. */
    template <int dim>
    MechanismDescription<dim>
    make_mechanism(const MechanismParameters &section,
                   const RunParameters       &run,
                   const CaseFile            &case_file)
    {
      MechanismDescription<dim> result;
      ErrorCollector            errors;
      try
        {
          // functions of time vary over many steps; the motion does not depend
          // on the end of the run
          result = parse_mechanism<dim>(section.texts,
                                        run.contact.coefficients,
                                        100. * run.time.time_step);
          take_contact_masses(run.contact.boundary_mass,
                              run.scheme_information().family ==
                                SchemeFamily::central_difference,
                              result);
        }
      catch (const InputError &error)
        {
          for (const InputError &one : all_errors(error))
            errors.add(
              case_file.error(section.section + "/" +
                                (one.entry.empty() ? "bodies" : one.entry),
                              one.what()));
        }
      const auto pieces = split_outside(section.gravity, ',');
      for (std::size_t i = 0; i < dim; ++i)
        {
          const auto value =
            pieces.size() == dim ? number(pieces[i]) : std::nullopt;
          if (!value)
            {
              errors.add(case_file.error(section.section + "/gravity",
                                         "'" + section.gravity + "' must be " +
                                           (dim == 2 ? "two" : "three") +
                                           " numbers separated by ','."));
              break;
            }
          result.gravity[static_cast<Eigen::Index>(i)] = *value;
        }
      errors.throw_all();
      return result;
    }

    /** The error with the entry and the line of the item that it names first,
     * "The mass of body 'rod' is ...". */
    InputError
    with_item(const InputError          &error,
              const MechanismParameters &p,
              const CaseFile            &case_file)
    {
      const std::tuple<const char *, const char *, const ItemList *> items[] = {
        {"body '", "bodies", &p.texts.bodies},
        {"joint '", "joints", &p.texts.joints},
        {"joints '", "joints", &p.texts.joints},
        {"contact '", "contacts", &p.texts.contacts},
        {"spring '", "springs", &p.texts.springs},
        {"beam '", "beams", &p.texts.beams},
        {"rod '", "rods", &p.texts.beams}};
      const std::string message = error.what();
      if (case_file.has_place(message))
        return error;
      std::string lower = message; // "Contact 'tip': ..."
      lower.front() =
        static_cast<char>(std::tolower(static_cast<unsigned char>(lower[0])));
      std::size_t first = std::string::npos;
      std::string path, place;
      for (const auto &[what, entry, list] : items)
        if (const std::size_t at = lower.find(what); at < first)
          {
            first = at;
            path  = p.section + '/' + entry;
            place.clear();
            const std::size_t name = at + std::string(what).size();
            for (const ItemSource &item : list->items)
              if (message.compare(name,
                                  item.title().size() + 1,
                                  item.title() + '\'') == 0)
                place = item.place;
          }
      return case_file.with_place(
        place.empty() ? error : InputError(place + ": " + message), path);
    }

    template <unsigned int dim>
    std::unique_ptr<ModelParameters>
    make_mechanism_section()
    {
      return std::make_unique<MechanismParameters>(dim);
    }
  } // namespace

  std::unique_ptr<Model>
  MechanismParameters::make(const RunParameters &run,
                            const CaseFile      &case_file) const
  {
    try
      {
        if (dim == 2)
          return make_model<2>(make_mechanism<2>(*this, run, case_file), run);
        return make_model<3>(make_mechanism<3>(*this, run, case_file), run);
      }
    catch (const InputError &error)
      {
        throw_changed(error, [&](const InputError &one) {
          return with_item(one, *this, case_file);
        });
      }
  }

  extern const ModelKind planar_mechanism_kind{
    .name         = "mechanism",
    .description  = "rigid bodies and flexible beams in the plane with joints, "
                    "springs, and contacts with play",
    .section      = make_mechanism_section<2>,
    .has_friction = true,
    .has_rolling  = true,
    .has_cohesion = true,
    .has_boundary_mass = true,
    .items             = [] { return mechanism_items<2>("Mechanism"); }};

  extern const ModelKind spatial_mechanism_kind{
    .name              = "spatial mechanism",
    .description       = "rigid bodies and flexible rods in space with joints, "
                         "springs, and contacts with play",
    .section           = make_mechanism_section<3>,
    .has_friction      = true,
    .has_rolling       = true,
    .has_cohesion      = true,
    .has_boundary_mass = true,
    .items = [] { return mechanism_items<3>("Spatial mechanism"); }};
} // namespace percuss
