// SPDX-License-Identifier: Apache-2.0

// Bodies and rods in space from text: their inertia, axes and arcs.

#include "spatial_texts.h"

#include <percuss/models/mechanism/solid_shapes.h>

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace percuss::test::parse_spatial_bodies_test
{
  using Eigen::Matrix3d;
  using Eigen::Quaterniond;
  using Eigen::Vector3d;
  constexpr double pi = std::numbers::pi;

  namespace
  {
    SpatialBody
    body(const std::string &text)
    {
      return in_space({"a: at 0, 0, 0 ; " + text, {}, {}, {}, {}})
        .bodies.front();
    }

    MechanismBeam<3>
    rod_of(const std::string &text)
    {
      MechanismTexts texts;
      texts.beams = "arc: " + text + mesh;
      return in_space(texts).beams.front();
    }

    /** V and k^2 = 1/V int |x|^2 - x_i^2 dV by midpoints in a cube of twice the
     * @p size. */
    template <class Inside>
    SolidShape
    integral(const double size, const Inside &inside)
    {
      const int    n  = 120;
      const double h  = 2. * size / n;
      Vector3d     k  = Vector3d::Zero();
      double       V  = 0.;
      const auto   at = [&](const int i) { return (i + 0.5) * h - size; };
      for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j)
          for (int l = 0; l < n; ++l)
            if (const Vector3d x(at(i), at(j), at(l)); inside(x))
              {
                V += h * h * h;
                k +=
                  h * h * h * (x.squaredNorm() - x.array().square()).matrix();
              }
      return {V, k / V};
    }

    template <class Inside>
    void
    expect_solid(const SpatialBody &body,
                 const double       density,
                 const double       size,
                 const Inside      &inside)
    {
      const SolidShape expected = integral(size, inside);
      EXPECT_NEAR(body.mass / (density * expected.volume), 1., 5e-3);
      const Matrix3d J = body.mass * expected.squared_gyration.asDiagonal();
      EXPECT_NEAR((body.inertia - J).norm() / J.norm(), 0., 5e-3);
      EXPECT_TRUE(body.inertia.isDiagonal());
    }
  } // namespace

  TEST(ParseSpatialMechanism, Bodies)
  {
    const SpatialBody a =
      body("mass 2 ; inertia 3, 4, 5 ; products 0.1, 0.2, 0.3 ; rotation "
           "0.4, -1.1, 0.7 ; velocity 1, 2, 3 ; angular velocity 4, 5, 6");
    EXPECT_EQ(a.name, "a");
    EXPECT_EQ(a.mass, 2.);
    Matrix3d J;
    J << 3., 0.1, 0.2, 0.1, 4., 0.3, 0.2, 0.3, 5.;
    EXPECT_EQ(a.inertia, J);
    EXPECT_EQ(a.velocity, Vector3d(1., 2., 3.));
    // R = exp([r]x): about r by |r|, and r itself stays
    const Vector3d r(0.4, -1.1, 0.7);
    EXPECT_NEAR((a.orientation * r - r).norm(), 0., 1e-15);
    EXPECT_NEAR(a.orientation.toRotationMatrix().trace(),
                1. + 2. * std::cos(r.norm()),
                1e-14);
    EXPECT_NEAR((a.orientation * (a.orientation.conjugate() * r) - r).norm(),
                0.,
                1e-15);
    // the text is in the fixed axes, the description in the body's own
    EXPECT_NEAR(
      (a.orientation * a.angular_velocity - Vector3d(4., 5., 6.)).norm(),
      0.,
      1e-14);
    EXPECT_GT((a.angular_velocity - Vector3d(4., 5., 6.)).norm(), 1.);

    const auto bodies = in_space({}).bodies;
    ASSERT_EQ(bodies.size(), 2u);
    EXPECT_EQ(bodies[1].name, "long rod");
    EXPECT_EQ(bodies[1].position, Vector3d(4., 6., 3.));
    EXPECT_EQ(bodies[1].velocity, Vector3d::Zero());
    EXPECT_EQ(bodies[1].angular_velocity, Vector3d::Zero());
    EXPECT_EQ(bodies[0].orientation.coeffs(), Quaterniond::Identity().coeffs());
    // counterclockwise
    EXPECT_NEAR(
      (bodies[1].orientation * Vector3d::UnitX() - Vector3d::UnitY()).norm(),
      0.,
      1e-15);
  }

  TEST(ParseSpatialMechanism, ShapesOfBodies)
  {
    expect_solid(body("shape box 1, 1.5, 2 ; density 3"),
                 3.,
                 1.,
                 [](const Vector3d &x) {
                   return std::abs(x[0]) < 0.5 && std::abs(x[1]) < 0.75;
                 });
    expect_solid(body("shape ball 1 ; density 3"),
                 3.,
                 1.,
                 [](const Vector3d &x) { return x.norm() < 1.; });
    expect_solid(body("shape cylinder 0.5, 2 ; density 3"),
                 3.,
                 1.,
                 [](const Vector3d &x) { return x.head<2>().norm() < 0.5; });
    const auto bar = [](const Vector3d &x) { return x.tail<2>().norm() < 0.4; };
    expect_solid(body("shape rod 2 ; cross section 0.5026548 ; density 3"),
                 3.,
                 1.,
                 bar);
    const SpatialBody rod =
      body("shape rod 2 ; cross section 0.5026548 ; mass 7");
    EXPECT_EQ(rod.mass, 7.);
    expect_solid(rod, 7. / (2. * 0.5026548), 1., bar);
    const SpatialBody own = body("shape ball 1 ; mass 2 ; inertia 1, 2, 2");
    EXPECT_EQ(own.mass, 2.);
    EXPECT_EQ(own.inertia, Matrix3d(Vector3d(1., 2., 2.).asDiagonal()));
  }

  TEST(ParseSpatialMechanism, Rods)
  {
    const MechanismBeam<3> r =
      rod_of("from 1, 2, 3 ; rotation 0, 0, pi/2 ; elements 3 ; degree 2 ; "
             "velocity 1, 2, 3 ; angular velocity 4, 5, 6");
    EXPECT_EQ(r.beam.name, "arc");
    EXPECT_EQ(r.beam.n_elements, 3u);
    EXPECT_EQ(r.beam.degree, 2u);
    EXPECT_EQ(r.beam.length, 2.);
    EXPECT_NEAR(r.beam.section.axial_stiffness, 2e6 * 0.02, 1e-9);
    EXPECT_NEAR(r.beam.section.bending_stiffness, 2e6 * 0.2 * 1e-3 / 12., 1e-9);
    EXPECT_NEAR((r.beam.frame(2.).position - Vector3d(1., 4., 3.)).norm(),
                0.,
                1e-15);
    EXPECT_EQ(r.velocity.head<3>(), Vector3d(1., 2., 3.)); // both in space
    EXPECT_EQ(r.velocity.tail<3>(), Vector3d(4., 5., 6.));
    EXPECT_EQ(rod_of("from 0, 0, 0").beam.n_elements, 4u);
    EXPECT_EQ(rod_of("from 0, 0, 0").velocity, FrameVector<3>::Zero());
  }

  // Half a circle, and the rate of its frame's turning.
  TEST(ParseSpatialMechanism, ArcsOfRods)
  {
    const auto left = rod_of("from 0, 0, 0 ; curvature 0, pi/2").beam;
    EXPECT_NEAR((left.frame(2.).position - Vector3d(0., 4. / pi, 0.)).norm(),
                0.,
                1e-15);
    const auto down = rod_of("from 0, 0, 0 ; curvature pi/2, 0").beam;
    EXPECT_NEAR((down.frame(2.).position - Vector3d(0., 0., -4. / pi)).norm(),
                0.,
                1e-15);
    const auto both =
      rod_of("from 1, 2, 3 ; rotation 0.3, 0.5, -2 ; curvature 0.4, 0.7").beam;
    for (const double s : {0., 0.7, 1.9})
      {
        const double      h     = 1e-6;
        const RodFrame    after = both.frame(s + h), before = both.frame(s - h);
        const Quaterniond turn =
          before.rotation.conjugate() * after.rotation; // exp(2 h K)
        EXPECT_NEAR((turn.vec() / h - Vector3d(0., 0.4, 0.7)).norm(), 0., 1e-8);
        EXPECT_NEAR(((after.position - before.position) / (2. * h) -
                     both.frame(s).rotation * Vector3d::UnitX())
                      .norm(),
                    0.,
                    1e-8);
      }
    EXPECT_EQ(both.frame(0.).position, Vector3d(1., 2., 3.));
  }
} // namespace percuss::test::parse_spatial_bodies_test
