// SPDX-License-Identifier: Apache-2.0
#include <percuss/models/solid/rigid_nodal_rows.h>
#include <percuss/parallel_algebra/petsc_algebra.h>
#include <percuss/parallel_algebra/trilinos_algebra.h>

#include <deal.II/base/symmetric_tensor.h>

#include <Eigen/Core>

#include <algorithm>
#include <array>

namespace percuss
{
  using namespace dealii;

  namespace
  {
    constexpr double shortest_row = 1e-12; // anything less counts as zero

    template <int dim>
    double
    product(const Tensor<1, dim> &row, const double *const x)
    {
      double sum = 0.;
      for (unsigned int d = 0; d < dim; ++d)
        sum += row[d] * x[d];
      return sum;
    }

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
        if ((matrix - unit_symmetric_tensor<dim>()).norm() < 1e-14)
          { // normal and tangents of a contact that sticks
            V.setIdentity();
            w.setOnes();
            return;
          }
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
    , rows(contacts.local_pairs().size() * contacts.n_rows_of_pair())
    , places(contacts.n_constraints() / contacts.n_rows_of_pair())
  {
    const std::size_t n     = contacts.n_rows_of_pair();
    const auto       &pairs = contacts.local_pairs();
    for (std::size_t i = 0; i < pairs.size(); ++i)
      {
        if (i > 0 && pairs[i].first_dof == pairs[i - 1].first_dof)
          nodes.back().n_rows += n;
        else
          nodes.push_back({pairs[i].row, n, i * n, pairs[i].first_dof});
        places[pairs[i].row / n] = {i * n, pairs[i].first_dof, true};
      }
  }

