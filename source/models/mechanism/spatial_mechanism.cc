// SPDX-License-Identifier: Apache-2.0
#include <percuss/beam/rotation.h>
#include <percuss/models/mechanism/spatial_mechanism.h>

#include <cmath>
#include <numbers>

namespace percuss
{
  using Eigen::Vector3d;

  namespace
  {
    /** The rotation vector of R that is nearest to @p r. */
    Vector3d
    rotation_vector(const Eigen::Quaterniond &R, const Vector3d &r)
    {
      constexpr double turn  = 2. * std::numbers::pi;
      const Vector3d   v     = (R.w() < 0. ? -1. : 1.) * R.vec();
      const double     sine  = v.norm();
      const double     angle = 2. * std::atan2(sine, std::abs(R.w()));
      if (sine > 0.)
        {
          const Vector3d axis = v / sine;
          return (angle + turn * std::round((r.dot(axis) - angle) / turn)) *
                 axis;
        }
      const double before = r.norm(); // whole turns about any axis
      return (before > 0. ? turn * std::round(before / turn) / before : 0.) * r;
    }
  } // namespace

  void
  SpatialMechanism::record_positions(const Vector &q, Vector &positions) const
  {
    if (positions.size() != M.size())
      positions.entries.setZero(M.size());
    for (int frame = 0; frame < static_cast<int>(n_frames()); ++frame)
      {
        auto part      = positions.entries.segment<6>(6 * frame);
        part.head<3>() = frame_origin<3>(q.entries, frame);
        part.tail<3>() =
          rotation_vector(frame_rotation<3>(q.entries, frame), part.tail<3>());
      }
  }

  void
  SpatialMechanism::retract(const Vector &q_0,
                            const Vector &dq,
                            Vector       &q) const
  {
    q.entries = q_0.entries;
    advance_frames({dq.entries.data(), static_cast<std::size_t>(dq.size())},
                   {q.entries.data(), static_cast<std::size_t>(q.size())});
  }

  void
  SpatialMechanism::momentum(const Vector &, const Vector &v, Vector &p) const
  {
    p.entries.setZero(M.size());
    for (std::size_t i = 0; i < inertia.size(); ++i)
      {
        const auto k            = static_cast<Eigen::Index>(6 * i);
        p.entries.segment<3>(k) = M[k] * v.entries.segment<3>(k);
        p.entries.segment<3>(k + 3).noalias() =
          inertia[i] * v.entries.segment<3>(k + 3);
      }
    for (const Rod &rod : rods)
      rod.rod.add_momentum(rod.part(v), rod.part(p));
  }

  double
  SpatialMechanism::strain_energy(const Vector &q, const Vector &) const
  {
    double energy = springs.energy(q.entries);
    for (const Rod &rod : rods)
      energy += rod.rod.strain_energy(rod.configuration(q));
    return energy;
  }

  double
  SpatialMechanism::load_potential(const Vector &q) const
  {
    double potential = 0.;
    for (int frame = 0; frame < static_cast<int>(n_frames()); ++frame)
      potential -= frame_origin<3>(q.entries, frame)
                     .dot(constant_load.entries.segment<3>(6 * frame));
    return potential;
  }

  double
  SpatialMechanism::increment_size(const Vector &d) const
  {
    double largest = 0.;
    for (Eigen::Index k = 0; k < M.size(); k += 6)
      largest =
        std::max(largest,
                 d.entries.segment<6>(k).cwiseAbs2().dot(M.segment<6>(k)) /
                   M[k]);
    return std::sqrt(largest);
  }

  double
  SpatialMechanism::configuration_size(const Vector &q) const
  {
    double largest = 0.;
    for (int frame = 0; frame < static_cast<int>(n_frames()); ++frame)
      largest =
        std::max(largest,
                 frame_origin<3>(q.entries, frame).squaredNorm() +
                   M.segment<3>(6 * frame + 3).maxCoeff() / M[6 * frame]);
    return std::sqrt(largest);
  }

  void
  SpatialMechanism::load(const double t, Vector &F) const
  {
    F = constant_load;
    for (const VaryingLoad &load : varying_loads)
      F[load.coordinate] += load.value(t);
  }

