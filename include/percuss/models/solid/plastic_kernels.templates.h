// SPDX-License-Identifier: Apache-2.0

// The kernels of plastic_kernels.h for PERCUSS_LANES lanes, in the namespace
// PERCUSS_KERNELS, from the parts of cell_kernels.templates.h, whose rules are
// those of this file.
//
// With G = C_p^-1 - I and F = I + H nothing is cancelled where strains are
// small:
//
//     F C_p^-1 F^T - I = H + H^T + H H^T + F G F^T,
//
// d = dev b, and tr b = 3 + 3 e with det(d + (1 + e) I) = 1.

namespace percuss::PERCUSS_KERNELS
{
  template <int dimension, bool axisymmetric>
  struct PlasticLaw
  {
    static constexpr int dim = dimension, n_tensor = dim == 3 ? 6 : 4,
                         n_state   = n_tensor + 2; // alpha, yield stress
    static constexpr bool has_hoop = axisymmetric;
  };

  /** x where the condition holds, else y. */
  template <class Condition>
  PERCUSS_INLINE Lanes
  choose(const Condition &condition, const Lanes &x, const Lanes &y)
  {
    return condition ? x : y;
  }

  /** J^-1/3 by Newton's method from 3/(2 + J), which is less. @pre J > 0 */
  PERCUSS_INLINE Lanes
  inverse_cubic_root(const Lanes &J)
  {
    Lanes y = 3. / (2. + J);
    for (int k = 0; k < 6; ++k)
      y *= (4. - J * y * y * y) * (1. / 3.);
    return y;
  }

  /** A symmetric tensor of the order of PlasticBatches; in the plane xz = yz =
   * 0. */
  template <int n_tensor>
  PERCUSS_INLINE Tensor<3>
                 symmetric(const Lanes *const a)
  {
    const Lanes zero{};
    Tensor<3>   A;
    for (int i = 0; i < 3; ++i)
      A[i][i] = a[i];
    A[0][1] = A[1][0] = a[3];
    A[0][2] = A[2][0] = n_tensor > 4 ? a[n_tensor - 2] : zero;
    A[1][2] = A[2][1] = n_tensor > 4 ? a[n_tensor - 1] : zero;
    return A;
  }

  template <int n_tensor, class Function>
  PERCUSS_INLINE void
  for_symmetric(const Function &f)
  {
    for (int i = 0; i < 3; ++i)
      f(i, i, i);
    f(3, 0, 1);
    if constexpr (n_tensor > 4)
      {
        f(4, 0, 2);
        f(5, 1, 2);
      }
  }

  /** The return of the lanes with size > sqrt(2/3) k: gamma of
   *
   *     size - 2 mu_b gamma = sqrt(2/3) k(alpha + sqrt(2/3) gamma)
   *
   * by Newton's method, which is monotonic as k is concave.
   * @param size of the trial stress [Pa]; what is left of it is returned there
   * @param work per volume [Pa] */
  [[gnu::noinline]] static void
  return_to_surface(const Lanes *const hardening,
                    const Lanes       &mu_b,
                    Lanes             &size,
                    Lanes             &alpha,
                    Lanes             &yield,
                    Lanes             &work)
  {
    constexpr double root = 0.81649658092772603273; // sqrt(2/3)
    for (int lane = 0; lane < PERCUSS_LANES; ++lane)
      {
        if (!(size[lane] > root * yield[lane]))
          continue;
        const double k_0 = hardening[0][lane], H = hardening[1][lane],
                     R = hardening[2][lane], delta = hardening[3][lane];
        const double twice = 2. * mu_b[lane], a_0 = alpha[lane];
        double       gamma = 0., k = yield[lane], a = a_0;
        for (int n = 0; n < 60; ++n)
          {
            const double slope =
              H + R * delta * __builtin_exp(-delta * a); // dk/da
            const double step = (size[lane] - twice * gamma - root * k) /
                                (twice + 2. / 3. * slope);
            gamma += step;
            a = a_0 + root * gamma;
            k = k_0 + H * a - R * __builtin_expm1(-delta * a);
            if (!(step > 1e-15 * gamma))
              break;
          }
        // the integral of k
        const double da = a - a_0;
        work[lane]      = (k_0 + 0.5 * H * (a + a_0) + R) * da;
        if (delta > 0.)
          work[lane] += R / delta * __builtin_exp(-delta * a_0) *
                        __builtin_expm1(-delta * da);
        size[lane] -= twice * gamma;
        alpha[lane] = a;
        yield[lane] = k;
      }
  }

  /** A point of a cell. */
  template <class Law>
  struct PlasticPoint
  {
    static constexpr int n_tensor = Law::n_tensor;

    Tensor<3> s;      // deviator of Kirchhoff's stress [Pa]
    Lanes     energy; // of shear, per volume
    Lanes     work{}; // plastic, per volume

