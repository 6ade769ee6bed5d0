// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_small_small_model_h
#define percuss_models_small_small_model_h

#include <percuss/run/check_run.h>
#include <percuss/run/coordinates_model.h>
#include <percuss/study/reference.h>
#include <percuss/study/run_signals.h>

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

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

    std::vector<ReferenceSignal> others; ///< that do not follow from them
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

  /** A vector of one number. */
  inline SmallVector<1>
  one_number(const double value)
  {
    return SmallVector<1>(SmallVector<1>::Entries(value));
  }

  /** The system of a description; throws InputError with the place of what is
   * wrong in @p section. */
  template <class System, class Description>
  System
  make_small_system(const Description &description,
                    const std::string &section,
                    const CaseFile    &case_file)
  {
    try
      {
        return System(description);
      }
    catch (const InputError &error)
      {
        throw error_of_model(error, section, case_file);
      }
  }

  /** A small model: the vectors are on the stack. */
  template <class System, class Contacts>
  class SmallModel : public CoordinatesModel<System, Contacts>
  {
  public:
    using A      = typename System::AlgebraType;
    using Vector = typename A::Vector;

    /** The motion up to a time [s], where it is known. */
    using Exact = std::function<ExactMotion<Vector>(double)>;

    SmallModel(const System   &system,
               const Contacts &contacts,
               const Exact    &exact = {})
      : Base(system, contacts)
      , exact(exact)
    {}

    void
    start(const RunParameters &parameters, const CaseFile &case_file) override
    {
      Base::start(parameters, case_file);
      const Clock clock = parameters.clock();
      end_time = clock.time_step * static_cast<double>(clock.n_steps() + 1);
    }

    /** All signals that follow from the coordinates. */
    [[gnu::cold]] std::optional<Reference>
    exact_solution() const override
    {
      if (!exact)
        return {};
      const ExactMotion<Vector> motion = exact(end_time);
      Reference                 reference;
      const auto add = [&](const std::string &name, auto &&of_motion) {
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
                contacts.velocity(q, 0., v, u);
                return u[i];
              });
        }
      add("energy_total", [this](const Vector &q, const Vector &v) {
        State<A> x;
        reinit(system, x);
        x.q = q;
        x.v = v;
        evaluate_forces(system, x);
        return mechanical_energy(system, x).total();
      });
      reference.signals.insert(reference.signals.end(),
                               motion.others.begin(),
                               motion.others.end());
      reference.valid_until = motion.valid_until;
      return reference;
    }

  protected:
    using Base = CoordinatesModel<System, Contacts>;
    using Base::contacts;
    using Base::coordinate_names;
    using Base::system;

  private:
    const Exact exact;
    double      end_time = 0.; // after the last step [s]
  };
} // namespace percuss

#endif