  void
  SpatialMechanism::elastic_force(const Vector &q, Vector &s) const
  {
    s.entries.setZero(M.size());
    springs.add_elastic_force(q.entries, s.entries);
    for (const Rod &rod : rods)
      rod.rod.add_elastic_force(rod.configuration(q), rod.part(s));
  }

  void
  SpatialMechanism::damping_force(const Vector &q,
                                  const Vector &v,
                                  Vector       &d) const
  {
    d.entries.setZero(M.size());
    springs.add_damping_force(q.entries, v.entries, d.entries);
    for (std::size_t i = 0; i < inertia.size(); ++i)
      {
        const auto k = static_cast<Eigen::Index>(6 * i + 3);
        d.entries.segment<3>(k) +=
          gyroscopic_moment(inertia[i], v.entries.segment<3>(k));
      }
    for (const Rod &rod : rods)
      rod.rod.add_gyroscopic_force(rod.part(v), rod.part(d));
  }

  double
  SpatialMechanism::damping_work(const State<BandedAlgebra> &x,
                                 const State<BandedAlgebra> &next) const
  {
    const auto power = [&](const State<BandedAlgebra> &state) {
      return springs.damping_product(state.q.entries,
                                     state.v.entries,
                                     next.dq.entries);
    };
    return -0.5 * (power(x) + power(next));
  }

  void
  SpatialMechanism::set_stiffness(const double                factor,
                                  const State<BandedAlgebra> &x,
                                  Matrix                     &S) const
  {
    springs.add_tangents(factor, 0., x.q.entries, x.v.entries, S);
    for (const Rod &rod : rods)
      rod.rod.add_stiffness(rod.configuration(x.q), factor, {S, 6 * rod.first});
    for (Eigen::Index k = 3; k < S.cols(); k += 6)
      S.multiply_columns(k, exponential_tangent(x.dq.entries.segment<3>(k)));
  }

  void
  SpatialMechanism::iteration_matrix(const Weights              &w,
                                     const State<BandedAlgebra> &x,
                                     Matrix                     &S) const
  {
    S.reinit(layout);
    if (w.stiffness != 0. && is_elastic())
      set_stiffness(w.stiffness, x, S);
    if (w.damping != 0.)
      springs.add_tangents(0., w.damping, x.q.entries, x.v.entries, S);
    for (std::size_t i = 0; i < inertia.size(); ++i)
      {
        const auto            k = static_cast<Eigen::Index>(6 * i);
        const Eigen::Matrix3d of_turns =
          w.mass * inertia[i] +
          w.damping *
            gyroscopic_tangent(inertia[i], x.v.entries.segment<3>(k + 3));
        for (Eigen::Index j = k; j < k + 3; ++j)
          S(j, j) += w.mass * M[k];
        S.add(k + 3, k + 3, of_turns);
      }
    for (const Rod &rod : rods)
      {
        const BandedMatrix::Block block(S, 6 * rod.first);
        rod.rod.add_mass(w.mass, block);
        rod.rod.add_gyroscopic_tangent(rod.part(x.v), w.damping, block);
      }
  }

  void
  SpatialMechanism::stiffness_product(const State<BandedAlgebra> &x,
                                      const Vector               &y,
                                      Vector                     &z) const
  {
    z.entries.setZero(M.size());
    springs.add_product(1., 0., x.q.entries, x.v.entries, y.entries, z.entries);
    for (const Rod &rod : rods)
      rod.rod.add_stiffness_product(rod.configuration(x.q),
                                    rod.part(y),
                                    rod.part(z));
  }

  void
  SpatialMechanism::damping_product(const State<BandedAlgebra> &x,
                                    const Vector               &y,
                                    Vector                     &z) const
  {
    z.entries.setZero(M.size());
    springs.add_product(0., 1., x.q.entries, x.v.entries, y.entries, z.entries);
    for (std::size_t i = 0; i < inertia.size(); ++i)
      {
        const auto k = static_cast<Eigen::Index>(6 * i + 3);
        z.entries.segment<3>(k) +=
          gyroscopic_tangent(inertia[i], x.v.entries.segment<3>(k)) *
          y.entries.segment<3>(k);
      }
    for (const Rod &rod : rods)
      rod.rod.add_gyroscopic_product(rod.part(x.v), rod.part(y), rod.part(z));
  }
} // namespace percuss
