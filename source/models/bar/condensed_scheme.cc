// SPDX-License-Identifier: Apache-2.0
#include <percuss/models/bar/condensed_scheme.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace percuss
{
  EndsOfChain
  CondensedScheme::force_on(const std::size_t          bar,
                            const Step<CondensedBars> &step) const
  {
    const EndsOfChain before = ends_of_bar(step.x.load, bar),
                      after  = ends_of_bar(step.next.load, bar);
    EndsOfChain force;
    for (const std::size_t end : {0, 1})
      force[end] = scheme.load_weights[0] * before[end] +
                   scheme.load_weights[1] * after[end];
    return force;
  }

  void
  CondensedScheme::solve(const Step<CondensedBars> &step,
                         const bool                 with_impulses) const
  {
    std::ranges::copy(right_hand_side, x.begin());
    for (std::size_t bar = 0; bar < pieces.n_bars(); ++bar)
      {
        const EndsOfChain force = force_on(bar, step);
        for (const std::size_t end : {0, 1})
          {
            double &r = x[pieces.ends_of(bar)[end]];
            r += force[end];
            if (with_impulses)
              r += step.effect.impulse[entry_of_end(bar, end)] / step.h;
          }
      }
    pieces.set_held(x);
    separators.solve(x);
  }

  void
  CondensedScheme::correct(const Step<CondensedBars> &step) const
  {
    std::ranges::fill(right_hand_side, 0.);
    for (std::size_t k = 0; k < chains.size(); ++k)
      pieces.add(pieces.own()[k], chains[k].forward(), right_hand_side);
    pieces.sum(right_hand_side);
    solve(step, false);

    const ChainScheme &s = scheme.chain;
    is_finite            = true;
    for (std::size_t bar = 0; bar < pieces.n_bars(); ++bar)
      for (const std::size_t end : {0, 1})
        {
          const double       of_end = x[pieces.ends_of(bar)[end]];
          const Eigen::Index i      = entry_of_end(bar, end);
          const double v = step.x.v[i], a = scheme.alpha ? step.x.a[i] : 0.;
          step.next.v[i]  = v + s.v_a * a + s.v_x * of_end;
          step.next.dq[i] = s.h * v + s.q_a * a + s.q_x * of_end;
          if (scheme.alpha)
            step.next.a[i] = s.a_a * a + of_end;
          is_finite = is_finite && std::isfinite(of_end);
        }
  }

  void
  CondensedScheme::complete(const Step<CondensedBars> &step) const
  {
    if (!is_finite)
      return; // the last state stays
    const bool acts = step.effect.acts;
    if (acts && !scheme.alpha)
      solve(step, true);
    for (std::size_t k = 0; k < chains.size(); ++k)
      {
        const PieceOfBar &piece = pieces.own()[k];
        chains[k].backward({x[piece.left], x[piece.right()]},
                           acts ? ends_of_bar(step.effect.impulse, piece.bar) :
                                  EndsOfChain{});
      }
    ++n_steps;
    take_ends(step.next);
  }

  void
  CondensedScheme::exchange() const
  {
    std::ranges::fill(exchanged, 0.);
    double *const own_sums = exchanged.data() + pieces.rank * n_chain_sums;
    for (std::size_t k = 0; k < chains.size(); ++k)
      {
        for (std::size_t i = 0; i < sums.size(); ++i)
          own_sums[i] += chains[k].products()[i];
        for (std::size_t f = 0; f < n_fields; ++f)
          pieces.enter(pieces.own()[k],
                       chains[k].ends(fields[f]),
                       of_separators(f));
      }
    pieces.sum(exchanged);
    pieces.add_up_ranks(std::span(exchanged).first(pieces.n_ranks *
                                                   n_chain_sums),
                        sums);
    for (std::size_t k = 0; k < chains.size(); ++k)
      if (!pieces.own()[k].is_at_end[0])
        for (std::size_t f = 0; f < n_fields; ++f)
          chains[k].set_left_end(fields[f],
                                 of_separators(f)[pieces.own()[k].left]);
  }

  void
  CondensedScheme::take_ends(State<A> &x) const
  {
    exchange();
    const std::array<Vector *, 3> of_ends{&x.q, &x.v, &x.a};
    for (std::size_t f = 0; f < std::min(n_fields, of_ends.size()); ++f)
      for (std::size_t bar = 0; bar < pieces.n_bars(); ++bar)
        for (const std::size_t end : {0, 1})
          (*of_ends[f])[entry_of_end(bar, end)] =
            of_separators(f)[pieces.ends_of(bar)[end]];
  }

  void
  CondensedScheme::undo(const unsigned long int n_accepted)
  {
    if (n_steps == n_accepted)
      return;
    for (Chain &chain : chains)
      chain.undo();
    n_steps = n_accepted;
  }

  void
  CondensedScheme::impulse_response(const Tangents<CondensedBars> &,
                                    const Vector        &r,
                                    ImpulseIncrement<A> &d) const
  {
    for (std::size_t bar = 0; bar < responses.size(); ++bar)
      {
        const EndsOfChain p = ends_of_bar(r, bar);
        const Response   &D = responses[bar];
        for (const std::size_t end : {0, 1})
          {
            const Eigen::Index i = entry_of_end(bar, end);
            d.dq[i]              = p[0] * D.q[0][end] + p[1] * D.q[1][end];
            d.dv[i]              = p[0] * D.v[0][end] + p[1] * D.v[1][end];
            d.da[i]              = p[0] * D.a[0][end] + p[1] * D.a[1][end];
          }
      }
  }

  Energy
  CondensedScheme::initial_energy(const Tangents<CondensedBars> &,
                                  SchemeHistory<A> &)
  {
    std::array<double, 4> products{};
    std::vector<double>   of_ranks(pieces.n_ranks * products.size(), 0.);
    double *const         own = of_ranks.data() + pieces.rank * products.size();
    for (const Chain &chain : chains)
      {
        const Chain::StateProducts of_chain = chain.state_products();
        own[0] += of_chain.v_M_v;
        own[1] += of_chain.q_K_q;
        own[2] += of_chain.load_q;
        own[3] += of_chain.a_M_a;
      }
    pieces.sum(of_ranks);
    pieces.add_up_ranks(of_ranks, products);

    Energy energy;
    energy.kinetic     = 0.5 * products[0];
    energy.strain      = 0.5 * products[1];
    energy.potential   = -products[2];
    energy.algorithmic = energy.total();
    if (scheme.alpha)
      energy.algorithmic += scheme.alpha->energy_a * products[3];
    return energy;
  }

  // The loads differ from the constant ones at the ends alone.
  double
  CondensedScheme::work_of_filter(const Step<CondensedBars> &step) const
  {
    const ChainScheme &s        = scheme.chain;
    Vector            &z        = filtered_load;
    double             filtered = (1. - s.mean) * (step.next.dq * z);
    Vector            &dF       = step.w.force;
    dF.equ(1., step.next.load);
    dF.add(-1., step.x.load);
    z.sadd(s.filter_old, s.filter_input, dF);
    filtered += s.mean * (step.next.dq * z);
    return filtered;
  }

  EnergyBalance
  CondensedScheme::energy_balance(const Step<CondensedBars> &step,
                                  Energy                    &after) const
  {
    EnergyBalance balance;
    if (!is_finite)
      {
        after.kinetic = std::numeric_limits<double>::quiet_NaN();
        return balance;
      }
    const auto change = [this](const ChainSum square) {
      return sums[square + 1] - 0.5 * sums[square + 2]; // Dx^T B x_{k+1/2}
    };
    after.kinetic     = 0.5 * sums[v_M_v];
    after.strain      = 0.5 * sums[q_K_q];
    after.potential   = -sums[load_q];
    after.algorithmic = after.total();
    balance.change    = change(v_M_v) + change(q_K_q) - sums[load_dq];

    Work &work = balance.work;
    if (step.system.has_varying_load())
      work.external = weighted_product(scheme.mean,
                                       step.next.dq,
                                       step.x.load,
                                       step.next.load);
    const auto damping = [&](const ChainSum K, const ChainSum M) {
      return scheme.damping.stiffness * sums[K] + scheme.damping.mass * sums[M];
    };
    work.damping     = -damping(dq_K_u, dq_M_u);
    work.contact     = step.effect.work;
    work.dissipation = scheme.dissipation_v * sums[dv_M_dv] +
                       scheme.dissipation_q * sums[dq_K_dq];
    if (!scheme.alpha)
      return balance;

    const LinearScheme::Alpha &alpha    = *scheme.alpha;
    const double               energy_z = 0.5 * alpha.eta * alpha.kappa;
    after.algorithmic += alpha.energy_a * sums[a_M_a] + energy_z * sums[z_K_z];
    balance.change +=
      2. * (alpha.energy_a * change(a_M_a) + energy_z * change(z_K_z));
    work.dissipation += alpha.dissipation_a * sums[da_M_da] +
                        alpha.eta * alpha.nu * alpha.kappa * sums[dz_K_dz];
    if (alpha.filters_loads)
      {
        if (step.system.has_varying_load())
          work.dissipation += alpha.eta * work_of_filter(step);
        work.dissipation -= alpha.eta * damping(dq_K_filter, dq_M_filter);
      }
    return balance;
  }
} // namespace percuss
