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

    /** That nearest to @p x > 0: factors that round nothing. */
    double
    power_of_two(const double x)
    {
      return std::exp2(std::round(std::log2(x)));
    }

    using Matrix = TwoLevelProblem::Matrix;

    /** [A B]. */
    Matrix
    beside(const Matrix &A, const Matrix &B)
    {
      Matrix result(A.rows(), A.cols() + B.cols());
      result.reserve(A.nonZeros() + B.nonZeros());
      for (Eigen::Index i = 0; i < A.rows(); ++i)
        {
          result.startVec(i);
          for (Matrix::InnerIterator a(A, i); a; ++a)
            result.insertBack(i, a.col()) = a.value();
          for (Matrix::InnerIterator b(B, i); b; ++b)
            result.insertBack(i, A.cols() + b.col()) = b.value();
        }
      result.finalize();
      return result;
    }

    /** [A; B]. */
    Matrix
    below(const Matrix &A, const Matrix &B)
    {
      Matrix result(A.rows() + B.rows(), A.cols());
      result.topRows(A.rows())    = A;
      result.bottomRows(B.rows()) = B;
      return result;
    }

    std::span<double>
    entries(Eigen::VectorXd   &x,
            const Eigen::Index first,
            const std::size_t  size)
    {
      return {x.data() + first, size};
    }
  } // namespace

  template <class AnyMatrix>
  void
  TwoLevelProblem::Part::set(const AnyMatrix &matrix)
  {
    if (W)
      W->set_values(matrix);
    else
      W.emplace(matrix);
  }

  void
  TwoLevelProblem::Part::set_product(const Matrix &G, const Matrix &H)
  {
    set(Matrix(G * H.transpose()));
    W->set_factors(G, H);
  }

  TwoLevelProblem::TwoLevelProblem(const ComplementaritySolver &solver,
                                   const double                 time_step)
    : h(power_of_two(time_step))
  {
    for (Part *const part : parts())
      part->solver = solver.make_another(0);
  }

  std::array<TwoLevelProblem::Part *, 3>
  TwoLevelProblem::parts()
  {
    return {&velocities, &positions, &both};
  }

  void
  TwoLevelProblem::resize(const std::size_t                  n_rows,
                          const std::span<const std::size_t> rows_with_gap)
  {
    if (n_rows == is_joint.size() &&
        std::ranges::equal(rows_with_gap, gap_rows))
      return;
    gap_rows.assign(rows_with_gap.begin(), rows_with_gap.end());
    const auto m = static_cast<Eigen::Index>(n_rows),
               k = static_cast<Eigen::Index>(gap_rows.size());
    for (Part *const part : parts())
      {
        part->W.reset();
        part->cones.clear();
      }
    for (unsigned int j = 0; j < gap_rows.size(); ++j)
      positions.cones.push_back(Cone::inactive(j));
    both.cones.reserve(n_rows + gap_rows.size());
    is_joint.assign(n_rows, 0);
    stays_held.assign(gap_rows.size(), 0);
    for (auto *const vector : {&rhs, &z, &product})
      vector->setZero(m + k);
    for (auto *const vector : {&b_of_gaps, &multiplier, &previous})
      vector->setZero(k);
    g.setZero(m);
    factors.setOnes(k);
  }

  void
  TwoLevelProblem::make_room()
  {
    const auto m = static_cast<Eigen::Index>(is_joint.size()),
               k = factors.size();
    if (W11.rows() == m && W22.rows() == k)
      return;
    W11.setZero(m, m);
    W12.setZero(m, k);
    W21.setZero(k, m);
    W22.setZero(k, k);
    N22.setZero(k, k);
  }

  void
  TwoLevelProblem::set_factor(const Eigen::Index j,
                              const double       W11_ii,
                              const double       W22_jj)
  {
    if (W11_ii > 0. && W22_jj > 0.)
      factors[j] = power_of_two(h * W11_ii / W22_jj);
  }

  void
  TwoLevelProblem::set_up()
  {
    const Eigen::Index m = W11.rows(), k = W22.rows();
    for (Eigen::Index j = 0; j < k; ++j)
      {
        const auto i = row_of(j);
        set_factor(j, W11(i, i), W22(j, j));
      }
    W.resize(m + k, m + k);
    W.topLeftCorner(m, m)     = W11;
    W.topRightCorner(m, k)    = W12 * factors.asDiagonal();
    W.bottomLeftCorner(k, m)  = W21 / h;
    W.bottomRightCorner(k, k) = W22 * factors.asDiagonal() / h;
    velocities.set(W11);
    positions.set(N22);
    both.set(W);
  }

  // W of both = G of_unit^T, with the degrees of freedom dv and dq:
  //   G = [G_u 0; 0 G_g/h],   of_unit = [dv_P dq_P; c dv_tau c dq_tau].
  void
  TwoLevelProblem::set_up(const SparseParts &parts)
  {
    const Eigen::Index m = parts.G_u.rows(), k = parts.G_g.rows(),
                       n = parts.G_u.cols();
    for (Eigen::Index j = 0; j < k; ++j)
      {
        const auto i = row_of(j);
        set_factor(j,
                   parts.G_u.row(i).dot(parts.dv_P.row(i)),
                   parts.G_g.row(j).dot(parts.dq_tau.row(j)));
      }
    velocities.set_product(parts.G_u, parts.dv_P);
    positions.set_product(parts.G_g, parts.frozen_dq);
    both.set_product(below(beside(parts.G_u, Matrix(m, n)),
                           beside(Matrix(k, n), parts.G_g / h)),
                     below(beside(parts.dv_P, parts.dq_P),
                           Matrix(factors.asDiagonal() *
                                  beside(parts.dv_tau, parts.dq_tau))));
  }

  void
  TwoLevelProblem::serialize_places(Archive &archive, const bool is_current)
  {
    for (Part *const part : parts())
      percuss::serialize_places(archive, part->W, is_current);
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
    both.W->apply(entries(z, 0, z.size()), entries(product, 0, product.size()));
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
          keep_closed_held(of_gaps);
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
