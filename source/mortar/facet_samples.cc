// SPDX-License-Identifier: Apache-2.0
#include <percuss/mortar/face_normals.h>
#include <percuss/mortar/facet_samples.h>
#include <percuss/mortar/piece_points.h>

#include <boost/container/static_vector.hpp>
#include <Eigen/LU>

#include <algorithm>
#include <limits>

namespace percuss
{
  namespace
  {
    using Eigen::Matrix4d;
    using Eigen::Vector2d;
    using Eigen::Vector3d;
    using Eigen::Vector4d;

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

    PlaneCorners
    corners_of(const PlaneFacet &facet)
    {
      return {facet.corners[0].data(), facet.n_nodes};
    }

    /** A number of points and those that fill them up. */
    std::size_t
    filled_up(const std::size_t n_points)
    {
      constexpr std::size_t n = PointRows::most_lanes;
      return (n_points + n - 1) / n * n;
    }

    /** That of a slave's face, along its axes. */
    AreaVector
    area_vector_of(const SlaveFacet &slave)
    {
      const auto at = [&](const double xi, const double eta) {
        return Vector3d(slave.axes.transpose() *
                        area_vector(slave.facets, slave.number, {xi, eta}));
      };
      const Vector3d a = at(0., 0.);
      Vector3d       b = Vector3d::Zero(), c = b;
      if (slave.nodes.n_nodes == 4)
        {
          b = at(1., 0.) - a;
          c = at(0., 1.) - a;
        }
      return {{a[0], a[1], a[2]}, {b[0], b[1], b[2]}, {c[0], c[1], c[2]}};
    }
  } // namespace

  double
  FacetSamples::height_at(const PointRows::Row         functions,
                          const std::size_t            point,
                          const std::array<double, 4> &of_nodes) const
  {
    double result = 0.;
    for (int i = 0; const double height : of_nodes)
      result += rows(functions + i++)[point] * height;
    return result;
  }

  /** Sets places and weights in the plane. */
  void
  FacetSamples::set_points(const std::span<const FacetPiece> pieces)
  {
    double *const y_0 = rows(PointRows::y_0), *const y_1 = rows(PointRows::y_1);
    double *const weights = rows(PointRows::weight);
    for (std::size_t i = 0; i < pieces.size(); ++i)
      {
        const auto &[range, first_corner, rule, is_exact, cosine] =
          of_pieces[i];
        std::size_t k = range.begin;
        for (const auto &[a, to_b, to_c] :
             triangles_of(pieces[i].polygon, is_exact))
          {
            const Vector2d b = to_b - a, c = to_c - a;
            const double   area = 0.5 * cross(b, c);
            for (const auto &[s, t, weight] : rule->points)
              {
                y_0[k]     = a[0] + s * b[0] + t * c[0];
                y_1[k]     = a[1] + s * b[1] + t * c[1];
                weights[k] = weight * area;
                ++k;
              }
          }
        const Polygon &corners = pieces[i].polygon;
        for (; k < range.end; ++k)
          {
            const std::size_t corner = k - first_corner;
            const Vector2d   &x = corners[corner < corners.size() ? corner : 0];
            y_0[k]              = x[0];
            y_1[k]              = x[1];
            weights[k]          = 0.;
          }
      }
  }

