// SPDX-License-Identifier: Apache-2.0

// A part of chain_kernels.templates.h: the solution, the motion, and the products
// of the energy balance.

#include <percuss/models/bar/chain_rows.templates.h>

namespace percuss::PERCUSS_KERNELS
{
  /** Sums of x^T B x, dx^T B x and dx^T B dx. */
  struct Products
  {
    Lanes xx, dx, dd;

    PERCUSS_INLINE void
    take(const Products &other)
    {
      xx = other.xx;
      dx = other.dx;
      dd = other.dd;
    }

    /** Of a matrix with the coefficients @p m of a row, @p c to the right. */
    PERCUSS_INLINE void
    add(const Lanes m,
        const Lanes c,
        const Lanes x,
        const Lanes change,
        const Lanes x_right,
        const Lanes change_right)
    {
      const Lanes c_x = c * x_right, c_dx = c * change_right;
      const Lanes m_x = m * x + c_x, m_dx = m * change + c_dx;
      xx += x * (m_x + c_x);
      dx += change * m_x;
      dx += c_dx * x;
      dd += change * (m_dx + c_dx);
    }

    /** Of an element of stiffness @p k. */
    template <bool with_dd = true>
    PERCUSS_INLINE void
    add(const Lanes k, const Lanes e, const Lanes de)
    {
      const Lanes k_e = k * e;
      xx += k_e * e;
      dx += k_e * de;
      if (with_dd)
        dd += k * de * de;
    }
  };

  /** The sums with loads or damping, and the means on the right. */
  struct LoadsAndDamping
  {
    Lanes load, load_change;
    Lanes u, of_K, of_M;              // of velocities
    Lanes filter, filter_K, filter_M; // of their filter

    PERCUSS_INLINE void
    take(const LoadsAndDamping &other)
    {
      load        = other.load;
      load_change = other.load_change;
      u           = other.u;
      of_K        = other.of_K;
      of_M        = other.of_M;
      filter      = other.filter;
      filter_K    = other.filter_K;
      filter_M    = other.filter_M;
    }
  };

  /** What a row leaves to the one on its left. */
  struct MotionCarry
  {
    Lanes           x;
    Lanes           q, dq, v, dv;
    Products        kinetic, strain;
    LoadsAndDamping more;

    PERCUSS_INLINE void
    take(const MotionCarry &other)
    {
      x  = other.x;
      q  = other.q;
      dq = other.dq;
      v  = other.v;
      dv = other.dv;
      kinetic.take(other.kinetic);
      strain.take(other.strain);
      more.take(other.more);
    }
  };

  /** The same of what the alpha-family adds: of a and of the filter z. */
  struct AlphaCarry
  {
    Lanes    a, da, z, dz;
    Products of_a, of_z;

    PERCUSS_INLINE void
    take(const AlphaCarry &other)
    {
      a  = other.a;
      da = other.da;
      z  = other.z;
      dz = other.dz;
      of_a.take(other.of_a);
      of_z.take(other.of_z);
    }
  };

  struct Carry
  {
    MotionCarry motion;
    AlphaCarry  alpha;
  };

  /** Coefficients of a scheme in all lanes. */
  struct SchemeInLanes
  {
    PERCUSS_INLINE explicit SchemeInLanes(const ChainScheme &s)
      : a_a(all(s.a_a))
      , v_a(all(s.v_a))
      , v_x(all(s.v_x))
      , h(all(s.h))
      , q_a(all(s.q_a))
      , q_x(all(s.q_x))
      , q_w(all(s.q_w))
      , filter_old(all(s.filter_old))
      , filter_input(all(s.filter_input))
      , mean(all(s.mean))
    {}

    const Lanes a_a, v_a, v_x, h, q_a, q_x, q_w, filter_old, filter_input, mean;
  };

  template <bool alpha, bool general, bool jumps>
  struct BackwardPass
  {
    const ChainPart     &p;
    const ChainScheme   &scheme;
    const ChainBackward &pass;
    const double        *d = nullptr, *w = nullptr; // from row first_of_jump
    std::size_t          first_of_jump = 0;

