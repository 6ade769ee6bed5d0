// SPDX-License-Identifier: Apache-2.0

// The kernels of cell_kernels.h for PERCUSS_LANES lanes, in the namespace
// PERCUSS_KERNELS: compiled once for each instruction set, see
// base/vector_lanes.templates.h.
//
// At a point with the displacement gradient H_iJ = u_i,j dxi_j/dX_J, j in the
// unit cell, and the first Piola-Kirchhoff stress P(H),
//
//     s_ai += int P_iJ N_a,J dV = sum over points (P_iJ dxi_j/dX_J dV) dN_a/dxi_j.
//
// Derivatives in the unit square or cube are products of N and dN/dxi of one
// direction, so that a sum over the nodes of a cell is one over lines of nodes, in
// each direction. Triangles and tetrahedra have their strain at one point.

namespace percuss::PERCUSS_KERNELS
{
  // ----------------------------------------------------------- shape functions

  /** N_i and dN_i/dxi at the points of Gauss of the unit interval, their weights;
   * the derivative of degree 1 is the same at both. */
  template <int degree>
  struct Shapes;

  template <>
  struct Shapes<1>
  {
    static constexpr int    n = 2, n_derivatives = 1;
    static constexpr double a = 0.21132486540518711775, b = 1. - a;
    static constexpr double N[n][n]             = {{b, a}, {a, b}};
    static constexpr double D[n_derivatives][n] = {{-1., 1.}};
    static constexpr double weight[n]           = {0.5, 0.5};
  };

  template <>
  struct Shapes<2>
  {
    static constexpr int    n = 3, n_derivatives = 3;
    static constexpr double a = 0.11270166537925831148, b = 1. - a;
    static constexpr double end     = (2. * a - 1.) * (a - 1.), // (2b - 1) b
      far                           = a * (2. * a - 1.), // (2b - 1)(b - 1)
      middle                        = 4. * a * b;
    static constexpr double N[n][n] = {{end, middle, far},
                                       {0., 1., 0.},
                                       {far, middle, end}};
    static constexpr double D[n_derivatives][n] = {
      {4. * a - 3., 4. - 8. * a, 4. * a - 1.},
      {-1., 0., 1.},
      {4. * b - 3., 4. - 8. * b, 4. * b - 1.}};
    static constexpr double weight[n] = {5. / 18., 8. / 18., 5. / 18.};
  };

  /** sum_i c[i] x(i) */
  template <int n, class Function>
  PERCUSS_INLINE Lanes
  sum(const double (&c)[n], const Function &x)
  {
    Lanes s = c[0] * x(0);
    for (int i = 1; i < n; ++i)
      s += c[i] * x(i);
    return s;
  }

  /** sum_q C[q][i] x(q) */
  template <int m, int n, class Function>
  PERCUSS_INLINE Lanes
  sum_over_points(const double (&C)[m][n], const int i, const Function &x)
  {
    Lanes s = C[0][i] * x(0);
    for (int q = 1; q < m; ++q)
      s += C[q][i] * x(q);
    return s;
  }

  /**
   * Derivatives of one component in the unit cell at all points, [z][y][x]; of
   * those that are constant along their direction one. In 2-D there is one z,
   * and the value takes the place of the derivative.
   */
  template <int dim, int degree>
  struct CubeDerivatives
  {
    using S                = Shapes<degree>;
    static constexpr int n = S::n, nd = S::n_derivatives,
                         nz = dim == 3 ? n : 1, // points and nodes in z
      ndz                   = dim == 3 ? nd : 1;
    using Nodes             = Lanes[nz][n][n];

    Lanes dx[nz][n][nd], dy[nz][nd][n], dz[ndz][n][n];

    PERCUSS_INLINE Lanes &
    at(const int d, const int z, const int y, const int x)
    {
      return d == 0 ? dx[z][y][nd == 1 ? 0 : x] :
             d == 1 ? dy[z][nd == 1 ? 0 : y][x] :
                      dz[ndz == 1 ? 0 : z][y][x];
    }

