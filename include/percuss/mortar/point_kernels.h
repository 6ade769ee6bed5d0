// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_mortar_point_kernels_h
#define percuss_mortar_point_kernels_h

#include <cstddef>
#include <vector>

namespace percuss
{
  /**
   * Points on the pieces of a slave's face, numbers of a kind one after the
   * other. Those of a piece begin at a multiple of most_lanes and are filled up to
   * one with points of weight 0.
   */
  struct PointRows
  {
    static constexpr std::size_t most_lanes = 8;

    enum Row
    {
      y_0, ///< place in the plane [m]
      y_1,
      xi, ///< parameters of the slave's face
      eta,
      weight, ///< of the area [m^2], of PointKernels::dual on of sum 1
      N,      ///< functions of the slave's nodes, of triangles the last is 0
      phi    = N + 4,   ///< see PointKernels::dual
      master = phi + 4, ///< functions of the master's nodes, 4 or of degree 2 9
      cell   = master + 9, ///< of degree 2, those of the slave's cell's face, 9
      n_rows = cell + 9
    };

    double *
    operator()(const int row) const
    {
      return numbers + static_cast<std::size_t>(row) * stride;
    }

    double     *numbers = nullptr; // at a multiple of 64 bytes
    std::size_t stride  = 0;       // of rows: a multiple of most_lanes
  };

  /** Some of the points, and those that fill them up. */
  struct PointRange
  {
    std::size_t begin, end; ///< multiples of most_lanes
  };

  /** Room for PointRows. */
  class PointRoom
  {
  public:
    /** For @p n_points of all pieces with those that fill them up; what there was
     * is lost. */
    PointRows
    rows(const std::size_t n_points)
    {
      const std::size_t n_lines =
        (n_points + PointRows::most_lanes - 1) / PointRows::most_lanes;
      if (lines.size() < n_lines * PointRows::n_rows)
        lines.resize(2 * n_lines * PointRows::n_rows);
      return {lines.empty() ? nullptr : lines.front().numbers,
              n_lines * PointRows::most_lanes};
    }

  private:
    struct alignas(64) Line
    {
      double numbers[PointRows::most_lanes];
    };
    std::vector<Line> lines;
  };

  /** Corners x_0, y_0, x_1, ... of a face in a plane, and how many. */
  struct PlaneCorners
  {
    const double *corners;
    unsigned int  n_nodes; ///< 3 or 4
  };

  /** (dx/dxi) x (dx/deta) of a face, a + xi b + eta c, along two axes in a plane
   * and across it [m^2]. */
  struct AreaVector
  {
    double a[3], b[3], c[3];
  };

  /** Functions with mean and correlation, see PointKernels::dual. */
  struct DualSums
  {
    double area;    ///< A [m^2]
    double mean[4]; ///< Nm_j of N_j
    double B[4][4]; ///< N_j = Nm_j sum_i B_ji phi_i
  };

  /** int phi_i and int phi_i N_b of a piece over A. */
  struct PieceSums
  {
    double phi[4];
    double product[9][4]; ///< [b][i]
  };

  /**
   * What a slave's face does at all of its points, with vectors of the processor.
   *
   * Equations: doc/theory/mortar_contact.md (2), (3).
   */
  struct PointKernels
  {
    unsigned int n_lanes;

    /** Parameters of y as PlaneFacet::parameters() has them, to the rows xi and
     * eta, and shape functions there to four rows from @p values on. */
    void (*place)(const PointRows    &rows,
                  const PointRange   &range,
                  const PlaneCorners &face,
                  int                 values);

    /** Weights of the plane times the area of the face over its projection. */
    void (*weigh)(const PointRows  &rows,
                  const PointRange &range,
                  const AreaVector &area);

    /**
     * Weights of sum 1, and w phi_i, where phi are the first @p n_functions of 1,
     * xi, eta and xi eta made orthonormal in the mean over what is covered; false
     * if that is a line but for rounding.
     */
    bool (*dual)(const PointRows  &rows,
                 const PointRange &range,
                 int               n_functions,
                 DualSums         &sums);

    /** Of a piece with @p n_functions of the master, 4 or 9, after dual. */
    void (*sum)(const PointRows  &rows,
                const PointRange &range,
                int               n_functions,
                PieceSums        &sums);
  };

  /** Those of all vectors that this processor has, the widest last. */
  std::vector<PointKernels>
  all_point_kernels();

  /** Those of the widest vectors. */
  const PointKernels &
  point_kernels();
} // namespace percuss

#endif
