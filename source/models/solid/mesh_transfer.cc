// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/models/solid/instances.h>
#include <percuss/models/solid/mesh_transfer.h>

#include <deal.II/dofs/dof_tools.h>
#include <deal.II/lac/full_matrix.h>

#include <cmath>

namespace percuss
{
  using namespace dealii;

  namespace
  {
    constexpr auto no_dof = numbers::invalid_dof_index;
  } // namespace

  template <int dim, Algebra A>
  MeshTransfer<dim, A>::MeshTransfer(const ElasticSolid<dim, A> &coarse,
                                     const ElasticSolid<dim, A> &fine)
    : coarse(coarse)
    , fine(fine)
    , weights(fine.n_dofs())
    , nodal(coarse.n_dofs(), no_dof)
  {
    fine.reinit(of_fine);
    fine.reinit(momentum);
    auto fine_cell = fine.dof_handler.begin(0);
    for (const auto &cell : coarse.dof_handler.cell_iterators_on_level(0))
      enter_pairs(cell, fine_cell++);
  }

  template <int dim, Algebra A>
  void
  MeshTransfer<dim, A>::enter_pairs(const Cell &coarse_cell,
                                    const Cell &fine_cell)
  {
    if (coarse_cell->is_active())
      {
        enter(coarse_cell, fine_cell, Point<dim>(), 1.);
        enter_nodes(coarse_cell, fine_cell);
        return;
      }
    for (unsigned int c = 0; c < coarse_cell->n_children(); ++c)
      enter_pairs(coarse_cell->child(c), fine_cell->child(c));
  }

  template <int dim, Algebra A>
  void
  MeshTransfer<dim, A>::enter(const Cell       &coarse_cell,
                              const Cell       &fine_cell,
                              const Point<dim> &origin,
                              const double      size)
  {
    if (!fine_cell->is_active())
      {
        for (unsigned int c = 0; c < fine_cell->n_children(); ++c)
          enter(coarse_cell,
                fine_cell->child(c),
                origin +
                  0.5 * size *
                    (GeometryInfo<dim>::unit_cell_vertex(c) - Point<dim>()),
                0.5 * size);
        return;
      }
    const FiniteElement<dim> &element = fine.element;
    std::vector<Dof>          fine_dofs(element.n_dofs_per_cell()),
      coarse_dofs(element.n_dofs_per_cell());
    fine_cell->get_dof_indices(fine_dofs);
    coarse_cell->get_dof_indices(coarse_dofs);
    for (unsigned int i = 0; i < fine_dofs.size(); ++i)
      {
        auto &row = weights[fine_dofs[i]];
        if (!row.empty() || fine.constraints.is_constrained(fine_dofs[i]))
          continue;
        const auto [component, vertex] = element.system_to_component_index(i);
        const Point<dim> x =
          origin +
          size * (GeometryInfo<dim>::unit_cell_vertex(vertex) - Point<dim>());
        for (const unsigned int v : coarse_cell->vertex_indices())
          if (const double N = GeometryInfo<dim>::d_linear_shape_function(x, v);
              N != 0.)
            for_each_free(
              coarse.constraints,
              coarse_dofs[element.component_to_system_index(component, v)],
              [&](const Dof j, const double w) { row.emplace_back(j, w * N); });
      }
  }

  template <int dim, Algebra A>
  void
  MeshTransfer<dim, A>::enter_nodes(const Cell &coarse_cell,
                                    const Cell &fine_cell)
  {
    for (const unsigned int v : coarse_cell->vertex_indices())
      {
        Cell at_vertex = fine_cell;
        while (!at_vertex->is_active())
          at_vertex = at_vertex->child(v);
        for (unsigned int d = 0; d < dim; ++d)
          if (const Dof dof = coarse_cell->vertex_dof_index(v, d);
              !coarse.constraints.is_constrained(dof))
            nodal[dof] = at_vertex->vertex_dof_index(v, d);
      }
  }

