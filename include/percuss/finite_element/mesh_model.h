// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_finite_element_mesh_model_h
#define percuss_finite_element_mesh_model_h

#include <percuss/constraints/constraint_kinematics.h>
#include <percuss/mechanics/mechanical_system.h>
#include <percuss/parallel_algebra/sparse_rows.h>
#include <percuss/run/stepped_model.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace percuss
{
  /** Throws InputError where contact nodes have no mass and an explicit scheme
   * would have to solve with K for the damping c_K K of an @p entry. */
  void
  check_boundary_damping(const RunParameters &run,
                         double               stiffness_damping,
                         const std::string   &entry,
                         const CaseFile      &case_file);

  /**
   * sum c lambda^2/2 of contacts with compliances [J].
   *
   * Equations: doc/theory/contact_methods.md (3), (4), (5).
   */
  template <class Constraints>
  double
  energy_of_compliances(const Constraints &contacts, const StepRecord &record)
  {
    double energy = 0.;
    for (std::size_t row = 0; row < record.impulse.size(); ++row)
      {
        const double lambda = record.impulse[row] / record.time_step;
        energy += 0.5 * contacts.compliance(row) * lambda * lambda;
      }
    return energy;
  }

  /** MakeOwnStepper of a model on a mesh. */
  template <Algebra A>
  using OwnStepperOfMesh = std::function<std::unique_ptr<Stepper<A>>(
    const TimeIntegrationScheme<MechanicalSystem<A>> &,
    ComplementaritySolver &,
    const Clock &,
    const typename A::Vector &,
    const typename A::Vector &)>;

  /** What models on meshes have in common: vectors of the algebra A, Rayleigh
   * damping, monitored points between the nodes. */
  template <Algebra A>
  class MeshModel : public SteppedModel<MechanicalSystem<A>>
  {
  public:
    virtual const MechanicalSystem<A> &
    system() const = 0;

    virtual const ConstraintKinematics<A> &
    constraints() const = 0;

    std::size_t
    n_dofs() const override
    {
      return system().n_dofs();
    }

    std::size_t
    n_contacts() const override
    {
      return n_rows_of_kind(constraints(), ContactLaw::Kind::unilateral);
    }

    std::size_t
    n_contact_rows() const override
    {
      return constraints().n_constraints();
    }

    std::string
    linear_algebra() const override
    {
      return A::name;
    }

  protected:
    using SteppedModel<MechanicalSystem<A>>::objects;

    /** Makes the stepper from q_0 and v_0, or has a model do so (MakeOwnStepper).
     * Compiled once for all models. */
    void
    make_objects(const RunParameters       &run,
                 const CaseFile            &case_file,
                 const typename A::Vector  &q_0,
                 const typename A::Vector  &v_0,
                 const OwnStepperOfMesh<A> &make_own = {});

    /** What the scheme of a run asks of contacts. Throws InputError as make_scheme()
     * does. */
    static ContactTreatment
    contact_treatment(const RunParameters &run, const CaseFile &case_file);

    /** A mode with C = c_M M + c_K K of a @p description. */
    template <class Description>
    static Mode
    mode(const Description &description, const double omega)
    {
      return {omega,
              description.mass_damping +
                description.stiffness_damping * omega * omega};
    }

    /** Positions and velocities of points. Refers to this object and to
     * @p values.
     * @param values  the points' displacements are values q
     * @param origins where they are undeformed [m] */
    MonitoredPoints
    monitored(const std::vector<std::string> &names,
              const SparseRows<A>            &values,
              const std::vector<double>      &origins) const
    {
      return {names,
              [this, &values, origins](const std::span<double> positions,
                                       const std::span<double> velocities) {
                const State<A> &x = objects.stepper->state();
                values.vmult(x.q, positions);
                values.vmult(x.v, velocities);
                for (std::size_t i = 0; i < positions.size(); ++i)
                  positions[i] += origins[i];
              }};
    }
  };
} // namespace percuss

#endif
