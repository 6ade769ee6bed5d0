// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_solid_local_refinement_h
#define percuss_models_solid_local_refinement_h

#include <percuss/models/solid/solid_description.h>

#include <deal.II/grid/tria.h>

namespace percuss
{
  /** What a degree of freedom takes at least, before anything is made of so
   * many [byte]. */
  inline constexpr double bytes_per_dof = 500.;

  /**
   * Divides the cells that come nearer to a boundary than LocalRefinement says:
   * those with a vertex or a centre at less than the distance from one of its
   * faces, straight between the vertices, where the mesh map puts them. What is
   * divided is asked for anew at each level. Neighbours are divided so that
   * cells with a common vertex differ by one level at most.
   *
   * Throws InputError, on all ranks, where a boundary has no faces before and
   * where there would be more cells than the memory can take. Collective.
   *
   * @pre quadrilaterals or hexahedra; a triangulation that keeps to the level
   * difference at vertices, as those of p4est do
   */
  template <int dim>
  void
  refine_locally(const SolidDescription<dim> &description,
                 dealii::Triangulation<dim>  &triangulation);

  /** Moves hanging nodes to the middle of the edges and faces on which they
   * hang, so that rigid bodies stay rigid where a manifold or a map has put
   * them elsewhere. */
  template <int dim>
  void
  place_hanging_nodes(dealii::Triangulation<dim> &triangulation);

  /** The id that a face of the boundary has with its center at @p center. */
  template <int dim>
  unsigned int
  boundary_id_at(const SolidDescription<dim> &description,
                 const dealii::Point<dim>    &center,
                 unsigned int                 id_of_mesh)
  {
    unsigned int id = id_of_mesh;
    for (const auto &[marker, holds] : description.boundary_markers)
      if (holds(center))
        id = marker;
    return id;
  }
} // namespace percuss

#endif
