// SPDX-License-Identifier: Apache-2.0
#include <percuss/models/solid/rigid_nodal_rows.h>
#include <percuss/parallel_algebra/petsc_algebra.h>
#include <percuss/parallel_algebra/trilinos_algebra.h>

#include <deal.II/base/symmetric_tensor.h>

#include <Eigen/Core>

#include <algorithm>
#include <cassert>

namespace percuss
{
  using namespace dealii;

  namespace
  {
    constexpr double shortest_row = 1e-12; // anything less counts as zero

    /** 1 / (n . n), the pseudoinverse 0 of a row that is zero. */
    template <int dim>
    double
    inverse_square(const Tensor<1, dim> &n)
    {
      const double n_n = n * n;
      return n_n > shortest_row * shortest_row ? 1. / n_n : 0.;
    }

    /** Pseudoinverse (N^T N)^+ = V diag(w) V^T and range of several rows. */
    template <int dim>
    class NormalMatrix
    {
    public:
      using Vector = Eigen::Matrix<double, dim, 1>;

      void
      add(const Tensor<1, dim> &n)
      {
        matrix += symmetrize(outer_product(n, n));
      }

      void
      decompose()
      {
        const auto   modes = eigenvectors(matrix); // the largest one first
        const double bound =
          std::max(shortest_row * modes[0].first, shortest_row * shortest_row);
        for (int i = 0; i < dim; ++i)
          {
            const auto &[lambda, vector] = modes[static_cast<std::size_t>(i)];
            w(i)                         = lambda > bound ? 1. / lambda : 0.;
            for (int d = 0; d < dim; ++d)
              V(d, i) = vector[static_cast<unsigned int>(d)];
          }
      }

      Vector
      solve(const Vector &b) const
      {
        return V * w.cwiseProduct(V.transpose() * b);
      }

      Vector
      project_onto_range(const Vector &x) const
      {
        const Vector is_range = (w.array() != 0.).template cast<double>();
        return V * is_range.cwiseProduct(V.transpose() * x);
      }

    private:
      SymmetricTensor<2, dim>         matrix;
      Eigen::Matrix<double, dim, dim> V;
      Vector                          w;
    };

    template <int dim>
    using Displacement = Eigen::Map<Eigen::Matrix<double, dim, 1>>;

    template <int dim>
    using ConstDisplacement = Eigen::Map<const Eigen::Matrix<double, dim, 1>>;
  } // namespace

  template <int dim, Algebra A>
  RigidNodalRows<dim, A>::RigidNodalRows(
    const NodeToRigidContacts<dim, A> &contacts)
    : contacts(contacts)
    , normals(contacts.local_pairs().size())
  {
    assert(contacts.n_constraints() == 0 || contacts.law(0).n_tangential == 0);
    const auto &pairs = contacts.local_pairs();
    for (std::size_t i = 0; i < pairs.size(); ++i)
      if (i > 0 && pairs[i].first_dof == pairs[i - 1].first_dof)
        ++nodes.back().n_rows;
      else
        nodes.push_back({pairs[i].row, 1, i, pairs[i].first_dof});
  }

  template <int dim, Algebra A>
  void
  RigidNodalRows<dim, A>::update(const Vector &q, const double t)
  {
    contacts.local_normals(q, t, normals);
  }

  // Calls single(first dof, row, n) for nodes with one active row and
  // several(node, N^T N) for nodes with more.
  template <int dim, Algebra A>
  template <class Single, class Several>
  void
  RigidNodalRows<dim, A>::for_all_active(
    const std::span<const unsigned char> active,
    const Single                        &single,
    const Several                       &several) const
  {
    for (const Node &node : nodes)
      {
        std::size_t n_active = 0, last = 0;
        for (std::size_t j = 0; j < node.n_rows; ++j)
          if (active[node.first_row + j])
            {
              ++n_active;
              last = j;
            }
        if (n_active == 1)
          single(node.first_dof,
                 node.first_row + last,
                 normals[node.first_local_row + last]);
        else if (n_active > 1)
          {
            NormalMatrix<dim> matrix;
            for (std::size_t j = 0; j < node.n_rows; ++j)
              if (active[node.first_row + j])
                matrix.add(normals[node.first_local_row + j]);
            matrix.decompose();
            several(node, matrix);
          }
      }
  }

  template <int dim, Algebra A>
  void
  RigidNodalRows<dim, A>::project(const std::span<const unsigned char> active,
                                  Vector                              &x) const
  {
    A::write_local(x, [&](double *const local) {
      for_all_active(
        active,
        [&](const unsigned int dof, std::size_t, const Tensor<1, dim> &n) {
          double n_x = 0.;
          for (unsigned int d = 0; d < dim; ++d)
            n_x += n[d] * local[dof + d];
          n_x *= inverse_square(n);
          for (unsigned int d = 0; d < dim; ++d)
            local[dof + d] -= n_x * n[d];
        },
        [&](const Node &node, const NormalMatrix<dim> &matrix) {
          Displacement<dim> y(local + node.first_dof);
          y -= matrix.project_onto_range(y);
        });
    });
  }

  template <int dim, Algebra A>
  void
  RigidNodalRows<dim, A>::add_lift(const std::span<const unsigned char> active,
                                   const std::span<const double>        c,
                                   Vector                              &x) const
  {
    A::write_local(x, [&](double *const local) {
      for_all_active(
        active,
        [&](const unsigned int    dof,
            const std::size_t     row,
            const Tensor<1, dim> &n) {
          const double factor = c[row] * inverse_square(n);
          for (unsigned int d = 0; d < dim; ++d)
            local[dof + d] += factor * n[d];
        },
        [&](const Node &node, const NormalMatrix<dim> &matrix) {
          Eigen::Matrix<double, dim, 1> b =
            Eigen::Matrix<double, dim, 1>::Zero();
          for (std::size_t j = 0; j < node.n_rows; ++j)
            if (active[node.first_row + j])
              b += c[node.first_row + j] *
                   ConstDisplacement<dim>(
                     normals[node.first_local_row + j].begin_raw());
          Displacement<dim> y(local + node.first_dof);
          y += matrix.solve(b);
        });
    });
  }

  template <int dim, Algebra A>
  void
  RigidNodalRows<dim, A>::multipliers(
    const std::span<const unsigned char> active,
    const Vector                        &r,
    const std::span<double>              p) const
  {
    std::ranges::fill(p, 0.);
    A::read_local(r, [&](const double *const local) {
      for_all_active(
        active,
        [&](const unsigned int    dof,
            const std::size_t     row,
            const Tensor<1, dim> &n) {
          for (unsigned int d = 0; d < dim; ++d)
            p[row] += n[d] * local[dof + d];
          p[row] *= inverse_square(n);
        },
        [&](const Node &node, const NormalMatrix<dim> &matrix) {
          const Eigen::Matrix<double, dim, 1> z =
            matrix.solve(ConstDisplacement<dim>(local + node.first_dof));
          for (std::size_t j = 0; j < node.n_rows; ++j)
            if (active[node.first_row + j])
              p[node.first_row + j] = z.dot(ConstDisplacement<dim>(
                normals[node.first_local_row + j].begin_raw()));
        });
    });
    contacts.sum_over_ranks(p);
  }

  template class RigidNodalRows<2, PETScAlgebra>;
  template class RigidNodalRows<3, PETScAlgebra>;
  template class RigidNodalRows<2, TrilinosAlgebra>;
  template class RigidNodalRows<3, TrilinosAlgebra>;
} // namespace percuss
