// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_solid_adaptive_stepper_h
#define percuss_models_solid_adaptive_stepper_h

#include <percuss/models/solid/solid_on_mesh.h>

#include <list>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace percuss
{
  /** The steps of solids on the meshes of make_adaptive_solid(), with what
   * changes with the mesh. */
  template <int dim, Algebra A>
  class AdaptiveStepper final : public AbstractStepper
  {
  public:
    using Mesh  = SolidOnMesh<dim, A>;
    using Cells = std::set<dealii::CellId>;

    /** @param first on the mesh without divided cells */
    AdaptiveStepper(const SolidParameters       &section,
                    const CaseFile              &case_file,
                    const SolidDescription<dim> &description,
                    std::shared_ptr<Mesh>        first);

    /** Starts on the mesh that the start needs. Throws as Model::start(). */
    void
    start(const RunParameters &parameters);

    void
    advance(unsigned long int n_steps) override;

    void
    serialize(Archive &archive) override;

    const StepRecord &
    record() const override
    {
      return step_record;
    }

    // of the mesh of the moment

    Mesh &
    now() const
    {
      return *current;
    }

    std::size_t
    n_cells() const
    {
      return current->elastic_solid().mesh.triangulation.n_active_cells();
    }

    /** Of the meshes so far. */
    unsigned long int
    n_meshes() const
    {
      return n_made;
    }

    const MonitoredPoints &
    points() const
    {
      return of_mesh.points;
    }

    const HistoryColumns &
    columns() const
    {
      return of_mesh.columns;
    }

    /** Has the meshes observed from now on. */
    void
    make_observers(const OutputPlace &place);

    const std::vector<Observer *> &
    observers() const
    {
      return of_mesh.observers;
    }

    void
    observe_contact_problems(ComplementaritySolver::Observer observer);

    // of the run

    /** What to say at the end. */
    std::vector<std::string>
    warnings() const;

    /** The last ones of warnings_at_end() of meshes before. */
    const std::vector<std::string> &
    earlier_warnings() const
    {
      return of_earlier_meshes;
    }

    /** See Model::adaptation(). */
    std::map<std::string, double>
    statistics() const;

  private:
    void
    adapt();

    /** The cells that are divided, if the mesh is to be another one, else the
     * same ones. */
    Cells
    next_cells();
    /** With those that are divided so that the mesh is allowed. */
    Cells
    closed(const Cells &cells) const;
    std::size_t
    n_cells_with(const Cells &divided) const;
    /** First degrees of freedom of nodes that touch before the next time. */
    std::set<dealii::types::global_dof_index>
    contact_dofs() const;

    std::shared_ptr<Mesh>
    make(const Cells &cells) const;
    /** q, v and a on the mesh of @p next. */
    State<A>
    transferred(const Mesh &next) const;
    /** Goes on with @p next. */
    void
    take(std::shared_ptr<Mesh> next);
    void
    update_record();

    const SolidParameters      &section; // of the case, as this one is
    const CaseFile             &case_file;
    const SolidDescription<dim> description; // without divided cells
    RunParameters               run;         // with the time step

    std::shared_ptr<Mesh> current;
    unsigned long int     n_made = 1;
    StepRecord            step_record;

    /** What current gives. */
    struct OfMesh
    {
      MonitoredPoints         points;
      HistoryColumns          columns;
      std::vector<Observer *> observers;
    };
    OfMesh                          of_mesh;
    std::optional<OutputPlace>      place; // of observers, once they are there
    ComplementaritySolver::Observer of_problems;
    std::vector<std::string>        of_earlier_meshes;

    /** Of the run. */
    struct Count
    {
      double            largest_strain = 0.;
      double            gained = 0., lost = 0.; // energy [J]
      double            sum_of_dofs   = 0.;     // over the steps
      unsigned long int n_steps       = 0;
      unsigned long int n_adaptations = 0, n_limited = 0, n_refused = 0;
      std::size_t       cells_at_start = 0, largest_cells = 0, largest_dofs = 0;
    };
    Count count;
  };
} // namespace percuss

#endif
