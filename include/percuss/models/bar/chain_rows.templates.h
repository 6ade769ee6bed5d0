// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_bar_chain_rows_templates_h
#define percuss_models_bar_chain_rows_templates_h

// A part of chain_kernels.templates.h: rows of arrays, and their coefficients.

namespace percuss::PERCUSS_KERNELS
{
  /** A row of an array [row][lane], which is aligned. */
  PERCUSS_INLINE Lanes
  row(const double *const x, const std::size_t r)
  {
    return *reinterpret_cast<const Lanes *>(x + r * PERCUSS_LANES);
  }

  PERCUSS_INLINE void
  set_row(double *const x, const std::size_t r, const Lanes value)
  {
    *reinterpret_cast<Lanes *>(x + r * PERCUSS_LANES) = value;
  }

  PERCUSS_INLINE Lanes
  lanes_of(const double *const x)
  {
    Lanes result;
    __builtin_memcpy(&result, x, sizeof(result));
    return result;
  }

  /** What a chain has in its rows, the same in all of them if @p uniform. */
  template <bool uniform>
  struct Coefficients
  {
    const double *const stiffness_,
      *const coupling_, *const lower_, *const mass_, *const load_,
                                                       *const inverse_pivot_;
    const Lanes k, m_beside, l, m, f, over_d;

    PERCUSS_INLINE explicit Coefficients(const ChainPart &p)
      : stiffness_(p.stiffness)
      , coupling_(p.coupling)
      , lower_(p.lower)
      , mass_(p.mass)
      , load_(p.load)
      , inverse_pivot_(p.inverse_pivot)
      , k(all(p.same.stiffness))
      , m_beside(all(p.same.coupling))
      , l(all(p.same.lower))
      , m(all(p.same.mass))
      , f(all(p.same.load))
      , over_d(all(p.same.inverse_pivot))
    {}

    PERCUSS_INLINE Lanes
    stiffness(const std::size_t r) const
    {
      return uniform ? k : row(stiffness_, r);
    }

    PERCUSS_INLINE Lanes
    coupling(const std::size_t r) const
    {
      return uniform ? m_beside : row(coupling_, r);
    }

    PERCUSS_INLINE Lanes
    lower(const std::size_t r) const
    {
      return uniform ? l : row(lower_, r);
    }

    PERCUSS_INLINE Lanes
    mass(const std::size_t r) const
    {
      return uniform ? m : row(mass_, r);
    }

    PERCUSS_INLINE Lanes
    load(const std::size_t r) const
    {
      return uniform ? f : row(load_, r);
    }

    PERCUSS_INLINE Lanes
    inverse_pivot(const std::size_t r) const
    {
      return uniform ? over_d : row(inverse_pivot_, r);
    }
  };
} // namespace percuss::PERCUSS_KERNELS

#endif
