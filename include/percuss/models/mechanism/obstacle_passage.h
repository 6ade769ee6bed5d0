// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_mechanism_obstacle_passage_h
#define percuss_models_mechanism_obstacle_passage_h

#include <percuss/collision/passage.h>
#include <percuss/constraints/geometry/rigid_shape.h>
#include <percuss/models/mechanism/frame.h>

#include <string>

namespace percuss
{
  /** The rotation matrix. */
  template <int dim>
  Eigen::Matrix<double, dim, dim>
  matrix_of(const Rotation<dim> &R)
  {
    Eigen::Matrix<double, dim, dim> A;
    if constexpr (dim == 2)
      A << R.cosine, -R.sine, R.sine, R.cosine;
    else
      A = R.toRotationMatrix();
    return A;
  }

  /** Of a frame of a mechanism, x = origin + R X [m], at its coordinates @p q. */
  template <int dim>
  Pose<dim>
  pose_of(const Eigen::VectorXd &q, const int frame)
  {
    return {frame_origin<dim>(q, frame),
            matrix_of<dim>(frame_rotation<dim>(q, frame))};
  }

  /** Of a ball about a point of one body that passes an obstacle which is fixed
   * at a point of another. */
  struct ObstaclePassage
  {
    double way = 0.; ///< of the ball beside the obstacle, 0: no passage [m]
    double thickness = 0.; ///< of both, where they are thickest, halved [m]
  };

  /**
   * Whether a ball has gone through an obstacle, or through a corner of it, on
   * its way: somewhere it is deeper inside than a tenth of the thickness, and at
   * the end the normal points the other way, or it was not so deep at the start
   * and is outside, or on its way out. The thickness is the radius of the ball and the depth of the
   * base point. Half spaces and cavities, where nothing is thick, are left out.
   * Looks at places as far from each other as the signed distance allows.
   *
   * @param p of the obstacle, in its body
   * @param x of the ball, in its body
   */
  template <int dim>
  ObstaclePassage
  passage_through(const RigidShape<dim>            &obstacle,
                  const Motion<dim>                &of_obstacle,
                  const Eigen::Vector<double, dim> &p,
                  double                            radius,
                  const Motion<dim>                &of_ball,
                  const Eigen::Vector<double, dim> &x);

  /** Throws the StepError of a passage.
   * @param who "The point of contact 'post'" */
  [[noreturn]] void
  throw_passage(const std::string &who, const ObstaclePassage &passage);
} // namespace percuss

#endif
