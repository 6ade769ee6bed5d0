// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/base/text.h>
#include <percuss/models/solid/adaptive_stepper.h>
#include <percuss/models/solid/instances.h>
#include <percuss/models/solid/mesh_transfer.h>
#include <percuss/models/solid/needed_levels.h>

#include <algorithm>
#include <set>
#include <sstream>
#include <utility>

namespace percuss
{
  using namespace dealii;

  template <int dim, Algebra A>
  AdaptiveStepper<dim, A>::AdaptiveStepper(
    const SolidParameters       &section,
    const CaseFile              &case_file,
    const SolidDescription<dim> &description,
    std::shared_ptr<Mesh>        first)
    : section(section)
    , case_file(case_file)
    , description(description)
    , current(std::move(first))
  {}

  template <int dim, Algebra A>
  void
  AdaptiveStepper<dim, A>::start(const RunParameters &parameters)
  {
    run = parameters;
    current->start(run, case_file);
    update_record();
    if (!step_record.laws.empty())
      throw case_file.error("Solid/adapt",
                            "A mesh that adapts is not available with contact "
                            "laws that have a state, as cohesion. Take another "
                            "law, or leave 'Solid/adapt' empty.");
    for (unsigned int level = 0; level < description.adaptation.levels; ++level)
      {
        const Cells cells = next_cells();
        if (cells == current->elastic_solid().mesh.divided_cells)
          break;
        std::shared_ptr<Mesh> next = make(cells);
        next->start(run, case_file);
        take(std::move(next));
      }
    take(current);
    count.cells_at_start = n_cells();
  }

  template <int dim, Algebra A>
  void
  AdaptiveStepper<dim, A>::advance(const unsigned long int n_steps)
  {
    const struct Complete
    {
      ~Complete()
      {
        stepper.update_record();
      }
      AdaptiveStepper &stepper;
    } complete{*this};

    const unsigned long int interval = description.adaptation.interval;
    const unsigned long int last     = step_record.step + n_steps;
    while (step_record.step < last)
      {
        const unsigned long int step = step_record.step;
        if (step > 0 && step % interval == 0)
          adapt();
        const unsigned long int n =
          std::min(last - step, interval - step % interval);
        current->stepper().advance(n);
        update_record();
        count.n_steps += n;
        count.sum_of_dofs += static_cast<double>(n * current->n_dofs());
      }
  }

  template <int dim, Algebra A>
  void
  AdaptiveStepper<dim, A>::update_record()
  {
    step_record = current->stepper().record();
  }

  template <int dim, Algebra A>
  void
  AdaptiveStepper<dim, A>::adapt()
  {
    const Cells cells = next_cells();
    if (cells == current->elastic_solid().mesh.divided_cells)
      return;
    std::shared_ptr<Mesh> next;
    try
      {
        next = make(cells);
      }
    catch (const InputError &) // of a mesh that is not possible
      {
        ++count.n_refused;
        return;
      }
    current->solid_stepper().restore_means();
    const double before = step_record.energy_record->energy.algorithmic;
    next->go_on(run, case_file, transferred(*next), step_record);
    take(std::move(next));
    const double change =
      step_record.energy_record->energy.algorithmic - before;
    (change > 0. ? count.gained : count.lost) += change;
    ++count.n_adaptations;
  }

  // The mesh knows which cells are divided so that sizes of neighbours differ by
  // no more than 2.
  template <int dim, Algebra A>
  auto
  AdaptiveStepper<dim, A>::next_cells() -> Cells
  {
    constexpr unsigned int max_attempts = 12;

    const ElasticSolid<dim, A> &solid = current->elastic_solid();
    const State<A>             &x     = current->solid_stepper().state();
    const NeededLevels<dim, A>  needed(solid,
                                      current->wave_speed(),
                                      step_record.time_step *
                                        static_cast<double>(
                                          description.adaptation.interval));
    const auto                  closing   = contact_dofs();
    double                      tolerance = description.adaptation.tolerance;
    for (unsigned int i = 0; i < max_attempts; ++i)
      {
        const Cells wanted = needed.divided_cells(
          x.q, x.v, closing, tolerance, count.largest_strain);
        if (wanted == solid.mesh.divided_cells)
          return wanted;
        const Cells cells = closed(wanted);
        if (n_cells_with(cells) <= description.adaptation.max_cells)
          return cells;
        count.n_limited += i == 0;
        tolerance *= 2.;
      }
    return solid.mesh.divided_cells;
  }