    /** Row @p r with the solution @p x_free: moves it, and adds what it and the
     * element on its right have. Returns the change of the filter of q. */
    template <bool uniform>
    PERCUSS_INLINE Lanes
    move(const std::size_t            r,
         const Lanes                  x_free,
         const SchemeInLanes         &s,
         const Coefficients<uniform> &of,
         MotionCarry                 &c) const
    {
      Lanes x = x_free;
      if (jumps)
        x += row(d, r - first_of_jump);
      const Lanes v_0 = row(p.v, r), q_0 = row(p.q, r);
      Lanes       dv = x, dq = s.h * v_0 + s.q_x * x;
      if (alpha)
        {
          const Lanes a_0 = row(p.a, r);
          dv              = s.v_x * x + s.v_a * a_0;
          dq += s.q_a * a_0;
          set_row(p.y, r, s.a_a * a_0 + x);
        }
      if (jumps)
        {
          const Lanes jump = row(w, r - first_of_jump);
          dv += jump;
          dq += s.q_w * jump;
        }
      const Lanes v = v_0 + dv, q = q_0 + dq;
      set_row(alpha ? p.v : p.y, r, v);
      set_row(p.q, r, q);

      const Lanes k = of.stiffness(r + 1), coupling = of.coupling(r + 1);
      c.kinetic.add(of.mass(r), coupling, v, dv, c.v, c.dv);
      c.strain.add<!alpha>(k, c.q - q, c.dq - dq);
      if (general)
        add_loads_and_damping(r, q, dq, v_0, dv, s, of, c);
      c.q  = q;
      c.dq = dq;
      c.v  = v;
      c.dv = dv;
      if (!alpha)
        return dq;
      const Lanes z_0 = row(p.filter_q, r);
      const Lanes z   = s.filter_old * z_0 + s.filter_input * dq;
      set_row(p.filter_q, r, z);
      return z - z_0;
    }

    template <bool uniform>
    PERCUSS_INLINE void
    add_loads_and_damping(const std::size_t            r,
                          const Lanes                  q,
                          const Lanes                  dq,
                          const Lanes                  v_0,
                          const Lanes                  dv,
                          const SchemeInLanes         &s,
                          const Coefficients<uniform> &of,
                          MotionCarry                 &c) const
    {
      LoadsAndDamping &sum = c.more;
      sum.load += of.load(r) * q;
      sum.load_change += of.load(r) * dq;
      const Lanes coupling = of.coupling(r + 1);
      const auto  add =
        [&](const Lanes mean, Lanes &right, Lanes &of_K, Lanes &of_M) {
          of_K += of.stiffness(r + 1) * (c.dq - dq) * (right - mean);
          of_M += dq * (of.mass(r) * mean + coupling * right) +
                  coupling * c.dq * mean;
          right = mean;
        };
      add(v_0 + s.mean * dv, sum.u, sum.of_K, sum.of_M);
      if (!alpha)
        return;
      const Lanes z_0 = row(p.filter_v, r);
      const Lanes z   = s.filter_old * z_0 + s.filter_input * dv;
      set_row(p.filter_v, r, z);
      add(z_0 + s.mean * (z - z_0), sum.filter, sum.filter_K, sum.filter_M);
    }

    /** Adds the products of a and the filter, which row @p r has by now. */
    template <bool uniform>
    PERCUSS_INLINE void
    add_alpha(const std::size_t            r,
              const Lanes                  dz,
              const Coefficients<uniform> &of,
              AlphaCarry                  &c) const
    {
      const Lanes a = row(p.y, r), da = a - row(p.a, r);
      const Lanes z = row(p.filter_q, r);
      c.of_a.add(of.mass(r), of.coupling(r + 1), a, da, c.a, c.da);
      c.of_z.add(of.stiffness(r + 1), c.z - z, c.dz - dz);
      c.a  = a;
      c.da = da;
      c.z  = z;
      c.dz = dz;
    }

    /** Rows @p last to @p first of the lanes; @p dz is that of the filter. */
    template <bool spikes, bool uniform>
    PERCUSS_INLINE void
    move_rows(const std::size_t last,
              const std::size_t first,
              MotionCarry      &c,
              Lanes *const      dz) const
    {
      MotionCarry k;
      k.take(c);
      const Lanes                 left = lanes_of(pass.left);
      const SchemeInLanes         s(scheme);
      const Coefficients<uniform> of(p);
      for (std::size_t r = last; r >= first; --r)
        {
          Lanes x = of.inverse_pivot(r) * row(p.y, r);
          if (spikes)
            x -= row(p.spike, r) * left;
          k.x                = x - of.lower(r + 1) * k.x;
          const Lanes change = move(r, k.x, s, of, k);
          if (alpha)
            dz[last - r] = change;
        }
      c.take(k);
    }

    /** add_alpha() of rows @p last to @p first. */
    template <bool uniform>
    [[gnu::noinline]] void
    add_alpha_rows(const std::size_t  last,
                   const std::size_t  first,
                   const Lanes *const dz,
                   AlphaCarry        &c) const
    {
      const Coefficients<uniform> of(p);
      AlphaCarry                  k;
      k.take(c);
      for (std::size_t r = last; r >= first; --r)
        add_alpha(r, dz[last - r], of, k);
      c.take(k);
    }

