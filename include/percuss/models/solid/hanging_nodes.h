// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_solid_hanging_nodes_h
#define percuss_models_solid_hanging_nodes_h

#include <deal.II/base/partitioner.h>
#include <deal.II/dofs/dof_handler.h>
#include <deal.II/lac/affine_constraints.h>

#include <utility>
#include <vector>

namespace percuss
{
  /** Whether a component is held at zero, not that of a hanging node. */
  inline bool
  is_held(const dealii::AffineConstraints<double> &constraints,
          const dealii::types::global_dof_index    dof)
  {
    const auto *const entries = constraints.get_constraint_entries(dof);
    return entries != nullptr && entries->empty();
  }

  /** Calls add(j, w_j) of u_i = sum_j w_j u_j: of the masters of a hanging
   * node, of other components that are free with themselves, of held ones
   * never. */
  template <class Add>
  void
  for_each_free(const dealii::AffineConstraints<double> &constraints,
                const dealii::types::global_dof_index    i,
                const Add                               &add)
  {
    const auto *const entries = constraints.get_constraint_entries(i);
    if (entries == nullptr)
      add(i, 1.);
    else
      for (const auto &[j, weight] : *entries)
        add(j, weight);
  }

  /**
   * The hanging nodes of the cells of one rank: vertices in the middle of an
   * edge or a face of a larger cell, whose displacements follow from those of
   * its vertices, their masters,
   *
   *     u_h = sum_m w_hm u_m,  w_hm >= 0, sum_m w_hm <= 1,
   *
   * less than one where masters are held; in short u = C x of vectors x with
   * entries zero at h. Forces of the masters are then C^T s, masses those of
   * M = C^T M_0 C, or of its lumping, see add_masses().
   *
   * Equations: doc/theory/elastic_solid.md (3a).
   */
  class HangingNodes
  {
  public:
    using Partitioner = dealii::Utilities::MPI::Partitioner;

    HangingNodes() = default;

    /** @param constraints closed
     * @param partitioner of the locally relevant degrees of freedom */
    template <int dim>
    HangingNodes(const dealii::DoFHandler<dim>           &dof_handler,
                 const dealii::AffineConstraints<double> &constraints,
                 const Partitioner                       &partitioner);

    bool
    is_empty() const
    {
      return numbers.empty();
    }

    /** Whether one of them, or of their masters, is one of @p those, by local
     * numbers. */
    bool
    depend_on(const std::vector<bool> &those) const;

    /** x_h <- sum_m w_hm x_m. @pre ghost values are there */
    void
    fill(double *x) const;

    /** s_m <- s_m + w_hm s_h, s_h <- 0. The caller adds up ghosts. */
    void
    fold(double *s) const;

    /** x_h <- 0 */
    void
    clear(double *x) const;

    /** m_m <- m_m + w_hm m_h of those @p n_owned degrees of freedom that are
     * of this rank; m_h stays, for vectors with zeros there. The sum over all
     * others is the total mass, and the kinetic energy is no less than that of
     * u = C x: the bound of frequencies by those of cells holds. */
    void
    add_masses(double *m, unsigned int n_owned) const;

  private:
    // of node i the masters from first_master[i] to first_master[i + 1]
    std::vector<unsigned int>                    numbers, first_master;
    std::vector<std::pair<unsigned int, double>> masters;
  };
} // namespace percuss

#endif
