// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_applications_percuss_models_small_model_run_h
#define percuss_applications_percuss_models_small_model_run_h

#include "../make_stepper.h"
#include "make_models.h"
#include "motion_errors.h"

#include <optional>

namespace percuss
{
  /** Time from the start to after the last step [s]. */
  inline double
  run_time(const RunParameters &parameters)
  {
    const Clock clock = parameters.clock();
    return clock.time_step * static_cast<double>(clock.n_steps() + 1);
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

    /** Lets the run be compared with the exact motion. */
    void
    set_exact_motion(const ExactMotion &exact)
    {
      error_norms.emplace(exact, monitored_points(), start_time);
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

    std::vector<std::string>
    contact_names() const override
    {
      return names_of(contacts);
    }

    HistoryWriter::MonitoredPoints
    monitored_points() const override
    {
      const auto names = Model::coordinate_names();
      return {{names.begin(), names.end()},
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

    std::vector<Observer *>
    observers(const std::string &) override
    {
      if (error_norms)
        return {&*error_norms};
      return {};
    }

    std::map<std::string, double>
    errors() const override
    {
      return error_norms ? error_norms->norms() :
                           std::map<std::string, double>();
    }

  protected:
    const Model                 model;
    const Contacts              contacts;
    const double                start_time;
    SteppingObjects<Model>      objects;
    std::optional<MotionErrors> error_norms;
  };
} // namespace percuss

#endif
