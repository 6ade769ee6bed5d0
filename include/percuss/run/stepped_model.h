// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_run_stepped_model_h
#define percuss_run_stepped_model_h

#include <percuss/complementarity/complementarity_solver.h>
#include <percuss/run/model.h>
#include <percuss/simulation/stepper.h>
#include <percuss/time_integration/time_integration_scheme.h>

#include <memory>
#include <utility>

namespace percuss
{
  /** A stepper with what it refers to, in the order of their construction. */
  template <class System>
  struct SteppingObjects
  {
    std::unique_ptr<TimeIntegrationScheme<System>>         scheme;
    std::unique_ptr<ComplementaritySolver>                 solver;
    std::unique_ptr<Stepper<typename System::AlgebraType>> stepper;
  };

  /** A model with the stepper that start() of a derived class makes. */
  template <class System>
  class SteppedModel : public Model
  {
  public:
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

    void
    observe_contact_problems(ComplementaritySolver::Observer observer) override
    {
      objects.solver->observe(std::move(observer));
    }

  protected:
    SteppingObjects<System> objects;
  };
} // namespace percuss

#endif
