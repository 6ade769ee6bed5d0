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
  SpatialMechanism::momentum(const Vector &q, const Vector &v, Vector &p) const
  {
    FrameMechanism<3>::momentum(q, v, p);
    for (std::size_t i = 0; i < inertia.size(); ++i)
      {
        const auto k = static_cast<Eigen::Index>(6 * i + 3);
        p.entries.segment<3>(k).noalias() =
          inertia[i] * v.entries.segment<3>(k);
      }
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
  SpatialMechanism::damping_force(const Vector &q,
                                  const Vector &v,
                                  Vector       &d) const
  {
    FrameMechanism<3>::damping_force(q, v, d);
    for (std::size_t i = 0; i < inertia.size(); ++i)
      {
        const auto k = static_cast<Eigen::Index>(6 * i + 3);
        d.entries.segment<3>(k) +=
          gyroscopic_moment(inertia[i], v.entries.segment<3>(k));
      }
  }

  double
  SpatialMechanism::damping_work(const State<BandedAlgebra> &x,
                                 const State<BandedAlgebra> &next) const
  {
    return -0.5 * (damping_power(x, next.dq) + damping_power(next, next.dq));
  }

  void
  SpatialMechanism::iteration_matrix(const Weights              &w,
                                     const State<BandedAlgebra> &x,
                                     Matrix                     &S) const
  {
    const auto add_stiffness = [&](const double factor, Matrix &K) {
      add_tangents(factor, 0., x, K);
      for (Eigen::Index k = 3; k < K.cols(); k += 6)
        K.multiply_columns(k, exponential_tangent(x.dq.entries.segment<3>(k)));
    };
    S.reinit(layout);
    if (w.stiffness != 0. && is_elastic())
      add_stiffness(w.stiffness, S);
    if (w.damping != 0.)
      add_tangents(0., w.damping, x, S);
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
    for (const auto &rod : beams)
      rod->add_mass(w.mass, S);
    add_boundary_stiffness(
      w.boundary, [&](Matrix &K) { add_stiffness(1., K); }, S);
  }

  void
  SpatialMechanism::damping_product(const State<BandedAlgebra> &x,
                                    const Vector               &y,
                                    Vector                     &z) const
  {
    FrameMechanism<3>::damping_product(x, y, z);
    for (std::size_t i = 0; i < inertia.size(); ++i)
      {
        const auto k = static_cast<Eigen::Index>(6 * i + 3);
        z.entries.segment<3>(k) +=
          gyroscopic_tangent(inertia[i], x.v.entries.segment<3>(k)) *
          y.entries.segment<3>(k);
      }
  }
} // namespace percuss