    /** The same; of the alpha-family in blocks, twice, as its sums leave no
     * registers for others. Returns the row below. */
    template <bool spikes, bool uniform>
    [[gnu::noinline]] std::size_t
    rows(const std::size_t last, const std::size_t first, Carry &c) const
    {
      if (last < first)
        return last;
      if (!alpha)
        {
          move_rows<spikes, uniform>(last, first, c.motion, nullptr);
          return first - 1;
        }
      constexpr std::size_t size = 64;
      Lanes                 dz[size];
      for (std::size_t end = last + 1; end > first;)
        {
          const std::size_t begin = end > first + size ? end - size : first;
          move_rows<spikes, uniform>(end - 1, begin, c.motion, dz);
          add_alpha_rows<uniform>(end - 1, begin, dz, c.alpha);
          end = begin;
        }
      return first - 1;
    }

    PERCUSS_INLINE void
    move_separators(const std::size_t r, const double *const x, Carry &c) const
    {
      const Coefficients<false> of(p);
      c.motion.x     = lanes_of(x);
      const Lanes dz = move(r, c.motion.x, SchemeInLanes(scheme), of, c.motion);
      if (alpha)
        add_alpha(r, dz, of, c.alpha);
    }

    /** Rows @p last to @p first, separators included. */
    PERCUSS_INLINE void
    run(const std::size_t last, const std::size_t first, Carry &c) const
    {
      std::size_t r = last;
      if (r == p.n_rows + 1)
        move_separators(r--, pass.right, c);
      const std::size_t end  = first == 0 ? 1 : first;
      const auto        from = [end](const std::size_t begin) {
        return begin > end ? begin : end;
      };
      r = rows<false, false>(r, from(p.same.end), c);
      r = rows<false, true>(r, from(p.same.begin), c);
      r = rows<false, false>(r, from(p.n_spike + 1), c); // no spike there
      rows<true, false>(r, end, c);
      if (first == 0)
        move_separators(0, pass.left, c);
    }
  };

  PERCUSS_INLINE void
  add_lanes(const Lanes sum, double &result)
  {
    for (int i = 0; i < PERCUSS_LANES; ++i)
      result += lane(sum, i);
  }

  PERCUSS_INLINE void
  add_lanes(const Products &sums, double *const result)
  {
    add_lanes(sums.xx, result[0]);
    add_lanes(sums.dx, result[1]);
    add_lanes(sums.dd, result[2]);
  }

  template <bool alpha, bool general>
  void
  backward(const ChainPart     &part,
           const ChainScheme   &scheme,
           const ChainBackward &pass)
  {
    using Plain  = BackwardPass<alpha, general, false>;
    using Jumped = BackwardPass<alpha, general, alpha>;

    Carry             c{};
    const std::size_t last = part.n_rows + 1;
    const ChainJump  &jump = pass.jump;
    if (alpha && jump.high <= last)
      Jumped{part, scheme, pass, jump.high_d, jump.high_w, jump.high}.run(
        last, jump.high, c);
    if (!alpha)
      Plain{part, scheme, pass}.run(last, 0, c);
    else if (jump.high > jump.low)
      Plain{part, scheme, pass}.run(jump.high - 1, jump.low, c);
    if (alpha && jump.low > 0)
      Jumped{part, scheme, pass, jump.low_d, jump.low_w, 0}.run(jump.low - 1,
                                                                0,
                                                                c);
    if (alpha)
      {
        // the filter is z' = old z + input Dq: Dq of z' and Dz
        const Lanes old = all(scheme.filter_old), rest = all(1.) - old;
        const Lanes input  = all(scheme.filter_input);
        c.motion.strain.dd = (rest * rest * c.alpha.of_z.xx +
                              all(2.) * old * rest * c.alpha.of_z.dx +
                              old * old * c.alpha.of_z.dd) /
                             (input * input);
      }
    add_lanes(c.motion.kinetic, pass.sums + v_M_v);
    add_lanes(c.motion.strain, pass.sums + q_K_q);
    if (alpha)
      {
        add_lanes(c.alpha.of_a, pass.sums + a_M_a);
        add_lanes(c.alpha.of_z, pass.sums + z_K_z);
      }
    if (!general)
      return;
    const LoadsAndDamping &more = c.motion.more;
    add_lanes(more.load, pass.sums[load_q]);
    add_lanes(more.load_change, pass.sums[load_dq]);
    add_lanes(more.of_K, pass.sums[dq_K_u]);
    add_lanes(more.of_M, pass.sums[dq_M_u]);
    add_lanes(more.filter_K, pass.sums[dq_K_filter]);
    add_lanes(more.filter_M, pass.sums[dq_M_filter]);
  }
} // namespace percuss::PERCUSS_KERNELS
