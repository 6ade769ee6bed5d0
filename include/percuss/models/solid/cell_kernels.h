// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_solid_cell_kernels_h
#define percuss_models_solid_cell_kernels_h

#include <vector>

namespace percuss
{
  /**
   * Cells of one rank in batches, one cell in each SIMD lane, the lanes of a
   * number side by side. What fills the last batch up has no volume.
   */
  struct CellBatches
  {
    unsigned int n = 0; ///< batches
    /** Local number of the first component of a node, the others follow it:
     * [batch][node][lane], the nodes in lexicographic order, x first; those of
     * triangles and tetrahedra in the order of the unit cell. */
    const unsigned int *first_dof = nullptr;
    /** Lamé's constants [Pa]: [batch][2][lane]. */
    const double *lame = nullptr;
    /** dxi_j/dX_J, J first, and the volume [m^3]: [batch][point][dim^2 +
     * 1][lane]. Of affine cells, which are the image of the unit cell by an affine
     * map, one set for all points, with the volume of the cell; of others the
     * volume of a point. */
    const double *geometry = nullptr;
    /** 1/r of axisymmetric bodies [1/m]: [batch][point][lane]. */
    const double *inverse_radius = nullptr;
  };

  /** All cells of a rank. */
  struct CellsOfRank
  {
    CellBatches affine, general;
  };

  /**
   * The sums over cells of an explicit step, in all lanes at a time, for one
   * dimension, degree and law, with degree + 1 points of Gauss per direction:
   * derivatives by sum factorization, [1]; of triangles and tetrahedra with the
   * constant strain at one point, three in axisymmetric bodies. q, y, s, z are
   * the local entries of the vectors, ghosts included.
   *
   * 1. S. A. Orszag, Spectral methods for problems in complex geometries,
   *    J. Comput. Phys. 37 (1980) 70-92; in lanes: M. Kronbichler, K. Kormann, A
   *    generic interface for parallel cell-based finite element operator
   *    application, Comput. Fluids 63 (2012) 135-147.
   */
  struct CellKernels
  {
    unsigned int n_lanes;

    /** s += dV/dq, of the linear law K q. False where J <= 0 at a point; then s
     * is of no use. */
    bool (*add_force)(const CellsOfRank &cells, const double *q, double *s);

    /** z += K(q) y. Null in the linear law. @pre J > 0 */
    void (*add_product)(const CellsOfRank &cells,
                        const double      *q,
                        const double      *y,
                        double            *z);

    /** V(q) [J], NaN where J <= 0. Null in the linear law. */
    double (*strain_energy)(const CellsOfRank &cells, const double *q);

    /** The largest |skew part of the mean of grad u|^2 of a cell, twice the
     * square of its rotation where that is small. */
    double (*largest_rotation)(const CellsOfRank &cells, const double *q);
  };

  /** What a kernel is compiled for. */
  enum class CellShape
  {
    cube,   ///< quadrilaterals and hexahedra
    simplex ///< triangles and tetrahedra
  };

  /** The same. */
  enum class CellLaw
  {
    linear,
    linear_axisymmetric,
    st_venant_kirchhoff,
    neo_hookean
  };

  /** The kernels that this processor runs fastest.
   * @pre dim = 2, 3; degree = 1, 2, of simplices 1; the axisymmetric law in 2-D
   * only. */
  CellKernels
  cell_kernels(int          dim,
               unsigned int degree,
               CellLaw      law,
               CellShape    shape = CellShape::cube);

  /** Those for every instruction set that this processor has, slowest first:
   * they differ by the rounding of sums. */
  std::vector<CellKernels>
  all_cell_kernels(int          dim,
                   unsigned int degree,
                   CellLaw      law,
                   CellShape    shape = CellShape::cube);
} // namespace percuss

#endif
