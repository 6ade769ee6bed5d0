// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_solid_solid_mesh_h
#define percuss_models_solid_solid_mesh_h

#include <percuss/models/solid/solid_description.h>

#include <deal.II/base/bounding_box.h>
#include <deal.II/grid/tria.h>

#include <memory>
#include <optional>
#include <set>

namespace percuss
{
  /**
   * A mesh of quadrilaterals or hexahedra, generated or from a file, or one of
   * triangles or tetrahedra from a file, then refined, also near boundaries,
   * mapped and marked, some cells divided once more (divided_cells) without
   * another shape of the bodies, and distributed over the ranks. Of triangles and tetrahedra all ranks know all
   * cells: p4est, which distributes the others, is of trees of cubes.
   */
  template <int dim>
  class SolidMesh
  {
  public:
    /** The shortest and the longest edge of the cells [m]. */
    struct EdgeLengths
    {
      double shortest, longest;
    };

    /**
     * Throws InputError for an unknown generator or wrong arguments of it, for a boundary id that is
     * not in the mesh and a material id without properties, and for points with
     * r < 0 of an axisymmetric body; and as refine_locally() does; on all
     * ranks.
     */
    SolidMesh(const SolidDescription<dim> &description, MPI_Comm communicator);

    /** Between the vertices, over all ranks; collective the first time. */
    const EdgeLengths &
    edge_lengths() const;

    /** Around the vertices of all ranks. Collective. */
    dealii::BoundingBox<dim>
    box() const;

  private:
    const std::unique_ptr<dealii::Triangulation<dim>> owned;

  public:
    dealii::Triangulation<dim> &triangulation;
    bool                        has_hanging_nodes = false; ///< on some rank

    /** The cells that SolidDescription::divided_cells asks for, with those that
     * are divided so that neighbours differ by one level. */
    std::set<dealii::CellId> divided_cells;

  private:
    void
    divide_cells(const SolidDescription<dim> &description);
    void
    move_vertices(const SolidDescription<dim> &description);
    void
    mark_boundary(const SolidDescription<dim> &description);
    void
    check_ids(const SolidDescription<dim> &description) const;
    void
    check_radii() const;

    mutable std::optional<EdgeLengths> edges; // once they are asked for
  };

  /** Material ids of the cells that a mesh has, by its file or its generator,
   * which throws as the constructor does. */
  template <int dim>
  std::set<unsigned int>
  material_ids(const SolidDescription<dim> &description);
} // namespace percuss

#endif
