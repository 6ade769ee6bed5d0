// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_solid_needed_levels_h
#define percuss_models_solid_needed_levels_h

#include <percuss/models/solid/elastic_solid.h>

#include <set>

namespace percuss
{
  /**
   * Which cells are to be divided. With the strain E of the cells, in the
   * middle, its rate, and the size h_K of a cell K,
   *
   *     gamma_K = max(h_K max_N |E_N - E_K|/|X_N - X_K|, h_K |E_t|/c),
   *
   * N its neighbours of the same material, is how much the strain changes
   * across K, at rest and in a wave of the velocity c: about in proportion to
   * h_K where the motion is smooth. With E_max the largest |E| so far, a cell is
   * divided until gamma_K <= tolerance E_max, and the parts of one are joined
   * where they would be far below that with twice the size, half of it.
   *
   * Cells at those nodes whose contact is closed, or would be in twice the time
   * until the mesh is adapted again, have the smallest size; and what a cell
   * needs those need that a wave from it reaches until then.
   *
   * Equations: doc/theory/adaptive_solids.md (4).
   */
  template <int dim, Algebra A>
  class NeededLevels
  {
  public:
    using Dof = dealii::types::global_dof_index;

    /** @param wave_speed  c [m/s]
     * @param interval    until the mesh is adapted again [s] */
    NeededLevels(const ElasticSolid<dim, A> &solid,
                 double                      wave_speed,
                 double                      interval);

    /**
     * The cells that the next mesh has divided, without those that are so that
     * neighbours differ by one level.
     * @param contact_dofs the first ones of nodes as above
     * @param largest_strain so far; is updated
     * @param tolerance      of the adaptation, or a larger one
     */
    std::set<dealii::CellId>
    divided_cells(const typename A::Vector &q,
                  const typename A::Vector &v,
                  const std::set<Dof>      &contact_dofs,
                  double                    tolerance,
                  double                   &largest_strain) const;

  private:
    struct Cell
    {
      typename dealii::Triangulation<dim>::active_cell_iterator cell;

      int    level = 0, needed = 0; ///< beyond those at the start
      double change = 0.;           ///< gamma_K
    };

    void
    set_changes(const typename A::Vector &q,
                const typename A::Vector &v,
                std::vector<Cell>        &cells,
                double                   &largest_strain) const;
    /** What cells need that waves reach. */
    void
    spread(std::vector<Cell> &cells) const;
    void
    join(const std::vector<Cell>  &cells,
         std::set<dealii::CellId> &divided) const;

    const ElasticSolid<dim, A> &solid;
    const double                wave_speed, interval;
  };
} // namespace percuss

#endif
