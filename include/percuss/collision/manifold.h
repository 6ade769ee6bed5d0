// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_collision_manifold_h
#define percuss_collision_manifold_h

#include <percuss/collision/placed_shape.h>

#include <vector>

namespace percuss
{
  /**
   * A point where two bodies touch or could soon: what of each is there, and
   * the gap of both,
   *
   *     g = n.(x - p) - r,    r the radii of both,
   *
   * x, p, n: closest_points() of the features. Its rate is n.(v_x - v_p) for
   * any motion of both bodies; which one is named first does not matter. Where
   * both have moved on, n as it is here tells which normal is meant.
   */
  template <int dim>
  struct ManifoldPoint
  {
    using Vector = Eigen::Vector<double, dim>;

    ContactFeature<dim> a, b; ///< of the first body and of the second
    Vector              x, p, normal;
    double              gap;     ///< [m]
    unsigned int        feature; ///< of the pair, for recognizing it later

    ManifoldPoint(const ContactFeature<dim> &a,
                  const ContactFeature<dim> &b,
                  const Vector              &outwards,
                  const unsigned int         feature)
      : a(a)
      , b(b)
      , feature(feature)
    {
      const ClosestPoints<dim> c = closest_points(a, b, outwards);
      x                          = c.x;
      p                          = c.p;
      normal                     = c.normal;
      gap                        = c.distance - a.radius - b.radius;
    }

    /** The middle of the two surfaces. */
    Vector
    middle() const
    {
      return 0.5 * (x + p + (b.radius - a.radius) * normal);
    }
  };

  /** The most points of a pair. */
  template <int dim>
  inline constexpr std::size_t n_manifold_points = dim == 2 ? 2 : 8;

  /** Adds a point whose gap is at most @p reach [m]; of two points in one place,
   * to 1e-6 of the bodies' @p size [m], that push along one line, the nearer
   * one stays. */
  template <int dim>
  void
  add_point(std::vector<ManifoldPoint<dim>> &points,
            const ManifoldPoint<dim>        &point,
            double                           reach,
            double                           size);

  /** Leaves n_manifold_points, of those whose gaps are the smallest to 1e-3 @p
   * size [m] the first one and those that are farthest apart. */
  template <int dim>
  void
  keep_extreme_points(std::vector<ManifoldPoint<dim>> &points, double size);

  /** A number below 2^24 of a point of a pair: what kind of point it is, below
   * 8, two numbers below 1024, and which body it belongs to. */
  inline unsigned int
  feature_number(const unsigned int kind,
                 const unsigned int i,
                 const unsigned int k,
                 const bool         of_second)
  {
    return (((kind << 10 | i) << 10 | k) << 1) | (of_second ? 1U : 0U);
  }

  /**
   * The points at which two convex bodies touch, those with g <= reach.
   *
   * Polygons and polytopes: separating axes (normals of both, in space cross
   * products of edges that are edges of the difference of both bodies); the
   * face that faces the other body's is cut with it, so that faces have two
   * points in the plane and up to eight in space. Crossing edges are a point of
   * their own where theirs is the larger separation, and the only one where
   * its normal is more than 6 degrees from the face's.
   *
   * Round bodies: their vertices with the nearest part of the other core, the
   * corners of the other on their segments, and where segments cross edges the
   * closest points of both.
   *
   * Cylinders: find_of_cylinders().
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

    /** The points, valid until the next call; whoever asks may take some. */
    std::vector<Point> &
    find(const PlacedShape<dim> &a, const PlacedShape<dim> &b, double reach);

  private:
    using Placed  = PlacedShape<dim>;
    using Feature = ContactFeature<dim>;
    using Part    = typename Feature::Part;

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
      double       separation;
      Vector       normal; ///< from b to a
      unsigned int of_a, of_b;
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
              bool          base_is_second,
              double        reach);

    /** Cuts off what is above a plane through @p a, that of the side @p side of
     * the face, by more than @p none [m]: of the first two corners, or of all of
     * them. */
    void
    cut_segment(const Vector &a,
                const Vector &out,
                double        none,
                unsigned int  side);
    void
    cut_polygon(const Vector &a,
                const Vector &out,
                double        none,
                unsigned int  side);

    void
    find_of_round(const Placed &a, const Placed &b, double reach);

    /** The vertices of a round @p a on @p b. */
    void
    add_feet(const Placed &a, const Placed &b, bool is_second, double reach);

    /** The corners of a polytope @p a on the inside of a segment @p b. */
    void
    add_corners(const Placed &a, const Placed &b, bool is_second, double reach);

    /** Where a segment @p a crosses the edges of @p b. */
    void
    add_crossings(const Placed &a,
                  const Placed &b,
                  bool          is_second,
                  double        reach);

    /** Adds a point, unless it is there; the features in the order of the
     * bodies if @p is_second is false, else reversed.
     *
     * @param outwards of @p other, as in closest_points() */
    void
    add(const Feature &one,
        const Feature &other,
        const Vector  &outwards,
        unsigned int   feature,
        bool           is_second,
        double         reach,
        double         size);

    std::vector<Point> points;

    // line: on which the way to the next corner is, a side of the incident face
    // or, from first_side, of the base
    struct Corner
    {
      Vector       x;
      unsigned int feature, line;
    };
    std::vector<Corner> polygon, cut;
  };
} // namespace percuss

#endif
