// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_mortar_facet_samples_h
#define percuss_mortar_facet_samples_h

#include <percuss/mortar/facet_pieces.h>
#include <percuss/mortar/mortar_matrices.h>
#include <percuss/mortar/quadratic_sums.h>
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
        std::span<const FacetPiece> pieces);

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
    template <class Values>
    static void
    set_values(unsigned int      n_nodes,
               const Columns<2> &xi,
               Eigen::Index      first,
               Eigen::Index      n,
               Values           &values);
    void
    set_quadratic_values(const QuadraticPlaces &places,
                         Eigen::Index           first,
                         Eigen::Index           n,
                         Columns<9>            &values) const;
    bool
    make_uncorrelated(int n_functions);

    /** The points of a piece. */
    struct OfPiece
    {
      Eigen::Index              end;
      const TriangleQuadrature *rule;
      bool                      is_exact;
    };

    Eigen::Index n = 0;
    Columns<2>   y, xi;              // in the plane, parameters
    Column       weights;            // of the area [m^2], later of sum 1
    Columns<4>   N;                  // of triangles the last one is 0
    Columns<9>   of_master, of_cell; // as many as there are; of degree 2
    Columns<4>   phi;                // see make_uncorrelated()
    Columns<6>   room;
    std::vector<OfPiece> of_pieces;
  };
} // namespace percuss

#endif
