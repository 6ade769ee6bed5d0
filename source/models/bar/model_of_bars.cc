// SPDX-License-Identifier: Apache-2.0
#include <percuss/finite_element/attained_frequency.h>
#include <percuss/finite_element/closed_contacts.h>
#include <percuss/finite_element/mesh_model.h>
#include <percuss/materials/stepper_with_memory.h>
#include <percuss/models/bar/bar_contacts.h>
#include <percuss/models/bar/bar_field_errors.h>
#include <percuss/models/bar/bar_field_writer.h>
#include <percuss/models/bar/bar_frequency.h>
#include <percuss/models/bar/bar_reference.h>
#include <percuss/models/bar/condensed_stepper.h>
#include <percuss/models/bar/make_bar.h>
#include <percuss/output/field_list.h>
#include <percuss/parallel_algebra/petsc_algebra.h>
#include <percuss/parallel_algebra/trilinos_algebra.h>

#include <algorithm>
#include <optional>
#include <type_traits>

namespace percuss
{
  namespace
  {
    /** What the parameters say about bars, checked. */
    struct BarInput
    {
      BarInput(const ElasticBarParameters &bar,
               const RunParameters        &run,
               const CaseFile             &case_file,
               const MPI_Comm              communicator)
        : description(make_bars(bar, run, case_file))
        , points(make_monitored_points(run.output, description, case_file))
        , mesh(make_bar_mesh(description, case_file, communicator))
      {
        check_bars(description, *mesh, points, case_file);
      }

      const BarRowDescription              description;
      const std::vector<MonitoredPoint>    points;
      const std::shared_ptr<const BarMesh> mesh;
    };

    /** Elastic bars with vectors and matrices of the algebra A. */
    template <Algebra A>
    class BarModel final : public MeshModel<A>
    {
    public:
      BarModel(const ElasticBarParameters &bar,
               const RunParameters        &run,
               const CaseFile             &case_file,
               const MPI_Comm              communicator)
        : input(bar, run, case_file, communicator)
        , sizes(element_sizes(input.description, *input.mesh))
        , field_interval(run.output.field_interval)
        , field_format(run.output.field_format)
        , field_error_interval(run.study.field_error_interval)
        , start_time(run.time.start_time)
        , bars(input.description, input.mesh)
        , monitor(point_values(), bars.numbering.owned, communicator)
        , contacts(bars, bars.initial_displacement(), run.contact.coefficients)
      {}

      double
      crossing_time() const override
      {
        return sizes.crossing_time;
      }

      void
      start(const RunParameters &run, const CaseFile &case_file) override
      {
        check_boundary_damping(run,
                               input.description.stiffness_damping,
                               "Elastic bar/Rayleigh damping stiffness",
                               case_file);
        this->make_objects(run,
                           case_file,
                           bars.initial_displacement(),
                           bars.initial_velocity(),
                           own_stepper(run, case_file));
        const Clock clock = run.clock();
        if (!this->stepper().record().laws.empty())
          return; // the exact bars have neither cohesion nor force laws
        if (const auto row = exact_bar_row(input.description))
          try
            {
              exact = std::make_shared<ExactBars>(
                *row,
                clock.time_step * static_cast<double>(clock.n_steps() + 1),
                1000000);
            }
          catch (const InputError &)
            {} // displaced at a clamp, or too many fronts to follow
      }

      std::vector<std::string>
      warnings() const override
      {
        std::vector<std::string> result = input.mesh->warnings;
        if (!warning_of_memory.empty())
          result.push_back(warning_of_memory);
        return result;
      }

      const MechanicalSystem<A> &
      system() const override
      {
        return bars;
      }

      const ConstraintKinematics<A> &
      constraints() const override
      {
        return contacts;
      }

      ContactTotals
      contact_totals() const override
      {
        return names_of(contacts);
      }

      MonitoredPoints
      monitored_points() const override
      {
        std::vector<std::string> names;
        std::vector<double>      origins;
        for (const MonitoredPoint &point : input.points)
          {
            names.push_back(point.name);
            origins.push_back(bars.coordinate(point.bar, point.x));
          }
        return this->monitored(names, monitor, origins);
      }

      Scales
      scales() const override
      {
        return {.mass        = sizes.mass,
                .wave_speed  = sizes.wave_speed,
                .return_time = 2. * sizes.travel_time,
                .small_gap   = sizes.longest,
                .extent      = sizes.longest};
      }

