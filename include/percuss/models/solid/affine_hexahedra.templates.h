// SPDX-License-Identifier: Apache-2.0

// A part of cell_kernels.templates.h: the linear law in hexahedra of degree 1
// that are the image of the unit cube by an affine map.
//
// With xi, eta, zeta from -1 to 1 the displacement is a sum of the functions 1,
// xi, eta, zeta, xi eta, ..., xi eta zeta with the factors h, which are sums of
// the nodes' with signs. Its gradient is a sum over seven of them, 1; xi, eta,
// zeta; eta zeta, zeta xi, xi eta, which are orthogonal to each other on the
// cell, with the mean squares 1, 1/3, 1/9. Where dxi/dX is constant, the energy
// is the sum of those of the seven parts, of which all but the first have two
// columns or one of H. Gauss' quadrature with two points per direction is exact
// here, and gives the same.
//
// Equations: doc/theory/elastic_solid.md (3b).

namespace percuss::PERCUSS_KERNELS
{
  /** x <- its sums with the signs of the functions 1, xi, eta, xi eta, zeta, ...
   * at the nodes: by each pair of a direction its sum and its difference. */
  PERCUSS_INLINE void
  add_by_signs(Lanes (&x)[8])
  {
    for (int bit = 1; bit < 8; bit *= 2)
      for (int a = 0; a < 8; ++a)
        if ((a & bit) == 0)
          {
            const Lanes low = x[a], high = x[a | bit];
            x[a]       = low + high;
            x[a | bit] = high - low;
          }
  }

  /** The same transposed. */
  PERCUSS_INLINE void
  add_by_signs_transposed(Lanes (&x)[8])
  {
    for (int bit = 1; bit < 8; bit *= 2)
      for (int a = 0; a < 8; ++a)
        if ((a & bit) == 0)
          {
            const Lanes sum = x[a], difference = x[a | bit];
            x[a]       = sum - difference;
            x[a | bit] = sum + difference;
          }
  }

  /** f_i += sum_j of the columns P B_j^T of one of the seven parts, whose
   * gradient is sum_j g_j B_j: g_j is h of the function with the number of[j],
   * none where that is 0. */
  PERCUSS_INLINE void
  add_part(const Lanes (&h)[3][8],
           Lanes (&f)[3][8],
           const Lanes *const B,
           const Lanes       &lambda,
           const Lanes       &mu,
           const int          of_x,
           const int          of_y,
           const int          of_z)
  {
    const int of[3]   = {of_x, of_y, of_z};
    Lanes     H[3][3] = {};
    for (int j = 0; j < 3; ++j)
      if (of[j] != 0)
        for (int i = 0; i < 3; ++i)
          for (int J = 0; J < 3; ++J)
            H[i][J] += h[i][of[j]] * B[j * 3 + J];
    const Lanes pressure = lambda * (H[0][0] + H[1][1] + H[2][2]);
    Lanes       P[3][3];
    for (int i = 0; i < 3; ++i)
      {
        P[i][i] = pressure + 2. * mu * H[i][i];
        for (int j = i + 1; j < 3; ++j)
          P[i][j] = P[j][i] = mu * (H[i][j] + H[j][i]);
      }
    for (int j = 0; j < 3; ++j)
      if (of[j] != 0)
        for (int i = 0; i < 3; ++i)
          for (int J = 0; J < 3; ++J)
            f[i][of[j]] += P[i][J] * B[j * 3 + J];
  }

  template <class Batch>
  PERCUSS_INLINE void
  add_affine_hexahedra(const Batch &batch, const double *q, double *s)
  {
    constexpr int         x = 1, y = 2, z = 4;
    typename Batch::Field u;
    batch.gather(q, u);
    Lanes h[3][8], f[3][8] = {};
    for (int i = 0; i < 3; ++i)
      {
        for (int a = 0; a < 8; ++a)
          h[i][a] = Batch::CellType::node(u[i], a);
        add_by_signs(h[i]);
      }
    // du/dxi_j of the unit cell are h/4, and so are the forces
    const Lanes volume = 1. / 16. * batch.geometry[9];
    const Lanes lambda = batch.lame[0] * volume, mu = batch.lame[1] * volume;
    const Lanes *const B = batch.geometry;
    add_part(h, f, B, lambda, mu, x, y, z);
    add_part(h, f, B, 1. / 3. * lambda, 1. / 3. * mu, 0, x | y, x | z);
    add_part(h, f, B, 1. / 3. * lambda, 1. / 3. * mu, x | y, 0, y | z);
    add_part(h, f, B, 1. / 3. * lambda, 1. / 3. * mu, x | z, y | z, 0);
    add_part(h, f, B, 1. / 9. * lambda, 1. / 9. * mu, x | y | z, 0, 0);
    add_part(h, f, B, 1. / 9. * lambda, 1. / 9. * mu, 0, x | y | z, 0);
    add_part(h, f, B, 1. / 9. * lambda, 1. / 9. * mu, 0, 0, x | y | z);
    for (int i = 0; i < 3; ++i)
      {
        add_by_signs_transposed(f[i]);
        for (int a = 0; a < 8; ++a)
          Batch::CellType::node(u[i], a) = f[i][a];
      }
    batch.scatter(u, s);
  }
} // namespace percuss::PERCUSS_KERNELS
