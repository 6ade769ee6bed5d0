// SPDX-License-Identifier: Apache-2.0
#include <percuss/finite_element/entry_numbers.h>
#include <percuss/models/solid/plastic_elements.h>
#include <percuss/parallel_algebra/all_gather.h>

#include <algorithm>
#include <map>
#include <span>
#include <utility>

namespace percuss
{
  using namespace dealii;

  template <int dim>
  PlasticElements<dim>::PlasticElements(
    const SolidDescription<dim> &description,
    const SolidElements<dim>    &elements,
    const DoFHandler<dim>       &dof_handler)
    : description(description)
    , elements(elements)
    , dof_handler(dof_handler)
    , kernels(
        plastic_kernels(dim,
                        description.degree,
                        description.kinematics == Kinematics::axisymmetric))
  {
    AssertThrow(kernels.n_lanes == elements.n_lanes(), ExcInternalError());
    const CellsOfRank cells = elements.cells();
    for (auto [store, n] : {std::pair(&affine, cells.affine.n),
                            std::pair(&general, cells.general.n)})
      {
        store->n_batches = n;
        store->hardening.resize(std::size_t(n) * 4 * kernels.n_lanes);
        const std::size_t size = std::size_t(n) * elements.points_of_cell() *
                                 kernels.n_state * kernels.n_lanes;
        store->state.resize(size);
        store->next.resize(size);
      }
    reset();
  }

  template <int dim>
  template <class F>
  void
  PlasticElements<dim>::for_points(const unsigned int cell, const F &f) const
  {
    const auto [number, is_affine] = elements.place(cell);
    const unsigned int n_lanes     = kernels.n_lanes,
                       n_points    = elements.points_of_cell();
    const Store      &store        = is_affine ? affine : general;
    const std::size_t first =
      std::size_t(number / n_lanes) * n_points * kernels.n_state * n_lanes;
    for (unsigned int k = 0; k < n_points; ++k)
      f(store,
        first + std::size_t(k) * kernels.n_state * n_lanes + number % n_lanes);
  }

  template <int dim>
  void
  PlasticElements<dim>::reset()
  {
    for (Store *const store : {&affine, &general})
      std::fill(store->state.begin(), store->state.end(), 0.);
    unsigned int number = 0;
    for (const auto &cell : dof_handler.active_cell_iterators())
      if (cell->is_locally_owned())
        {
          const SolidMaterial &material =
            material_of(description, cell->material_id());
          const auto [place, is_affine] = elements.place(number);
          Store        &store           = is_affine ? affine : general;
          double *const of_batch =
            &store.hardening[std::size_t(place / kernels.n_lanes) * 4 *
                             kernels.n_lanes] +
            place % kernels.n_lanes;
          const Hardening &h         = material.hardening;
          const double     values[4] = {h.yield_stress,
                                        h.modulus,
                                        h.saturation,
                                        h.exponent};
          for (unsigned int i = 0; i < 4; ++i)
            of_batch[i * kernels.n_lanes] = values[i];
          for_points(number, [&](const Store &, const std::size_t first) {
            store.state[first + (kernels.n_state - 1) * kernels.n_lanes] =
              h.yield_stress;
          });
          ++number;
        }
    of_last_force = {};
  }

  template <int dim>
  bool
  PlasticElements<dim>::add_force(const double *const q, double *const s)
  {
    of_last_force =
      kernels.add_force(elements.cells(), affine.view(), general.view(), q, s);
    return of_last_force.is_right;
  }

  template <int dim>
  std::vector<double>
  PlasticElements<dim>::plastic_strains() const
  {
    std::vector<double> result(elements.n_cells());
    for (unsigned int cell = 0; cell < result.size(); ++cell)
      {
        for_points(cell, [&](const Store &store, const std::size_t first) {
          result[cell] +=
            store.state[first + (kernels.n_state - 2) * kernels.n_lanes];
        });
        result[cell] /= elements.points_of_cell();
      }
    return result;
  }

  template <int dim>
  double
  PlasticElements<dim>::largest_plastic_strain() const
  {
    double largest = 0.;
    for (unsigned int cell = 0; cell < elements.n_cells(); ++cell)
      for_points(cell, [&](const Store &store, const std::size_t first) {
        largest = std::max(
          largest,
          store.state[first + (kernels.n_state - 2) * kernels.n_lanes]);
      });
    return largest;
  }

