// SPDX-License-Identifier: Apache-2.0

// Masses, momenta, gyroscopic moments and natural frequencies of rods in space.

#include "rods.h"

#include <percuss/algebra/eigenvalues.h>


namespace percuss::test::spatial_rod_dynamics_test
{
  namespace
  {
    using Eigen::Matrix3d;
    using Eigen::Quaterniond;
    using Eigen::Vector3d;

    /** 10 mm x 6 mm x 100 mm of steel, with visible shear and rotational
     * inertia. */
    SpatialRodDescription
    stout(const unsigned int degree, const unsigned int n_elements)
    {
      SpatialRodDescription d;
      d.section    = rectangle({2.1e11, 0.3, 7850.}, 0.006, 0.01);
      d.length     = 0.1;
      d.degree     = degree;
      d.n_elements = n_elements;
      return d;
    }

    Vector
    momentum(const SpatialRod &rod, const Vector &v)
    {
      Vector p = Vector::Zero(v.size());
      rod.add_momentum(span(v), span(p));
      return p;
    }

    Vector3d
    linear(const Vector &p)
    {
      Vector3d sum = Vector3d::Zero();
      for (Eigen::Index i = 0; i < p.size(); i += 6)
        sum += p.segment<3>(i);
      return sum;
    }

    /** sum x x p + R L of the nodes: of a momentum or a force. */
    Vector3d
    angular(const Vector &q, const Vector &p)
    {
      Vector3d sum = Vector3d::Zero();
      for (int i = 0; 6 * i < p.size(); ++i)
        sum += node(q, i).position.cross(Vector3d(p.segment<3>(6 * i))) +
               node(q, i).rotation * Vector3d(p.segment<3>(6 * i + 3));
      return sum;
    }

    Vector
    arbitrary_velocity(const SpatialRod &rod)
    {
      Vector v(rod.n_coordinates());
      for (Eigen::Index i = 0; i < v.size(); ++i)
        v[i] = std::sin(3.1 * i * i + 0.5);
      return v;
    }

    /** Coordinates @p component of all nodes but the first one. */
    std::vector<int>
    of_nodes(const SpatialRod &rod, const std::vector<int> &components)
    {
      std::vector<int> coordinates;
      for (int i = 1; i < static_cast<int>(rod.n_nodes()); ++i)
        for (const int component : components)
          coordinates.push_back(6 * i + component);
      return coordinates;
    }

    /** Angular frequencies of small motions, in ascending order. */
    std::vector<double>
    frequencies(const SpatialRod &rod, const std::vector<int> &free)
    {
      const Matrix        K = stiffness(rod, reference(rod))(free, free);
      const Matrix        M = mass(rod)(free, free);
      std::vector<double> omega;
      for (const double square : symmetric_generalized_eigenvalues(K, M))
        omega.push_back(std::sqrt(std::max(0., square)));
      return omega;
    }
  } // namespace

  // velocity u + omega x r: momenta and energy of a rigid bar
  TEST(SpatialRodDynamics, HasTheMassAndInertiaOfTheBar)
  {
    for (const unsigned int degree : {1, 2, 3})
      {
        SpatialRodDescription d = soft_rod(degree, 4);
        const Quaterniond     R(
          Eigen::AngleAxisd(0.8, Vector3d(1., -2., 0.5).normalized()));
        d.curve = [&](const double s) {
          return RodFrame{R * Vector3d(s - 1., 0., 0.) +
                            Vector3d(0.4, -0.6, 1.),
                          R};
        };
        const SpatialRod rod(d);
        EXPECT_NEAR(rod.total_mass(), 2.2, 1e-15);
        EXPECT_EQ(rod.length(), 2.);
        const Matrix M = mass(rod);
        EXPECT_LT((M - M.transpose()).norm(), 1e-15);
        EXPECT_TRUE(is_positive_definite(M));

        const Vector3d u(2., 3., -1.), omega(0.7, 0.2, -0.4),
          center(0.4, -0.6, 1.), local = R.conjugate() * omega;
        const Vector q = reference(rod);
        Vector       v(rod.n_coordinates());
        for (int i = 0; 6 * i < v.size(); ++i)
          v.segment<6>(6 * i) << u + omega.cross(node(q, i).position - center),
            local;
        const Vector p = momentum(rod, v);
        EXPECT_LT((M * v - p).norm(), 1e-14);
        EXPECT_LT((linear(p) - 2.2 * u).norm(), 1e-13);
        // rho A L^3/12 and 2 rho I, rho I_z = 0.13, rho I_y = 0.1
        const Vector3d J(2. * 0.23,
                         2. * 0.1 + 2.2 * 4. / 12.,
                         2. * 0.13 + 2.2 * 4. / 12.);
        const Vector3d spin = R * J.cwiseProduct(local);
        EXPECT_LT((angular(q, p) - spin - center.cross(2.2 * u)).norm(), 1e-13);
        EXPECT_NEAR(v.dot(p), 2.2 * u.dot(u) + omega.dot(spin), 1e-13);

        Vector F = Vector::Zero(v.size());
        rod.add_gravity({1., 2., 3.}, span(F));
        EXPECT_LT((linear(F) - 2.2 * Vector3d(1., 2., 3.)).norm(), 1e-14);
        EXPECT_LT((angular(q, F) - center.cross(linear(F))).norm(), 1e-13);
      }
  }

