// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_mortar_quadratic_sums_h
#define percuss_mortar_quadratic_sums_h

#include <percuss/mortar/facet_pieces.h>
#include <percuss/mortar/mortar_matrices.h>

#include <array>
#include <vector>

namespace percuss
{
  /** The nodes of a face of a cell of degree 2 in a plane, in the order of
   * ContactFacets::quadratic_nodes() [m]. */
  using QuadraticPlaces = std::array<Eigen::Vector2d, 9>;

  /** Those of a @p face of the slave or master in the plane of a slave's face. */
  QuadraticPlaces
  quadratic_places(const SlaveFacet    &slave,
                   const ContactFacets &facets,
                   std::size_t          face);

  /**
   * The integrals of a face of a slave's cell of degree 2 with its nine
   * functions, over all four quarters,
   *
   *     D_j = int N_j,   psi = D_e (int N N^T)^{-1} N,   M_jb = int psi_j N_b.
   *
   * What it has allocated it keeps from face to face.
   *
   * Equations: doc/theory/mortar_contact.md (2), (7), (13), (15).
   */
  class QuadraticSums
  {
  public:
    using Matrix = Eigen::Matrix<double, 9, 9>;
    using Vector = Eigen::Matrix<double, 9, 1>;

    /** Begins the cell's face that @p first is the first quarter of. */
    void
    start(std::size_t first);

    /** Adds int N N^T of a quarter, and its normals. */
    void
    add(const SlaveFacet &quarter, const Matrix &N_N);

    /** Adds int N N_b^T of a piece of a quarter that sees a face of the master,
     * whose functions N_b are in the order of quadratic_nodes(). */
    void
    add(const SlaveFacet &quarter, std::size_t of_master, const Matrix &N_N_b);

    /** Adds all to the sums of the nodes; false, and nothing, where a D_j is less
     * than a quarter of that of the whole straight face: the weights of what is
     * covered lose their sign. */
    bool
    add_to(const ContactFacets &slave,
           const ContactFacets &master,
           const FacetPieces   &cutter,
           MortarMatrices<3>   &result) const;

  private:
    /** int N N_b^T with a face of the master. */
    struct Part
    {
      std::size_t face;
      Matrix      N_N_b;
    };

    std::size_t                    first = 0;
    Matrix                         mass;
    std::array<Eigen::Vector3d, 9> normals;   // sums
    double                         area = 0.; // of all [m^2]
    std::vector<Part>              parts;
  };
} // namespace percuss

#endif