  // Newton's method, from the middle of edges. Where the nodes are in the middle
  // of their edges the first point is the one.
  /** Sets the functions of a cell's face of degree 2, at parameters of its first
   * quarter: at the point of it that is at y. */
  void
  FacetSamples::set_quadratic_values(const QuadraticPlaces &places,
                                     const OfPiece         &piece,
                                     const PointRows::Row   values) const
  {
    constexpr unsigned int most_steps = 5;
    const double           rounding   = 1e-14 * (places[2] - places[0]).norm();
    const double *const y_0           = rows(PointRows::y_0), *const y_1 =
                                                      rows(PointRows::y_1);
    const double *const xi = rows(PointRows::xi), *const eta =
                                                    rows(PointRows::eta);
    for (std::size_t k = piece.range.begin; k < piece.first_corner; ++k)
      {
        Vector2d at(0.5 * xi[k], 0.5 * eta[k]);
        auto     of_face = quadratic_values(at);
        for (unsigned int step = 0; step < most_steps; ++step)
          {
            Vector2d missing(y_0[k], y_1[k]);
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
        for (int i = 0; const double value : of_face)
          rows(values + i++)[k] = value;
      }
    for (int i = 0; i < 9; ++i)
      std::fill(rows(values + i) + piece.first_corner,
                rows(values + i) + piece.range.end,
                0.);
  }

  void
  FacetSamples::set(const SlaveFacet                 &slave,
                    const ContactFacets              &master,
                    const FacetPieces                &cutter,
                    const std::span<const FacetPiece> pieces)
  {
    of_pieces.clear();
    for (const FacetPiece &piece : pieces)
      {
        const PointRule   rule  = quadrature_for(slave, master, piece.master);
        const std::size_t begin = all().end;
        const std::size_t first_corner =
          begin + triangles_of(piece.polygon, rule.is_exact).size() *
                    rule.points->points.size();
        of_pieces.push_back(
          {{begin, filled_up(first_corner + piece.polygon.size())},
           first_corner,
           rule.points,
           rule.is_exact,
           -cutter.master_normal(piece.master.number).dot(slave.axes.col(2))});
      }
    rows = room.rows(all().end);
    set_points(pieces);
    set_master_values(slave, master, pieces);
    set_slave_values(slave, pieces);
    kernels.weigh(rows, all(), area_vector_of(slave));
  }

  void
  FacetSamples::set_master_values(const SlaveFacet                 &slave,
                                  const ContactFacets              &master,
                                  const std::span<const FacetPiece> pieces)
  {
    heights.clear();
    for (std::size_t i = 0; i < pieces.size(); ++i)
      {
        const OfPiece     &of_piece = of_pieces[i];
        const MasterFacet &facet    = pieces[i].master;
        kernels.place(rows,
                      of_piece.range,
                      corners_of(facet.plane),
                      PointRows::master);
        for (std::size_t corner = 0; corner < pieces[i].polygon.size();
             ++corner)
          heights.push_back(height_at(PointRows::master,
                                      of_piece.first_corner + corner,
                                      facet.heights));
        if (master.degree == 2)
          set_quadratic_values(quadratic_places(slave, master, facet.number),
                               of_piece,
                               PointRows::master);
      }
  }

  void
  FacetSamples::set_slave_values(const SlaveFacet                 &slave,
                                 const std::span<const FacetPiece> pieces)
  {
    kernels.place(rows, all(), corners_of(slave.plane), PointRows::N);
    gap            = std::numeric_limits<double>::infinity();
    auto of_master = heights.begin();
    for (std::size_t i = 0; i < pieces.size(); ++i)
      for (std::size_t corner = 0; corner < pieces[i].polygon.size(); ++corner)
        gap = std::min(gap,
                       of_pieces[i].cosine *
                         (*of_master++ -
                          height_at(PointRows::N,
                                    of_pieces[i].first_corner + corner,
                                    slave.heights)));
    if (slave.facets.degree == 2)
      for (const QuadraticPlaces places =
             quadratic_places(slave, slave.facets, slave.number);
           const OfPiece &piece : of_pieces)
        set_quadratic_values(places, piece, PointRows::cell);
  }

  void
  FacetSamples::add_quarter(const SlaveFacet                 &slave,
                            const std::span<const FacetPiece> pieces,
                            QuadraticSums                    &sums)
  {
    const auto columns = [&](const int row, const PointRange &range) {
      return Eigen::Map<const Eigen::MatrixXd, 0, Eigen::OuterStride<>>(
        rows(row) + range.begin,
        static_cast<Eigen::Index>(range.end - range.begin),
        row == PointRows::weight ? 1 : 9,
        Eigen::OuterStride<>(static_cast<Eigen::Index>(rows.stride)));
    };
    const auto product = [&](const int row, const PointRange &range) {
      return QuadraticSums::Matrix(
        columns(PointRows::cell, range).transpose() *
        columns(PointRows::weight, range).col(0).asDiagonal() *
        columns(row, range));
    };
    sums.add(slave, product(PointRows::cell, all()));
    for (std::size_t i = 0; i < pieces.size(); ++i)
      sums.add(slave,
               pieces[i].master.number,
               product(PointRows::master, of_pieces[i].range));
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
    const auto n_nodes = static_cast<int>(slave.nodes.n_nodes);
    DualSums   of_face;
    if (!kernels.dual(rows, all(), n_nodes, of_face) ||
        !(*std::min_element(of_face.mean, of_face.mean + n_nodes) > 0.))
      return;
    Matrix4d B = Matrix4d::Identity();
    for (int j = 0; j < n_nodes; ++j)
      for (int i = 0; i < n_nodes; ++i)
        B(j, i) = of_face.B[j][i];
    const Matrix4d dual  = of_face.area * B.inverse().transpose();
    const auto    &nodes = slave.nodes.nodes;
    for (int j = 0; j < n_nodes; ++j)
      {
        const unsigned int node = nodes[static_cast<std::size_t>(j)];
        const double       D    = of_face.area * of_face.mean[j];
        result.D[node] += D;
        result.normal[node] += D * slave.normals[static_cast<std::size_t>(j)];
      }
    for (std::size_t i = 0; i < pieces.size(); ++i)
      {
        const std::size_t face     = pieces[i].master.number;
        const auto        of_nodes = nodes_at(master, face);
        PieceSums         of_piece;
        kernels.sum(rows,
                    of_pieces[i].range,
                    master.degree == 2 ? 9 : 4,
                    of_piece);
        const Vector4d psi = dual * Eigen::Map<const Vector4d>(of_piece.phi);
        for (int j = 0; j < n_nodes; ++j)
          result.opposite_normal[nodes[static_cast<std::size_t>(j)]] +=
            psi[j] * cutter.master_normal(face);
        for (std::size_t b = 0; b < of_nodes.size(); ++b)
          {
            const Vector4d M =
              dual * Eigen::Map<const Vector4d>(of_piece.product[b]);
            for (int j = 0; j < n_nodes; ++j)
              result.M[nodes[static_cast<std::size_t>(j)]][of_nodes[b]] += M[j];
          }
      }
  }
} // namespace percuss
