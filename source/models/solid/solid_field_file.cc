// SPDX-License-Identifier: Apache-2.0
#include <percuss/models/solid/cauchy_stress.h>
#include <percuss/models/solid/solid_field_file.h>
#include <percuss/parallel_algebra/petsc_algebra.h>
#include <percuss/parallel_algebra/trilinos_algebra.h>

#include <cstdint>
#include <limits>
#include <stdexcept>

namespace percuss
{
  using namespace dealii;

  namespace
  {
    template <int dim>
    void
    add_in_space(const Tensor<1, dim> &x, LongVtuArray<float> &array)
    {
      for (unsigned int d = 0; d < 3; ++d)
        array.add(d < dim ? static_cast<float>(x[d]) : 0.f);
    }
  } // namespace

  template <int dim, Algebra A>
  struct SolidFieldFile<dim, A>::Arrays
  {
    LongVtuArray<float>         points{"", 3};
    LongVtuArray<std::int32_t>  connectivity{"connectivity", 1};
    LongVtuArray<std::int32_t>  offsets{"offsets", 1};
    LongVtuArray<unsigned char> types{"types", 1};

    LongVtuArray<float> stress{"stress", 9, "Pa"};
    LongVtuArray<float> displacement{"displacement", 3, "m"};
    LongVtuArray<float> velocity{"velocity", 3, "m/s"};
    LongVtuArray<float> von_mises_stress{"von_mises_stress", 1, "Pa"};
    LongVtuArray<float> pressure{"pressure", 1, "Pa"};
    LongVtuArray<float> material{"material", 1};
    LongVtuArray<float> rank{"rank", 1};
    LongVtuArray<float> plastic_strain{"equivalent_plastic_strain", 1};

    void
    end()
    {
      for (auto *const array : {&points,
                                &stress,
                                &displacement,
                                &velocity,
                                &von_mises_stress,
                                &pressure,
                                &material,
                                &rank,
                                &plastic_strain})
        array->end();
      for (auto *const array : {&connectivity, &offsets})
        array->end();
      types.end();
    }
  };

  template <int dim, Algebra A>
  SolidFieldFile<dim, A>::SolidFieldFile(const ElasticSolid<dim, A> &solid,
                                         const PointStress<dim>     &stress,
                                         const CellFields           &cells)
    : solid(solid)
    , stress(stress)
    , cells(cells)
    , is_cube(solid.element.reference_cell().is_hyper_cube())
    , n_nodes(solid.element.base_element(0).n_dofs_per_cell())
  {
    Assert(solid.element.degree == 1, ExcInternalError());
  }

  template <int dim, Algebra A>
  std::vector<VtuField>
  SolidFieldFile<dim, A>::fields() const
  {
    std::vector<VtuField> result{{"stress", 9},
                                 {"displacement", 3},
                                 {"velocity", 3},
                                 {"von_mises_stress", 1},
                                 {"pressure", 1},
                                 {"material", 1},
                                 {"rank", 1}};
    if (cells.plastic_strain.size() > 0)
      result.push_back({"equivalent_plastic_strain", 1});
    return result;
  }

  template <int dim, Algebra A>
  void
  SolidFieldFile<dim, A>::read(const Vector                &x,
                               OfCell                      &of_cell,
                               std::vector<Tensor<1, dim>> &at_nodes) const
  {
    x.extract_subvector_to(of_cell.dofs.begin(),
                           of_cell.dofs.end(),
                           of_cell.values.begin());
    for (unsigned int a = 0; a < n_nodes; ++a)
      for (unsigned int i = 0; i < dim; ++i)
        at_nodes[a][i] =
          of_cell.values[solid.element.component_to_system_index(i, a)];
  }

  // At a node only the edges that meet there count, in simplices those of the
  // first one everywhere.
  template <int dim, Algebra A>
  void
  SolidFieldFile<dim, A>::set_gradients(OfCell &of_cell) const
  {
    const auto &[dofs, values, X, u, v, gradients, sigma] = of_cell;
    for (unsigned int a = 0; a < n_nodes; ++a)
      {
        Tensor<2, dim> dX, du; // by the unit cell's coordinates
        for (unsigned int j = 0; j < dim; ++j)
          {
            const unsigned int from = is_cube ? a & ~(1u << j) : 0,
                               to   = is_cube ? a | 1u << j : j + 1;
            for (unsigned int i = 0; i < dim; ++i)
              {
                dX[i][j] = X[to][i] - X[from][i];
                du[i][j] = u[to][i] - u[from][i];
              }
          }
        of_cell.gradients[a] = du * invert(dX);
      }
  }

