// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_tests_beam_rods_h
#define percuss_tests_beam_rods_h

// Configurations, forces and equilibria of rods in space.

#include "beams.h"

#include <percuss/beam/rotation.h>
#include <percuss/beam/spatial_rod.h>

namespace percuss::test
{
  using Vector6 = Eigen::Matrix<double, 6, 1>;

  inline Vector
  reference(const SpatialRod &rod)
  {
    return Eigen::Map<const Vector>(rod.reference().data(), 7 * rod.n_nodes());
  }

  /** Node @p i of q; the last one for -1. */
  inline RodFrame
  node(const Vector &q, const int i)
  {
    const Vector x = q.segment<7>(i < 0 ? q.size() - 7 : 7 * i);
    return {x.head<3>(), {x[3], x[4], x[5], x[6]}};
  }

  inline Vector
  advanced(Vector q, const Vector &increment)
  {
    advance_frames(span(increment), span(q));
    return q;
  }

  inline SpatialRodDescription
  soft_rod(const unsigned int degree, const unsigned int n_elements)
  {
    SpatialRodDescription d;
    d.section    = {5., 3., 0.7, 1.1, 0.13, 2.5, 0.4, 0.5, 0.1};
    d.length     = 2.;
    d.degree     = degree;
    d.n_elements = n_elements;
    return d;
  }

  /** Far from the reference, different for each @p seed. */
  inline Vector
  arbitrary_state(const SpatialRod &rod, const double seed)
  {
    Vector u(rod.n_coordinates());
    for (Eigen::Index i = 0; i < u.size(); ++i)
      u[i] = 0.4 * std::sin(7.3 * i * i + seed);
    Vector q = advanced(reference(rod), u);
    q.tail<4>() *= -1.; // the same rotation
    return q;
  }

  inline Vector
  elastic_force(const SpatialRod &rod, const Vector &q)
  {
    Vector s = Vector::Zero(rod.n_coordinates());
    rod.add_elastic_force(span(q), span(s));
    return s;
  }

  /** Derivative of the components of the force. */
  inline Matrix
  stiffness(const SpatialRod &rod, const Vector &q)
  {
    return assembled(rod, [&](const BandedMatrix::Block &K) {
      rod.add_stiffness(span(q), 1., K);
    });
  }

  inline Matrix
  mass(const SpatialRod &rod)
  {
    return assembled(rod, [&](const BandedMatrix::Block &M) {
      rod.add_mass(1., M);
    });
  }

  /** Clamped at its first node, under a force and a moment in the section's
   * axes at the last one. */
  inline Vector
  cantilever(const SpatialRod &rod, const Vector6 &load, const int n_load_steps)
  {
    Vector             q = reference(rod);
    const unsigned int n = rod.n_coordinates() - 6;
    for (int step = 1; step <= n_load_steps; ++step)
      for (int iteration = 0;; ++iteration)
        {
          Vector residual = -elastic_force(rod, q);
          residual.tail<6>() += load * (1. * step / n_load_steps);
          Vector dq = Vector::Zero(n + 6);
          dq.tail(n) =
            stiffness(rod, q).bottomRightCorner(n, n).partialPivLu().solve(
              residual.tail(n));
          q = advanced(q, dq);
          if (dq.norm() < 1e-10 * rod.length())
            break;
          if (iteration == 50)
            {
              ADD_FAILURE() << "Newton's method: |dq| = " << dq.norm();
              return q;
            }
        }
    return q;
  }
} // namespace percuss::test

#endif
