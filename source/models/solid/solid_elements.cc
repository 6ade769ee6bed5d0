// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/finite_element/message_of_first_rank.h>
#include <percuss/models/solid/solid_cells.h>
#include <percuss/models/solid/solid_elements.h>

#include <deal.II/base/numbers.h>
#include <deal.II/fe/fe_tools.h>
#include <deal.II/fe/fe_values.h>

#include <algorithm>
#include <numeric>
#include <sstream>

namespace percuss
{
  using namespace dealii;

  template <int dim>
  double
  volume_factor(const SolidDescription<dim> &description, const Point<dim> &X)
  {
    switch (description.kinematics)
      {
        case Kinematics::plane_strain:
        case Kinematics::plane_stress:
          return description.thickness;
        case Kinematics::axisymmetric:
          return 2. * numbers::PI * X[0];
        case Kinematics::three_dimensional:
          break;
      }
    return 1.;
  }

  template <int dim>
  const SolidMaterial &
  material_of(const SolidDescription<dim> &description, const unsigned int id)
  {
    return description.materials.empty() ? description.material :
                                           description.materials.at(id);
  }

  template <int dim>
  CellLaw
  cell_law(const SolidDescription<dim> &description)
  {
    switch (description.law)
      {
        case ElasticLaw::st_venant_kirchhoff:
          return CellLaw::st_venant_kirchhoff;
        case ElasticLaw::neo_hookean:
          return CellLaw::neo_hookean;
        case ElasticLaw::linear:
        case ElasticLaw::j2_plasticity: // of the undeformed body
          break;
      }
    return description.kinematics == Kinematics::axisymmetric ?
             CellLaw::linear_axisymmetric :
             CellLaw::linear;
  }

  namespace
  {
    /** Of the nodes as the kernels want them. */
    template <int dim>
    std::vector<unsigned int>
    numbering(const FiniteElement<dim> &scalar)
    {
      if (scalar.reference_cell().is_hyper_cube())
        return FETools::lexicographic_to_hierarchic_numbering<dim>(
          scalar.degree);
      std::vector<unsigned int> same(scalar.n_dofs_per_cell());
      std::iota(same.begin(), same.end(), 0u);
      return same;
    }
  } // namespace

  template <int dim>
  SolidElements<dim>::SolidElements(const SolidDescription<dim> &description,
                                    const Mapping<dim>          &mapping,
                                    const DoFHandler<dim>       &dof_handler,
                                    const Partitioner           &partitioner,
                                    const CellKernels           &kernels)
    : description(description)
    , mapping(mapping)
    , dof_handler(dof_handler)
    , quadrature(SolidCells::strain_quadrature(dof_handler.get_fe(),
                                               description.kinematics ==
                                                 Kinematics::axisymmetric))
    , kernels(kernels)
  {
    const FiniteElement<dim> &element = dof_handler.get_fe();
    const FiniteElement<dim> &scalar  = element.base_element(0);
    n_nodes                           = scalar.n_dofs_per_cell();
    n_points                          = quadrature.size();
    unit_volume                       = element.reference_cell().volume();
    const auto hierarchic             = numbering<dim>(scalar);
    for (const unsigned int a : hierarchic)
      for (unsigned int i = 0; i < dim; ++i)
        element_index.push_back(element.component_to_system_index(i, a));
    for (const Point<dim> &xi : quadrature.get_points())
      for (const unsigned int a : hierarchic)
        {
          unit_values.push_back(scalar.shape_value(a, xi));
          unit_gradients.push_back(scalar.shape_grad(a, xi));
        }
    u.resize(n_nodes * dim);
    gradients.resize(n_nodes);
    mapped_gradients.resize(n_nodes);
    n_local_entries =
      partitioner.locally_owned_size() + partitioner.n_ghost_indices();
    read_cells(partitioner);
  }

