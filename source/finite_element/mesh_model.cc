// SPDX-License-Identifier: Apache-2.0
#include <percuss/finite_element/mesh_model.h>
#include <percuss/finite_element/parallel_steppers.h>
#include <percuss/run/make_stepper.h>

namespace percuss
{
  void
  check_boundary_damping(const RunParameters &run,
                         const double         stiffness_damping,
                         const std::string   &entry,
                         const CaseFile      &case_file)
  {
    if (run.contact.boundary_mass != BoundaryMass::kept &&
        run.scheme_information().family == SchemeFamily::central_difference &&
        stiffness_damping != 0.)
      throw case_file.error(entry,
                            "With scheme '" + run.scheme.name +
                              "' and massless contacts it must be 0: take "
                              "mass damping, or an implicit scheme.");
  }

  template <Algebra A>
  void
  MeshModel<A>::make_objects(const RunParameters       &run,
                             const CaseFile            &case_file,
                             const typename A::Vector  &q_0,
                             const typename A::Vector  &v_0,
                             const OwnStepperOfMesh<A> &make_own)
  {
    objects = make_stepper<MechanicalSystem<A>, ConstraintKinematics<A>>(
      system(),
      constraints(),
      run,
      case_file,
      q_0,
      v_0,
      percuss::make_scheme<MechanicalSystem<A>>,
      make_own);
  }

  template <Algebra A>
  ContactTreatment
  MeshModel<A>::contact_treatment(const RunParameters &run,
                                  const CaseFile      &case_file)
  {
    return case_file.at("Time integration/scheme", [&] {
      return percuss::make_scheme<MechanicalSystem<A>>(run.scheme)
        ->contact_treatment();
    });
  }

  template class MeshModel<PETScAlgebra>;
  template class MeshModel<TrilinosAlgebra>;
} // namespace percuss
