// SPDX-License-Identifier: Apache-2.0
#include <percuss/collision/covered_faces.h>

#include <Eigen/Geometry>

#include <algorithm>
#include <array>
#include <cmath>

namespace percuss
{
  namespace
  {
    // of the smaller body's size: how far a point is moved into a face, and
    // where else the face is looked at
    constexpr double small = 1e-4, beside = 1e-2;

    /** A body, what else is near it, and the one that touches it. */
    template <int dim>
    struct Neighbourhood
    {
      using Vector = Eigen::Vector<double, dim>;

      const std::vector<PlacedShape<dim>> &bodies;
      unsigned int                         body, other;
      std::span<const unsigned int>        near;
    };

    /** Moves x to where it is inside of a face by more than @p margin of it;
     * whether it gets there. */
    template <int dim>
    bool
    move_inside(const PlacedShape<dim>     &body,
                const unsigned int          face,
                Eigen::Vector<double, dim> &x,
                const double                margin)
    {
      const auto &v      = body.shape().faces[face].vertices;
      const auto  inside = [&](auto &&visit) {
        if constexpr (dim == 2)
          {
            const auto           &p = body.vertex(v[0]), &q = body.vertex(v[1]);
            const Eigen::Vector2d t = (q - p).normalized();
            visit(p, Eigen::Vector2d(-t));
            visit(q, t);
          }
        else
          for (std::size_t i = 0; i < v.size(); ++i)
            {
              const auto &p = body.vertex(v[i]),
                         &q = body.vertex(v[(i + 1) % v.size()]);
              visit(p,
                    Eigen::Vector3d(
                      (q - p).cross(body.normal(face)).normalized()));
            }
      };
      x -= body.above(face, x) * body.normal(face);
      inside([&](const auto &p, const auto &out) {
        const double beyond = out.dot(x - p) + margin;
        if (beyond > 0.)
          x -= beyond * out;
      });
      bool is_inside = true;
      inside([&](const auto &p, const auto &out) {
        is_inside = is_inside && out.dot(x - p) < 0.;
      });
      return is_inside;
    }

    template <int dim>
    bool
    contains(const PlacedShape<dim>           &body,
             const Eigen::Vector<double, dim> &x,
             const double                      depth)
    {
      const auto &shape = body.shape();
      if (shape.faces.empty())
        return false;
      for (unsigned int f = 0; f < shape.faces.size(); ++f)
        if (body.above(f, x) > -depth)
          return false;
      return true;
    }

    /** Whether others cover the face about x. */
    template <int dim>
    bool
    is_covered(const Neighbourhood<dim>         &at,
               const unsigned int                face,
               const Eigen::Vector<double, dim> &x)
    {
      using Vector                    = Eigen::Vector<double, dim>;
      const PlacedShape<dim> &body    = at.bodies[at.body];
      const double            size    = std::min(body.shape().extent(),
                                   at.bodies[at.other].shape().extent()),
                   margin             = small * size;
      const Vector &n                 = body.normal(face);
      const auto    is_inside_another = [&](const Vector &y) {
        return std::ranges::any_of(at.near, [&](const unsigned int i) {
          const PlacedShape<dim> &one = at.bodies[i];
          return i != at.other && i != at.body &&
                 (y - one.origin()).norm() <= one.shape().extent() + size &&
                 contains<dim>(one, y + 2. * margin * n, 0.5 * margin);
        });
      };
      std::array<Vector, 2 * dim - 1> places;
      places[0] = x;
      if constexpr (dim == 2)
        {
          const Vector t(-n[1], n[0]);
          places[1] = x + beside * size * t;
          places[2] = x - beside * size * t;
        }
      else
        {
          const Vector u = n.unitOrthogonal(), w = n.cross(u);
          places[1] = x + beside * size * u;
          places[2] = x - beside * size * u;
          places[3] = x + beside * size * w;
          places[4] = x - beside * size * w;
        }
      return std::ranges::all_of(places, [&](Vector &y) {
        return !move_inside<dim>(body, face, y, margin) || is_inside_another(y);
      });
    }

    /** Whether a feature of the body at x is none of its union with others, n
     * the direction from it to the other body. */
    template <int dim>
    bool
    is_hidden(const Neighbourhood<dim>         &at,
              const ContactFeature<dim>        &feature,
              const Eigen::Vector<double, dim> &x,
              const Eigen::Vector<double, dim> &n)
    {
      using Part        = typename ContactFeature<dim>::Part;
      const auto &body  = at.bodies[at.body];
      const auto &shape = body.shape();
      const auto  hides = [&](const unsigned int face) {
        return body.normal(face).dot(n) > 1e-6 &&
               body.normal(face).dot(n) < 1. - 1e-12 && is_covered(at, face, x);
      };
      if (feature.part == Part::edge && !shape.faces.empty())
        return std::ranges::any_of(shape.edges[feature.index].faces, hides);
      if (feature.part == Part::vertex)
        for (unsigned int f = 0; f < shape.faces.size(); ++f)
          {
            const auto &v = shape.faces[f].vertices;
            if (std::ranges::find(v, feature.index) != v.end() && hides(f))
              return true;
          }
      return false;
    }

