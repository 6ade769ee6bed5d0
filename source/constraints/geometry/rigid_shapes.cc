// SPDX-License-Identifier: Apache-2.0
#include <percuss/constraints/geometry/ball.h>
#include <percuss/constraints/geometry/cylinder.h>
#include <percuss/constraints/geometry/plane.h>
#include <percuss/constraints/geometry/rigid_shapes.h>

namespace percuss
{
  namespace
  {
    using Fields = std::vector<ShapeField>;

    template <int dim>
    using Shape = std::unique_ptr<RigidShape<dim>>;

    template <int dim>
    using Values = typename ShapeKind<dim>::Values;

    const ShapeField normal{"normal", ShapeField::Kind::direction},
      axis{"axis", ShapeField::Kind::direction},
      radius{"radius", ShapeField::Kind::length};

    template <int dim>
    Shape<dim>
    make_plane(const Values<dim> values)
    {
      return std::make_unique<Plane<dim>>(values[0]);
    }

    template <int dim, bool is_cavity>
    Shape<dim>
    make_ball(const Values<dim> values)
    {
      return std::make_unique<Ball<dim>>(values[0][0], is_cavity);
    }

    template <bool is_cavity>
    Shape<3>
    make_cylinder(const Values<3> values)
    {
      return std::make_unique<Cylinder>(values[0], values[1][0], is_cavity);
    }

    /** Those that there are in the plane and in space. */
    template <int dim>
    std::vector<ShapeKind<dim>>
    in_plane_and_space()
    {
      const bool in_plane = dim == 2;
      return {{"plane",
               in_plane ? "line" : "plane",
               "point",
               "to the body",
               {normal},
               make_plane<dim>},
              {"sphere",
               in_plane ? "circle" : "sphere",
               "centre",
               "in 2-D a circle",
               {radius},
               make_ball<dim, false>},
              {"cavity",
               in_plane ? "inside circle" : "inside sphere",
               "centre",
               "the body is inside",
               {radius},
               make_ball<dim, true>}};
    }
  } // namespace

  template <>
  const std::vector<ShapeKind<2>> &
  rigid_shapes<2>()
  {
    static const auto kinds = in_plane_and_space<2>();
    return kinds;
  }

  template <>
  const std::vector<ShapeKind<3>> &
  rigid_shapes<3>()
  {
    static const auto kinds = [] {
      auto all = in_plane_and_space<3>();
      all.push_back({"cylinder",
                     "cylinder",
                     "point of the axis",
                     "in 3-D",
                     {axis, radius},
                     make_cylinder<false>});
      all.push_back({"cylindrical cavity",
                     "inside cylinder",
                     "point of the axis",
                     "the body is inside",
                     {axis, radius},
                     make_cylinder<true>});
      return all;
    }();
    return kinds;
  }
} // namespace percuss
