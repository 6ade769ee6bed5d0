// SPDX-License-Identifier: Apache-2.0
#include <percuss/models/bar/bar_cell_mass.h>
#include <percuss/models/bar/bar_field_errors.h>
#include <percuss/parallel_algebra/petsc_algebra.h>
#include <percuss/parallel_algebra/trilinos_algebra.h>

#include <deal.II/base/quadrature_lib.h>

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

    const auto ghosted = [&](const typename A::Vector &x) {
      typename A::Vector result;
      result.reinit(bars.numbering.owned,
                    bars.numbering.relevant,
                    bars.communicator);
      result = x;
      return result;
    };
    const typename A::Vector q = ghosted(stepper.state().q),
                             v = ghosted(stepper.state().v);

    const ShapesAtPoints        at(bars.element,
                            QIterated<1>(QGauss<1>(bars.element.degree + 1),
                                         4));
    std::vector<BarDofs::Index> dofs(bars.element.n_dofs_per_cell());
    std::array<double, 3>       sums{};
    for (const BarElement &cell : bars.mesh.own_elements())
      {
        bars.numbering.of_element(cell, dofs);
        const double left = bars.mesh.extents[cell.bar].left;
        for (unsigned int k = 0; k < at.n_points(); ++k)
          {
            const double          x = cell.point(at.points[k]) - left;
            std::array<double, 3> values{};
            for (unsigned int i = 0; i < dofs.size(); ++i)
              {
                values[0] += at.values(i, k) * q(dofs[i]);
                values[1] += at.slopes(i, k) / cell.length * q(dofs[i]);
                values[2] += at.values(i, k) * v(dofs[i]);
              }
            const std::array<double, 3> errors{
              values[0] - exact.displacement(cell.bar, x, t),
              values[1] - exact.strain(cell.bar, x, t),
              values[2] - exact.velocity(cell.bar, x, t)};
            for (std::size_t i = 0; i < sums.size(); ++i)
              sums[i] += errors[i] * errors[i] * (at.weights[k] * cell.length);
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