  template <int dim, Algebra A>
  void
  SolidFieldFile<dim, A>::add_mesh(Arrays &arrays) const
  {
    // VTK goes around quadrilaterals
    constexpr unsigned int around[]{0, 1, 3, 2, 4, 5, 7, 6};
    const unsigned char    type =
      is_cube ? (dim == 2 ? 9 : 12) : (dim == 2 ? 5 : 10);
    const std::size_t n_cells = solid.cells().n_cells();
    if (n_cells * n_nodes > std::numeric_limits<std::int32_t>::max())
      throw std::runtime_error(
        "Fields of more than 2147483647 points cannot be written: start the "
        "run on several processes.");
    for (std::size_t cell = 0; cell < n_cells; ++cell)
      {
        for (unsigned int a = 0; a < n_nodes; ++a)
          arrays.connectivity.add(static_cast<std::int32_t>(
            cell * n_nodes + (is_cube ? around[a] : a)));
        arrays.offsets.add(static_cast<std::int32_t>((cell + 1) * n_nodes));
        arrays.types.add(type);
      }
  }

  template <int dim, Algebra A>
  void
  SolidFieldFile<dim, A>::add_points(const OfCell      &of_cell,
                                     const unsigned int cell,
                                     Arrays            &arrays) const
  {
    for (unsigned int a = 0; a < n_nodes; ++a)
      {
        const SymmetricTensor<2, 3> &sigma = of_cell.sigma[a];
        add_in_space<dim>(of_cell.X[a], arrays.points);
        add_in_space<dim>(of_cell.u[a], arrays.displacement);
        add_in_space<dim>(of_cell.v[a], arrays.velocity);
        for (unsigned int i = 0; i < 3; ++i)
          for (unsigned int j = 0; j < 3; ++j)
            arrays.stress.add(static_cast<float>(sigma[i][j]));
        arrays.von_mises_stress.add(
          static_cast<float>(von_mises_stress(sigma)));
        arrays.pressure.add(static_cast<float>(pressure(sigma)));
        arrays.material.add(cells.material(cell));
        arrays.rank.add(cells.rank(cell));
        if (cells.plastic_strain.size() > 0)
          arrays.plastic_strain.add(cells.plastic_strain(cell));
      }
  }

  template <int dim, Algebra A>
  void
  SolidFieldFile<dim, A>::write(std::ostream     &file,
                                const StepRecord &record,
                                const Vector     &displacement,
                                const Vector     &velocity) const
  {
    Arrays arrays;
    add_mesh(arrays);
    const unsigned int n_dofs = solid.element.n_dofs_per_cell();
    OfCell             of_cell;
    of_cell.dofs.resize(n_dofs);
    of_cell.values.resize(n_dofs);
    of_cell.X.resize(n_nodes);
    of_cell.u.resize(n_nodes);
    of_cell.v.resize(n_nodes);
    of_cell.gradients.resize(n_nodes);
    of_cell.sigma.resize(n_nodes);
    std::size_t n_cells = 0;
    for (const auto &cell : solid.dof_handler.active_cell_iterators())
      if (cell->is_locally_owned())
        {
          cell->get_dof_indices(of_cell.dofs);
          read(displacement, of_cell, of_cell.u);
          read(velocity, of_cell, of_cell.v);
          for (unsigned int a = 0; a < n_nodes; ++a)
            of_cell.X[a] = cell->vertex(a);
          set_gradients(of_cell);
          stress(cell, of_cell.X, of_cell.u, of_cell.gradients, of_cell.sigma);
          add_points(of_cell, cell->active_cell_index(), arrays);
          ++n_cells;
        }

    arrays.end();
    file << vtu_begin(record.time, record.step) << "<Piece NumberOfPoints=\""
         << n_cells * n_nodes << "\" NumberOfCells=\"" << n_cells
         << "\">\n  <Points>\n";
    arrays.points.write(file);
    file << "  </Points>\n  <Cells>\n";
    arrays.connectivity.write(file);
    arrays.offsets.write(file);
    arrays.types.write(file);
    file << "  </Cells>\n  <PointData>\n";
    for (auto *const array : {&arrays.stress,
                              &arrays.displacement,
                              &arrays.velocity,
                              &arrays.von_mises_stress,
                              &arrays.pressure,
                              &arrays.material,
                              &arrays.rank})
      array->write(file);
    if (cells.plastic_strain.size() > 0)
      arrays.plastic_strain.write(file);
    file << "  </PointData>\n</Piece>\n</UnstructuredGrid>\n</VTKFile>\n";
  }

  template class SolidFieldFile<2, PETScAlgebra>;
  template class SolidFieldFile<2, TrilinosAlgebra>;
  template class SolidFieldFile<3, PETScAlgebra>;
  template class SolidFieldFile<3, TrilinosAlgebra>;
} // namespace percuss
