// SPDX-License-Identifier: Apache-2.0
#include <percuss/models/bar/condensed_bars.h>

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

    /** a_0 of M a_0 = F_0 - K q_0 - C v_0. */
    std::vector<double>
    first_acceleration(const CondensedScheme::Bar &bar,
                       const TridiagonalFactors   &mass,
                       const RayleighDamping      &damping,
                       const EndsOfChain          &force)
    {
      const ChainMatrices      &matrices = bar.matrices;
      const std::vector<double> K_q      = matrices.stiffness_product(bar.q),
                                K_v      = matrices.stiffness_product(bar.v),
                                M_v      = matrices.mass_product(bar.v);
      std::vector<double> a(matrices.size(), 0.);
      if (!matrices.load.empty())
        a = matrices.load;
      a.front() += force[0];
      a.back() += force[1];
      for (std::size_t i = 0; i < a.size(); ++i)
        a[i] -= K_q[i] + damping.stiffness * K_v[i] + damping.mass * M_v[i];
      matrices.set_held(a);
      mass.solve(a);
      return a;
    }

    /** What an impulse of 1 N s at an end of a bar does to a and v. */
    ChainColumn
    column_of(const ChainMatrices      &matrices,
              const LinearScheme       &scheme,
              const TridiagonalFactors &mass,
              const TridiagonalFactors &S,
              const std::size_t         end)
    {
      ChainColumn column;
      column.w.assign(matrices.size(), 0.);
      (end == 0 ? column.w.front() : column.w.back()) = 1.;
      matrices.set_held(column.w);
      mass.solve(column.w);

      const LinearScheme::Alpha &alpha = *scheme.alpha;
      const double               of_K =
        alpha.of_stiffness + alpha.of_damping * scheme.damping.stiffness;
      const double of_M             = alpha.of_damping * scheme.damping.mass;
      column.d                      = matrices.stiffness_product(column.w);
      const std::vector<double> M_w = matrices.mass_product(column.w);
      for (std::size_t i = 0; i < M_w.size(); ++i)
        column.d[i] = -of_K * column.d[i] - of_M * M_w[i];
      S.solve(column.d);
      return column;
    }
  } // namespace

  CondensedScheme::CondensedScheme(const LinearScheme     &scheme,
                                   const std::vector<Bar> &bars,
                                   const Vector           &force,
                                   const ContactTreatment &treatment,
                                   const double            work_point)
    : scheme(scheme)
    , treatment(treatment)
    , work_point(work_point)
  {
    chains.reserve(bars.size());
    filtered_load.entries.setZero(force.size());
    for (const Bar &bar : bars)
      {
        const ChainMatrices       &matrices = bar.matrices;
        std::array<ChainColumn, 2> columns;
        std::vector<double>        a;
        if (scheme.alpha)
          {
            const auto factors = [&](const double m, const double k) {
              const auto [diagonal, beside] = matrices.combination(m, k);
              return TridiagonalFactors(diagonal, beside);
            };
            const TridiagonalFactors mass = factors(1., 0.);
            const TridiagonalFactors S =
              factors(scheme.weights[0], scheme.weights[1]);
            for (const std::size_t end : {0, 1})
              columns[end] = column_of(matrices, scheme, mass, S, end);
            a = first_acceleration(bar,
                                   mass,
                                   scheme.damping,
                                   ends_of(force, chains.size()));
          }
        Chain &chain =
          chains.emplace_back(matrices,
                              scheme.chain,
                              scheme.weights,
                              scheme.alpha ? std::span<ChainColumn>(columns) :
                                             std::span<ChainColumn>());
        chain.write(ChainField::q, bar.q);
        chain.write(ChainField::v, bar.v);
        if (scheme.alpha)
          chain.write(ChainField::a, a);
        responses.push_back(
          response_of(chain, scheme.alpha ? &columns : nullptr));
      }
  }

  CondensedScheme::Response
  CondensedScheme::response_of(const Chain                      &chain,
                               const std::array<ChainColumn, 2> *columns) const
  {
    const ChainScheme &s = scheme.chain;
    Response           result{};
    for (const std::size_t from : {0, 1})
      {
        EndsOfChain unit{};
        unit[from]          = columns ? 0. : 1. / s.h;
        const EndsOfChain x = chain.response(unit);
        for (const std::size_t end : {0, 1})
          {
            const auto at_end = [end](const std::vector<double> &values) {
              return end == 0 ? values.front() : values.back();
            };
            const double d      = columns ? at_end((*columns)[from].d) : x[end];
            const double w      = columns ? at_end((*columns)[from].w) : 0.;
            result.a[from][end] = columns ? d : 0.;
            result.v[from][end] = s.v_x * d + w;
            result.q[from][end] = s.q_x * d + s.q_w * w;
          }
      }
    return result;
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
  CondensedScheme::correct(const Step<CondensedBars> &step) const
  {
    const ChainScheme &s = scheme.chain;
    is_finite            = true;
    for (std::size_t bar = 0; bar < chains.size(); ++bar)
      {
        const EndsOfChain x = chains[bar].forward(force_on(bar, step));
        for (const std::size_t end : {0, 1})
          {
            const Eigen::Index i = entry(bar, end);
            const double v = step.x.v[i], a = scheme.alpha ? step.x.a[i] : 0.;
            step.next.v[i]  = v + s.v_a * a + s.v_x * x[end];
            step.next.dq[i] = s.h * v + s.q_a * a + s.q_x * x[end];
            if (scheme.alpha)
              step.next.a[i] = s.a_a * a + x[end];
            is_finite = is_finite && std::isfinite(x[end]);
          }
      }
  }

  void
  CondensedScheme::complete(const Step<CondensedBars> &step) const
  {
    if (!is_finite)
      return; // the last state stays
    sums.fill(0.);
    for (std::size_t bar = 0; bar < chains.size(); ++bar)
      {
        EndsOfChain force = force_on(bar, step), impulse{};
        if (step.effect.acts)
          impulse = ends_of(step.effect.impulse, bar);
        if (!scheme.alpha)
          for (const std::size_t end : {0, 1})
            force[end] += impulse[end] / step.h;
        chains[bar].backward(force, impulse);
        for (std::size_t i = 0; i < sums.size(); ++i)
          sums[i] += chains[bar].products()[i];
      }
    ++n_steps;
    take_ends(step.next);
  }

  void
  CondensedScheme::take_ends(State<A> &x) const
  {
    const auto take = [this](const ChainField field, Vector &values) {
      for (std::size_t bar = 0; bar < chains.size(); ++bar)
        {
          const EndsOfChain ends = chains[bar].ends(field);
          for (const std::size_t end : {0, 1})
            values[entry(bar, end)] = ends[end];
        }
    };
    take(ChainField::q, x.q);
    take(ChainField::v, x.v);
    if (scheme.alpha)
      take(ChainField::a, x.a);
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
    for (std::size_t bar = 0; bar < chains.size(); ++bar)
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
    Energy energy;
    double a_M_a = 0.;
    for (const Chain &chain : chains)
      {
        const Chain::StateProducts products = chain.state_products();
        energy.kinetic += 0.5 * products.v_M_v;
        energy.strain += 0.5 * products.q_K_q;
        energy.potential -= products.load_q;
        a_M_a += products.a_M_a;
      }
    energy.algorithmic =
      energy.total() + (scheme.alpha ? scheme.alpha->energy_a * a_M_a : 0.);
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
