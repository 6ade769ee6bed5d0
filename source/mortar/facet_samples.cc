// SPDX-License-Identifier: Apache-2.0
#include <percuss/mortar/face_normals.h>
#include <percuss/mortar/facet_samples.h>
#include <percuss/mortar/piece_points.h>

#include <boost/container/static_vector.hpp>
#include <Eigen/LU>

#include <algorithm>
#include <cmath>

namespace percuss
{
  namespace
  {
    using Eigen::Matrix4d;
    using Eigen::Vector2d;
    using Eigen::Vector3d;
    using Eigen::Vector4d;

    using FourRows = Eigen::Matrix<double, 4, Eigen::Dynamic, 0, 4, 9>;

    /** The nodes whose functions a face has. */
    boost::container::static_vector<unsigned int, 9>
    nodes_at(const ContactFacets &facets, const std::size_t face)
    {
      if (facets.degree == 2)
        {
          const auto nodes = facets.quadratic_nodes(face);
          return {nodes.begin(), nodes.end()};
        }
      const auto nodes = nodes_of(facets.faces[face]);
      return {nodes.begin(), nodes.end()};
    }
  } // namespace

  void
  FacetSamples::resize(const Eigen::Index n_points)
  {
    n = n_points;
    if (weights.size() >= n)
      return;
    for (Columns<2> *const columns : {&y, &xi})
      columns->resize(2 * n, 2);
    for (Columns<4> *const columns : {&N, &phi})
      columns->resize(2 * n, 4);
    for (Columns<9> *const columns : {&of_master, &of_cell})
      columns->resize(2 * n, 9);
    weights.resize(2 * n);
    room.resize(2 * n, 6);
  }

  /** Sets places and weights in the plane. */
  void
  FacetSamples::set_points(const std::span<const FacetPiece> pieces)
  {
    Eigen::Index k = 0;
    for (std::size_t i = 0; i < pieces.size(); ++i)
      {
        const auto &[end, rule, is_exact] = of_pieces[i];
        for (const auto &[a, to_b, to_c] :
             triangles_of(pieces[i].polygon, is_exact))
          {
            const Vector2d b = to_b - a, c = to_c - a;
            const double   area = 0.5 * cross(b, c);
            for (const auto &[s, t, weight] : rule->points)
              {
                y(k, 0)    = a[0] + s * b[0] + t * c[0];
                y(k, 1)    = a[1] + s * b[1] + t * c[1];
                weights[k] = weight * area;
                ++k;
              }
          }
      }
  }

  /** Sets parameters of points as PlaneFacet::parameters() has them. */
  void
  FacetSamples::set_parameters(const PlaneFacet  &facet,
                               const Eigen::Index first,
                               const Eigen::Index n)
  {
    const auto &corners = facet.corners;
    const auto  segment = [&](auto &columns, const int i) {
      return columns.col(i).segment(first, n);
    };
    const Vector2d e   = corners[1] - corners[0];
    auto           q_0 = segment(room, 0), q_1 = segment(room, 1);
    q_0    = segment(y, 0) - corners[0][0];
    q_1    = segment(y, 1) - corners[0][1];
    auto s = segment(xi, 0), t = segment(xi, 1);
    if (facet.n_nodes == 3)
      {
        const Vector2d f = corners[2] - corners[0];
        const double   J = cross(e, f);
        s                = (q_0 * f[1] - q_1 * f[0]) / J;
        t                = (e[0] * q_1 - e[1] * q_0) / J;
        return;
      }
    const Vector2d f = corners[3] - corners[0];
    const Vector2d d = corners[2] - corners[3] - e;
    const double   a = -cross(e, d);
    auto           b = segment(room, 2), c = segment(room, 3);
    auto           r = segment(room, 4), other = segment(room, 5);
    b        = q_0 * d[1] - q_1 * d[0] - cross(e, f);
    c        = q_0 * f[1] - q_1 * f[0];
    r        = (b * b - 4. * a * c).max(0.).sqrt();
    r        = -0.5 * (b + (b < 0.).select(-r, r));
    s        = c / r;
    other    = r / a; // infinite where a = 0
    s        = ((other - 0.5).abs() < (s - 0.5).abs()).select(other, s);
    auto m_0 = b, m_1 = c;
    m_0 = f[0] + s * d[0];
    m_1 = f[1] + s * d[1];
    t   = (m_0 * (q_0 - s * e[0]) + m_1 * (q_1 - s * e[1])) /
        (m_0 * m_0 + m_1 * m_1);
  }

