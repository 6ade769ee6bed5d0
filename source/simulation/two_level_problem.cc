// SPDX-License-Identifier: Apache-2.0
#include <percuss/simulation/serialize_delassus.h>
#include <percuss/simulation/two_level_problem.h>

#include <algorithm>
#include <cmath>

namespace percuss
{
  namespace
  {
    constexpr unsigned int max_passes = 1000;
    constexpr double       tolerance  = 1e-13; // of tau, relative
    // Of u, over b: what is less is none.
    constexpr double rounding_of_u = 1e-9;

    Eigen::Map<const Eigen::VectorXd>
    view(const std::span<const double> x)
    {
      return {x.data(), static_cast<Eigen::Index>(x.size())};
    }

    std::span<double>
    entries(Eigen::VectorXd   &x,
            const Eigen::Index first,
            const std::size_t  size)
    {
      return {x.data() + first, size};
    }
  } // namespace

  void
  TwoLevelProblem::serialize_places(Archive &archive, const bool is_current)
  {
    archive(is_in_turn);
    for (Part *const part : parts())
      {
        const bool is_used =
          part == &velocities || (part == &gaps) == is_in_turn;
        percuss::serialize_places(archive, part->W, is_current && is_used);
      }
  }

  void
  TwoLevelProblem::serialize(Archive &archive)
  {
    for (Part *const part : parts())
      part->solver->serialize(archive);
    for (Part *const part : parts())
      if (part->W)
        part->W->serialize(archive);
    archive.array(
      std::span(factors.data(), static_cast<std::size_t>(factors.size())));
  }

  SolverReport
  TwoLevelProblem::solve(const std::span<const double> b_u,
                         const std::span<const double> b_g,
                         const std::span<const Cone>   cones,
                         const std::span<const char>   projected,
                         const bool                    hold_loaded,
                         const Coupling                coupling,
                         const double                  gap_tolerance,
                         const std::span<double>       P,
                         const std::span<double>       tau)
  {
    std::ranges::fill(is_joint, 0);
    for (const Cone &cone : cones)
      if (cone.kind == Cone::Kind::bilateral)
        for (unsigned int k = 0; k < cone.n_rows; ++k)
          is_joint[cone.first_row + k] = 1;
    for (Eigen::Index j = 0; const std::size_t row : gap_rows)
      {
        b_of_gaps[j]    = b_g[row];
        multiplier[j++] = tau[row];
      }

    SolverReport report{};
    report.status = SolverStatus::unsupported;
    if (coupling == Coupling::coupled && is_in_turn)
      report = solve_in_turn(b_u, cones, projected, hold_loaded, P);
    if (!report.is_solution_usable())
      report = solve_together(
        b_u, cones, projected, hold_loaded, coupling, gap_tolerance, P);
    g = view(b_g);
    std::ranges::fill(tau, 0.);
    for (Eigen::Index j = 0; const std::size_t row : gap_rows)
      {
        tau[row] = multiplier[j];
        g[static_cast<Eigen::Index>(row)] +=
          h * product.tail(factors.size())[j];
        ++j;
      }
    return report;
  }

  SolverReport
  TwoLevelProblem::solve_together(const std::span<const double> b_u,
                                  const std::span<const Cone>   cones,
                                  const std::span<const char>   projected,
                                  const bool                    hold_loaded,
                                  const Coupling                coupling,
                                  const double                  gap_tolerance,
                                  const std::span<double>       P)
  {
    if (is_in_turn)
      set_coupled();
    const auto attempt = [&](const bool holds) {
      SolverReport report{};
      if (coupling == Coupling::coupled)
        {
          report = solve_coupled(b_u, cones, projected, holds, P);
          if (report.is_solution_usable())
            return report;
        }
      const unsigned int iterations = report.iterations;
      report                        = solve_decoupled(
        b_u, cones, projected, holds, coupling, gap_tolerance, P);
      report.iterations += iterations;
      report.fell_back = coupling == Coupling::coupled;
      return report;
    };
    SolverReport report = attempt(hold_loaded);
    if (!report.is_solution_usable() && hold_loaded)
      {
        const unsigned int iterations = report.iterations;
        std::ranges::fill(P, 0.);
        report = attempt(false);
        report.iterations += iterations;
        report.fell_back = true;
      }
    apply_coupled(P);
    if (is_in_turn && report.is_solution_usable())
      report.fell_back = true;
    return report;
  }

