// SPDX-License-Identifier: Apache-2.0

// What holds for all pairs of shapes, at random: the gap is the distance of both
// bodies; the order of the bodies, where both are, mirrors and the numbers of
// vertices do not matter; a rate of the gap is its derivative.

#include "random_shapes.h"

#include <percuss/collision/manifold.h>

#include <Eigen/LU>
#include <Eigen/QR>
#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>
#include <numeric>

namespace percuss::test::manifold_property_test
{
  // how many pairs of each two shapes; the environment may ask for more
  int
  n_pairs()
  {
    const char *const text = std::getenv("PERCUSS_PAIRS");
    return text ? std::atoi(text) : 400;
  }

  template <int dim>
  struct Scene
  {
    using Vector = Eigen::Vector<double, dim>;
    using Matrix = Eigen::Matrix<double, dim, dim>;

    ConvexShape<dim> a, b;
    Vector           x_a = Vector::Zero(), x_b = Vector::Zero();
    Matrix           R_a = Matrix::Identity(), R_b = Matrix::Identity();

    PlacedShape<dim>
    placed_a() const
    {
      PlacedShape<dim> placed(a);
      placed.place(x_a, R_a);
      return placed;
    }

    PlacedShape<dim>
    placed_b() const
    {
      PlacedShape<dim> placed(b);
      placed.place(x_b, R_b);
      return placed;
    }

    std::vector<ManifoldPoint<dim>>
    points(const double reach) const
    {
      ManifoldFinder<dim> finder;
      return finder.find(placed_a(), placed_b(), reach);
    }
  };

  /** Far enough to touch about as often as not. */
  template <int dim>
  Scene<dim>
  random_scene(const Form a, const Form b, std::mt19937 &random)
  {
    std::uniform_real_distribution<> between(0., 1.);
    Scene<dim>                       scene{random_shape<dim>(a, random),
                     random_shape<dim>(b, random)};
    scene.R_a                          = random_rotation<dim>(random);
    scene.R_b                          = random_rotation<dim>(random);
    scene.x_b                          = random_point<dim>(random);
    const Eigen::Vector<double, dim> d = random_point<dim>(random).normalized();
    scene.x_a = scene.x_b + (0.3 + 0.7 * between(random)) *
                              (scene.a.extent() + scene.b.extent()) * d;
    return scene;
  }

  /** Lays a face, an end or the side of the first body flush on one of the
   * second, if both have some. */
  template <int dim>
  void
  lay_flush(Scene<dim> &scene, std::mt19937 &random)
  {
    using Vector = Eigen::Vector<double, dim>;
    // an outer normal, and its offset from the origin
    const auto side = [&](const ConvexShape<dim> &shape, double &offset) {
      if (!shape.faces.empty())
        {
          const auto &face = shape.faces[random() % shape.faces.size()];
          offset           = face.offset;
          return face.normal;
        }
      Vector n = random_point<dim>(random).normalized();
      if (shape.vertices.size() > 1)
        {
          const Vector t = shape.vertices[1].normalized();
          n -= n.dot(t) * t;
          n.normalize();
          if (shape.is_cylinder() && random() % 2 == 0)
            n = t;
        }
      offset = shape.radius;
      if (shape.is_cylinder())
        offset = std::abs(n[dim - 1]) > 0.5 ? shape.vertices[1].norm() :
                                              shape.disc_radius;
      return n;
    };
    double       of_a = 0., of_b = 0.;
    const Vector n_a = side(scene.a, of_a),
                 n_b = scene.R_b * side(scene.b, of_b);
    if constexpr (dim == 2)
      {
        const double turn =
          std::atan2(-n_b[1], -n_b[0]) - std::atan2(n_a[1], n_a[0]);
        scene.R_a = Eigen::Rotation2Dd(turn).toRotationMatrix();
      }
    else
      scene.R_a = Eigen::Quaterniond::FromTwoVectors(n_a, -n_b)
                    .normalized()
                    .toRotationMatrix();
    Vector d =
      0.5 * (scene.a.extent() + scene.b.extent()) * random_point<dim>(random);
    d -= d.dot(n_b) * n_b;
    scene.x_a = scene.x_b + (of_a + of_b) * n_b + d;
  }