  template <int dim>
  void
  SolidElements<dim>::read_cells(const Partitioner &partitioner)
  {
    const FiniteElement<dim>            &element = dof_handler.get_fe();
    std::string                          inverted;
    std::vector<types::global_dof_index> dofs(element.n_dofs_per_cell());
    std::vector<unsigned int>            nodes(n_nodes);
    std::vector<QuadraturePoint>         points(n_points);
    FEValues<dim>                        values(mapping,
                         element,
                         quadrature,
                         update_inverse_jacobians | update_JxW_values |
                           update_quadrature_points);
    places.reserve(dof_handler.get_triangulation().n_active_cells());
    for (const auto &cell : dof_handler.active_cell_iterators())
      if (cell->is_locally_owned())
        {
          values.reinit(cell);
          cell->get_dof_indices(dofs);
          for (unsigned int a = 0; a < n_nodes; ++a)
            {
              const auto local = [&](const unsigned int i) {
                return partitioner.global_to_local(
                  dofs[element_index[a * dim + i]]);
              };
              nodes[a] = local(0);
              for (unsigned int i = 1; i < dim; ++i)
                AssertThrow(local(i) == nodes[a] + i, ExcInternalError());
            }
          for (const unsigned int k : values.quadrature_point_indices())
            {
              const Point<dim> X = values.quadrature_point(k);
              if (inverted.empty() && !(values.JxW(k) > 0.))
                {
                  std::ostringstream message;
                  message << "The mesh of the solid has an element that is "
                             "turned inside out or degenerate near X = ("
                          << X << ") m. Check the map, if there is one, and "
                          << "the mesh.";
                  inverted = message.str();
                }
              points[k] = {Tensor(values.inverse_jacobian(k)),
                           values.JxW(k) * volume_factor(description, X),
                           description.kinematics == Kinematics::axisymmetric ?
                             1. / X[0] :
                             0.};
            }
          append(nodes,
                 {material_of(description, cell->material_id()),
                  description.kinematics},
                 points);
        }
    inverted = message_of_first_rank(inverted, dof_handler.get_communicator());
    if (!inverted.empty())
      throw InputError(inverted,
                       description.map  ? "mesh map" :
                       description.mesh ? "" :
                                          "mesh generator arguments");
  }

  template <int dim>
  bool
  SolidElements<dim>::is_affine(
    const std::vector<QuadraturePoint> &points) const
  {
    constexpr double rounding = 1e-12;
    const Tensor    &B        = points.front().inverse_jacobian;
    const double     volume   = points.front().volume / fraction(0);
    for (unsigned int k = 1; k < n_points; ++k)
      if (!((points[k].inverse_jacobian - B).norm() <= rounding * B.norm()) ||
          !(std::abs(points[k].volume / fraction(k) - volume) <=
            rounding * volume))
        return false;
    return true;
  }

  template <int dim>
  void
  SolidElements<dim>::append(const std::vector<unsigned int>    &nodes,
                             const LameConstants                &lame,
                             const std::vector<QuadraturePoint> &points)
  {
    const unsigned int n_lanes = kernels.n_lanes, n_numbers = dim * dim + 1;
    const bool         is_axisymmetric =
      description.kinematics == Kinematics::axisymmetric;
    const bool         has_one_set = !is_axisymmetric && is_affine(points);
    const unsigned int n_sets      = has_one_set ? 1 : n_points;
    Store             &store       = has_one_set ? affine : general;
    const unsigned int batch       = store.n_cells / n_lanes,
                       lane        = store.n_cells % n_lanes;
    if (store.n_cells == 0)
      { // room for all, of which what is not used takes no memory
        const unsigned int n_cells =
          dof_handler.get_triangulation().n_active_cells();
        const std::size_t n =
          std::size_t(n_cells + n_lanes) / n_lanes * n_lanes;
        store.first_dof.reserve(n * n_nodes);
        store.lame.reserve(n * 2);
        store.geometry.reserve(n * n_sets * n_numbers);
      }
    if (lane == 0)
      {
        const std::size_t n = std::size_t(batch + 1) * n_lanes;
        store.first_dof.resize(n * n_nodes);
        store.lame.resize(n * 2);
        store.geometry.resize(n * n_sets * n_numbers);
        if (is_axisymmetric)
          store.inverse_radius.resize(n * n_points);
      }
    store.n_batches = batch + 1;
    places.push_back({store.n_cells++, has_one_set});

    for (unsigned int a = 0; a < n_nodes; ++a)
      store.first_dof[(std::size_t(batch) * n_nodes + a) * n_lanes + lane] =
        nodes[a];
    double *const constants   = &store.lame[std::size_t(batch) * 2 * n_lanes];
    constants[lane]           = lame.lambda;
    constants[n_lanes + lane] = lame.mu;
    for (unsigned int k = 0; k < n_sets; ++k)
      {
        const QuadraturePoint &at  = points[k];
        const std::size_t      set = std::size_t(batch) * n_sets + k;
        double *const          numbers =
          &store.geometry[set * n_numbers * n_lanes + lane];
        for (unsigned int i = 0; i < dim; ++i)
          for (unsigned int j = 0; j < dim; ++j)
            numbers[(i * dim + j) * n_lanes] = at.inverse_jacobian[i][j];
        numbers[dim * dim * n_lanes] =
          has_one_set ? at.volume / fraction(k) : at.volume;
        if (is_axisymmetric)
          store.inverse_radius[set * n_lanes + lane] = at.inverse_radius;
      }
  }

