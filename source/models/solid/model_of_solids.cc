// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/base/joined.h>
#include <percuss/base/text.h>
#include <percuss/finite_element/entry_numbers.h>
#include <percuss/finite_element/mesh_model.h>
#include <percuss/input/input_errors.h>
#include <percuss/materials/stepper_with_memory.h>
#include <percuss/mesh/mesh.h>
#include <percuss/models/solid/adaptive_solid.h>
#include <percuss/models/solid/check_solid_start.h>
#include <percuss/models/solid/contact_pairs.h>
#include <percuss/models/solid/elastic_solid.h>
#include <percuss/models/solid/instances.h>
#include <percuss/models/solid/joined_contacts.h>
#include <percuss/models/solid/make_solid.h>
#include <percuss/models/solid/nitsche.h>
#include <percuss/models/solid/node_to_rigid_contacts.h>
#include <percuss/models/solid/overlap_guard.h>
#include <percuss/models/solid/pair_watch.h>
#include <percuss/models/solid/passage_watch.h>
#include <percuss/models/solid/rotation_watch.h>
#include <percuss/models/solid/sliding_watch.h>
#include <percuss/models/solid/solid_cells.h>
#include <percuss/models/solid/solid_contact_totals.h>
#include <percuss/models/solid/solid_field_writer.h>
#include <percuss/models/solid/solid_on_mesh.h>
#include <percuss/models/solid/solid_scales.h>
#include <percuss/parallel_algebra/petsc_algebra.h>
#include <percuss/parallel_algebra/trilinos_algebra.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <set>

namespace percuss
{
  namespace
  {
    /** Elastic solids in dim dimensions with vectors of the algebra A. */
    template <int dim, Algebra A>
    class SolidModel final : public SolidOnMesh<dim, A>
    {
    public:
      SolidModel(const SolidParameters       &section,
                 const RunParameters         &run,
                 const CaseFile              &case_file,
                 const SolidDescription<dim> &description,
                 const MPI_Comm               communicator)
        : points(make_solid_points<dim>(run.output, case_file))
        , field_interval(run.output.field_interval)
        , field_format(run.output.field_format)
        , obstacle_forces(section.obstacle_forces)
        , solid(of_section(case_file,
                           [&] {
                             return ElasticSolid<dim, A>(description,
                                                         communicator);
                           }))
        , monitor(point_values(case_file),
                  solid.dof_handler.locally_owned_dofs(),
                  communicator)
        , q_0(
            of_section(case_file, [&] { return solid.initial_displacement(); }))
        , contact(make_solid_contact<dim>(section,
                                          run.time,
                                          case_file,
                                          solid.description.boundary_names,
                                          element_length(),
                                          solid.mesh.box()))
        , method(run.contact.method)
        , surface(of_section(case_file,
                             [&] {
                               return ContactSurface<dim>(
                                 solid.dof_handler,
                                 solid.mapping,
                                 contact.boundaries,
                                 [this](const dealii::Point<dim> &X) {
                                   return volume_factor(solid.description, X);
                                 },
                                 [this](const dealii::types::material_id id) {
                                   return longitudinal_modulus(
                                     material_of(solid.description, id),
                                     solid.description.kinematics);
                                 });
                             }))
        , contacts(surface,
                   std::move(contact.obstacles),
                   solid.constraints,
                   run.contact.coefficients,
                   method.has_compliance() ? method.stiffness_factor() : 0.)
        , bodies(solid.dof_handler, 1e-6, completion())
      {
        check_initial_displacement(solid, q_0, case_file);
        make_pairs(section, run, case_file);
        if (method.method == ContactMethod::nitsche)
          write_by_nitsche(
            method, contact.boundaries, case_file, solid, contacts);
        start_time = run.time.start_time;
        if (!description.divided_cells.empty()) // of a mesh that is checked
          return;
        check_loads(solid, start_time, case_file);
        check_gaps(contacts, q_0, start_time, element_length(), case_file);
      }

      /** Of the fastest, longitudinal wave along the shortest edge. */
      double
      crossing_time() const override
      {
        return solid.mesh.edge_lengths().shortest / wave_speed();
      }

      Scales
      scales() const override
      {
        const auto   box    = solid.mesh.box().get_boundary_points();
        const double c      = wave_speed();
        double       length = 0.;
        for (unsigned int d = 0; d < dim; ++d)
          length = std::max(length, box.second[d] - box.first[d]);
        return {.mass        = mass_of(solid),
                .wave_speed  = c,
                .return_time = 2. * length / c,
                .small_gap   = element_length(),
                .extent      = length};
      }