  /** The point of the core that is farthest in a direction. */
  template <int dim>
  Eigen::Vector<double, dim>
  support(const PlacedShape<dim> &shape, const Eigen::Vector<double, dim> &n)
  {
    Eigen::Vector<double, dim> best = shape.vertex(0);
    for (unsigned int i = 1; i < shape.shape().vertices.size(); ++i)
      if (n.dot(shape.vertex(i) - best) > 0.)
        best = shape.vertex(i);
    if (shape.shape().is_cylinder())
      {
        const auto across = [&](const Eigen::Vector<double, dim> &v) {
          return (v - v.dot(shape.axis()) * shape.axis()).eval();
        };
        if (const auto out = across(n); out.norm() > 1e-14 * n.norm())
          best +=
            shape.shape().disc_radius * across(out.normalized()).normalized();
      }
    return best;
  }

  /** The point nearest to the origin of the convex hull of a few points, of
   * which only those stay that it needs; by trying all subsets. */
  template <int dim>
  Eigen::Vector<double, dim>
  nearest_to_origin(std::vector<Eigen::Vector<double, dim>> &points)
  {
    using Vector = Eigen::Vector<double, dim>;
    Vector              best;
    double              smallest = std::numeric_limits<double>::infinity();
    std::vector<Vector> needed;
    for (unsigned int set = 1; set < 1U << points.size(); ++set)
      {
        std::vector<Vector> some;
        for (std::size_t i = 0; i < points.size(); ++i)
          if ((set >> i & 1U) != 0)
            some.push_back(points[i]);
        if (some.size() > dim + 1)
          continue;
        Eigen::Matrix<double, dim, Eigen::Dynamic> edges(dim, some.size() - 1);
        for (std::size_t i = 1; i < some.size(); ++i)
          edges.col(static_cast<long>(i) - 1) = some[i] - some[0];
        Eigen::VectorXd w(some.size());
        if (some.size() > 1)
          w.tail(w.size() - 1) =
            -edges.colPivHouseholderQr().solve(some[0]).eval();
        w[0] = 1. - w.tail(w.size() - 1).sum();
        if (w.minCoeff() < 0.)
          continue;
        Vector x = Vector::Zero();
        for (std::size_t i = 0; i < some.size(); ++i)
          x += w[static_cast<long>(i)] * some[i];
        if (x.norm() < smallest)
          {
            smallest = x.norm();
            best     = x;
            needed   = some;
          }
      }
    points = needed;
    return best;
  }

  /** Bounds of the distance of both cores (Gilbert, Johnson, Keerthi), 0 if they
   * overlap. */
  template <int dim>
  std::pair<double, double>
  distance(const PlacedShape<dim> &a, const PlacedShape<dim> &b)
  {
    using Vector = Eigen::Vector<double, dim>;
    std::vector<Vector> simplex;
    Vector              x     = a.vertex(0) - b.vertex(0);
    double              lower = 0., upper = x.norm();
    for (int k = 0; k < 2000 && upper > 1e-9 && upper - lower > 1e-14; ++k)
      {
        const Vector s = support<dim>(a, -x) - support<dim>(b, x);
        lower          = std::max(lower, s.dot(x) / x.norm());
        simplex.push_back(s);
        x     = nearest_to_origin<dim>(simplex);
        upper = std::min(upper, x.norm());
        if (simplex.size() > dim)
          return {0., 0.};
      }
    return {lower, upper};
  }

  /** The separation of two polytopes, negative where they overlap: its largest
   * value over the normals of all faces and the common normals of all pairs of
   * edges. */
  template <int dim>
  double
  separation_of_polytopes(const PlacedShape<dim> &a, const PlacedShape<dim> &b)
  {
    using Vector    = Eigen::Vector<double, dim>;
    double     best = -std::numeric_limits<double>::infinity();
    const auto at   = [&](const Vector &n) {
      best = std::max(best, a.lowest(n) - b.highest(n));
    };
    for (unsigned int f = 0; f < a.shape().faces.size(); ++f)
      at(-a.normal(f));
    for (unsigned int f = 0; f < b.shape().faces.size(); ++f)
      at(b.normal(f));
    if constexpr (dim == 3)
      for (const auto &i : a.shape().edges)
        for (const auto &j : b.shape().edges)
          {
            const Vector e =
              (a.vertex(i.vertices[1]) - a.vertex(i.vertices[0])).normalized();
            const Vector f =
              (b.vertex(j.vertices[1]) - b.vertex(j.vertices[0])).normalized();
            if (const Vector n = e.cross(f); n.norm() > 1e-6)
              {
                at(n.normalized());
                at(-n.normalized());
              }
          }
    return best;
  }

