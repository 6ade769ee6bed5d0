// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_solid_contact_side_h
#define percuss_models_solid_contact_side_h

#include <percuss/algebra/algebra.h>
#include <percuss/models/solid/contact_surface.h>
#include <percuss/mortar/contact_curve.h>

#include <deal.II/lac/affine_constraints.h>

#include <array>
#include <set>
#include <vector>

namespace percuss
{
  /**
   * One of the two boundaries of a pair, in the plane, with straight faces: all
   * of it on all ranks. Its nodes are those of ContactSurface, in that order,
   * and its faces are in the order of their nodes.
   */
  class ContactSide
  {
  public:
    /**
     * Collective. Throws InputError for an id that no face of the boundary has.
     *
     * @param dof_handler  of FESystem<2>(FE_Q<2>(1), 2)
     * @param boundary_ids of the faces
     * @param held displacements that are kept; no hanging nodes
     */
    ContactSide(const dealii::DoFHandler<2>                &dof_handler,
                const dealii::Mapping<2>                   &mapping,
                const std::set<dealii::types::boundary_id> &boundary_ids,
                const dealii::AffineConstraints<double>    &held);

    const std::set<dealii::types::boundary_id> &
    boundary_ids() const
    {
      return ids;
    }

    /** The undeformed faces. */
    const ContactCurve &
    undeformed() const
    {
      return curve;
    }

    /** The faces at a displacement, the same on all ranks. Collective. */
    template <Algebra A>
    ContactCurve
    displaced(const typename A::Vector &q) const;

    /** Index of the first of the two degrees of freedom of a node. */
    dealii::types::global_dof_index
    first_dof(const std::size_t node) const
    {
      return surface.nodes()[node].first_dof;
    }

    /** Whether a node moves in direction @p d, rather than being held. */
    bool
    is_free(const std::size_t node, const unsigned int d) const
    {
      return free[2 * node + d] != 0;
    }

    /** [m] */
    double
    shortest_face() const
    {
      return shortest;
    }

    /** Of the undeformed faces [m]. */
    double
    mean_face() const
    {
      return mean;
    }

  private:
    void
    find_faces(const dealii::DoFHandler<2> &dof_handler);
    void
    find_held(const dealii::AffineConstraints<double> &held);

    const std::set<dealii::types::boundary_id> ids;
    const ContactSurface<2>                    surface;
    ContactCurve                               curve;
    std::vector<unsigned char>                 free;
    double                                     shortest = 0., mean = 0.;
  };
} // namespace percuss

#endif