  // M a = -dV - c at any state: d/dt of both momenta vanishes to rounding, and
  // dT/dt = -dV/dt
  TEST(SpatialRodDynamics, ConservesMomentaAndEnergy)
  {
    for (const unsigned int degree : {1, 2, 3})
      {
        const SpatialRod rod(soft_rod(degree, 3));
        const Vector q = arbitrary_state(rod, 1.), s = elastic_force(rod, q),
                     v = arbitrary_velocity(rod);
        Vector force   = -s;
        {
          Vector c = Vector::Zero(v.size());
          rod.add_gyroscopic_force(span(v), span(c));
          EXPECT_GT(c.norm(), 0.01);
          EXPECT_NEAR(v.dot(c), 0., 1e-14);
          force -= c;
        }
        const Vector a = mass(rod).llt().solve(force);
        const Vector p = momentum(rod, v), dp = momentum(rod, a);
        EXPECT_LT(linear(dp).norm(), 1e-13);
        // x moves with v and the axes of R J Omega turn
        Vector3d rate = angular(q, dp);
        for (int i = 0; 6 * i < v.size(); ++i)
          {
            const Vector6 v_i = v.segment<6>(6 * i), p_i = p.segment<6>(6 * i);
            rate += v_i.head<3>().cross(p_i.head<3>()) +
                    node(q, i).rotation * v_i.tail<3>().cross(p_i.tail<3>());
          }
        EXPECT_LT(rate.norm(), 1e-12);
        EXPECT_NEAR(v.dot(dp), -v.dot(s), 1e-12);
      }
  }

  TEST(SpatialRodDynamics, GyroscopicTangentsAreDerivatives)
  {
    const SpatialRod rod(soft_rod(2, 2));
    const Vector     v     = arbitrary_velocity(rod);
    const auto       force = [&](const Vector &u) {
      Vector c = Vector::Zero(u.size());
      rod.add_gyroscopic_force(span(u), span(c));
      return c;
    };
    const Matrix C = assembled(rod, [&](const BandedMatrix::Block &S) {
      rod.add_gyroscopic_tangent(span(v), 2., S);
    });
    for (Eigen::Index i = 0; i < v.size(); ++i)
      { // c is quadratic
        const Vector e = Vector::Unit(v.size(), i);
        EXPECT_LT((force(v + e) - force(v - e) - C.col(i)).norm(), 1e-14);
      }
    const Vector y = Vector::Random(v.size());
    Vector       z = Vector::Zero(v.size());
    rod.add_gyroscopic_product(span(v), span(y), span(z));
    EXPECT_LT((2. * z - C * y).norm(), 1e-14);
  }

