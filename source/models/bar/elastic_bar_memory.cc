// SPDX-License-Identifier: Apache-2.0

// ElasticBar: forces and energies of bars that remember.

#include <percuss/models/bar/elastic_bar.h>
#include <percuss/parallel_algebra/petsc_algebra.h>
#include <percuss/parallel_algebra/trilinos_algebra.h>

#include <algorithm>
#include <cassert>
#include <map>

namespace percuss
{
  using namespace dealii;

  namespace
  {
    /** Of each relaxation time the part g of each bar. */
    std::map<double, std::vector<double>>
    parts_by_time(const std::vector<BarDescription> &bars)
    {
      std::map<double, std::vector<double>> result;
      for (std::size_t b = 0; b < bars.size(); ++b)
        for (const auto &[weight, time] : bars[b].relaxation)
          {
            result[time].resize(bars.size());
            result[time][b] += weight;
          }
      return result;
    }

    /** 1 - sum_j g_j of each bar. */
    std::vector<double>
    rest_of(const std::vector<BarDescription> &bars)
    {
      std::vector<double> result;
      for (const BarDescription &bar : bars)
        {
          double rest = 1.;
          for (const BarRelaxationTerm &term : bar.relaxation)
            rest -= term.weight;
          result.push_back(std::max(0., rest));
        }
      return result;
    }
  } // namespace

  template <Algebra A>
  void
  ElasticBar<A>::weighted_stiffness(const std::vector<double> &weights,
                                    Matrix                    &result) const
  {
    result.reinit(matrices().stiffness);
    result = 0.;
    FullMatrix<double> weighted;
    visit_cells([&](const BarElement &cell,
                    const Dofs       &dofs,
                    const FullMatrix<double> &,
                    const FullMatrix<double> &K) {
      weighted = K;
      weighted *= weights[cell.bar];
      constraints.distribute_local_to_global(weighted, dofs, result);
    });
    result.compress(VectorOperation::add);
  }

  template <Algebra A>
  Relaxation<A> &
  ElasticBar<A>::start_relaxation(const double h, const Vector &q_0)
  {
    assert(description.relaxes());
    const auto by_time = parts_by_time(description.bars);
    const bool is_proportional =
      std::ranges::all_of(by_time, [](const auto &e) {
        const std::vector<double> &parts = e.second;
        return std::ranges::count(parts, parts.front()) == std::ssize(parts);
      });
    using Element = typename Relaxation<A>::Element;
    std::vector<Element> elements;
    const auto           parts = std::make_shared<std::vector<Matrix>>(
      is_proportional ? 0 : 1 + by_time.size());
    if (!is_proportional)
      weighted_stiffness(rest_of(description.bars), parts->front());
    for (const auto &[time, of_bars] : by_time)
      {
        elements.push_back({time, is_proportional ? of_bars.front() : 0.});
        if (!is_proportional)
          weighted_stiffness(of_bars, (*parts)[elements.size()]);
      }
    const auto product =
      [this, parts](const std::size_t index, const Vector &y, Vector &z) {
        A::vmult(parts->empty() ? matrices().stiffness : (*parts)[index], z, y);
      };
    memory = std::make_unique<Relaxation<A>>(
      *this, h, elements, is_proportional, product);
    memory->reset(q_0);
    return *memory;
  }

  template <Algebra A>
  void
  ElasticBar<A>::elastic_force(const Vector &q, Vector &s) const
  {
    if (memory)
      memory->force(q, s);
    else if (plastic)
      plastic->force(q, s);
    else
      A::vmult(matrices().stiffness, s, q);
  }

  template <Algebra A>
  double
  ElasticBar<A>::strain_energy(const Vector &q, const Vector &s) const
  {
    if (memory)
      return memory->strain_energy(q, s);
    if (plastic)
      return plastic->elastic_energy();
    return MechanicalSystem<A>::strain_energy(q, s);
  }

  template <Algebra A>
  auto
  ElasticBar<A>::stressed(const Vector &q) const -> Vector
  {
    Vector result = q;
    if (!memory)
      return result;
    const std::vector<double> rest    = rest_of(description.bars);
    const auto                by_time = parts_by_time(description.bars);
    // no node is of two bars
    const IndexSet           &owned = numbering.owned;
    std::vector<unsigned int> bar_of(owned.n_elements());
    Dofs                      dofs(element.n_dofs_per_cell());
    for (const BarElement &cell : mesh.own_elements())
      {
        numbering.of_element(cell, dofs);
        for (const auto dof : dofs)
          if (owned.is_element(dof))
            bar_of[owned.index_within_set(dof)] = cell.bar;
      }
    A::write_local(result, [&](double *const entries) {
      for (std::size_t i = 0; i < bar_of.size(); ++i)
        entries[i] *= rest[bar_of[i]];
      for (std::size_t j = 0; const auto &[time, parts] : by_time)
        A::read_local(memory->strained(j++), [&](const double *const z) {
          for (std::size_t i = 0; i < bar_of.size(); ++i)
            entries[i] += parts[bar_of[i]] * z[i];
        });
    });
    return result;
  }

#define PERCUSS_INSTANTIATE(A)                                                 \
  template void ElasticBar<A>::weighted_stiffness(const std::vector<double> &, \
                                                  A::Matrix &) const;          \
  template Relaxation<A> &ElasticBar<A>::start_relaxation(double,              \
                                                          const A::Vector &);  \
  template void ElasticBar<A>::elastic_force(const A::Vector &, A::Vector &)   \
    const;                                                                     \
  template double    ElasticBar<A>::strain_energy(const A::Vector &,           \
                                               const A::Vector &) const;    \
  template A::Vector ElasticBar<A>::stressed(const A::Vector &) const;
  PERCUSS_INSTANTIATE(PETScAlgebra)
  PERCUSS_INSTANTIATE(TrilinosAlgebra)
#undef PERCUSS_INSTANTIATE
} // namespace percuss
