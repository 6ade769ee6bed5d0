// SPDX-License-Identifier: Apache-2.0
#include <percuss/beam/rotation.h>
#include <percuss/models/mechanism/body_shape.h>
#include <percuss/models/mechanism/parse_items.h>
#include <percuss/models/mechanism/solid_shapes.h>

#include <cmath>
#include <random>

namespace percuss
{
  using Eigen::Vector3d;

  namespace
  {
    /** Where a frame is: x, y and an angle in the plane; x, y, z and a rotation
     * vector in space. */
    template <int dim>
    struct Place
    {
      Vector3d at = Vector3d::Zero(), rotation = Vector3d::Zero();

      void
      declare(Item &item)
      {
        item.needs(dim == 2 ? "at [m, m, rad]" : "at [m]",
                   at,
                   dim == 2 ? "Place of the origin and angle." :
                              "Place of the origin.");
        if (dim == 3)
          item.may("rotation [rad]",
                   rotation,
                   "Rotation by the length of this vector about its "
                   "direction.");
      }

      /** The angle, or the length of the vector [rad]. */
      double
      turn() const
      {
        return dim == 2 ? at[2] : rotation.norm();
      }
    };

    /** The copies that parse_bodies() tells of. */
    template <int dim>
    struct Copies
    {
      using Vector = Eigen::Vector<double, dim>;

      std::optional<Vector> numbers;

      void
      declare(Item &item)
      {
        item.may("copies [-]",
                 numbers,
                 "Numbers of bodies of a lattice along the axes, NAME1, NAME2, "
                 "..., from that place on.");
        item.know("spacing [m]",
                  "Distances between copies along the axes.",
                  Vector());
        item.know("scatter [m]",
                  "Each copy is moved by up to this along the axes, at random "
                  "but always the same.",
                  double());
      }

      /** Of each from where the item is [m]. */
      std::vector<Vector>
      offsets(Item &item) const
      {
        if (!numbers)
          {
            for (const char *const word : {"spacing", "scatter"})
              if (item.has(word))
                throw InputError("There is '" + std::string(word) +
                                 "' without 'copies', which it belongs to.");
            return {Vector::Zero()};
          }
        const auto   spacing = item.get<Vector>("spacing");
        const double scatter = item.get_or("scatter", 0.);
        if (!(numbers->minCoeff() >= 1. && numbers->prod() <= 1e5) ||
            *numbers != Vector(numbers->array().round()))
          throw InputError("The numbers of copies must be whole ones of at "
                           "least 1, at most 100000 together.");
        if (!(scatter >= 0.))
          throw InputError("The scatter of copies must not be negative.");

        std::mt19937 random; // the same numbers everywhere
        const auto   between_ones = [&random] {
          return (static_cast<double>(random()) + 0.5) / 2147483648. - 1.;
        };
        std::vector<Vector> result;
        for (int i = 0; i < static_cast<int>(numbers->prod()); ++i)
          {
            Vector offset;
            for (int k = 0, rest = i; k < dim; ++k)
              {
                const int n = static_cast<int>((*numbers)[k]);
                offset[k]   = rest % n * spacing[k] + scatter * between_ones();
                rest /= n;
              }
            result.push_back(offset);
          }
        return result;
      }
    };

    /** @p body at each of the @p offsets, NAME1, NAME2, ... */
    template <int dim>
    std::vector<BodyOf<dim>>
    copies_of(const BodyOf<dim>                             &body,
              const std::vector<Eigen::Vector<double, dim>> &offsets)
    {
      std::vector<BodyOf<dim>> bodies(offsets.size(), body);
      for (std::size_t i = 0; i < offsets.size(); ++i)
        {
          if (offsets.size() > 1)
            bodies[i].name += std::to_string(i + 1);
          bodies[i].position.head(dim) += offsets[i];
        }
      return bodies;
    }

    /** Of a thickness. */
    PlanarMassProperties
    polygon_mass(const ConvexShape<2> &polygon,
                 const double          density,
                 const double          thickness)
    {
      const auto   moments = volume_moments(polygon);
      const double m       = density * thickness;
      return {m * moments.volume, m * moments.second.trace()};
    }