      void
      start(const RunParameters &run, const CaseFile &case_file) override
      {
        check_boundary_damping(run,
                               solid.description.stiffness_damping,
                               "Solid/Rayleigh damping stiffness",
                               case_file);
        const auto v_0 =
          of_section(case_file, [&] { return solid.initial_velocity(); });
        if (const auto held =
              held_value(solid, solid.description.initial_velocity, v_0))
          warning_of_velocity =
            "'Solid/initial velocity' is not that of the body everywhere. " +
            in_words(*held, "m/s") +
            ": the body starts with velocity zero there.";
        if (relaxes(solid.description))
          start_relaxing(run, case_file, v_0);
        else if (MaterialMemory<A> *const memory = solid.plasticity())
          start_with_memory(
            run,
            case_file,
            v_0,
            pairing_with_memory(run, case_file, "Solid/elastic law", true),
            *memory);
        else
          this->make_objects(run, case_file, q_0, v_0);
        n_steps = run.clock().n_steps();
      }

      void
      go_on(const RunParameters &run,
            const CaseFile      &case_file,
            const State<A>      &x,
            const StepRecord    &record) override
      {
        this->make_objects(run, case_file, x.q, x.v);
        objects.stepper->go_on(x, record);
        n_steps = run.clock().n_steps();
      }

      const ElasticSolid<dim, A> &
      elastic_solid() const override
      {
        return solid;
      }

      const NodeToRigidContacts<dim, A> &
      obstacle_contacts() const override
      {
        return contacts;
      }

      double
      wave_speed() const override
      {
        return solid.wave_speed();
      }

      const std::set<dealii::types::boundary_id> &
      contact_boundaries() const override
      {
        return contact.boundaries;
      }

      unsigned int
      n_bodies() const override
      {
        return bodies.n_bodies();
      }

      std::shared_ptr<SolidFieldSeries>
      field_series() const override
      {
        return series;
      }

      void
      go_on_with(std::shared_ptr<SolidFieldSeries> of_fields) override
      {
        series = std::move(of_fields);
      }

      const MechanicalSystem<A> &
      system() const override
      {
        return solid;
      }

      const ConstraintKinematics<A> &
      constraints() const override
      {
        if (joined)
          return *joined;
        return contacts;
      }

      ContactTotals
      contact_totals() const override
      {
        return totals_of_contacts(contacts, contact.names, pairs.get());
      }

      MonitoredPoints
      monitored_points() const override
      {
        std::vector<std::string> names;
        std::vector<double>      origins;
        for (const SolidPoint<dim> &point : points)
          for (unsigned int d = 0; d < dim; ++d)
            {
              names.push_back(point.name + '.' + "xyz"[d]);
              origins.push_back(point.X[d]);
            }
        return this->monitored(names, monitor, origins);
      }

      /** Resultants of the obstacles [N]. */
      HistoryColumns
      own_columns() const override
      {
        std::vector<std::string> names;
        std::vector<std::string> of_forces;
        if (obstacle_forces)
          of_forces = contact.names;
        if (obstacle_forces && pairs)
          for (const ContactPair<dim> &pair : pairs->pairs())
            of_forces.push_back(pair.name);
        for (const std::string &name : of_forces)
          for (unsigned int d = 0; d < dim; ++d)
            names.push_back("resultant[" + name + '.' + "xyz"[d] + ']');
        const std::size_t n_forces = names.size();
        if (contacts.has_compliance())
          names.push_back("energy_contact");
        if (solid.plasticity())
          names.push_back("largest_plastic_strain");
        return {names,
                [this, n_forces](const StepRecord       &record,
                                 const std::span<double> values) {
                  const auto F = values.first(n_forces);
                  if (n_forces > 0)
                    resultants(record, F);
                  for (double &component : F)
                    component /= record.time_step;
                  std::size_t next = n_forces;
                  if (contacts.has_compliance())
                    values[next++] =
                      method.theta() * energy_of_compliances(contacts, record);
                  if (solid.plasticity())
                    values[next] = solid.plasticity()->largest_plastic_strain();
                }};
      }

