// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_mortar_facet_samples_h
#define percuss_mortar_facet_samples_h

#include <percuss/mortar/facet_pieces.h>
#include <percuss/mortar/mortar_matrices.h>
#include <percuss/mortar/point_kernels.h>
#include <percuss/mortar/quadratic_sums.h>
#include <percuss/mortar/triangle_quadrature.h>

#include <array>
#include <span>
#include <vector>

namespace percuss
{
  /**
   * The integrals of a slave's face over its pieces, D_j, M_jb and - int psi_j
   * n_f, by points on the triangles of each: 3 where both faces are triangles, 6
   * where they are parallelograms or have a corner that is out of its place by
   * less than 1e-4 of a face, else 12, of degree 2 always 16. What it has
   * allocated it keeps from face to face.
   *
   * Both sides have one degree. Of degree 2 a piece is a part of a quarter of a
   * face of a cell. Functions there are those of the point of the cell's face
   * above it: sum_j N_j y_j is the point in the plane.
   *
   * Equations: doc/theory/mortar_contact.md (1), (2), (4), (7), (14).
   */
  class FacetSamples
  {
  public:
    /** Sets the points of the @p pieces of a face, which see the @p master. */
    void
    set(const SlaveFacet           &slave,
        const ContactFacets        &master,
        const FacetPieces          &cutter,
        std::span<const FacetPiece> pieces);

    /** The least distance of the pieces' corners from the planes of the master's
     * faces [m]; infinite without pieces. */
    double
    least_gap() const
    {
      return gap;
    }

    /** Adds the integrals of the face of set(), a quarter, with the quadratic
     * functions of its cell's face. @pre before add() */
    void
    add_quarter(const SlaveFacet           &slave,
                std::span<const FacetPiece> pieces,
                QuadraticSums              &sums);

    /** Adds the integrals of the face of set() to the sums of its nodes, with
     * psi_j dual to the functions of this face, of degree 2 those of its four
     * corners. */
    void
    add(const SlaveFacet           &slave,
        const ContactFacets        &master,
        const FacetPieces          &cutter,
        std::span<const FacetPiece> pieces,
        MortarMatrices<3>          &result);

  private:
    /** The points of a piece: those of its rule, then its corners, of weight 0. */
    struct OfPiece
    {
      PointRange                range;
      std::size_t               first_corner;
      const TriangleQuadrature *rule;
      bool                      is_exact;
      double                    cosine; ///< of the faces' normals
    };

    double
    height_at(PointRows::Row               functions,
              std::size_t                  point,
              const std::array<double, 4> &of_nodes) const;
    void
    set_points(std::span<const FacetPiece> pieces);
    void
    set_master_values(const SlaveFacet           &slave,
                      const ContactFacets        &master,
                      std::span<const FacetPiece> pieces);
    void
    set_slave_values(const SlaveFacet           &slave,
                     std::span<const FacetPiece> pieces);
    void
    set_quadratic_values(const QuadraticPlaces &places,
                         const OfPiece         &piece,
                         PointRows::Row         values) const;

    /** Those of all pieces. */
    PointRange
    all() const
    {
      return {0, of_pieces.empty() ? 0 : of_pieces.back().range.end};
    }

    const PointKernels  &kernels = point_kernels();
    PointRoom            room;
    PointRows            rows;
    std::vector<OfPiece> of_pieces;
    std::vector<double>  heights; // of the master above corners [m]
    double               gap = 0.;
  };
} // namespace percuss

#endif