  template <class Points>
  double
  smallest_gap(const Points &points)
  {
    double gap = std::numeric_limits<double>::infinity();
    for (const auto &point : points)
      gap = std::min(gap, point.gap);
    return gap;
  }

  /** Whether two sets of points are one; @p sign of the normals. */
  template <int dim>
  bool
  are_same(std::vector<ManifoldPoint<dim>>        one,
           const std::vector<ManifoldPoint<dim>> &other,
           const double                           sign,
           const Eigen::Matrix<double, dim, dim> &R,
           const Eigen::Vector<double, dim>      &d)
  {
    // points nearer than 1e-6 of the bodies' size are one, either of them
    if (one.size() != other.size())
      return false;
    for (const auto &point : other)
      {
        const auto found = std::ranges::find_if(one, [&](const auto &old) {
          return (R * old.middle() + d - point.middle()).norm() < 1e-5 &&
                 (R * old.normal - sign * point.normal).norm() < 1e-7 &&
                 std::abs(old.gap - point.gap) < 1e-6;
        });
        if (found == one.end())
          return false;
        one.erase(found);
      }
    return true;
  }

  template <int dim>
  Scene<dim>
  swapped(const Scene<dim> &scene)
  {
    return {scene.b, scene.a, scene.x_b, scene.x_a, scene.R_b, scene.R_a};
  }