  template <int dim, Algebra A>
  void
  MeshTransfer<dim, A>::multiply(const Vector &x, Vector &y) const
  {
    A::read_local(x, [&](const double *const of_x) {
      A::write_local(y, [&](double *const of_y) {
        for (std::size_t i = 0; i < weights.size(); ++i)
          {
            double sum = 0.;
            for (const auto &[j, w] : weights[i])
              sum += w * of_x[j];
            of_y[i] = sum;
          }
      });
    });
  }

  template <int dim, Algebra A>
  void
  MeshTransfer<dim, A>::multiply_transposed(const Vector &y, Vector &x) const
  {
    x = 0.;
    A::read_local(y, [&](const double *const of_y) {
      A::write_local(x, [&](double *const of_x) {
        for (std::size_t i = 0; i < weights.size(); ++i)
          for (const auto &[j, w] : weights[i])
            of_x[j] += w * of_y[i];
      });
    });
  }

  template <int dim, Algebra A>
  typename A::Vector
  MeshTransfer<dim, A>::refined(const Vector &x) const
  {
    Vector result;
    fine.reinit(result);
    multiply(x, result);
    return result;
  }

  template <int dim, Algebra A>
  typename A::Vector
  MeshTransfer<dim, A>::restricted(const Vector &x) const
  {
    Vector result;
    coarse.reinit(result);
    A::read_local(x, [&](const double *const of_x) {
      A::write_local(result, [&](double *const values) {
        for (std::size_t i = 0; i < nodal.size(); ++i)
          values[i] = nodal[i] == no_dof ? 0. : of_x[nodal[i]];
      });
    });
    return result;
  }

  // Conjugate gradients, preconditioned by the diagonal of a lumped P^T M_f P:
  // a dozen iterations.
  template <int dim, Algebra A>
  typename A::Vector
  MeshTransfer<dim, A>::projected(const Vector &x) const
  {
    constexpr unsigned int max_iterations = 1000;
    constexpr double       tolerance      = 1e-14;

    Vector result = restricted(x), r, z, p, Bp, diagonal;
    for (Vector *const vector : {&r, &z, &p, &Bp, &diagonal})
      coarse.reinit(*vector);
    const auto multiply_by_mass = [&](const Vector &y, Vector &By) {
      multiply(y, of_fine);
      fine.momentum(of_fine, of_fine, momentum);
      multiply_transposed(momentum, By);
    };
    of_fine = 1.;
    fine.constraints.set_zero(of_fine);
    fine.momentum(of_fine, of_fine, momentum);
    multiply_transposed(momentum, diagonal);
    const auto precondition = [&] {
      A::read_local(diagonal, [&](const double *const d) {
        A::read_local(r, [&](const double *const of_r) {
          A::write_local(z, [&](double *const of_z) {
            for (std::size_t i = 0; i < nodal.size(); ++i)
              of_z[i] =
                nodal[i] == no_dof || !(d[i] > 0.) ? 0. : of_r[i] / d[i];
          });
        });
      });
    };

    multiply(result, of_fine);
    of_fine.sadd(-1., 1., x); // what the coarse mesh does not have
    fine.momentum(of_fine, of_fine, momentum);
    multiply_transposed(momentum, r);
    fine.momentum(x, x, momentum);
    multiply_transposed(momentum, p);
    const double size = p.l2_norm();
    precondition();
    p         = z;
    double rz = r * z;
    for (unsigned int i = 0; r.l2_norm() > tolerance * size; ++i)
      {
        if (i == max_iterations)
          throw StepError("The velocity of the adapted mesh has not been found",
                          r.l2_norm() / size,
                          "Set 'Solid/adapt' to fewer levels.");
        multiply_by_mass(p, Bp);
        const double alpha = rz / (p * Bp);
        result.add(alpha, p);
        r.add(-alpha, Bp);
        precondition();
        const double before = rz;
        rz                  = r * z;
        p.sadd(rz / before, 1., z);
      }
    return result;
  }

