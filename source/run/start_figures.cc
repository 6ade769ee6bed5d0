// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/base/joined.h>
#include <percuss/base/text.h>
#include <percuss/run/critical_step.h>
#include <percuss/run/loaded_library.h>
#include <percuss/run/plausibility.h>
#include <percuss/run/start_figures.h>

#include <sys/resource.h>

#include <cmath>
#include <ctime>
#include <limits>

namespace percuss
{
  namespace
  {
    constexpr double infinity = std::numeric_limits<double>::infinity();

    /** The smallest t > 0 with g + v t + a t^2/2 = 0, infinite if there is
     * none.
     * @pre g > 0 */
    double
    time_to_close(const double g, const double v, const double a)
    {
      const double discriminant = v * v - 2. * a * g;
      if (discriminant < 0.)
        return infinity;
      const double root = std::sqrt(discriminant);
      // without cancellation: of the roots -2 g/(v -+ root)
      double first = infinity;
      for (const double denominator : {v - root, v + root})
        if (const double t = -2. * g / denominator; t > 0.)
          first = std::min(first, t);
      return first;
    }

    /** Gaps and gap velocities of the contacts that history.csv shows. */
    class ContactsAtStart
    {
    public:
      explicit ContactsAtStart(Model &model)
        : model(model)
        , totals(model.contact_totals())
        // rows of joints come first, each by itself
        , n_joints(model.stepper().record().gap.size() - model.n_contact_rows())
        , tolerance(1e-12 * std::max(1., model.scales().extent))
      {
        totals.evaluate(model.stepper().record());
        gap      = totals.gap;
        velocity = totals.velocity;
      }

      /** How many are closed, and overlap; the deepest overlap [m]. */
      void
      count(std::vector<StartFigure> &quantities) const
      {
        double n_closed = 0., n_overlapping = 0., deepest = 0.;
        for (std::size_t i = n_joints; i < gap.size(); ++i)
          {
            n_closed += std::abs(gap[i]) <= tolerance;
            n_overlapping += gap[i] < -tolerance;
            deepest = std::max(deepest, -gap[i]);
          }
        quantities.push_back({"contacts closed at the start", n_closed, ""});
        if (n_overlapping == 0.)
          return;
        quantities.push_back(
          {"contacts overlapping at the start", n_overlapping, ""});
        quantities.push_back({"largest overlap", deepest, "m"});
      }

      /** Notes the velocities after a step. */
      void
      note_velocity()
      {
        totals.evaluate(model.stepper().record());
        earlier = later.empty() ? velocity : later;
        later   = totals.velocity;
      }

      /** The contact that closes first, and when; an empty name if none does,
       * by what the last two notes say of accelerations. */
      std::pair<std::string, double>
      first_to_close(const double h) const
      {
        std::pair<std::string, double> first{"", infinity};
        for (std::size_t i = n_joints; i < gap.size(); ++i)
          {
            const double a = (later[i] - earlier[i]) / h;
            if (!(gap[i] > tolerance) || !std::isfinite(gap[i]) ||
                !std::isfinite(velocity[i]) || !std::isfinite(a))
              continue;
            const double t = time_to_close(gap[i], velocity[i], a);
            if (t < first.second)
              first = {totals.names[i], t};
          }
        return first;
      }

      /** Those that are open and close at no time by the same, "'A', 'B'", the
       * first of them by name; how many. */
      std::pair<std::string, std::size_t>
      never_to_close(const double h) const
      {
        constexpr std::size_t n_named = 5;
        std::string           names;
        std::size_t           n = 0;
        for (std::size_t i = n_joints; i < gap.size(); ++i)
          {
            const double a = (later[i] - earlier[i]) / h;
            if (!(gap[i] > tolerance) || !std::isfinite(a) ||
                time_to_close(gap[i], velocity[i], a) < infinity)
              continue;
            if (n < n_named)
              names += (n == 0 ? "'" : ", '") + totals.names[i] + "'";
            ++n;
          }
        return {n > n_named ? names + ", ..." : names, n};
      }

      /** Whether all are open, with gaps that are known. */
      bool
      are_open() const
      {
        for (std::size_t i = n_joints; i < gap.size(); ++i)
          if (!(gap[i] > tolerance) || !std::isfinite(gap[i]))
            return false;
        return gap.size() > n_joints;
      }

    private:
      Model              &model;
      ContactTotals       totals;
      std::size_t         n_joints;
      double              tolerance; // below it they are closed [m]
      std::vector<double> gap, velocity, earlier, later;
    };

    /** Whether some steps take less than a moment: they are at most so many
     * numbers. */
    bool
    has_short_steps(const Model &model, const bool solves_nothing)
    {
      const bool is_mesh     = model.element_length() > 0.;
      const bool is_explicit = is_mesh && solves_nothing;
      return model.n_dofs() <= (is_explicit ? 500000 :
                                is_mesh     ? 20000 :
                                              5000) &&
             model.n_contact_rows() <= (is_explicit ? 3000u : 300u);
    }