    /** The state at t_k becomes that of a strain. @param J_1 J - 1 */
    PERCUSS_INLINE
    PlasticPoint(const Tensor<3>   &H,
                 const Lanes       &J_1,
                 const Lanes       &mu,
                 const Lanes *const hardening,
                 const Lanes *const state,
                 Lanes *const       next)
    {
      const Tensor<3> F = deformation_gradient(H),
                      G = symmetric<n_tensor>(state);
      const Tensor<3> b = H * transpose(H), FGF = F * G * transpose(F);
      const Lanes     J = 1. + J_1, y = inverse_cubic_root(J), y_2 = y * y;
      const Tensor<3> B     = tensor<3>([&](const int i, const int j) {
        return H[i][j] + H[j][i] + b[i][j] + FGF[i][j];
      });
      const Lanes     mean  = trace(B) * (1. / 3.);
      Tensor<3>       d     = tensor<3>([&](const int i, const int j) {
        return y_2 * (i == j ? B[i][i] - mean : B[i][j]);
      });
      Lanes           e     = trace_beyond(d);
      Lanes           trial = mu * square_root(scalar_product(d, d));
      Lanes size = trial, alpha = state[n_tensor], yield = state[n_tensor + 1];
      constexpr double root    = 0.81649658092772603273;
      const auto       elastic = size <= root * yield;
      long long        all     = -1;
      for (int lane = 0; lane < PERCUSS_LANES; ++lane)
        all &= elastic[lane];
      for (int k = 0; k < n_tensor; ++k)
        next[k] = state[k];
      if (all == 0) [[unlikely]]
        {
          return_to_surface(hardening, mu * (1. + e), size, alpha, yield, work);
          const Lanes scale = choose(elastic, Lanes{} + 1., size / trial);
          for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j)
              d[i][j] *= scale;
          e = trace_beyond(d);
          // C_p^-1 = J^2/3 F^-1 b F^-T
          const Tensor<3> c = cofactors(F);
          const Tensor<3> X = transpose(c) *
                              tensor<3>([&](const int i, const int j) {
                                return i == j ? 1. + d[i][i] + e : d[i][j];
                              }) *
                              c;
          const Lanes factor = y * y_2 * y_2 * y; // 1/J^2
          const Lanes J_23   = 1. / y_2;
          for_symmetric<n_tensor>([&](const int k, const int i, const int j) {
            const Lanes x = J_23 * factor * X[i][j] - (i == j ? 1. : 0.);
            next[k]       = choose(elastic, state[k], x);
          });
        }
      next[n_tensor]     = alpha;
      next[n_tensor + 1] = yield;
      s = tensor<3>([&](const int i, const int j) { return mu * d[i][j]; });
      energy = 1.5 * mu * e;
    }