      FrequencyOfModel
      frequency() const override
      {
        const bool is_compliant = contacts.has_compliance();
        const auto open         = [this] { return open_frequency(solid, q_0); };
        const auto closed       = [this] {
          return closed_frequency(solid, contacts, q_0, start_time);
        };
        return {[this, is_compliant, open, closed] {
                  double bound = solid.frequency_bound();
                  if (is_compliant)
                    bound = std::max(bound, closed());
                  if (method.theta() < 0.) // stiffer than its elements
                    bound = std::max(bound, open());
                  return this->mode(solid.description, bound);
                },
                [this, is_compliant, open, closed] {
                  return this->mode(solid.description,
                                    is_compliant && method.theta() == 1. &&
                                        contacts.is_linear() ?
                                      closed() :
                                      open());
                },
                is_compliant ? "with closed contacts" : "from the elements"};
      }

      std::vector<std::string>
      warnings() const override
      {
        std::vector<std::string> result;
        if (const auto &mesh = solid.description.mesh)
          result = warnings_of(*mesh);
        if (bodies.is_needed())
          result.push_back(
            "the mesh has " + std::to_string(bodies.n_bodies()) +
            " bodies that share no vertices: " +
            (pairs ? "those without a common item of 'Contact/pairs' " :
                     "contact is with obstacles only, they ") +
            "do not see each other. The run stops where they overlap.");
        if (!warning_of_memory.empty())
          result.push_back(warning_of_memory);
        if (!warning_of_velocity.empty())
          result.push_back(warning_of_velocity);
        if (pairs)
          std::ranges::copy(warnings_of_pairs(*pairs),
                            std::back_inserter(result));
        if (!contact.boundaries.empty() && contact.names.empty())
          {
            if (!pairs)
              result.push_back(
                "there are contact boundaries, but no obstacles that they could "
                "touch: nothing is a contact. Set 'Solid/obstacles', or remove "
                "'Solid/contact boundaries'.");
          }
        else if (!contact.boundaries.empty() && contacts.n_constraints() == 0)
          result.push_back(
            "the nodes of the contact boundaries are fixed in the directions in "
            "which they could touch an obstacle: nothing is a contact. Remove "
            "these boundaries from 'Solid/fixed displacements', or take others "
            "as 'Solid/contact boundaries'.");
        return result;
      }

      std::vector<std::string>
      warnings_at_end() const override
      {
        constexpr double         largest = 0.1;
        std::vector<std::string> result;
        if (watches.finite_sliding)
          if (auto warning = watches.finite_sliding->warning())
            result.push_back(std::move(*warning));
        if (watches.rotations &&
            watches.rotations->largest_rotation() > largest)
          result.push_back(percuss::joined(
            "elements have turned by up to ",
            watches.rotations->largest_rotation(),
            " rad, and the linear law takes rotations for strains from "
            "about ",
            largest,
            " rad on. Set 'Solid/elastic law' to 'St. "
            "Venant-Kirchhoff' or 'neo-Hookean'."));
        return result;
      }

      double
      element_length() const override
      {
        return solid.mesh.edge_lengths().longest;
      }

      std::vector<Observer *>
      observers(const OutputPlace &place) override
      {
        std::vector<Observer *> result;
        if (!place.directory.empty() && !series)
          series = std::make_shared<SolidFieldSeries>(place.directory,
                                                      solid.communicator,
                                                      field_format);
        if (!place.directory.empty())
          result.push_back(&fields.emplace(series,
                                           solid,
                                           contacts,
                                           contact.boundaries,
                                           *objects.stepper,
                                           field_interval,
                                           field_format,
                                           pairs.get()));
        if (solid.is_linear())
          result.push_back(
            &watches.rotations.emplace(solid, *objects.stepper, n_steps));
        if (bodies.is_needed())
          result.push_back(&watches.overlap.emplace(bodies, *objects.stepper));
        if (!contacts.is_linear())
          result.push_back(
            &watches.passages.emplace(contacts, *objects.stepper));
        if (pairs && pairs->slides())
          {
            result.push_back(
              &watches.finite_sliding.emplace(*pairs,
                                              contacts.n_constraints()));
            result.push_back(&watches.deep_overlap.emplace(
              watches.deep_bodies.emplace(solid.dof_handler, 1., completion()),
              *objects.stepper));
          }
        else if (pairs)
          result.push_back(&watches.small_sliding.emplace(
            *pairs, contacts.n_constraints(), *objects.stepper, q_0));
        return result;
      }