  /** Sets shape functions. */
  template <class Values>
  void
  FacetSamples::set_values(const unsigned int n_nodes,
                           const Columns<2>  &xi,
                           const Eigen::Index first,
                           const Eigen::Index n,
                           Values            &values)
  {
    const auto s = xi.col(0).segment(first, n);
    const auto t = xi.col(1).segment(first, n);
    const auto N = [&](const int i) { return values.col(i).segment(first, n); };
    if (n_nodes == 3)
      {
        N(0) = 1. - s - t;
        N(1) = s;
        N(2) = t;
        N(3) = 0.;
      }
    else
      {
        N(2) = s * t;
        N(0) = 1. - s - t + N(2);
        N(1) = s - N(2);
        N(3) = t - N(2);
      }
  }

  // Newton's method, from the middle of edges. Where the nodes are in the middle
  // of their edges the first point is the one.
  /** Sets the functions of a cell's face of degree 2, at parameters of its first
   * quarter: at the point of it that is at y. */
  void
  FacetSamples::set_quadratic_values(const QuadraticPlaces &places,
                                     const Eigen::Index     first,
                                     const Eigen::Index     n,
                                     Columns<9>            &values) const
  {
    constexpr unsigned int most_steps = 5;
    const double           rounding   = 1e-14 * (places[2] - places[0]).norm();
    for (Eigen::Index k = first; k < first + n; ++k)
      {
        Vector2d at(0.5 * xi(k, 0), 0.5 * xi(k, 1));
        auto     of_face = quadratic_values(at);
        for (unsigned int step = 0; step < most_steps; ++step)
          {
            Vector2d missing(y(k, 0), y(k, 1));
            for (std::size_t i = 0; i < 9; ++i)
              missing -= of_face[i] * places[i];
            if (missing.norm() <= rounding)
              break;
            Eigen::Matrix2d gradient = Eigen::Matrix2d::Zero();
            for (std::size_t     i = 0;
                 const Vector2d &slope : quadratic_slopes(at))
              gradient += places[i++] * slope.transpose();
            at += gradient.inverse() * missing;
            of_face = quadratic_values(at);
          }
        for (std::size_t i = 0; i < 9; ++i)
          values(k, static_cast<Eigen::Index>(i)) = of_face[i];
      }
  }

  void
  FacetSamples::set(const SlaveFacet                 &slave,
                    const ContactFacets              &master,
                    const std::span<const FacetPiece> pieces)
  {
    Eigen::Index n_points = 0;
    of_pieces.clear();
    for (const FacetPiece &piece : pieces)
      {
        const PointRule rule = quadrature_for(slave, master, piece.master);
        n_points += static_cast<Eigen::Index>(
          triangles_of(piece.polygon, rule.is_exact).size() *
          rule.points->points.size());
        of_pieces.push_back({n_points, rule.points, rule.is_exact});
      }
    resize(n_points);
    set_points(pieces);
    for (Eigen::Index first = 0, i = 0; const OfPiece &of_piece : of_pieces)
      {
        const MasterFacet &facet = pieces[static_cast<std::size_t>(i++)].master;
        const Eigen::Index size  = of_piece.end - first;
        set_parameters(facet.plane, first, size);
        if (master.degree == 2)
          set_quadratic_values(quadratic_places(slave, master, facet.number),
                               first,
                               size,
                               of_master);
        else
          set_values(facet.plane.n_nodes, xi, first, size, of_master);
        first = of_piece.end;
      }
    set_parameters(slave.plane, 0, n);
    set_values(slave.nodes.n_nodes, xi, 0, n, N);
    if (slave.facets.degree == 2)
      set_quadratic_values(quadratic_places(slave, slave.facets, slave.number),
                           0,
                           n,
                           of_cell);

    // from the plane to the face
    const auto normal = [&](const double s, const double t) {
      return Vector3d(slave.axes.transpose() *
                      area_vector(slave.facets, slave.number, {s, t}));
    };
    if (slave.nodes.n_nodes == 3)
      {
        const Vector3d a = normal(0., 0.);
        weights.head(n) *= a.norm() / std::abs(a[2]);
        return;
      }
    // linear in the parameters
    const Vector3d a = normal(0., 0.), by_s = normal(1., 0.) - a,
                   by_t = normal(0., 1.) - a;
    const auto s = xi.col(0).head(n), t = xi.col(1).head(n);
    auto       squares = room.col(0).head(n);
    squares            = 0.;
    for (int i = 0; i < 3; ++i)
      {
        auto part = room.col(1).head(n);
        part      = a[i] + s * by_s[i] + t * by_t[i];
        squares += part * part;
      }
    weights.head(n) *=
      squares.sqrt() / (a[2] + s * by_s[2] + t * by_t[2]).abs();
  }

