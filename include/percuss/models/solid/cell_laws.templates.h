// SPDX-License-Identifier: Apache-2.0

// A part of cell_kernels.templates.h: tensors of a point, and the stresses and
// energies of elastic laws.

namespace percuss::PERCUSS_KERNELS
{
  // -------------------------------------------------------------------- tensors

  template <int dim>
  struct Tensor
  {
    Lanes a[dim][dim];

    PERCUSS_INLINE Lanes *
    operator[](const int i)
    {
      return a[i];
    }
    PERCUSS_INLINE const Lanes *
    operator[](const int i) const
    {
      return a[i];
    }
  };

  /** f(i, j) of each entry. */
  template <int dim, class Function>
  PERCUSS_INLINE Tensor<dim>
                 tensor(const Function &f)
  {
    Tensor<dim> A;
    for (int i = 0; i < dim; ++i)
      for (int j = 0; j < dim; ++j)
        A[i][j] = f(i, j);
    return A;
  }

  /** sum_k f(k) */
  template <int dim, class Function>
  PERCUSS_INLINE Lanes
  contract(const Function &f)
  {
    Lanes s = f(0);
    for (int k = 1; k < dim; ++k)
      s += f(k);
    return s;
  }

  template <int dim>
  PERCUSS_INLINE Tensor<dim>
                 operator*(const Tensor<dim> &A, const Tensor<dim> &B)
  {
    return tensor<dim>([&](const int i, const int j) {
      return contract<dim>([&](const int k) { return A[i][k] * B[k][j]; });
    });
  }

  template <int dim>
  PERCUSS_INLINE Tensor<dim>
                 transpose(const Tensor<dim> &A)
  {
    return tensor<dim>([&](const int i, const int j) { return A[j][i]; });
  }

  template <int dim>
  PERCUSS_INLINE Lanes
  trace(const Tensor<dim> &A)
  {
    return contract<dim>([&](const int i) { return A[i][i]; });
  }

  template <int dim>
  PERCUSS_INLINE Lanes
  scalar_product(const Tensor<dim> &A, const Tensor<dim> &B)
  {
    return contract<dim>([&](const int i) {
      return contract<dim>([&](const int j) { return A[i][j] * B[i][j]; });
    });
  }

  /** I + H */
  template <int dim>
  PERCUSS_INLINE Tensor<dim>
                 deformation_gradient(const Tensor<dim> &H)
  {
    return tensor<dim>(
      [&](const int i, const int j) { return H[i][j] + (i == j ? 1. : 0.); });
  }

  /** Cofactors of A: det A times the transpose of the inverse. */
  template <int dim>
  PERCUSS_INLINE Tensor<dim>
                 cofactors(const Tensor<dim> &A)
  {
    return tensor<dim>([&](const int i, const int j) {
      if constexpr (dim == 2)
        return i == j ? A[1 - i][1 - j] : -A[1 - i][1 - j];
      else
        {
          const int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3,
                    j2 = (j + 2) % 3;
          return A[i1][j1] * A[i2][j2] - A[i1][j2] * A[i2][j1];
        }
    });
  }

  /** J - 1, as VolumeChange of elastic_law.h. */
  template <int dim>
  struct Dilatation
  {
    PERCUSS_INLINE explicit Dilatation(const Tensor<dim> &H)
    {
      const Tensor<dim> c = cofactors(H);
      higher_order =
        contract<dim>([&](const int k) { return H[0][k] * c[0][k]; });
      if constexpr (dim == 3)
        higher_order += trace(c);
      total = trace(H) + higher_order;
    }

    Lanes higher_order, total;
  };

  /** x outside of the convergence of Logarithm's series, lane by lane. */
  [[gnu::noinline, gnu::cold]] static void
  replace_logarithms(const Lanes &x, Lanes &log_1p, Lanes &remainder)
  {
    for (int lane = 0; lane < PERCUSS_LANES; ++lane)
      if (!(x[lane] > -0.3 && x[lane] < 0.45))
        {
          log_1p[lane]    = __builtin_log1p(x[lane]);
          remainder[lane] = log_1p[lane] - x[lane];
        }
  }

  /**
   * ln(1 + x) and ln(1 + x) - x, to rounding: with s = x/(2 + x)
   *
   *     ln(1 + x)     = 2 artanh s = 2 s + 2 s^3 (1/3 + s^2/5 + ...),
   *     ln(1 + x) - x = -x s + 2 s^3 (1/3 + s^2/5 + ...).
   */
  struct Logarithm
  {
    PERCUSS_INLINE explicit Logarithm(const Lanes &x)
    {
      constexpr int n = 12; // s^2 < 0.034: 0.034^11/25 is below rounding
      const Lanes   s = x / (2. + x), s_2 = s * s;
      Lanes         series = all(1. / (2 * n + 1));
      for (int k = n - 1; k > 0; --k)
        series = series * s_2 + 1. / (2 * k + 1);
      const Lanes higher_order = 2. * s * s_2 * series;
      log_1p                   = 2. * s + higher_order;
      remainder                = higher_order - x * s;
      const auto is_near       = (x > -0.3) & (x < 0.45);
      long long  are_all_near  = -1;
      for (int lane = 0; lane < PERCUSS_LANES; ++lane)
        are_all_near &= is_near[lane];
      if (are_all_near == 0) [[unlikely]]
        replace_logarithms(x, log_1p, remainder);
    }

