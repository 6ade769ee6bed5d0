// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_mechanism_mechanism_description_h
#define percuss_models_mechanism_mechanism_description_h

#include <percuss/beam/planar_beam_description.h>
#include <percuss/beam/spatial_rod_description.h>
#include <percuss/collision/convex_shape.h>
#include <percuss/constraints/contact_law.h>
#include <percuss/constraints/geometry/rigid_shapes.h>
#include <percuss/models/mechanism/frame.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

namespace percuss
{
  // What mechanisms in the plane, dim = 2, and in space have in common.

  /**
   * A spring and a damper on the line between two points, l = |x_1 - x_2|:
   *
   *     V = 1/2 k (l - l_0)^2 + T_0 (l - l_0),     tension T = dV/dl + c dl/dt,
   *
   * or a compliant contact, which acts only where d = l_0 - l > 0,
   *
   *     V = k d^(n+1)/(n + 1),     T = -k d^n (1 + chi dd/dt):
   *
   * the compliant contact of balls with their centres at the points, l_0 the sum
   * of their radii. Hertz: n = 3/2, k = 4/3 E* sqrt(R), 1/R = 1/R_1 + 1/R_2, 1/E* =
   * (1 - nu_1^2)/E_1 + (1 - nu_2^2)/E_2; with chi > 0 Hunt and Crossley's, whose
   * force pulls where bodies leave faster than 1/chi.
   *
   * Source: K. H. Hunt, F. R. E. Crossley, J. Appl. Mech. 42 (1975) 440-445;
   * K. L. Johnson, Contact Mechanics, 1985, 4.2.
   *
   * Equations: doc/theory/mechanisms.md (4), (4a).
   */
  template <int dim>
  struct LineSpring
  {
    std::string     name;
    FramePoint<dim> first, second;
    double          stiffness   = 0.;    ///< k >= 0 [N/m]
    double          free_length = 0.;    ///< l_0 >= 0 [m]
    double          damping     = 0.;    ///< c >= 0 [N s/m]
    double          preload     = 0.;    ///< T_0, the tension at l_0 [N]
    bool            is_bumper   = false; ///< k [N/m^n], c = T_0 = 0
    double          exponent    = 1.;    ///< n >= 1 of a compliant contact
    double          dissipation = 0.;    ///< chi >= 0 [s/m] of one
  };

  /** A force at a frame's origin along a fixed axis, or a moment, in space about
   * one of the frame's own axes: the entry of F of one coordinate of the frame.
   * Constant forces have a potential, constant moments in the plane, too;
   * others, and all that depend on time, do external work. */
  template <int dim>
  struct MechanismLoad
  {
    int                           frame     = 0;
    int                           component = 0;  ///< of FrameVector
    double                        constant  = 0.; ///< [N], [N m]
    std::function<double(double)> varying = {}; ///< of t, added to it; or none

    Eigen::Index
    coordinate() const
    {
      return first_coordinate<dim>(frame) + component;
    }
  };

  /** phi(t) and dphi/dt. */
  struct TimeFunction
  {
    std::function<double(double)> value, rate;
    double                        scale = 1.;    ///< in which it varies [s]
    bool is_difference                  = false; ///< the rate, of difference()

    /** The error of rounding of the rate at @p t: terms of phi are of 1 rad or
     * of its value, and err by 100 eps of that, in the step of a difference or
     * in the scale [rad/s]. */
    double
    rate_error(double t) const;
  };

  /** dphi/dt by five points, phi(t -+ h) and phi(t -+ 2h), h = eps^(1/5) times
   * the time @p scale in which phi varies [s]; the error is of O(h^4). */
  std::function<double(double)>
  difference(const std::function<double(double)> &phi, double scale);

  /** What all joints have: the motion of the second frame relative to the first
   * (either may be the ground), x_1, x_2 the two points. */
  template <int dim>
  struct MechanismJoint
  {
    std::string       name;
    FramePoint<dim>   first, second;
    RelativeTurn<dim> relative = no_turn<dim>(); ///< of second, at the start
    double            length   = 0.;             ///< > 0 [m]
    TimeFunction      motion   = {};             ///< [rad], [rad/s]
  };