      std::vector<std::uint64_t>
      entry_numbers() const override
      {
        return percuss::entry_numbers(solid.dof_handler);
      }

      std::vector<std::string>
      files() const override
      {
        if (field_format == FieldFormat::xdmf)
          return {"solution.xdmf", "contact.xdmf"};
        return {"solution.pvd", "contact.pvd"};
      }

    private:
      using MeshModel<A>::objects;

      /** start() where materials have a Prony series. */
      void
      start_relaxing(const RunParameters      &run,
                     const CaseFile           &case_file,
                     const typename A::Vector &v_0)
      {
        const std::string entry = "Solid/Prony series";
        if (method.method == ContactMethod::nitsche)
          throw case_file.error(entry,
                                "It is not available with 'Contact/method = "
                                "nitsche': take another one.");
        const ForcePairing pairing =
          pairing_with_memory(run, case_file, entry, false);
        Relaxation<A> &memory =
          solid.start_relaxation(run.clock().time_step, q_0);
        if (pairing == ForcePairing::mean && !memory.is_proportional())
          throw case_file.error(
            entry,
            "With scheme '" + run.scheme.name +
              "' all materials must have one series, with the same relative "
              "moduli of shear and bulk, g = k: take 'cd-lagrange' for others.");
        warning_of_memory =
          warning_of_long_steps(memory, run.clock().time_step, entry);
        start_with_memory(run, case_file, v_0, pairing, memory);
      }

      void
      start_with_memory(const RunParameters      &run,
                        const CaseFile           &case_file,
                        const typename A::Vector &v_0,
                        const ForcePairing        pairing,
                        MaterialMemory<A>        &memory)
      {
        this->make_objects(
          run,
          case_file,
          q_0,
          v_0,
          stepper_with_memory(
            run, pairing, memory, system(), constraints(), scheme_with_memory));
      }

      /** Of the impulses of a step [N s], on the bodies from the obstacles, then
       * on the slaves of the pairs. */
      void
      resultants(const StepRecord &record, const std::span<double> R) const
      {
        const std::size_t m = contacts.n_constraints();
        const std::size_t n = dim * contact.names.size();
        contacts.resultants(objects.stepper->state().q,
                            record.time,
                            record.impulse.first(m),
                            R.first(n));
        if (pairs)
          pairs->resultants(record.impulse.subspan(m), R.subspan(n));
      }

      /** Sets pairs and joined, where there are pairs. */
      void
      make_pairs(const SolidParameters &section,
                 const RunParameters   &run,
                 const CaseFile        &case_file)
      {
        auto descriptions = parse_pairs(section,
                                        run,
                                        case_file,
                                        solid.description.boundary_names);
        for (PairDescription &pair : descriptions)
          if (pair.slave.empty())
            pair.slave = pair.master = all_boundary_ids(solid.dof_handler);
        if (descriptions.empty())
          return;
        pairs = make_pair_contacts(
          descriptions,
          solid,
          q_0,
          of_section(case_file, [&] { return solid.initial_velocity(); }),
          run.contact.coefficients,
          place_of_rows(section,
                        this->contact_treatment(run, case_file),
                        case_file),
          case_file);
        joined.emplace(contacts, *pairs, are_apart(contacts, *pairs));
        for (const PairDescription &pair : descriptions)
          bodies.let_touch({pair.slave.begin(), pair.slave.end()},
                           {pair.master.begin(), pair.master.end()});
      }

      /** What BodyOverlap needs where nodes hang. */
      typename BodyOverlap<dim, A>::Complete
      completion() const
      {
        if (!solid.mesh.has_hanging_nodes)
          return {};
        return [this](const typename A::Vector &q) {
          return solid.with_hanging_nodes(q);
        };
      }

      std::vector<typename ElasticSolid<dim, A>::Row>
      point_values(const CaseFile &case_file) const
      {
        std::vector<typename ElasticSolid<dim, A>::Row> result;
        for (const SolidPoint<dim> &point : points)
          for (unsigned int d = 0; d < dim; ++d)
            try
              {
                result.push_back(solid.point_value(point.X, d));
              }
            catch (const InputError &error)
              {
                throw case_file.error("Output/monitored points",
                                      "'" + point.name + "': " + error.what());
              }
        return result;
      }