      FrequencyOfModel
      frequency() const override
      {
        const bool is_compliant = contacts.has_compliance();
        const bool is_symmetric = input.description.contact.theta() == 1.;
        return {[this, is_compliant] {
                  const double bound =
                    bar_frequency_bound(input.description, bars.mesh);
                  return this->mode(input.description,
                                    is_compliant ?
                                      std::max(bound, closed_frequency()) :
                                      bound);
                },
                [this, is_compliant, is_symmetric] {
                  State<A> x;
                  reinit(bars, x);
                  return this->mode(
                    input.description,
                    is_compliant && is_symmetric ?
                      closed_frequency() :
                      attained_frequency(bars, x, alternating(), 50));
                },
                is_compliant ? "with closed contacts" : "from the elements"};
      }

      /** What contacts that are forces of the motion store [J], beside the
       * strain energy; how far bars have yielded. */
      HistoryColumns
      own_columns() const override
      {
        std::vector<std::string> names;
        if (contacts.has_compliance())
          names.push_back("energy_contact");
        if (bars.plasticity())
          names.push_back("largest_plastic_strain");
        return {names,
                [this](const StepRecord       &record,
                       const std::span<double> values) {
                  auto next = values.begin();
                  if (contacts.has_compliance())
                    *next++ = input.description.contact.theta() *
                              energy_of_compliances(contacts, record);
                  if (bars.plasticity())
                    *next = bars.plasticity()->largest_plastic_strain();
                }};
      }

      std::vector<Observer *>
      observers(const OutputPlace &place) override
      {
        std::vector<Observer *> result;
        if (!place.directory.empty())
          result.push_back(&fields.emplace(place.directory,
                                           bars,
                                           contacts,
                                           *objects.stepper,
                                           field_interval,
                                           field_format));
        if (exact && field_error_interval > 0)
          result.push_back(&field_error_norms.emplace(
            bars, *exact, *objects.stepper, start_time, field_error_interval));
        return result;
      }

      std::optional<Reference>
      exact_solution() const override
      {
        if (!exact)
          return {};
        std::vector<double> left;
        for (const auto &extent : bars.mesh.extents)
          left.push_back(extent.left);
        return exact_reference(exact, names_of(contacts), input.points, left);
      }

      double
      element_length() const override
      {
        return sizes.longest;
      }

      std::map<std::string, double>
      field_errors() const override
      {
        return field_error_norms ? field_error_norms->norms() :
                                   std::map<std::string, double>();
      }

      std::vector<std::uint64_t>
      entry_numbers() const override
      {
        return bars.numbering.entry_numbers();
      }

      std::vector<std::string>
      files() const override
      {
        return {list_of_fields("solution", field_format)};
      }

      std::string
      linear_algebra() const override
      {
        return is_condensed ? CondensedAlgebra::name : A::name;
      }

    private:
      using MeshModel<A>::objects;

      /** That of bars that remember. */
      OwnStepperOfMesh<A>
      stepper_with(MaterialMemory<A>   &memory,
                   const RunParameters &run,
                   const ForcePairing   pairing)
      {
        return stepper_with_memory<A>(
          run, pairing, memory, bars, contacts, scheme_with_memory);
      }

      OwnStepperOfMesh<A>
      stepper_of_relaxing_bars(const RunParameters &run,
                               const CaseFile      &case_file)
      {
        const std::string  entry = "Elastic bar/Prony series";
        const ForcePairing pairing =
          pairing_with_memory(run, case_file, entry, false);
        const double   h = run.clock().time_step;
        Relaxation<A> &memory =
          bars.start_relaxation(h, bars.initial_displacement());
        if (pairing == ForcePairing::mean && !memory.is_proportional())
          throw case_file.error(entry,
                                "With scheme '" + run.scheme.name +
                                  "' all bars must have one series: take "
                                  "'cd-lagrange' for others.");
        warning_of_memory = warning_of_long_steps(memory, h, entry);
        return stepper_with(memory, run, pairing);
      }

