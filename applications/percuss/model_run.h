// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_applications_percuss_model_run_h
#define percuss_applications_percuss_model_run_h

#include <percuss/configuration/run_parameters.h>
#include <percuss/configuration/run_warnings.h>
#include <percuss/constraints/contact_law.h>
#include <percuss/output/history_writer.h>
#include <percuss/simulation/stepper.h>
#include <percuss/study/reference.h>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace percuss
{
  class CaseFile;

  /**
   * A model with its contacts and its stepper, and what a run asks of them:
   * the same for a ball and for a mesh on a cluster. The constructors throw
   * InputError for whatever is wrong with the input.
   */
  class ModelRun
  {
  public:
    virtual ~ModelRun() = default;

    virtual AbstractStepper &
    stepper() = 0;

    virtual ContactTreatment
    contact_treatment() const = 0;

    virtual std::size_t
    n_dofs() const = 0;

    /** Pairs that can touch. */
    virtual std::size_t
    n_contacts() const = 0;

    /** The rows of the contact problem, tangential ones of contacts with
     * friction included, those of joints not. */
    virtual std::size_t
    n_contact_rows() const = 0;

    /** What history.csv and signals show of the contacts. */
    virtual ContactTotals
    contact_totals() const = 0;

    /** What history.csv records beside the contacts. */
    virtual MonitoredPoints
    monitored_points() const = 0;

    /** What holds its vectors and matrices. */
    virtual std::string
    linear_algebra() const = 0;

    virtual FrequencyOfModel
    frequency() const = 0;

    /** What its user may not expect of it; known at the start. */
    virtual std::vector<std::string>
    warnings() const
    {
      return {};
    }

    /** Its own observers; called once, when @p directory exists. */
    virtual std::vector<Observer *>
    observers(const std::string &directory)
    {
      (void) directory;
      return {};
    }

    /** What gaps of joints are measured with [m], of angles [rad]; 0 where
     * there are none. */
    virtual double
    joint_scale() const
    {
      return 0.;
    }

    /** The exact solution, where it is known; refers to the model. */
    virtual std::optional<Reference>
    exact_solution() const
    {
      return {};
    }

    /** Of the longest element [m], 0 where there is none. */
    virtual double
    element_length() const
    {
      return 0.;
    }

    /** Errors of fields, which no signal shows; after the last step. */
    virtual std::map<std::string, double>
    field_errors() const
    {
      return {};
    }

    /** The files that it leaves beside those of every run. */
    virtual std::vector<std::string>
    files() const
    {
      return {};
    }
  };

  /** Time from the start to after the last step [s]. */
  inline double
  run_time(const RunParameters &parameters)
  {
    const Clock clock = parameters.clock();
    return clock.time_step * static_cast<double>(clock.n_steps() + 1);
  }

  /** How many rows of constraints are of a kind. */
  template <class Constraints>
  std::size_t
  n_rows_of_kind(const Constraints &constraints, const ContactLaw::Kind kind)
  {
    std::size_t n = 0;
    for (std::size_t row = 0; row < constraints.n_constraints(); ++row)
      n += constraints.law(row).kind == kind;
    return n;
  }

  /** The names of the rows of constraints. */
  template <class Constraints>
  std::vector<std::string>
  names_of(const Constraints &constraints)
  {
    std::vector<std::string> names;
    for (std::size_t row = 0; row < constraints.n_constraints(); ++row)
      names.push_back(constraints.name(row));
    return names;
  }

  /** Makes the model that the parameters name; throws InputError. */
  std::unique_ptr<ModelRun>
  make_model(const RunParameters &parameters,
             const CaseFile      &case_file,
             MPI_Comm             communicator);
} // namespace percuss

#endif
