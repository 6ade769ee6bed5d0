// SPDX-License-Identifier: Apache-2.0
#include <percuss/algebra/quadrature.h>
#include <percuss/base/tangents.h>
#include <percuss/mortar/face_normals.h>
#include <percuss/mortar/face_tree.h>
#include <percuss/mortar/mortar_matrices.h>
#include <percuss/mortar/polygon.h>

#include <Eigen/LU>

#include <algorithm>
#include <cmath>
#include <limits>

namespace percuss
{
  namespace
  {
    using Eigen::AlignedBox3d;
    using Eigen::Vector2d;
    using Eigen::Vector3d;

    constexpr double least_cosine_in_space =
      0.5;                                     // of faces that see each other
    constexpr double       least_part = 1e-12; // of a face's area: rounding
    constexpr unsigned int n_gauss    = 4;

    /** (dx/dxi) x (dx/deta), twice the area of a triangle. */
    Vector3d
    area_vector(const ContactFacets &facets,
                const std::size_t    f,
                const Vector2d      &xi)
    {
      const auto edge = [&](const unsigned int from, const unsigned int to) {
        return Vector3d(facets.corner(f, to) - facets.corner(f, from));
      };
      if (facets.faces[f].n_nodes == 3)
        return edge(0, 1).cross(edge(0, 2));
      const Vector3d s = (1. - xi[1]) * edge(0, 1) + xi[1] * edge(3, 2);
      const Vector3d t = (1. - xi[0]) * edge(0, 3) + xi[0] * edge(1, 2);
      return s.cross(t);
    }

    /** A face of the slave and the plane that it is projected onto: through its
     * middle, along the mean of its nodes' normals. */
    struct SlaveFacet
    {
      SlaveFacet(const ContactFacets         &facets,
                 const std::vector<Vector3d> &normals, // of its nodes
                 const std::size_t            f)
        : facets(facets)
        , number(f)
        , nodes(facets.faces[f])
        , normals(normals)
      {
        middle.setZero();
        Vector3d n = Vector3d::Zero();
        for (unsigned int i = 0; i < nodes.n_nodes; ++i)
          {
            middle += facets.corner(f, i) / nodes.n_nodes;
            n += normals[i];
          }
        n.normalize();
        const auto t = tangents(n);
        axes << t[0], t[1], n;
        plane.n_nodes = nodes.n_nodes;
        for (unsigned int i = 0; i < nodes.n_nodes; ++i)
          {
            const Vector3d y = local(facets.corner(f, i));
            plane.corners[i] = y.head<2>();
            heights[i]       = y[2];
            highest          = std::max(highest, y[2]);
            polygon.push_back(plane.corners[i]);
          }
        size = std::sqrt(area(polygon));
      }

      /** Coordinates in the plane, and along its normal. */
      Vector3d
      local(const Vector3d &x) const
      {
        return axes.transpose() * (x - middle);
      }

      const ContactFacets         &facets;
      const std::size_t            number;
      const ContactFacets::Face    nodes;
      const std::vector<Vector3d> &normals; // of the nodes
      PlaneFacet                   plane;
      std::array<double, 4>        heights;      // [m]
      double                       highest = 0.; // of them
      Polygon                      polygon;      // plane.corners
      Vector3d                     middle;
      Eigen::Matrix3d              axes;
      double                       size; // a length [m]
    };

    /** A face of the master, projected along the normal of a slave's face. */
    struct MasterFacet
    {
      MasterFacet(const SlaveFacet    &slave,
                  const ContactFacets &facets,
                  const std::size_t    f)
        : number(f)
      {
        plane.n_nodes = facets.faces[f].n_nodes;
        for (unsigned int i = 0; i < plane.n_nodes; ++i)
          {
            const Vector3d y = slave.local(facets.corner(f, i));
            plane.corners[i] = y.head<2>();
            heights[i]       = y[2];
            lowest           = std::min(lowest, y[2]);
            polygon.insert(polygon.begin(), plane.corners[i]);
          }
      }

      std::size_t           number;
      PlaneFacet            plane;
      std::array<double, 4> heights;
      double                lowest = std::numeric_limits<double>::infinity();
      Polygon polygon; // faces see each other's nodes turned round
    };

    double
    height(const PlaneFacet            &plane,
           const std::array<double, 4> &heights,
           const Vector2d              &y)
    {
      const FacetValues N = facet_values(plane.n_nodes, plane.parameters(y));
      double            result = 0.;
      for (unsigned int i = 0; i < plane.n_nodes; ++i)
        result += N[i] * heights[i];
      return result;
    }

    /** From the slave to the master along the normal, negative behind it. */
    double
    distance(const SlaveFacet  &slave,
             const MasterFacet &master,
             const Vector2d    &y)
    {
      return height(master.plane, master.heights, y) -
             height(slave.plane, slave.heights, y);
    }

