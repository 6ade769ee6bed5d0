// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_bar_condensed_stepper_h
#define percuss_models_bar_condensed_stepper_h

#include <percuss/models/bar/bar_contacts.h>
#include <percuss/models/bar/condensed_scheme.h>
#include <percuss/parallel_algebra/petsc_algebra.h>
#include <percuss/simulation/contact_options.h>
#include <percuss/simulation/stepper.h>
#include <percuss/simulation/time_stepper.h>

#include <optional>
#include <vector>

namespace percuss
{
  /** What a run of bars with a scheme has beside the bars. */
  struct RunOfBars
  {
    /** Of the alpha-family, or Moreau-Jean's theta and sigma. */
    LinearScheme           scheme;
    ContactTreatment       treatment;
    double                 work_point; ///< TimeIntegrationScheme's
    ComplementaritySolver &solver;
    Activation             activation;
    Clock                  clock;
    ContactOptions         options;
  };

  /**
   * TimeStepper of bars that are condensed to their ends (CondensedBars): the
   * same steps in two passes over memory. Of bars of linear elements, with
   * impulses at the velocity level.
   *
   * state() has q and v alone, of all nodes. A checkpoint is that of a
   * TimeStepper of @p bars, on any number of processes.
   */
  class CondensedStepper final : public Stepper<PETScAlgebra>
  {
  public:
    using A      = PETScAlgebra;
    using Vector = A::Vector;

    /** Whether bars can be condensed; there may be reasons in a run why they
     * must not (condensed_scheme()). */
    static bool
    is_possible(const ElasticBar<A> &bars);

    /** @pre is_possible(bars) */
    CondensedStepper(const ElasticBar<A>       &bars,
                     const ContactCoefficients &coefficients,
                     const RunOfBars           &run,
                     const Vector              &q_0,
                     const Vector              &v_0);

    void
    advance(unsigned long int n_steps) override;

    void
    serialize(Archive &archive) override;

    const StepRecord &
    record() const override
    {
      return stepper.record();
    }

    const State<A> &
    state() const override;

    /** No other stepper has computed a step of this one. */
    void
    replace_step(const Stepper<A> &, std::span<const double>) override
    {
      assert(false);
    }

    /** Not for others. */
    CondensedScheme &
    condensed()
    {
      return scheme;
    }

  private:
    CondensedScheme::Start
    start(const Vector &q_0, const Vector &v_0) const;
    void
    set_loads(CondensedScheme::Start &start) const;
    std::vector<CondensedContacts::Row>
    rows(const Vector &q_0) const;

    /** Where this rank has the first node that it owns of a piece, and how many
     * these are: all but that on the left, if another rank has it. */
    struct Range
    {
      std::size_t first, n;
    };
    Range
    own_nodes(const PieceOfBar &piece) const;

    /** Entries of the nodes of own pieces, of the separators, and of the ends of
     * bars. Collective. */
    std::vector<std::vector<double>>
    of_pieces(const Vector &x) const;
    std::vector<double>
    of_separators(const Vector &x) const;
    DenseVector
    ends_of(const Vector &x) const;
    DenseVector
    force_at(double t) const;

    void
    read(ChainField field, Vector &x) const;
    void
    write(ChainField field, const Vector &x);

    const ElasticBar<A> &bars;
    const PiecesOfBars   pieces;
    const double         start_time;

    CondensedBars                                                  system;
    CondensedContacts                                              contacts;
    mutable CondensedScheme                                        scheme;
    TimeStepper<CondensedBars, CondensedScheme, CondensedContacts> stepper;

    mutable State<A> full;
    mutable bool     is_full = false; // up to date
  };
} // namespace percuss

#endif