    PlanarMassProperties
    parse_mass(Item &item, std::shared_ptr<const ConvexShape<2>> &convex)
    {
      auto shape = parse_shape<2>(item);
      if (!shape)
        {
          const auto mass = item.get<double>("mass");
          return {mass, item.get<double>("inertia")};
        }
      parse_mass_of_shape(item, *shape);
      convex = make_convex_shape<2>(item.name(), *shape);
      if (shape->mass && item.has("thickness"))
        throw InputError("A thickness needs a density, not a mass.");
      const Eigen::VectorXd &l         = shape->lengths;
      const double           density   = shape->density;
      const double           thickness = item.get_or("thickness", 1.);
      PlanarMassProperties   mass =
        shape->word == "shape rectangle" ?
            rectangle_mass(l[0], l[1], density, thickness) :
          shape->word == "shape disc" ?
            disc_mass(l[0], density, thickness) :
          shape->word == "shape capsule" ?
            capsule_mass(l[0], l[1], density, thickness) :
          shape->word == "shape polygon" ?
            polygon_mass(*convex, density, thickness) :
            rod_mass(l[0], density, thickness);
      if (shape->mass)
        mass = {*shape->mass, mass.inertia * *shape->mass / mass.mass};
      mass.inertia = item.get_or("inertia", mass.inertia);
      return mass;
    }

    /** The volume, and J/m. */
    std::pair<double, Eigen::Matrix3d>
    of_hull(const ConvexShape<3> &hull)
    {
      const auto            moments = volume_moments(hull);
      const Eigen::Matrix3d S       = moments.second / moments.volume;
      return {moments.volume, S.trace() * Eigen::Matrix3d::Identity() - S};
    }

    SolidShape
    solid(Item &item, const BodyShape &shape)
    {
      const Eigen::VectorXd &l = shape.lengths;
      return shape.word == "shape capsule" ?
               capsule(l[0], l[1]) :
             shape.word == "shape rod" ?
               rod(l[0], item.get<double>("cross section")) :
             shape.word == "shape box"  ? box(l) :
             shape.word == "shape ball" ? ball(l[0]) :
                                          cylinder(l[0], l[1]);
    }

    /** Sets the mass and the inertia. */
    void
    parse_inertia(Item &item, SpatialBody &body)
    {
      auto     shape    = parse_shape<3>(item);
      Vector3d diagonal = Vector3d::Zero();
      if (shape)
        {
          parse_mass_of_shape(item, *shape);
          body.shape = make_convex_shape<3>(body.name, *shape);
        }
      if (shape && shape->word == "shape hull")
        {
          const auto [volume, J] = of_hull(*body.shape);
          body.mass = shape->mass ? *shape->mass : shape->density * volume;
          if (!item.has("inertia"))
            {
              body.inertia = body.mass * J;
              if (item.has("products"))
                throw InputError("The products of inertia of a hull are known; "
                                 "with others write all of its inertia.");
              return;
            }
        }
      else if (shape)
        {
          const SolidShape s = solid(item, *shape);
          body.mass = shape->mass ? *shape->mass : shape->density * s.volume;
          diagonal  = body.mass * s.squared_gyration;
        }
      else
        body.mass = item.get<double>("mass");
      if (!shape || item.has("inertia"))
        diagonal = item.get<Vector3d>("inertia");
      const Vector3d products =
        item.get_or<Vector3d>("products", Vector3d::Zero());
      body.inertia << diagonal[0], products[0], products[1], //
        products[0], diagonal[1], products[2],               //
        products[1], products[2], diagonal[2];
    }
  } // namespace

  void
  check_body_name(const std::string              &name,
                  const std::vector<std::string> &taken)
  {
    if (name == "all")
      throw InputError("The name 'all' stands for all bodies, in contacts of "
                       "bodies; give the body another one.");
    if (std::ranges::find(taken, name) != taken.end())
      throw InputError("There is a body '" + name +
                       "' already; give each its own name.");
  }

  namespace
  {
    /** The words of joints, contacts and springs, and the kinds of springs, of
     * which the first part may be a point. */
    template <int dim>
    std::vector<std::string>
    words_beside_points()
    {
      std::vector<std::string> words{"ground"};
      for (const DeclaredItem &item : mechanism_items<dim>(""))
        if (item.entry == "/joints" || item.entry == "/contacts" ||
            item.entry == "/springs")
          {
            if (item.entry == "/springs" && !item.kind.empty())
              words.push_back(item.kind);
            for (const DeclaredWord &word : item.words)
              if (!word.word.empty() &&
                  std::ranges::find(words, word.word) == words.end())
                words.push_back(word.word);
          }
      return words;
    }
  } // namespace

