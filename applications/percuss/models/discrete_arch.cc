// SPDX-License-Identifier: Apache-2.0
#include "small_model_run.h"

#include <percuss/discrete/discrete_arch.h>
#include <percuss/discrete/obstacles.h>

#include <cmath>

namespace percuss
{
  namespace
  {
    using Contacts = CoordinateObstacles<DiscreteArch::n_coordinates,
                                         DiscreteArch::n_inner_nodes>;

    /** The contacts of all inner nodes with the obstacle. */
    Contacts
    make_contacts(const DiscreteArch &arch, const double restitution)
    {
      std::array<Contacts::Obstacle, DiscreteArch::n_inner_nodes> obstacles;
      for (int i = 0; i < DiscreteArch::n_inner_nodes; ++i)
        obstacles[static_cast<std::size_t>(i)] = {
          "node " + std::to_string(i + 1),
          2 * i + 1,
          1.,
          -arch.description.obstacle_distance};
      return Contacts(obstacles, restitution);
    }

    /**
     * Has a reason to stop when the arch is at rest on the obstacle: the load
     * is over, and in a step |h c(q, v)| <= ratio |G^T P|.
     */
    class RestOnObstacle final : public Observer
    {
    public:
      using A = DiscreteArch::AlgebraType;

      /** @param ratio > 0, or 0: never */
      RestOnObstacle(const DiscreteArch &arch,
                     const Stepper<A>   &stepper,
                     const double        ratio)
        : Observer(ratio > 0. ? 1 : 0)
        , arch(arch)
        , stepper(stepper)
        , ratio(ratio)
      {}

      void
      observe(const StepRecord &record) override
      {
        if (!(ratio > 0.) || record.time <= arch.description.load_duration)
          return;
        A::Vector damping;
        arch.damping_force(stepper.state().q, stepper.state().v, damping);
        // the normals are unit vectors, one per node
        double contact = 0.;
        for (const double P : record.impulse)
          contact += P * P;
        const double viscous = record.time_step * std::sqrt(damping * damping);
        is_at_rest = contact > 0. && viscous < ratio * std::sqrt(contact);
      }

      std::string
      reason_to_stop() const override
      {
        return is_at_rest ? "the viscous impulse of a step fell below the "
                            "termination ratio of the contact impulse" :
                            "";
      }

    private:
      const DiscreteArch &arch;
      const Stepper<A>   &stepper;
      const double        ratio;
      bool                is_at_rest = false;
    };

    class ArchRun final : public SmallModelRun<DiscreteArch, Contacts>
    {
    public:
      ArchRun(const RunParameters &parameters,
              const CaseFile      &case_file,
              const DiscreteArch  &arch)
        : SmallModelRun(
            parameters,
            case_file,
            arch,
            make_contacts(arch, parameters.contact.restitution_coefficient))
        , rest(model,
               *objects.stepper,
               parameters.small_models.termination_ratio)
      {}

      std::vector<Observer *>
      observers(const std::string &) override
      {
        return {&rest};
      }

    private:
      RestOnObstacle rest;
    };
  } // namespace

  std::unique_ptr<ModelRun>
  make_discrete_arch(const RunParameters &parameters, const CaseFile &case_file)
  {
    return std::make_unique<ArchRun>(
      parameters,
      case_file,
      make_small_model<DiscreteArch>(parameters.small_models.discrete_arch,
                                     "Discrete arch",
                                     case_file));
  }
} // namespace percuss
