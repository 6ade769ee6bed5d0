// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_bar_condensed_scheme_h
#define percuss_models_bar_condensed_scheme_h

#include <percuss/models/bar/chain.h>
#include <percuss/models/bar/condensed_bars.h>
#include <percuss/models/bar/linear_scheme.h>
#include <percuss/models/bar/pieces_of_bars.h>
#include <percuss/time_integration/time_integration_scheme.h>

#include <array>
#include <span>
#include <vector>

namespace percuss
{
  /** The entry of the @p end (0: left, 1: right) of a bar. */
  inline Eigen::Index
  entry_of_end(const std::size_t bar, const std::size_t end)
  {
    return static_cast<Eigen::Index>(2 * bar + end);
  }

  /** What a vector of CondensedBars has at the ends of a bar. */
  inline EndsOfChain
  ends_of_bar(const DenseVector &x, const std::size_t bar)
  {
    return {x[entry_of_end(bar, 0)], x[entry_of_end(bar, 1)]};
  }

  /**
   * LinearScheme of bars: in residual and correction the first pass of each
   * Chain, the free motion of the ends; when the contact problem of the step is
   * solved, the second one, by complete(), with the energies.
   *
   * A rank has the chains of its pieces of bars. Twice in a step the ranks add up
   * what they have: the right-hand sides of the separators, and after it the
   * energies and the state of the separators. The ends of all bars, and what acts
   * on them, every rank has alike; it solves the same contact problem.
   *
   * Equations: doc/theory/elastic_bar.md (3).
   */
  class CondensedScheme final : public TimeIntegrationScheme<CondensedBars>
  {
  public:
    using typename TimeIntegrationScheme<CondensedBars>::A;
    using typename TimeIntegrationScheme<CondensedBars>::Vector;

    /** Own pieces at the start: their matrices, q_0 and v_0 (n). */
    struct Start
    {
      std::vector<ChainMatrices>       matrices;
      std::vector<std::vector<double>> q, v;
    };

    /**
     * @param force on the ends of bars at the start [N]
     * @param treatment, work_point those of the scheme
     * Collective, as are the functions of a step. Throws LinearSolverError where
     * a matrix is not positive definite.
     */
    CondensedScheme(const LinearScheme     &scheme,
                    const PiecesOfBars     &pieces,
                    const Start            &start,
                    const Vector           &force,
                    const ContactTreatment &treatment,
                    double                  work_point);

    ContactTreatment
    contact_treatment() const override
    {
      return treatment;
    }

    double
    contact_work_point() const override
    {
      return work_point;
    }

    bool
    needs_impulse_vector() const override
    {
      return true;
    }

    void
    prepare(const CondensedBars &, double, const State<A> &) override
    {}

    void
    initialize(const CondensedBars &, double, State<A> &x) const override
    {
      take_ends(x);
    }

    void
    predict(const Step<CondensedBars> &) const override
    {}

    void
    residual(const Step<CondensedBars> &, bool) const override
    {}

    void
    correct(const Step<CondensedBars> &step) const override;

    void
    complete(const Step<CondensedBars> &step) const override;

    void
    impulse_response(const Tangents<CondensedBars> &at,
                     const Vector                  &r,
                     ImpulseIncrement<A>           &d) const override;

    Energy
    initial_energy(const Tangents<CondensedBars> &at,
                   SchemeHistory<A>              &history) override;

    EnergyBalance
    energy_balance(const Step<CondensedBars> &step,
                   Energy                    &after) const override;

    /** Takes the last step back, which was not accepted: the state is that of
     * @p n_accepted steps. */
    void
    undo(unsigned long int n_accepted);

    /** Sets the motion of the ends. Collective. */
    void
    take_ends(State<A> &x) const;

    /** The chains of own pieces. */
    std::vector<Chain> &
    own_chains()
    {
      return chains;
    }

    /** The filter of the loads of the alpha-family, at the ends. */
    Vector &
    load_filter()
    {
      return filtered_load;
    }

    /** Says how many steps have led to the state of the bars. */
    void
    set_steps(const unsigned long int n)
    {
      n_steps = n;
    }

  private:
    /** Increments of an end by what an impulse of 1 N s at an end of its bar
     * does: [end of the impulse][end]. */
    struct Response
    {
      std::array<EndsOfChain, 2> a, v, q;
    };

    /** Of own pieces: the columns of an impulse at the left and at the right end
     * of all bars, and @p a at the start, M a = F - K q - C v. */
    std::array<std::vector<ChainColumn>, 2>
    columns_and_acceleration(const Start                      &start,
                             const Vector                     &force,
                             std::vector<std::vector<double>> &a) const;
    /** By the columns of the alpha-family. */
    void
    set_responses(std::span<const ChainColumn> columns, std::size_t from);
    /** By x of the separators. */
    void
    set_responses(std::size_t from);
    EndsOfChain
    force_on(std::size_t bar, const Step<CondensedBars> &step) const;
    /** x of the separators, with or without the impulses of the step. */
    void
    solve(const Step<CondensedBars> &step, bool with_impulses) const;
    /** The sums of all ranks, and the state of the separators. */
    void
    exchange() const;

    std::span<double>
    of_separators(const std::size_t field) const
    {
      return std::span(exchanged).subspan(pieces.n_ranks * n_chain_sums +
                                            field * pieces.n_separators(),
                                          pieces.n_separators());
    }
    double
    work_of_filter(const Step<CondensedBars> &step) const;

    static constexpr std::array fields{ChainField::q,
                                       ChainField::v,
                                       ChainField::a,
                                       ChainField::filter_q,
                                       ChainField::filter_v};

    const LinearScheme     scheme;
    const PiecesOfBars    &pieces;
    const ContactTreatment treatment;
    const double           work_point;
    const std::size_t      n_fields;

    // which the functions of a step, const for other schemes, move
    mutable std::vector<Chain> chains;
    TridiagonalFactors         separators;
    std::vector<Response>      responses;
    mutable Vector             filtered_load;

    mutable std::vector<double> right_hand_side, x; // of the separators
    mutable std::vector<double> exchanged; // sums of the ranks, then fields

    mutable std::array<double, n_chain_sums> sums{};
    mutable unsigned long int                n_steps   = 0;
    mutable bool                             is_finite = true;
  };
} // namespace percuss

#endif