  template <int dim>
  void
  check_frame_name(const std::string &name)
  {
    static const std::vector<std::string> words = words_beside_points<dim>();
    for (const std::string &word : words)
      if (item_text::begins_with(name, word))
        throw InputError("The name of a body must not begin with '" + word +
                         "', which has a meaning of its own.");
  }

  template void
  check_frame_name<2>(const std::string &);
  template void
  check_frame_name<3>(const std::string &);

  template <>
  std::vector<PlanarBody>
  parse_bodies<2>(Item &item)
  {
    PlanarBody body;
    Place<2>   place;
    Copies<2>  copies;
    item.describe("A rigid body; its origin is its centre of mass.");
    item.know("mass [kg]", "Mass, or a density with a shape.", double());
    item.know("inertia [kg m^2]",
              "Moment of inertia; unless given, that of the shape.",
              double());
    item.know("density [kg/m^3]", "Mass density of a shape.", double());
    item.know("thickness [m]",
              "Thickness of a shape with a density, unless given 1.",
              double());
    place.declare(item);
    item.may("velocity [m/s, m/s, rad/s]",
             body.velocity,
             "Velocity of the centre of mass and angular velocity.");
    copies.declare(item);
    declare_shapes<2>(item, true);
    item.read();

    body.name     = item.name();
    body.mass     = parse_mass(item, body.shape);
    body.position = place.at;
    return copies_of<2>(body, copies.offsets(item));
  }

  template <>
  std::vector<SpatialBody>
  parse_bodies<3>(Item &item)
  {
    SpatialBody body;
    Place<3>    place;
    Copies<3>   copies;
    Vector3d    angular_velocity = Vector3d::Zero();
    item.describe("A rigid body; its origin is its centre of mass.");
    item.know("mass [kg]", "Mass, or a density with a shape.", double());
    item.know("inertia [kg m^2]",
              "Moments of inertia about the centre of mass in the body's own "
              "axes; unless given, those of the shape.",
              Vector3d(Vector3d::Zero()));
    item.know("products [kg m^2]",
              "J_xy, J_xz, J_yz, J_xy = -int x y dm.",
              Vector3d(Vector3d::Zero()));
    item.know("density [kg/m^3]", "Mass density of a shape.", double());
    item.know("cross section [m^2]", "Area of a 'shape rod'.", double());
    place.declare(item);
    item.may("velocity [m/s]",
             body.velocity,
             "Velocity of the centre of mass in the fixed axes.");
    item.may("angular velocity [rad/s]",
             angular_velocity,
             "Angular velocity in the fixed axes.");
    copies.declare(item);
    declare_shapes<3>(item, true);
    item.read();

    body.name = item.name();
    parse_inertia(item, body);
    body.position         = place.at;
    body.orientation      = exponential(place.rotation);
    body.turn             = place.turn();
    body.angular_velocity = body.orientation.conjugate() * angular_velocity;
    return copies_of<3>(body, copies.offsets(item));
  }

  bool
  is_fixed_body(Item &item)
  {
    return item.has_part("fixed");
  }

  template <int dim>
  CollisionBody<dim>
  parse_fixed_body(Item &item)
  {
    std::monostate fixed;
    Place<dim>     place;
    item.describe("An obstacle of contacts of bodies that does not move.");
    item.needs("fixed", fixed, "Says that the body does not move.");
    place.declare(item);
    declare_shapes<dim>(item, false);
    item.read();

    CollisionBody<dim> body;
    body.name        = item.name();
    const auto shape = parse_shape<dim>(item);
    if (!shape)
      throw InputError("A fixed body needs a shape.");
    body.shape  = make_convex_shape<dim>(body.name, *shape);
    body.origin = place.at.template head<dim>();
    if constexpr (dim == 2)
      body.rotation = {std::cos(place.at[2]), std::sin(place.at[2])};
    else
      body.rotation = exponential(place.rotation);
    body.turn = place.turn();
    return body;
  }

  template CollisionBody<2>
  parse_fixed_body(Item &);
  template CollisionBody<3>
  parse_fixed_body(Item &);
} // namespace percuss