  template <int dim>
  std::vector<typename PlasticElements<dim>::Stress>
  PlasticElements<dim>::stresses(const double *const q) const
  {
    const unsigned int n_tensor = kernels.n_state - 2;
    // beside what the next step reads
    Store                         copies[2] = {affine, general};
    dealii::AlignedVector<double> means[2];
    PlasticBatches                views[2];
    for (unsigned int i = 0; i < 2; ++i)
      {
        means[i].resize(copies[i].n_batches * n_tensor * kernels.n_lanes);
        views[i]        = copies[i].view();
        views[i].stress = means[i].begin();
      }
    std::vector<double> s(elements.n_entries());
    kernels.add_force(elements.cells(), views[0], views[1], q, s.data());

    std::vector<Stress> result(elements.n_cells());
    for (unsigned int cell = 0; cell < result.size(); ++cell)
      {
        const auto [number, is_affine] = elements.place(cell);
        const unsigned int  n_lanes    = kernels.n_lanes;
        const double *const sigma =
          &means[is_affine ? 0 : 1]
                [std::size_t(number / n_lanes) * n_tensor * n_lanes] +
          number % n_lanes;
        for (unsigned int i = 0; i < 3; ++i)
          result[cell][i][i] = sigma[i * n_lanes];
        result[cell][0][1] = sigma[3 * n_lanes];
        if (n_tensor > 4)
          {
            result[cell][0][2] = sigma[4 * n_lanes];
            result[cell][1][2] = sigma[5 * n_lanes];
          }
      }
    return result;
  }

  template <int dim>
  void
  PlasticElements<dim>::serialize(Archive &archive)
  {
    archive.section("plasticity");
    const unsigned int n_state = kernels.n_state,
                       n_cell  = n_state * elements.points_of_cell();
    // by places of the cells in the mesh, which all processes have alike
    using Id = CellId::binary_type;
    std::map<Id, unsigned int> numbers;
    std::vector<Id>            ids;
    for (const auto &cell : dof_handler.active_cell_iterators())
      if (cell->is_locally_owned())
        {
          ids.push_back(cell->id().template to_binary<dim>());
          ids.back()[0]       = coarse_cell_index<dim>(cell);
          numbers[ids.back()] = static_cast<unsigned int>(ids.size() - 1);
        }
    const MPI_Comm communicator = dof_handler.get_communicator();
    std::map<Id, std::vector<double>> all;
    if (!archive.is_reading())
      {
        std::vector<double> values;
        for (unsigned int cell = 0; cell < ids.size(); ++cell)
          for_points(cell, [&](const Store &store, const std::size_t first) {
            for (unsigned int i = 0; i < n_state; ++i)
              values.push_back(store.state[first + i * kernels.n_lanes]);
          });
        const auto ids_of_ranks    = all_gather(communicator, ids);
        const auto values_of_ranks = all_gather(communicator, values);
        for (std::size_t rank = 0; rank < ids_of_ranks.size(); ++rank)
          {
            auto value = values_of_ranks[rank].begin();
            for (const Id &id : ids_of_ranks[rank])
              {
                all[id].assign(value, value + n_cell);
                value += n_cell;
              }
          }
      }
    std::uint64_t n_cells = all.size();
    archive(n_cells);
    auto next = all.begin();
    for (std::uint64_t i = 0; i < n_cells; ++i)
      {
        Id                  id{};
        std::vector<double> values(n_cell);
        if (!archive.is_reading())
          {
            id     = next->first;
            values = (next++)->second;
          }
        archive(id);
        archive.array(std::span<double>(values));
        const auto here = numbers.find(id);
        if (archive.is_reading() && here != numbers.end())
          take(here->second, values);
      }
  }

  template <int dim>
  void
  PlasticElements<dim>::take(const unsigned int         cell,
                             const std::vector<double> &values)
  {
    Store &store = elements.place(cell).is_affine ? affine : general;
    auto   value = values.begin();
    for_points(cell, [&](const Store &, const std::size_t first) {
      for (unsigned int k = 0; k < kernels.n_state; ++k)
        store.state[first + k * kernels.n_lanes] = *value++;
    });
  }

  template class PlasticElements<2>;
  template class PlasticElements<3>;
} // namespace percuss
