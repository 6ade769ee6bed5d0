// SPDX-License-Identifier: Apache-2.0
#include <percuss/models/solid/instances.h>
#include <percuss/models/solid/needed_levels.h>

#include <deal.II/base/quadrature_lib.h>
#include <deal.II/fe/fe_values.h>
#include <deal.II/numerics/rtree.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace percuss
{
  using namespace dealii;

  namespace
  {
    /** x with the values of hanging nodes. */
    template <int dim, Algebra A>
    dealii::Vector<double>
    complete(const ElasticSolid<dim, A> &solid, const typename A::Vector &x)
    {
      dealii::Vector<double> result(solid.n_dofs());
      A::read_local(x, [&](const double *const entries) {
        std::copy_n(entries, result.size(), result.begin());
      });
      solid.constraints.distribute(result);
      return result;
    }

    /** Of the parts of a cell. */
    CellId
    child_of(const CellId &id, const unsigned int c)
    {
      const auto                children = id.get_child_indices();
      std::vector<std::uint8_t> path(children.begin(), children.end());
      path.push_back(static_cast<std::uint8_t>(c));
      return CellId(id.get_coarse_cell_id(), path);
    }

    /** Divides a cell as often as it @p lacks levels. */
    template <int dim>
    void
    divide(const CellId &id, const int lacks, std::set<CellId> &divided)
    {
      if (lacks <= 0)
        return;
      divided.insert(id);
      for (unsigned int c = 0; c < GeometryInfo<dim>::max_children_per_cell;
           ++c)
        divide<dim>(child_of(id, c), lacks - 1, divided);
    }
  } // namespace

  template <int dim, Algebra A>
  NeededLevels<dim, A>::NeededLevels(const ElasticSolid<dim, A> &solid,
                                     const double                wave_speed,
                                     const double                interval)
    : solid(solid)
    , wave_speed(wave_speed)
    , interval(interval)
  {}

  template <int dim, Algebra A>
  void
  NeededLevels<dim, A>::set_changes(const typename A::Vector &q,
                                    const typename A::Vector &v,
                                    std::vector<Cell>        &cells,
                                    double &largest_strain) const
  {
    const auto    u = complete(solid, q), u_t = complete(solid, v);
    const bool    is_linear = solid.is_linear();
    FEValues<dim> values(solid.mapping,
                         solid.element,
                         QMidpoint<dim>(),
                         update_gradients);
    const FEValuesExtractors::Vector     displacement(0);
    std::vector<Tensor<2, dim>>          H(1), H_t(1);
    std::vector<SymmetricTensor<2, dim>> strain(cells.size());
    std::vector<double>                  size(cells.size());
    for (const auto &cell : solid.dof_handler.active_cell_iterators())
      {
        const unsigned int i = cell->active_cell_index();
        values.reinit(cell);
        values[displacement].get_function_gradients(u, H);
        values[displacement].get_function_gradients(u_t, H_t);
        strain[i]                    = symmetrize(H[0]);
        SymmetricTensor<2, dim> rate = symmetrize(H_t[0]);
        if (!is_linear)
          {
            strain[i] += 0.5 * symmetrize(transpose(H[0]) * H[0]);
            rate += symmetrize(transpose(H[0]) * H_t[0]);
          }
        cells[i].cell   = cell;
        size[i]         = cell->diameter() / std::sqrt(double(dim));
        cells[i].change = size[i] * rate.norm() / wave_speed;
        largest_strain =
          std::max({largest_strain, strain[i].norm(), cells[i].change});
      }
    for (std::size_t i = 0; i < cells.size(); ++i)
      {
        const auto &cell    = cells[i].cell;
        const auto  compare = [&](const auto &neighbor) {
          if (!neighbor->is_active() ||
              neighbor->material_id() != cell->material_id())
            return;
          const std::size_t n     = neighbor->active_cell_index();
          const double      slope = (strain[n] - strain[i]).norm() /
                               neighbor->center().distance(cell->center());
          cells[i].change = std::max(cells[i].change, size[i] * slope);
          cells[n].change = std::max(cells[n].change, size[n] * slope);
        };
        for (const unsigned int f : cell->face_indices())
          if (!cell->at_boundary(f))
            compare(cell->neighbor(f)); // of smaller ones they see this one
      }
  }

  template <int dim, Algebra A>
  void
  NeededLevels<dim, A>::spread(std::vector<Cell> &cells) const
  {
    const double distance = wave_speed * interval;
    const int n_levels = static_cast<int>(solid.description.adaptation.levels);
    std::vector<int> own(cells.size());
    for (std::size_t i = 0; i < cells.size(); ++i)
      own[i] = cells[i].needed;
    for (int level = 1; level <= n_levels; ++level)
      {
        std::vector<BoundingBox<dim>> boxes;
        for (std::size_t i = 0; i < cells.size(); ++i)
          if (own[i] >= level)
            {
              boxes.push_back(cells[i].cell->bounding_box());
              boxes.back().extend(distance);
            }
        const auto tree = pack_rtree(boxes);
        for (Cell &cell : cells)
          if (cell.needed < level)
            {
              const BoundingBox<dim> box = cell.cell->bounding_box();
              if (tree.qbegin(boost::geometry::index::intersects(box)) !=
                  tree.qend())
                cell.needed = level;
            }
      }
  }

  template <int dim, Algebra A>
  void
  NeededLevels<dim, A>::join(const std::vector<Cell> &cells,
                             std::set<CellId>        &divided) const
  {
    constexpr unsigned int n_parts = GeometryInfo<dim>::max_children_per_cell;
    std::map<CellId, unsigned int> n_of_parent; // that can do without
    for (const Cell &cell : cells)
      if (cell.level > 0 && cell.needed < cell.level)
        ++n_of_parent[cell.cell->parent()->id()];
    for (const auto &[id, n] : n_of_parent)
      if (n == n_parts)
        divided.erase(id);
  }

  template <int dim, Algebra A>
  std::set<CellId>
  NeededLevels<dim, A>::divided_cells(const typename A::Vector &q,
                                      const typename A::Vector &v,
                                      const std::set<Dof>      &contact_dofs,
                                      const double              tolerance,
                                      double &largest_strain) const
  {
    std::set<CellId> divided = solid.mesh.divided_cells;
    const int n_levels = static_cast<int>(solid.description.adaptation.levels);
    std::vector<Cell> cells(solid.mesh.triangulation.n_active_cells());
    set_changes(q, v, cells, largest_strain);
    // rounding is no strain
    const double limit =
      std::max(tolerance * largest_strain, 1e-9 * v.linfty_norm() / wave_speed);
    for (const auto &cell : solid.dof_handler.active_cell_iterators())
      {
        Cell &c = cells[cell->active_cell_index()];
        for (typename Triangulation<dim>::cell_iterator ancestor = c.cell;
             ancestor->level() > 0;)
          {
            ancestor = ancestor->parent();
            if (!divided.contains(ancestor->id()))
              break;
            ++c.level;
          }
        const auto lacks = [&](const double change) {
          return change > 0. && limit > 0. ?
                   static_cast<int>(std::ceil(
                     std::clamp(std::log2(change / limit), -8., 8.))) :
                   -8;
        };
        c.needed = c.level +
                   std::max(lacks(c.change), std::min(lacks(2. * c.change), 0));
        for (const unsigned int vertex : cell->vertex_indices())
          if (contact_dofs.contains(cell->vertex_dof_index(vertex, 0)))
            c.needed = n_levels;
        c.needed = std::clamp(c.needed, 0, n_levels);
      }
    spread(cells);
    join(cells, divided);
    for (const Cell &cell : cells)
      divide<dim>(cell.cell->id(), cell.needed - cell.level, divided);
    return divided;
  }

#define PERCUSS_INSTANTIATE(dim, A) template class NeededLevels<dim, A>;
  PERCUSS_FOR_ALL_SOLIDS(PERCUSS_INSTANTIATE)
#undef PERCUSS_INSTANTIATE
} // namespace percuss
