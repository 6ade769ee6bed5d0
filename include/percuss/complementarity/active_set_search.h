// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_complementarity_active_set_search_h
#define percuss_complementarity_active_set_search_h

#include <percuss/complementarity/complementarity_solver.h>

#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace percuss
{
  /**
   * The sets of rows A that the primal-dual active set method tries: rows whose
   * impulse is negative leave A, rows outside whose gap velocity is negative
   * join it. If ten sets in a row do not reduce the number of such rows, only
   * the one of least index changes sides (Murty's method) until it is reduced.
   *
   * Cones are unilateral, bilateral (always in A) or inactive (never).
   */
  class ActiveSetSearch
  {
  public:
    using Problem = ConeComplementarityProblem;
    using RowSet  = std::vector<unsigned char>;

    void
    reserve(unsigned int n_rows);

    /** A = {i : p_i > 0}. Entries of @p p that are not finite become zero. */
    void
    guess(const Problem &problem, std::span<double> p);

    /** Forgets how many rows changed sides before. */
    void
    begin()
    {
      fewest             = std::numeric_limits<std::size_t>::max();
      n_without_decrease = 0;
    }

    /** Changes A; returns whether A was right: with p_i = 0 outside and u_i = 0
     * inside, s_i p_i and u_i/s_i >= -threshold in unilateral rows.
     * @param s row scales */
    bool
    advance(std::span<const double> s,
            std::span<const double> p,
            std::span<const double> u,
            double                  threshold);

    /** The rows in A are not zero. */
    const RowSet &
    active() const
    {
      return is_active;
    }

    Cone::Kind
    kind(const std::size_t row) const
    {
      return kinds[row];
    }

    /** Whether p and u, approximations, say that their A is wrong. */
    using IsWrong =
      std::function<bool(std::span<const double> p, std::span<const double> u)>;

    /** Sets p_A and u with u_A = 0, p = 0 off A; returns whether it could. An
     * iteration may ask once, with errors of less than early_error, and end with
     * these p and u where it hears yes. */
    using SolveSet = std::function<bool(std::span<const unsigned char> A,
                                        const IsWrong &,
                                        std::span<double>,
                                        std::span<double>)>;

    /**
     * The complementarity problem of a map from A to p and u that knows more
     * than W p + b: other forces, which b lacks. Nothing, and p as it was, where
     * the sets come to no end.
     *
     * Signs are decided, as by PrimalDualActiveSet, by 1e-3 @p tolerance times
     * the larger one of max |b_i|/s_i and max s_i p_i, in proportion to which the
     * residual is. The first sets may be left early, by early_sign of that.
     */
    std::optional<SolverReport>
    solve(const Problem    &problem,
          double            tolerance,
          const SolveSet   &solve_set,
          std::span<double> p);

  private:
    /** Sets violated. */
    void
    find_violated(std::span<const double> s,
                  std::span<const double> p,
                  std::span<const double> u,
                  double                  threshold);
    std::optional<SolverReport>
    report_of(const Problem &problem, double scale, double tolerance) const;

    std::vector<Cone::Kind>   kinds; // of each row
    RowSet                    is_active;
    std::vector<unsigned int> violated;
    std::vector<double>       impulse, velocity; // of solve()

    std::size_t  fewest             = 0; // rows that changed sides
    unsigned int n_without_decrease = 0;
  };

  /** Of the data, as far as the sign of a row is decided. */
  constexpr double sign_accuracy = 1e-3;

  /** Errors, in the norm of the energy, with which ActiveSetSearch::IsWrong may
   * be asked, and what counts as a sign then. */
  constexpr double early_error = 1e-5, early_sign = 1e-3;
} // namespace percuss

#endif
