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
    std::vector<double> S(n_separators, 0.), S_beside(n_separators - 1);
    S.front() = diagonal.front();
    for (Part &part : parts)
      {
        const std::size_t                 n = part.view.n_rows;
        std::vector<CondensedTridiagonal> factors(part.n_lanes());
        for (std::size_t lane = 0; lane < part.n_lanes(); ++lane)
          {
            const std::size_t left = part.separator + lane;
            const std::size_t node = part.node(0, lane);
            factors[lane]          = CondensedTridiagonal(
              std::span<const double>(diagonal).subspan(node, n + 2),
              std::span<const double>(beside).subspan(node, n + 1));
            const MatrixOfEnds &change = factors[lane].change;
            S[left] += change.left;
            S[left + 1] += diagonal[node + n + 1] + change.right;
            S_beside[left] = change.both;
          }
        part.set_spikes(factors);
        if (n > 0)
          part.find_same_rows(matrices, factors);
        part.set_matrices(matrices, &part == &parts.front());
        part.set_factors(factors);
      }
    separators = CondensedTridiagonal(S, S_beside);
    S_of_ends  = {S.front() + separators.change.left,
                  separators.change.both,
                  S.back() + separators.change.right};
    x.resize(n_separators);
  }

  Chain::Ends
  Chain::forward()
  {
    std::ranges::fill(x, 0.);
    for (const Part &part : parts)
      {
        std::array<double, max_lanes_of_a_kernel> to_left, to_right;
        part.kernels.forward[is_alpha][is_general](
          part.view, scheme, {to_left.data(), to_right.data()});
        for (std::size_t lane = 0; lane < part.n_lanes(); ++lane)
          {
            x[part.separator + lane] += to_left[lane];
            x[part.separator + lane + 1] += to_right[lane];
          }
      }
    separators.forward(x);
    return {x.front(), x.back()};
  }

  void
  Chain::backward(const Ends &x_c, const Ends &p)
  {
    x.front() = x_c[0];
    x.back()  = x_c[1];
    separators.backward(x);
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
    if (!parts.front().field(field))
      return {};
    const Part &last = parts.back();
    return {parts.front().field(field)[0],
            last.field(field)[last.at(last.last_row(), last.n_lanes() - 1)]};
  }

  void
  Chain::set_left_end(const Field field, const double value)
  {
    if (double *const entries = parts.front().field(field))
      entries[0] = value;
  }

  void
  Chain::read(const Field field, const std::span<double> x) const
  {
    const std::size_t first = n_nodes - x.size();
    for (const Part &part : parts)
      {
        const double *const entries = part.field(field);
        part.for_each([&](const std::size_t row,
                          const std::size_t lane,
                          const std::size_t node) {
          if (node >= first)
            x[node - first] = entries ? entries[part.at(row, lane)] : 0.;
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
