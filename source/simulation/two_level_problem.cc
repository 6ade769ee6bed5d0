// SPDX-License-Identifier: Apache-2.0
#include <percuss/simulation/serialize_delassus.h>
#include <percuss/simulation/two_level_problem.h>

#include <cmath>

namespace percuss
{
  namespace
  {
    constexpr unsigned int max_passes = 1000;
    constexpr double       tolerance  = 1e-13; // of tau, relative

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

    template <class AnyMatrix>
    void
    set(std::optional<ExplicitDelassus> &W, const AnyMatrix &matrix)
    {
      if (W)
        W->set_values(matrix);
      else
        W.emplace(matrix);
    }

    void
    set_product(std::optional<ExplicitDelassus> &W,
                const Matrix                    &G,
                const Matrix                    &H)
    {
      set(W, Matrix(G * H.transpose()));
      W->set_factors(G, H);
    }

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

  TwoLevelProblem::TwoLevelProblem(const ComplementaritySolver &solver,
                                   const unsigned int           n_rows,
                                   const double                 time_step)
    : velocity_solver(solver.make_another(n_rows))
    , position_solver(solver.make_another(n_rows))
    , coupled_solver(solver.make_another(2 * n_rows))
    , h(power_of_two(time_step))
  {
    resize(n_rows);
  }

  void
  TwoLevelProblem::resize(const unsigned int n_rows)
  {
    const auto m = static_cast<Eigen::Index>(n_rows);
    if (m == g.size() && rhs.size() == 2 * m)
      return;
    for (auto *W_of_solver : {&velocity_W, &position_W, &coupled_W})
      W_of_solver->reset();
    position_cones.clear();
    coupled_cones.clear();
    for (unsigned int row = 0; row < n_rows; ++row)
      position_cones.push_back(Cone::inactive(row));
    coupled_cones.reserve(2 * n_rows);
    is_joint.assign(n_rows, 0);
    rhs.setZero(2 * m);
    z.setZero(2 * m);
    product.setZero(2 * m);
    g.setZero(m);
    previous.setZero(m);
    factors.setOnes(m);
  }

  void
  TwoLevelProblem::set_factor(const Eigen::Index i,
                              const double       W11_ii,
                              const double       W22_ii)
  {
    if (W11_ii > 0. && W22_ii > 0.)
      factors[i] = power_of_two(h * W11_ii / W22_ii);
  }

  void
  TwoLevelProblem::set_up()
  {
    const Eigen::Index m = W11.rows();
    for (Eigen::Index i = 0; i < m; ++i)
      set_factor(i, W11(i, i), W22(i, i));
    W.resize(2 * m, 2 * m);
    W.topLeftCorner(m, m)     = W11;
    W.topRightCorner(m, m)    = W12 * factors.asDiagonal();
    W.bottomLeftCorner(m, m)  = W21 / h;
    W.bottomRightCorner(m, m) = W22 * factors.asDiagonal() / h;
    set(velocity_W, W11);
    set(position_W, N22);
    set(coupled_W, W);
  }

  // W_coupled = G of_unit^T, with the degrees of freedom dv and dq:
  //   G = [G_u 0; 0 G_g/h],   of_unit = [dv_P dq_P; c dv_tau c dq_tau].
  void
  TwoLevelProblem::set_up(const SparseParts &parts)
  {
    const Eigen::Index m = parts.G_u.rows();
    for (Eigen::Index i = 0; i < m; ++i)
      set_factor(i,
                 parts.G_u.row(i).dot(parts.dv_P.row(i)),
                 parts.G_g.row(i).dot(parts.dq_tau.row(i)));
    const Matrix zero(m, parts.G_u.cols());
    G = below(beside(parts.G_u, zero), beside(zero, parts.G_g / h));
    of_unit =
      below(beside(parts.dv_P, parts.dq_P),
            Matrix(factors.asDiagonal() * beside(parts.dv_tau, parts.dq_tau)));
    set_product(velocity_W, parts.G_u, parts.dv_P);
    set_product(position_W, parts.G_g, parts.frozen_dq);
    set_product(coupled_W, G, of_unit);
  }

  void
  TwoLevelProblem::serialize_places(Archive &archive, const bool is_current)
  {
    for (auto *const matrix : {&velocity_W, &position_W, &coupled_W})
      percuss::serialize_places(archive, *matrix, is_current);
  }

  void
  TwoLevelProblem::serialize(Archive &archive)
  {
    for (auto *const solver :
         {velocity_solver.get(), position_solver.get(), coupled_solver.get()})
      solver->serialize(archive);
    for (auto *const matrix : {&velocity_W, &position_W, &coupled_W})
      if (*matrix)
        (*matrix)->serialize(archive);
    archive.array(
      std::span(factors.data(), static_cast<std::size_t>(factors.size())));
  }

