// SPDX-License-Identifier: Apache-2.0

// Second derivatives of the energy of a rod in space.

#include <percuss/beam/rotation.h>
#include <percuss/beam/spatial_rod.h>

#include <cassert>

namespace percuss
{
  using Eigen::Matrix3d;
  using Eigen::Vector3d;
  using Eigen::Vector4d;

  // e s = a, s = |p|^2: sigma . d^2 e = (sigma . d^2 a - (sigma . de) ds
  // - ds (sigma . de) - (sigma . e) d^2 s)/s
  Eigen::Matrix<double, 11, 11>
  SpatialRod::hessian(const Point    &point,
                      const Vector6  &stress,
                      const Jacobian &J) const
  {
    const double    w = point.p[0];
    const Vector3d  v = point.p.tail<3>(), n = stress.head<3>();
    const Vector3d  m = stress.tail<3>();
    const Vector3d &r = point.slope;

    // n . u = p . H p with u = |p|^2 R^T r', whose derivative by r' is R n
    Eigen::Matrix<double, 11, 11> second;
    second.setZero();
    second.block<3, 1>(0, 3) = 2. * (w * n + v.cross(n));
    second.block<3, 3>(0, 4) =
      2. * (v.dot(n) * Matrix3d::Identity() + v * n.transpose() -
            n * v.transpose() - w * cross_product_matrix(n));
    second.block<4, 3>(3, 0) = second.block<3, 4>(0, 3).transpose();
    second(3, 3)             = 2. * n.dot(r);
    second.block<3, 1>(4, 3) = -2. * r.cross(n);
    second.block<1, 3>(3, 4) = second.block<3, 1>(4, 3).transpose();
    second.block<3, 3>(4, 4) = 2. * (n * r.transpose() + r * n.transpose() -
                                     n.dot(r) * Matrix3d::Identity());
    // m . k = 2 p . A p' with k = |p|^2 K
    Eigen::Matrix4d A;
    A << 0., m.transpose(), -m, cross_product_matrix(m);
    second.block<4, 4>(3, 7) = 2. * A;
    second.block<4, 4>(7, 3) = 2. * A.transpose();

    const Eigen::Matrix<double, 11, 1> gradient = J.transpose() * stress;
    Eigen::Matrix<double, 11, 1>       ds;
    ds << Vector3d::Zero(), 2. * point.p, Vector4d::Zero();
    second -= gradient * ds.transpose() + ds * gradient.transpose();
    second.diagonal().segment<4>(3).array() -= 2. * stress.dot(point.strain);
    return J.transpose() * stiffness.asDiagonal() * J + second / point.square;
  }

  void
  SpatialRod::add_stiffness(std::span<const double>    q,
                            const double               factor,
                            const BandedMatrix::Block &S) const
  {
    for_each_point(q, [&](const Point &point) {
      const unsigned int first              = point.cell * element.degree;
      const double       weight             = factor * element.weights[point.k];
      const Vector6      n                  = stress(point);
      const Jacobian     J                  = jacobian(point);
      const Eigen::Matrix<double, 11, 11> H = hessian(point, n, J);
      const Eigen::Matrix<double, 11, 1>  g = J.transpose() * n;
      for (unsigned int a = 0; a <= element.degree; ++a)
        {
          const Eigen::Matrix<double, 6, 11> T =
            weight * increments(q, point, a).transpose();
          const Eigen::Matrix<double, 6, 11> TH = T * H;
          for (unsigned int b = 0; b <= element.degree; ++b)
            {
              const Eigen::Matrix<double, 6, 6> block =
                TH * increments(q, point, b);
              S.add(6 * (first + a), 6 * (first + b), block);
            }

          const unsigned int row    = 6 * (first + a) + 3;
          const Vector3d     moment = T.bottomRows<3>() * g;
          Matrix3d           turns  = cross_product_matrix(0.5 * moment);
          turns.diagonal().array() +=
            weight * curvature_of_turns(q, point, g, a);
          S.add(row, row, turns);
        }
    });
  }

  void
  SpatialRod::add_stiffness_product(std::span<const double> q,
                                    std::span<const double> y,
                                    std::span<double>       z) const
  {
    assert(y.size() == n_coordinates() && z.size() == n_coordinates());
    for_each_point(q, [&](const Point &point) {
      const unsigned int                 first  = point.cell * element.degree;
      const double                       weight = element.weights[point.k];
      const Vector6                      n      = stress(point);
      const Jacobian                     J      = jacobian(point);
      const Eigen::Matrix<double, 11, 1> g      = J.transpose() * n;
      Eigen::Matrix<double, 11, 1>       dx;
      dx.setZero();
      for (unsigned int b = 0; b <= element.degree; ++b)
        dx += increments(q, point, b) *
              Eigen::Map<const Vector6>(&y[6 * (first + b)]);
      const Eigen::Matrix<double, 11, 1> dg = hessian(point, n, J) * dx;
      for (unsigned int a = 0; a <= element.degree; ++a)
        {
          const Eigen::Matrix<double, 6, 11> T =
            weight * increments(q, point, a).transpose();
          const Vector3d                   moment = T.bottomRows<3>() * g;
          const Eigen::Map<const Vector3d> turn(&y[6 * (first + a) + 3]);
          Eigen::Map<Vector6>              result(&z[6 * (first + a)]);
          result += T * dg;
          result.tail<3>() +=
            0.5 * moment.cross(turn) +
            weight * curvature_of_turns(q, point, g, a) * turn;
        }
    });
  }
} // namespace percuss
