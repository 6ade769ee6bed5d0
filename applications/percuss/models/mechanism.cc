// SPDX-License-Identifier: Apache-2.0
#include "../make_stepper.h"
#include "make_models.h"

#include <percuss/configuration/make_mechanism.h>
#include <percuss/mechanism/check_mechanism.h>

#include <algorithm>

namespace percuss
{
  namespace
  {
    /** Rigid bodies in the plane. Every rank computes the whole. */
    class MechanismRun final : public ModelRun
    {
    public:
      MechanismRun(const RunParameters &parameters, const CaseFile &case_file)
        : MechanismRun(parameters,
                       case_file,
                       make_mechanism(parameters, case_file))
      {}

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
        return mechanism.n_dofs();
      }

      std::size_t
      n_contacts() const override
      {
        return constraints.n_constraints() - constraints.n_joint_rows();
      }

      ContactTotals
      contact_totals() const override
      {
        return names_of(constraints);
      }

      MonitoredPoints
      monitored_points() const override
      {
        return {mechanism.coordinate_names(),
                [this](const std::span<double> positions,
                       const std::span<double> velocities) {
                  const State<DenseAlgebra> &x = objects.stepper->state();
                  std::copy_n(x.q.entries.data(),
                              positions.size(),
                              positions.begin());
                  std::copy_n(x.v.entries.data(),
                              velocities.size(),
                              velocities.begin());
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
                  State<DenseAlgebra> x;
                  reinit(mechanism, x);
                  x.q = mechanism.initial_position();
                  x.v = mechanism.initial_velocity();
                  Eigen::MatrixXd M, K;
                  mechanism.iteration_matrix({1., 0., 0.}, x, M);
                  mechanism.iteration_matrix({0., 0., 1.}, x, K);
                  return largest_frequency(M, K);
                },
                "at the start, of the bodies without joints"};
      }

    private:
      MechanismRun(const RunParameters        &parameters,
                   const CaseFile             &case_file,
                   const MechanismDescription &description)
        : mechanism(description)
        , constraints(description.joints, description.contacts)
        , objects((check(parameters.time.start_time),
                   make_stepper<MechanicalSystem<DenseAlgebra>,
                                ConstraintKinematics<DenseAlgebra>>(
                     mechanism,
                     constraints,
                     parameters,
                     case_file,
                     mechanism.initial_position(),
                     mechanism.initial_velocity())))
      {}

      /** Throws InputError for a start that is none. */
      void
      check(const double start_time) const
      {
        check_start(constraints,
                    mechanism.initial_position(),
                    mechanism.initial_velocity(),
                    start_time);
        check_joints_are_independent(constraints,
                                     mechanism.masses(),
                                     mechanism.initial_position());
      }

      const PlanarMechanism                           mechanism;
      const MechanismConstraints                      constraints;
      SteppingObjects<MechanicalSystem<DenseAlgebra>> objects;
    };
  } // namespace

  std::unique_ptr<ModelRun>
  make_planar_mechanism(const RunParameters &parameters,
                        const CaseFile      &case_file)
  {
    return std::make_unique<MechanismRun>(parameters, case_file);
  }
} // namespace percuss