  /** A rigid obstacle: a kind of shape, and one entry of values for each of its
   * fields. */
  template <int dim>
  struct ContactObstacle
  {
    const ShapeKind<dim>        *kind   = nullptr;
    std::vector<Eigen::VectorXd> values = {};
  };

  /** The obstacle whose name in contacts is @p name, such as "line".
   * @pre there is one */
  template <int dim>
  ContactObstacle<dim>
  contact_obstacle(const std::string           &name,
                   std::vector<Eigen::VectorXd> values);

  /**
   * A contact with a gap: a ball, in the plane a disc, with the radius r about a
   * point x of one frame (a point, r = 0) and an obstacle fixed at a point p of
   * another one, at the distance d:
   *
   *     g = d(R_p^T (x - p)) - r,    d, R_p^T: RigidShape, in the axes of p
   */
  template <int dim>
  struct MechanismContact
  {
    std::string          name;
    FramePoint<dim>      point;            ///< x
    double               ball_radius = 0.; ///< r >= 0 [m]
    FramePoint<dim>      base;             ///< p
    ContactObstacle<dim> obstacle   = {};
    ContactCoefficients  parameters = {};
  };

  /** A body of convex shape, in the axes of its frame, or fixed to the ground:
   * then it is at @p origin, turned by @p rotation. */
  template <int dim>
  struct CollisionBody
  {
    std::string                             name;
    int                                     frame = FramePoint<dim>::ground;
    std::shared_ptr<const ConvexShape<dim>> shape = {};
    Eigen::Vector<double, dim> origin = Eigen::Vector<double, dim>::Zero();
    Rotation<dim> rotation = frame_rotation<dim>({}, FramePoint<dim>::ground);
    double        turn     = 0.; ///< of it, as it was given [rad]
  };

  /** Contacts of bodies of convex shape: of all pairs, or of each with an
   * obstacle that is fixed at a point. */
  template <int dim>
  struct BodyContactDescription
  {
    std::string                         name;
    std::vector<CollisionBody<dim>>     bodies;
    std::optional<ContactObstacle<dim>> obstacle   = {};
    FramePoint<dim>                     base       = {}; ///< of the obstacle
    ContactCoefficients                 parameters = {};
  };

  /** An elastic beam, in space a rod, unstrained at the start, which then moves
   * as a rigid body with this velocity of its first node. Its nodes are frames:
   * behind the bodies, one beam after the other. */
  template <int dim>
  struct MechanismBeam
  {
    std::conditional_t<dim == 2, PlanarBeamDescription, SpatialRodDescription>
      beam;
    /** [m/s], and the angular velocity in the fixed axes [rad/s] */
    FrameVector<dim> velocity = FrameVector<dim>::Zero();
  };

  /** The parts of a mechanism. Points may be in the frame of a body (body i has
   * frame i), of a node of a beam, or on the ground. */
  template <int dim, class Body, class Joint, class Contact>
  struct MechanismParts
  {
    std::vector<Body>                        bodies;
    std::vector<CollisionBody<dim>>          fixed_bodies; ///< with shapes
    std::vector<MechanismBeam<dim>>          beams;
    std::vector<Joint>                       joints;
    std::vector<Contact>                     contacts;
    std::vector<BodyContactDescription<dim>> body_contacts;
    std::vector<LineSpring<dim>>             springs;
    std::vector<MechanismLoad<dim>>          loads;
    Eigen::Vector<double, dim>               gravity = // [m/s^2]
      -9.81 * Eigen::Vector<double, dim>::Unit(dim - 1);
  };

  /** All bodies of a mechanism, those without a shape, too; fixed ones last. */
  template <int dim, class Body>
  std::vector<CollisionBody<dim>>
  collision_bodies(const std::vector<Body>               &bodies,
                   const std::vector<CollisionBody<dim>> &fixed)
  {
    std::vector<CollisionBody<dim>> result;
    for (const Body &body : bodies)
      {
        CollisionBody<dim> one;
        one.name  = body.name;
        one.frame = static_cast<int>(result.size());
        one.shape = body.shape;
        result.push_back(one);
      }
    result.insert(result.end(), fixed.begin(), fixed.end());
    return result;
  }

  /** The name of a beam's node: "BEAM.start", "BEAM.1", ..., "BEAM.end". */
  std::string
  frame_name(const std::string &beam, unsigned int node, unsigned int n_nodes);
} // namespace percuss

#endif
