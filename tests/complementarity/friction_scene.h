// SPDX-License-Identifier: Apache-2.0

// Rigid bodies and their contacts, and the friction problem of a time step,
//   W = G M^-1 G^T,   b = G (v + h g) + e (G v)_N.

#ifndef percuss_complementarity_friction_scene_h
#define percuss_complementarity_friction_scene_h

#include <percuss/complementarity/cone_complementarity_problem.h>

#include <Eigen/Geometry>
#include <Eigen/SparseCore>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace friction_collection
{
  using Vector3 = Eigen::Vector3d;
  using Sparse  = Eigen::SparseMatrix<double, Eigen::RowMajor>;

  struct Problem
  {
    std::string                name;
    int                        dim;
    int                        n_dofs;
    percuss::ExplicitDelassus  W;
    Eigen::VectorXd            b;
    std::vector<percuss::Cone> cones;

    percuss::ConeComplementarityProblem
    view() const
    {
      return {W, {b.data(), static_cast<std::size_t>(b.size())}, cones};
    }
  };

  struct Range
  {
    double least, largest;
  };

  /** Numbers that are the same with every standard library. */
  struct Random
  {
    explicit Random(const unsigned int seed)
      : generator(seed)
    {}

    double
    operator()(const double lower, const double upper)
    {
      return lower + (upper - lower) * generator() / 4294967296.;
    }

    double
    operator()(const Range &range)
    {
      return (*this)(range.least, range.largest);
    }

    Vector3
    vector()
    {
      const double x = (*this)(-1., 1.), y = (*this)(-1., 1.);
      return {x, y, (*this)(-1., 1.)};
    }

    std::mt19937 generator;
  };

  /** In the plane y = 0 if dim is 2; z points upwards. */
  struct Body
  {
    Vector3 position;
    double  mass     = 1.;
    Vector3 inertia  = Vector3::Constant(0.4); // about x, y, z, over the mass
    Vector3 velocity = Vector3::Zero(), spin = Vector3::Zero();
  };

  struct Contact
  {
    int     body, other;   // other < 0: the ground
    Vector3 point, normal; // from other to body
    double  mu;
  };

  struct Scene
  {
    std::string          name;
    int                  dim      = 3;
    std::vector<Body>    bodies   = {};
    std::vector<Contact> contacts = {};
    Vector3              gravity  = {0., 0., -9.81};
    double               step = 1e-2, restitution = 0.;

    Problem
    problem() const
    {
      const int n      = dim == 3 ? 6 : 3,
                n_dofs = n * static_cast<int>(bodies.size());
      const auto m     = dim * static_cast<int>(contacts.size());
      std::vector<Eigen::Triplet<double>> entries;
      std::vector<percuss::Cone>          cones;
      Eigen::VectorXd mobility(n_dofs), v(n_dofs), free(n_dofs);
      for (int k = 0; k < static_cast<int>(bodies.size()); ++k)
        for (int i = 0, dof = 0; i < 6; ++i)
          if (is_dof(i))
            {
              const Body &body   = bodies[k];
              const int   column = n * k + dof++;
              mobility[column] =
                1. / (body.mass * (i < 3 ? 1. : body.inertia[i - 3]));
              v[column]    = i < 3 ? body.velocity[i] : body.spin[i - 3];
              free[column] = v[column] + (i < 3 ? step * gravity[i] : 0.);
            }
      for (int k = 0; k < static_cast<int>(contacts.size()); ++k)
        {
          add_rows(contacts[k], dim * k, entries);
          cones.push_back(
            percuss::Cone::second_order(dim * k, dim, contacts[k].mu));
        }
      Sparse G(m, n_dofs);
      G.setFromTriplets(entries.begin(), entries.end());
      const Eigen::VectorXd u = G * v;
      Eigen::VectorXd       b = G * free;
      for (int i = 0; i < m; i += dim)
        b[i] += restitution * std::min(u[i], 0.);
      const Sparse scaled = G * mobility.asDiagonal();
      const Sparse W      = (scaled * G.transpose()).pruned();
      Problem result{name, dim, n_dofs, percuss::ExplicitDelassus(W), b, cones};
      result.W.set_factors(G, scaled);
      return result;
    }

  private:
    bool
    is_dof(const int i) const
    {
      return dim == 3 || i == 0 || i == 2 || i == 4;
    }

    void
    add_rows(const Contact                       &contact,
             const int                            row,
             std::vector<Eigen::Triplet<double>> &entries) const
    {
      Vector3 first(contact.normal.z(), 0., -contact.normal.x());
      first = first.norm() > 0.1 ? first.normalized() : Vector3::UnitX();
      const Vector3 directions[] = {contact.normal,
                                    first,
                                    contact.normal.cross(first)};
      for (int i = 0; i < dim; ++i)
        for (const int body : {contact.body, contact.other})
          if (body >= 0)
            {
              const Vector3 arm  = contact.point - bodies[body].position,
                            turn = arm.cross(directions[i]);
              const double sign  = body == contact.body ? 1. : -1.;
              for (int j = 0, dof = 0; j < 6; ++j)
                if (is_dof(j))
                  entries.emplace_back(row + i,
                                       (dim == 3 ? 6 : 3) * body + dof++,
                                       sign * (j < 3 ? directions[i][j] :
                                                       turn[j - 3]));
            }
    }
  };

  /** The same with its contacts, and their tangential rows, in another order.
   */
  inline Problem
  permuted(const Problem &given, const unsigned int seed)
  {
    std::mt19937     generator(seed);
    const int        dim = given.dim, n = static_cast<int>(given.cones.size());
    std::vector<int> order(n);
    for (int k = 0; k < n; ++k)
      order[k] = k;
    for (int k = n - 1; k > 0; --k)
      std::swap(order[k], order[generator() % (k + 1)]);
    Eigen::VectorXi            place(dim * n);
    Eigen::VectorXd            b(dim * n);
    std::vector<percuss::Cone> cones;
    for (int k = 0; k < n; ++k)
      {
        const bool is_swapped = generator() % 2 == 0;
        for (int i = 0; i < dim; ++i)
          {
            const int j = is_swapped && dim == 3 && i > 0 ? 3 - i : i;
            place[dim * order[k] + j] = dim * k + i;
            b[dim * k + i]            = given.b[dim * order[k] + j];
          }
        cones.push_back(percuss::Cone::second_order(
          dim * k, dim, given.cones[order[k]].friction_coefficient));
      }
    std::vector<Eigen::Triplet<double>> entries;
    const auto                         &W = *given.W.explicit_matrix();
    for (int i = 0; i < W.rows(); ++i)
      for (Sparse::InnerIterator w(W, i); w; ++w)
        entries.emplace_back(place[i], place[w.col()], w.value());
    Sparse shuffled(W.rows(), W.cols());
    shuffled.setFromTriplets(entries.begin(), entries.end());
    Problem    result{given.name,
                   dim,
                   given.n_dofs,
                   percuss::ExplicitDelassus(shuffled),
                   b,
                   cones};
    const auto moved = [&place](const Sparse &rows) {
      std::vector<Eigen::Triplet<double>> of_rows;
      for (int i = 0; i < rows.rows(); ++i)
        for (Sparse::InnerIterator g(rows, i); g; ++g)
          of_rows.emplace_back(place[i], g.col(), g.value());
      Sparse of_places(rows.rows(), rows.cols());
      of_places.setFromTriplets(of_rows.begin(), of_rows.end());
      return of_places;
    };
    if (const auto *const factors = given.W.factors())
      result.W.set_factors(moved(factors->G), moved(factors->H));
    return result;
  }
} // namespace friction_collection

#endif
