// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_mortar_fast_approach_h
#define percuss_mortar_fast_approach_h

#include <percuss/mortar/face_normals.h>

#include <optional>
#include <span>

namespace percuss
{
  /** Two faces that come towards each other in a step. */
  struct FastApproach
  {
    double          depths = 0.; ///< by how many of the depths of one [-]
    Eigen::Vector3d place;       ///< in the middle of the other one [m]
  };

  /**
   * A step in which faces of a surface that touches itself may miss each other:
   * rows see nothing that is farther behind a face than its depth d. Of faces i,
   * j whose boxes along the axes meet on their ways, with the mean steps s and
   * outer normals n, the largest
   *
   *     n_j . (s_j - s_i)/d_j > 1,     n_i . n_j < 0,
   *
   * is returned. The faces are looked at only if any two nodes come so far.
   *
   * @param before, after the surface at the beginning and the end of the step
   * @param depths        of the faces [m]
   */
  template <class Faces>
  std::optional<FastApproach>
  fast_approach(const Faces            &before,
                const Faces            &after,
                std::span<const double> depths);

  /** Whether any two nodes move by more than @p distance beside each other. */
  template <class Vectors>
  bool
  moves_more_than(const double distance, const Vectors &steps)
  {
    if (steps.empty())
      return false;
    auto lower = steps.front(), upper = steps.front();
    for (const auto &step : steps)
      {
        lower = lower.cwiseMin(step);
        upper = upper.cwiseMax(step);
      }
    return (upper - lower).norm() > distance;
  }
} // namespace percuss

#endif