    PERCUSS_INLINE void
    clear()
    {
      for (int z = 0; z < nz; ++z)
        for (int y = 0; y < n; ++y)
          for (int x = 0; x < n; ++x)
            for (int d = 0; d < 3; ++d)
              at(d, z, y, x) = Lanes{};
    }

    PERCUSS_INLINE void
    evaluate(const Nodes &u)
    {
      Lanes N[nz][n][n], D[nz][n][nd]; // along x
      for (int k = 0; k < nz; ++k)
        for (int j = 0; j < n; ++j)
          {
            const auto of = [&](const int i) { return u[k][j][i]; };
            for (int x = 0; x < n; ++x)
              N[k][j][x] = sum(S::N[x], of);
            for (int x = 0; x < nd; ++x)
              D[k][j][x] = sum(S::D[x], of);
          }
      Lanes NN[nz][n][n], ND[nz][nd][n], DN[nz][n][nd]; // x, y
      for (int k = 0; k < nz; ++k)
        {
          for (int x = 0; x < n; ++x)
            {
              const auto of = [&](const int j) { return N[k][j][x]; };
              for (int y = 0; y < n; ++y)
                NN[k][y][x] = sum(S::N[y], of);
              for (int y = 0; y < nd; ++y)
                ND[k][y][x] = sum(S::D[y], of);
            }
          for (int x = 0; x < nd; ++x)
            for (int y = 0; y < n; ++y)
              DN[k][y][x] =
                sum(S::N[y], [&](const int j) { return D[k][j][x]; });
        }
      for (int y = 0; y < n; ++y)
        for (int x = 0; x < n; ++x)
          {
            const int  xd = nd == 1 ? 0 : x, yd = nd == 1 ? 0 : y;
            const auto of_dx = [&](const int k) { return DN[k][y][xd]; };
            const auto of_dy = [&](const int k) { return ND[k][yd][x]; };
            const auto of_dz = [&](const int k) { return NN[k][y][x]; };
            if constexpr (dim == 3)
              {
                for (int z = 0; z < n; ++z)
                  {
                    if (nd > 1 || x == 0)
                      dx[z][y][xd] = sum(S::N[z], of_dx);
                    if (nd > 1 || y == 0)
                      dy[z][yd][x] = sum(S::N[z], of_dy);
                  }
                for (int z = 0; z < nd; ++z)
                  dz[z][y][x] = sum(S::D[z], of_dz);
              }
            else
              {
                dx[0][y][xd] = of_dx(0);
                dy[0][yd][x] = of_dy(0);
                dz[0][y][x]  = of_dz(0);
              }
          }
    }

    /** What evaluate() does, transposed: of each node the sum over points. */
    PERCUSS_INLINE void
    integrate(Nodes &u) const
    {
      for (int k = 0; k < nz; ++k)
        {
          Lanes NN[n][n], ND[nd][n], DN[n][nd];
          for (int y = 0; y < n; ++y)
            for (int x = 0; x < n; ++x)
              {
                const int  xd = nd == 1 ? 0 : x, yd = nd == 1 ? 0 : y;
                const auto of_dx = [&](const int z) { return dx[z][y][xd]; };
                const auto of_dy = [&](const int z) { return dy[z][yd][x]; };
                const auto of_dz = [&](const int z) { return dz[z][y][x]; };
                if constexpr (dim == 3)
                  {
                    NN[y][x] = sum_over_points(S::D, k, of_dz);
                    if (nd > 1 || x == 0)
                      DN[y][xd] = sum_over_points(S::N, k, of_dx);
                    if (nd > 1 || y == 0)
                      ND[yd][x] = sum_over_points(S::N, k, of_dy);
                  }
                else
                  {
                    NN[y][x]  = of_dz(0);
                    DN[y][xd] = of_dx(0);
                    ND[yd][x] = of_dy(0);
                  }
              }
          for (int j = 0; j < n; ++j)
            {
              Lanes N[n], D[nd];
              for (int x = 0; x < n; ++x)
                N[x] = sum_over_points(S::N,
                                       j,
                                       [&](const int y) { return NN[y][x]; }) +
                       sum_over_points(S::D, j, [&](const int y) {
                         return ND[y][x];
                       });
              for (int x = 0; x < nd; ++x)
                D[x] = sum_over_points(S::N, j, [&](const int y) {
                  return DN[y][x];
                });
              for (int i = 0; i < n; ++i)
                u[k][j][i] =
                  sum_over_points(S::N, i, [&](const int x) { return N[x]; }) +
                  sum_over_points(S::D, i, [&](const int x) { return D[x]; });
            }
        }
    }
  };

