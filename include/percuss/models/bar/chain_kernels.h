// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_bar_chain_kernels_h
#define percuss_models_bar_chain_kernels_h

#include <cstddef>
#include <vector>

namespace percuss
{
  /**
   * Nodes of a chain, each coupled with its neighbours, dealt to the lanes of a
   * processor: n_rows nodes in each lane, between two separators,
   *
   *     separator 0, lane 0, separator 1, lane 1, ..., separator n_lanes.
   *
   * All arrays have the lanes of a number side by side, [row][lane]. Rows 1 to
   * n_rows are the nodes of the lanes; row 0 is the separator on the left, row
   * n_rows + 1 that on the right of each lane: separators between lanes are
   * there twice. Element r lies between rows r - 1 and r.
   *
   * S of a step is L D L^T in each lane, from the left, and the coupling with
   * the separators: those on the right by element n_rows + 1, those on the left
   * by the spike D^{-1} L^{-1} s, s = (S_10, 0, ..., 0)^T, which is zero beyond
   * some row where it falls below rounding.
   *
   * Where a bar is uniform, so are its rows beyond some row, where the pivots
   * have come to their limit: they have the coefficients `same`, and what arrays
   * have there is not read.
   */
  struct ChainPart
  {
    /** Coefficients of rows begin, ..., end - 1 in all lanes, with the element
     * and the entry of L on their right; begin > n_spike. */
    struct Same
    {
      std::size_t begin = 1, end = 1;
      double stiffness = 0., coupling = 0., lower = 0., mass = 0., load = 0.,
             inverse_pivot = 0.;
    };

    std::size_t n_rows  = 0; ///< nodes of each lane
    std::size_t n_spike = 0; ///< rows 1 to n_spike have a spike

    // rows 0 to n_rows + 2; zero where there is no element
    const double *stiffness = nullptr; ///< of elements, k > 0 [N/m]
    const double *coupling  = nullptr; ///< M_(r-1)r [kg]
    const double *lower     = nullptr; ///< L_r(r-1), r > 1

    // rows 0 to n_rows + 1; of separators that are there twice, once
    const double *mass = nullptr; ///< M_rr [kg]
    const double *load = nullptr; ///< constant loads [N], or none

    const double *inverse_pivot = nullptr; ///< 1/D_rr
    const double *spike         = nullptr;

    Same same;

    double *q = nullptr; ///< displacements [m]
    double *v = nullptr; ///< velocities [m/s]
    double *a = nullptr; ///< of the alpha-family [m/s^2]

    // filters of the energy identity of the alpha-family, see GeneralizedAlpha
    double *filter_q = nullptr;
    double *filter_v = nullptr;

    /** L^{-1} r after forward(), whose place v_{k+1} has after backward(), of
     * the alpha-family a_{k+1}. */
    double *y = nullptr;
  };

  /**
   * A linear one-step scheme for M dv = (F - K q - C v) dt + dI, C = c_M M + c_K
   * K. With x of
   *
   *     S x = F - K (q + r_v v + r_a a) - c_M M (v + r_m a),
   *
   * c_K K v being in the term of K, and with w, d of the impulses (d = 0, w = 0
   * but of the alpha-family),
   *
   *     a' = a_a a + x + d,
   *     v' = v + v_a a + v_x (x + d) + w,
   *     q' = q + h v + q_a a + q_x (x + d) + q_w w.
   *
   * The filters are z' = old z + input (q' - q), that of v' - v alike, and their
   * mean is (1 - mean) z + mean z'; damping works with the velocity
   * (1 - mean) v + mean v'.
   */
  struct ChainScheme
  {
    double r_v = 0., r_a = 0., r_m = 0.;
    double a_a = 0.;
    double v_a = 0., v_x = 0.;
    double h = 0., q_a = 0., q_x = 0., q_w = 0.;
    bool   has_damping  = false;
    double mass_damping = 0.; ///< c_M [1/s]
    double filter_old = 0., filter_input = 0.;
    double mean = 0.;
  };

  /** Products of vectors of a step, D x = x' - x [J]. */
  enum ChainSum
  {
    v_M_v,   ///< v'^T M v'
    dv_M_v,  ///< Dv^T M v'
    dv_M_dv, ///< Dv^T M Dv
    q_K_q,   ///< and so on
    dq_K_q,
    dq_K_dq,
    n_plain_sums,

    // of the alpha-family, z the filter of q
    a_M_a = n_plain_sums,
    da_M_a,
    da_M_da,
    z_K_z,
    dz_K_z,
    dz_K_dz,

    // with loads or damping, u the means of velocities and of their filter
    load_q,
    load_dq,
    dq_K_u,
    dq_M_u,
    dq_K_filter,
    dq_M_filter,
    n_chain_sums
  };

  /** What impulses add to the free motion of the alpha-family in rows below low
   * and in those from high on: d and w of ChainScheme, [row][lane]. */
  struct ChainJump
  {
    std::size_t   low = 0, high = 0;
    const double *low_d = nullptr, *low_w = nullptr;   ///< from row 0
    const double *high_d = nullptr, *high_w = nullptr; ///< from row high
  };

  /** A forward pass. */
  struct ChainForward
  {
    /** What the lanes add to the right-hand side of the separators on their
     * left and right, forces of elements included. */
    double *to_left, *to_right;
  };

  /** A backward pass. */
  struct ChainBackward
  {
    const double *left, *right; ///< x of the separators of each lane
    ChainJump     jump;
    double       *sums; ///< of ChainSum, to which those of the part are added
  };

  /**
   * The two passes over memory that a step of a chain takes. Both swap nothing:
   * the caller exchanges y with v, of the alpha-family with a, after backward().
   */
  struct ChainKernels
  {
    using Forward  = void (*)(const ChainPart    &part,
                             const ChainScheme  &scheme,
                             const ChainForward &pass);
    using Backward = void (*)(const ChainPart     &part,
                              const ChainScheme   &scheme,
                              const ChainBackward &pass);

    unsigned int n_lanes;

    // [whether of the alpha-family][whether with loads or damping]
    Forward  forward[2][2];
    Backward backward[2][2];
  };

  /** One lane, and those that this processor has: the last one is fastest. */
  std::vector<ChainKernels>
  all_chain_kernels();
} // namespace percuss

#endif