  // In space no node of a contact boundary may hang.
  template <int dim, Algebra A>
  auto
  AdaptiveStepper<dim, A>::closed(const Cells &cells) const -> Cells
  {
    SolidDescription<dim> divided = description;
    divided.divided_cells         = cells;
    for (;;)
      {
        const SolidMesh<dim>   mesh(divided,
                                  current->elastic_solid().communicator);
        const std::size_t      n = mesh.divided_cells.size();
        std::set<unsigned int> vertices;
        divided.divided_cells = mesh.divided_cells;
        if (dim == 2)
          return mesh.divided_cells;
        for (const auto &cell : mesh.triangulation.active_cell_iterators())
          for (const auto &face : cell->face_iterators())
            if (face->at_boundary() &&
                current->contact_boundaries().contains(face->boundary_id()))
              for (const unsigned int v : face->vertex_indices())
                vertices.insert(face->vertex_index(v));
        const auto touches = [&](const auto &cell) {
          for (const unsigned int v : cell->vertex_indices())
            if (vertices.contains(cell->vertex_index(v)))
              return true;
          return false;
        };
        int level = 0;
        for (const auto &cell : mesh.triangulation.active_cell_iterators())
          if (touches(cell))
            level = std::max(level, cell->level());
        for (const auto &cell : mesh.triangulation.active_cell_iterators())
          if (cell->level() < level && touches(cell))
            divided.divided_cells.insert(cell->id());
        if (divided.divided_cells.size() == n)
          return divided.divided_cells;
      }
  }

  template <int dim, Algebra A>
  std::size_t
  AdaptiveStepper<dim, A>::n_cells_with(const Cells &cells) const
  {
    constexpr std::size_t n_new = GeometryInfo<dim>::max_children_per_cell - 1;
    const std::size_t     n_divided =
      current->elastic_solid().mesh.divided_cells.size();
    return n_cells() - n_new * n_divided + n_new * cells.size();
  }

  template <int dim, Algebra A>
  std::set<types::global_dof_index>
  AdaptiveStepper<dim, A>::contact_dofs() const
  {
    const auto  &contacts = current->obstacle_contacts();
    const double time     = 2. * step_record.time_step *
                        static_cast<double>(description.adaptation.interval);
    std::set<types::global_dof_index> result;
    for (std::size_t row = 0; row < contacts.n_constraints(); ++row)
      if (contacts.law(row).is_contact() &&
          step_record.gap[row] +
              time * std::min(step_record.contact_velocity[row], 0.) <=
            1e-9 * current->element_length())
        result.insert(contacts.nodes()[contacts.node(row)].first_dof);
    return result;
  }

  template <int dim, Algebra A>
  auto
  AdaptiveStepper<dim, A>::make(const Cells &cells) const
    -> std::shared_ptr<Mesh>
  {
    SolidDescription<dim> of_mesh = description;
    of_mesh.divided_cells         = cells;
    return make_solid_on_mesh<dim, A>(section, run, case_file, of_mesh);
  }

  // By way of the mesh whose divided cells both have.
  template <int dim, Algebra A>
  State<A>
  AdaptiveStepper<dim, A>::transferred(const Mesh &next_mesh) const
  {
    using Solid                        = ElasticSolid<dim, A>;
    const Solid          &before       = current->elastic_solid();
    const Solid          &next         = next_mesh.elastic_solid();
    const Cells          &cells_before = before.mesh.divided_cells;
    const Cells          &cells        = next.mesh.divided_cells;
    const State<A>       &x            = current->solid_stepper().state();
    SolidDescription<dim> description  = before.description;
    description.divided_cells.clear();
    for (const CellId &id : cells)
      if (cells_before.contains(id))
        description.divided_cells.insert(id);

    State<A> result;
    result.q                      = x.q;
    result.v                      = x.v;
    result.a                      = x.a;
    const Solid           *coarse = &before;
    std::unique_ptr<Solid> own;
    if (description.divided_cells != cells_before)
      {
        coarse = &next;
        if (description.divided_cells != cells)
          {
            own    = std::make_unique<Solid>(description, before.communicator);
            coarse = own.get();
          }
        const MeshTransfer<dim, A> joining(*coarse, before);
        result.q = joining.restricted(x.q);
        result.v = joining.projected(x.v);
        result.a = joining.projected(x.a);
      }
    if (coarse != &next)
      {
        const MeshTransfer<dim, A> dividing(*coarse, next);
        result.q = dividing.refined(result.q);
        result.v = dividing.refined(result.v);
        result.a = dividing.refined(result.a);
      }
    if (current->n_bodies() == 1)
      {
        restore_momentum(before, x.q, x.v, next, result.q, result.v);
        restore_momentum(before, x.q, x.a, next, result.q, result.a);
      }
    return result;
  }

