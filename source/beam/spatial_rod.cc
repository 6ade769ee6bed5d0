// SPDX-License-Identifier: Apache-2.0
#include <percuss/beam/spatial_rod.h>

#include <cassert>
#include <cmath>

namespace percuss
{
  using Eigen::Matrix3d;
  using Eigen::Vector3d;
  using Eigen::Vector4d;

  namespace
  {
    const SpatialRodDescription &
    checked(const SpatialRodDescription &description)
    {
      check(description);
      return description;
    }

    /** (w, v). */
    Vector4d
    coefficients(const Eigen::Quaterniond &p)
    {
      return {p.w(), p.x(), p.y(), p.z()};
    }

    /** [a]x b = a x b. */
    Matrix3d
    cross(const Vector3d &a)
    {
      Matrix3d m;
      m << 0., -a[2], a[1], a[2], 0., -a[0], -a[1], a[0], 0.;
      return m;
    }

    /** |p|^2 R^T r of p = (w, v). */
    Vector3d
    pulled_back(const Vector4d &p, const Vector3d &r)
    {
      const Vector3d v = p.tail<3>();
      return (p[0] * p[0] - v.squaredNorm()) * r + 2. * v.dot(r) * v -
             2. * p[0] * v.cross(r);
    }

    /** G(a) b = vector part of conj(a) b = -G(b) a. */
    Eigen::Matrix<double, 3, 4>
    relative(const Vector4d &p)
    {
      Eigen::Matrix<double, 3, 4> G;
      G << -p.tail<3>(), p[0] * Matrix3d::Identity() - cross(p.tail<3>());
      return G;
    }
  } // namespace

  SpatialRod::SpatialRod(const SpatialRodDescription &description)
    : n_elements(checked(description).n_elements)
    , element(description.degree, description.length / n_elements)
    , q_reference(n_nodes())
    , reference_strains(n_elements * element.degree, Vector6::Zero())
  {
    const BeamSection &s = description.section;
    stiffness << s.axial_stiffness, s.shear_stiffness, s.shear_stiffness_z,
      s.torsional_stiffness, s.bending_stiffness_y, s.bending_stiffness;
    for (unsigned int node = 0; node < n_nodes(); ++node)
      {
        const unsigned int cell = node / element.degree;
        const double       xi   = element.nodes[node % element.degree];
        q_reference[node] = description.frame((cell + xi) * element.length);
        q_reference[node].rotation.normalize();
      }
    std::vector<Vector6> strains;
    for_each_point(q_reference, [&strains](const Point &point) {
      strains.push_back(point.strain);
    });
    reference_strains = strains;
  }

  void
  SpatialRod::advance(std::span<const double> increment, std::span<RodFrame> q)
  {
    assert(increment.size() == 6 * q.size());
    for (std::size_t a = 0; a < q.size(); ++a)
      {
        const Eigen::Map<const Vector3d> dx(&increment[6 * a]);
        const Vector3d                   half =
          0.5 * Eigen::Map<const Vector3d>(&increment[6 * a + 3]);
        const double       angle = half.norm();
        const double       sinc  = angle < 1e-8 ? 1. : std::sin(angle) / angle;
        Eigen::Quaterniond turn;
        turn.w()   = std::cos(angle);
        turn.vec() = sinc * half;
        q[a].position += dx;
        q[a].rotation = (q[a].rotation * turn).normalized();
      }
  }

  template <typename Function>
  void
  SpatialRod::for_each_point(std::span<const RodFrame> q,
                             const Function           &f) const
  {
    assert(q.size() == n_nodes());
    for (unsigned int cell = 0; cell < n_elements; ++cell)
      for (unsigned int k = 0; k < element.degree; ++k)
        {
          Point point;
          point.cell            = cell;
          point.k               = k;
          point.slope           = Vector3d::Zero();
          point.p               = Vector4d::Zero();
          point.dp              = Vector4d::Zero();
          const RodFrame *nodes = &q[cell * element.degree];
          for (unsigned int a = 0; a <= element.degree; ++a)
            {
              const double N = element.shapes(a, k), D = element.slopes(a, k);
              const double sign =
                nodes[0].rotation.dot(nodes[a].rotation) < 0. ? -1. : 1.;
              const Vector4d p = sign * coefficients(nodes[a].rotation);
              point.slope += D * (nodes[a].position - nodes[0].position);
              point.p += N * p;
              point.dp += D * p;
            }
          point.square = point.p.squaredNorm();
          point.strain << pulled_back(point.p, point.slope),
            2. * relative(point.p) * point.dp;
          point.strain /= point.square;
          f(point);
        }
  }

  SpatialRod::Vector6
  SpatialRod::stress(const Point &point) const
  {
    return stiffness.cwiseProduct(
      point.strain - reference_strains[point.cell * element.degree + point.k]);
  }

