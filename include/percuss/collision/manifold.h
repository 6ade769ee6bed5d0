// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_collision_manifold_h
#define percuss_collision_manifold_h

#include <percuss/collision/convex_shape.h>

#include <vector>

namespace percuss
{
  /** A convex shape somewhere: its points and normals in fixed axes. */
  template <int dim>
  class PlacedShape
  {
  public:
    using Vector = Eigen::Vector<double, dim>;
    using Matrix = Eigen::Matrix<double, dim, dim>;

    /** At the origin. @p shape is referred to. */
    explicit PlacedShape(const ConvexShape<dim> &shape);

    /** Moves it: x <- @p origin + @p R x. Allocates nothing. */
    void
    place(const Vector &origin, const Matrix &R);

    const ConvexShape<dim> &
    shape() const
    {
      return *own_shape;
    }

    const Vector &
    vertex(const unsigned int i) const
    {
      return vertices[i];
    }

    const Vector &
    normal(const unsigned int face) const
    {
      return normals[face];
    }

    /** n.(x - a) of a face, a on it [m]. */
    double
    above(const unsigned int face, const Vector &x) const
    {
      return normals[face].dot(x -
                               vertices[own_shape->faces[face].vertices[0]]);
    }

    /** The point of the core that is nearest to x, with the unit vector n from
     * it to x and the distance; where x is inside, the point of the nearest
     * face, and the distance is negative. */
    struct Foot
    {
      Vector point, normal;
      double distance; ///< from the core, without the radius [m]
    };

    Foot
    foot(const Vector &x) const;

  private:
    const ConvexShape<dim> *own_shape;
    std::vector<Vector>     vertices, normals;
  };

  /**
   * A point where two bodies touch or could soon,
   *
   *     g = n.(x - p) - r,    r the radii of both,
   *
   * of a point x of the core of the one body with a plane of the other one
   * through p, to first order for any motion of both: dg/dt = n.(v_x - v_p),
   * the velocities of their material points at x.
   */
  template <int dim>
  struct ManifoldPoint
  {
    using Vector = Eigen::Vector<double, dim>;

    Vector       x, p, normal; ///< [m]; n from the second body to the first
    double       gap;          ///< [m]
    bool         is_swapped;   ///< whether x is of the second body: n reversed
    unsigned int feature;      ///< of the pair, for recognizing it later
  };

  /** Leaves two points in the plane and four in space, of those whose gaps are
   * the smallest to 1e-3 @p size [m] the first one and those farthest from it
   * and, in space, from the line through these two. */
  template <int dim>
  void
  keep_extreme_points(std::vector<ManifoldPoint<dim>> &points, double size);

  /**
   * The points at which two convex bodies touch, those with g <= reach.
   *
   * Polygons and polytopes: separating axes (normals of both, in space cross
   * products of edges that are edges of the difference of both bodies); the
   * face that faces the other body's is cut with it, so that faces have two
   * points in the plane and up to four in space, the deepest one and the
   * farthest ones. A face yields to a pair of crossing edges where that is the
   * larger separation and its normal is more than 6 degrees from the face's.
   *
   * Round bodies: the feet of their vertices on the other core, of the corners
   * of a polytope on a segment, and where segments cross edges the nearest
   * points of both.
   *
   * Distances are those of the cores less the radii, positive before touching.
   * Allocates nothing after construction but for shapes with more than 200
   * vertices. Source of the separating axes: D. Gregorius, The separating axis
   * test between convex polyhedra, Game Developers Conference 2013.
   */
  template <int dim>
  class ManifoldFinder
  {
  public:
    using Point  = ManifoldPoint<dim>;
    using Vector = typename Point::Vector;

    ManifoldFinder();

    /** The points, valid until the next call. */
    const std::vector<Point> &
    find(const PlacedShape<dim> &a, const PlacedShape<dim> &b, double reach);

  private:
    using Placed = PlacedShape<dim>;

    struct Axis
    {
      double       separation;
      unsigned int face;
    };

    /** The face of @p a that is farthest from @p b. */
    static Axis
    best_face(const Placed &a, const Placed &b);

    struct EdgeAxis
    {
      double separation;
      Vector x, p, normal; ///< x of a, p of b, n from b to a
    };

    static EdgeAxis
    best_edges(const Placed &a, const Placed &b);

    void
    find_of_polytopes(const Placed &a, const Placed &b, double reach);

    /** Points of the other core's faces above a face of @p base. */
    void
    cut_faces(const Placed &base,
              unsigned int  face,
              const Placed &other,
              bool          is_swapped,
              double        reach);

    /** Cuts off what is above a plane through @p a, by more than @p none [m]:
     * of the first two corners, or of all of them. */
    void
    cut_segment(const Vector &a, const Vector &out, double none);
    void
    cut_polygon(const Vector &a, const Vector &out, double none);

    void
    find_of_round(const Placed &a, const Placed &b, double reach);

    /** The vertices of @p a on @p b. */
    void
    add_feet(const Placed &a, const Placed &b, bool is_swapped, double reach);

    /** The vertices of a polytope @p a that are nearest to a segment @p b. */
    void
    add_corners(const Placed &a,
                const Placed &b,
                bool          is_swapped,
                double        reach);

    /** Adds a point, unless it is there. */
    void
    add(const Point &point, double reach, double size);

    std::vector<Point> points;

    struct Corner
    {
      Vector       x;
      unsigned int feature;
    };
    std::vector<Corner> polygon, cut;
  };
} // namespace percuss

#endif
