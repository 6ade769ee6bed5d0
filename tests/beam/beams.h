// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_tests_beam_beams_h
#define percuss_tests_beam_beams_h

// Vectors of a planar beam, arbitrary states of it, and its static equilibrium
// by Newton's method with load steps.

#include <percuss/beam/planar_beam.h>

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace percuss::test
{
  using Vector = Eigen::VectorXd;
  using Matrix = Eigen::MatrixXd;

  constexpr double pi = std::numbers::pi;

  inline std::span<const double>
  span(const Vector &x)
  {
    return {x.data(), static_cast<std::size_t>(x.size())};
  }

  inline std::span<double>
  span(Vector &x)
  {
    return {x.data(), static_cast<std::size_t>(x.size())};
  }

  inline Vector
  reference(const PlanarBeam &beam)
  {
    return Eigen::Map<const Vector>(beam.reference().data(),
                                    beam.n_coordinates());
  }

  inline double
  energy(const PlanarBeam &beam, const Vector &q)
  {
    return beam.strain_energy(span(q));
  }

  inline Vector
  elastic_force(const PlanarBeam &beam, const Vector &q)
  {
    Vector s = Vector::Zero(q.size());
    beam.add_elastic_force(span(q), span(s));
    return s;
  }

  /** What @p add writes into the matrix of a beam, with its zeros. */
  template <class Beam, class Add>
  Matrix
  assembled(const Beam &beam, const Add &add)
  {
    std::vector<std::pair<std::size_t, std::size_t>> couples;
    beam.add_couples(0, couples);
    const BandLayout layout(beam.n_nodes(),
                            beam.n_coordinates() / beam.n_nodes(),
                            couples);
    BandedMatrix     S;
    S.reinit(layout);
    add(BandedMatrix::Block(S, 0));
    return S.full();
  }

  inline Matrix
  stiffness(const PlanarBeam &beam, const Vector &q)
  {
    return assembled(beam, [&](const BandedMatrix::Block &K) {
      beam.add_stiffness(span(q), 1., K);
    });
  }

  inline Matrix
  mass(const PlanarBeam &beam)
  {
    return assembled(beam, [&](const BandedMatrix::Block &M) {
      beam.add_mass(1., M);
    });
  }

  /** E A = 5, k G A = 3, E I = 0.7, rho A = 1.1, rho I = 0.13. */
  inline PlanarBeamDescription
  soft_beam(const unsigned int degree, const unsigned int n_elements)
  {
    PlanarBeamDescription d;
    d.section    = {5., 3., 0.7, 1.1, 0.13};
    d.length     = 2.;
    d.degree     = degree;
    d.n_elements = n_elements;
    return d;
  }

  /** Far from the reference, different for each @p seed. */
  inline Vector
  arbitrary_state(const PlanarBeam &beam, const double seed)
  {
    Vector q = reference(beam);
    for (Eigen::Index i = 0; i < q.size(); ++i)
      q[i] += 0.4 * std::sin(7.3 * i * i + seed);
    return q;
  }

  /** @p q turned by @p angle about the origin, then moved by (x, y). */
  inline Vector
  moved(Vector q, const double angle, const double x, const double y)
  {
    const Eigen::Rotation2Dd R(angle);
    for (Eigen::Index i = 0; i < q.size(); i += 3)
      {
        q.segment<2>(i) = R * q.segment<2>(i) + Eigen::Vector2d(x, y);
        q[i + 2] += angle;
      }
    return q;
  }

  /** Rows and columns of coordinates that are not @p held. */
  inline std::vector<int>
  free_coordinates(const PlanarBeam &beam, const std::vector<int> &held)
  {
    std::vector<int> free;
    for (int i = 0; i < static_cast<int>(beam.n_coordinates()); ++i)
      if (std::find(held.begin(), held.end(), i) == held.end())
        free.push_back(i);
    return free;
  }

  /** dV/dq = F where q is not held, from the reference on in equal steps of
   * the load. */
  inline Vector
  equilibrium(const PlanarBeam       &beam,
              const std::vector<int> &held,
              const Vector           &F,
              const int               n_load_steps = 1)
  {
    const std::vector<int> free = free_coordinates(beam, held);
    Vector                 q    = reference(beam);
    for (int step = 1; step <= n_load_steps; ++step)
      for (int iteration = 0;; ++iteration)
        {
          const Vector residual =
            F * (1. * step / n_load_steps) - elastic_force(beam, q);
          const Matrix K  = stiffness(beam, q)(free, free);
          const Vector dq = K.partialPivLu().solve(residual(free));
          q(free) += dq;
          if (dq.norm() < 1e-11 * (1. + q.norm()))
            break;
          if (iteration == 50)
            {
              ADD_FAILURE() << "Newton's method: |dq| = " << dq.norm();
              return q;
            }
        }
    return q;
  }

  /** With its first node clamped. */
  inline Vector
  cantilever(const PlanarBeam &beam,
             const Vector     &F,
             const int         n_load_steps = 1)
  {
    return equilibrium(beam, {0, 1, 2}, F, n_load_steps);
  }

  /** Force (x, y) and moment at the last node. */
  inline Vector
  end_load(const PlanarBeam &beam,
           const double      x,
           const double      y,
           const double      moment)
  {
    Vector F  = Vector::Zero(beam.n_coordinates());
    F.tail(3) = Eigen::Vector3d(x, y, moment);
    return F;
  }
} // namespace percuss::test

#endif
