// SPDX-License-Identifier: Apache-2.0
#include "coordinates_run.h"
#include "make_models.h"

#include <percuss/configuration/make_mechanism.h>
#include <percuss/mechanism/check_mechanism.h>
#include <percuss/mechanism/mechanism_constraints.h>
#include <percuss/mechanism/planar_mechanism.h>
#include <percuss/mechanism/spatial_constraints.h>
#include <percuss/mechanism/spatial_mechanism.h>

namespace percuss
{
  namespace
  {
    template <class Model, class Constraints, class Description>
    std::unique_ptr<ModelRun>
    mechanism_run(const Description   &description,
                  const RunParameters &parameters,
                  const CaseFile      &case_file)
    {
      return std::make_unique<CoordinatesRun<Model, Constraints>>(
        parameters,
        case_file,
        Model(description),
        Constraints(description.joints, description.contacts),
        [&](const Model &model, const Constraints &constraints) {
          check_start(constraints,
                      model.initial_position(),
                      model.initial_velocity(),
                      parameters.time.start_time);
          check_joints_are_independent(constraints,
                                       model.masses(),
                                       model.initial_position());
        });
    }
  } // namespace

  std::unique_ptr<ModelRun>
  make_planar_mechanism(const RunParameters &parameters,
                        const CaseFile      &case_file)
  {
    return mechanism_run<PlanarMechanism, MechanismConstraints>(
      make_mechanism(parameters, case_file), parameters, case_file);
  }

  std::unique_ptr<ModelRun>
  make_mechanism_in_space(const RunParameters &parameters,
                          const CaseFile      &case_file)
  {
    return mechanism_run<SpatialMechanism, SpatialConstraints>(
      make_spatial_mechanism(parameters, case_file), parameters, case_file);
  }
} // namespace percuss