    /** A part of a slave's face that sees one face of the master. */
    struct Piece
    {
      Polygon     polygon;
      MasterFacet master;
    };

    /** What each face of the master covers, by itself. */
    std::vector<Piece>
    covered_pieces(const SlaveFacet    &slave,
                   const ContactFacets &master,
                   const FaceTree      &tree,
                   const MortarSearch  &search)
    {
      const double depth =
        search.depths.empty() ? slave.size : search.depths[slave.number];
      constexpr double infinity = std::numeric_limits<double>::infinity();
      Vector3d lower{infinity, infinity, -2. * slave.size}, upper = -lower;
      upper[2] = search.reach + slave.highest;
      for (const Vector2d &y : slave.polygon)
        for (unsigned int d = 0; d < 2; ++d)
          {
            lower[d] = std::min(lower[d], y[d]);
            upper[d] = std::max(upper[d], y[d]);
          }
      std::vector<Piece> result;
      for (const std::size_t f :
           tree.near({slave.middle, slave.axes, lower, upper}))
        {
          if (search.is_of_itself && share_node(slave.nodes, master.faces[f]))
            continue;
          if (!(-master.normal(f).dot(slave.axes.col(2)) >
                least_cosine_in_space))
            continue;
          const MasterFacet facet(slave, master, f);
          if (facet.lowest > upper[2])
            continue;
          Polygon common = clip(facet.polygon, slave.polygon);
          // what is far behind is the far side of something
          if (area(common) > least_part * area(slave.polygon) &&
              distance(slave, facet, middle(common)) > -depth)
            result.push_back({std::move(common), facet});
        }
      return result;
    }

    /** The same where several of the faces cover a part: the nearest one. */
    std::vector<Piece>
    nearest_pieces(const SlaveFacet &slave, std::vector<Piece> waiting)
    {
      const double       least = least_part * area(slave.polygon);
      std::vector<Piece> done;
      const auto         leave = [&](const Piece &piece, const Piece &nearer) {
        for (Polygon &part : outside(piece.polygon, nearer.polygon))
          if (area(part) > least)
            waiting.push_back({std::move(part), piece.master});
      };
      std::ranges::reverse(waiting); // to take them in their order
      while (!waiting.empty())
        {
          const Piece piece = std::move(waiting.back());
          waiting.pop_back();
          Vector2d   at;
          const auto both = std::ranges::find_if(done, [&](const Piece &other) {
            const Polygon common = clip(piece.polygon, other.polygon);
            if (!(area(common) > 100. * least))
              return false;
            at = middle(common);
            return true;
          });
          if (both == done.end())
            done.push_back(piece);
          else if (std::abs(distance(slave, both->master, at)) <=
                   std::abs(distance(slave, piece.master, at)))
            leave(piece, *both);
          else
            {
              const Piece other = std::move(*both);
              done.erase(both);
              leave(other, piece);
              waiting.push_back(piece);
            }
        }
      return done;
    }

    /** The least distance of the pieces' corners from the planes of their faces
     * of the master. */
    double
    least_gap(const SlaveFacet         &slave,
              const ContactFacets      &master,
              const std::vector<Piece> &pieces)
    {
      double least = std::numeric_limits<double>::infinity();
      for (const Piece &piece : pieces)
        {
          const double cosine =
            -master.normal(piece.master.number).dot(slave.axes.col(2));
          for (const Vector2d &y : piece.polygon)
            least = std::min(least, cosine * distance(slave, piece.master, y));
        }
      return least;
    }

    /** A point of integration on a slave's face. */
    struct FacetSample
    {
      Vector2d    xi;
      double      weight; // of the area [m^2]
      FacetValues N;
      std::size_t face; // of the master
      FacetValues of_master;
    };

    void
    add_sample(const SlaveFacet         &slave,
               const Piece              &piece,
               const Vector2d           &y,
               const double              weight, // in the plane
               std::vector<FacetSample> &samples)
    {
      const Vector2d    xi    = slave.plane.parameters(y);
      const Vector3d    a     = area_vector(slave.facets, slave.number, xi);
      const PlaneFacet &plane = piece.master.plane;
      samples.push_back({xi,
                         weight * a.norm() / std::abs(a.dot(slave.axes.col(2))),
                         facet_values(slave.nodes.n_nodes, xi),
                         piece.master.number,
                         facet_values(plane.n_nodes, plane.parameters(y))});
    }

