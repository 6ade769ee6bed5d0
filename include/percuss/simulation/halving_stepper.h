// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_simulation_halving_stepper_h
#define percuss_simulation_halving_stepper_h

#include <percuss/base/clock.h>
#include <percuss/base/exceptions.h>
#include <percuss/simulation/stepper.h>

#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace percuss
{
  /**
   * The steps of another stepper, of which one that fails is made again as 2
   * steps of half the size, or, should one of these fail, as 4, 8, ...,
   * 2^max_halvings. The next one has the size h again. In the record it is one
   * step: works, impulses and iterations are the sums.
   *
   * For schemes without other memory than q and v: the smaller steps start from
   * these, with a scheme and a solver of their own, and go on with the states
   * that contacts have (StatefulLaw).
   *
   * @tparam Objects a stepper with what it refers to: a struct with the member
   *                 stepper, a std::unique_ptr<Stepper<A>>
   */
  template <Algebra A, class Objects>
  class HalvingStepper final : public Stepper<A>
  {
  public:
    using Vector = typename A::Vector;

    /** Makes a stepper for a clock that starts from q and v. */
    using Make =
      std::function<Objects(const Clock &, const Vector &, const Vector &)>;

    static constexpr unsigned int max_halvings = 10;

    HalvingStepper(std::unique_ptr<Stepper<A>> stepper, Make make)
      : stepper(std::move(stepper))
      , make(std::move(make))
    {}

    /** Throws what the step of size h did where the smallest fail, too. */
    void
    advance(const unsigned long int n_steps) override
    {
      const unsigned long int last = record().step + n_steps;
      while (record().step < last)
        try
          {
            stepper->advance(last - record().step);
          }
        catch (const NumericalFailure &)
          {
            if (!advance_by_smaller_steps())
              throw;
          }
        catch (const StepError &)
          {
            if (!advance_by_smaller_steps())
              throw;
          }
    }

    void
    serialize(Archive &archive) override
    {
      stepper->serialize(archive);
    }

    const StepRecord &
    record() const override
    {
      return stepper->record();
    }

    const State<A> &
    state() const override
    {
      return stepper->state();
    }

    void
    replace_step(const Stepper<A>             &refined,
                 const std::span<const double> impulses) override
    {
      stepper->replace_step(refined, impulses);
    }

    void
    restore_means() override
    {
      stepper->restore_means();
    }

    void
    go_on(const State<A> &x, const StepRecord &record) override
    {
      stepper->go_on(x, record);
    }

  private:
    bool
    advance_by_smaller_steps()
    {
      for (unsigned int halvings = 1; halvings <= max_halvings; ++halvings)
        try
          {
            make_step(1ul << halvings);
            return true;
          }
        catch (const NumericalFailure &)
          {}
        catch (const StepError &)
          {}
      return false;
    }

    /** One step as @p n smaller ones. */
    void
    make_step(const unsigned long int n)
    {
      const double  h = record().time_step, t = record().time;
      const Objects objects =
        make({t, h / static_cast<double>(n), t + h}, state().q, state().v);
      objects.stepper->take_states(*stepper);
      impulses.assign(record().impulse.size(), 0.);
      for (unsigned long int i = 0; i < n; ++i)
        {
          objects.stepper->advance(1);
          for (std::size_t row = 0; row < impulses.size(); ++row)
            impulses[row] += objects.stepper->record().impulse[row];
        }
      stepper->take_states(*objects.stepper);
      stepper->replace_step(*objects.stepper, impulses);
    }

    std::unique_ptr<Stepper<A>> stepper;
    const Make                  make;
    std::vector<double>         impulses;
  };
} // namespace percuss

#endif
