// SPDX-License-Identifier: Apache-2.0
#include <percuss/models/bar/bar_plasticity.h>
#include <percuss/parallel_algebra/petsc_algebra.h>
#include <percuss/parallel_algebra/trilinos_algebra.h>

#include <deal.II/base/quadrature_lib.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace percuss
{
  using namespace dealii;

  template <Algebra A>
  BarPlasticity<A>::BarPlasticity(const BarRowDescription         &description,
                                  const BarDofs                   &numbering,
                                  const AffineConstraints<double> &constraints)
    : mesh(numbering.mesh)
    , communicator(mesh.communicator)
    , at(FE_Q<1>(description.degree), QGauss<1>(description.degree + 1))
  {
    const IndexSet &owned = numbering.owned;
    for (LocalVector *const vector : {&of_q, &of_s})
      vector->reinit(owned, numbering.relevant, communicator);
    for (const auto dof : owned)
      if (constraints.is_constrained(dof))
        clamped.push_back(
          static_cast<unsigned int>(owned.index_within_set(dof)));

    std::vector<BarDofs::Index> dofs(description.degree + 1);
    for (const BarElement &cell : mesh.own_elements())
      {
        numbering.of_element(cell, dofs);
        for (const auto dof : dofs)
          places.push_back(of_q.get_partitioner()->global_to_local(dof));
        lengths.push_back(cell.length);
        const BarDescription &bar = description.bars[cell.bar];
        const BarHardening   &h   = bar.hardening;
        const unsigned int    id  = cell.material;
        for (unsigned int k = 0; k < at.n_points(); ++k)
          {
            const double x = mesh.inside(cell, cell.point(at.points[k]));
            points.push_back({bar.youngs_modulus(x, id),
                              bar.cross_section(x, id) * at.weights[k],
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
    energy = work            = 0.;
    const unsigned int n     = static_cast<unsigned int>(at.slopes.m());
    std::size_t        point = 0;
    for (std::size_t cell = 0; cell < lengths.size(); ++cell)
      {
        const unsigned int *const place = &places[cell * n];
        for (unsigned int k = 0; k < at.n_points(); ++k, ++point)
          {
            double slope = 0.;
            for (unsigned int i = 0; i < n; ++i)
              slope += at.slopes(i, k) * of_q.local_element(place[i]);
            const double A_sigma =
              points[point].area *
              stress(point, slope / lengths[cell], lengths[cell]);
            for (unsigned int i = 0; i < n; ++i)
              of_s.local_element(place[i]) += at.slopes(i, k) * A_sigma;
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

  // The elements have their numbers whatever the number of ranks.
  template <Algebra A>
  void
  BarPlasticity<A>::serialize(Archive &archive)
  {
    archive.section("plasticity");
    const std::size_t   n_points = at.n_points();
    std::vector<double> all(mesh.n_elements() * n_points * 3);
    const auto          of_rank = [&](const auto &visit) {
      std::size_t place = mesh.own_begin * n_points * 3;
      for (PointState &point : state)
        {
          visit(point, &all[place]);
          place += 3;
        }
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
