// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_output_contact_problem_writer_h
#define percuss_output_contact_problem_writer_h

#include <percuss/complementarity/complementarity_solver.h>
#include <percuss/output/output_place.h>
#include <percuss/simulation/stepper.h>

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace percuss
{
  /**
   * Leaves contact problems of a run as step_00000012.hdf5, files of FCLIB
   * (write_fclib()) in the local form: of every interval-th step, and of steps
   * whose problem is not solved, the last one; with the solution if there is
   * one. Problems without active contacts have none.
   */
  class ContactProblemWriter
  {
  public:
    /** Makes the folder `contact_problems`. A run that goes on after the step
     * @p goes_on_after keeps the files up to that one, and removes later ones.
     * @pre what is there is of that run */
    ContactProblemWriter(const OutputPlace               &place,
                         const std::string               &case_name,
                         unsigned long int                interval,
                         const AbstractStepper           &stepper,
                         std::optional<unsigned long int> goes_on_after = {});

    /** An observer of ComplementaritySolver; collective where W is. */
    void
    operator()(const ConeComplementarityProblem &problem,
               std::span<const double>           p,
               const SolverReport               &report) const;

  private:
    OutputPlace            place;
    std::string            case_name;
    unsigned long int      interval;
    const AbstractStepper *stepper;
  };

  /** What is in a directory under the name of a file that the writer leaves. */
  std::vector<std::string>
  contact_problems_in(const std::string &directory);
} // namespace percuss

#endif
