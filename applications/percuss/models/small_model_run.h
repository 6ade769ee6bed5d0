// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_applications_percuss_models_small_model_run_h
#define percuss_applications_percuss_models_small_model_run_h

#include "coordinates_run.h"
#include "make_models.h"

#include <percuss/study/reference.h>
#include <percuss/study/run_signals.h>

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

  /** A small model: the vectors are on the stack. */
  template <class Model, class Contacts>
  class SmallModelRun : public CoordinatesRun<Model, Contacts>
  {
  public:
    using A      = typename Model::AlgebraType;
    using Vector = typename A::Vector;

    using CoordinatesRun<Model, Contacts>::CoordinatesRun;

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

  protected:
    using Base = CoordinatesRun<Model, Contacts>;
    using Base::contacts;
    using Base::coordinate_names;
    using Base::model;

  private:
    std::optional<Reference> exact;
  };
} // namespace percuss

#endif