  /** A quadrilateral or hexahedron. */
  template <int dim, int degree>
  struct Cube
  {
    using Derivatives      = CubeDerivatives<dim, degree>;
    using Nodes            = typename Derivatives::Nodes;
    static constexpr int n = degree + 1, nz = dim == 3 ? n : 1,
                         n_nodes = n * n * nz, n_points = n_nodes;

    /** A node by its number. */
    template <class N>
    PERCUSS_INLINE static auto &
    node(N &nodes, const int a)
    {
      return (&nodes[0][0][0])[a];
    }

    PERCUSS_INLINE static int
    point(const int z, const int y, const int x)
    {
      return (z * n + y) * n + x;
    }

    /** The part of the volume that is a point's in affine cells. */
    PERCUSS_INLINE static double
    weight(const int z, const int y, const int x)
    {
      constexpr auto &w = Shapes<degree>::weight;
      return w[x] * w[y] * (dim == 3 ? w[z] : 1.);
    }

    /** f(z, y, x) at all points. */
    template <class Function>
    PERCUSS_INLINE static void
    for_points(const Function &f)
    {
      for (int z = 0; z < nz; ++z)
        for (int y = 0; y < n; ++y)
          for (int x = 0; x < n; ++x)
            f(z, y, x);
    }
  };

  /**
   * Derivatives of one component in a unit triangle or tetrahedron, where they
   * are constant: du/dxi_j = u_{j+1} - u_0. Of several points, in triangles,
   * the values take the place of derivatives along z, [0][0][point], as in the
   * squares above.
   */
  template <int dim, int n_points>
  struct SimplexDerivatives
  {
    using Nodes = Lanes[dim + 1];
    static_assert(n_points == 1 || (n_points == 3 && dim == 2));

    Lanes d[dim], dz[1][1][n_points];

    PERCUSS_INLINE Lanes &
    at(const int j, int, int, int)
    {
      return d[j];
    }

    PERCUSS_INLINE void
    clear()
    {
      for (int j = 0; j < dim; ++j)
        d[j] = Lanes{};
      for (int k = 0; k < n_points; ++k)
        dz[0][0][k] = Lanes{};
    }

    /** N_a at the points of SolidCells::quadrature() for n = 2. */
    PERCUSS_INLINE static constexpr double
    N(const int k, const int a)
    {
      return a == k ? 2. / 3. : 1. / 6.;
    }

    PERCUSS_INLINE void
    evaluate(const Nodes &u)
    {
      for (int j = 0; j < dim; ++j)
        d[j] = u[j + 1] - u[0];
      if constexpr (n_points > 1)
        for (int k = 0; k < n_points; ++k)
          dz[0][0][k] = N(k, 0) * u[0] + N(k, 1) * u[1] + N(k, 2) * u[2];
    }

    /** What evaluate() does, transposed. */
    PERCUSS_INLINE void
    integrate(Nodes &u) const
    {
      u[0] = Lanes{};
      for (int j = 0; j < dim; ++j)
        {
          u[j + 1] = d[j];
          u[0] -= d[j];
        }
      if constexpr (n_points > 1)
        for (int a = 0; a < 3; ++a)
          for (int k = 0; k < n_points; ++k)
            u[a] += N(k, a) * dz[0][0][k];
    }
  };

