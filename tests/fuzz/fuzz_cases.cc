// SPDX-License-Identifier: Apache-2.0

// Parameter files of models without meshes, changed at random, as far as two
// steps of the model that they ask for, in this process.

#include "fuzzing.h"

#include <percuss/base/exceptions.h>
#include <percuss/models/all_models.h>
#include <percuss/program/sweep.h>
#include <percuss/run/at_start.h>
#include <percuss/run/case.h>
#include <percuss/run/check_run.h>
#include <percuss/run/run_warnings.h>
#include <percuss/run/set_time_step.h>

#include <iostream>

namespace
{
  using namespace percuss;
  namespace fs = std::filesystem;

  Catalogue
  models_without_meshes()
  {
    Catalogue catalogue;
    for (const ModelKind *const kind : all_models())
      if (!kind->is_distributed)
        catalogue.models.push_back(kind);
    return catalogue;
  }

  /** A case with what all runs check. */
  class CheckedCase : public Case
  {
  public:
    explicit CheckedCase(const fs::path &path)
      : Case(catalogue())
    {
      file.read(path);
      check_run(kind(), run, file);
    }

  private:
    static const Catalogue &
    catalogue()
    {
      static const Catalogue models = models_without_meshes();
      return models;
    }
  };

  /** What `percuss run` does before its output directory, and two steps. */
  void
  run(const fs::path &path)
  {
    CheckedCase the_case(path);
    const auto  model = the_case.make_model();
    if (model->n_dofs() > 300 || model->n_contact_rows() > 300)
      return; // right, perhaps, but slow
    set_time_step(*model, the_case.run, the_case.file);
    at_start(the_case.run, [&] { model->start(the_case.run, the_case.file); });
    range_warnings(the_case.run,
                   model->contact_treatment(),
                   model->crossing_time());
    check_critical_step(the_case.run, model->frequency(), the_case.file);
    model->warnings();
    for (unsigned long int step = 1; step <= 2; ++step)
      try
        {
          model->stepper().advance(1);
        }
      catch (const StepError &error) // a simulation names the step, too
        {
          throw NumericalFailure(
            error.what(), step, 0., error.residual, error.advice);
        }
    the_case.text();
  }

  /** What `percuss study` asks of its section. */
  void
  plan(const fs::path &path)
  {
    const CheckedCase the_case(path);
    make_sweep(the_case.run.study, the_case.file);
    make_curves(the_case.run.study, the_case.file);
  }
} // namespace

int
main(int argc, char **argv)
{
  const fs::path           root = PERCUSS_SOURCE_DIR;
  std::vector<std::string> cases, studies;
  for (std::string &text : fuzzing::contents(root / "applications", ".prm"))
    {
      if (text.find("elastic") != std::string::npos ||
          text.find("solid") != std::string::npos)
        continue; // models with meshes
      if (text.find("subsection Study") != std::string::npos)
        studies.push_back(text);
      cases.push_back(std::move(text));
    }
  return fuzzing::main(argc,
                       argv,
                       {{"run", "case.prm", fuzzing::Corpus(cases), run},
                        {"json",
                         "case.json",
                         fuzzing::Corpus(
                           fuzzing::contents(root / "applications", ".json")),
                         run},
                        {"study", "case.prm", fuzzing::Corpus(studies), plan}});
}