    /** Whether shape functions of a face of size @p size are polynomials of its
     * places: of triangles and of parallelograms, but for 1e-13. */
    template <class Corner>
    bool
    is_affine(const unsigned int n_nodes,
              const double       size,
              const Corner      &corner)
    {
      constexpr double nearly = 1e-4;
      return n_nodes == 3 ||
             (corner(0) - corner(1) + corner(2) - corner(3)).norm() <=
               nearly * size;
    }

    /** The number of Gauss' points for the product of a shape function of each
     * side, exact where these are polynomials: of degree 1 on triangles, else of
     * degree 2. */
    unsigned int
    n_gauss_for(const SlaveFacet &slave, const MasterFacet &master)
    {
      const bool is_exact =
        is_affine(slave.nodes.n_nodes,
                  slave.size,
                  [&](const unsigned int i) {
                    return slave.facets.corner(slave.number, i);
                  }) &&
        is_affine(master.plane.n_nodes, slave.size, [&](const unsigned int i) {
          return master.plane.corners[i];
        });
      if (!is_exact)
        return n_gauss;
      return std::max(slave.nodes.n_nodes, master.plane.n_nodes) - 1;
    }

    /** Gauss' points on the triangles of the pieces, y = a + s (b - a) +
     * s t (c - b): n x n of them are exact for polynomials of degree 2 n - 2. */
    std::vector<FacetSample>
    facet_samples(const SlaveFacet &slave, const std::vector<Piece> &pieces)
    {
      static const std::array<LineQuadrature, 3> rules{gauss_quadrature(2),
                                                       gauss_quadrature(3),
                                                       gauss_quadrature(4)};
      std::vector<FacetSample>                   samples;
      for (const Piece &piece : pieces)
        for (std::size_t i = 2; i < piece.polygon.size(); ++i)
          {
            const unsigned int    n     = n_gauss_for(slave, piece.master);
            const LineQuadrature &gauss = rules[n - 2];
            const Vector2d        a     = piece.polygon[0];
            const Vector2d        b     = piece.polygon[i - 1] - a;
            const Vector2d        c = piece.polygon[i] - piece.polygon[i - 1];
            for (unsigned int k = 0; k < n; ++k)
              for (unsigned int l = 0; l < n; ++l)
                {
                  const double s = gauss.points[k];
                  const double w = gauss.weights[k] * gauss.weights[l];
                  add_sample(slave,
                             piece,
                             a + s * (b + gauss.points[l] * c),
                             w * s * cross(b, c),
                             samples);
                }
          }
      return samples;
    }

    /** Polynomials 1, xi, eta, of quadrilaterals xi eta at the samples (rows),
     * made orthonormal in the mean over what is covered; empty if that is a line
     * but for rounding. */
    Eigen::MatrixXd
    orthonormal(const std::vector<FacetSample> &samples,
                const Eigen::VectorXd          &weights, // of sum 1
                const unsigned int              n)
    {
      Vector2d mean = Vector2d::Zero();
      for (std::size_t k = 0; k < samples.size(); ++k)
        mean += weights[static_cast<Eigen::Index>(k)] * samples[k].xi;
      Eigen::MatrixXd phi(weights.size(), n);
      for (Eigen::Index k = 0; k < weights.size(); ++k)
        {
          const Vector2d xi = samples[static_cast<std::size_t>(k)].xi - mean;
          phi.row(k).head<3>() << 1., xi[0], xi[1];
          if (n == 4)
            phi(k, 3) = xi[0] * xi[1];
        }
      const auto product = [&](const Eigen::Index i, const Eigen::Index j) {
        return weights.dot(phi.col(i).cwiseProduct(phi.col(j)));
      };
      for (Eigen::Index i = 1; i < n; ++i)
        {
          const double before = std::sqrt(product(i, i));
          for (unsigned int pass = 0; pass < 2; ++pass)
            for (Eigen::Index j = 0; j < i; ++j)
              phi.col(i) -= product(i, j) * phi.col(j);
          const double norm = std::sqrt(product(i, i));
          if (!(norm > 1e-10 * before))
            return {};
          phi.col(i) /= norm;
        }
      return phi;
    }

