// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_run_model_h
#define percuss_run_model_h

#include <percuss/complementarity/complementarity_solver.h>
#include <percuss/constraints/contact_law.h>
#include <percuss/constraints/geometry/rigid_shapes.h>
#include <percuss/constraints/stateful_law.h>
#include <percuss/input/case_file.h>
#include <percuss/input/declared_items.h>
#include <percuss/input/parameters.h>
#include <percuss/output/output_place.h>
#include <percuss/run/critical_step.h>
#include <percuss/run/run_parameters.h>
#include <percuss/run/scales.h>
#include <percuss/simulation/contact_totals.h>
#include <percuss/simulation/history_columns.h>
#include <percuss/simulation/monitored_points.h>
#include <percuss/simulation/observer.h>
#include <percuss/simulation/stepper.h>
#include <percuss/study/reference.h>
#include <percuss/time_integration/contact_treatment.h>

#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace percuss
{
  /**
   * A model with its contacts and its stepper, and what a run asks of them: the
   * same for a ball and for a mesh on a cluster. What makes them throws
   * InputError for whatever is wrong with the input. Every function may be
   * collective.
   */
  class Model
  {
  public:
    virtual ~Model() = default;

    /** The smallest time in which a wave crosses an element [s]; infinite where
     * there are no elements. */
    virtual double
    crossing_time() const
    {
      return std::numeric_limits<double>::infinity();
    }

    /** What is known of its fastest motion; before start(), too. */
    virtual FrequencyOfModel
    frequency() const = 0;

    /** Makes the stepper; throws InputError for what the scheme refuses. The
     * functions below are called after it. */
    virtual void
    start(const RunParameters &parameters, const CaseFile &case_file) = 0;

    virtual AbstractStepper &
    stepper() = 0;

    virtual ContactTreatment
    contact_treatment() const = 0;

    /** Shows the contact problems of its steps; not those of one row, which are
     * solved in closed form. */
    virtual void
    observe_contact_problems(ComplementaritySolver::Observer observer) = 0;

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

    /** The last columns of history.csv, if it has some of its own. */
    virtual HistoryColumns
    own_columns() const
    {
      return {};
    }

    /** What holds its vectors and matrices. */
    virtual std::string
    linear_algebra() const = 0;

    /** Sizes in which a wrong unit shows. */
    virtual Scales
    scales() const
    {
      return {};
    }

    /** What its user may not expect of it; known at the start. */
    virtual std::vector<std::string>
    warnings() const
    {
      return {};
    }

    /** What its observers have found its user should not trust; after the last
     * step. */
    virtual std::vector<std::string>
    warnings_at_end() const
    {
      return {};
    }

    /** Its own observers, which all processes have; those that write files know
     * from @p place whether this process does. Called once, when the directory
     * exists. */
    virtual std::vector<Observer *>
    observers(const OutputPlace &place)
    {
      (void) place;
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

    /** What a mesh has become that adapts to the motion, by name; of others
     * nothing. After the last step. */
    virtual std::map<std::string, double>
    adaptation() const
    {
      return {};
    }

    /** Writes all that the rest of a run depends on, or reads it into a model
     * that has been started; throws ArchiveError. */
    virtual void
    serialize(Archive &archive)
    {
      stepper().serialize(archive);
    }

    /** Numbers of the entries that this process has of distributed vectors:
     * they mean the same whatever the number of processes. None where there are
     * no such vectors. */
    virtual std::vector<std::uint64_t>
    entry_numbers() const
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

  /** The section of a model in a parameter file: what its entries stand for,
   * and the model that they make. */
  class ModelParameters
  {
  public:
    virtual ~ModelParameters() = default;

    /** Declares the entries, which refer to this object. */
    virtual void
    add_to(Parameters &parameters) = 0;

    /** Throws InputError. Collective. */
    virtual std::unique_ptr<Model>
    make(const RunParameters &run, const CaseFile &case_file) const = 0;
  };

  template <class Section>
  std::unique_ptr<ModelParameters>
  make_section()
  {
    return std::make_unique<Section>();
  }

  /**
   * A kind of model, of which a program has a list: 'Model/name' chooses. To
   * add one, write the class of its section and a value of this type, and enter
   * that into all_models(), or into the catalogue of a program of your own.
   */
  struct ModelKind
  {
    std::string_view name, description; ///< one line
    std::unique_ptr<ModelParameters> (*section)();

    bool has_friction      = false; ///< whether contacts have tangential motion
    bool has_rolling       = false; ///< whether bodies roll at contacts
    bool has_cohesion      = false; ///< whether contacts may be cohesive
    bool has_boundary_mass = false; ///< whether 'boundary mass' has a meaning
    bool is_distributed    = false; ///< over the processes of MPI

    /** What the items of its entries may be; of none null. */
    std::vector<DeclaredItem> (*items)() = nullptr;
  };

  /** A law of contact with a state, of a program's own. */
  class LawParameters
  {
  public:
    virtual ~LawParameters() = default;

    /** Declares its entries in section 'Contact', which is open. */
    virtual void
    add_to(Parameters &parameters) = 0;

    /** The law of those of the contacts that have it; null if none has. */
    virtual std::unique_ptr<StatefulLaw>
    make(std::span<const ContactOfLaw> contacts) const = 0;
  };

  template <class Law>
  std::unique_ptr<LawParameters>
  make_law()
  {
    return std::make_unique<Law>();
  }

  /** What the parameter files of a program may name. */
  struct Catalogue
  {
    std::vector<const ModelKind *> models;

    /** Schemes beside those of make_scheme(), which models of the program make
     * by themselves, see make_stepper(). */
    std::vector<SchemeInformation> own_schemes = {};

    /** Laws beside those of make_stateful_laws(), by make_law(). */
    std::vector<std::unique_ptr<LawParameters> (*)()> own_laws = {};

    /** Solvers beside those of make_complementarity_solver(). */
    std::vector<OwnSolver> own_solvers = {};

    /** Shapes beside those of rigid_shapes(). */
    RigidShapes own_shapes = {};
  };

  /** What the items of entries may be, of all models: those of an entry one
   * after the other. */
  std::vector<DeclaredItem>
  declared_items(const Catalogue &catalogue);
} // namespace percuss

#endif
