// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_bar_condensed_stepper_h
#define percuss_models_bar_condensed_stepper_h

#include <percuss/models/bar/bar_contacts.h>
#include <percuss/models/bar/condensed_bars.h>
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
   * same steps in two passes over memory. Of bars of linear elements on one
   * process, with impulses at the velocity level.
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
    /** Degrees of freedom of a bar, from left to right: first, ..., last. */
    struct Nodes
    {
      std::size_t first, last;

      std::size_t
      size() const
      {
        return last - first + 1;
      }
    };

    static std::vector<Nodes>
    nodes_of(const ElasticBar<A> &bars);
    std::vector<CondensedScheme::Bar>
    matrices(const Vector &q_0, const Vector &v_0) const;
    std::vector<CondensedContacts::Row>
    rows(const Vector &q_0) const;
    DenseVector
    ends_of(const Vector &x) const;
    DenseVector
    force_at(double t) const;

    void
    read(ChainField field, Vector &x) const;
    void
    write(ChainField field, const Vector &x);

    const ElasticBar<A>     &bars;
    const std::vector<Nodes> nodes;
    const double             start_time;

    CondensedBars                                                  system;
    CondensedContacts                                              contacts;
    mutable CondensedScheme                                        scheme;
    TimeStepper<CondensedBars, CondensedScheme, CondensedContacts> stepper;

    mutable State<A> full;
    mutable bool     is_full = false; // up to date
  };
} // namespace percuss

#endif