  template <int dim, Algebra A>
  void
  AdaptiveStepper<dim, A>::take(std::shared_ptr<Mesh> next)
  {
    if (next != current)
      {
        if (const auto found = current->warnings_at_end(); !found.empty())
          of_earlier_meshes = found;
        next->go_on_with(current->field_series());
        ++n_made;
      }
    // refers to the mesh of before as long as that is there
    of_mesh = {next->monitored_points(), next->own_columns(), {}};
    if (place)
      of_mesh.observers = next->observers(*place);
    if (of_problems)
      next->observe_contact_problems(of_problems);
    current = std::move(next);
    update_record();
    count.largest_cells = std::max(count.largest_cells, n_cells());
    count.largest_dofs  = std::max(count.largest_dofs, current->n_dofs());
  }

  template <int dim, Algebra A>
  void
  AdaptiveStepper<dim, A>::make_observers(const OutputPlace &of_observers)
  {
    place.emplace(of_observers);
    of_mesh.observers = current->observers(*place);
  }

  template <int dim, Algebra A>
  void
  AdaptiveStepper<dim, A>::observe_contact_problems(
    ComplementaritySolver::Observer observer)
  {
    of_problems = std::move(observer);
    current->observe_contact_problems(of_problems);
  }

  // Entries of vectors have their numbers on the mesh that is read: one rank has
  // them all.
  template <int dim, Algebra A>
  void
  AdaptiveStepper<dim, A>::serialize(Archive &archive)
  {
    archive.section("adaptive mesh");
    std::string cells;
    for (const CellId &id : current->elastic_solid().mesh.divided_cells)
      cells += id.to_string() + ' ';
    archive(cells, count);
    if (archive.is_reading())
      {
        Cells              divided;
        std::istringstream text(cells);
        for (std::string id; text >> id;)
          divided.insert(CellId(id));
        std::shared_ptr<Mesh> next = make(divided);
        next->start(run, case_file);
        take(std::move(next));
      }
    Archive             of_mesh;
    std::string         common;
    std::vector<double> entries;
    if (!archive.is_reading())
      {
        current->serialize(of_mesh);
        common  = of_mesh.common();
        entries = of_mesh.entries();
      }
    archive(common, entries);
    if (archive.is_reading())
      {
        Archive read(common, entries);
        current->serialize(read);
        read.end();
      }
    update_record();
  }

  template <int dim, Algebra A>
  std::vector<std::string>
  AdaptiveStepper<dim, A>::warnings() const
  {
    constexpr double worth_a_warning = 0.01;

    std::vector<std::string> result;
    if (count.n_limited > 0)
      result.push_back(
        "the mesh would have had more than the " +
        std::to_string(description.adaptation.max_cells) +
        " cells of 'Solid/adapt' " + std::to_string(count.n_limited) +
        " times, and was divided less. Allow more, or take fewer levels or a "
        "larger tolerance.");
    if (count.n_refused > 0)
      result.push_back(
        "the mesh stayed as it was " + std::to_string(count.n_refused) +
        " times, where nodes at the rim of a boundary with 'fixed "
        "displacements' would hang between held and free ones. Divide all cells "
        "there by 'Solid/refine near'.");
    const double energy = step_record.energy_record->put_in();
    for (const auto &[work, what] :
         {std::pair(count.gained, "brought"), {-count.lost, "taken"}})
      if (work > worth_a_warning * energy)
        result.push_back("changes of the mesh have " + std::string(what) + ' ' +
                         short_text(work) + " J, of the " + short_text(energy) +
                         " J that were put in. Take a smaller tolerance in "
                         "'Solid/adapt', or a finer mesh at the start.");
    return result;
  }

  template <int dim, Algebra A>
  std::map<std::string, double>
  AdaptiveStepper<dim, A>::statistics() const
  {
    const auto as_number = [](const auto n) { return static_cast<double>(n); };
    const double steps   = as_number(std::max(count.n_steps, 1ul));
    return {{"adaptations", as_number(count.n_adaptations)},
            {"cells_at_start", as_number(count.cells_at_start)},
            {"cells_at_end", as_number(n_cells())},
            {"cells_largest", as_number(count.largest_cells)},
            {"dofs_largest", as_number(count.largest_dofs)},
            {"dofs_mean", count.sum_of_dofs / steps},
            {"energy_gained", count.gained},
            {"energy_lost", 0. - count.lost}};
  }

  template class AdaptiveStepper<2, PETScAlgebra>;
  template class AdaptiveStepper<3, PETScAlgebra>;
  template class AdaptiveStepper<2, TrilinosAlgebra>;
  template class AdaptiveStepper<3, TrilinosAlgebra>;
} // namespace percuss