  void
  TwoLevelProblem::apply_coupled(const std::span<const double> P)
  {
    auto of_impulses = z.head(z.size() - factors.size());
    if (P.empty())
      of_impulses.setZero();
    else
      of_impulses = view(P);
    z.tail(factors.size()) = multiplier.cwiseQuotient(factors);
    both.W->apply(entries(z, 0, z.size()), entries(product, 0, product.size()));
  }

  bool
  TwoLevelProblem::set_kinds(const std::span<Cone>         cones,
                             const std::span<const char>   projected,
                             const bool                    hold_loaded,
                             const std::span<const double> P) const
  {
    bool changes = false;
    for (std::size_t j = 0; j < gap_rows.size(); ++j)
      {
        const std::size_t row = gap_rows[j];
        const bool        held =
          is_joint[row] || stays_held[j] || (hold_loaded && P[row] > 0.);
        const Cone::Kind kind = !projected[row] ? Cone::Kind::inactive :
                                held            ? Cone::Kind::bilateral :
                                                  Cone::Kind::unilateral;
        changes               = changes || cones[j].kind != kind;
        cones[j].kind         = kind;
      }
    return changes;
  }

  // Where contacts are redundant, P is not unique, and which of them carry
  // something changes with the held ones; which are closed does not.
  void
  TwoLevelProblem::keep_closed_held(const std::span<const Cone> of_gaps)
  {
    const auto   n     = static_cast<Eigen::Index>(is_joint.size());
    const double still = rounding_of_u * rhs.head(n).lpNorm<Eigen::Infinity>();
    for (Eigen::Index j = 0; j < factors.size(); ++j)
      {
        const auto i  = row_of(j);
        const auto k  = static_cast<std::size_t>(j);
        stays_held[k] = of_gaps[k].kind == Cone::Kind::bilateral &&
                        std::abs(product[i] + rhs[i]) <= still;
      }
  }

  SolverReport
  TwoLevelProblem::solve_in_turn(const std::span<const double> b_u,
                                 const std::span<const Cone>   cones,
                                 const std::span<const char>   projected,
                                 const bool                    hold_loaded,
                                 const std::span<double>       P)
  {
    std::ranges::fill(stays_held, 0);
    set_kinds(gaps.cones, projected, hold_loaded, P);
    const ConeComplementarityProblem first{*velocities.W, b_u, cones};
    const SolverReport report = velocities.solver->solve(first, P);
    if (!report.is_solution_usable())
      return report;
    if (hold_loaded)
      {
        rhs.head(view(b_u).size()) = view(b_u);
        velocities.W->apply(P, entries(product, 0, P.size()));
        keep_closed_held(gaps.cones);
      }
    set_gaps_of_impulses(P);
    return with_gaps(report, projected, hold_loaded, P, data_scale(first));
  }

  // The multipliers of y, of which what is rounding beside u asks for none.
  SolverReport
  TwoLevelProblem::with_gaps(SolverReport                  report,
                             const std::span<const char>   projected,
                             const bool                    hold_loaded,
                             const std::span<const double> P,
                             const double                  least_scale)
  {
    constexpr double  negligible = 1e-3; // tolerances, of velocities
    const std::size_t k          = gap_rows.size();
    const auto        y          = entries(rhs, z.size() - factors.size(), k);
    const auto        tau        = entries(z, z.size() - factors.size(), k);
    const ConeComplementarityProblem problem{*gaps.W,
                                             y,
                                             gaps.cones,
                                             least_scale};
    rhs.tail(factors.size()) = b_of_gaps / h + product.tail(factors.size());
    const auto solve         = [&](const bool holds) {
      set_kinds(gaps.cones, projected, holds, P);
      std::ranges::fill(tau, 0.);
      if (natural_map_residual(problem, tau, entries(previous, 0, k)) *
            data_scale(problem) <=
          negligible * gaps.solver->tolerance() * least_scale)
        return true;
      const SolverReport of_gaps = gaps.solver->solve(problem, tau);
      report.iterations += of_gaps.iterations;
      report.residual = std::max(report.residual, of_gaps.residual);
      report.status   = of_gaps.status;
      return of_gaps.is_solution_usable();
    };
    if (!solve(hold_loaded) && hold_loaded)
      {
        std::ranges::fill(stays_held, 0);
        report.fell_back = solve(false);
      }
    multiplier = factors.cwiseProduct(z.tail(factors.size()));
    gaps.W->apply(tau, y);
    product.tail(factors.size()) += rhs.tail(factors.size());
    return report;
  }

