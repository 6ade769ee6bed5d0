// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_solid_plastic_kernels_h
#define percuss_models_solid_plastic_kernels_h

#include <percuss/models/solid/cell_kernels.h>

#include <vector>

namespace percuss
{
  /**
   * What plastic cells remember, in the batches of their CellBatches. A state
   * has n_state numbers: G = C_p^-1 - I, xx, yy, zz, xy and in space xz, yz; the
   * equivalent plastic strain; the yield stress [Pa].
   */
  struct PlasticBatches
  {
    /** Yield stress at the start, linear modulus, saturation [Pa], exponent [-]:
     * [batch][4][lane]. */
    const double *hardening = nullptr;
    /** At t_k: [batch][point][n_state][lane]. */
    const double *state = nullptr;
    double       *next  = nullptr; ///< the same, of the strain given
    /** The mean of Cauchy's stress over the undeformed cell [Pa], in the order
     * of G; or null: [batch][n_state - 2][lane]. */
    double *stress = nullptr;
  };

  /** Sums over the cells of a rank. */
  struct PlasticSums
  {
    double elastic_energy = 0.;   ///< [J]
    double plastic_work   = 0.;   ///< from t_k on [J], not negative
    bool   is_right       = true; ///< J > 0 at all points
  };

  /**
   * Forces of metals in all lanes: J2 plasticity with isotropic hardening at
   * finite strains, with the multiplicative split F = F_e F_p,
   *
   *     psi = kappa/2 (ln theta)^2 + mu/2 (tr b - 3),
   *     b = J^-2/3 F C_p^-1 F^T,
   *     tau = kappa ln theta I + s,   s = mu dev b,
   *     |s| <= sqrt(2/3) k(alpha),
   *     k(alpha) = k_0 + H alpha + R (1 - exp(-delta alpha)),
   *
   * tau Kirchhoff's stress, by a radial return in a step [1], with det C_p = 1
   * to rounding. theta = J, and in cells of degree 1 their mean of J, which do
   * not lock: the volume has one unknown in a cell [2].
   *
   * 1. J. C. Simo, T. J. R. Hughes, Computational Inelasticity, Springer 1998,
   *    Box 9.1; there the trace of b is the one before the return.
   * 2. J. C. Simo, R. L. Taylor, K. S. Pister, Variational and projection
   *    methods for the volume constraint in finite deformation
   *    elasto-plasticity, Comput. Methods Appl. Mech. Engrg. 51 (1985) 177-208.
   *
   * Equations: doc/theory/plastic_solids.md (1), (2), (3), (4).
   */
  struct PlasticKernels
  {
    unsigned int n_lanes;

    /** Numbers of the state of a point. */
    unsigned int n_state;

    /** s += dV/dq of a step from the state to q; its next state. */
    PlasticSums (*add_force)(const CellsOfRank    &cells,
                             const PlasticBatches &affine,
                             const PlasticBatches &general,
                             const double         *q,
                             double               *s);
  };

  /** The kernels that this processor runs fastest, of quadrilaterals and
   * hexahedra. @pre dim = 2, 3; degree = 1, 2; is_axisymmetric in 2-D only,
   * else plane strain */
  PlasticKernels
  plastic_kernels(int dim, unsigned int degree, bool is_axisymmetric);

  /** Those for every instruction set that this processor has, slowest first. */
  std::vector<PlasticKernels>
  all_plastic_kernels(int dim, unsigned int degree, bool is_axisymmetric);
} // namespace percuss

#endif
