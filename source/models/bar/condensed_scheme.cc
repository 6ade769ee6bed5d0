// SPDX-License-Identifier: Apache-2.0
#include <percuss/models/bar/condensed_scheme.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace percuss
{
  namespace
  {
    Eigen::Index
    entry(const std::size_t bar, const std::size_t end)
    {
      return static_cast<Eigen::Index>(2 * bar + end);
    }

    EndsOfChain
    ends_of(const DenseVector &x, const std::size_t bar)
    {
      return {x[entry(bar, 0)], x[entry(bar, 1)]};
    }

    /** Of own elements, M a_0 = F_0 - K q_0 - C v_0 of a piece with @p force on
     * the ends of its bar. */
    std::vector<double>
    first_force(const PieceOfBar             &piece,
                const CondensedScheme::Start &start,
                const std::size_t             k,
                const RayleighDamping        &damping,
                const EndsOfChain            &force)
    {
      const ChainMatrices      &matrices = start.matrices[k];
      const std::vector<double> K_q = matrices.stiffness_product(start.q[k]),
                                K_v = matrices.stiffness_product(start.v[k]),
                                M_v = matrices.mass_product(start.v[k]);
      std::vector<double> r(matrices.size(), 0.);
      if (!matrices.load.empty())
        r = matrices.load;
      if (piece.is_at_end[0])
        r.front() += force[0];
      if (piece.is_at_end[1])
        r.back() += force[1];
      for (std::size_t i = 0; i < r.size(); ++i)
        r[i] -= K_q[i] + damping.stiffness * K_v[i] + damping.mass * M_v[i];
      matrices.set_held(r);
      return r;
    }

    /** Zeros where @p x of own pieces is negligible beside its largest entry in
     * the bar. Collective. */
    void
    set_negligible_to_zero(const PiecesOfBars               &pieces,
                           std::vector<std::vector<double>> &x)
    {
      std::vector<double> largest(pieces.n_bars(), 0.);
      for (std::size_t k = 0; k < x.size(); ++k)
        for (const double value : x[k])
          largest[pieces.own()[k].bar] =
            std::max(largest[pieces.own()[k].bar], std::abs(value));
      pieces.maximum(largest);
      for (std::size_t k = 0; k < x.size(); ++k)
        for (double &value : x[k])
          if (std::abs(value) <=
              negligible_share * largest[pieces.own()[k].bar])
            value = 0.;
    }
  } // namespace

  CondensedScheme::CondensedScheme(const LinearScheme     &scheme,
                                   const PiecesOfBars     &pieces,
                                   const Start            &start,
                                   const Vector           &force,
                                   const ContactTreatment &treatment,
                                   const double            work_point)
    : scheme(scheme)
    , pieces(pieces)
    , treatment(treatment)
    , work_point(work_point)
    , n_fields(scheme.alpha ? fields.size() : 2)
    , responses(pieces.n_bars())
    , right_hand_side(pieces.n_separators())
    , x(pieces.n_separators())
    , exchanged(pieces.n_ranks * n_chain_sums +
                n_fields * pieces.n_separators())
  {
    filtered_load.entries.setZero(force.size());
    const std::size_t                       n = pieces.own().size();
    std::array<std::vector<ChainColumn>, 2> columns;
    std::vector<std::vector<double>>        a(n);
    if (scheme.alpha)
      {
        columns = columns_and_acceleration(start, force, a);
        for (const std::size_t from : {0, 1})
          set_responses(columns[from], from);
      }
    std::vector<MatrixOfEnds> of_ends;
    chains.reserve(n);
    pieces.on_all_ranks([&] {
      for (std::size_t k = 0; k < n; ++k)
        {
          std::vector<ChainColumn> of_both;
          if (scheme.alpha)
            of_both = {std::move(columns[0][k]), std::move(columns[1][k])};
          Chain &chain = chains.emplace_back(start.matrices[k],
                                             scheme.chain,
                                             scheme.weights,
                                             of_both);
          of_ends.push_back(chain.condensed());
          chain.write(ChainField::q, start.q[k]);
          chain.write(ChainField::v, start.v[k]);
          if (scheme.alpha)
            chain.write(ChainField::a, a[k]);
        }
    });
    separators = pieces.assemble(of_ends);
    if (!scheme.alpha)
      for (const std::size_t from : {0, 1})
        set_responses(from);
  }

  // M is given back before S is factorized.
  std::array<std::vector<ChainColumn>, 2>
  CondensedScheme::columns_and_acceleration(
    const Start                      &start,
    const Vector                     &force,
    std::vector<std::vector<double>> &a) const
  {
    const std::span<const PieceOfBar>               own = pieces.own();
    std::array<std::vector<std::vector<double>>, 2> w;
    {
      const SystemOfPieces mass(pieces, start.matrices, 1., 0.);
      for (const std::size_t from : {0, 1})
        {
          for (std::size_t k = 0; k < own.size(); ++k)
            {
              std::vector<double> &of_piece =
                w[from].emplace_back(own[k].n_nodes(), 0.);
              if (own[k].is_at_end[from])
                (from == 0 ? of_piece.front() : of_piece.back()) = 1.;
              start.matrices[k].set_held(of_piece);
            }
          mass.solve(w[from]);
        }
      for (std::size_t k = 0; k < own.size(); ++k)
        a[k] = first_force(
          own[k], start, k, scheme.damping, ends_of(force, own[k].bar));
      mass.solve(a);
    }

    const LinearScheme::Alpha &alpha = *scheme.alpha;
    const double               of_K =
      alpha.of_stiffness + alpha.of_damping * scheme.damping.stiffness;
    const double         of_M = alpha.of_damping * scheme.damping.mass;
    const SystemOfPieces S(pieces,
                           start.matrices,
                           scheme.weights[0],
                           scheme.weights[1]);
    std::array<std::vector<ChainColumn>, 2> columns;
    for (const std::size_t from : {0, 1})
      {
        std::vector<std::vector<double>> d(own.size());
        for (std::size_t k = 0; k < own.size(); ++k)
          {
            d[k] = start.matrices[k].stiffness_product(w[from][k]);
            const std::vector<double> M_w =
              start.matrices[k].mass_product(w[from][k]);
            for (std::size_t i = 0; i < M_w.size(); ++i)
              d[k][i] = -of_K * d[k][i] - of_M * M_w[i];
          }
        S.solve(d);
        set_negligible_to_zero(pieces, d);
        set_negligible_to_zero(pieces, w[from]);
        for (std::size_t k = 0; k < own.size(); ++k)
          columns[from].push_back({std::move(d[k]), std::move(w[from][k])});
      }
    return columns;
  }

  void
  CondensedScheme::set_responses(const std::span<const ChainColumn> columns,
                                 const std::size_t                  from)
  {
    std::vector<double> d(x.size(), 0.), w(x.size(), 0.);
    for (std::size_t k = 0; k < columns.size(); ++k)
      {
        const auto &[of_d, of_w] = columns[k];
        pieces.enter(pieces.own()[k], {of_d.front(), of_d.back()}, d);
        pieces.enter(pieces.own()[k], {of_w.front(), of_w.back()}, w);
      }
    pieces.sum(d);
    pieces.sum(w);
    const ChainScheme &s = scheme.chain;
    for (std::size_t bar = 0; bar < responses.size(); ++bar)
      for (const std::size_t end : {0, 1})
        {
          const std::size_t i         = pieces.ends_of(bar)[end];
          responses[bar].a[from][end] = d[i];
          responses[bar].v[from][end] = s.v_x * d[i] + w[i];
          responses[bar].q[from][end] = s.q_x * d[i] + s.q_w * w[i];
        }
  }

  void
  CondensedScheme::set_responses(const std::size_t from)
  {
    const ChainScheme &s = scheme.chain;
    std::ranges::fill(x, 0.);
    for (std::size_t bar = 0; bar < responses.size(); ++bar)
      x[pieces.ends_of(bar)[from]] = 1. / s.h;
    pieces.set_held(x);
    separators.solve(x);
    for (std::size_t bar = 0; bar < responses.size(); ++bar)
      for (const std::size_t end : {0, 1})
        {
          const double of_end         = x[pieces.ends_of(bar)[end]];
          responses[bar].v[from][end] = s.v_x * of_end;
          responses[bar].q[from][end] = s.q_x * of_end;
        }
  }

  EndsOfChain
  CondensedScheme::force_on(const std::size_t          bar,
                            const Step<CondensedBars> &step) const
  {
    const EndsOfChain before = ends_of(step.x.load, bar),
                      after  = ends_of(step.next.load, bar);
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
              r += step.effect.impulse[entry(bar, end)] / step.h;
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
          const Eigen::Index i      = entry(bar, end);
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
                           acts ? ends_of(step.effect.impulse, piece.bar) :
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
          (*of_ends[f])[entry(bar, end)] =
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
        const EndsOfChain p = ends_of(r, bar);
        const Response   &D = responses[bar];
        for (const std::size_t end : {0, 1})
          {
            const Eigen::Index i = entry(bar, end);
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