  bool
  TwoLevelProblem::set_kind(Cone::Kind &kind,
                            const bool  projected,
                            const bool  held)
  {
    const Cone::Kind wanted  = !projected ? Cone::Kind::inactive :
                               held       ? Cone::Kind::bilateral :
                                            Cone::Kind::unilateral;
    const bool       changes = kind != wanted;
    kind                     = wanted;
    return changes;
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

    const auto attempt = [&](const bool holds) {
      SolverReport report{};
      if (coupling == Coupling::coupled)
        {
          report = solve_coupled(b_u, b_g, cones, projected, holds, P, tau);
          if (report.is_solution_usable())
            return report;
        }
      const unsigned int iterations = report.iterations;
      report                        = solve_decoupled(
        b_u, b_g, cones, projected, holds, coupling, gap_tolerance, P, tau);
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
    apply_coupled(P, tau);
    g = view(b_g) + h * product.tail(g.size());
    return report;
  }

  void
  TwoLevelProblem::apply_coupled(const std::span<const double> P,
                                 const std::span<const double> tau)
  {
    const Eigen::Index m = g.size();
    z.head(m)            = view(P);
    z.tail(m)            = view(tau).cwiseQuotient(factors);
    coupled_W->apply(entries(z, 0, z.size()),
                     entries(product, 0, product.size()));
  }

  SolverReport
  TwoLevelProblem::solve_coupled(const std::span<const double> b_u,
                                 const std::span<const double> b_g,
                                 const std::span<const Cone>   cones,
                                 const std::span<const char>   projected,
                                 const bool                    hold_loaded,
                                 const std::span<double>       P,
                                 const std::span<double>       tau)
  {
    const std::size_t  m = P.size();
    const Eigen::Index n = g.size();
    rhs.head(n)          = view(b_u);
    rhs.tail(n)          = view(b_g) / h;
    z.head(n)            = view(P);
    z.tail(n)            = view(tau).cwiseQuotient(factors);
    coupled_cones.assign(cones.begin(), cones.end());
    const std::size_t first = coupled_cones.size();
    for (std::size_t row = 0; row < m; ++row)
      {
        coupled_cones.push_back(
          Cone::inactive(static_cast<unsigned int>(m + row)));
        set_kind(coupled_cones[first + row].kind,
                 projected[row],
                 is_joint[row] || (hold_loaded && P[row] > 0.));
      }

    SolverReport report{};
    unsigned int iterations = 0;
    bool         changes    = true;
    for (std::size_t pass = 0; changes && pass <= 2 * m + 2; ++pass)
      {
        report = coupled_solver->solve({*coupled_W,
                                        entries(rhs, 0, 2 * m),
                                        coupled_cones},
                                       entries(z, 0, 2 * m));
        iterations += report.iterations;
        if (!report.is_solution_usable())
          break;
        changes = false;
        for (std::size_t row = 0; row < m; ++row)
          changes |=
            set_kind(coupled_cones[first + row].kind,
                     projected[row],
                     is_joint[row] ||
                       (hold_loaded && z[static_cast<Eigen::Index>(row)] > 0.));
      }
    if (changes && report.is_solution_usable())
      report.status = SolverStatus::iteration_limit;
    report.iterations = iterations;
    if (report.is_solution_usable())
      for (std::size_t row = 0; row < m; ++row)
        {
          P[row]   = z[static_cast<Eigen::Index>(row)];
          tau[row] = factors[static_cast<Eigen::Index>(row)] *
                     z[n + static_cast<Eigen::Index>(row)];
        }
    return report;
  }

  SolverReport
  TwoLevelProblem::solve_decoupled(const std::span<const double> b_u,
                                   const std::span<const double> b_g,
                                   const std::span<const Cone>   cones,
                                   const std::span<const char>   projected,
                                   const bool                    hold_loaded,
                                   const Coupling                coupling,
                                   const double                  gap_tolerance,
                                   const std::span<double>       P,
                                   const std::span<double>       tau)
  {
    const std::size_t m = P.size();
    const auto        n = g.size();
    auto              u = rhs.head(n);
    auto              y = rhs.tail(n);
    SolverReport      report{};
    unsigned int      iterations = 0;
    double            residual   = 0.;
    std::ranges::fill(tau, 0.);
    const std::vector<double> zero(m, 0.);
    const double largest_scale = std::ranges::max(position_W->row_scale());
    for (unsigned int pass = 0; pass < max_passes; ++pass)
      {
        previous = view(tau);
        apply_coupled(zero, tau);
        u = view(b_u) + product.head(n);
        report =
          velocity_solver->solve({*velocity_W, entries(rhs, 0, m), cones}, P);
        iterations += report.iterations;
        residual = report.residual;
        if (!report.is_solution_usable())
          break;

        for (std::size_t row = 0; row < m; ++row)
          set_kind(position_cones[row].kind,
                   projected[row],
                   is_joint[row] || (hold_loaded && P[row] > 0.));
        apply_coupled(P, tau);
        y = view(b_g) + h * product.tail(n);
        position_W->apply(tau, entries(product, 0, m));
        y -= product.head(n);
        report =
          position_solver->solve({*position_W,
                                  entries(rhs, n, m),
                                  std::span<const Cone>(position_cones.data(),
                                                        m)},
                                 tau);
        iterations += report.iterations;
        report.iterations = iterations;
        report.residual   = std::max(residual, report.residual);
        if (!report.is_solution_usable() || coupling == Coupling::one_pass)
          return report;
        const double change = (view(tau) - previous).lpNorm<Eigen::Infinity>();
        if (change <= tolerance * view(tau).lpNorm<Eigen::Infinity>() ||
            change * largest_scale * largest_scale <= 1e-5 * gap_tolerance)
          return report;
      }
    if (report.is_solution_usable())
      report.status = SolverStatus::iteration_limit;
    report.iterations = iterations;
    return report;
  }
} // namespace percuss