  // the planar beam with lumped rotary inertia: the matrices are its own
  TEST(SpatialRodDynamics, BendsInBothPlanesWithTheFrequenciesOfPlanarBeams)
  {
    for (const unsigned int degree : {1, 2, 3})
      {
        const SpatialRodDescription d = stout(degree, 12);
        const SpatialRod            rod(d);
        const Matrix K = stiffness(rod, reference(rod)), M = mass(rod);
        EXPECT_LT((K - K.transpose()).norm(), 1e-14 * K.norm());
        for (const bool about_z : {true, false})
          {
            PlanarBeamDescription planar;
            planar.section    = d.section;
            planar.length     = d.length;
            planar.degree     = degree;
            planar.n_elements = 12;
            if (!about_z)
              {
                planar.section.shear_stiffness = d.section.shear_stiffness_z;
                planar.section.bending_stiffness =
                  d.section.bending_stiffness_y;
                planar.section.rotational_inertia =
                  d.section.rotational_inertia_y;
              }
            const PlanarBeam beam(planar);
            planar.mass_matrix.lumping = 1.;
            Matrix       M_planar      = mass(beam);
            const Matrix lumped        = mass(PlanarBeam(planar)),
                         K_planar      = stiffness(beam, reference(beam));
            for (Eigen::Index i = 2; i < lumped.rows(); i += 3)
              {
                M_planar.row(i).setZero();
                M_planar(i, i) = lumped(i, i);
              }
            // (x, y, theta_z) or (x, z, -theta_y)
            const int    in_space[] = {0, about_z ? 1 : 2, about_z ? 5 : 4};
            const double sign[]     = {1., 1., about_z ? 1. : -1.};
            const Eigen::Index n    = rod.n_nodes();
            double             dK = 0., dM = 0.;
            for (Eigen::Index i = 0; i < 3 * n; ++i)
              for (Eigen::Index j = 0; j < 3 * n; ++j)
                {
                  const Eigen::Index a = 6 * (i / 3) + in_space[i % 3],
                                     b = 6 * (j / 3) + in_space[j % 3];
                  const double s       = sign[i % 3] * sign[j % 3];
                  dK = std::max(dK, std::abs(s * K(a, b) - K_planar(i, j)));
                  dM = std::max(dM, std::abs(s * M(a, b) - M_planar(i, j)));
                }
            EXPECT_LT(dK, 1e-13 * K_planar.norm());
            EXPECT_LT(dM, 1e-13 * M_planar.norm());
          }
      }

    // lumping rotations changes little, and less with the mesh
    double difference[2];
    for (const int refinement : {0, 1})
      {
        const SpatialRodDescription d = stout(2, 6 << refinement);
        PlanarBeamDescription       planar;
        planar.section    = d.section;
        planar.length     = d.length;
        planar.degree     = 2;
        planar.n_elements = d.n_elements;
        const SpatialRod rod(d);
        const PlanarBeam beam(planar);
        const double     omega = frequencies(rod, of_nodes(rod, {1, 5}))[2];
        const std::vector<int> free    = free_coordinates(beam, {0, 1, 2});
        const Eigen::VectorXd  squares = symmetric_generalized_eigenvalues(
          stiffness(beam, reference(beam))(free, free), mass(beam)(free, free));
        difference[refinement] = 1.;
        for (const double square : squares)
          difference[refinement] =
            std::min(difference[refinement],
                     std::abs(std::sqrt(square) / omega - 1.));
      }
    EXPECT_LT(difference[0], 2e-4);
    EXPECT_LT(difference[1], difference[0] / 8.);
  }

  // (n + 1/2) pi c/L with c^2 = G J/(rho (I_y + I_z)) and E/rho
  TEST(SpatialRodDynamics, TwistsAndStretchesWithTheExactFrequencies)
  {
    const SpatialRodDescription d = stout(2, 16);
    const SpatialRod            rod(d);
    const BeamSection          &s     = d.section;
    const auto                  twist = frequencies(rod, of_nodes(rod, {3})),
               stretch                = frequencies(rod, of_nodes(rod, {0}));
    const double c                    = std::sqrt(s.torsional_stiffness /
                               (s.rotational_inertia + s.rotational_inertia_y)),
                 e                    = std::sqrt(2.1e11 / 7850.);
    for (unsigned int n = 0; n < 3; ++n)
      {
        EXPECT_NEAR(twist[n] / ((n + 0.5) * pi * c / d.length), 1., 5e-5);
        EXPECT_NEAR(stretch[n] / ((n + 0.5) * pi * e / d.length), 1., 5e-5);
      }
    // Bernoulli's cantilever, 1.8751^2, where it is slender
    SpatialRodDescription slender = stout(3, 8);
    slender.length                = 1.;
    const SpatialRod slender_rod(slender);
    const auto y = frequencies(slender_rod, of_nodes(slender_rod, {1, 5})),
               z = frequencies(slender_rod, of_nodes(slender_rod, {2, 4}));
    EXPECT_NEAR(y[0] / (3.516015 * std::sqrt(s.bending_stiffness / s.mass)),
                1.,
                1e-3);
    EXPECT_NEAR(z[0] / (3.516015 * std::sqrt(s.bending_stiffness_y / s.mass)),
                1.,
                1e-3);
  }
} // namespace percuss::test::spatial_rod_dynamics_test
