// SPDX-License-Identifier: Apache-2.0
#include "../make_stepper.h"
#include "bar_reference.h"
#include "make_models.h"

#include <percuss/configuration/make_bar.h>
#include <percuss/output/bar_field_errors.h>
#include <percuss/output/field_writer.h>
#include <percuss/parallel_algebra/petsc_algebra.h>
#include <percuss/parallel_algebra/trilinos_algebra.h>

#include <optional>

namespace percuss
{
  namespace
  {
    /** What the parameters say about bars, checked. */
    struct BarInput
    {
      BarInput(const RunParameters &parameters,
               const CaseFile      &case_file,
               const MPI_Comm       communicator)
        : description(make_bars(parameters, case_file))
        , points(make_monitored_points(parameters, description, case_file))
      {
        check_bars(description, points, case_file, communicator);
      }

      const BarRowDescription           description;
      const std::vector<MonitoredPoint> points;
    };

    /** Elastic bars with vectors and matrices of the algebra A. */
    template <Algebra A>
    class BarRun final : public ModelRun
    {
    public:
      BarRun(const RunParameters &parameters,
             const CaseFile      &case_file,
             const MPI_Comm       communicator)
        : input(parameters, case_file, communicator)
        , field_interval(parameters.output.field_interval)
        , field_error_interval(parameters.study.field_error_interval)
        , start_time(parameters.time.start_time)
        , bars(input.description, communicator)
        , monitor(point_values(),
                  bars.dof_handler.locally_owned_dofs(),
                  communicator)
        , q_0(bars.initial_displacement())
        , contacts(bars, q_0, parameters.contact.restitution_coefficient)
        , objects(make_stepper<MechanicalSystem<A>, ConstraintKinematics<A>>(
            bars,
            contacts,
            parameters,
            case_file,
            q_0,
            bars.initial_velocity()))
      {
        if (const auto row = exact_bar_row(input.description))
          try
            {
              exact = std::make_shared<ExactBars>(*row,
                                                  run_time(parameters),
                                                  1000000);
            }
          catch (const InputError &)
            {} // displaced at a clamp, or too many fronts to follow
      }

      AbstractStepper &
      stepper() override
      {
        return *objects.stepper;
      }

      ContactTreatment
      contact_treatment() const override
      {
        return objects.scheme->contact_treatment();
      }

      std::size_t
      n_dofs() const override
      {
        return bars.n_dofs();
      }

      ContactTotals
      contact_totals() const override
      {
        return names_of(contacts);
      }

      MonitoredPoints
      monitored_points() const override
      {
        MonitoredPoints result;
        for (const MonitoredPoint &point : input.points)
          result.names.push_back(point.name);
        result.evaluate = [this](const std::span<double> positions,
                                 const std::span<double> velocities) {
          const State<A> &x = objects.stepper->state();
          monitor.vmult(x.q, positions);
          monitor.vmult(x.v, velocities);
          for (std::size_t i = 0; i < positions.size(); ++i)
            positions[i] +=
              bars.coordinate(input.points[i].bar, input.points[i].x);
        };
        return result;
      }

      std::string
      linear_algebra() const override
      {
        return A::name;
      }

      FrequencyOfModel
      frequency() const override
      {
        return {[this] {
                  return bar_frequency_bound(input.description,
                                             bars.communicator);
                },
                "from the elements"};
      }

      std::vector<Observer *>
      observers(const std::string &directory) override
      {
        std::vector<Observer *> result{&fields.emplace(
          directory, bars, contacts, *objects.stepper, field_interval)};
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
        return element_sizes(input.description, bars.communicator).longest;
      }

      std::map<std::string, double>
      field_errors() const override
      {
        return field_error_norms ? field_error_norms->norms() :
                                   std::map<std::string, double>();
      }

      std::vector<std::string>
      files() const override
      {
        return {"solution.pvd"};
      }

    private:
      std::vector<typename ElasticBar<A>::Row>
      point_values() const
      {
        std::vector<typename ElasticBar<A>::Row> result;
        for (const MonitoredPoint &point : input.points)
          result.push_back(bars.point_value(point.bar, point.x));
        return result;
      }

      const BarInput                       input;
      const unsigned int                   field_interval;
      const unsigned int                   field_error_interval;
      const double                         start_time;
      const ElasticBar<A>                  bars;
      const SparseRows<A>                  monitor;
      const typename A::Vector             q_0;
      const BarContacts<A>                 contacts;
      SteppingObjects<MechanicalSystem<A>> objects;
      std::optional<FieldWriter<A>>        fields;
      std::shared_ptr<const ExactBars>     exact; // or none
      std::optional<BarFieldErrors<A>>     field_error_norms;
    };
  } // namespace

  std::unique_ptr<ModelRun>
  make_elastic_bars(const RunParameters &parameters,
                    const CaseFile      &case_file,
                    const MPI_Comm       communicator)
  {
    if (parameters.linear_algebra == "PETSc")
      return std::make_unique<BarRun<PETScAlgebra>>(parameters,
                                                    case_file,
                                                    communicator);
    return std::make_unique<BarRun<TrilinosAlgebra>>(parameters,
                                                     case_file,
                                                     communicator);
  }
} // namespace percuss