  /** A triangle or tetrahedron of degree 1. */
  template <int dim, int points>
  struct Simplex
  {
    using Derivatives            = SimplexDerivatives<dim, points>;
    static constexpr int n_nodes = dim + 1, n_points = points;

    template <class N>
    PERCUSS_INLINE static auto &
    node(N &nodes, const int a)
    {
      return nodes[a];
    }

    PERCUSS_INLINE static int
    point(int, int, const int x)
    {
      return x;
    }

    PERCUSS_INLINE static double
    weight(int, int, int)
    {
      return 1. / n_points;
    }

    template <class Function>
    PERCUSS_INLINE static void
    for_points(const Function &f)
    {
      for (int x = 0; x < n_points; ++x)
        f(0, 0, x);
    }
  };

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

  // ------------------------------------------------------------ sums over cells

  template <class Law, class Cell>
  struct Batch
  {
    static constexpr int dim = Law::dim, n_nodes = Cell::n_nodes,
                         n_numbers = dim * dim + 1;
    using CellType                 = Cell;
    using D                        = typename Cell::Derivatives;
    using Field                    = typename D::Nodes[dim];

    /** @param n_sets of numbers for the geometry of a cell */
    PERCUSS_INLINE
    Batch(const CellBatches &batches,
          const unsigned int batch,
          const int          n_sets)
    {
      const long b = batch;
      first_dof    = batches.first_dof + b * n_nodes * PERCUSS_LANES;
      lame         = reinterpret_cast<const Lanes *>(batches.lame) + b * 2;
      geometry     = reinterpret_cast<const Lanes *>(batches.geometry) +
                 b * n_sets * n_numbers;
      if constexpr (Law::has_hoop)
        inverse_radius =
          reinterpret_cast<const Lanes *>(batches.inverse_radius) +
          b * Cell::n_points;
    }

    PERCUSS_INLINE void
    gather(const double *q, Field &u) const
    {
      for (int a = 0; a < n_nodes; ++a)
        for (int i = 0; i < dim; ++i)
          {
            Lanes v{};
            for (int lane = 0; lane < PERCUSS_LANES; ++lane)
              v[lane] = q[first_dof[a * PERCUSS_LANES + lane] + i];
            Cell::node(u[i], a) = v;
          }
    }

    /** Two cells of a batch may have a node in common. */
    PERCUSS_INLINE void
    scatter(const Field &f, double *s) const
    {
      for (int a = 0; a < n_nodes; ++a)
        for (int lane = 0; lane < PERCUSS_LANES; ++lane)
          {
            double *const of_node = s + first_dof[a * PERCUSS_LANES + lane];
            for (int i = 0; i < dim; ++i)
              of_node[i] += Cell::node(f[i], a)[lane];
          }
    }

    PERCUSS_INLINE void
    evaluate(const double *q, D (&derivatives)[dim]) const
    {
      Field u;
      gather(q, u);
      for (int i = 0; i < dim; ++i)
        derivatives[i].evaluate(u[i]);
    }

    /** dxi_j/dX_J of a point. */
    template <bool is_affine>
    PERCUSS_INLINE const Lanes *
    jacobian(const int point) const
    {
      return is_affine ? geometry : geometry + point * n_numbers;
    }

    /** The volume of a point. */
    template <bool is_affine>
    PERCUSS_INLINE Lanes
    volume(const int z, const int y, const int x) const
    {
      if constexpr (is_affine)
        return Cell::weight(z, y, x) * geometry[dim * dim];
      else
        return geometry[Cell::point(z, y, x) * n_numbers + dim * dim];
    }

