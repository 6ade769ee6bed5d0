// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_applications_percuss_models_small_model_run_h
#define percuss_applications_percuss_models_small_model_run_h

#include "../make_stepper.h"
#include "make_models.h"

#include <percuss/study/reference.h>
#include <percuss/study/run_signals.h>

#include <cmath>
#include <functional>
#include <optional>
#include <utility>

namespace percuss
{
  /** The motion of a model's coordinates as it is known exactly. */
  template <class Vector>
  struct ExactMotion
  {
    /** Positions and velocities at a time since the start of the motion [s]. */
    std::function<std::pair<Vector, Vector>(double)> evaluate;

    std::vector<double> impacts;     ///< when velocities jump, ascending [s]
    double              valid_until; ///< [s]
  };

  /** The times of impacts. */
  template <class Events>
  std::vector<double>
  times_of(const Events &events)
  {
    std::vector<double> times;
    for (const auto &event : events)
      times.push_back(event.time);
    return times;
  }

  /** The model of a description; throws InputError with the place of what is
   * wrong in @p section. */
  template <class Model, class Description>
  Model
  make_small_model(const Description &description,
                   const std::string &section,
                   const CaseFile    &case_file)
  {
    try
      {
        return Model(description);
      }
    catch (const InputError &error)
      {
        throw error_of_model(error, section, case_file);
      }
  }

  /**
   * A small model: vectors on the stack, every rank computes the whole. Model
   * and Contacts are final classes, whose functions the compiler inlines.
   */
  template <class Model, class Contacts>
  class SmallModelRun : public ModelRun
  {
  public:
    using A      = typename Model::AlgebraType;
    using Vector = typename A::Vector;

    SmallModelRun(const RunParameters &parameters,
                  const CaseFile      &case_file,
                  const Model         &model,
                  const Contacts      &contacts)
      : model(model)
      , contacts(contacts)
      , start_time(parameters.time.start_time)
      , objects(make_stepper(this->model,
                             this->contacts,
                             parameters,
                             case_file,
                             model.initial_position(),
                             model.initial_velocity()))
    {}

    /** Lets runs be compared with the exact motion, in all signals that follow
     * from the coordinates. */
    void
    set_exact_motion(const ExactMotion<Vector> &motion)
    {
      Reference &reference = exact.emplace();
      const auto add       = [&](const std::string &name, auto &&of_motion) {
        reference.signals.push_back(
          {name,
           [evaluate = motion.evaluate, of_motion](const double t) {
             const auto [q, v] = evaluate(t);
             return of_motion(q, v);
           },
           motion.impacts});
      };
      using Reduced                = typename Contacts::Reduced;
      const auto        coordinate = coordinate_names();
      const auto        row        = names_of(contacts);
      const std::size_t n = coordinate.size(), m = row.size();
      for (std::size_t i = 0; i < n; ++i)
        {
          const int c = static_cast<int>(i);
          add("position" + bracketed(coordinate, i),
              [c](const Vector &q, const Vector &) { return q[c]; });
          add("velocity" + bracketed(coordinate, i),
              [c](const Vector &, const Vector &v) { return v[c]; });
        }
      for (std::size_t i = 0; i < m; ++i)
        {
          add("gap" + bracketed(row, i),
              [this, i](const Vector &q, const Vector &) {
                Reduced g;
                contacts.gap(q, 0., g);
                return g[i];
              });
          add("contact_velocity" + bracketed(row, i),
              [this, i](const Vector &q, const Vector &v) {
                Reduced u;
                contacts.velocity(q, v, u);
                return u[i];
              });
        }
      add("energy_total", [this](const Vector &q, const Vector &v) {
        State<A> x;
        reinit(model, x);
        x.q = q;
        x.v = v;
        evaluate_forces(model, x);
        return mechanical_energy(model, x).total();
      });
      reference.valid_until = motion.valid_until;
    }

    /** Adds a signal that does not follow from the coordinates. */
    void
    add_exact_signal(const ReferenceSignal &signal)
    {
      exact->signals.push_back(signal);
    }

    std::optional<Reference>
    exact_solution() const override
    {
      return exact;
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
      return model.n_dofs();
    }

    ContactTotals
    contact_totals() const override
    {
      return names_of(contacts);
    }

    MonitoredPoints
    monitored_points() const override
    {
      return {coordinate_names(),
              [this](const std::span<double> positions,
                     const std::span<double> velocities) {
                const State<A> &x = objects.stepper->state();
                for (std::size_t i = 0; i < positions.size(); ++i)
                  {
                    positions[i]  = x.q[static_cast<int>(i)];
                    velocities[i] = x.v[static_cast<int>(i)];
                  }
              }};
    }

    std::string
    linear_algebra() const override
    {
      return "Eigen";
    }

    FrequencyOfModel
    frequency() const override
    {
      return {[this] {
                State<A> x;
                reinit(model, x);
                x.q = model.initial_position();
                x.v = model.initial_velocity();
                typename A::Matrix M, K;
                model.iteration_matrix({1., 0., 0.}, x, M);
                model.iteration_matrix({0., 0., 1.}, x, K);
                return largest_frequency(M, K);
              },
              model.is_linear() ? "from the matrices" : "at the start"};
    }

  protected:
    static std::vector<std::string>
    coordinate_names()
    {
      const auto names = Model::coordinate_names();
      return {names.begin(), names.end()};
    }

    const Model              model;
    const Contacts           contacts;
    const double             start_time;
    SteppingObjects<Model>   objects;
    std::optional<Reference> exact;
  };
} // namespace percuss

#endif