  template <int dim>
  void
  expect_properties(const Form of_a, const Form of_b)
  {
    using Vector = Eigen::Vector<double, dim>;
    using Matrix = Eigen::Matrix<double, dim, dim>;
    std::mt19937      random(17 * static_cast<unsigned int>(of_a) +
                        static_cast<unsigned int>(of_b) + 100 * dim);
    const std::string name = std::string(form_names[static_cast<int>(of_a)]) +
                             " and " + form_names[static_cast<int>(of_b)];
    int n_found = 0, n_order = 0, n_place = 0, n_numbers = 0, n_mirror = 0,
        n_gap = 0, n_rate = 0, n_nearest = 0, n_exact = 0;
    const bool with_cylinder = of_a == Form::cylinder || of_b == Form::cylinder;
    for (int i = 0; i < n_pairs(); ++i)
      {
        Scene<dim> scene = random_scene<dim>(of_a, of_b, random);
        if (i % 3 == 0)
          lay_flush(scene, random);
        const double reach  = 0.3;
        const auto   points = scene.points(reach);
        const Matrix I      = Matrix::Identity();
        const auto   a = scene.placed_a(), b = scene.placed_b();
        const double gap = smallest_gap(points);
        if (gap <
            -0.5 * std::min(scene.a.inner_radius(), scene.b.inner_radius()))
          continue; // too deep for any answer to be the right one
        n_found += !points.empty();

        n_order += !are_same<dim>(
          points, swapped(scene).points(reach), -1., I, Vector::Zero());

        // moved, turned and mirrored
        Matrix     R           = random_rotation<dim>(random);
        Vector     d           = 3. * random_point<dim>(random);
        Scene<dim> moved_scene = scene;
        moved_scene.x_a        = R * scene.x_a + d;
        moved_scene.x_b        = R * scene.x_b + d;
        moved_scene.R_a        = R * scene.R_a;
        moved_scene.R_b        = R * scene.R_b;
        n_place += !are_same<dim>(points, moved_scene.points(reach), 1., R, d);

        // in a mirror
        Matrix S           = Matrix::Identity();
        S(0, 0)            = -1.;
        const auto reflect = [&](const ConvexShape<dim> &shape) {
          if (shape.faces.empty())
            return shape;
          std::vector<Vector> vertices = shape.vertices;
          for (Vector &x : vertices)
            x = S * x;
          return convex_hull<dim>(vertices);
        };
        const Scene<dim> reflected{reflect(scene.a),
                                   reflect(scene.b),
                                   S * scene.x_a,
                                   S * scene.x_b,
                                   S * scene.R_a * S,
                                   S * scene.R_b * S};
        n_mirror += !are_same<dim>(
          points, reflected.points(reach), 1., S, Vector::Zero());

        // the vertices in another order
        if (!scene.a.faces.empty())
          {
            Scene<dim>          other    = scene;
            std::vector<Vector> vertices = scene.a.vertices;
            std::ranges::shuffle(vertices, random);
            other.a = convex_hull<dim>(vertices);
            n_numbers += !are_same<dim>(
              points, other.points(reach), 1., I, Vector::Zero());
          }

        // The distance: nothing is nearer, and where a point is the nearest one
        // its gap is the distance. So it is where one body is round, but for
        // directions that are within 1e-3 of an end's. How deep polytopes
        // overlap is found, too, to the cosine of 6 degrees.
        const double radii        = scene.a.radius + scene.b.radius;
        const auto [lower, upper] = distance<dim>(a, b);
        if (upper > 1e-9)
          {
            const double tolerance = with_cylinder ? 1e-7 : 1e-11;
            n_gap += gap < lower - radii - 1e-12;
            n_gap += (scene.a.is_round() || scene.b.is_round()) &&
                     upper - radii < reach && gap > upper - radii + tolerance;
            n_nearest += upper - radii < reach;
            n_exact += std::abs(gap - (upper - radii)) < 1e-12;
          }
        else if (!scene.a.faces.empty() && !scene.b.faces.empty())
          {
            const double separation = separation_of_polytopes<dim>(a, b);
            n_gap += separation < 0. &&
                     std::abs(gap - separation) > 6e-3 * -separation + 1e-12;
          }

        // the rate of the gap is that of material points
        const Vector v_a  = random_point<dim>(random),
                     v_b  = random_point<dim>(random);
        const double h    = 1e-6;
        Vector       w_a3 = random_point<dim>(random),
               w_b3       = random_point<dim>(random);
        const auto turn   = [](const Vector &w, const double t) -> Matrix {
          if constexpr (dim == 2)
            return Eigen::Rotation2Dd(w[0] * t).toRotationMatrix();
          else
            return Eigen::AngleAxisd(w.norm() * t, w.normalized())
              .toRotationMatrix();
        };
        const auto cross = [](const Vector &w, const Vector &r) -> Vector {
          if constexpr (dim == 2)
            return Vector(-w[0] * r[1], w[0] * r[0]);
          else
            return w.cross(r);
        };
        for (const auto &point : points)
          {
            if (point.normal.norm() < 0.5 ||
                std::abs(point.normal.norm() - 1.) > 1e-12 ||
                std::abs(point.normal.dot(point.x - point.p) - radii -
                         (point.a.radius + point.b.radius - radii) -
                         point.gap) > 1e-10)
              ++n_rate;
            const auto at = [&](const double t) {
              const auto move = [&](ContactFeature<dim> f,
                                    const Vector       &x,
                                    const Vector       &v,
                                    const Vector       &w) {
                const Matrix T = turn(w, t);
                f.point        = x + v * t + T * (f.point - x);
                f.direction    = T * f.direction;
                f.towards      = T * f.towards;
                return f;
              };
              return closest_points<dim>(move(point.a, scene.x_a, v_a, w_a3),
                                         move(point.b, scene.x_b, v_b, w_b3),
                                         point.normal)
                .distance;
            };
            const double rate = (at(h) - at(-h)) / (2. * h);
            const Vector y    = point.middle();
            const double expected =
              point.normal.dot(v_a + cross(w_a3, y - scene.x_a) - v_b -
                               cross(w_b3, y - scene.x_b));
            if (std::abs(rate - expected) > 1e-5)
              ++n_rate;
          }
      }
    EXPECT_GT(n_found, n_pairs() / 8) << name;
    // the search for the direction of a cylinder may miss one of two that are
    // nearly as good, and where a rim only grazes a line both its points are one
    const int n_missed = with_cylinder ? n_pairs() / 10000 : 0;
    EXPECT_LE(n_order, n_missed) << name;
    EXPECT_LE(n_place, n_missed) << name;
    EXPECT_LE(n_numbers, n_missed) << name;
    EXPECT_LE(n_mirror, n_missed) << name;
    EXPECT_LE(n_rate, n_missed) << name;
    EXPECT_EQ(n_gap, 0) << name;
    std::cout << name << ": of " << n_nearest << " distances within reach "
              << n_exact << " are a gap to 1e-12\n";
  }

  TEST(ManifoldProperties, InThePlane)
  {
    for (const Form a : {Form::ball, Form::capsule, Form::hull, Form::box})
      for (const Form b : {Form::ball, Form::capsule, Form::hull, Form::box})
        if (a <= b)
          expect_properties<2>(a, b);
  }

  TEST(ManifoldProperties, InSpace)
  {
    for (const Form a :
         {Form::ball, Form::capsule, Form::hull, Form::box, Form::cylinder})
      for (const Form b :
           {Form::ball, Form::capsule, Form::hull, Form::box, Form::cylinder})
        if (a <= b)
          expect_properties<3>(a, b);
  }
} // namespace percuss::test::manifold_property_test
