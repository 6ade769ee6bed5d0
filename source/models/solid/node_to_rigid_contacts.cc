// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/base/tangents.h>
#include <percuss/models/solid/node_to_rigid_contacts.h>
#include <percuss/models/solid/passed_obstacle.h>
#include <percuss/models/solid/rigid_nodal_rows.h>
#include <percuss/parallel_algebra/petsc_algebra.h>
#include <percuss/parallel_algebra/trilinos_algebra.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <sstream>
#include <utility>

namespace percuss
{
  using namespace dealii;

  namespace
  {
    template <int dim>
    Point<dim>
    displaced(const Point<dim> &X, const double *const q)
    {
      Point<dim> x = X;
      for (unsigned int d = 0; d < dim; ++d)
        x[d] += q[d];
      return x;
    }
  } // namespace

  template <int dim, Algebra A>
  NodeToRigidContacts<dim, A>::NodeToRigidContacts(
    const ContactSurface<dim>       &surface,
    Obstacles                        obstacles,
    const AffineConstraints<double> &held,
    const ContactCoefficients       &coefficients,
    const double                     stiffness_factor)
    : surface(surface)
    , obstacles(std::move(obstacles))
    , normal_law(ContactLaw::normal(coefficients, dim - 1u))
    , tangential_law(ContactLaw::tangential(coefficients))
    , n_rows_per_pair(1 + normal_law.n_tangential)
    , stiffness_factor(stiffness_factor)
  {
    assert(coefficients.restitution >= 0. && coefficients.restitution <= 1.);
    assert(coefficients.friction >= 0.);
    for (const auto &obstacle : this->obstacles)
      {
        all_flat   = all_flat && obstacle->is_flat();
        any_moving = any_moving || !obstacle->is_fixed();
      }
    make_pairs(held);
  }

  template <int dim, Algebra A>
  auto
  NodeToRigidContacts<dim, A>::frame(const LocalPair  &pair,
                                     const Point<dim> &x,
                                     const double      t) const -> Rows
  {
    Rows result;
    result[0] = obstacles[pair.obstacle]->normal(x, t);
    if (n_rows_per_pair > 1)
      std::ranges::copy(tangents<dim>(result[0]), result.begin() + 1);
    return result;
  }

  template <int dim, Algebra A>
  Tensor<1, dim>
  NodeToRigidContacts<dim, A>::flat_direction(const std::size_t row) const
  {
    const Tensor<1, dim> n = flat_normal(obstacle(row));
    const std::size_t    k = row % n_rows_per_pair;
    return k == 0 ? n : tangents<dim>(n)[k - 1];
  }

  template <int dim, Algebra A>
  auto
  NodeToRigidContacts<dim, A>::rows(const LocalPair  &pair,
                                    const Point<dim> &x,
                                    const double      t) const -> Rows
  {
    Rows result = frame(pair, x, t);
    for (unsigned int k = 0; k < n_rows_per_pair; ++k)
      for (unsigned int d = 0; d < dim; ++d)
        result[k][d] *= pair.is_free[d];
    return result;
  }

  // Calls visit(pair, k, row k of the pair in G(q, t)).
  template <int dim, Algebra A>
  template <class Visit>
  void
  NodeToRigidContacts<dim, A>::for_all_local_rows(const Vector &q,
                                                  const double  t,
                                                  const Visit  &visit) const
  {
    A::read_local(q, [&](const double *const displacement) {
      Rows varying;
      for (std::size_t i = 0; i < owned_pairs.size(); ++i)
        {
          const LocalPair &pair    = owned_pairs[i];
          const bool       is_flat = obstacles[pair.obstacle]->is_flat();
          if (!is_flat)
            varying =
              rows(pair,
                   displaced(pair.position, displacement + pair.first_dof),
                   t);
          const Rows &of_pair = is_flat ? constant_rows[i] : varying;
          for (unsigned int k = 0; k < n_rows_per_pair; ++k)
            visit(pair, k, of_pair[k]);
        }
    });
  }

  template <int dim, Algebra A>
  void
  NodeToRigidContacts<dim, A>::sum_over_ranks(
    const std::span<double> values) const
  {
    if (!values.empty())
      MPI_Allreduce(MPI_IN_PLACE,
                    values.data(),
                    static_cast<int>(values.size()),
                    MPI_DOUBLE,
                    MPI_SUM,
                    surface.communicator);
  }

  template <int dim, Algebra A>
  void
  NodeToRigidContacts<dim, A>::add_stress(const Vector           &q,
                                          const std::span<double> g) const
  {
    if (!has_stress)
      return;
    stress.vmult(q, of_stress);
    for (std::size_t row = 0; row < of_stress.size(); ++row)
      g[row] += compliance(row) * of_stress[row];
  }