    /** With the constants of a point times its volume. */
    template <bool is_affine>
    PERCUSS_INLINE Law
    law(const int z, const int y, const int x) const
    {
      const Lanes dV = volume<is_affine>(z, y, x);
      return {lame[0] * dV, lame[1] * dV};
    }

    template <bool is_affine>
    PERCUSS_INLINE Tensor<dim>
    gradient(D (&derivatives)[dim], const int z, const int y, const int x) const
    {
      const Lanes *const B = jacobian<is_affine>(Cell::point(z, y, x));
      return tensor<dim>([&](const int i, const int J) {
        return contract<dim>([&](const int j) {
          return derivatives[i].at(j, z, y, x) * B[j * dim + J];
        });
      });
    }

    /** Adds P_iJ dxi_j/dX_J. */
    template <bool is_affine>
    PERCUSS_INLINE void
    add_stress(const Tensor<dim> &P,
               D (&derivatives)[dim],
               const int z,
               const int y,
               const int x) const
    {
      const Lanes *const B = jacobian<is_affine>(Cell::point(z, y, x));
      for (int i = 0; i < dim; ++i)
        for (int j = 0; j < dim; ++j)
          derivatives[i].at(j, z, y, x) += contract<dim>(
            [&](const int J) { return P[i][J] * B[j * dim + J]; });
    }

    PERCUSS_INLINE void
    integrate(const D (&derivatives)[dim], double *s) const
    {
      Field f;
      for (int i = 0; i < dim; ++i)
        derivatives[i].integrate(f[i]);
      scatter(f, s);
    }

    const unsigned int *first_dof;
    const Lanes        *lame, *geometry, *inverse_radius;
  };


  /** f(batch) of all batches, with whether they are affine as the argument of its
   * template. */
  template <class Law, class Cell, class Function>
  PERCUSS_INLINE void
  for_batches(const CellsOfRank &cells, const Function &f)
  {
    using B = Batch<Law, Cell>;
    if constexpr (!Law::has_hoop)
      for (unsigned int b = 0; b < cells.affine.n; ++b)
        f.template operator()<true>(B(cells.affine, b, 1));
    for (unsigned int b = 0; b < cells.general.n; ++b)
      f.template operator()<false>(B(cells.general, b, Cell::n_points));
  }

  PERCUSS_INLINE bool
  are_positive(const Lanes &x)
  {
    const auto sign = x > 0.;
    long long  all  = -1;
    for (int lane = 0; lane < PERCUSS_LANES; ++lane)
      all &= sign[lane];
    return all != 0;
  }

  PERCUSS_INLINE double
  sum_of_lanes(const Lanes &x)
  {
    double sum = 0.;
    for (int lane = 0; lane < PERCUSS_LANES; ++lane)
      sum += x[lane];
    return sum;
  }

  /** s += the sum over cells of what point<is_affine>(batch, u, f, z, y, x) adds
   * to the derivatives f, u those of the fields, at all points. */
  template <class Law, class Cell, class Point, class... Fields>
  PERCUSS_INLINE void
  add_stresses(const CellsOfRank &cells,
               double            *s,
               const Point       &point,
               const Fields *...fields)
  {
    constexpr int dim = Law::dim;
    using B           = Batch<Law, Cell>;
    for_batches<Law, Cell>(cells, [&]<bool is_affine>(const B &batch) {
      typename B::D u[sizeof...(Fields)][dim], f[dim];
      int           k = 0;
      (batch.evaluate(fields, u[k++]), ...);
      for (int i = 0; i < dim; ++i)
        f[i].clear();
      Cell::for_points([&](const int z, const int y, const int x) {
        point.template operator()<is_affine>(batch, u, f, z, y, x);
      });
      batch.integrate(f, s);
    });
  }

} // namespace percuss::PERCUSS_KERNELS

#include <percuss/models/solid/affine_hexahedra.templates.h>