      /** One of bars that remember, or a CondensedStepper, where the run can
       * have one; else none. */
      OwnStepperOfMesh<A>
      own_stepper(const RunParameters &run, const CaseFile &case_file)
      {
        if (input.description.relaxes())
          return stepper_of_relaxing_bars(run, case_file);
        if (BarPlasticity<A> *const memory = bars.plasticity())
          return stepper_with(*memory,
                              run,
                              pairing_with_memory(run,
                                                  case_file,
                                                  "Elastic bar/yield stress",
                                                  true));
        if constexpr (std::is_same_v<A, PETScAlgebra>)
          if (run.discretization.linear_algebra ==
                DiscretizationParameters::LinearAlgebra::automatic &&
              !run.time.halves_failures && CondensedStepper::is_possible(bars))
            return [this, run](const auto  &of_mesh,
                               auto        &solver,
                               const Clock &clock,
                               const auto  &q,
                               const auto  &v) {
              // of parameters that the scheme of the mesh has accepted
              const auto scheme =
                linear_scheme(run.scheme,
                              clock.time_step,
                              {input.description.mass_damping,
                               input.description.stiffness_damping});
              is_condensed = scheme.has_value();
              if (!scheme)
                return std::unique_ptr<CondensedStepper>();
              return std::make_unique<CondensedStepper>(
                bars,
                run.contact.coefficients,
                RunOfBars{*scheme,
                          of_mesh.contact_treatment(),
                          of_mesh.contact_work_point(),
                          solver,
                          run.activation(),
                          clock,
                          run.contact_options()},
                q,
                v);
            };
        return {};
      }

      /** The largest frequency with all contacts closed [1/s]. */
      double
      closed_frequency() const
      {
        State<A> x;
        reinit(bars, x);
        return attained_frequency(ClosedContacts<A>(bars, contacts, start_time),
                                  x,
                                  alternating(),
                                  50);
      }

      /** 1 and -1 at neighbouring nodes, 0 at clamps: of uniform free bars of
       * linear elements the fastest mode. */
      typename A::Vector
      alternating() const
      {
        const unsigned int last  = bars.element.n_dofs_per_cell() - 1;
        const auto        &nodes = bars.element.get_unit_support_points();
        std::vector<BarDofs::Index> dofs(last + 1);
        typename A::Vector          result;
        bars.reinit(result);
        for (const BarElement &cell : bars.mesh.own_elements())
          {
            bars.numbering.of_element(cell, dofs);
            for (unsigned int i = 0; i <= last; ++i)
              {
                const auto node = static_cast<unsigned int>(
                  std::ranges::count_if(nodes, [&](const auto &other) {
                    return other[0] < nodes[i][0];
                  }));
                const bool is_odd = (cell.number * last + node) % 2 == 1;
                if (bars.numbering.owned.is_element(dofs[i]))
                  result(dofs[i]) = is_held(cell, node == 0, node == last) ?
                                      0. :
                                    is_odd ? -1. :
                                             1.;
              }
          }
        result.compress(dealii::VectorOperation::insert);
        return result;
      }

      /** Whether the left or right node of an element is clamped. */
      bool
      is_held(const BarElement &cell, const bool left, const bool right) const
      {
        return (left && input.description.clamped_left && cell.bar == 0 &&
                cell.is_at_end[0]) ||
               (right && input.description.clamped_right &&
                cell.bar + 1 == bars.mesh.extents.size() && cell.is_at_end[1]);
      }

      std::vector<typename ElasticBar<A>::Row>
      point_values() const
      {
        std::vector<typename ElasticBar<A>::Row> result;
        for (const MonitoredPoint &point : input.points)
          result.push_back(bars.point_value(point.bar, point.x));
        return result;
      }

      const BarInput                       input;
      const ElementSizes                   sizes;
      const unsigned int                   field_interval;
      const FieldFormat                    field_format;
      const unsigned int                   field_error_interval;
      const double                         start_time;
      ElasticBar<A>                        bars;
      const SparseRows<A>                  monitor;
      const BarContacts<A>                 contacts;
      bool                                 is_condensed = false;
      std::string                          warning_of_memory;
      std::unique_ptr<SchemeWithMemory<A>> scheme_with_memory;
      std::optional<FieldWriter<A>>        fields;
      std::shared_ptr<const ExactBars>     exact; // or none
      std::optional<BarFieldErrors<A>>     field_error_norms;
    };
  } // namespace

  extern "C" Model *
  percuss_make_elastic_bar(const ModelParameters &section,
                           const RunParameters   &run,
                           const CaseFile        &case_file)
  {
    using LinearAlgebra = DiscretizationParameters::LinearAlgebra;

    const auto &bar = static_cast<const ElasticBarParameters &>(section);
    if (run.discretization.linear_algebra != LinearAlgebra::trilinos)
      return new BarModel<PETScAlgebra>(bar, run, case_file, MPI_COMM_WORLD);
    return new BarModel<TrilinosAlgebra>(bar, run, case_file, MPI_COMM_WORLD);
  }
} // namespace percuss
