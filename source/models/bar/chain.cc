// SPDX-License-Identifier: Apache-2.0
#include <percuss/models/bar/chain.h>

#include <algorithm>
#include <cassert>
#include <utility>

namespace percuss
{
  namespace
  {
    constexpr std::size_t max_lanes_of_a_kernel = 8;
  }

  Chain::Chain(const ChainMatrices               &matrices,
               const ChainScheme                 &scheme,
               const std::array<double, 2>       &weights,
               const std::span<const ChainColumn> columns,
               const unsigned int                 max_lanes)
    : scheme(scheme)
    , is_alpha(!columns.empty())
    , is_general(!matrices.load.empty() || scheme.has_damping)
    , n_nodes(matrices.size())
    , is_held(matrices.is_held)
  {
    assert(n_nodes >= 2);
    deal(max_lanes);
    factorize(matrices, weights);
    if (is_alpha)
      for (Part &part : parts)
        part.set_columns(columns);
  }

  void
  Chain::deal(const unsigned int max_lanes)
  {
    std::vector<ChainKernels> kernels = all_chain_kernels();
    if (max_lanes > 0)
      std::erase_if(kernels, [max_lanes](const ChainKernels &kernel) {
        return kernel.n_lanes > max_lanes;
      });
    const std::size_t n_lanes = kernels.back().n_lanes;
    const std::size_t n_rows =
      n_nodes > n_lanes ? (n_nodes - n_lanes - 1) / n_lanes : 0;
    constexpr std::size_t few  = 2;
    std::size_t           done = 0;
    if (n_rows >= few)
      {
        parts.push_back({kernels.back(), 0, 0, {}, {}, {}, {}, {}});
        parts.back().view.n_rows = n_rows;
        done                     = n_lanes * (n_rows + 1);
      }
    if (done + 1 < n_nodes)
      {
        const std::size_t separator = parts.empty() ? 0 : n_lanes;
        parts.push_back({kernels.front(), done, separator, {}, {}, {}, {}, {}});
        parts.back().view.n_rows = n_nodes - done - 2;
      }
    for (Part &part : parts)
      part.allocate(is_alpha, is_general);
  }

  void
  Chain::factorize(const ChainMatrices         &matrices,
                   const std::array<double, 2> &weights)
  {
    const auto [diagonal, beside] =
      matrices.combination(weights[0], weights[1]);
    const std::size_t n_separators =
      parts.back().separator + parts.back().n_lanes() + 1;
    std::vector<double> S(n_separators), S_beside(n_separators, 0.);
    for (Part &part : parts)
      {
        const std::size_t               n = part.view.n_rows;
        std::vector<double>             spikes(n * part.n_lanes());
        std::vector<TridiagonalFactors> factors(part.n_lanes());
        for (std::size_t lane = 0; lane < part.n_lanes(); ++lane)
          {
            const std::size_t left = part.separator + lane, right = left + 1;
            const std::size_t first = part.node(1, lane);
            if (lane == 0 && part.separator == 0)
              S[left] += diagonal[first - 1];
            S[right] += diagonal[first + n];
            if (n == 0)
              {
                S_beside[left] = beside[first - 1];
                continue;
              }
            factors[lane] = TridiagonalFactors(
              std::span<const double>(diagonal).subspan(first, n),
              std::span<const double>(beside).subspan(first, n - 1));
            const auto &[inverse_pivot, lower] = factors[lane];
            const double to_left               = beside[first - 1];
            const double to_right              = beside[first + n - 1];
            double       spike                 = to_left; // of L^{-1}
            for (std::size_t i = 0; i < n; ++i)
              {
                if (i > 0)
                  spike *= -lower[i];
                const double over_pivot = spike * inverse_pivot[i];
                S[left] -= spike * over_pivot;
                spikes[i * part.n_lanes() + lane] = over_pivot;
              }
            const double last = to_right * inverse_pivot[n - 1];
            S[right] -= last * to_right;
            S_beside[left] = -last * spike;
          }
        part.set_spikes(spikes);
        if (n > 0)
          part.find_same_rows(matrices, beside, factors);
        part.set_matrices(matrices, &part == &parts.front());
        part.set_factors(beside, factors);
      }
    condensed = TridiagonalFactors(S, S_beside);
    right_hand_side.resize(n_separators);
    x.resize(n_separators);
  }

  void
  Chain::solve_condensed(const Ends &r, const std::span<double> x) const
  {
    x.front() = is_held[0] ? 0. : x.front() + r[0];
    x.back()  = is_held[1] ? 0. : x.back() + r[1];
    condensed.solve(x);
  }

  Chain::Ends
  Chain::forward(const Ends &r)
  {
    std::ranges::fill(right_hand_side, 0.);
    for (const Part &part : parts)
      {
        std::array<double, max_lanes_of_a_kernel> to_left, to_right;
        part.kernels.forward[is_alpha][is_general](
          part.view, scheme, {to_left.data(), to_right.data()});
        for (std::size_t lane = 0; lane < part.n_lanes(); ++lane)
          {
            right_hand_side[part.separator + lane] += to_left[lane];
            right_hand_side[part.separator + lane + 1] += to_right[lane];
          }
      }
    std::ranges::copy(right_hand_side, x.begin());
    solve_condensed(r, x);
    force = r;
    return {x.front(), x.back()};
  }

