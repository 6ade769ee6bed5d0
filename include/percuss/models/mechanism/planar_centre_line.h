// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_mechanism_planar_centre_line_h
#define percuss_models_mechanism_planar_centre_line_h

#include <percuss/models/mechanism/frame.h>

#include <string>
#include <vector>

namespace percuss
{
  /**
   * The centre line of a beam in the plane: from node to node the cubic
   *
   *     x(xi) = H_1 x_1 + H_2 x_2 + l (K_1 e_1 + K_2 e_2),  0 <= xi <= 1,
   *
   * e = (cos, sin) theta the normal of a node's section, l the arc length
   * between the nodes in the reference and H, K Hermite's polynomials. Its
   * tangent is continuous, which that of the interpolated positions is not: a
   * disc slides from element to element without a blow. It is the line of a
   * beam without shear, and turns with the beam.
   *
   * The foot of a point y is the place where |y - x| is smallest, with n the
   * normal to the left of the line as it runs from start to end, and d the
   * distance, positive on that side:
   *
   *     (y - x).x' = 0,     n = k x x'/|x'|,     d = n.(y - x).
   *
   * Beyond an end of the beam it is that end, d = |y - x| and n = (y - x)/d on
   * either side: the beam is round there. The foot is the nearest one of
   * chords between the nodes and places between them, improved by Newton's
   * method, and from a node on also along the next cubic.
   *
   * Equations: doc/theory/mechanisms.md (7).
   */
  class PlanarCentreLine
  {
  public:
    /**
     * @param first       frame of the first node; the others follow it
     * @param arc_lengths of the nodes in the reference [m]
     *
     * Throws InputError with the name @p item unless these grow.
     */
    PlanarCentreLine(const std::string         &item,
                     int                        first,
                     const std::vector<double> &arc_lengths);

    /** The section of the beam that is nearest to a point. */
    struct Foot
    {
      std::size_t     span; ///< between the nodes span and span + 1
      double          xi;
      Eigen::Vector2d x, normal;
      double          distance; ///< d [m]
      bool            is_end;   ///< beyond the ends of the beam
    };

    /** @pre The nodes are at different places. */
    Foot
    foot(const Eigen::VectorXd &q, const Eigen::Vector2d &y) const;

    /** Velocity and rotation of the section at the foot,
     *
     *     sum H v + l K k x e omega,     sum N omega,
     *
     * N linear between both nodes. */
    Eigen::Vector3d
    velocity(const Eigen::VectorXd &q,
             const Eigen::VectorXd &v,
             const Foot            &foot) const;

    /** Adds a force and a moment on the section at the foot to those of the
     * nodes, such that they have the same power. */
    void
    add_force(const Eigen::VectorXd &q,
              const Foot            &foot,
              const Eigen::Vector3d &force,
              Eigen::VectorXd       &r) const;

    bool
    has_frame(const int frame) const
    {
      return frame >= first && frame <= node(lengths.size());
    }

  private:
    /** x and its derivatives by xi. */
    struct Curve
    {
      Eigen::Vector2d x, slope, bend;
    };

    int
    node(const std::size_t i) const
    {
      return first + static_cast<int>(i);
    }

    Curve
    curve(const Eigen::VectorXd &q, std::size_t span, double xi) const;

    /** The place nearest to a point, and |y - x|^2. */
    struct Place
    {
      std::size_t span;
      double      xi, distance_2;
    };

    Place
    nearest_chord(const Eigen::VectorXd &q, const Eigen::Vector2d &y) const;

    Place
    improved(const Eigen::VectorXd &q,
             const Eigen::Vector2d &y,
             std::size_t            span,
             double                 xi) const;

    int                 first;
    std::vector<double> lengths; // l of each span
  };
} // namespace percuss

#endif