      /** What @p make returns; what it finds wrong is about an entry of the
       * section. */
      template <class Make>
      static auto
      of_section(const CaseFile &case_file, const Make &make)
      {
        try
          {
            return make();
          }
        catch (const InputError &error)
          {
            if (error.entry.empty())
              throw;
            throw case_file.with_place(error, "Solid/" + error.entry);
          }
      }

      // refers to the solid, and the stepper to it
      std::unique_ptr<SchemeWithMemory<A>> scheme_with_memory;

      const std::vector<SolidPoint<dim>> points;
      const unsigned int                 field_interval;
      const FieldFormat                  field_format;
      const bool                         obstacle_forces;
      ElasticSolid<dim, A>               solid;
      const SparseRows<A>                monitor;
      const typename A::Vector           q_0;
      SolidContactDescription<dim>       contact;
      const ContactMethodParameters      method;
      const ContactSurface<dim>          surface;
      NodeToRigidContacts<dim, A>        contacts;
      double                             start_time = 0.;
      unsigned long int                  n_steps    = 0;

      BodyOverlap<dim, A>                   bodies;
      std::unique_ptr<PairContacts<dim, A>> pairs; // or none
      std::optional<JoinedContacts<A>>      joined;
      std::string                           warning_of_memory;
      std::string                           warning_of_velocity; // or none

      std::shared_ptr<SolidFieldSeries>       series; // of fields
      std::optional<SolidFieldWriter<dim, A>> fields;

      /** Observers that end or warn of runs beyond what the model is for; none
       * where there is nothing to watch. */
      struct Watches
      {
        std::optional<OverlapGuard<dim, A>>  overlap;
        std::optional<BodyOverlap<dim, A>>   deep_bodies; // of finite sliding
        std::optional<OverlapGuard<dim, A>>  deep_overlap;
        std::optional<PairWatch<dim, A>>     small_sliding;
        std::optional<SlidingWatch<dim, A>>  finite_sliding;
        std::optional<RotationWatch<dim, A>> rotations;
        std::optional<PassageWatch<dim, A>>  passages;
      };
      Watches watches;
    };

    template <int dim>
    Model *
    make_solid_model(const SolidParameters &section,
                     const RunParameters   &run,
                     const CaseFile        &case_file)
    {
      using LinearAlgebra = DiscretizationParameters::LinearAlgebra;
      ErrorCollector errors;
      if (!errors.in_turn(
            [&] { make_solid_points<dim>(run.output, case_file); }))
        errors.in_turn([&] { make_solid<dim>(section, run, case_file); });
      errors.throw_all();
      const SolidDescription<dim> description =
        make_solid<dim>(section, run, case_file);

      const auto make = [&]<Algebra A>() -> Model * {
        if (description.adaptation.levels > 0)
          return make_adaptive_solid<dim, A>(section,
                                             run,
                                             case_file,
                                             description)
            .release();
        return make_solid_on_mesh<dim, A>(section, run, case_file, description)
          .release();
      };
      if (run.discretization.linear_algebra != LinearAlgebra::trilinos)
        return make.template operator()<PETScAlgebra>();
      return make.template operator()<TrilinosAlgebra>();
    }
  } // namespace

  template <int dim, Algebra A>
  std::unique_ptr<SolidOnMesh<dim, A>>
  make_solid_on_mesh(const SolidParameters       &section,
                     const RunParameters         &run,
                     const CaseFile              &case_file,
                     const SolidDescription<dim> &description)
  {
    return std::make_unique<SolidModel<dim, A>>(
      section, run, case_file, description, MPI_COMM_WORLD);
  }

#define PERCUSS_INSTANTIATE(dim, A)                                 \
  template std::unique_ptr<SolidOnMesh<dim, A>> make_solid_on_mesh( \
    const SolidParameters &,                                        \
    const RunParameters &,                                          \
    const CaseFile &,                                               \
    const SolidDescription<dim> &);
  PERCUSS_FOR_ALL_SOLIDS(PERCUSS_INSTANTIATE)
#undef PERCUSS_INSTANTIATE

  extern "C" Model *
  percuss_make_solid(const ModelParameters &section,
                     const RunParameters   &run,
                     const CaseFile        &case_file)
  {
    add_rigid_shapes(run.own_shapes); // of this library's copy of them
    const auto &solid = static_cast<const SolidParameters &>(section);
    return solid.dimension == 2 ? make_solid_model<2>(solid, run, case_file) :
                                  make_solid_model<3>(solid, run, case_file);
  }
} // namespace percuss
