// SPDX-License-Identifier: Apache-2.0

// Sections against closed forms; what wrong descriptions are told.

#include "beams.h"

#include <percuss/base/exceptions.h>

#include <functional>
#include <limits>

namespace percuss::test::beam_input_test
{
  namespace
  {
    constexpr BeamMaterial steel{2e11, 0.25, 8000.}; // G = 0.8e11

    void
    expect_refusal(const std::function<void()>    &f,
                   const std::vector<std::string> &words)
    {
      try
        {
          f();
          ADD_FAILURE() << "nothing thrown where '" << words[0] << "' is wrong";
        }
      catch (const InputError &error)
        {
          for (const std::string &word : words)
            EXPECT_NE(std::string(error.what()).find(word), std::string::npos)
              << error.what();
        }
    }
  } // namespace

  TEST(BeamSection, OfARectangle)
  {
    const BeamSection s = rectangle(steel, 0.1, 0.2);
    EXPECT_NEAR(s.axial_stiffness, 2e11 * 0.02, 1e-3);
    EXPECT_NEAR(s.shear_stiffness, 5. / 6. * 0.8e11 * 0.02, 1e-3);
    EXPECT_EQ(s.shear_stiffness, s.shear_stiffness_z);
    EXPECT_NEAR(s.bending_stiffness, 2e11 * 0.1 * 0.008 / 12., 1e-5);
    EXPECT_NEAR(s.bending_stiffness_y, 2e11 * 0.2 * 0.001 / 12., 1e-5);
    EXPECT_NEAR(s.mass, 160., 1e-12);
    EXPECT_NEAR(s.rotational_inertia, 8000. * 0.1 * 0.008 / 12., 1e-14);
    EXPECT_NEAR(s.rotational_inertia_y, 8000. * 0.2 * 0.001 / 12., 1e-14);
    EXPECT_EQ(rectangle(steel, 0.2, 0.1).torsional_stiffness,
              s.torsional_stiffness);
  }

  // k_1 of Timoshenko and Goodier, J = k_1 b a^3, and more digits by a solution
  // that expands along the other side
  TEST(BeamSection, TorsionOfRectangles)
  {
    const auto k = [](const double ratio) {
      return rectangle(steel, 1., ratio).torsional_stiffness / (0.8e11 * ratio);
    };
    EXPECT_NEAR(k(1.), 0.1406, 5e-5);
    EXPECT_NEAR(k(1.2), 0.166, 5e-4);
    EXPECT_NEAR(k(1.5), 0.196, 5e-4);
    EXPECT_NEAR(k(2.), 0.229, 5e-4);
    EXPECT_NEAR(k(3.), 0.263, 5e-4);
    EXPECT_NEAR(k(5.), 0.291, 5e-4);
    EXPECT_NEAR(k(10.), 0.312, 1e-3);
    EXPECT_NEAR(k(1e6), 1. / 3., 1e-6);
    for (const double b : {1., 1.7, 3.}) // sides swapped in the series
      {
        double sum = 0.;
        for (int n = 1; n < 4000; n += 2)
          sum += std::tanh(0.5 * n * pi / b) / std::pow(n, 5);
        const double J =
          b * b * b * (1. / 3. - 64. * b / std::pow(pi, 5) * sum);
        EXPECT_NEAR(k(b), J / b, 1e-13 * J);
      }
  }

  TEST(BeamSection, OfCirclesAndPipes)
  {
    const double      r2 = 0.01; // radius 0.1
    const BeamSection s  = circle(steel, 0.1);
    EXPECT_NEAR(s.axial_stiffness, 2e11 * pi * r2, 1e-3);
    EXPECT_NEAR(s.shear_stiffness, 6. / 7. * 0.8e11 * pi * r2, 1e-3);
    EXPECT_NEAR(s.bending_stiffness, 2e11 * pi * r2 * r2 / 4., 1e-5);
    EXPECT_NEAR(s.torsional_stiffness, 0.8e11 * pi * r2 * r2 / 2., 1e-5);
    EXPECT_NEAR(s.rotational_inertia, 8000. * pi * r2 * r2 / 4., 1e-13);
    EXPECT_EQ(s.bending_stiffness_y, s.bending_stiffness);
    EXPECT_EQ(s.rotational_inertia_y, s.rotational_inertia);
    EXPECT_EQ(s.shear_stiffness_z, s.shear_stiffness);

    // what a disc of half the radius lacks
    const BeamSection outer = circle(steel, 0.2), tube = pipe(steel, 0.2, 0.1);
    EXPECT_NEAR(tube.axial_stiffness,
                outer.axial_stiffness - s.axial_stiffness,
                1e-2);
    EXPECT_NEAR(tube.bending_stiffness,
                outer.bending_stiffness - s.bending_stiffness,
                1e-4);
    EXPECT_NEAR(tube.torsional_stiffness,
                outer.torsional_stiffness - s.torsional_stiffness,
                1e-4);
    EXPECT_NEAR(tube.mass, outer.mass - s.mass, 1e-11);
    EXPECT_NEAR(tube.shear_stiffness / (0.8e11 * pi * 0.03),
                6. * 1.25 * 1.25 / (7. + 34. * 0.25 + 7. * 0.0625),
                1e-14);
    const BeamSection thin = pipe(steel, 0.2, 0.1999);
    EXPECT_NEAR(thin.shear_stiffness * 2e11 / (thin.axial_stiffness * 0.8e11),
                0.5,
                1e-6);
    EXPECT_EQ(pipe(steel, 0.1, 0.).axial_stiffness, s.axial_stiffness);
  }