    /** Whether both bodies have a face in one plane, at x, and on one side. */
    template <int dim>
    bool
    are_flush(const PlacedShape<dim>           &body,
              const PlacedShape<dim>           &other,
              const Eigen::Vector<double, dim> &x,
              const double                      margin)
    {
      const auto is_at_x = [&](const PlacedShape<dim> &one,
                               const unsigned int      face) {
        return std::abs(one.above(face, x)) <= margin;
      };
      for (unsigned int i = 0; i < body.shape().faces.size(); ++i)
        for (unsigned int j = 0; j < other.shape().faces.size(); ++j)
          if (body.normal(i).dot(other.normal(j)) > 1. - 1e-6 &&
              is_at_x(body, i) && is_at_x(other, j))
            return true;
      return false;
    }

    /** Whether x, on the body, is inside the surface of its union with others:
     * another body, flush with it at x, goes on beyond x along n, from x to the
     * body that touches. */
    template <int dim>
    bool
    is_inner(const Neighbourhood<dim>         &at,
             const Eigen::Vector<double, dim> &x,
             const Eigen::Vector<double, dim> &n)
    {
      const PlacedShape<dim> &body = at.bodies[at.body];
      const double            margin =
        small *
        std::min(body.shape().extent(), at.bodies[at.other].shape().extent());
      return std::ranges::any_of(at.near, [&](const unsigned int i) {
        const PlacedShape<dim> &one = at.bodies[i];
        return i != at.other && i != at.body &&
               contains<dim>(one, x, -margin) &&
               one.highest(n) - n.dot(x) > 2. * margin &&
               are_flush<dim>(body, one, x, margin);
      });
    }

    template <int dim>
    void
    remove(std::vector<ManifoldPoint<dim>> &points,
           const Neighbourhood<dim>        &of_a,
           const Neighbourhood<dim>        &of_b)
    {
      using Point         = ManifoldPoint<dim>;
      using Kind          = typename ContactFeature<dim>::Kind;
      using Part          = typename ContactFeature<dim>::Part;
      const auto has_face = [](const ContactFeature<dim> &feature) {
        return feature.kind == Kind::plane && feature.part == Part::face;
      };
      // faces: all of their points, or none
      for (const bool second : {false, true})
        {
          const auto base = [&](const Point &point) -> const auto &
          {
            return second ? point.b : point.a;
          };
          const auto first =
            std::ranges::find_if(points, [&](const Point &one) {
              return has_face(base(one));
            });
          if (first == points.end())
            continue;
          const unsigned int face       = base(*first).index;
          const auto         is_of_face = [&](const Point &one) {
            return has_face(base(one)) && base(one).index == face;
          };
          const auto are_covered = [&](const bool bases) {
            const bool of_second = bases == second;
            return std::ranges::all_of(points, [&](const Point &one) {
              const ContactFeature<dim> &feature = of_second ? one.b : one.a;
              return !is_of_face(one) ||
                     (feature.part == Part::face &&
                      is_covered(of_second ? of_b : of_a,
                                 feature.index,
                                 of_second ? one.p : one.x));
            });
          };
          const auto are_inner = [&](const bool of_second) {
            return std::ranges::all_of(points, [&](const Point &one) {
              return !is_of_face(one) ||
                     (of_second ? is_inner<dim>(of_b, one.p, one.normal) :
                                  is_inner<dim>(of_a, one.x, -one.normal));
            });
          };
          if (are_covered(true) || are_covered(false) || are_inner(true) ||
              are_inner(false))
            std::erase_if(points, is_of_face);
        }
      std::erase_if(points, [&](const Point &one) {
        return (!has_face(one.b) && !has_face(one.a)) &&
               (is_hidden<dim>(of_a, one.a, one.x, -one.normal) ||
                is_hidden<dim>(of_b, one.b, one.p, one.normal) ||
                is_inner<dim>(of_a, one.x, -one.normal) ||
                is_inner<dim>(of_b, one.p, one.normal));
      });
    }

  } // namespace

  template <int dim>
  void
  remove_covered(std::vector<ManifoldPoint<dim>>     &points,
                 const std::vector<PlacedShape<dim>> &bodies,
                 const unsigned int                   a,
                 const unsigned int                   b,
                 const std::span<const unsigned int>  near_a,
                 const std::span<const unsigned int>  near_b)
  {
    remove<dim>(points, {bodies, a, b, near_a}, {bodies, b, a, near_b});
  }

  template void
  remove_covered(std::vector<ManifoldPoint<2>> &,
                 const std::vector<PlacedShape<2>> &,
                 unsigned int,
                 unsigned int,
                 std::span<const unsigned int>,
                 std::span<const unsigned int>);
  template void
  remove_covered(std::vector<ManifoldPoint<3>> &,
                 const std::vector<PlacedShape<3>> &,
                 unsigned int,
                 unsigned int,
                 std::span<const unsigned int>,
                 std::span<const unsigned int>);
} // namespace percuss
