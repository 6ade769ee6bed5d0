// SPDX-License-Identifier: Apache-2.0
#include <percuss/constraints/geometry/ball.h>
#include <percuss/constraints/geometry/box.h>
#include <percuss/constraints/geometry/cylinder.h>
#include <percuss/constraints/geometry/plane.h>
#include <percuss/constraints/geometry/rigid_shapes.h>

#include <algorithm>

namespace percuss
{
  namespace
  {
    template <int dim>
    std::vector<ShapeKind<dim>>
    all_kinds()
    {
      using Shape  = std::unique_ptr<RigidShape<dim>>;
      using Values = typename ShapeKind<dim>::Values;
      using enum ShapeField::Kind;
      const bool                  in_plane = dim == 2;
      std::vector<ShapeKind<dim>> kinds;

      kinds.push_back({.name         = "plane",
                       .contact_name = in_plane ? "line" : "plane",
                       .base         = "point",
                       .remark       = "to the body",
                       .fields       = {{"normal", direction}},
                       .make         = [](const Values v) -> Shape {
                         return std::make_unique<Plane<dim>>(v[0]);
                       }});
      kinds.push_back({.name         = "sphere",
                       .contact_name = in_plane ? "circle" : "sphere",
                       .base         = "centre",
                       .remark       = "in 2-D a circle",
                       .fields       = {{"radius", length}},
                       .make         = [](const Values v) -> Shape {
                         return std::make_unique<Ball<dim>>(v[0][0]);
                       }});
      kinds.push_back(
        {.name         = "cavity",
         .contact_name = in_plane ? "inside circle" : "inside sphere",
         .base         = "centre",
         .remark       = "the body is inside",
         .fields       = {{"radius", length}},
         .make         = [](const Values v) -> Shape {
           return std::make_unique<Ball<dim>>(v[0][0], true);
         }});
      if constexpr (dim == 3)
        {
          kinds.push_back({.name         = "cylinder",
                           .contact_name = "cylinder",
                           .base         = "point of the axis",
                           .remark       = "in 3-D",
                           .fields = {{"axis", direction}, {"radius", length}},
                           .make   = [](const Values v) -> Shape {
                             return std::make_unique<Cylinder>(v[0], v[1][0]);
                           }});
          kinds.push_back(
            {.name         = "cylindrical cavity",
             .contact_name = "inside cylinder",
             .base         = "point of the axis",
             .remark       = "the body is inside",
             .fields       = {{"axis", direction}, {"radius", length}},
             .make         = [](const Values v) -> Shape {
               return std::make_unique<Cylinder>(v[0], v[1][0], true);
             }});
        }
      kinds.push_back({.name         = "box",
                       .contact_name = "box",
                       .base         = "centre",
                       .remark = "in 2-D a rectangle, edges along the axes",
                       .fields = {{"half lengths", lengths}},
                       .make   = [](const Values v) -> Shape {
                         return std::make_unique<Box<dim>>(v[0]);
                       }});
      return kinds;
    }

    template <int dim>
    std::vector<ShapeKind<dim>> &
    kinds_of_program()
    {
      static auto kinds = all_kinds<dim>();
      return kinds;
    }

    template <int dim>
    void
    add_kinds(const std::vector<ShapeKind<dim>> &own)
    {
      auto &all = kinds_of_program<dim>();
      for (const ShapeKind<dim> &kind : own)
        if (std::ranges::find(all, kind.name, &ShapeKind<dim>::name) ==
            all.end())
          all.push_back(kind);
    }
  } // namespace

  template <int dim>
  const std::vector<ShapeKind<dim>> &
  rigid_shapes()
  {
    return kinds_of_program<dim>();
  }

  void
  add_rigid_shapes(const RigidShapes &shapes)
  {
    add_kinds(shapes.in_plane);
    add_kinds(shapes.in_space);
  }

  template <int dim>
  std::string
  obstacle_form(const ShapeKind<dim> &kind)
  {
    std::string form = kind.name + ": " + kind.base;
    for (const ShapeField &field : kind.fields)
      form += " ; " + field.name;
    return form;
  }

  template <int dim>
  std::string
  contact_form(const ShapeKind<dim> &kind)
  {
    std::string form = kind.contact_name + " POINT";
    for (const ShapeField &field : kind.fields)
      form += " ; " + field.name + ' ' +
              (field.n_values(dim) == 1 ? "R" :
               dim == 2                 ? "a, b" :
                                          "a, b, c");
    return form;
  }

  template const std::vector<ShapeKind<2>> &
  rigid_shapes<2>();
  template const std::vector<ShapeKind<3>> &
  rigid_shapes<3>();
  template std::string
  obstacle_form(const ShapeKind<2> &);
  template std::string
  obstacle_form(const ShapeKind<3> &);
  template std::string
  contact_form(const ShapeKind<2> &);
  template std::string
  contact_form(const ShapeKind<3> &);
} // namespace percuss