  namespace
  {
    /** Translations, then rotations where there are some, about the origin. */
    template <int dim, Algebra A>
    std::vector<typename A::Vector>
    rigid_velocities(const ElasticSolid<dim, A> &solid,
                     const typename A::Vector   &q)
    {
      const bool is_axisymmetric =
        solid.description.kinematics == Kinematics::axisymmetric;
      const bool         is_linear   = solid.is_linear();
      const unsigned int first       = is_axisymmetric ? 1 : 0;
      const unsigned int n_rotations = is_axisymmetric ? 0 : dim == 2 ? 1 : 3;
      std::vector<Point<dim>> X(solid.n_dofs());
      DoFTools::map_dofs_to_support_points(solid.mapping, solid.dof_handler, X);
      std::vector<typename A::Vector> modes(dim - first + n_rotations);
      for (auto &mode : modes)
        solid.reinit(mode);
      const auto enter = [&](auto &mode, const unsigned int dof, double value) {
        A::write_local(mode, [&](double *const x) { x[dof] = value; });
      };
      for (const auto &cell : solid.dof_handler.active_cell_iterators())
        for (const unsigned int v : cell->vertex_indices())
          {
            if (solid.constraints.is_constrained(cell->vertex_dof_index(v, 0)))
              continue; // nothing is held
            Point<dim> x = X[cell->vertex_dof_index(v, 0)];
            if (!is_linear)
              A::read_local(q, [&](const double *const of_q) {
                for (unsigned int d = 0; d < dim; ++d)
                  x[d] += of_q[cell->vertex_dof_index(v, d)];
              });
            for (unsigned int d = first; d < dim; ++d)
              enter(modes[d - first], cell->vertex_dof_index(v, d), 1.);
            for (unsigned int k = 0; k < n_rotations; ++k)
              { // in the plane of i and j
                const unsigned int i    = (k + (dim == 2 ? 0 : 1)) % dim;
                const unsigned int j    = (i + 1) % dim;
                auto              &mode = modes[dim - first + k];
                enter(mode, cell->vertex_dof_index(v, i), -x[j]);
                enter(mode, cell->vertex_dof_index(v, j), x[i]);
              }
          }
      return modes;
    }

    /** Whether nothing is held. */
    template <int dim, Algebra A>
    bool
    is_free(const ElasticSolid<dim, A> &solid)
    {
      for (const auto &line : solid.constraints.get_lines())
        if (line.entries.empty())
          return false;
      return true;
    }
  } // namespace

  template <int dim, Algebra A>
  void
  restore_momentum(const ElasticSolid<dim, A> &before,
                   const typename A::Vector   &q_before,
                   const typename A::Vector   &v_before,
                   const ElasticSolid<dim, A> &solid,
                   const typename A::Vector   &q,
                   typename A::Vector         &v)
  {
    if (!is_free(solid))
      return;
    typename A::Vector p_before, p, of_mode;
    before.reinit(p_before);
    before.momentum(q_before, v_before, p_before);
    solid.reinit(p);
    solid.reinit(of_mode);
    const auto         before_modes = rigid_velocities(before, q_before);
    const auto         modes        = rigid_velocities(solid, q);
    const auto         n            = static_cast<unsigned int>(modes.size());
    FullMatrix<double> inertia(n, n);
    for (unsigned int i = 0; i < n; ++i)
      {
        solid.momentum(q, modes[i], of_mode);
        for (unsigned int j = 0; j < n; ++j)
          inertia(i, j) = modes[j] * of_mode;
      }
    inertia.gauss_jordan();
    // the second time for what rounding has left
    for (unsigned int round = 0; round < 2; ++round)
      {
        solid.momentum(q, v, p);
        dealii::Vector<double> missing(n), rate(n);
        for (unsigned int i = 0; i < n; ++i)
          missing(i) = before_modes[i] * p_before - modes[i] * p;
        inertia.vmult(rate, missing);
        for (unsigned int i = 0; i < n; ++i)
          v.add(rate(i), modes[i]);
      }
  }

#define PERCUSS_INSTANTIATE(dim, A)                            \
  template class MeshTransfer<dim, A>;                         \
  template void restore_momentum(const ElasticSolid<dim, A> &, \
                                 const typename A::Vector &,   \
                                 const typename A::Vector &,   \
                                 const ElasticSolid<dim, A> &, \
                                 const typename A::Vector &,   \
                                 typename A::Vector &);
  PERCUSS_FOR_ALL_SOLIDS(PERCUSS_INSTANTIATE)
#undef PERCUSS_INSTANTIATE
} // namespace percuss