    /** Of this process, all its threads: others do not count [s]. */
    double
    processor_seconds()
    {
      return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
    }

    /** Steps for at most so long [s], and n_steps steps; at least two, unless
     * the run ends before. Returns the time of one [s], by the later half of
     * them, when all memory is there; none where one fails. */
    double
    time_steps(Model                  &model,
               ContactsAtStart        &contacts,
               const unsigned long int n_steps)
    {
      constexpr double  longest = 0.04;
      const double      start   = processor_seconds();
      unsigned long int done = 0, n_at_once = 1;
      double            of_one = 0.;
      try
        {
          // the same on all ranks: they advance together
          const auto is_to_go_on = [&] {
            return processes().max(
                     done < 2 || processor_seconds() - start < longest ? 1 :
                                                                         0) > 0;
          };
          while (done < n_steps && is_to_go_on())
            {
              const double before = processor_seconds();
              n_at_once           = std::min(n_at_once, n_steps - done);
              model.stepper().advance(n_at_once);
              if (done > 0)
                of_one = (processor_seconds() - before) /
                         static_cast<double>(n_at_once);
              done += n_at_once;
              if (done <= 2)
                contacts.note_velocity();
              n_at_once = done < 2 ? 1 : done;
            }
        }
      catch (const std::runtime_error &) // the run itself will say it
        {
          return 0.;
        }
      return of_one;
    }

    /** Adds what the first steps tell. */
    void
    add_first_steps(Model               &model,
                    const RunParameters &p,
                    ContactsAtStart     &contacts,
                    StartFigures        &figures)
    {
      const unsigned long int n_steps = p.clock().n_steps();
      const bool              is_free = model.scales().period == 0. &&
                           model.scales().wave_speed == 0. &&
                           model.joint_scale() == 0. && contacts.are_open();
      figures.step_seconds     = time_steps(model, contacts, n_steps);
      const StepRecord &record = model.stepper().record();
      if (record.step < 2 || !contacts.are_open())
        return;
      const auto [name, t]  = contacts.first_to_close(p.time.time_step);
      figures.first_contact = name;
      if (!name.empty())
        figures.quantities.push_back(
          {"first contact", p.time.start_time + t, "s"});
      if (const auto [names, n] = contacts.never_to_close(p.time.time_step);
          is_free && n > 0 && !name.empty())
        {
          figures.quantities.push_back(
            {"contacts that free flight never closes",
             static_cast<double>(n),
             ""});
          figures.never_close = names;
        }
      if (is_free && p.time.start_time + t > p.time.end_time)
        figures.warnings.push_back(
          name.empty() ?
            "no contact closes in free flight: check the signs of velocities, "
            "gravity and loads." :
            joined("no contact closes before the end time, ",
                   p.time.end_time,
                   " s: in free flight '",
                   name,
                   "' is the first, at ",
                   p.time.start_time + t,
                   " s."));
    }

    /** The largest memory of this process until now [byte]. */
    double
    largest_memory()
    {
      rusage usage{};
      getrusage(RUSAGE_SELF, &usage);
      return 1024. * static_cast<double>(usage.ru_maxrss);
    }
  } // namespace

  StartFigures
  start_figures(Model &model, const RunParameters &p)
  {
    StartFigures              figures;
    std::vector<StartFigure> &all = figures.quantities;
    const auto                add =
      [&all](const char *name, const double value, const char *unit) {
        if (value > 0. && std::isfinite(value))
          all.push_back({name, value, unit});
      };
    const ScalesAtStart scales = scales_at_start(model, p);
    all.push_back(
      {"degrees of freedom", static_cast<double>(model.n_dofs()), ""});
    all.push_back({"contacts", static_cast<double>(model.n_contacts()), ""});
    all.push_back(
      {"contact rows", static_cast<double>(model.n_contact_rows()), ""});
    add("mass", scales.model.mass, "kg");
    add("longest element", model.element_length(), "m");
    add("wave speed", scales.model.wave_speed, "m/s");
    add("time of a wave through an element", scales.crossing_time, "s");
    add("time of a wave through a body and back",
        scales.model.return_time,
        "s");
    add("first natural period", scales.model.period, "s");
    add("time step", p.time.time_step, "s");
    add("Courant number", scales.courant_number(), "");
    double critical_step = infinity; // of implicit schemes
    if (p.scheme_information().family == SchemeFamily::central_difference)
      critical_step = p.scheme_information()
                        .critical_step(p.scheme, model.frequency().largest())
                        .step;
    add("critical time step", critical_step, "s");
    add("number of steps", static_cast<double>(p.clock().n_steps()), "");
    ContactsAtStart contacts(model);
    contacts.count(all);
    if (scales.closing_speed > 0.)
      {
        add("gap that closes first", scales.gap, "m");
        add("its closing speed", scales.closing_speed, "m/s");
      }
    add("memory", largest_memory(), "byte");
    if (has_short_steps(model, std::isfinite(critical_step)))
      add_first_steps(model, p, contacts, figures);
    return figures;
  }
} // namespace percuss
