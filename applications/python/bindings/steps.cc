// SPDX-License-Identifier: Apache-2.0
#include "arrays.h"
#include "case.h"
#include "functions.h"

#include <percuss/program/stepped_run.h>

#include <pybind11/stl.h>

namespace percuss::python
{
  namespace py = pybind11;

  namespace
  {
    /** A run between the steps of which Python looks at it. */
    class StepsOfPython
    {
    public:
      StepsOfPython(const CaseOfPython &the_case, const py::dict &of_python)
        : functions(of_python)
        , signals(&functions.calls)
      {
        auto fresh = the_case.make();
        with_causes([&] {
          const py::gil_scoped_release without_gil;
          is_loaded = OneThread::is_needed(*fresh);
          const OneThread            alone(is_loaded);
          const ProgramFunctionScope in_scope(functions.by_name());
          run.emplace(std::move(fresh), [this] { return signals.received(); });
        });
        signals.raise();
      }

      StepsOfPython(const StepsOfPython &) = delete;

      ~StepsOfPython()
      {
        close();
      }

      /** Makes steps; raises what a signal raises. */
      void
      advance(const unsigned long int n_steps)
      {
        SteppedRun &open = open_run();
        with_causes([&] {
          const Computing              computing(is_computing);
          const py::gil_scoped_release without_gil;
          const OneThread              alone(is_loaded);
          const ProgramFunctionScope   in_scope(functions.by_name());
          open.advance(n_steps);
        });
        signals.received(); // of a function in the last step
        signals.raise();
      }

      /** Frees the model; arrays of the state stay. */
      void
      close()
      {
        if (!run)
          return;
        open_run();
        const Computing              computing(is_computing);
        const py::gil_scoped_release without_gil;
        const OneThread              alone(is_loaded);
        run.reset();
      }

      bool
      is_open() const
      {
        return run.has_value();
      }

      SteppedRun &
      open_run()
      {
        if (!run)
          throw std::logic_error("the steps are closed");
        if (is_computing)
          throw std::logic_error(
            "the run is making its next steps, in another thread or below a "
            "handler of a signal: its state can be seen after them");
        return *run;
      }

      py::array
      array(std::vector<double> StateArrays::*const member)
      {
        const auto state = open_run().state();
        return read_only_view((*state).*member, state);
      }

    private:
      /** Computes; raises what functions raise as the cause of an error. */
      template <class Compute>
      void
      with_causes(const Compute &compute)
      {
        try
          {
            compute();
          }
        catch (const InputError &error)
          {
            functions.raise_with_cause(error);
            throw;
          }
      }

      /** Says that steps are made, as long as it lives. */
      class Computing
      {
      public:
        explicit Computing(bool &is_computing)
          : is_computing(is_computing)
        {
          is_computing = true;
        }

        Computing(const Computing &) = delete;

        ~Computing()
        {
          is_computing = false;
        }

      private:
        bool &is_computing;
      };

      FunctionsOfPython         functions; // which the run refers to
      PythonSignals             signals;
      bool                      is_loaded    = false;
      bool                      is_computing = false; // changed with the GIL
      std::optional<SteppedRun> run;
    };

    py::dict
    energies_of(StepsOfPython &steps)
    {
      const Energy &energy = steps.open_run().record().energy;
      py::dict      result;
      result["kinetic"]     = energy.kinetic;
      result["strain"]      = energy.strain;
      result["potential"]   = energy.potential;
      result["total"]       = energy.total();
      result["algorithmic"] = energy.algorithmic;
      return result;
    }
  } // namespace

  void
  bind_steps(py::module_ &module)
  {
    py::class_<StepsOfPython> steps(module, "Steps");
    steps.def(py::init<const CaseOfPython &, const py::dict &>())
      .def("advance", &StepsOfPython::advance)
      .def("close", &StepsOfPython::close)
      .def("is_open", &StepsOfPython::is_open)
      .def("is_at_end",
           [](StepsOfPython &s) { return s.open_run().is_at_end(); })
      .def("step", [](StepsOfPython &s) { return s.open_run().record().step; })
      .def("time", [](StepsOfPython &s) { return s.open_run().record().time; })
      .def("time_step",
           [](StepsOfPython &s) { return s.open_run().record().time_step; })
      .def("last_step",
           [](StepsOfPython &s) { return s.open_run().last_step(); })
      .def("names", [](StepsOfPython &s) { return s.open_run().point_names(); })
      .def("warnings", [](StepsOfPython &s) { return s.open_run().warnings(); })
      .def("energy", energies_of);
    const auto add = [&](const char *const   name,
                         std::vector<double> StateArrays::*const member) {
      steps.def(name, [member](StepsOfPython &s) { return s.array(member); });
    };
    add("positions", &StateArrays::positions);
    add("velocities", &StateArrays::velocities);
    add("gaps", &StateArrays::gaps);
    add("gap_velocities", &StateArrays::gap_velocities);
    add("impulses", &StateArrays::impulses);
  }
} // namespace percuss::python
