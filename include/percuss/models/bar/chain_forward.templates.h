// SPDX-License-Identifier: Apache-2.0

// A part of chain_kernels.templates.h: the right-hand side and its elimination.

#include <percuss/models/bar/chain_rows.templates.h>

namespace percuss::PERCUSS_KERNELS
{
  // What rows leave to each other is copied into locals number by number: copied
  // as a whole it stays in memory.

  /** What a row leaves to the next one. */
  struct ForwardCarry
  {
    Lanes z, force;   // of this row, and of the element on its left
    Lanes u_left, u;  // velocities that mass damping acts on
    Lanes y, product; // of the row before; spike^T r

    PERCUSS_INLINE void
    take(const ForwardCarry &other)
    {
      z       = other.z;
      force   = other.force;
      u_left  = other.u_left;
      u       = other.u;
      y       = other.y;
      product = other.product;
    }
  };

  template <bool alpha, bool general>
  struct ForwardPass
  {
    const ChainPart &p;
    const Lanes      r_v, r_a, r_m, damping;

    PERCUSS_INLINE
    ForwardPass(const ChainPart &part, const ChainScheme &s)
      : p(part)
      , r_v(all(s.r_v))
      , r_a(all(s.r_a))
      , r_m(all(s.r_m))
      , damping(all(s.mass_damping))
    {}

    PERCUSS_INLINE Lanes
    configuration(const std::size_t r) const
    {
      Lanes z = row(p.q, r) + r_v * row(p.v, r);
      if (alpha)
        z += r_a * row(p.a, r);
      return z;
    }

    PERCUSS_INLINE Lanes
    velocity(const std::size_t r) const
    {
      Lanes u = row(p.v, r);
      if (alpha)
        u += r_m * row(p.a, r);
      return u;
    }

    PERCUSS_INLINE ForwardCarry
    begin() const
    {
      ForwardCarry c{};
      c.z     = configuration(1);
      c.force = row(p.stiffness, 1) * (c.z - configuration(0));
      if (general)
        {
          c.u_left = velocity(0);
          c.u      = velocity(1);
        }
      return c;
    }

    /** Rows @p first to @p last. */
    template <bool spikes, bool uniform>
    [[gnu::noinline]] void
    rows(const std::size_t first, const std::size_t last, ForwardCarry &c) const
    {
      if (first > last)
        return;
      const Coefficients<uniform> of(p);
      ForwardCarry                k;
      k.take(c);
      const Lanes   rv = r_v, ra = r_a, rm = r_m, cm = damping;
      const double *q = p.q, *v = p.v, *a = p.a;
      double       *y = p.y;
      for (std::size_t r = first; r <= last; ++r)
        {
          Lanes z = row(q, r + 1) + rv * row(v, r + 1);
          if (alpha)
            z += ra * row(a, r + 1);
          const Lanes force    = of.stiffness(r + 1) * (z - k.z);
          Lanes       residual = force - k.force;
          if (general)
            {
              Lanes u = row(v, r + 1);
              if (alpha)
                u += rm * row(a, r + 1);
              residual +=
                of.load(r) - cm * (of.coupling(r) * k.u_left +
                                   of.mass(r) * k.u + of.coupling(r + 1) * u);
              k.u_left = k.u;
              k.u      = u;
            }
          k.y = residual - of.lower(r) * k.y;
          set_row(y, r, k.y);
          if (spikes)
            k.product += row(p.spike, r) * k.y;
          k.z     = z;
          k.force = force;
        }
      c.take(k);
    }

    PERCUSS_INLINE void
    run(const ChainForward &pass) const
    {
      ForwardCarry c         = begin();
      Lanes        from_left = c.force;
      if (general)
        from_left -= damping * row(p.coupling, 1) * c.u;
      rows<true, false>(1, p.n_spike, c);
      rows<false, false>(p.n_spike + 1, p.same.begin - 1, c);
      rows<false, true>(p.same.begin, p.same.end - 1, c);
      rows<false, false>(p.same.end, p.n_rows, c);
      const std::size_t last       = p.n_rows + 1;
      Lanes             from_right = -c.force - row(p.lower, last) * c.y;
      from_left -= c.product;
      if (general) // with what acts on the separators themselves
        {
          from_right -= damping * row(p.coupling, last) * c.u_left;
          from_right += row(p.load, last) - damping * row(p.mass, last) * c.u;
          from_left += row(p.load, 0) - damping * row(p.mass, 0) * velocity(0);
        }
      for (int i = 0; i < PERCUSS_LANES; ++i)
        {
          pass.to_left[i]  = lane(from_left, i);
          pass.to_right[i] = lane(from_right, i);
        }
    }
  };

  template <bool alpha, bool general>
  void
  forward(const ChainPart    &part,
          const ChainScheme  &scheme,
          const ChainForward &pass)
  {
    ForwardPass<alpha, general>(part, scheme).run(pass);
  }
} // namespace percuss::PERCUSS_KERNELS
