// SPDX-License-Identifier: Apache-2.0

// Strains, energy and force of a rod in space.

#include <percuss/base/exceptions.h>
#include <percuss/base/text.h>
#include <percuss/beam/rotation.h>
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

    Eigen::Map<const Vector3d>
    position(std::span<const double> q, const unsigned int node)
    {
      return Eigen::Map<const Vector3d>(q.data() + 7 * node);
    }

    /** (w, v). */
    Eigen::Map<const Vector4d>
    quaternion(std::span<const double> q, const unsigned int node)
    {
      return Eigen::Map<const Vector4d>(q.data() + 7 * node + 3);
    }

    /** p or -p, the same rotation, whichever is nearer to that of the first
     * node of the element. */
    double
    sign(std::span<const double> q,
         const unsigned int      first,
         const unsigned int      node)
    {
      return quaternion(q, first).dot(quaternion(q, node)) < 0. ? -1. : 1.;
    }

    /** Whether the rotation between two nodes is nearly pi, beyond which it is
     * seen as one by less in the other direction. */
    bool
    is_turned_too_far(std::span<const double> q,
                      const unsigned int      first,
                      const unsigned int      node)
    {
      const auto   a = quaternion(q, first), b = quaternion(q, node);
      const double c = std::cos(0.5 * SpatialRodDescription::largest_turn);
      return std::abs(a.dot(b)) < c * a.norm() * b.norm();
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
      G << -p.tail<3>(),
        p[0] * Matrix3d::Identity() - cross_product_matrix(p.tail<3>());
      return G;
    }
  } // namespace

  SpatialRod::SpatialRod(const SpatialRodDescription &description)
    : rod_name(checked(description).name)
    , n_elements(description.n_elements)
    , element(description.degree, description.length / n_elements)
    , mass_per_length(description.section.mass)
    , mass(element, n_elements, description.mass_matrix, description.name)
    , reference_strains(n_elements * element.degree, Vector6::Zero())
  {
    const BeamSection &s = description.section;
    stiffness << s.axial_stiffness, s.shear_stiffness, s.shear_stiffness_z,
      s.torsional_stiffness, s.bending_stiffness_y, s.bending_stiffness;
    rotational_inertia << s.rotational_inertia_y + s.rotational_inertia,
      s.rotational_inertia_y, s.rotational_inertia;
    for (unsigned int node = 0; node < n_nodes(); ++node)
      {
        const unsigned int cell = node / element.degree;
        const double       xi   = element.nodes[node % element.degree];
        const RodFrame frame = description.frame((cell + xi) * element.length);
        const Eigen::Quaterniond p = frame.rotation.normalized();
        for (const double x : {frame.position[0],
                               frame.position[1],
                               frame.position[2],
                               p.w(),
                               p.x(),
                               p.y(),
                               p.z()})
          q_reference.push_back(x);
      }
    std::vector<Vector6> strains;
    for_each_point(q_reference, [&strains](const Point &point) {
      strains.push_back(point.strain);
    });
    reference_strains = strains;
  }

  SpatialRod::Point
  SpatialRod::evaluate(std::span<const double> q,
                       const unsigned int      cell,
                       const unsigned int      k) const
  {
    assert(q.size() == 7 * n_nodes());
    Point point;
    point.cell                = cell;
    point.k                   = k;
    point.slope               = Vector3d::Zero();
    point.p                   = Vector4d::Zero();
    point.dp                  = Vector4d::Zero();
    const unsigned int first  = cell * element.degree;
    const double       length = element.length;
    for (unsigned int a = 0; a <= element.degree; ++a)
      {
        if (is_turned_too_far(q, first, first + a))
          throw ElementInversionError(
            "Rod '" + rod_name + "' turns by more than " +
              short_text(SpatialRodDescription::largest_turn) +
              " rad, of less than pi that an element can, between s = " +
              short_text(cell * length) + " m and " +
              short_text((cell + 1) * length) + " m",
            0.,
            "Take more elements, or a smaller load or time step where it "
            "should not turn so far.");
        const double   N = element.shapes(a, k), D = element.slopes(a, k);
        const Vector4d p = sign(q, first, first + a) * quaternion(q, first + a);
        point.slope += D * (position(q, first + a) - position(q, first));
        point.p += N * p;
        point.dp += D * p;
      }
    point.square = point.p.squaredNorm();
    point.strain << pulled_back(point.p, point.slope),
      2. * relative(point.p) * point.dp;
    point.strain /= point.square;
    return point;
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
            r * v.transpose() + w * cross_product_matrix(r));
    J.block<3, 4>(3, 3) = -2. * relative(point.dp);
    J.block<3, 4>(3, 7) = 2. * relative(point.p);
    J.block<6, 4>(0, 3) -= 2. * point.strain * point.p.transpose();
    return J / point.square;
  }

  // R exp(dtheta): dp = p (0, dtheta)/2
  Eigen::Matrix<double, 11, 6>
  SpatialRod::increments(std::span<const double> q,
                         const Point            &point,
                         const unsigned int      a) const
  {
    const unsigned int first = point.cell * element.degree;
    const Vector4d     p =
      0.5 * sign(q, first, first + a) * quaternion(q, first + a);
    const double N = element.shapes(a, point.k), D = element.slopes(a, point.k);
    Eigen::Matrix<double, 4, 3> turn;
    turn << -p.tail<3>().transpose(),
      p[0] * Matrix3d::Identity() + cross_product_matrix(p.tail<3>());

    Eigen::Matrix<double, 11, 6> T = Eigen::Matrix<double, 11, 6>::Zero();
    T.block<3, 3>(0, 0)            = D * Matrix3d::Identity();
    T.block<4, 3>(3, 3)            = N * turn;
    T.block<4, 3>(7, 3)            = D * turn;
    return T;
  }

  double
  SpatialRod::curvature_of_turns(std::span<const double>             q,
                                 const Point                        &point,
                                 const Eigen::Matrix<double, 11, 1> &g,
                                 const unsigned int                  a) const
  {
    const unsigned int first = point.cell * element.degree;
    return -0.25 * sign(q, first, first + a) *
           quaternion(q, first + a)
             .dot(element.shapes(a, point.k) * g.segment<4>(3) +
                  element.slopes(a, point.k) * g.segment<4>(7));
  }

  double
  SpatialRod::strain_energy(std::span<const double> q) const
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
  SpatialRod::add_elastic_force(std::span<const double> q,
                                std::span<double>       s) const
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
} // namespace percuss