  template <int dim>
  CellBatches
  SolidElements<dim>::Store::view() const
  {
    const auto first = [](const auto &array) {
      return array.empty() ? nullptr : &array[0];
    };
    return {n_batches,
            first_dof.data(),
            first(lame),
            first(geometry),
            first(inverse_radius)};
  }

  template <int dim>
  LameConstants
  SolidElements<dim>::lame(const unsigned int cell) const
  {
    const auto &[number, is_affine] = places[cell];
    const unsigned int n_lanes      = kernels.n_lanes;
    const double      *constants =
      &(is_affine ? affine : general)
         .lame[std::size_t(number / n_lanes) * 2 * n_lanes];
    LameConstants lame;
    lame.lambda = constants[number % n_lanes];
    lame.mu     = constants[n_lanes + number % n_lanes];
    return lame;
  }

  template <int dim>
  CellModuli
  SolidElements<dim>::moduli(
    const std::function<LameConstants(unsigned int)> &lame_of) const
  {
    CellModuli result;
    result.affine.resize(affine.lame.size());
    result.general.resize(general.lame.size());
    const unsigned int n_lanes     = kernels.n_lanes;
    unsigned int       cell_number = 0;
    for (const auto &cell : dof_handler.active_cell_iterators())
      if (cell->is_locally_owned())
        {
          const auto &[number, is_affine] = places[cell_number++];
          const LameConstants lame        = lame_of(cell->material_id());
          double *const       constants =
            &(is_affine ?
                result.affine :
                result.general)[std::size_t(number / n_lanes) * 2 * n_lanes] +
            number % n_lanes;
          constants[0]       = lame.lambda;
          constants[n_lanes] = lame.mu;
        }
    return result;
  }

  template <int dim>
  void
  SolidElements<dim>::add_force(const CellModuli   &moduli,
                                const double *const q,
                                double *const       s) const
  {
    CellsOfRank with_moduli  = cells();
    with_moduli.affine.lame  = moduli.affine.begin();
    with_moduli.general.lame = moduli.general.begin();
    kernels.add_force(with_moduli, q, s);
  }

  template <int dim>
  typename SolidElements<dim>::QuadraturePoint
  SolidElements<dim>::at(const unsigned int cell,
                         const unsigned int point) const
  {
    const auto &[number, is_affine] = places[cell];
    const Store       &store        = is_affine ? affine : general;
    const unsigned int n_lanes = kernels.n_lanes, n_numbers = dim * dim + 1,
                       lane = number % n_lanes;
    const std::size_t   set = is_affine ?
                                number / n_lanes :
                                std::size_t(number / n_lanes) * n_points + point;
    const double *const numbers =
      &store.geometry[set * n_numbers * n_lanes + lane];
    QuadraturePoint at{};
    for (unsigned int i = 0; i < dim; ++i)
      for (unsigned int j = 0; j < dim; ++j)
        at.inverse_jacobian[i][j] = numbers[(i * dim + j) * n_lanes];
    at.volume =
      numbers[dim * dim * n_lanes] * (is_affine ? fraction(point) : 1.);
    if (!store.inverse_radius.empty())
      at.inverse_radius = store.inverse_radius[set * n_lanes + lane];
    return at;
  }

  template <int dim>
  bool
  SolidElements<dim>::are_congruent(const unsigned int cell,
                                    const unsigned int other) const
  {
    constexpr double    rounding = 1e-12;
    const LameConstants a = lame(cell), b = lame(other);
    if (a.lambda != b.lambda || a.mu != b.mu)
      return false;
    for (unsigned int k = 0; k < n_points; ++k)
      {
        const QuadraturePoint x = at(cell, k), y = at(other, k);
        if (!((x.inverse_jacobian - y.inverse_jacobian).norm() <=
              rounding * x.inverse_jacobian.norm()) ||
            !(std::abs(x.volume - y.volume) <= rounding * x.volume) ||
            x.inverse_radius != y.inverse_radius)
          return false;
      }
    return true;
  }

#define PERCUSS_INSTANTIATE(dim)                                             \
  template class SolidElements<dim>;                                         \
  template CellLaw              cell_law(const SolidDescription<dim> &);     \
  template double               volume_factor(const SolidDescription<dim> &, \
                                              const Point<dim> &);           \
  template const SolidMaterial &material_of(const SolidDescription<dim> &,   \
                                            unsigned int);
  PERCUSS_INSTANTIATE(2)
  PERCUSS_INSTANTIATE(3)
#undef PERCUSS_INSTANTIATE
} // namespace percuss
