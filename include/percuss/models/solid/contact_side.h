// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_solid_contact_side_h
#define percuss_models_solid_contact_side_h

#include <percuss/algebra/algebra.h>
#include <percuss/models/solid/contact_surface.h>
#include <percuss/mortar/contact_curve.h>
#include <percuss/mortar/contact_facets.h>

#include <deal.II/lac/affine_constraints.h>

#include <array>
#include <set>
#include <span>
#include <type_traits>
#include <vector>

namespace percuss
{
  /** The faces of a boundary in the plane or in space. */
  template <int dim>
  using ContactFaces =
    std::conditional_t<dim == 2, ContactCurve, ContactFacets>;

  /**
   * One of the two boundaries of a pair, with straight edges: all of it on all
   * ranks. Its nodes are those of ContactSurface, in that order, and its faces
   * are in the order of their nodes; those of cells of degree 2 are cut at their
   * nodes, as ContactCurve and ContactFacets have them.
   */
  template <int dim>
  class ContactSide
  {
  public:
    /**
     * Collective. Throws InputError for an id that no face of the boundary has.
     *
     * @param dof_handler  of FESystem<dim>(FE_Q<dim>(p), dim), p = 1 or 2, or of
     * simplices
     * @param boundary_ids of the faces
     * @param held displacements that are kept; no hanging nodes
     */
    ContactSide(const dealii::DoFHandler<dim>              &dof_handler,
                const dealii::Mapping<dim>                 &mapping,
                const std::set<dealii::types::boundary_id> &boundary_ids,
                const dealii::AffineConstraints<double>    &held);

    const std::set<dealii::types::boundary_id> &
    boundary_ids() const
    {
      return ids;
    }

    /** The undeformed faces. */
    const ContactFaces<dim> &
    undeformed() const
    {
      return faces;
    }

    /** Of each face half the height of the cell behind it [m]: less than a body
     * is thick. */
    std::span<const double>
    half_heights() const
    {
      return heights;
    }

    /** The material ids of the cells behind the faces. */
    std::span<const dealii::types::material_id>
    materials() const
    {
      return of_cells;
    }

    /** The least of those of a node's faces [m]. */
    double
    half_height_at(const std::size_t node) const
    {
      return heights_at[node];
    }

    /** The faces at a displacement, the same on all ranks. Collective. */
    template <Algebra A>
    ContactFaces<dim>
    displaced(const typename A::Vector &q) const;

    /** Index of the first of the dim degrees of freedom of a node. */
    dealii::types::global_dof_index
    first_dof(const std::size_t node) const
    {
      return surface.nodes()[node].first_dof;
    }

    /** Whether a node moves in direction @p d, rather than being held. */
    bool
    is_free(const std::size_t node, const unsigned int d) const
    {
      return free[dim * node + d] != 0;
    }

    /** In space the shortest edge of the faces of cells [m]. */
    double
    shortest_face() const
    {
      return shortest;
    }

    /** Of the undeformed faces of cells, in space the mean of their shortest edges
     * [m]. */
    double
    mean_face() const
    {
      return mean;
    }

  private:
    void
    find_faces(const dealii::DoFHandler<dim> &dof_handler);
    void
    find_held(const dealii::AffineConstraints<double> &held);

    const std::set<dealii::types::boundary_id> ids;
    const ContactSurface<dim>                  surface;
    ContactFaces<dim>                          faces;
    std::vector<double>                        heights, heights_at; // half
    std::vector<dealii::types::material_id>    of_cells;            // materials
    std::vector<unsigned char>                 free;
    double                                     shortest = 0., mean = 0.;
  };
} // namespace percuss

#endif
