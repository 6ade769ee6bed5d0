// SPDX-License-Identifier: Apache-2.0

// A part of cell_kernels.templates.h: shape functions of cells and their
// gradients.
//
// Derivatives in the unit square or cube are products of N and dN/dxi of one
// direction, so that a sum over the nodes of a cell is one over lines of nodes, in
// each direction. Triangles and tetrahedra have their strain at one point.

namespace percuss::PERCUSS_KERNELS
{
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
} // namespace percuss::PERCUSS_KERNELS