    /** e of det(d + (1 + e) I) = 1, tr d = 0, by Newton's method from the
     * solution of first order; d is an elastic strain. */
    PERCUSS_INLINE static Lanes
    trace_beyond(const Tensor<3> &d)
    {
      const Tensor<3> c = cofactors(d);
      const Lanes     j = 0.5 * scalar_product(d, d),
                  det =
                    contract<3>([&](const int k) { return d[0][k] * c[0][k]; });
      const Lanes right = j - det;
      Lanes       e     = right * (1. / 3.);
      for (int k = 0; k < 5; ++k)
        {
          const Lanes rest = e * (e * (e + 3.) + 3. - j) - right;
          e -= rest / (3. * e * (e + 2.) + 3. - j);
        }
      return e;
    }
  };

  /** The displacement gradient in space. */
  template <class Law, class Cell, bool is_affine, class B, class U>
  PERCUSS_INLINE Tensor<3>
  gradient_in_space(const B &batch, U &u, const int z, const int y, const int x)
  {
    constexpr int     dim = Law::dim;
    const Tensor<dim> H   = batch.template gradient<is_affine>(u, z, y, x);
    if constexpr (dim == 3)
      return H;
    else
      {
        Tensor<3> result = tensor<3>([&](const int i, const int j) {
          return i < 2 && j < 2 ? H[i < 2 ? i : 0][j < 2 ? j : 0] : Lanes{};
        });
        if constexpr (Law::has_hoop)
          result[2][2] =
            u[0].dz[0][y][x] * batch.inverse_radius[Cell::point(0, y, x)];
        return result;
      }
  }

  /** One batch. @tparam has_mean theta is the mean of J */
  template <class Law, class Cell, bool has_mean, bool is_affine>
  PERCUSS_INLINE void
  add_plastic_batch(const Batch<Law, Cell> &batch,
                    const PlasticBatches   &plastic,
                    const unsigned int      number,
                    const double           *q,
                    double                 *s,
                    PlasticSums            &sums)
  {
    constexpr int dim = Law::dim, n = Cell::n_points, n_state = Law::n_state,
                  n_tensor = Law::n_tensor;
    const long   b         = number;
    const Lanes *hardening =
      reinterpret_cast<const Lanes *>(plastic.hardening) + b * 4;
    const Lanes *state =
      reinterpret_cast<const Lanes *>(plastic.state) + b * n * n_state;
    Lanes *next = reinterpret_cast<Lanes *>(plastic.next) + b * n * n_state;

    typename Batch<Law, Cell>::D u[dim], f[dim];
    batch.evaluate(q, u);
    for (int i = 0; i < dim; ++i)
      f[i].clear();
    Tensor<3> H[n];
    Lanes     J_1[n], volume{}, expansion{}, shear_energy{}, work{};
    Cell::for_points([&](const int z, const int y, const int x) {
      const int k = Cell::point(z, y, x);
      H[k]        = gradient_in_space<Law, Cell, is_affine>(batch, u, z, y, x);
      J_1[k]      = Dilatation<3>(H[k]).total;
      sums.is_right &= are_positive(1. + J_1[k]);
      const Lanes dV = batch.template volume<is_affine>(z, y, x);
      volume += dV;
      expansion += dV * J_1[k];
    });
    const Lanes mu = batch.lame[1], kappa = batch.lame[0] + 2. / 3. * mu,
                one_volume = volume + 1e-300; // of lanes without a cell
    const Lanes mean_J_1   = expansion / one_volume;
    Lanes       pressure{}, bulk_energy{}; // kappa ln theta/theta
    Lanes       mean_stress[n_tensor] = {};
    if constexpr (has_mean)
      {
        const Lanes log = Logarithm(mean_J_1).log_1p;
        pressure        = kappa * log / (1. + mean_J_1);
        bulk_energy     = 0.5 * kappa * log * log * volume;
      }
    Cell::for_points([&](const int z, const int y, const int x) {
      const int   k  = Cell::point(z, y, x);
      const Lanes dV = batch.template volume<is_affine>(z, y, x),
                  J  = 1. + J_1[k];
      if constexpr (!has_mean)
        {
          const Lanes log = Logarithm(J_1[k]).log_1p;
          pressure        = kappa * log / J;
          bulk_energy += 0.5 * kappa * log * log * dV;
        }
      const PlasticPoint<Law> point(
        H[k], J_1[k], mu, hardening, state + k * n_state, next + k * n_state);
      shear_energy += dV * point.energy;
      work += dV * point.work;
      const Lanes     inverse_J = 1. / J;
      const Tensor<3> sigma     = tensor<3>([&](const int i, const int j) {
        const Lanes deviator = inverse_J * point.s[i][j];
        return i == j ? deviator + pressure : deviator;
      });
      if (plastic.stress != nullptr)
        for_symmetric<n_tensor>([&](const int c, const int i, const int j) {
          mean_stress[c] += dV * sigma[i][j];
        });
      const Tensor<3> P = sigma * cofactors(deformation_gradient(H[k]));
      batch.template add_stress<is_affine>(
        tensor<dim>([&](const int i, const int j) { return dV * P[i][j]; }),
        f,
        z,
        y,
        x);
      if constexpr (Law::has_hoop)
        f[0].dz[0][y][x] = dV * P[2][2] * batch.inverse_radius[k];
    });
    batch.integrate(f, s);
    sums.elastic_energy += sum_of_lanes(shear_energy + bulk_energy);
    sums.plastic_work += sum_of_lanes(work);
    if (plastic.stress != nullptr)
      for (int c = 0; c < n_tensor; ++c)
        (reinterpret_cast<Lanes *>(plastic.stress) + b * n_tensor)[c] =
          mean_stress[c] / one_volume;
  }

  template <class Law, class Cell, bool has_mean>
  PlasticSums
  add_plastic_force(const CellsOfRank    &cells,
                    const PlasticBatches &affine,
                    const PlasticBatches &general,
                    const double         *q,
                    double               *s)
  {
    using B = Batch<Law, Cell>;
    PlasticSums sums;
    if constexpr (!Law::has_hoop)
      for (unsigned int b = 0; b < cells.affine.n; ++b)
        add_plastic_batch<Law, Cell, has_mean, true>(
          B(cells.affine, b, 1), affine, b, q, s, sums);
    for (unsigned int b = 0; b < cells.general.n; ++b)
      add_plastic_batch<Law, Cell, has_mean, false>(
        B(cells.general, b, Cell::n_points), general, b, q, s, sums);
    return sums;
  }

  template <class Law>
  PlasticKernels
  kernels_of_degree(const unsigned int degree)
  {
    if (degree == 1)
      return {PERCUSS_LANES,
              Law::n_state,
              add_plastic_force<Law, Cube<Law::dim, 1>, true>};
    return {PERCUSS_LANES,
            Law::n_state,
            add_plastic_force<Law, Cube<Law::dim, 2>, false>};
  }

  PlasticKernels
  kernels_of(const int          dim,
             const unsigned int degree,
             const bool         is_axisymmetric)
  {
    if (dim == 3)
      return kernels_of_degree<PlasticLaw<3, false>>(degree);
    return is_axisymmetric ? kernels_of_degree<PlasticLaw<2, true>>(degree) :
                             kernels_of_degree<PlasticLaw<2, false>>(degree);
  }
} // namespace percuss::PERCUSS_KERNELS
