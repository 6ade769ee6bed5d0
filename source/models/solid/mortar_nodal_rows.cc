// SPDX-License-Identifier: Apache-2.0
#include <percuss/models/solid/mortar_nodal_rows.h>
#include <percuss/parallel_algebra/petsc_algebra.h>
#include <percuss/parallel_algebra/trilinos_algebra.h>

#include <Eigen/LU>

#include <algorithm>
#include <numeric>
#include <set>

namespace percuss
{
  namespace
  {
    constexpr double smallest_own_part = 1e-2; // of a row, squared

    template <int dim>
    using VectorOfNode = Eigen::Matrix<double, dim, 1>;

    template <int dim>
    using MapOfNode = Eigen::Map<VectorOfNode<dim>>;

    template <int dim>
    using ConstMapOfNode = Eigen::Map<const VectorOfNode<dim>>;

    /** (N N^T)^{-1} b of the first @p k rows of N. */
    template <int dim>
    VectorOfNode<dim>
    solve_own(const Eigen::Matrix<double, dim, dim> &N,
              const int                              k,
              const VectorOfNode<dim>               &b)
    {
      VectorOfNode<dim> x = VectorOfNode<dim>::Zero();
      if (k == 1)
        x[0] = b[0] / N.row(0).squaredNorm();
      else
        {
          Eigen::Matrix<double, dim, dim> square =
            Eigen::Matrix<double, dim, dim>::Identity();
          square.topLeftCorner(k, k).noalias() =
            N.topRows(k) * N.topRows(k).transpose();
          x = square.inverse() * b;
        }
      return x;
    }
  } // namespace

  template <int dim, Algebra A>
  MortarNodalRows<dim, A>::MortarNodalRows(const PairContacts<dim, A> &contacts,
                                           const dealii::IndexSet     &owned)
    : contacts(contacts)
    , n_rows_of_contact(1 + contacts.law(0).n_tangential)
    , all_rows(contacts.n_constraints())
    , place(contacts.n_constraints() / n_rows_of_contact, -1)
    , u(contacts.n_constraints())
    , p(u)
  {
    std::iota(all_rows.begin(), all_rows.end(), std::size_t{0});
    for (std::size_t i = 0; i < place.size(); ++i)
      {
        const std::size_t row = i * n_rows_of_contact;
        if (contacts.is_corner(row))
          break;
        const auto dof = contacts.pairs()[contacts.pair(row)].slave.first_dof(
          contacts.node(row));
        if (!owned.is_element(dof))
          continue;
        place[i] = static_cast<int>(own.size());
        own.push_back(
          {row, static_cast<unsigned int>(owned.index_within_set(dof))});
      }
  }

  template <int dim, Algebra A>
  bool
  MortarNodalRows<dim, A>::can_own_nodes(
    const std::span<const ContactPair<dim>> pairs)
  {
    std::set<dealii::types::global_dof_index> slaves;
    for (const ContactPair<dim> &pair : pairs)
      for (std::size_t i = 0; i < pair.slave.undeformed().nodes.size(); ++i)
        if (!slaves.insert(pair.slave.first_dof(i)).second)
          return false;
    for (const ContactPair<dim> &pair : pairs)
      for (std::size_t i = 0;
           !pair.of_itself && i < pair.master.undeformed().nodes.size();
           ++i)
        if (slaves.contains(pair.master.first_dof(i)))
          return false;
    return true;
  }

  template <int dim, Algebra A>
  void
  MortarNodalRows<dim, A>::update(const Vector &q, const double t)
  {
    contacts.jacobian_rows(q, t, all_rows, G);
    double n_without = 0.;
    for (std::size_t i = 0; i < all_rows.size(); i += n_rows_of_contact)
      if (contacts.is_corner(i) && contacts.is_in_use(i))
        n_without = 1.;
    for (Own &one : own)
      {
        const int k = static_cast<int>(n_rows_of_contact);
        for (int i = 0; i < k; ++i)
          for (int d = 0; d < dim; ++d)
            one.N(i, d) = G.coeff(static_cast<int>(one.first_row) + i,
                                  static_cast<int>(one.first_dof) + d);
        const auto N = one.N.topRows(k);
        if (contacts.is_in_use(one.first_row) &&
            !((N * N.transpose()).determinant() > smallest_own_part))
          n_without = 1.;
      }
    std::array<double, 1> sum{n_without};
    LocalEntries<const Vector>::add_over_ranks(q, sum);
    has_inverse = sum[0] == 0.;
  }

