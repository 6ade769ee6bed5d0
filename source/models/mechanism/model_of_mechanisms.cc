// SPDX-License-Identifier: Apache-2.0
#include <percuss/models/mechanism/check_mechanism.h>
#include <percuss/models/mechanism/make_mechanism.h>
#include <percuss/models/mechanism/planar_constraints.h>
#include <percuss/models/mechanism/planar_mechanism.h>
#include <percuss/models/mechanism/spatial_constraints.h>
#include <percuss/models/mechanism/spatial_mechanism.h>
#include <percuss/run/coordinates_model.h>

namespace percuss
{
  namespace
  {
    template <class System, class Constraints, class Description>
    std::unique_ptr<Model>
    make_model(const Description &description, const double start_time)
    {
      const System      system(description);
      const Constraints constraints(description.joints,
                                    description.contacts,
                                    description.body_contacts);
      constraints.renew_rows(system.initial_position(),
                             system.initial_velocity(),
                             0.);
      check_start(constraints,
                  system.initial_position(),
                  system.initial_velocity(),
                  start_time);
      check_joints_are_independent(constraints,
                                   system.masses(),
                                   system.initial_position());
      return std::make_unique<CoordinatesModel<System, Constraints>>(
        system, constraints);
    }

    template <unsigned int dim>
    std::unique_ptr<ModelParameters>
    make_mechanism_section()
    {
      return std::make_unique<MechanismParameters>(dim);
    }
  } // namespace

  std::unique_ptr<Model>
  MechanismParameters::make(const RunParameters &run,
                            const CaseFile      &case_file) const
  {
    if (dim == 2)
      return make_model<PlanarMechanism, PlanarConstraints>(
        make_planar_mechanism(*this, run, case_file), run.time.start_time);
    return make_model<SpatialMechanism, SpatialConstraints>(
      make_spatial_mechanism(*this, run, case_file), run.time.start_time);
  }

  extern const ModelKind planar_mechanism_kind{
    .name         = "mechanism",
    .description  = "rigid bodies and flexible beams in the plane with joints, "
                    "springs, and contacts with play",
    .section      = make_mechanism_section<2>,
    .has_friction = true};

  extern const ModelKind spatial_mechanism_kind{
    .name         = "spatial mechanism",
    .description  = "rigid bodies and flexible rods in space with joints, "
                    "springs, and contacts with play",
    .section      = make_mechanism_section<3>,
    .has_friction = true};
} // namespace percuss
