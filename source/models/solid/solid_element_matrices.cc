// SPDX-License-Identifier: Apache-2.0
#include <percuss/models/solid/solid_elements.h>

// Of SolidElements what is computed cell by cell.

namespace percuss
{
  using namespace dealii;

  template <int dim>
  void
  SolidElements<dim>::compute_gradients(const QuadraturePoint &at,
                                        const unsigned int     point) const
  {
    for (unsigned int a = 0; a < n_nodes; ++a)
      gradients[a] = unit_gradients[point * n_nodes + a] * at.inverse_jacobian;
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
  SolidElements<dim>::add_hoop(const LameConstants   &lame,
                               const QuadraturePoint &at,
                               const unsigned int     point,
                               FullMatrix<double>    &K) const
  {
    const double  r      = 1. / at.inverse_radius;
    const double  lambda = lame.lambda * at.volume;
    const double  mu     = lame.mu * at.volume;
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
    K                        = 0.;
    const LameConstants lame = this->lame(cell);
    for (unsigned int point = 0; point < n_points; ++point)
      {
        const QuadraturePoint at = this->at(cell, point);
        compute_gradients(at, point);
        add_moduli(linear_moduli<dim>(lame), at.volume, K);
        if (at.inverse_radius != 0.)
          add_hoop(lame, at, point, K);
      }
    symmetrize(K);
  }

  // K_aiai of add_moduli() and add_hoop()
  template <int dim>
  void
  SolidElements<dim>::add_diagonal(double *const d) const
  {
    for (unsigned int cell = 0; cell < n_cells(); ++cell)
      {
        const LameConstants      lame   = this->lame(cell);
        const ElasticModuli<dim> moduli = linear_moduli<dim>(lame);
        const double             c      = moduli.lambda + moduli.c;
        for (unsigned int point = 0; point < n_points; ++point)
          {
            const QuadraturePoint at = this->at(cell, point);
            const double         *N  = &unit_values[point * n_nodes];
            compute_gradients(at, point);
            for (unsigned int a = 0; a < n_nodes; ++a)
              {
                const Tensor1 &g = gradients[a], x = moduli.X * g;
                const double   T = g * (moduli.T * g), g_g = g * g;
                double *const  entry = d + first_dof(cell, a);
                for (unsigned int i = 0; i < dim; ++i)
                  entry[i] +=
                    at.volume * (T + moduli.B[i][i] * g_g + c * x[i] * x[i]);
                const double hoop = N[a] * at.inverse_radius;
                entry[0] += at.volume * hoop *
                            (2. * lame.lambda * g[0] +
                             (lame.lambda + 2. * lame.mu) * hoop);
              }
          }
      }
  }

  template <int dim>
  void
  SolidElements<dim>::tangent(const unsigned int  cell,
                              const double *const q,
                              FullMatrix<double> &K) const
  {
    Assert(description.law != ElasticLaw::linear, ExcInternalError());
    K = 0.;
    gather(cell, q);
    const auto add = [&](const auto &law) {
      for (unsigned int point = 0; point < n_points; ++point)
        {
          const QuadraturePoint at = this->at(cell, point);
          const Tensor          H  = displacement_gradient(at, point);
          compute_gradients(at, point);
          add_moduli(law.moduli(H, VolumeChange<dim>(H)), at.volume, K);
        }
    };
    if (description.law == ElasticLaw::neo_hookean)
      add(NeoHookean<dim>{lame(cell)});
    else
      add(StVenantKirchhoff<dim>{lame(cell)});
    symmetrize(K);
  }

  // ------------------------------------------------------ displacements of a cell

  template <int dim>
  unsigned int
  SolidElements<dim>::first_dof(const unsigned int cell,
                                const unsigned int a) const
  {
    const auto &[number, is_affine] = places[cell];
    const unsigned int n_lanes      = kernels.n_lanes;
    return (is_affine ? affine : general)
      .first_dof[(std::size_t(number / n_lanes) * n_nodes + a) * n_lanes +
                 number % n_lanes];
  }

  template <int dim>
  void
  SolidElements<dim>::gather(const unsigned int  cell,
                             const double *const q) const
  {
    for (unsigned int a = 0; a < n_nodes; ++a)
      {
        const double *const entry = q + first_dof(cell, a);
        for (unsigned int i = 0; i < dim; ++i)
          u[a * dim + i] = entry[i];
      }
  }

  // u_a outer dN_a/dxi in the unit cell, then dxi/dX
  template <int dim>
  Tensor<2, dim>
  SolidElements<dim>::displacement_gradient(const QuadraturePoint &at,
                                            const unsigned int     point) const
  {
    const Tensor1 *dN = &unit_gradients[point * n_nodes];
    Tensor         H;
    for (unsigned int a = 0; a < n_nodes; ++a)
      for (unsigned int i = 0; i < dim; ++i)
        for (unsigned int j = 0; j < dim; ++j)
          H[i][j] += u[a * dim + i] * dN[a][j];
    return H * at.inverse_jacobian;
  }

  template <int dim>
  std::optional<Point<dim>>
  SolidElements<dim>::inverted_point(const double *const q) const
  {
    for (unsigned int cell = 0; cell < n_cells(); ++cell)
      {
        gather(cell, q);
        for (unsigned int point = 0; point < n_points; ++point)
          if (const VolumeChange<dim> J(
                displacement_gradient(at(cell, point), point));
              !(J.total > -1.))
            return position(cell, point);
      }
    return {};
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

#define PERCUSS_INSTANTIATE(dim)                                           \
  template void SolidElements<dim>::stiffness(unsigned int,                \
                                              FullMatrix<double> &) const; \
  template void SolidElements<dim>::add_diagonal(double *) const;          \
  template void SolidElements<dim>::tangent(unsigned int,                  \
                                            const double *,                \
                                            FullMatrix<double> &) const;   \
  template std::optional<Point<dim>> SolidElements<dim>::inverted_point(   \
    const double *) const;
  PERCUSS_INSTANTIATE(2)
  PERCUSS_INSTANTIATE(3)
#undef PERCUSS_INSTANTIATE
} // namespace percuss