  template <int dim, Algebra A>
  template <class Visit>
  void
  MortarNodalRows<dim, A>::for_all_active(const ActiveRows active,
                                          const Visit     &visit) const
  {
    for (const Own &one : own)
      {
        Block                        N = Block::Zero();
        std::array<std::size_t, dim> rows{};
        int                          k = 0;
        for (std::size_t i = 0; i < n_rows_of_contact; ++i)
          if (active[one.first_row + i])
            {
              rows[static_cast<std::size_t>(k)] = one.first_row + i;
              N.row(k++) = one.N.row(static_cast<Eigen::Index>(i));
            }
        if (k > 0)
          visit(one, N, k, rows);
      }
  }

  template <int dim, Algebra A>
  template <class Visit>
  void
  MortarNodalRows<dim, A>::for_all(const Slips slips, const Visit &visit) const
  {
    for (const Slip &slip : slips)
      if (const int i = place[slip.first_row / n_rows_of_contact]; i >= 0)
        visit(slip, own[static_cast<std::size_t>(i)]);
  }

  template <int dim, Algebra A>
  Eigen::Matrix<double, dim, 1>
  MortarNodalRows<dim, A>::sliding_direction(const Slip &slip, const Block &N)
  {
    VectorOfNode<dim> a = N.row(0).transpose();
    for (unsigned int k = 0; k < slip.n_tangential; ++k)
      a += slip.friction_coefficient * slip.direction[k] *
           N.row(static_cast<int>(k) + 1).transpose();
    return a;
  }

  template <int dim, Algebra A>
  void
  MortarNodalRows<dim, A>::multiply(const Vector        &x,
                                    std::vector<double> &u) const
  {
    const LocalEntries<const Vector> local(x);
    Eigen::Map<Eigen::VectorXd>(u.data(), G.rows()) =
      G * Eigen::Map<const Eigen::VectorXd>(&*local.data, G.cols());
    LocalEntries<const Vector>::add_over_ranks(x, u);
  }

  template <int dim, Algebra A>
  void
  MortarNodalRows<dim, A>::add_transposed(const double                  sign,
                                          const std::span<const double> p,
                                          Vector                       &r) const
  {
    A::write_local(r, [&](double *const local) {
      for (int i = 0; i < G.outerSize(); ++i)
        if (const double p_i = p[static_cast<std::size_t>(i)]; p_i != 0.)
          for (typename decltype(G)::InnerIterator it(G, i); it; ++it)
            local[it.col()] += sign * p_i * it.value();
    });
  }

  template <int dim, Algebra A>
  void
  MortarNodalRows<dim, A>::project(const ActiveRows active, Vector &x) const
  {
    multiply(x, u);
    for (double &of_row : u)
      of_row = -of_row;
    add_lift(active, u, x);
  }

  template <int dim, Algebra A>
  void
  MortarNodalRows<dim, A>::active_rows(const ActiveRows active,
                                       SparseJacobian  &of_active) const
  {
    of_active = G;
    of_active.prune([&](const Eigen::Index row, Eigen::Index, double) {
      return active[static_cast<std::size_t>(row)] != 0;
    });
  }

  template <int dim, Algebra A>
  void
  MortarNodalRows<dim, A>::add_lift(const ActiveRows              active,
                                    const std::span<const double> c,
                                    Vector                       &x) const
  {
    A::write_local(x, [&](double *const local) {
      for_all_active(
        active,
        [&](const Own &one, const Block &N, const int k, const auto &rows) {
          VectorOfNode<dim> b = VectorOfNode<dim>::Zero();
          for (int i = 0; i < k; ++i)
            b[i] = c[rows[static_cast<std::size_t>(i)]];
          MapOfNode<dim>(local + one.first_dof) +=
            N.transpose() * solve_own<dim>(N, k, b);
        });
    });
  }