  TEST(BeamSection, RefusesWrongInput)
  {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    expect_refusal(
      [] {
        rectangle({-1., 0., 1.}, 1., 1.);
      },
      {"Young's modulus", "-1"});
    expect_refusal([] { circle({1., 0.51, 1.}, 1.); }, {"Poisson's ratio"});
    EXPECT_NO_THROW(circle({1., 0.5, 1.}, 1.)); // incompressible
    expect_refusal([] { circle({1., -1., 1.}, 1.); }, {"Poisson's ratio"});
    expect_refusal([] { pipe({1., 0., 0.}, 1., 0.5); }, {"density"});
    expect_refusal([] { rectangle(steel, 0., 1.); }, {"width", "rectangle"});
    expect_refusal([] { rectangle(steel, 1., nan); }, {"height"});
    expect_refusal([] { circle(steel, -2.); }, {"radius", "circle", "-2"});
    expect_refusal([] { pipe(steel, 0., 0.); }, {"outer radius", "pipe"});
    expect_refusal([] { pipe(steel, 1., 1.); }, {"inner radius", "smaller"});
    expect_refusal([] { pipe(steel, 1., -0.1); }, {"inner radius"});

    using Constants =
      std::vector<std::pair<double BeamSection::*, std::string>>;
    const Constants planar  = {{&BeamSection::axial_stiffness, "E A"},
                               {&BeamSection::shear_stiffness, "k G A"},
                               {&BeamSection::bending_stiffness, "E I"},
                               {&BeamSection::mass, "rho A"},
                               {&BeamSection::rotational_inertia, "rho I"}};
    const Constants spatial = {
      {&BeamSection::shear_stiffness_z, "along z"},
      {&BeamSection::bending_stiffness_y, "E I about y"},
      {&BeamSection::torsional_stiffness, "G J"},
      {&BeamSection::rotational_inertia_y, "rho I about y"}};
    const BeamSection good = circle(steel, 0.1);
    check(good, "rod", true);
    for (const double value : {0., -1., nan})
      {
        for (const auto &[member, word] : planar)
          {
            BeamSection s = good;
            s.*member     = value;
            expect_refusal([&] { check(s, "rod"); }, {word, "'rod'"});
          }
        for (const auto &[member, word] : spatial)
          {
            BeamSection s = good;
            s.*member     = value;
            check(s, "rod");
            expect_refusal([&] { check(s, "rod", true); }, {word, "'rod'"});
          }
      }
  }

  TEST(PlanarBeam, RefusesWrongDescriptions)
  {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    const auto       refusal  = [](const auto                     &change,
                            const std::vector<std::string> &words) {
      PlanarBeamDescription d = soft_beam(2, 3);
      d.name                  = "leaf spring";
      change(d);
      expect_refusal([&] { PlanarBeam beam(d); }, words);
      expect_refusal([&] { check(d); }, {"leaf spring"});
    };
    refusal([](auto &d) { d.section.mass = 0.; }, {"rho A", "leaf spring"});
    refusal([](auto &d) { d.length = 0.; }, {"length", "positive"});
    refusal([](auto &d) { d.length = infinity; }, {"length"});
    refusal([](auto &d) { d.n_elements = 0; }, {"number of elements"});
    refusal([](auto &d) { d.degree = 0; }, {"degree", "between 1 and 10"});
    refusal([](auto &d) { d.degree = 11; }, {"degree"});
    refusal([](auto &d) { d.start[1] = infinity; }, {"start", "inf"});
    refusal([](auto &d) { d.start_angle = infinity; }, {"start", "inf"});
    refusal(
      [](auto &d) {
        d.curve = [](const double s) {
          return std::array<double, 3>{1.1 * s, 0., 0.};
        };
      },
      {"arc length s", "1.1"});
    refusal(
      [](auto &d) {
        d.curve = [](const double s) {
          return std::array<double, 3>{0., s, 0.};
        };
      },
      {"angle"});
    refusal(
      [](auto &d) {
        d.curve = [](const double s) {
          return std::array<double, 3>{std::sqrt(s - 1.), 0., 0.};
        };
      },
      {"nan"});
  }

  TEST(PlanarBeam, ReferenceFollowsTheCurve)
  {
    for (const double curvature : {1.5, -0.4, 1e-9, 0.})
      {
        const auto arc = circular_arc(curvature);
        EXPECT_EQ(arc(0.), (std::array<double, 3>{0., 0., 0.}));
        const auto r = arc(0.8);
        if (std::abs(curvature) > 0.1)
          {
            EXPECT_NEAR(r[0], std::sin(0.8 * curvature) / curvature, 1e-15);
            EXPECT_NEAR(r[1],
                        (1. - std::cos(0.8 * curvature)) / curvature,
                        1e-15);
          }
        else
          {
            EXPECT_NEAR(r[0], 0.8, 1e-15);
            EXPECT_NEAR(r[1], 0.32 * curvature, 1e-24);
          }
        EXPECT_EQ(r[2], 0.8 * curvature);
      }

    PlanarBeamDescription d = soft_beam(3, 4);
    d.curve                 = circular_arc(1.5);
    d.start                 = {1., -2.};
    d.start_angle           = 0.5 * pi;
    const PlanarBeam beam(d);
    const Vector     q = reference(beam);
    for (unsigned int a = 0; a < beam.n_nodes(); ++a)
      {
        const double                s = beam.arc_length(a);
        const std::array<double, 3> r = d.curve(s);
        EXPECT_NEAR(q[3 * a], 1. - r[1], 1e-15);
        EXPECT_NEAR(q[3 * a + 1], -2. + r[0], 1e-15);
        EXPECT_NEAR(q[3 * a + 2], 0.5 * pi + r[2], 1e-15);
      }
  }
} // namespace percuss::test::beam_input_test