  template <int dim, Algebra A>
  void
  NodeToRigidContacts<dim, A>::gap(const Vector           &q,
                                   const double            t,
                                   const std::span<double> g) const
  {
    open_gap(q, t, g);
    add_stress(q, g);
  }

  template <int dim, Algebra A>
  void
  NodeToRigidContacts<dim, A>::velocity(const Vector           &q,
                                        const double            t,
                                        const Vector           &v,
                                        const std::span<double> u) const
  {
    open_velocity(q, t, v, u);
    add_stress(v, u);
  }

  template <int dim, Algebra A>
  void
  NodeToRigidContacts<dim, A>::open_gap(const Vector           &q,
                                        const double            t,
                                        const std::span<double> g) const
  {
    std::ranges::fill(g, 0.);
    A::read_local(q, [&](const double *const displacement) {
      for (const LocalPair &pair : owned_pairs)
        g[pair.row] = obstacles[pair.obstacle]->signed_distance(
          displaced(pair.position, displacement + pair.first_dof), t);
    });
    sum_over_ranks(g);
    require_finite(g, "distance");
  }

  template <int dim, Algebra A>
  void
  NodeToRigidContacts<dim, A>::passages(const Vector            &q_0,
                                        const double             t_0,
                                        const Vector            &q_1,
                                        const double             t_1,
                                        const std::vector<bool> &some,
                                        const std::span<double>  depths) const
  {
    std::ranges::fill(depths, 0.);
    A::read_local(q_0, [&](const double *const before) {
      A::read_local(q_1, [&](const double *const after) {
        for (const LocalPair &pair : owned_pairs)
          if (some[pair.row])
            depths[pair.row] =
              depth_of_passage(*obstacles[pair.obstacle],
                               displaced(pair.position,
                                         before + pair.first_dof),
                               t_0,
                               displaced(pair.position, after + pair.first_dof),
                               t_1);
      });
    });
    sum_over_ranks(depths);
  }

  template <int dim, Algebra A>
  void
  NodeToRigidContacts<dim, A>::gap_rate(const Vector           &q,
                                        const double            t,
                                        const std::span<double> rate) const
  {
    std::ranges::fill(rate, 0.);
    if (!any_moving)
      return;
    A::read_local(q, [&](const double *const displacement) {
      for (const LocalPair &pair : owned_pairs)
        {
          const RigidObstacle<dim> &obstacle = *obstacles[pair.obstacle];
          const Point<dim>          x =
            displaced(pair.position, displacement + pair.first_dof);
          rate[pair.row] = obstacle.speed(x, t);
          if (n_rows_per_pair == 1)
            continue;
          // with all components: the obstacle moves where the body is held
          const Tensor<1, dim> V   = obstacle.velocity(x, t);
          std::size_t          row = pair.row;
          for (const Tensor<1, dim> &s : tangents<dim>(obstacle.normal(x, t)))
            rate[++row] = -(s * V);
        }
    });
    sum_over_ranks(rate);
    require_finite(rate, "velocity");
  }

  // Of a reduced array, which is the same on all ranks.
  template <int dim, Algebra A>
  void
  NodeToRigidContacts<dim, A>::require_finite(
    const std::span<const double> values,
    const char *const             quantity) const
  {
    const auto is_finite = [](const double value) {
      return std::isfinite(value);
    };
    const auto bad = std::ranges::find_if_not(values, is_finite);
    if (bad == values.end())
      return;
    const auto         row = static_cast<std::size_t>(bad - values.begin());
    std::ostringstream message;
    message << "The " << quantity << " of obstacle " << obstacle(row) + 1
            << " is not a finite number at the node that is at "
            << nodes()[node(row)].position << " in the undeformed body";
    throw StepError(message.str(),
                    *bad,
                    "Give the obstacle a signed distance that is a number "
                    "wherever nodes of the contact boundaries come.");
  }

  template <int dim, Algebra A>
  void
  NodeToRigidContacts<dim, A>::open_velocity(const Vector           &q,
                                             const double            t,
                                             const Vector           &v,
                                             const std::span<double> u) const
  {
    std::ranges::fill(u, 0.);
    A::read_local(v, [&](const double *const velocities) {
      for_all_local_rows(q,
                         t,
                         [&](const LocalPair      &pair,
                             const unsigned int    k,
                             const Tensor<1, dim> &row) {
                           double &sum = u[pair.row + k];
                           for (unsigned int d = 0; d < dim; ++d)
                             sum += row[d] * velocities[pair.first_dof + d];
                         });
    });
    sum_over_ranks(u);
  }

