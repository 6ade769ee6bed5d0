// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_tests_mechanism_spatial_state_h
#define percuss_tests_mechanism_spatial_state_h

#include "random_state.h"

#include <percuss/models/mechanism/mechanism_constraints.h>

#include <cmath>

namespace percuss::test
{
  /** R exp([dtheta]x) */
  inline Eigen::Quaterniond
  turned(const Eigen::Quaterniond &R, const Eigen::Vector3d &dtheta)
  {
    const double angle = dtheta.norm();
    if (angle == 0.)
      return R;
    return (R * Eigen::Quaterniond(Eigen::AngleAxisd(angle, dtheta / angle)))
      .normalized();
  }

  inline void
  set_frame(DenseVector              &q,
            const int                 frame,
            const Eigen::Vector3d    &X,
            const Eigen::Quaterniond &R = Eigen::Quaterniond::Identity())
  {
    q.entries.segment<7>(7 * frame) << X, R.w(), R.x(), R.y(), R.z();
  }

  inline Eigen::Quaterniond
  random_rotation(const unsigned int seed)
  {
    const DenseVector p = random_vector(4, seed);
    return Eigen::Quaterniond(p[0], p[1], p[2], p[3]).normalized();
  }

  /** Frames anywhere. */
  inline DenseVector
  random_frames(const int n, const unsigned int seed, const double size = 1.)
  {
    DenseVector q(Eigen::VectorXd::Zero(7 * n));
    for (int i = 0; i < n; ++i)
      set_frame(q,
                i,
                random_vector(3, 100 * seed + i, size).entries,
                random_rotation(1000 + 100 * seed + i));
    return q;
  }

  /** q moved by factor dq: X += dx, R <- R exp(dtheta). */
  inline DenseVector
  moved(const DenseVector &q, const double factor, const DenseVector &dq)
  {
    DenseVector result = q;
    for (int i = 0; 7 * i < q.entries.size(); ++i)
      set_frame(result,
                i,
                frame_origin<3>(q.entries, i) +
                  factor * dq.entries.segment<3>(6 * i),
                turned(frame_rotation<3>(q.entries, i),
                       factor * dq.entries.segment<3>(6 * i + 3)));
    return result;
  }
} // namespace percuss::test

#endif
