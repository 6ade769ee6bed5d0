// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_mechanism_body_shape_h
#define percuss_models_mechanism_body_shape_h

#include <percuss/collision/convex_shape.h>
#include <percuss/input/item.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace percuss
{
  /** The shape of a body, in words; its mass or its density. */
  struct BodyShape
  {
    std::string           word;    ///< "shape rectangle"
    Eigen::VectorXd       lengths; ///< > 0 [m], or coordinates [m]
    std::optional<double> mass;    ///< [kg], the density is 1 then
    double                density = 1.;
  };

  /** Declares the words of shapes, "shape rectangle", ...
   * @param have_mass those of bodies with mass, and so "shape rod", which is
   *                  no convex one, too */
  template <int dim>
  void
  declare_shapes(Item &item, bool have_mass);

  /** The shape of an item that has read() its parts; none if it has none of
   * them. */
  template <int dim>
  std::optional<BodyShape>
  parse_shape(Item &item);

  /** Reads "mass" or "density", one of which must be there. */
  void
  parse_mass_of_shape(Item &item, BodyShape &shape);

  /** The convex shape, none of a rod. The origin of a hull is its centroid. */
  template <int dim>
  std::shared_ptr<const ConvexShape<dim>>
  make_convex_shape(const std::string &body, const BodyShape &shape);
} // namespace percuss

#endif