  template <int dim, Algebra A>
  void
  MortarNodalRows<dim, A>::multipliers(const ActiveRows        active,
                                       const Slips             slips,
                                       const Vector           &r,
                                       const std::span<double> p) const
  {
    std::ranges::fill(p, 0.);
    A::read_local(r, [&](const double *const local) {
      for_all_active(
        active,
        [&](const Own &one, const Block &N, const int k, const auto &rows) {
          const VectorOfNode<dim> of_rows =
            solve_own<dim>(N,
                           k,
                           N * ConstMapOfNode<dim>(local + one.first_dof));
          for (int i = 0; i < k; ++i)
            p[rows[static_cast<std::size_t>(i)]] = of_rows[i];
        });
      for_all(slips, [&](const Slip &slip, const Own &one) {
        p[slip.first_row] =
          one.N.row(0).dot(ConstMapOfNode<dim>(local + one.first_dof)) /
          one.N.row(0).dot(sliding_direction(slip, one.N));
      });
    });
    LocalEntries<const Vector>::add_over_ranks(r, p);
  }

  // A contact that slips has its normal row in A, and no other.
  template <int dim, Algebra A>
  bool
  MortarNodalRows<dim, A>::are_separate(const ActiveRows active,
                                        const Slips      slips) const
  {
    return std::ranges::all_of(slips, [&](const Slip &slip) {
      for (std::size_t k = 1; k < n_rows_of_contact; ++k)
        if (active[slip.first_row + k])
          return false;
      return true;
    });
  }

  template <int dim, Algebra A>
  void
  MortarNodalRows<dim, A>::constrain_forces(const ActiveRows active,
                                            const Slips      slips,
                                            Vector          &r) const
  {
    multipliers(active, slips, r, p);
    for (const Slip &slip : slips)
      for (unsigned int k = 0; k < slip.n_tangential; ++k)
        p[slip.first_row + 1 + k] =
          slip.friction_coefficient * slip.direction[k] * p[slip.first_row];
    add_transposed(-1., p, r);
  }

  template <int dim, Algebra A>
  void
  MortarNodalRows<dim, A>::add_resistance(const Slips                   slips,
                                          const double                  c,
                                          const std::span<const double> b,
                                          const Vector                 &z,
                                          Vector                       &r) const
  {
    if (dim == 2 || slips.empty()) // in the plane Q = 0
      return;
    multiply(z, u);
    std::ranges::fill(p, 0.);
    for (const Slip &slip : slips)
      {
        const std::size_t     T = slip.first_row + 1;
        std::array<double, 2> v;
        for (unsigned int k = 0; k < 2; ++k)
          v[k] = c * u[T + k] + (b.empty() ? 0. : b[T + k]);
        v = slip.across(v[0], v[1]);
        for (unsigned int k = 0; k < 2; ++k)
          p[T + k] = slip.kappa * v[k];
      }
    add_transposed(1., p, r);
  }

  template <int dim, Algebra A>
  void
  MortarNodalRows<dim, A>::precondition_resistance(const Slips  slips,
                                                   const double w,
                                                   Vector      &z) const
  {
    if constexpr (dim == 3)
      A::write_local(z, [&](double *const local) {
        for_all(slips, [&](const Slip &slip, const Own &one) {
          MapOfNode<3>          of_node(local + one.first_dof);
          std::array<double, 2> v =
            slip.across(one.N.row(1).dot(of_node), one.N.row(2).dot(of_node));
          const double part = slip.kappa * w / (1. + slip.kappa * w);
          for (int k = 0; k < 2; ++k)
            of_node -= part * v[static_cast<std::size_t>(k)] *
                       one.N.row(k + 1).transpose();
        });
      });
  }

  template class MortarNodalRows<2, PETScAlgebra>;
  template class MortarNodalRows<3, PETScAlgebra>;
  template class MortarNodalRows<2, TrilinosAlgebra>;
  template class MortarNodalRows<3, TrilinosAlgebra>;
} // namespace percuss
