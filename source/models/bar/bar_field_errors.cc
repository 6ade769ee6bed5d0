// SPDX-License-Identifier: Apache-2.0
#include <percuss/models/bar/bar_field_errors.h>
#include <percuss/parallel_algebra/petsc_algebra.h>
#include <percuss/parallel_algebra/trilinos_algebra.h>

#include <deal.II/base/quadrature_lib.h>
#include <deal.II/dofs/dof_tools.h>
#include <deal.II/fe/fe_values.h>

#include <algorithm>
#include <cmath>

namespace percuss
{
  using namespace dealii;

  template <Algebra A>
  BarFieldErrors<A>::BarFieldErrors(const ElasticBar<A>    &bars,
                                    const ExactBars        &exact,
                                    const Stepper<A>       &stepper,
                                    const double            start_time,
                                    const unsigned long int interval)
    : Observer(interval)
    , bars(bars)
    , exact(exact)
    , stepper(stepper)
    , start_time(start_time)
  {}

  template <Algebra A>
  void
  BarFieldErrors<A>::observe(const StepRecord &record)
  {
    const double t = record.time - start_time;
    if (record.step == 0)
      return;

    IndexSet relevant;
    DoFTools::extract_locally_relevant_dofs(bars.dof_handler, relevant);
    const auto ghosted = [&](const typename A::Vector &x) {
      typename A::Vector result;
      result.reinit(bars.dof_handler.locally_owned_dofs(),
                    relevant,
                    bars.communicator);
      result = x;
      return result;
    };
    const typename A::Vector q = ghosted(stepper.state().q),
                             v = ghosted(stepper.state().v);

    const QIterated<1>        quadrature(QGauss<1>(bars.element.degree + 1), 4);
    FEValues<1>               values(bars.element,
                       quadrature,
                       update_values | update_gradients |
                         update_quadrature_points | update_JxW_values);
    const std::size_t         n_points = quadrature.size();
    std::vector<double>       displacement(n_points), velocity(n_points);
    std::vector<Tensor<1, 1>> strain(n_points);
    std::array<double, 3>     sums{};
    for (const auto &cell : bars.dof_handler.active_cell_iterators())
      if (cell->is_locally_owned())
        {
          values.reinit(cell);
          values.get_function_values(q, displacement);
          values.get_function_gradients(q, strain);
          values.get_function_values(v, velocity);
          const unsigned int bar  = bars.mesh.bar(cell->active_cell_index());
          const double       left = bars.mesh.extents[bar].left;
          for (unsigned int k = 0; k < n_points; ++k)
            {
              const double x = values.quadrature_point(k)[0] - left;
              const std::array<double, 3> errors{
                displacement[k] - exact.displacement(bar, x, t),
                strain[k][0] - exact.strain(bar, x, t),
                velocity[k] - exact.velocity(bar, x, t)};
              for (std::size_t i = 0; i < sums.size(); ++i)
                sums[i] += errors[i] * errors[i] * values.JxW(k);
            }
        }
    for (std::size_t i = 0; i < sums.size(); ++i)
      {
        const double square = Utilities::MPI::sum(sums[i], bars.communicator);
        largest[i]          = std::max(largest[i], std::sqrt(square));
        squares[i] += square * (t - last_time);
      }
    last_time = t;
  }

  template <Algebra A>
  std::map<std::string, double>
  BarFieldErrors<A>::norms() const
  {
    std::map<std::string, double>     result;
    const std::array<const char *, 3> names{"displacement",
                                            "strain",
                                            "velocity"};
    for (std::size_t i = 0; i < names.size(); ++i)
      {
        const std::string name = std::string(names[i]) + "_field";
        result[name + "_max"]  = largest[i];
        result[name + "_L2"]   = std::sqrt(squares[i]);
      }
    return result;
  }

  template class BarFieldErrors<PETScAlgebra>;
  template class BarFieldErrors<TrilinosAlgebra>;
} // namespace percuss
