// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/finite_element/message_of_first_rank.h>
#include <percuss/models/solid/solid_elements.h>

#include <deal.II/base/numbers.h>
#include <deal.II/base/quadrature_lib.h>
#include <deal.II/fe/fe_values.h>

#include <limits>
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
  SolidElements<dim>::SolidElements(const SolidDescription<dim> &description,
                                    const Mapping<dim>          &mapping,
                                    const DoFHandler<dim>       &dof_handler,
                                    const Partitioner           &partitioner)
    : description(description)
    , mapping(mapping)
    , dof_handler(dof_handler)
    , quadrature(QGauss<dim>(description.degree + 1))
  {
    const FiniteElement<dim> &element = dof_handler.get_fe();
    const FiniteElement<dim> &scalar  = element.base_element(0);
    n_nodes                           = scalar.n_dofs_per_cell();
    n_points                          = quadrature.size();
    for (unsigned int a = 0; a < n_nodes; ++a)
      for (unsigned int i = 0; i < dim; ++i)
        element_index.push_back(element.component_to_system_index(i, a));
    for (const Point<dim> &xi : quadrature.get_points())
      for (unsigned int a = 0; a < n_nodes; ++a)
        {
          unit_values.push_back(scalar.shape_value(a, xi));
          unit_gradients.push_back(scalar.shape_grad(a, xi));
        }
    u.resize(n_nodes * dim);
    w.resize(n_nodes * dim);
    f.resize(n_nodes * dim);
    gradients.resize(n_nodes);
    mapped_gradients.resize(n_nodes);

    std::string                          inverted;
    FEValues<dim>                        values(mapping,
                         element,
                         quadrature,
                         update_inverse_jacobians | update_JxW_values |
                           update_quadrature_points);
    std::vector<types::global_dof_index> dofs(element.n_dofs_per_cell());
    for (const auto &cell : dof_handler.active_cell_iterators())
      if (cell->is_locally_owned())
        {
          values.reinit(cell);
          cell->get_dof_indices(dofs);
          lame.emplace_back(material_of(description, cell->material_id()),
                            description.kinematics);
          for (const unsigned int index : element_index)
            local_index.push_back(partitioner.global_to_local(dofs[index]));
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
              points.push_back({Tensor(values.inverse_jacobian(k)),
                                values.JxW(k) * volume_factor(description, X)});
              if (description.kinematics == Kinematics::axisymmetric)
                radii.push_back(X[0]);
            }
        }
    inverted = message_of_first_rank(inverted, dof_handler.get_communicator());
    if (!inverted.empty())
      throw InputError(inverted, description.map ? "mesh map" : "");
  }

  // ------------------------------------------------------ matrices of a cell

  template <int dim>
  void
  SolidElements<dim>::compute_gradients(const unsigned int cell,
                                        const unsigned int point) const
  {
    const Tensor &inverse_jacobian = at(cell, point).inverse_jacobian;
    for (unsigned int a = 0; a < n_nodes; ++a)
      gradients[a] = unit_gradients[point * n_nodes + a] * inverse_jacobian;
  }

  template <int dim>
  void
  SolidElements<dim>::add_moduli(const ElasticModuli<dim> &moduli,
                                 const double              volume,
                                 FullMatrix<double>       &K) const
  {
    for (unsigned int a = 0; a < n_nodes; ++a)
      mapped_gradients[a] = moduli.X * gradients[a];
    const double lambda = volume * moduli.lambda, c = volume * moduli.c;
    for (unsigned int b = 0; b < n_nodes; ++b)
      {
        const Tensor1 T_b = moduli.T * gradients[b], &x_b = mapped_gradients[b];
        for (unsigned int a = 0; a <= b; ++a)
          {
            const Tensor1 &x_a = mapped_gradients[a];
            const double   T   = volume * (gradients[a] * T_b);
            const double   B   = volume * (gradients[a] * gradients[b]);
            for (unsigned int i = 0; i < dim; ++i)
              {
                for (unsigned int k = 0; k < dim; ++k)
                  K(element_index[a * dim + i], element_index[b * dim + k]) +=
                    B * moduli.B[i][k] + lambda * x_a[i] * x_b[k] +
                    c * x_b[i] * x_a[k];
                K(element_index[a * dim + i], element_index[b * dim + i]) += T;
              }
          }
      }
  }

  // strain u_r/r in the hoop: lambda (div + e) (div + e) + 2 mu e e, e = u_r/r,
  // is what the strains in the plane leave out
  template <int dim>
  void
  SolidElements<dim>::add_hoop(const unsigned int  cell,
                               const unsigned int  point,
                               FullMatrix<double> &K) const
  {
    const double  r      = radii[std::size_t(cell) * n_points + point];
    const double  volume = at(cell, point).volume;
    const double  lambda = lame[cell].lambda * volume;
    const double  mu     = lame[cell].mu * volume;
    const double *N      = &unit_values[point * n_nodes];
    for (unsigned int b = 0; b < n_nodes; ++b)
      for (unsigned int a = 0; a <= b; ++a)
        {
          for (unsigned int k = 0; k < dim; ++k)
            {
              K(element_index[a * dim], element_index[b * dim + k]) +=
                lambda * N[a] / r * gradients[b][k];
              K(element_index[a * dim + k], element_index[b * dim]) +=
                lambda * gradients[a][k] * N[b] / r;
            }
          K(element_index[a * dim], element_index[b * dim]) +=
            (lambda + 2. * mu) * N[a] * N[b] / (r * r);
        }
  }

  template <int dim>
  void
  SolidElements<dim>::symmetrize(FullMatrix<double> &K) const
  {
    for (unsigned int b = 0; b < n_nodes; ++b)
      for (unsigned int a = 0; a < b; ++a)
        for (unsigned int i = 0; i < dim; ++i)
          for (unsigned int k = 0; k < dim; ++k)
            K(element_index[b * dim + k], element_index[a * dim + i]) =
              K(element_index[a * dim + i], element_index[b * dim + k]);
  }

  template <int dim>
  void
  SolidElements<dim>::stiffness(const unsigned int  cell,
                                FullMatrix<double> &K) const
  {
    K = 0.;
    for (unsigned int point = 0; point < n_points; ++point)
      {
        compute_gradients(cell, point);
        add_moduli(linear_moduli<dim>(lame[cell]), at(cell, point).volume, K);
        if (!radii.empty())
          add_hoop(cell, point, K);
      }
    symmetrize(K);
  }

  template <int dim>
  void
  SolidElements<dim>::tangent(const unsigned int  cell,
                              const LocalVector  &q,
                              FullMatrix<double> &K) const
  {
    K = 0.;
    gather(cell, q, u);
    with_law(cell, [&](const auto &law) {
      for (unsigned int point = 0; point < n_points; ++point)
        {
          const Tensor H = displacement_gradient(cell, point, u);
          compute_gradients(cell, point);
          add_moduli(law.moduli(H, VolumeChange<dim>(H)),
                     at(cell, point).volume,
                     K);
        }
    });
    symmetrize(K);
  }

  // ---------------------------------------------------- sums over all cells

  template <int dim>
  template <class Function>
  auto
  SolidElements<dim>::with_law(const unsigned int cell,
                               const Function    &function) const
  {
    Assert(description.law != ElasticLaw::linear && radii.empty(),
           ExcInternalError());
    if (description.law == ElasticLaw::neo_hookean)
      return function(NeoHookean<dim>{lame[cell]});
    return function(StVenantKirchhoff<dim>{lame[cell]});
  }

  template <int dim>
  void
  SolidElements<dim>::gather(const unsigned int   cell,
                             const LocalVector   &q,
                             std::vector<double> &values) const
  {
    const unsigned int *index = &local_index[std::size_t(cell) * u.size()];
    for (std::size_t i = 0; i < values.size(); ++i)
      values[i] = q.local_element(index[i]);
  }

  template <int dim>
  void
  SolidElements<dim>::scatter(const unsigned int cell, LocalVector &s) const
  {
    const unsigned int *index = &local_index[std::size_t(cell) * u.size()];
    for (std::size_t i = 0; i < f.size(); ++i)
      s.local_element(index[i]) += f[i];
  }

  // u_a outer dN_a/dxi in the unit cell, then dxi/dX
  template <int dim>
  Tensor<2, dim>
  SolidElements<dim>::displacement_gradient(
    const unsigned int         cell,
    const unsigned int         point,
    const std::vector<double> &values) const
  {
    const Tensor1 *dN = &unit_gradients[point * n_nodes];
    Tensor         H;
    for (unsigned int a = 0; a < n_nodes; ++a)
      for (unsigned int i = 0; i < dim; ++i)
        for (unsigned int j = 0; j < dim; ++j)
          H[i][j] += values[a * dim + i] * dN[a][j];
    return H * at(cell, point).inverse_jacobian;
  }

  template <int dim>
  void
  SolidElements<dim>::add_stress(const unsigned int cell,
                                 const unsigned int point,
                                 const Tensor      &P) const
  {
    const Tensor1 *dN     = &unit_gradients[point * n_nodes];
    const Tensor   stress = at(cell, point).volume *
                          (P * transpose(at(cell, point).inverse_jacobian));
    for (unsigned int a = 0; a < n_nodes; ++a)
      for (unsigned int i = 0; i < dim; ++i)
        for (unsigned int j = 0; j < dim; ++j)
          f[a * dim + i] += stress[i][j] * dN[a][j];
  }

  template <int dim>
  double
  SolidElements<dim>::strain_energy(const LocalVector &q) const
  {
    double energy = 0.;
    for (unsigned int cell = 0; cell < n_cells(); ++cell)
      {
        gather(cell, q, u);
        energy += with_law(cell, [&](const auto &law) {
          double of_cell = 0.;
          for (unsigned int point = 0; point < n_points; ++point)
            {
              const Tensor            H = displacement_gradient(cell, point, u);
              const VolumeChange<dim> J(H);
              if (!(J.total > -1.))
                return std::numeric_limits<double>::quiet_NaN();
              of_cell += at(cell, point).volume * law.energy(H, J);
            }
          return of_cell;
        });
      }
    return energy;
  }

  template <int dim>
  std::optional<Point<dim>>
  SolidElements<dim>::add_force(const LocalVector &q, LocalVector &s) const
  {
    for (unsigned int cell = 0; cell < n_cells(); ++cell)
      {
        gather(cell, q, u);
        std::fill(f.begin(), f.end(), 0.);
        const unsigned int done = with_law(cell, [&](const auto &law) {
          for (unsigned int point = 0; point < n_points; ++point)
            {
              const Tensor            H = displacement_gradient(cell, point, u);
              const VolumeChange<dim> J(H);
              if (!(J.total > -1.))
                return point;
              add_stress(cell, point, law.stress(H, J));
            }
          return n_points;
        });
        if (done < n_points)
          return position(cell, done);
        scatter(cell, s);
      }
    return {};
  }

  template <int dim>
  void
  SolidElements<dim>::add_product(const LocalVector &q,
                                  const LocalVector &y,
                                  LocalVector       &z) const
  {
    for (unsigned int cell = 0; cell < n_cells(); ++cell)
      {
        gather(cell, q, u);
        gather(cell, y, w);
        std::fill(f.begin(), f.end(), 0.);
        with_law(cell, [&](const auto &law) {
          for (unsigned int point = 0; point < n_points; ++point)
            {
              const Tensor H  = displacement_gradient(cell, point, u);
              const Tensor dH = displacement_gradient(cell, point, w);
              add_stress(cell, point, law.moduli(H, VolumeChange<dim>(H))(dH));
            }
        });
        scatter(cell, z);
      }
  }

  template <int dim>
  Point<dim>
  SolidElements<dim>::position(unsigned int       cell,
                               const unsigned int point) const
  {
    for (const auto &candidate : dof_handler.active_cell_iterators())
      if (candidate->is_locally_owned() && cell-- == 0)
        return mapping.transform_unit_to_real_cell(candidate,
                                                   quadrature.point(point));
    Assert(false, ExcInternalError());
    return {};
  }

#define PERCUSS_INSTANTIATE(dim)                                             \
  template class SolidElements<dim>;                                         \
  template double               volume_factor(const SolidDescription<dim> &, \
                                              const Point<dim> &);           \
  template const SolidMaterial &material_of(const SolidDescription<dim> &,   \
                                            unsigned int);
  PERCUSS_INSTANTIATE(2)
  PERCUSS_INSTANTIATE(3)
#undef PERCUSS_INSTANTIATE
} // namespace percuss
