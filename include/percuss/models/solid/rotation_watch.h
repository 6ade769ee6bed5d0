// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_solid_rotation_watch_h
#define percuss_models_solid_rotation_watch_h

#include <percuss/models/solid/elastic_solid.h>
#include <percuss/simulation/observer.h>
#include <percuss/simulation/stepper.h>

#include <deal.II/base/mpi.h>
#include <deal.II/base/quadrature_lib.h>
#include <deal.II/dofs/dof_tools.h>
#include <deal.II/fe/fe_values.h>

#include <algorithm>
#include <vector>

namespace percuss
{
  /**
   * The largest rotation of an element, |skew part of grad u| in its middle, at
   * some fifty steps of a run: what the linear law takes for zero. Rotations phi
   * strain it by 1 - cos(phi).
   */
  template <int dim, Algebra A>
  class RotationWatch final : public Observer
  {
  public:
    using Vector = typename A::Vector;

    RotationWatch(const ElasticSolid<dim, A> &solid,
                  const Stepper<A>           &stepper,
                  const unsigned long int     n_steps)
      : Observer(std::max(1ul, n_steps / 50))
      , solid(solid)
      , stepper(stepper)
    {
      dealii::IndexSet relevant;
      dealii::DoFTools::extract_locally_relevant_dofs(solid.dof_handler,
                                                      relevant);
      displacement.reinit(solid.dof_handler.locally_owned_dofs(),
                          relevant,
                          solid.dof_handler.get_communicator());
    }

    void
    observe(const StepRecord &) override
    {
      displacement = stepper.state().q;
      dealii::FEValues<dim>                    values(solid.mapping,
                                   solid.dof_handler.get_fe(),
                                   dealii::QMidpoint<dim>(),
                                   dealii::update_gradients);
      const dealii::FEValuesExtractors::Vector u(0);
      std::vector<dealii::Tensor<2, dim>>      gradient(1);
      double                                   square = 0.;
      for (const auto &cell : solid.dof_handler.active_cell_iterators())
        if (cell->is_locally_owned())
          {
            values.reinit(cell);
            values[u].get_function_gradients(displacement, gradient);
            const dealii::Tensor<2, dim> twice =
              gradient[0] - transpose(gradient[0]);
            // two entries of each component of the axial vector
            square = std::max(square, 0.125 * twice.norm_square());
          }
      largest = std::max(largest,
                         std::sqrt(dealii::Utilities::MPI::max(
                           square, solid.dof_handler.get_communicator())));
    }

    void
    serialize(Archive &archive) override
    {
      archive.section("rotation");
      archive(largest);
    }

    /** [rad] */
    double
    largest_rotation() const
    {
      return largest;
    }

  private:
    const ElasticSolid<dim, A> &solid;
    const Stepper<A>           &stepper;
    Vector                      displacement; // with ghosts
    double                      largest = 0.;
  };
} // namespace percuss

#endif
