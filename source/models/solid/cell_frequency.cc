// SPDX-License-Identifier: Apache-2.0
#include <percuss/algebra/eigenvalues.h>
#include <percuss/models/solid/cell_frequency.h>
#include <percuss/models/solid/cell_mass.h>

#include <algorithm>
#include <cmath>

namespace percuss
{
  using namespace dealii;

  namespace
  {
    using LocalVector = LinearAlgebra::distributed::Vector<double>;

    /** M and K of the cells of one rank, by their numbers in SolidElements. */
    template <int dim>
    class CellMatrices
    {
    public:
      CellMatrices(const SolidDescription<dim> &description,
                   const Mapping<dim>          &mapping,
                   const DoFHandler<dim>       &dof_handler,
                   const SolidElements<dim>    &elements,
                   const LocalVector *const     mass_factors)
        : elements(elements)
        , mass_factors(mass_factors)
        , element(dof_handler.get_fe())
        , mass(description, mapping, element)
        , stiffness(element.n_dofs_per_cell())
        , K(stiffness.m(), stiffness.m())
        , M(stiffness.m(), stiffness.m())
      {
        for (const auto &cell : dof_handler.active_cell_iterators())
          if (cell->is_locally_owned())
            cells.push_back(cell);
      }

      unsigned int
      size() const
      {
        return static_cast<unsigned int>(cells.size());
      }

      void
      compute(const unsigned int cell)
      {
        elements.stiffness(cell, stiffness);
        const FullMatrix<double> &m = mass(cells[cell]);
        K.resize(stiffness.m(), stiffness.m());
        M.resize(stiffness.m(), stiffness.m());
        for (unsigned int i = 0; i < stiffness.m(); ++i)
          for (unsigned int j = 0; j < stiffness.m(); ++j)
            {
              const auto [component_i, a] =
                element.system_to_component_index(i);
              const auto [component_j, b] =
                element.system_to_component_index(j);
              K(i, j) = stiffness(i, j);
              M(i, j) = component_i == component_j ? m(a, b) : 0.;
            }
        if (mass_factors != nullptr)
          remove_massless(cell);
      }

    private:
      /** Of a cell held where it has no mass, with the masses of the others. */
      void
      remove_massless(const unsigned int cell)
      {
        std::vector<types::global_dof_index> dofs(stiffness.m());
        cells[cell]->get_dof_indices(dofs);
        std::vector<int> moving;
        for (unsigned int i = 0; i < dofs.size(); ++i)
          {
            const double factor = (*mass_factors)(dofs[i]);
            M.row(i) *= factor; // diagonal
            if (factor > 0.)
              moving.push_back(static_cast<int>(i));
          }
        K = K(moving, moving).eval();
        M = M(moving, moving).eval();
      }

      const SolidElements<dim>                                   &elements;
      const LocalVector *const                                    mass_factors;
      const FiniteElement<dim>                                   &element;
      CellMass<dim>                                               mass;
      FullMatrix<double>                                          stiffness;
      std::vector<typename DoFHandler<dim>::active_cell_iterator> cells;

    public:
      Eigen::MatrixXd K, M;
    };
  } // namespace

  template <int dim>
  double
  largest_cell_frequency(
    const SolidDescription<dim>                          &description,
    const Mapping<dim>                                   &mapping,
    const DoFHandler<dim>                                &dof_handler,
    const SolidElements<dim>                             &elements,
    const typename SolidElements<dim>::LocalVector *const mass_factors)
  {
    constexpr double  margin = 1. + 1e-8; // so that congruent cells pass
    CellMatrices<dim> matrices(
      description, mapping, dof_handler, elements, mass_factors);

    std::vector<std::pair<double, unsigned int>> stiffest_first;
    for (unsigned int cell = 0; cell < matrices.size(); ++cell)
      {
        if (mass_factors == nullptr && cell > 0 &&
            elements.are_congruent(cell, cell - 1))
          continue;
        matrices.compute(cell);
        if (matrices.M.size() == 0)
          continue;
        stiffest_first.emplace_back((matrices.K.diagonal().array() /
                                     matrices.M.diagonal().array())
                                      .maxCoeff(),
                                    cell);
      }
    std::sort(stiffest_first.rbegin(), stiffest_first.rend());

    double bound = 0.; // of w^2
    for (const auto &[estimate, cell] : stiffest_first)
      {
        matrices.compute(cell);
        if (!is_positive_definite(bound * matrices.M - matrices.K))
          bound =
            margin * largest_generalized_eigenvalue(matrices.K, matrices.M);
      }
    return std::sqrt(bound);
  }

  template double
  largest_cell_frequency(const SolidDescription<2> &,
                         const Mapping<2> &,
                         const DoFHandler<2> &,
                         const SolidElements<2> &,
                         const LocalVector *);
  template double
  largest_cell_frequency(const SolidDescription<3> &,
                         const Mapping<3> &,
                         const DoFHandler<3> &,
                         const SolidElements<3> &,
                         const LocalVector *);
} // namespace percuss