  Chain::Ends
  Chain::response(const Ends &r) const
  {
    std::vector<double> own(x.size(), 0.);
    solve_condensed(r, own);
    return {own.front(), own.back()};
  }

  void
  Chain::backward(const Ends &r, const Ends &p)
  {
    if (r != force)
      {
        std::ranges::copy(right_hand_side, x.begin());
        solve_condensed(r, x);
      }
    sums.fill(0.);
    for (Part &part : parts)
      {
        const double *const left = x.data() + part.separator;
        part.kernels.backward[is_alpha][is_general](
          part.view, scheme, {left, left + 1, part.jump(p), sums.data()});
        std::swap(part.view.y, is_alpha ? part.view.a : part.view.v);
      }
    last_impulse = p;
    match_separators();
  }

  void
  Chain::match_separators()
  {
    for (const Field field :
         {Field::q, Field::v, Field::a, Field::filter_q, Field::filter_v})
      {
        const Part *before = nullptr;
        for (const Part &part : parts)
          if (double *const entries = part.field(field))
            {
              const double *const last = entries + part.at(part.last_row(), 0);
              for (std::size_t lane = 1; lane < part.n_lanes(); ++lane)
                entries[lane] = last[lane - 1];
              if (before)
                entries[0] = before->field(
                  field)[before->at(before->last_row(), before->n_lanes() - 1)];
              before = &part;
            }
      }
  }

  void
  Chain::undo()
  {
    const ChainScheme &s = scheme;
    for (Part &part : parts)
      {
        ChainPart &view = part.view;
        std::swap(view.y, is_alpha ? view.a : view.v);
        part.for_each([&](const std::size_t row,
                          const std::size_t lane,
                          const std::size_t) {
          const std::size_t i = part.at(row, lane);
          if (!is_alpha)
            { // y has v of the next state
              view.q[i] -= s.h * view.v[i] + s.q_x * (view.y[i] - view.v[i]);
              return;
            }
          const double a = view.a[i], x_and_d = view.y[i] - s.a_a * a;
          const double w  = part.jump_velocity(row, lane, last_impulse);
          const double dv = s.v_a * a + s.v_x * x_and_d + w;
          view.v[i] -= dv;
          const double dq =
            s.h * view.v[i] + s.q_a * a + s.q_x * x_and_d + s.q_w * w;
          view.q[i] -= dq;
          if (s.filter_old == 0.)
            return;
          view.filter_q[i] =
            (view.filter_q[i] - s.filter_input * dq) / s.filter_old;
          if (view.filter_v)
            view.filter_v[i] =
              (view.filter_v[i] - s.filter_input * dv) / s.filter_old;
        });
      }
    match_separators();
  }

  Chain::StateProducts
  Chain::state_products() const
  {
    StateProducts result;
    for (const Part &part : parts)
      part.for_each(
        [&](const std::size_t row, const std::size_t lane, const std::size_t) {
          const ChainPart       &view = part.view;
          const ChainPart::Same &same = view.same;
          const std::size_t      i    = part.at(row, lane);
          const auto of = [&](const double *const array, const double of_same) {
            return part.is_read(row) ? array[i] : of_same;
          };
          const auto add = [&](const double *const x, double &sum) {
            sum += of(view.mass, same.mass) * x[i] * x[i];
            if (row > 0)
              sum += 2. * of(view.coupling, same.coupling) * x[i] *
                     x[part.at(row - 1, lane)];
          };
          add(view.v, result.v_M_v);
          if (is_alpha)
            add(view.a, result.a_M_a);
          if (view.load)
            result.load_q += of(view.load, same.load) * view.q[i];
          if (row > 0)
            {
              const double e = view.q[i] - view.q[part.at(row - 1, lane)];
              result.q_K_q += of(view.stiffness, same.stiffness) * e * e;
            }
        });
    return result;
  }

  Chain::Ends
  Chain::ends(const Field field) const
  {
    const Part &last = parts.back();
    return {parts.front().field(field)[0],
            last.field(field)[last.at(last.last_row(), last.n_lanes() - 1)]};
  }

  void
  Chain::read(const Field field, const std::span<double> x) const
  {
    for (const Part &part : parts)
      {
        const double *const entries = part.field(field);
        part.for_each([&](const std::size_t row,
                          const std::size_t lane,
                          const std::size_t node) {
          x[node] = entries ? entries[part.at(row, lane)] : 0.;
        });
      }
  }

  void
  Chain::write(const Field field, const std::span<const double> x)
  {
    for (const Part &part : parts)
      if (double *const entries = part.field(field))
        part.for_each([&](const std::size_t row,
                          const std::size_t lane,
                          const std::size_t node) {
          entries[part.at(row, lane)] = x[node];
        });
  }
} // namespace percuss