  SolverReport
  TwoLevelProblem::solve_coupled(const std::span<const double> b_u,
                                 const std::span<const Cone>   cones,
                                 const std::span<const char>   projected,
                                 const bool                    hold_loaded,
                                 const std::span<double>       P)
  {
    const std::size_t  m = P.size(), k = gap_rows.size();
    const Eigen::Index n       = view(P).size();
    rhs.head(n)                = view(b_u);
    rhs.tail(b_of_gaps.size()) = b_of_gaps / h;
    z.head(n)                  = view(P);
    z.tail(factors.size())     = multiplier.cwiseQuotient(factors);
    both.cones.assign(cones.begin(), cones.end());
    for (std::size_t j = 0; j < k; ++j)
      both.cones.push_back(Cone::inactive(static_cast<unsigned int>(m + j)));
    const auto of_gaps = std::span(both.cones).last(k);
    std::ranges::fill(stays_held, 0);
    set_kinds(of_gaps, projected, hold_loaded, P);

    SolverReport report{};
    unsigned int iterations = 0;
    bool         changes    = true;
    for (std::size_t pass = 0; changes && pass <= 2 * m + 2; ++pass)
      {
        report =
          both.solve(entries(rhs, 0, m + k), both.cones, entries(z, 0, m + k));
        iterations += report.iterations;
        if (!report.is_solution_usable())
          break;
        if (hold_loaded)
          {
            both.W->apply(entries(z, 0, m + k), entries(product, 0, m + k));
            keep_closed_held(of_gaps);
          }
        changes = set_kinds(of_gaps, projected, hold_loaded, entries(z, 0, m));
      }
    if (changes && report.is_solution_usable())
      report.status = SolverStatus::iteration_limit;
    report.iterations = iterations;
    if (report.is_solution_usable())
      {
        std::ranges::copy(entries(z, 0, m), P.begin());
        multiplier = factors.cwiseProduct(z.tail(factors.size()));
      }
    return report;
  }

  SolverReport
  TwoLevelProblem::solve_decoupled(const std::span<const double> b_u,
                                   const std::span<const Cone>   cones,
                                   const std::span<const char>   projected,
                                   const bool                    hold_loaded,
                                   const Coupling                coupling,
                                   const double                  gap_tolerance,
                                   const std::span<double>       P)
  {
    const std::size_t  m = P.size(), k = gap_rows.size();
    const Eigen::Index n = view(P).size(), n_gaps = factors.size();
    auto               u = rhs.head(n);
    auto               y = rhs.tail(n_gaps);
    SolverReport       report{};
    unsigned int       iterations = 0;
    double             residual   = 0.;
    const double       scale =
      k == 0 ? 0. : std::ranges::max(positions.W->row_scale());
    multiplier.setZero();
    std::ranges::fill(stays_held, 0);
    for (unsigned int pass = 0; pass < max_passes; ++pass)
      {
        previous = multiplier;
        apply_coupled({});
        u      = view(b_u) + product.head(n);
        report = velocities.solve(entries(rhs, 0, m), cones, P);
        iterations += report.iterations;
        residual = report.residual;
        if (!report.is_solution_usable())
          break;

        set_kinds(positions.cones, projected, hold_loaded, P);
        apply_coupled(P);
        y = b_of_gaps + h * product.tail(n_gaps);
        positions.W->apply(entries(multiplier, 0, k), entries(product, 0, k));
        y -= product.head(n_gaps);
        report = positions.solve(entries(rhs, n, k),
                                 positions.cones,
                                 entries(multiplier, 0, k));
        iterations += report.iterations;
        report.iterations = iterations;
        report.residual   = std::max(residual, report.residual);
        if (!report.is_solution_usable() || coupling == Coupling::one_pass)
          return report;
        const double change = (multiplier - previous).lpNorm<Eigen::Infinity>();
        if (change <= tolerance * multiplier.lpNorm<Eigen::Infinity>() ||
            change * scale * scale <= 1e-5 * gap_tolerance)
          return report;
      }
    if (report.is_solution_usable())
      report.status = SolverStatus::iteration_limit;
    report.iterations = iterations;
    return report;
  }
} // namespace percuss
