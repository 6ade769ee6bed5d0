// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/collision/convex_shape.h>

#include <Eigen/Geometry>
#include <Eigen/LU>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace percuss
{
  namespace
  {
    using Eigen::Index;

    template <int dim>
    using Points = std::vector<Eigen::Vector<double, dim>>;

    /** A normal of the plane through dim points, of any length. */
    Eigen::Vector2d
    normal_through(const Points<2> &p, const std::array<unsigned int, 2> &i)
    {
      const Eigen::Vector2d t = p[i[1]] - p[i[0]];
      return {t[1], -t[0]};
    }

    Eigen::Vector3d
    normal_through(const Points<3> &p, const std::array<unsigned int, 3> &i)
    {
      return (p[i[1]] - p[i[0]]).cross(p[i[2]] - p[i[0]]);
    }

    /** The vertices of a face by their angle about the normal. */
    template <int dim>
    void
    sort_around(const Points<dim>               &points,
                typename ConvexShape<dim>::Face &face)
    {
      Eigen::Vector<double, dim> centre = Eigen::Vector<double, dim>::Zero();
      for (const unsigned int i : face.vertices)
        centre += points[i] / static_cast<double>(face.vertices.size());
      const Eigen::Vector<double, dim> a = points[face.vertices[0]] - centre;
      const auto                       angle = [&](const unsigned int i) {
        const Eigen::Vector<double, dim> d = points[i] - centre;
        if constexpr (dim == 2) // the normal is on the right
          return face.normal[0] * d[1] - face.normal[1] * d[0];
        else
          return std::atan2(face.normal.dot(a.cross(d)), a.dot(d));
      };
      std::ranges::sort(face.vertices, {}, angle);
    }

    /** The face through these points, if all others are on one side of it. */
    template <int dim>
    std::optional<typename ConvexShape<dim>::Face>
    face_through(const Points<dim>                   &points,
                 const std::array<unsigned int, dim> &corners,
                 const double                         size)
    {
      constexpr double           tolerance = 1e-10;
      Eigen::Vector<double, dim> n         = normal_through(points, corners);
      const double               norm      = n.norm();
      if (!(norm > tolerance * std::pow(size, dim - 1)))
        return {};
      n /= norm;
      double below = 0., above = 0.;
      for (const auto &x : points)
        {
          const double d = n.dot(x - points[corners[0]]);
          below          = std::min(below, d);
          above          = std::max(above, d);
        }
      const double none = tolerance * size;
      if (below < -none && above > none)
        return {};
      if (below >= -none && above <= none)
        throw InputError("Its points are on one line or in one plane.");
      if (above > none)
        n = -n;
      typename ConvexShape<dim>::Face face{n, n.dot(points[corners[0]]), {}};
      for (unsigned int i = 0; i < points.size(); ++i)
        if (std::abs(n.dot(points[i]) - face.offset) <= none)
          face.vertices.push_back(i);
      return face;
    }

    /** Leaves out points that are in the interior of a face, on an edge or
     * twice: those that do not change the hull. */
    template <int dim>
    void
    keep_corners(ConvexShape<dim> &shape)
    {
      for (auto &face : shape.faces)
        {
          sort_around<dim>(shape.vertices, face);
          if constexpr (dim == 2)
            face.vertices = {face.vertices.front(), face.vertices.back()};
          else
            {
              // corners of the face are those that turn left, from one of them
              std::vector<unsigned int> &v    = face.vertices;
              const auto                 turn = [&](const std::size_t a,
                                    const std::size_t b,
                                    const std::size_t c) {
                return face.normal.dot(
                  (shape.vertices[b] - shape.vertices[a])
                    .cross(shape.vertices[c] - shape.vertices[b]));
              };
              const double none =
                1e-10 * (shape.vertices[v[0]] - shape.vertices[v[v.size() / 2]])
                          .squaredNorm();
              for (bool is_less = true; is_less;)
                {
                  is_less = false;
                  for (std::size_t i = 0; i < v.size() && v.size() > 3; ++i)
                    if (turn(v[(i + v.size() - 1) % v.size()],
                             v[i],
                             v[(i + 1) % v.size()]) <= none)
                      {
                        v.erase(v.begin() + static_cast<long>(i));
                        is_less = true;
                        break;
                      }
                }
            }
        }
      std::vector<unsigned int> number(shape.vertices.size(), 0);
      Points<dim>               used;
      for (auto &face : shape.faces)
        for (unsigned int &i : face.vertices)
          {
            if (number[i] == 0)
              {
                used.push_back(shape.vertices[i]);
                number[i] = static_cast<unsigned int>(used.size());
              }
            i = number[i] - 1;
          }
      shape.vertices = used;
    }

    /** The edges of a polytope between its faces. */
    void
    add_edges(ConvexShape<3> &shape)
    {
      for (unsigned int f = 0; f < shape.faces.size(); ++f)
        {
          const auto &v = shape.faces[f].vertices;
          for (std::size_t i = 0; i < v.size(); ++i)
            {
              const unsigned int a = v[i], b = v[(i + 1) % v.size()];
              const auto         found =
                std::ranges::find_if(shape.edges, [&](auto &e) {
                  return e.vertices[0] == b && e.vertices[1] == a;
                });
              if (found == shape.edges.end())
                shape.edges.push_back({{a, b}, {f, f}});
              else
                found->faces[1] = f;
            }
        }
    }
  } // namespace

  template <int dim>
  double
  ConvexShape<dim>::extent() const
  {
    double largest = 0.;
    for (const Vector &x : vertices)
      largest = std::max(largest, x.norm());
    return std::hypot(largest, disc_radius) + radius;
  }

  template <int dim>
  double
  ConvexShape<dim>::inner_radius() const
  {
    if (is_round())
      return radius;
    if (is_cylinder())
      return std::min(disc_radius, vertices[0].norm());
    double smallest = std::numeric_limits<double>::infinity();
    for (const Face &face : faces)
      smallest = std::min(smallest, face.offset);
    return std::max(smallest, 0.);
  }

  template <int dim>
  ConvexShape<dim>
  round_shape(const double length, const double radius)
  {
    using Vector = Eigen::Vector<double, dim>;
    ConvexShape<dim> shape;
    shape.radius = radius;
    if (length > 0.)
      {
        const Vector a = 0.5 * length * Vector::Unit(dim == 2 ? 0 : 2);
        shape.vertices = {-a, a};
        shape.edges    = {{{0, 1}, {0, 0}}};
      }
    else
      shape.vertices = {Vector::Zero()};
    return shape;
  }

  template <int dim>
  ConvexShape<dim>
  box_shape(const Eigen::Vector<double, dim> &edges)
  {
    Points<dim> corners;
    for (unsigned int k = 0; k < (1U << dim); ++k)
      {
        corners.push_back(0.5 * edges);
        for (unsigned int i = 0; i < dim; ++i)
          if (k & (1U << i))
            corners.back()[i] *= -1.;
      }
    return convex_hull<dim>(corners);
  }

  ConvexShape<3>
  cylinder_shape(const double radius, const double length)
  {
    ConvexShape<3> shape = round_shape<3>(length, 0.);
    shape.disc_radius    = radius;
    return shape;
  }

  template <int dim>
  ConvexShape<dim>
  convex_hull(const Points<dim> &points)
  {
    if (points.size() <= dim)
      throw InputError("A hull needs at least " + std::to_string(dim + 1) +
                       " points.");
    if (points.size() > 200)
      throw InputError("A hull may have at most 200 points.");
    double size = 0.;
    for (const auto &x : points)
      size = std::max(size, (x - points[0]).norm());

    ConvexShape<dim> shape;
    shape.vertices = points;
    const auto add = [&](const std::array<unsigned int, dim> &corners) {
      for (const auto &face : shape.faces) // of which it is a part
        if (std::ranges::all_of(corners, [&](const unsigned int i) {
              return std::ranges::find(face.vertices, i) != face.vertices.end();
            }))
          return;
      if (auto face = face_through<dim>(points, corners, size))
        shape.faces.push_back(std::move(*face));
    };
    const auto n = static_cast<unsigned int>(points.size());
    for (unsigned int i = 0; i < n; ++i)
      for (unsigned int j = i + 1; j < n; ++j)
        if constexpr (dim == 2)
          add({i, j});
        else
          for (unsigned int k = j + 1; k < n; ++k)
            add({i, j, k});
    if (shape.faces.size() <= dim)
      throw InputError("Its points are on one line or in one plane.");
    keep_corners(shape);
    if constexpr (dim == 3)
      add_edges(shape);
    return shape;
  }

  // By simplices with the vertices a_i, i = 0, ..., d, about the first vertex:
  // int x x^T dV = V (sum a_i a_i^T + s s^T)/((d + 1)(d + 2)), s = sum a_i.
  template <int dim>
  VolumeMoments<dim>
  volume_moments(const ConvexShape<dim> &shape)
  {
    using Matrix              = Eigen::Matrix<double, dim, dim>;
    using Vector              = Eigen::Vector<double, dim>;
    const Vector       origin = shape.vertices[0];
    VolumeMoments<dim> m;
    const auto         add = [&](const Matrix &a) { // columns; a_0 = 0
      const double V = std::abs(a.determinant()) / (dim == 2 ? 2. : 6.);
      const Vector s = a.rowwise().sum();
      m.volume += V;
      m.centroid += V / (dim + 1) * s;
      m.second +=
        V / ((dim + 1) * (dim + 2)) * (a * a.transpose() + s * s.transpose());
    };
    for (const auto &face : shape.faces)
      {
        Matrix a;
        a.col(0) = shape.vertices[face.vertices[0]] - origin;
        for (std::size_t i = dim - 1; i < face.vertices.size(); ++i)
          {
            if constexpr (dim == 3)
              a.col(1) = shape.vertices[face.vertices[i - 1]] - origin;
            a.col(dim - 1) = shape.vertices[face.vertices[i]] - origin;
            add(a);
          }
      }
    m.centroid /= m.volume;
    m.second -= m.volume * m.centroid * m.centroid.transpose();
    m.centroid += origin;
    return m;
  }

  template <int dim>
  ConvexShape<dim>
  moved(ConvexShape<dim> shape, const Eigen::Vector<double, dim> &d)
  {
    for (auto &x : shape.vertices)
      x += d;
    for (auto &face : shape.faces)
      face.offset += face.normal.dot(d);
    return shape;
  }

  template struct ConvexShape<2>;
  template struct ConvexShape<3>;
  template ConvexShape<2>
  round_shape<2>(double, double);
  template ConvexShape<3>
  round_shape<3>(double, double);
  template ConvexShape<2>
  box_shape<2>(const Eigen::Vector2d &);
  template ConvexShape<3>
  box_shape<3>(const Eigen::Vector3d &);
  template ConvexShape<2>
  convex_hull<2>(const Points<2> &);
  template ConvexShape<3>
  convex_hull<3>(const Points<3> &);
  template VolumeMoments<2>
  volume_moments<2>(const ConvexShape<2> &);
  template VolumeMoments<3>
  volume_moments<3>(const ConvexShape<3> &);
  template ConvexShape<2>
  moved<2>(ConvexShape<2>, const Eigen::Vector2d &);
  template ConvexShape<3>
  moved<3>(ConvexShape<3>, const Eigen::Vector3d &);
} // namespace percuss