namespace percuss::PERCUSS_KERNELS
{
  /** sigma = lambda tr(eps) + 2 mu eps, in axisymmetric bodies with e = u_r/r in
   * the hoop. */
  template <class Law, class Cell>
  bool
  add_linear_force(const CellsOfRank &cells, const double *q, double *s)
  {
    constexpr int dim     = Law::dim;
    using B               = Batch<Law, Cell>;
    CellsOfRank by_points = cells;
    if constexpr (dim == 3 && Cell::n_points == 8)
      {
        for (unsigned int b = 0; b < cells.affine.n; ++b)
          add_affine_hexahedra(B(cells.affine, b, 1), q, s);
        by_points.affine.n = 0;
      }
    add_stresses<Law, Cell>(
      by_points,
      s,
      []<bool is_affine>(const B  &batch,
                         auto     &u,
                         auto     &f,
                         const int z,
                         const int y,
                         const int x) {
        const Tensor<dim> H = batch.template gradient<is_affine>(u[0], z, y, x);
        const Lanes       volume = batch.template volume<is_affine>(z, y, x),
                    lambda       = batch.lame[0] * volume,
                    mu           = batch.lame[1] * volume;
        Lanes tr                 = trace(H);
        if constexpr (Law::has_hoop)
          {
            const Lanes inverse = batch.inverse_radius[Cell::point(0, y, x)],
                        hoop    = u[0][0].dz[0][y][x] * inverse;
            tr += hoop;
            f[0].dz[0][y][x] = (lambda * tr + 2. * mu * hoop) * inverse;
          }
        const Lanes pressure = lambda * tr;
        batch.template add_stress<is_affine>(
          tensor<dim>([&](const int i, const int j) {
            return i == j ? pressure + 2. * mu * H[i][i] :
                            mu * (H[i][j] + H[j][i]);
          }),
          f,
          z,
          y,
          x);
      },
      q);
    return true;
  }

  template <class Law, class Cell>
  bool
  add_finite_force(const CellsOfRank &cells, const double *q, double *s)
  {
    constexpr int dim = Law::dim;
    using B           = Batch<Law, Cell>;
    bool is_right     = true;
    add_stresses<Law, Cell>(
      cells,
      s,
      [&]<bool is_affine>(const B  &batch,
                          auto     &u,
                          auto     &f,
                          const int z,
                          const int y,
                          const int x) {
        const Tensor<dim> H = batch.template gradient<is_affine>(u[0], z, y, x);
        const Dilatation<dim> J(H);
        is_right &= are_positive(1. + J.total);
        batch.template add_stress<is_affine>(
          batch.template law<is_affine>(z, y, x).stress(H, J), f, z, y, x);
      },
      q);
    return is_right;
  }

  template <class Law, class Cell>
  void
  add_product(const CellsOfRank &cells,
              const double      *q,
              const double      *direction,
              double            *s)
  {
    using B = Batch<Law, Cell>;
    add_stresses<Law, Cell>(
      cells,
      s,
      []<bool is_affine>(const B  &batch,
                         auto     &u,
                         auto     &f,
                         const int z,
                         const int y,
                         const int x) {
        batch.template add_stress<is_affine>(
          batch.template law<is_affine>(z, y, x).product(
            batch.template gradient<is_affine>(u[0], z, y, x),
            batch.template gradient<is_affine>(u[1], z, y, x)),
          f,
          z,
          y,
          x);
      },
      q,
      direction);
  }

  template <class Law, class Cell>
  double
  strain_energy(const CellsOfRank &cells, const double *q)
  {
    constexpr int dim = Law::dim;
    using B           = Batch<Law, Cell>;
    Lanes energy{};
    bool  is_right = true;
    for_batches<Law, Cell>(cells, [&]<bool is_affine>(const B &batch) {
      typename B::D u[dim];
      batch.evaluate(q, u);
      Cell::for_points([&](const int z, const int y, const int x) {
        const Tensor<dim> H = batch.template gradient<is_affine>(u, z, y, x);
        const Dilatation<dim> J(H);
        is_right &= are_positive(1. + J.total);
        energy += batch.template law<is_affine>(z, y, x).energy(H, J);
      });
    });
    return is_right ? sum_of_lanes(energy) : __builtin_nan("");
  }

