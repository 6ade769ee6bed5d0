// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_solid_point_stress_h
#define percuss_models_solid_point_stress_h

#include <percuss/models/solid/cauchy_stress.h>
#include <percuss/models/solid/solid_elements.h>

#include <deal.II/base/symmetric_tensor.h>
#include <deal.II/dofs/dof_handler.h>

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

namespace percuss
{
  /** Cauchy's stress [Pa] at points of cells, see cauchy_stress(). */
  template <int dim>
  class PointStress
  {
  public:
    using Cell   = typename dealii::DoFHandler<dim>::cell_iterator;
    using Points = std::vector<dealii::Point<dim>>;

    /** Of this rank's cells by their active index, where it is not one of
     * displacements; else empty. */
    using OfCells = std::vector<dealii::SymmetricTensor<2, 3>>;

    /** Replaces grad q of the points by what the stress is of, and returns tr
     * H of the pressure, of materials with a memory; else empty. */
    using Relaxed =
      std::function<std::vector<double>(const Cell &,
                                        const Points &,
                                        std::vector<dealii::Tensor<2, 3>> &)>;

    /** @param description outlives this object */
    PointStress(const SolidDescription<dim> &description,
                Relaxed                      relaxed,
                OfCells                      of_cells);

    /**
     * Sets the stresses at the points of a cell.
     * @param X      undeformed [m]
     * @param u      displacements there [m], of which axisymmetric bodies need
     *               the first component
     * @param grad_u du_i/dX_J there
     */
    void
    operator()(const Cell                                 &cell,
               const Points                               &X,
               const std::vector<dealii::Tensor<1, dim>>  &u,
               const std::vector<dealii::Tensor<2, dim>>  &grad_u,
               std::vector<dealii::SymmetricTensor<2, 3>> &sigma) const;

  private:
    const SolidDescription<dim>              &description;
    const Relaxed                             relaxed;
    const OfCells                             of_cells;
    mutable std::vector<dealii::Tensor<2, 3>> H; // room of the points
  };
  template <int dim>
  PointStress<dim>::PointStress(const SolidDescription<dim> &description,
                                Relaxed                      relaxed,
                                OfCells                      of_cells)
    : description(description)
    , relaxed(std::move(relaxed))
    , of_cells(std::move(of_cells))
  {}

  template <int dim>
  void
  PointStress<dim>::operator()(
    const Cell                                 &cell,
    const Points                               &X,
    const std::vector<dealii::Tensor<1, dim>>  &u,
    const std::vector<dealii::Tensor<2, dim>>  &grad_u,
    std::vector<dealii::SymmetricTensor<2, 3>> &sigma) const
  {
    if (!of_cells.empty())
      {
        std::ranges::fill(sigma, of_cells[cell->active_cell_index()]);
        return;
      }
    H.assign(X.size(), {});
    for (std::size_t k = 0; k < X.size(); ++k)
      {
        for (unsigned int i = 0; i < dim; ++i)
          for (unsigned int j = 0; j < dim; ++j)
            H[k][i][j] = grad_u[k][i][j];
        if (description.kinematics == Kinematics::axisymmetric)
          {
            const double r = X[k][0];
            H[k][2][2]     = r > 1e-10 * cell->diameter() ?
                               u[k][0] / r :
                               H[k][0][0]; // its limit on the axis
          }
      }
    std::vector<double> traces;
    if (relaxed)
      traces = relaxed(cell, X, H);
    const SolidMaterial &material =
      material_of(description, cell->material_id());
    for (std::size_t k = 0; k < X.size(); ++k)
      {
        sigma[k] = cauchy_stress(material,
                                 description.kinematics,
                                 description.law,
                                 H[k]);
        if (relaxed && description.kinematics != Kinematics::plane_stress)
          {
            const LameConstants lame(material, description.kinematics);
            sigma[k] +=
              ((lame.lambda + 2. / 3. * lame.mu) * (traces[k] - trace(H[k]))) *
              dealii::unit_symmetric_tensor<3>();
          }
      }
  }

} // namespace percuss

#endif
