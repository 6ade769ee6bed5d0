// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_mortar_facet_samples_h
#define percuss_mortar_facet_samples_h

#include <percuss/mortar/facet_pieces.h>
#include <percuss/mortar/mortar_matrices.h>
#include <percuss/mortar/triangle_quadrature.h>

#include <span>
#include <utility>
#include <vector>

namespace percuss
{
  /**
   * The integrals of a slave's face over its pieces, D_j, M_jb and - int psi_j
   * n_f, by points on the triangles of each: 3 where both faces are triangles, 6
   * where they are parallelograms or have a corner that is out of its place by
   * less than 1e-4 of a face, else 12. What it has allocated it keeps from face
   * to face.
   *
   * Equations: doc/theory/mortar_contact.md (1), (2), (4), (7).
   */
  class FacetSamples
  {
  public:
    /** Sets the points of the @p pieces of a face. */
    void
    set(const SlaveFacet &slave, std::span<const FacetPiece> pieces);

    /** Adds the integrals of the face of set() to the sums of its nodes. */
    void
    add(const SlaveFacet           &slave,
        const ContactFacets        &master,
        const FacetPieces          &cutter,
        std::span<const FacetPiece> pieces,
        MortarMatrices<3>          &result);

  private:
    using Column = Eigen::Array<double, Eigen::Dynamic, 1>;

    /** Numbers of points, those of a point in a row. */
    template <int n>
    using Columns = Eigen::Array<double, Eigen::Dynamic, n>;

    void
    resize(Eigen::Index n_points);
    void
    set_points(std::span<const FacetPiece> pieces);
    void
    set_parameters(const PlaneFacet &facet, Eigen::Index first, Eigen::Index n);
    static void
    set_values(unsigned int      n_nodes,
               const Columns<2> &xi,
               Eigen::Index      first,
               Eigen::Index      n,
               Columns<4>       &values);
    bool
    make_orthonormal(int n_functions);

    Eigen::Index n = 0;
    Columns<2>   y, xi;        // in the plane, parameters
    Column       weights;      // of the area [m^2], later of sum 1
    Columns<4>   N, of_master; // of triangles the last one is 0
    Columns<4>   phi;          // see make_orthonormal()
    Columns<6>   room;
    std::vector<std::pair<Eigen::Index, const TriangleQuadrature *>>
      of_pieces; // the end of the points of each
  };
} // namespace percuss

#endif
