// SPDX-License-Identifier: Apache-2.0
#include <percuss/models/bar/condensed_scheme.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace percuss
{
  namespace
  {
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
          own[k], start, k, scheme.damping, ends_of_bar(force, own[k].bar));
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
} // namespace percuss