  template <int dim, Algebra A>
  void
  RigidNodalRows<dim, A>::update(const Vector &q, const double t)
  {
    contacts.local_rows(q, t, rows);
    n_local = LocalEntries<const Vector>(q).size();
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
                 rows[node.first_local_row + last]);
        else if (n_active > 1)
          {
            NormalMatrix<dim> matrix;
            for (std::size_t j = 0; j < node.n_rows; ++j)
              if (active[node.first_row + j])
                matrix.add(rows[node.first_local_row + j]);
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
          const double n_x = product(n, local + dof) * inverse_square(n);
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
  RigidNodalRows<dim, A>::active_rows(
    const std::span<const unsigned char> active,
    SparseJacobian                      &G) const
  {
    std::vector<Eigen::Triplet<double>> entries;
    for (const Node &node : nodes)
      for (std::size_t j = 0; j < node.n_rows; ++j)
        if (active[node.first_row + j])
          for (unsigned int d = 0; d < dim; ++d)
            entries.emplace_back(static_cast<int>(node.first_row + j),
                                 static_cast<int>(node.first_dof + d),
                                 rows[node.first_local_row + j][d]);
    G.resize(static_cast<Eigen::Index>(active.size()),
             static_cast<Eigen::Index>(n_local));
    G.setFromTriplets(entries.begin(), entries.end());
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
                     rows[node.first_local_row + j].begin_raw());
          Displacement<dim> y(local + node.first_dof);
          y += matrix.solve(b);
        });
    });
  }

  template <int dim, Algebra A>
  void
  RigidNodalRows<dim, A>::multipliers(
    const std::span<const unsigned char> active,
    const std::span<const Slip>          slips,
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
          p[row] = product(n, local + dof) * inverse_square(n);
        },
        [&](const Node &node, const NormalMatrix<dim> &matrix) {
          const Eigen::Matrix<double, dim, 1> z =
            matrix.solve(ConstDisplacement<dim>(local + node.first_dof));
          for (std::size_t j = 0; j < node.n_rows; ++j)
            if (active[node.first_row + j])
              p[node.first_row + j] = z.dot(ConstDisplacement<dim>(
                rows[node.first_local_row + j].begin_raw()));
        });
      for_all(slips,
              [&](const Slip                 &slip,
                  const unsigned int          dof,
                  const Tensor<1, dim> *const of_pair) {
                const Tensor<1, dim> &n = of_pair[0];
                p[slip.first_row]       = product(n, local + dof) /
                                    (n * sliding_direction(slip, of_pair));
              });
    });
    contacts.sum_over_ranks(p);
  }

  template <int dim, Algebra A>
  template <class Visit>
  void
  RigidNodalRows<dim, A>::for_all(const std::span<const Slip> slips,
                                  const Visit                &visit) const
  {
    for (const Slip &slip : slips)
      if (const Place &place =
            places[slip.first_row / contacts.n_rows_of_pair()];
          place.is_owned)
        visit(slip, place.first_dof, &rows[place.local_row]);
  }

  // a = n + mu t^T d
  template <int dim, Algebra A>
  Tensor<1, dim>
  RigidNodalRows<dim, A>::sliding_direction(const Slip                 &slip,
                                            const Tensor<1, dim> *const of_pair)
  {
    Tensor<1, dim> a = of_pair[0];
    for (unsigned int k = 0; k < slip.n_tangential; ++k)
      a += slip.friction_coefficient * slip.direction[k] * of_pair[1 + k];
    return a;
  }

  template <int dim, Algebra A>
  bool
  RigidNodalRows<dim, A>::are_separate(
    const std::span<const unsigned char> active,
    const std::span<const Slip>          slips) const
  {
    return std::ranges::all_of(slips, [&](const Slip &slip) {
      const std::size_t node      = contacts.node(slip.first_row);
      const auto        is_active = [&](const std::size_t row) {
        return row < active.size() && contacts.node(row) == node &&
               active[row] != 0;
      };
      // rows of a node are neighbours
      std::size_t first = slip.first_row, last = slip.first_row;
      while (first > 0 && contacts.node(first - 1) == node)
        --first;
      while (last + 1 < active.size() && contacts.node(last + 1) == node)
        ++last;
      for (std::size_t row = first; row <= last; ++row)
        if (row != slip.first_row && is_active(row))
          return false;
      return true;
    });
  }

  template <int dim, Algebra A>
  void
  RigidNodalRows<dim, A>::remove_sliding_forces(
    const std::span<const Slip> slips,
    Vector                     &r) const
  {
    A::write_local(r, [&](double *const local) {
      for_all(slips,
              [&](const Slip                 &slip,
                  const unsigned int          dof,
                  const Tensor<1, dim> *const of_pair) {
                const Tensor<1, dim> &n = of_pair[0];
                const Tensor<1, dim>  a = sliding_direction(slip, of_pair);
                const double impulse    = product(n, local + dof) / (n * a);
                for (unsigned int d = 0; d < dim; ++d)
                  local[dof + d] -= impulse * a[d];
              });
    });
  }

  template <int dim, Algebra A>
  void
  RigidNodalRows<dim, A>::add_resistance(const std::span<const Slip>   slips,
                                         const double                  c,
                                         const std::span<const double> b,
                                         const Vector                 &z,
                                         Vector                       &r) const
  {
    if constexpr (dim == 3) // in the plane Q = 0
      A::read_local(z, [&](const double *const velocity) {
        A::write_local(r, [&](double *const force) {
          for_all(slips,
                  [&](const Slip                 &slip,
                      const unsigned int          dof,
                      const Tensor<1, dim> *const of_pair) {
                    std::array<double, 2> u;
                    for (unsigned int k = 0; k < 2; ++k)
                      u[k] = c * product(of_pair[1 + k], velocity + dof) +
                             (b.empty() ? 0. : b[slip.first_row + 1 + k]);
                    u = slip.across(u[0], u[1]);
                    for (unsigned int k = 0; k < 2; ++k)
                      for (unsigned int d = 0; d < dim; ++d)
                        force[dof + d] += slip.kappa * u[k] * of_pair[1 + k][d];
                  });
        });
      });
  }

  template <int dim, Algebra A>
  void
  RigidNodalRows<dim, A>::precondition_resistance(
    const std::span<const Slip> slips,
    const double                w,
    Vector                     &z) const
  {
    if constexpr (dim == 3)
      A::write_local(z, [&](double *const local) {
        for_all(slips,
                [&](const Slip                 &slip,
                    const unsigned int          dof,
                    const Tensor<1, dim> *const of_pair) {
                  std::array<double, 2> u;
                  for (unsigned int k = 0; k < 2; ++k)
                    u[k] = product(of_pair[1 + k], local + dof);
                  u                 = slip.across(u[0], u[1]);
                  const double part = slip.kappa * w / (1. + slip.kappa * w);
                  for (unsigned int k = 0; k < 2; ++k)
                    for (unsigned int d = 0; d < dim; ++d)
                      local[dof + d] -= part * u[k] * of_pair[1 + k][d];
                });
      });
  }

  template class RigidNodalRows<2, PETScAlgebra>;
  template class RigidNodalRows<3, PETScAlgebra>;
  template class RigidNodalRows<2, TrilinosAlgebra>;
  template class RigidNodalRows<3, TrilinosAlgebra>;
} // namespace percuss
