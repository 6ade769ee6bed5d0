// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_tests_collision_random_shapes_h
#define percuss_tests_collision_random_shapes_h

#include <percuss/collision/convex_shape.h>

#include <Eigen/Geometry>

#include <algorithm>
#include <random>

namespace percuss::test
{
  /** A point of the unit cube about the origin. */
  template <int dim>
  Eigen::Vector<double, dim>
  random_point(std::mt19937 &random)
  {
    std::uniform_real_distribution<> between(-1., 1.);
    Eigen::Vector<double, dim>       x;
    for (double &entry : x)
      entry = between(random);
    return x;
  }

  template <int dim>
  Eigen::Matrix<double, dim, dim>
  random_rotation(std::mt19937 &random)
  {
    if constexpr (dim == 2)
      return Eigen::Rotation2Dd(3. * random_point<2>(random)[0])
        .toRotationMatrix();
    else
      {
        const Eigen::Vector3d u = random_point<3>(random);
        return Eigen::AngleAxisd(3. * u.norm(), u.normalized())
          .toRotationMatrix();
      }
  }

  /** About its centroid. */
  template <int dim>
  ConvexShape<dim>
  random_hull(std::mt19937 &random, const int n, const double size)
  {
    std::vector<Eigen::Vector<double, dim>> points;
    for (int i = 0; i < n; ++i)
      points.push_back(size * random_point<dim>(random));
    const auto hull = convex_hull<dim>(points);
    return moved<dim>(hull, -volume_moments(hull).centroid);
  }

  enum class Form
  {
    ball,
    capsule,
    hull,
    box,
    cylinder
  };

  inline constexpr const char *form_names[] = {"ball",
                                               "capsule",
                                               "hull",
                                               "box",
                                               "cylinder"};

  template <int dim>
  ConvexShape<dim>
  random_shape(const Form form, std::mt19937 &random)
  {
    std::uniform_real_distribution<> size(0.1, 1.);
    if (form == Form::ball)
      return round_shape<dim>(0., size(random));
    if (form == Form::capsule)
      return round_shape<dim>(2. * size(random), 0.5 * size(random));
    if (form == Form::box)
      {
        Eigen::Vector<double, dim> edges;
        for (double &edge : edges)
          edge = 2. * size(random);
        return box_shape<dim>(edges);
      }
    if constexpr (dim == 3)
      if (form == Form::cylinder)
        return cylinder_shape(size(random), 2. * size(random));
    return random_hull<dim>(random, 10, 1.);
  }
} // namespace percuss::test

#endif
