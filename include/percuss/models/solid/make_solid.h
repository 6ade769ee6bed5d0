// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_solid_make_solid_h
#define percuss_models_solid_make_solid_h

#include <percuss/input/case_file.h>
#include <percuss/models/solid/kind.h>
#include <percuss/models/solid/rigid_obstacle.h>
#include <percuss/models/solid/solid_description.h>

#include <deal.II/base/bounding_box.h>

#include <memory>
#include <set>
#include <string>
#include <vector>

namespace percuss
{
  /**
   * The solids that section "Solid" describes. Throws InputError through
   * @p case_file for what is wrong with an entry, but not for what the mesh
   * does not have.
   */
  template <int dim>
  SolidDescription<dim>
  make_solid(const SolidParameters &section,
             const RunParameters   &run,
             const CaseFile        &case_file);

  /** What may touch, and the obstacles. */
  template <int dim>
  struct SolidContactDescription
  {
    std::set<dealii::types::boundary_id>             boundaries;
    std::vector<std::unique_ptr<RigidObstacle<dim>>> obstacles;
    std::vector<std::string> names; ///< of the obstacles
  };

  /** @param boundary_names of the description
   * @param size of the elements [m], for differences of expressions
   * @param box  around the bodies */
  template <int dim>
  SolidContactDescription<dim>
  make_solid_contact(const SolidParameters          &section,
                     const TimeParameters           &time,
                     const CaseFile                 &case_file,
                     const GroupIds                 &boundary_names,
                     double                          size,
                     const dealii::BoundingBox<dim> &box);

  /** A monitored point of a solid, in the undeformed state. */
  template <int dim>
  struct SolidPoint
  {
    std::string        name;
    dealii::Point<dim> X;
  };

  template <int dim>
  std::vector<SolidPoint<dim>>
  make_solid_points(const OutputParameters &output, const CaseFile &case_file);
} // namespace percuss

#endif
