// SPDX-License-Identifier: Apache-2.0

// The kernels of cell_kernels.h for PERCUSS_LANES lanes, in the namespace
// PERCUSS_KERNELS: compiled once for each instruction set, see
// base/vector_lanes.templates.h.
//
// At a point with the displacement gradient H_iJ = u_i,j dxi_j/dX_J, j in the
// unit cell, and the first Piola-Kirchhoff stress P(H),
//
//     s_ai += int P_iJ N_a,J dV = sum over points (P_iJ dxi_j/dX_J dV) dN_a/dxi_j.

#include <percuss/models/solid/cell_laws.templates.h>
#include <percuss/models/solid/cell_shapes.templates.h>

namespace percuss::PERCUSS_KERNELS
{
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
