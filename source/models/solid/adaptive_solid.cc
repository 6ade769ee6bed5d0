// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/base/text.h>
#include <percuss/models/solid/adaptive_solid.h>
#include <percuss/models/solid/adaptive_stepper.h>
#include <percuss/models/solid/instances.h>

#include <cmath>
#include <list>
#include <utility>

namespace percuss
{
  namespace
  {
    /** Hands on to an observer of the mesh of the moment. */
    template <int dim, Algebra A>
    class ObserverOfMesh final : public Observer
    {
    public:
      ObserverOfMesh(const AdaptiveStepper<dim, A> &stepper,
                     const std::size_t              number)
        : Observer(stepper.observers()[number]->interval)
        , stepper(stepper)
        , number(number)
      {}

      void
      observe(const StepRecord &record) override
      {
        now().observe(record);
      }

      std::string
      reason_to_stop() const override
      {
        return now().reason_to_stop();
      }

      void
      before_end(const StepRecord &record) override
      {
        now().before_end(record);
      }

      void
      serialize(Archive &archive) override
      {
        now().serialize(archive);
      }

      void
      finish() override
      {
        now().finish();
      }

    private:
      Observer &
      now() const
      {
        return *stepper.observers()[number];
      }

      const AdaptiveStepper<dim, A> &stepper;
      const std::size_t              number;
    };

    template <int dim, Algebra A>
    class AdaptiveSolid final : public Model
    {
    public:
      AdaptiveSolid(const SolidParameters       &section,
                    const RunParameters         &run,
                    const CaseFile              &case_file,
                    const SolidDescription<dim> &description)
        : first(
            make_solid_on_mesh<dim, A>(section, run, case_file, description))
        , steps(section, case_file, description, first)
        , factor(std::pow(2., description.adaptation.levels))
      {}

      double
      crossing_time() const override
      {
        return first->crossing_time() / factor;
      }

      /** Of cells of the first mesh that are all divided. */
      FrequencyOfModel
      frequency() const override
      {
        FrequencyOfModel result = first->frequency();
        for (auto *const of_mode : {&result.largest, &result.attained})
          *of_mode = [this, mode = *of_mode] {
            const auto &description = first->elastic_solid().description;
            Mode        finest      = mode();
            finest.frequency *= factor;
            finest.damping =
              description.mass_damping + description.stiffness_damping *
                                           finest.frequency * finest.frequency;
            return finest;
          };
        result.source += ", of the smallest that 'Solid/adapt' makes";
        return result;
      }

      void
      start(const RunParameters &run, const CaseFile &) override
      {
        steps.start(run);
      }

      AbstractStepper &
      stepper() override
      {
        return steps;
      }

      ContactTreatment
      contact_treatment() const override
      {
        const Model &model = now(); // one of them has another function, too
        return model.contact_treatment();
      }

      void
      observe_contact_problems(
        ComplementaritySolver::Observer observer) override
      {
        steps.observe_contact_problems(observer);
      }

      std::size_t
      n_dofs() const override
      {
        return now().n_dofs();
      }

      std::size_t
      n_contacts() const override
      {
        return now().n_contacts();
      }

      std::size_t
      n_contact_rows() const override
      {
        return now().n_contact_rows();
      }

      ContactTotals
      contact_totals() const override
      {
        ContactTotals result = now().contact_totals();
        result.take_changing_rows(
          [this,
           seen = steps.n_meshes()](std::vector<unsigned int> &groups,
                                    std::vector<double> &weights) mutable {
            if (seen == steps.n_meshes())
              return false;
            seen                       = steps.n_meshes();
            const ContactTotals totals = now().contact_totals();
            groups                     = totals.groups();
            weights                    = totals.weights_of_rows();
            return true;
          });
        return result;
      }

      MonitoredPoints
      monitored_points() const override
      {
        return {now().monitored_points().names,
                [this](const std::span<double> positions,
                       const std::span<double> velocities) {
                  steps.points().evaluate(positions, velocities);
                }};
      }

      HistoryColumns
      own_columns() const override
      {
        std::vector<std::string> names = now().own_columns().names;
        const std::size_t        n     = names.size();
        for (const char *const name : {"work_adaptation", "cells", "dofs"})
          names.emplace_back(name);
        return {names,
                [this, n](const StepRecord       &record,
                          const std::span<double> values) {
                  if (n > 0)
                    steps.columns().evaluate(record, values.first(n));
                  values[n]     = record.energy_record->cumulative.adaptation;
                  values[n + 1] = static_cast<double>(steps.n_cells());
                  values[n + 2] = static_cast<double>(n_dofs());
                }};
      }

      std::string
      linear_algebra() const override
      {
        return A::name;
      }

      Scales
      scales() const override
      {
        return first->scales();
      }

      std::vector<std::string>
      warnings() const override
      {
        return first->warnings();
      }

      std::vector<std::string>
      warnings_at_end() const override
      {
        std::vector<std::string> result = now().warnings_at_end();
        if (result.empty())
          result = steps.earlier_warnings();
        for (const std::string &warning : steps.warnings())
          result.push_back(warning);
        return result;
      }

      std::vector<Observer *>
      observers(const OutputPlace &place) override
      {
        steps.make_observers(place);
        std::vector<Observer *> result;
        for (std::size_t i = 0; i < steps.observers().size(); ++i)
          result.push_back(&of_meshes.emplace_back(steps, i));
        return result;
      }

      double
      element_length() const override
      {
        return first->element_length();
      }

      std::map<std::string, double>
      adaptation() const override
      {
        return steps.statistics();
      }

      std::vector<std::string>
      files() const override
      {
        return first->files();
      }

    private:
      SolidOnMesh<dim, A> &
      now() const
      {
        return steps.now();
      }

      const std::shared_ptr<SolidOnMesh<dim, A>> first; // mesh, not divided
      AdaptiveStepper<dim, A>                    steps;
      const double                               factor; // of lengths
      std::list<ObserverOfMesh<dim, A>>          of_meshes;
    };
  } // namespace

  template <int dim, class A>
  std::unique_ptr<Model>
  make_adaptive_solid(const SolidParameters       &section,
                      const RunParameters         &run,
                      const CaseFile              &case_file,
                      const SolidDescription<dim> &description)
  {
    return std::make_unique<AdaptiveSolid<dim, A>>(section,
                                                   run,
                                                   case_file,
                                                   description);
  }

#define PERCUSS_INSTANTIATE(dim, A)                            \
  template std::unique_ptr<Model> make_adaptive_solid<dim, A>( \
    const SolidParameters &,                                   \
    const RunParameters &,                                     \
    const CaseFile &,                                          \
    const SolidDescription<dim> &);
  PERCUSS_FOR_ALL_SOLIDS(PERCUSS_INSTANTIATE)
#undef PERCUSS_INSTANTIATE
} // namespace percuss