  template <int dim, Algebra A>
  void
  NodeToRigidContacts<dim, A>::add_impulse(const Vector                 &q,
                                           const double                  t,
                                           const std::span<const double> p,
                                           Vector &r) const
  {
    assert(&q != &r);
    A::write_local(r, [&](double *const impulse) {
      for_all_local_rows(q,
                         t,
                         [&](const LocalPair      &pair,
                             const unsigned int    k,
                             const Tensor<1, dim> &row) {
                           for (unsigned int d = 0; d < dim; ++d)
                             impulse[pair.first_dof + d] +=
                               row[d] * p[pair.row + k];
                         });
    });
    if (stress_theta == 0.)
      return;
    for (std::size_t row = 0; row < of_stress.size(); ++row)
      of_stress[row] = stress_theta * compliance(row) * p[row];
    stress.Tvmult_add(of_stress, r);
  }

  template <int dim, Algebra A>
  void
  NodeToRigidContacts<dim, A>::local_rows(
    const Vector                   &q,
    const double                    t,
    const std::span<Tensor<1, dim>> rows) const
  {
    std::size_t i = 0;
    for_all_local_rows(q,
                       t,
                       [&](const LocalPair &, unsigned int, const auto &row) {
                         rows[i++] = row;
                       });
  }

  template <int dim, Algebra A>
  bool
  NodeToRigidContacts<dim, A>::jacobian_rows(
    const Vector                      &q,
    const double                       t,
    const std::span<const std::size_t> some,
    SparseJacobian                    &G) const
  {
    if (has_compliance())
      return false;
    std::vector<int> place(n_constraints(), -1);
    for (int i = 0; const std::size_t row : some)
      place[row] = i++;
    std::vector<Eigen::Triplet<double>> entries;
    for_all_local_rows(q,
                       t,
                       [&](const LocalPair      &pair,
                           const unsigned int    k,
                           const Tensor<1, dim> &row) {
                         if (const int i = place[pair.row + k]; i >= 0)
                           for (unsigned int d = 0; d < dim; ++d)
                             entries.emplace_back(
                               i, static_cast<int>(pair.first_dof + d), row[d]);
                       });
    G.resize(static_cast<Eigen::Index>(some.size()),
             static_cast<Eigen::Index>(LocalEntries<const Vector>(q).size()));
    G.setFromTriplets(entries.begin(), entries.end());
    return true;
  }

  template <int dim, Algebra A>
  std::vector<unsigned int>
  NodeToRigidContacts<dim, A>::node_colors() const
  {
    if (stress_theta != 0.)
      return {};
    std::vector<unsigned int> colors(n_constraints(), 0);
    for (std::size_t row = 1; row < colors.size(); ++row)
      if (node(row) == node(row - 1))
        colors[row] = colors[row - 1] + 1;
    return colors;
  }

  template <int dim, Algebra A>
  std::unique_ptr<NodalRows<A>>
  NodeToRigidContacts<dim, A>::nodal_rows() const
  {
    if (has_compliance())
      return nullptr;
    return std::make_unique<RigidNodalRows<dim, A>>(*this);
  }

  template <int dim, Algebra A>
  void
  NodeToRigidContacts<dim, A>::resultants(const Vector                 &q,
                                          const double                  t,
                                          const std::span<const double> p,
                                          const std::span<double>       R) const
  {
    assert(R.size() == dim * obstacles.size());
    std::ranges::fill(R, 0.);
    A::read_local(q, [&](const double *const displacement) {
      for (const LocalPair &pair : owned_pairs)
        {
          const auto P = p.subspan(pair.row, n_rows_per_pair);
          if (std::ranges::all_of(P,
                                  [](const double P_k) { return P_k == 0.; }))
            continue;
          const Rows directions =
            frame(pair,
                  displaced(pair.position, displacement + pair.first_dof),
                  t);
          for (unsigned int k = 0; k < n_rows_per_pair; ++k)
            for (unsigned int d = 0; d < dim; ++d)
              R[dim * pair.obstacle + d] += P[k] * directions[k][d];
        }
    });
    sum_over_ranks(R);
  }

  template <int dim, Algebra A>
  auto
  NodeToRigidContacts<dim, A>::largest_penetration(const Vector &q,
                                                   const double  t) const
    -> Penetration
  {
    std::vector<double> g(n_constraints());
    open_gap(q, t, g);
    Penetration largest;
    for (std::size_t row = 0; row < g.size(); row += n_rows_per_pair)
      if (-g[row] > largest.depth)
        largest = {-g[row], row};
    return largest;
  }

  template class NodeToRigidContacts<2, PETScAlgebra>;
  template class NodeToRigidContacts<3, PETScAlgebra>;
  template class NodeToRigidContacts<2, TrilinosAlgebra>;
  template class NodeToRigidContacts<3, TrilinosAlgebra>;
} // namespace percuss
