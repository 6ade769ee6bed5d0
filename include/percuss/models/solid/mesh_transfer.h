// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_solid_mesh_transfer_h
#define percuss_models_solid_mesh_transfer_h

#include <percuss/models/solid/elastic_solid.h>

#include <utility>
#include <vector>

namespace percuss
{
  /**
   * Fields of two meshes of the same bodies, one of which, the fine one, has
   * cells of the other that are divided: with the displacements of the coarse
   * one, P x_c, the fine one has the same field, as cells are divided straight.
   *
   *     x_f = P x_c                                       the same field,
   *     x_c = R x_f                                       nodal values,
   *     (P^T M_f P) x_c = P^T M_f x_f                     projection:
   *
   * the field of the coarse mesh whose difference has the least kinetic energy.
   * It is x_c of x_f = P x_c, and P^T M_f (x_f - P x_c) = 0 gives it linear and
   * angular momentum of x_f. With lumped masses nodes that no divided cell has
   * keep their values.
   *
   * Of degree 1, on one rank.
   *
   * Equations: doc/theory/adaptive_solids.md (1), (2).
   */
  template <int dim, Algebra A>
  class MeshTransfer
  {
  public:
    using Vector = typename A::Vector;

    /** The solids are copied from one description but for divided_cells, of
     * which those of @p coarse are among those of @p fine. */
    MeshTransfer(const ElasticSolid<dim, A> &coarse,
                 const ElasticSolid<dim, A> &fine);

    /** P x_c */
    Vector
    refined(const Vector &x) const;

    /** R x_f */
    Vector
    restricted(const Vector &x) const;

    /** Throws StepError where it is not found, which no mass matrix does. */
    Vector
    projected(const Vector &x) const;

  private:
    using Cell = typename dealii::DoFHandler<dim>::cell_iterator;
    using Dof  = dealii::types::global_dof_index;

    /** Enters P and R of a coarse cell, and of those that it is divided into:
     * they begin at @p origin, of edge @p size, in the cell's coordinates. */
    void
    enter(const Cell               &coarse_cell,
          const Cell               &fine_cell,
          const dealii::Point<dim> &origin,
          double                    size);
    /** Those of all cells of which the coarse mesh has divided ones, too. */
    void
    enter_pairs(const Cell &coarse_cell, const Cell &fine_cell);
    void
    enter_nodes(const Cell &coarse_cell, const Cell &fine_cell);

    void
    multiply(const Vector &x, Vector &y) const; // y = P x
    void
    multiply_transposed(const Vector &y, Vector &x) const; // x = P^T y

    const ElasticSolid<dim, A> &coarse, &fine;

    // P by rows of fine degrees of freedom, one after the other, and R
    std::vector<std::vector<std::pair<Dof, double>>> weights;
    std::vector<Dof>                                 nodal; // of coarse ones
    mutable Vector                                   of_fine, momentum;
  };

  /**
   * Adds the velocity of a rigid body to v that gives it linear and angular
   * momentum of @p v_before on another mesh: none to speak of where masses are
   * nested, which those of cells that are no parallelograms are not, nor
   * moments of inertia of lumped masses. Rotations are those of the undeformed
   * bodies in the linear law, at q else. Of one body that is held nowhere; of
   * others nothing is done.
   *
   * Equations: doc/theory/adaptive_solids.md (3).
   */
  template <int dim, Algebra A>
  void
  restore_momentum(const ElasticSolid<dim, A> &before,
                   const typename A::Vector   &q_before,
                   const typename A::Vector   &v_before,
                   const ElasticSolid<dim, A> &solid,
                   const typename A::Vector   &q,
                   typename A::Vector         &v);
} // namespace percuss

#endif