  template <class Law, class Cell>
  double
  largest_rotation(const CellsOfRank &cells, const double *q)
  {
    constexpr int dim = Law::dim;
    using B           = Batch<Law, Cell>;
    double largest    = 0.;
    for_batches<Law, Cell>(cells, [&]<bool is_affine>(const B &batch) {
      typename B::D u[dim];
      batch.evaluate(q, u);
      Tensor<dim> sum = tensor<dim>([](int, int) { return Lanes{}; });
      Lanes       all_volume{};
      Cell::for_points([&](const int z, const int y, const int x) {
        const Tensor<dim> H = batch.template gradient<is_affine>(u, z, y, x);
        const Lanes       volume = batch.template volume<is_affine>(z, y, x);
        all_volume += volume;
        for (int i = 0; i < dim; ++i)
          for (int j = 0; j < dim; ++j)
            sum[i][j] += volume * H[i][j];
      });
      const Tensor<dim> skew   = tensor<dim>([&](const int i, const int j) {
        return 0.5 * (sum[i][j] - sum[j][i]);
      });
      const Lanes       square = scalar_product(skew, skew);
      for (int lane = 0; lane < PERCUSS_LANES; ++lane)
        if (all_volume[lane] > 0.)
          {
            const double of_cell =
              square[lane] / (all_volume[lane] * all_volume[lane]);
            if (of_cell > largest)
              largest = of_cell;
          }
    });
    return largest;
  }

#ifndef PERCUSS_SUMS_ONLY // the table of the elastic laws

  template <class Law, class Cell>
  CellKernels
  kernels_of()
  {
    if constexpr (Law::is_finite)
      return {PERCUSS_LANES,
              add_finite_force<Law, Cell>,
              add_product<Law, Cell>,
              strain_energy<Law, Cell>,
              largest_rotation<Law, Cell>};
    else
      return {PERCUSS_LANES,
              add_linear_force<Law, Cell>,
              nullptr,
              nullptr,
              largest_rotation<Law, Cell>};
  }

  template <int dim, class Cell>
  CellKernels
  kernels_of(const CellLaw law)
  {
    switch (law)
      {
        case CellLaw::st_venant_kirchhoff:
          return kernels_of<StVenantKirchhoffLaw<dim>, Cell>();
        case CellLaw::neo_hookean:
          return kernels_of<NeoHookeanLaw<dim>, Cell>();
        case CellLaw::linear_axisymmetric:
        case CellLaw::linear:
          break;
      }
    return kernels_of<LinearLaw<dim>, Cell>();
  }

  /** @tparam AxisymmetricCell has more points, where strains are not constant */
  template <int dim, class Cell, class AxisymmetricCell = Cell>
  CellKernels
  kernels_for(const CellLaw law)
  {
    if constexpr (dim == 2)
      if (law == CellLaw::linear_axisymmetric)
        return kernels_of<AxisymmetricLaw, AxisymmetricCell>();
    return kernels_of<dim, Cell>(law);
  }

  CellKernels
  kernels_of(const int          dim,
             const unsigned int degree,
             const CellLaw      law,
             const CellShape    shape)
  {
    if (shape == CellShape::simplex)
      return dim == 2 ? kernels_for<2, Simplex<2, 1>, Simplex<2, 3>>(law) :
                        kernels_for<3, Simplex<3, 1>>(law);
    if (dim == 2)
      return degree == 1 ? kernels_for<2, Cube<2, 1>>(law) :
                           kernels_for<2, Cube<2, 2>>(law);
    return degree == 1 ? kernels_for<3, Cube<3, 1>>(law) :
                         kernels_for<3, Cube<3, 2>>(law);
  }
#endif
} // namespace percuss::PERCUSS_KERNELS
