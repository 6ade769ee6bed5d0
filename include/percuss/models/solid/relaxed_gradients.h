// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_solid_relaxed_gradients_h
#define percuss_models_solid_relaxed_gradients_h

#include <percuss/models/solid/elastic_solid.h>

#include <deal.II/fe/fe_values.h>

#include <optional>
#include <utility>
#include <vector>

namespace percuss
{
  /**
   * The displacement gradients that have the stress of materials with a Prony
   * series in their elastic law with G_0, K_0,
   *
   *     H_shear = (1 - sum g_j) grad q + sum g_j grad z_j,   H_bulk with k_j,
   *
   * z_j of Relaxation: s = 2 G_0 dev sym H_shear, tr sigma = 3 K_0 tr H_bulk.
   *
   * Equations: doc/theory/viscoelastic_solids.md (1), (3).
   */
  template <int dim, Algebra A>
  class RelaxedGradients
  {
  public:
    using Tensor = dealii::Tensor<2, 3>;
    using Cell   = typename dealii::DoFHandler<dim>::cell_iterator;
    using Points = std::vector<dealii::Point<dim>>;
    using Solid  = ElasticSolid<dim, A>;

    /** @param strained of each element of the memory, with entries of other
     * ranks' nodes
     * @pre solid.relaxation() */
    RelaxedGradients(const Solid                    &solid,
                     std::vector<typename A::Vector> strained)
      : solid(solid)
      , strained(std::move(strained))
    {}

    /** Replaces grad q of the points of a cell, of space, by H_shear; returns tr
     * H_bulk. The points are the same of all cells in the unit cell. */
    std::vector<double>
    operator()(const Cell &cell, const Points &points, std::vector<Tensor> &H)
    {
      if (!values)
        values.emplace(solid.mapping,
                       solid.element,
                       unit_points(cell, points),
                       dealii::update_values | dealii::update_gradients);
      values->reinit(cell);
      const auto         &memory = *solid.relaxation();
      const SolidMaterial material =
        material_of(solid.description, cell->material_id());
      double shear = 1., bulk = 1.;
      for (const RelaxationTerm &term : material.relaxation)
        {
          shear -= term.shear;
          bulk -= term.bulk;
        }
      std::vector<double> traces;
      for (Tensor &of_q : H)
        {
          traces.push_back(bulk * trace(of_q));
          of_q *= shear;
        }
      std::vector<dealii::Tensor<2, dim>>      gradients(points.size());
      std::vector<dealii::Tensor<1, dim>>      u(points.size());
      const dealii::FEValuesExtractors::Vector all(0);
      for (std::size_t j = 0; j < strained.size(); ++j)
        for (const RelaxationTerm &term : material.relaxation)
          if (term.time == memory.time(j))
            {
              (*values)[all].get_function_gradients(strained[j], gradients);
              (*values)[all].get_function_values(strained[j], u);
              for (std::size_t k = 0; k < points.size(); ++k)
                {
                  const Tensor of_z =
                    in_space(cell, points[k], u[k], gradients[k]);
                  H[k] += term.shear * of_z;
                  traces[k] += term.bulk * trace(of_z);
                }
            }
      return traces;
    }

    /** The gradient in space of a field of displacements. */
    Tensor
    in_space(const Cell                   &cell,
             const dealii::Point<dim>     &X,
             const dealii::Tensor<1, dim> &u,
             const dealii::Tensor<2, dim> &gradient) const
    {
      Tensor H;
      for (unsigned int i = 0; i < dim; ++i)
        for (unsigned int j = 0; j < dim; ++j)
          H[i][j] = gradient[i][j];
      if (solid.description.kinematics == Kinematics::axisymmetric)
        H[2][2] = X[0] > 1e-10 * cell->diameter() ?
                    u[0] / X[0] :
                    H[0][0]; // its limit on the axis
      return H;
    }

  private:
    dealii::Quadrature<dim>
    unit_points(const Cell &cell, const Points &points) const
    {
      Points result;
      for (const dealii::Point<dim> &X : points)
        result.push_back(solid.mapping.transform_real_to_unit_cell(cell, X));
      return dealii::Quadrature<dim>(result);
    }

    const Solid                          &solid;
    const std::vector<typename A::Vector> strained;
    std::optional<dealii::FEValues<dim>>  values;
  };
} // namespace percuss

#endif
