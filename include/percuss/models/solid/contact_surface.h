// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_solid_contact_surface_h
#define percuss_models_solid_contact_surface_h

#include <deal.II/base/index_set.h>
#include <deal.II/base/mpi.h>
#include <deal.II/base/point.h>
#include <deal.II/dofs/dof_handler.h>
#include <deal.II/fe/mapping.h>

#include <functional>
#include <set>
#include <vector>

namespace percuss
{
  /** The ids of all of a mesh's boundary, on all ranks. Collective. */
  template <int dim>
  std::set<unsigned int>
  all_boundary_ids(const dealii::DoFHandler<dim> &dof_handler);

  /**
   * The nodes X_i of a part Gamma of the boundary of a displacement field, with
   * the areas
   *
   *     A_i = int_Gamma phi_i(X) w(X) dA,      sum_i A_i = int_Gamma w dA.
   *
   * In the plane dA is a length and A_i [m] per thickness unless w is the
   * thickness; w = 2 pi r gives the areas [m^2] of a surface of revolution.
   * On Q2 elements all A_i of straight faces are positive. Of contacts that are
   * forces of the motion there are the stiffnesses
   *
   *     k_i = int_Gamma phi_i(X) E/l w dA
   *
   * of the cells behind the nodes, E their modulus and l the volume of a cell
   * over the area of its face.
   *
   * The nodes are the same on all ranks, and their order does not depend on the
   * number of ranks: it is lexicographic in X, where coordinates that differ by
   * less than 1e-10 of the largest extent are equal. Nodes at the same point
   * (bodies that touch) are in the order of their cells in the coarse mesh.
   */
  template <int dim>
  class ContactSurface
  {
  public:
    struct Node
    {
      dealii::Point<dim> position; ///< X, in the undeformed state [m]
      double             area      = 0.;
      double             stiffness = 0.; ///< k_i [N/m], 0 without moduli
      /** Index of the first of its dim degrees of freedom, consecutive. */
      dealii::types::global_dof_index first_dof = 0;
    };

    using Weight  = std::function<double(const dealii::Point<dim> &)>;
    using Modulus = std::function<double(dealii::types::material_id)>;

    /**
     * Collective. Throws InputError for an id that no face of the boundary has.
     *
     * @param dof_handler  of FESystem<dim>(FE_Q<dim>(p), dim)
     * @param boundary_ids of the faces of Gamma
     * @param weight       w; if there is none, 1
     * @param modulus      E [Pa]; if there is none, 0
     */
    ContactSurface(const dealii::DoFHandler<dim>              &dof_handler,
                   const dealii::Mapping<dim>                 &mapping,
                   const std::set<dealii::types::boundary_id> &boundary_ids,
                   const Weight                               &weight  = {},
                   const Modulus                              &modulus = {});

    /** Nodes of all ranks, the same on all ranks. */
    const std::vector<Node> &
    nodes() const
    {
      return all_nodes;
    }

    /** Numbers of the nodes whose displacements this rank owns, ascending. */
    const std::vector<unsigned int> &
    local_nodes() const
    {
      return owned_nodes;
    }

    const dealii::IndexSet locally_owned_dofs;
    const MPI_Comm         communicator;

  private:
    std::vector<Node>         all_nodes;
    std::vector<unsigned int> owned_nodes;
  };
} // namespace percuss

#endif