    Lanes log_1p, remainder;
  };

  // ----------------------------------------------------------------------- laws

  // Equations: elastic_law.h, where each law is for one point. Lamé's constants
  // come with the volume of the point, and so does what is returned.

  template <int dimension>
  struct LinearLaw
  {
    static constexpr int  dim       = dimension;
    static constexpr bool is_finite = false, has_hoop = false;
  };

  struct AxisymmetricLaw
  {
    static constexpr int  dim       = 2;
    static constexpr bool is_finite = false, has_hoop = true;
  };

  template <int dimension>
  struct StVenantKirchhoffLaw
  {
    static constexpr int  dim       = dimension;
    static constexpr bool is_finite = true, has_hoop = false;
    using T = Tensor<dim>;

    Lanes lambda, mu;

    PERCUSS_INLINE T
    strain(const T &H) const
    {
      const T HH = transpose(H) * H;
      return tensor<dim>([&](const int i, const int j) {
        return 0.5 * (H[i][j] + H[j][i] + HH[i][j]);
      });
    }

    PERCUSS_INLINE T
    second_stress(const T &E) const
    {
      const Lanes pressure = lambda * trace(E);
      return tensor<dim>([&](const int i, const int j) {
        return 2. * mu * E[i][j] + (i == j ? pressure : Lanes{});
      });
    }

    PERCUSS_INLINE Lanes
    energy(const T &H, const Dilatation<dim> &) const
    {
      const T     E  = strain(H);
      const Lanes tr = trace(E);
      return 0.5 * lambda * tr * tr + mu * scalar_product(E, E);
    }

    PERCUSS_INLINE T
    stress(const T &H, const Dilatation<dim> &) const
    {
      return deformation_gradient(H) * second_stress(strain(H));
    }

    PERCUSS_INLINE T
    product(const T &H, const T &dH) const
    {
      const T     F        = deformation_gradient(H);
      const T     FdH      = transpose(F) * dH;
      const Lanes pressure = lambda * trace(FdH);
      const T     dS       = tensor<dim>([&](const int i, const int j) {
        return mu * (FdH[i][j] + FdH[j][i]) + (i == j ? pressure : Lanes{});
      });
      const T     dHS = dH * second_stress(strain(H)), FdS = F * dS;
      return tensor<dim>(
        [&](const int i, const int j) { return dHS[i][j] + FdS[i][j]; });
    }
  };

  template <int dimension>
  struct NeoHookeanLaw
  {
    static constexpr int  dim       = dimension;
    static constexpr bool is_finite = true, has_hoop = false;
    using T = Tensor<dim>;

    Lanes lambda, mu;

    PERCUSS_INLINE Lanes
    energy(const T &H, const Dilatation<dim> &J) const
    {
      const Logarithm ln(J.total);
      return mu * (0.5 * scalar_product(H, H) - J.higher_order - ln.remainder) +
             0.5 * lambda * ln.log_1p * ln.log_1p;
    }

    /** F^-T */
    PERCUSS_INLINE T
    inverse_transposed(const T &H, const Dilatation<dim> &J) const
    {
      const T     c       = cofactors(deformation_gradient(H));
      const Lanes inverse = 1. / (1. + J.total);
      return tensor<dim>(
        [&](const int i, const int j) { return inverse * c[i][j]; });
    }

    PERCUSS_INLINE T
    stress(const T &H, const Dilatation<dim> &J) const
    {
      const T     X     = inverse_transposed(H, J);
      const T     HX    = transpose(H) * X; // (F^-1 H)^T
      const Lanes log_J = lambda * Logarithm(J.total).log_1p;
      return tensor<dim>([&](const int i, const int j) {
        return mu * (H[i][j] + HX[i][j]) + log_J * X[i][j];
      });
    }

    PERCUSS_INLINE T
    product(const T &H, const T &dH) const
    {
      const Dilatation<dim> J(H);
      const T               X   = inverse_transposed(H, J);
      const T               XHX = X * (transpose(dH) * X);
      const Lanes           c   = mu - lambda * Logarithm(J.total).log_1p,
                  p             = lambda * scalar_product(X, dH);
      return tensor<dim>([&](const int i, const int j) {
        return mu * dH[i][j] + p * X[i][j] + c * XHX[i][j];
      });
    }
  };
} // namespace percuss::PERCUSS_KERNELS