  SpatialRod::Jacobian
  SpatialRod::jacobian(const Point &point)
  {
    const double    w = point.p[0];
    const Vector3d  v = point.p.tail<3>();
    const Vector3d &r = point.slope;

    Jacobian J = Jacobian::Zero();
    for (int i = 0; i < 3; ++i)
      J.block<3, 1>(0, i) = pulled_back(point.p, Vector3d::Unit(i));
    J.block<3, 1>(0, 3) = 2. * (w * r - v.cross(r));
    J.block<3, 3>(0, 4) =
      2. * (v.dot(r) * Matrix3d::Identity() + v * r.transpose() -
            r * v.transpose() + w * cross(r));
    J.block<3, 4>(3, 3) = -2. * relative(point.dp);
    J.block<3, 4>(3, 7) = 2. * relative(point.p);
    J.block<6, 4>(0, 3) -= 2. * point.strain * point.p.transpose();
    return J / point.square;
  }

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
            n * v.transpose() - w * cross(n));
    second.block<4, 3>(3, 0) = second.block<3, 4>(0, 3).transpose();
    second(3, 3)             = 2. * n.dot(r);
    second.block<3, 1>(4, 3) = -2. * r.cross(n);
    second.block<1, 3>(3, 4) = second.block<3, 1>(4, 3).transpose();
    second.block<3, 3>(4, 4) = 2. * (n * r.transpose() + r * n.transpose() -
                                     n.dot(r) * Matrix3d::Identity());
    // m . k = 2 p . A p' with k = |p|^2 K
    Eigen::Matrix4d A;
    A << 0., m.transpose(), -m, cross(m);
    second.block<4, 4>(3, 7) = 2. * A;
    second.block<4, 4>(7, 3) = 2. * A.transpose();

    const Eigen::Matrix<double, 11, 1> gradient = J.transpose() * stress;
    Eigen::Matrix<double, 11, 1>       ds;
    ds << Vector3d::Zero(), 2. * point.p, Vector4d::Zero();
    second -= gradient * ds.transpose() + ds * gradient.transpose();
    second.diagonal().segment<4>(3).array() -= 2. * stress.dot(point.strain);
    return J.transpose() * stiffness.asDiagonal() * J + second / point.square;
  }

  // R exp(dtheta): dp = p (0, dtheta)/2
  Eigen::Matrix<double, 11, 6>
  SpatialRod::increments(std::span<const RodFrame> q,
                         const Point              &point,
                         const unsigned int        a) const
  {
    const unsigned int        first = point.cell * element.degree;
    const Eigen::Quaterniond &p     = q[first + a].rotation;
    const double              sign = q[first].rotation.dot(p) < 0. ? -0.5 : 0.5;
    const double N = element.shapes(a, point.k), D = element.slopes(a, point.k);
    Eigen::Matrix<double, 4, 3> turn;
    turn << -p.vec().transpose(), p.w() * Matrix3d::Identity() + cross(p.vec());

    Eigen::Matrix<double, 11, 6> T = Eigen::Matrix<double, 11, 6>::Zero();
    T.block<3, 3>(0, 0)            = D * Matrix3d::Identity();
    T.block<4, 3>(3, 3)            = N * sign * turn;
    T.block<4, 3>(7, 3)            = D * sign * turn;
    return T;
  }

  double
  SpatialRod::strain_energy(std::span<const RodFrame> q) const
  {
    double energy = 0.;
    for_each_point(q, [&](const Point &point) {
      const Vector6 n = stress(point);
      energy +=
        0.5 * element.weights[point.k] * n.dot(n.cwiseQuotient(stiffness));
    });
    return energy;
  }

  void
  SpatialRod::add_elastic_force(std::span<const RodFrame> q,
                                std::span<double>         s) const
  {
    assert(s.size() == n_coordinates());
    for_each_point(q, [&](const Point &point) {
      const Eigen::Matrix<double, 11, 1> gradient =
        element.weights[point.k] * jacobian(point).transpose() * stress(point);
      for (unsigned int a = 0; a <= element.degree; ++a)
        Eigen::Map<Vector6>(&s[6 * (point.cell * element.degree + a)]) +=
          increments(q, point, a).transpose() * gradient;
    });
  }

  // along R exp(dtheta) quaternions curve: d^2 p = -|dtheta|^2 p/4
  void
  SpatialRod::add_stiffness(std::span<const RodFrame>   q,
                            const double                factor,
                            Eigen::Ref<Eigen::MatrixXd> S) const
  {
    assert(S.rows() == n_coordinates() && S.cols() == n_coordinates());
    for_each_point(q, [&](const Point &point) {
      const unsigned int first              = point.cell * element.degree;
      const double       weight             = factor * element.weights[point.k];
      const Vector6      n                  = stress(point);
      const Jacobian     J                  = jacobian(point);
      const Eigen::Matrix<double, 11, 11> H = hessian(point, n, J);
      const Eigen::Matrix<double, 11, 1>  g = J.transpose() * n;
      for (unsigned int a = 0; a <= element.degree; ++a)
        {
          const Eigen::Matrix<double, 6, 11> TH =
            weight * increments(q, point, a).transpose() * H;
          for (unsigned int b = 0; b <= element.degree; ++b)
            S.block<6, 6>(6 * (first + a), 6 * (first + b)) +=
              TH * increments(q, point, b);

          const Eigen::Quaterniond &p = q[first + a].rotation;
          const double sign = q[first].rotation.dot(p) < 0. ? -1. : 1.;
          const double radial =
            sign *
            coefficients(p).dot(element.shapes(a, point.k) * g.segment<4>(3) +
                                element.slopes(a, point.k) * g.segment<4>(7));
          S.diagonal().segment<3>(6 * (first + a) + 3).array() -=
            0.25 * weight * radial;
        }
    });
  }
} // namespace percuss