  /** Sets phi, the first @p n_functions of 1, a, b and a b, where a and b are
   * linear in xi and eta, without mean and correlation over what is covered, of
   * variance 1; false if that is a line but for rounding. @pre weights of sum 1 */
  bool
  FacetSamples::make_uncorrelated(const int n_functions)
  {
    const auto w = weights.head(n).matrix();
    auto       a = phi.col(1).head(n), b = phi.col(2).head(n);
    a                     = xi.col(0).head(n);
    b                     = xi.col(1).head(n);
    const auto take_mean  = [&](auto &x) { x -= w.dot(x.matrix()); };
    const auto covariance = [&](const auto &x, const auto &y) {
      return w.dot((x * y).matrix());
    };
    take_mean(a);
    take_mean(b);
    phi.col(0).head(n) = 1.;
    a *= 1. / std::sqrt(covariance(a, a));
    const double before = std::sqrt(covariance(b, b));
    b -= covariance(a, b) * a;
    const double after = std::sqrt(covariance(b, b));
    b *= 1. / after;
    if (n_functions == 4)
      phi.col(3).head(n) = a * b;
    return after > 1e-10 * before;
  }

  void
  FacetSamples::add_quarter(const SlaveFacet                 &slave,
                            const std::span<const FacetPiece> pieces,
                            QuadraticSums                    &sums)
  {
    const auto weighted = [&](const Eigen::Index first,
                              const Eigen::Index size) {
      return weights.segment(first, size).matrix().asDiagonal() *
             of_cell.middleRows(first, size).matrix();
    };
    const auto of_all = of_cell.topRows(n).matrix();
    sums.add(slave, QuadraticSums::Matrix(of_all.transpose() * weighted(0, n)));
    for (Eigen::Index first = 0, i = 0; const OfPiece &of_piece : of_pieces)
      {
        const Eigen::Index size = of_piece.end - first;
        sums.add(slave,
                 pieces[static_cast<std::size_t>(i++)].master.number,
                 QuadraticSums::Matrix(
                   weighted(first, size).transpose() *
                   of_master.middleRows(first, size).matrix()));
        first = of_piece.end;
      }
  }

  // With the mean Nm_j of N_j = Nm_j sum_i B_ji phi_i and the area A, D_j =
  // A Nm_j and psi_j = sum_i (B^-T)_ji phi_i. The entries of B are of order
  // 1, however small the corner of the face is that is covered.
  void
  FacetSamples::add(const SlaveFacet                 &slave,
                    const ContactFacets              &master,
                    const FacetPieces                &cutter,
                    const std::span<const FacetPiece> pieces,
                    MortarMatrices<3>                &result)
  {
    const auto   n_nodes = static_cast<int>(slave.nodes.n_nodes);
    const double A       = weights.head(n).sum();
    weights.head(n) *= 1. / A;
    Vector4d mean = Vector4d::Ones();
    for (int j = 0; j < n_nodes; ++j)
      mean[j] = weights.head(n).matrix().dot(N.col(j).head(n).matrix());
    if (!make_uncorrelated(n_nodes) || !(mean.minCoeff() > 0.))
      return;
    Matrix4d B = Matrix4d::Identity();
    for (int i = 0; i < n_nodes; ++i)
      {
        phi.col(i).head(n) *= weights.head(n);
        for (int j = 0; j < n_nodes; ++j)
          B(j, i) = N.col(j).head(n).matrix().dot(phi.col(i).head(n).matrix()) /
                    mean[j];
      }
    const Matrix4d dual  = A * B.inverse().transpose();
    const auto    &nodes = slave.nodes.nodes;
    for (int j = 0; j < n_nodes; ++j)
      {
        const unsigned int node = nodes[static_cast<std::size_t>(j)];
        result.D[node] += A * mean[j];
        result.normal[node] +=
          A * mean[j] * slave.normals[static_cast<std::size_t>(j)];
      }
    for (Eigen::Index first = 0, i = 0; const OfPiece &of_piece : of_pieces)
      {
        const std::size_t face =
          pieces[static_cast<std::size_t>(i++)].master.number;
        const auto b      = nodes_at(master, face);
        const auto n_of_b = static_cast<int>(b.size());
        FourRows   of_phi = FourRows::Zero(4, n_of_b);
        Vector4d   sums   = Vector4d::Zero();
        const auto size   = of_piece.end - first;
        for (int k = 0; k < n_nodes; ++k)
          {
            const auto part = phi.col(k).segment(first, size);
            sums[k]         = part.sum();
            for (int l = 0; l < n_of_b; ++l)
              of_phi(k, l) = part.matrix().dot(
                of_master.col(l).segment(first, size).matrix());
          }
        const FourRows M   = dual * of_phi;
        const Vector4d psi = dual * sums;
        for (int j = 0; j < n_nodes; ++j)
          {
            const unsigned int node = nodes[static_cast<std::size_t>(j)];
            result.opposite_normal[node] += psi[j] * cutter.master_normal(face);
            for (int l = 0; l < n_of_b; ++l)
              result.M[node][b[static_cast<std::size_t>(l)]] += M(j, l);
          }
        first = of_piece.end;
      }
  }
} // namespace percuss