    // With the mean Nm_j of N_j = Nm_j sum_i B_ji phi_i and the area A, D_j =
    // A Nm_j and psi_j = sum_i (B^-T)_ji phi_i. The entries of B are of order
    // 1, however small the corner of the face is that is covered.
    void
    add_facet(const SlaveFacet               &slave,
              const ContactFacets            &master,
              const std::vector<FacetSample> &samples,
              MortarMatrices<3>              &result)
    {
      const unsigned int n = slave.nodes.n_nodes;
      Eigen::VectorXd    w(static_cast<Eigen::Index>(samples.size()));
      Eigen::MatrixXd    N(w.size(), n);
      for (Eigen::Index k = 0; k < w.size(); ++k)
        {
          const FacetSample &sample = samples[static_cast<std::size_t>(k)];
          w[k]                      = sample.weight;
          for (unsigned int j = 0; j < n; ++j)
            N(k, j) = sample.N[j];
        }
      const double A = w.sum();
      w /= A;
      const Eigen::VectorXd mean = N.transpose() * w;
      const Eigen::MatrixXd phi  = orthonormal(samples, w, n);
      if (phi.size() == 0 || !(mean.minCoeff() > 0.))
        return;
      const Eigen::MatrixXd B = mean.cwiseInverse().asDiagonal() *
                                (N.transpose() * w.asDiagonal() * phi);
      const Eigen::MatrixXd psi = phi * B.inverse();
      for (unsigned int j = 0; j < n; ++j)
        {
          const unsigned int node = slave.nodes.nodes[j];
          auto              &row  = result.M[node];
          result.D[node] += A * mean[j];
          result.normal[node] += A * mean[j] * slave.normals[j];
          for (std::size_t k = 0; k < samples.size();)
            {
              const std::size_t face = samples[k].face;
              FacetValues       M{}; // of the samples of one piece
              double            sum = 0.;
              for (; k < samples.size() && samples[k].face == face; ++k)
                {
                  const double weight =
                    samples[k].weight * psi(static_cast<Eigen::Index>(k), j);
                  sum += weight;
                  for (unsigned int i = 0; i < 4; ++i)
                    M[i] += weight * samples[k].of_master[i];
                }
              result.opposite_normal[node] += sum * master.normal(face);
              const auto &b = master.faces[face];
              for (unsigned int i = 0; i < b.n_nodes; ++i)
                row[b.nodes[i]] += M[i];
            }
        }
    }


    AlignedBox3d
    box_of(const ContactFacets &facets, const std::size_t f)
    {
      AlignedBox3d box;
      for (unsigned int i = 0; i < facets.faces[f].n_nodes; ++i)
        box.extend(facets.corner(f, i));
      return box;
    }

    AlignedBox3d
    extended(const AlignedBox3d &box, const double by)
    {
      if (box.isEmpty())
        return box;
      const Vector3d d = Vector3d::Constant(by);
      return AlignedBox3d(box.min() - d, box.max() + d);
    }
  } // namespace

  std::vector<double>
  nodal_areas(const ContactFacets &facets)
  {
    static const LineQuadrature gauss = gauss_quadrature(n_gauss);
    std::vector<double>         areas(facets.nodes.size(), 0.);
    for (std::size_t f = 0; f < facets.faces.size(); ++f)
      for (unsigned int k = 0; k < n_gauss; ++k)
        for (unsigned int l = 0; l < n_gauss; ++l)
          {
            const double       s = gauss.points[k], t = gauss.points[l];
            const unsigned int n = facets.faces[f].n_nodes;
            const Vector2d     xi =
              n == 3 ? Vector2d(s * (1. - t), s * t) : Vector2d(s, t);
            const double w = gauss.weights[k] * gauss.weights[l] *
                             (n == 3 ? s : 1.) *
                             area_vector(facets, f, xi).norm();
            const FacetValues N = facet_values(n, xi);
            for (unsigned int j = 0; j < n; ++j)
              areas[facets.faces[f].nodes[j]] += w * N[j];
          }
    return areas;
  }

  std::vector<MortarRow<3>>
  mortar_rows(const ContactFacets &slave,
              const ContactFacets &master,
              const MortarSearch  &search)
  {
    const auto   normals = face_normals(slave);
    AlignedBox3d all;
    double       longest = 0.; // diagonal of a box
    for (std::size_t f = 0; f < slave.faces.size(); ++f)
      {
        const AlignedBox3d box = box_of(slave, f);
        all.extend(box);
        longest = std::max(longest, box.diagonal().norm());
      }
    const double   far = search.reach + 2. * longest; // more than prisms reach
    const FaceTree tree(master, extended(all, far));
    const AlignedBox3d seen = extended(tree.extent(), far);
    MortarMatrices<3>  matrices(slave.nodes.size());
    matrices.whole = nodal_areas(slave);
    for (std::size_t f = 0; f < slave.faces.size(); ++f)
      {
        if (!seen.intersects(box_of(slave, f)))
          continue;
        const SlaveFacet facet(slave, normals[f], f);
        const auto       pieces =
          nearest_pieces(facet, covered_pieces(facet, master, tree, search));
        const auto samples = facet_samples(facet, pieces);
        if (samples.empty())
          continue;
        add_facet(facet, master, samples, matrices);
        const double gap = least_gap(facet, master, pieces);
        for (const unsigned int node : nodes_of(slave.faces[f]))
          matrices.least_gap[node] = std::min(matrices.least_gap[node], gap);
      }
    return matrices.rows();
  }
} // namespace percuss
