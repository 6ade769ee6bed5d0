// SPDX-License-Identifier: Apache-2.0
#include <percuss/models/bar/bar_plasticity.h>
#include <percuss/parallel_algebra/petsc_algebra.h>
#include <percuss/parallel_algebra/trilinos_algebra.h>

#include <deal.II/base/quadrature_lib.h>
#include <deal.II/dofs/dof_tools.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace percuss
{
  using namespace dealii;

  template <Algebra A>
  BarPlasticity<A>::BarPlasticity(const BarRowDescription         &description,
                                  const BarMesh                   &mesh,
                                  const DoFHandler<1>             &dof_handler,
                                  const AffineConstraints<double> &constraints)
    : dof_handler(dof_handler)
    , communicator(dof_handler.get_communicator())
  {
    const auto        &element = dof_handler.get_fe();
    const unsigned int n       = element.n_dofs_per_cell();
    const QGauss<1>    gauss(description.degree + 1);
    for (const Point<1> &x : gauss.get_points())
      {
        slopes.emplace_back();
        for (unsigned int i = 0; i < n; ++i)
          slopes.back().push_back(element.shape_grad(i, x)[0]);
      }

    IndexSet relevant;
    DoFTools::extract_locally_relevant_dofs(dof_handler, relevant);
    const IndexSet &owned = dof_handler.locally_owned_dofs();
    for (LocalVector *const vector : {&of_q, &of_s})
      vector->reinit(owned, relevant, communicator);
    for (const auto dof : owned)
      if (constraints.is_constrained(dof))
        clamped.push_back(
          static_cast<unsigned int>(owned.index_within_set(dof)));

    std::vector<types::global_dof_index> dofs(n);
    for (const auto &cell : dof_handler.active_cell_iterators())
      if (cell->is_locally_owned())
        {
          cell->get_dof_indices(dofs);
          for (const auto dof : dofs)
            places.push_back(of_q.get_partitioner()->global_to_local(dof));
          const double left = cell->vertex(0)[0];
          lengths.push_back(cell->measure());
          const auto &bar =
            description.bars[mesh.bar(cell->active_cell_index())];
          const unsigned int id = cell->material_id();
          for (unsigned int k = 0; k < gauss.size(); ++k)
            {
              const double x =
                mesh.inside(cell, left + lengths.back() * gauss.point(k)[0]);
              const BarHardening &h = bar.hardening;
              points.push_back({bar.youngs_modulus(x, id),
                                bar.cross_section(x, id) * gauss.weight(k),
                                {h.yield_stress(x, id),
                                 h.modulus(x, id),
                                 h.saturation(x, id),
                                 h.exponent(x, id)}});
            }
        }
    reset({});
  }

  template <Algebra A>
  void
  BarPlasticity<A>::reset(const Vector &)
  {
    state.resize(points.size());
    for (std::size_t k = 0; k < points.size(); ++k)
      state[k] = {0., 0., points[k].hardening.yield_stress};
    next = state;
  }

  // gamma by Newton's method: k is concave, so that no iterate is above it.
  template <Algebra A>
  double
  BarPlasticity<A>::stress(const std::size_t point,
                           const double      strain,
                           const double      length)
  {
    const auto &[E, area, hardening] = points[point];
    const PointState &old            = state[point];
    PointState       &now            = next[point];
    now                              = old;

    double       sigma = E * (strain - old.strain);
    const double trial = std::abs(sigma);
    if (trial > old.yield)
      {
        double        gamma        = 0.;
        constexpr int n_iterations = 60;
        for (int n = 0; n < n_iterations; ++n)
          {
            const double step = (trial - E * gamma - now.yield) /
                                (E + hardening.slope(old.equivalent + gamma));
            gamma += step;
            now.yield = hardening(old.equivalent + gamma);
            if (!(step > 1e-15 * gamma))
              break;
          }
        now.equivalent += gamma;
        now.strain += std::copysign(gamma, sigma);
        sigma = std::copysign(now.yield, sigma);
        work += area * length * hardening.work(old.equivalent, gamma);
      }
    energy += 0.5 * area * length * sigma * sigma / E;
    return sigma;
  }

  template <Algebra A>
  void
  BarPlasticity<A>::force(const Vector &q, Vector &s)
  {
    A::read_local(q, [&](const double *const entries) {
      std::copy_n(entries, of_q.locally_owned_size(), of_q.begin());
    });
    of_q.update_ghost_values();
    of_s   = 0.;
    energy = work        = 0.;
    const std::size_t n  = slopes.front().size();
    std::size_t       at = 0;
    for (std::size_t cell = 0; cell < lengths.size(); ++cell)
      {
        const unsigned int *const place = &places[cell * n];
        for (const std::vector<double> &slope : slopes)
          {
            double strain = 0.;
            for (std::size_t i = 0; i < n; ++i)
              strain += slope[i] * of_q.local_element(place[i]);
            const double A_sigma =
              points[at].area *
              stress(at, strain / lengths[cell], lengths[cell]);
            ++at;
            for (std::size_t i = 0; i < n; ++i)
              of_s.local_element(place[i]) += slope[i] * A_sigma;
          }
      }
    of_q.zero_out_ghost_values();
    of_s.compress(VectorOperation::add);
    for (const unsigned int i : clamped)
      of_s.local_element(i) = 0.;
    A::write_local(s, [&](double *const entries) {
      std::copy_n(of_s.begin(), of_s.locally_owned_size(), entries);
    });
  }

  template <Algebra A>
  double
  BarPlasticity<A>::elastic_energy() const
  {
    return Utilities::MPI::sum(energy, communicator);
  }

  template <Algebra A>
  double
  BarPlasticity<A>::plastic_work() const
  {
    return Utilities::MPI::sum(work, communicator);
  }

  template <Algebra A>
  double
  BarPlasticity<A>::largest_plastic_strain() const
  {
    double largest = 0.;
    for (const PointState &point : state)
      largest = std::max(largest, point.equivalent);
    return Utilities::MPI::max(largest, communicator);
  }

  // Every rank knows all cells, in one order.
  template <Algebra A>
  void
  BarPlasticity<A>::serialize(Archive &archive)
  {
    archive.section("plasticity");
    const std::size_t   n_points = slopes.size();
    std::vector<double> all(dof_handler.get_triangulation().n_active_cells() *
                            n_points * 3);
    const auto          of_rank = [&](const auto &visit) {
      std::size_t at = 0;
      for (const auto &cell : dof_handler.active_cell_iterators())
        if (cell->is_locally_owned())
          for (std::size_t k = 0; k < n_points; ++k)
            visit(state[at++],
                  &all[(cell->active_cell_index() * n_points + k) * 3]);
    };
    of_rank([](const PointState &point, double *const values) {
      std::ranges::copy(std::array{point.strain, point.equivalent, point.yield},
                        values);
    });
    Utilities::MPI::sum(ArrayView<const double>(all.data(), all.size()),
                        communicator,
                        ArrayView<double>(all.data(), all.size()));
    archive.array(std::span<double>(all));
    of_rank([](PointState &point, const double *const values) {
      point = {values[0], values[1], values[2]};
    });
  }

  template class BarPlasticity<PETScAlgebra>;
  template class BarPlasticity<TrilinosAlgebra>;
} // namespace percuss
