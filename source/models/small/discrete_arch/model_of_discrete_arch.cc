// SPDX-License-Identifier: Apache-2.0
#include <percuss/discrete/obstacles.h>
#include <percuss/models/small/discrete_arch/discrete_arch.h>
#include <percuss/models/small/small_model.h>

#include <cmath>
#include <optional>

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

    class ArchModel final : public SmallModel<DiscreteArch, Contacts>
    {
    public:
      ArchModel(const DiscreteArch &arch,
                const double        restitution,
                const double        termination_ratio)
        : SmallModel(arch, make_contacts(arch, restitution))
        , termination_ratio(termination_ratio)
      {}

      std::vector<Observer *>
      observers(const OutputPlace &) override
      {
        return {&rest.emplace(system, *objects.stepper, termination_ratio)};
      }

    private:
      const double                  termination_ratio;
      std::optional<RestOnObstacle> rest;
    };

    struct DiscreteArchSection final : ModelParameters
    {
      void
      add_to(Parameters &prm) override
      {
        prm.section("Discrete arch");
        prm.add("radius", d.radius, "R [m] of the arch.");
        prm.add("sector",
                d.sector,
                "Angle [rad] between the ends, seen from the centre.");
        prm.add("bar stiffness",
                d.bar_stiffness,
                "k [N/m] of the eleven bars.");
        prm.add("hinge stiffness",
                d.hinge_stiffness,
                "kappa [N m] of the hinges between the bars.");
        prm.add("obstacle distance",
                d.obstacle_distance,
                "Distance [m] of the obstacle below the supports.");
        prm.add("nodal mass",
                d.nodal_mass,
                "Mass [kg] of each of the ten inner nodes.");
        prm.add("damping", d.damping, "mu [1/s] of the damping mu M v.");
        prm.add("load",
                d.load,
                "Largest load [N] on the two central nodes together, "
                "downwards; it grows and falls like sin^2.");
        prm.add("load duration",
                d.load_duration,
                "Time [s] after which there is no load.");
        prm.add("termination ratio",
                termination_ratio,
                "The run ends when, after the load, the viscous impulse "
                "|h c| of a step falls below this fraction [-] of the "
                "contact impulse |G^T P|; 0: at the end time.",
                not_negative);
      }

      std::unique_ptr<Model>
      make(const RunParameters &run, const CaseFile &case_file) const override
      {
        return std::make_unique<ArchModel>(
          make_small_system<DiscreteArch>(d, "Discrete arch", case_file),
          run.contact.coefficients.restitution,
          termination_ratio);
      }

      // pi/4 to the digits of the documentation
      DiscreteArchDescription d{.sector = 0.785398};
      double                  termination_ratio = 0.;
    };
  } // namespace

  extern const ModelKind discrete_arch_kind{
    .name        = "discrete arch",
    .description = "an arch of springs that snaps onto an obstacle",
    .section     = make_section<DiscreteArchSection>};
} // namespace percuss
