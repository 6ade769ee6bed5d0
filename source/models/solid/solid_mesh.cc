// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/base/text.h>
#include <percuss/finite_element/message_of_first_rank.h>
#include <percuss/mesh/refine_simplices.h>
#include <percuss/models/solid/create_mesh.h>
#include <percuss/models/solid/local_refinement.h>
#include <percuss/models/solid/solid_mesh.h>

#include <deal.II/distributed/shared_tria.h>
#include <deal.II/distributed/tria.h>
#include <deal.II/grid/grid_generator.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <sstream>
#include <vector>

namespace percuss
{
  using namespace dealii;

  namespace
  {
    template <int dim>
    const char *
    shapes()
    {
      return dim == 2 ? "quadrilaterals" : "hexahedra";
    }

    /** What deal.II does not look at, and reads memory of others with: numbers
     *  of cells that are not 1, 2, 3 ..., and simplices of other points. */
    template <int dim>
    void
    check_counts(const SolidDescription<dim> &description,
                 const std::string           &call)
    {
      const std::string_view arguments = description.generator_arguments;
      for (const std::string &argument : split(arguments, ':'))
        if (argument.starts_with(',') || argument.ends_with(','))
          throw InputError(call + " has nothing on one side of a comma in '" +
                             argument + "'.",
                           "mesh generator arguments");
      const std::string_view first = arguments.substr(0, arguments.find(':'));
      if (description.generator.starts_with("subdivided_"))
        for (const std::string &word : split(first, ','))
          if (word.find_first_not_of("0123456789") != std::string::npos ||
              word.find_first_not_of('0') == std::string::npos)
            throw InputError(
              call + " has '" + word +
                "' for a number of cells, which must be 1, 2, 3 ...",
              "mesh generator arguments");
      if (const auto n = split(first, ',').size();
          description.generator == "subdivided_hyper_rectangle" && n != dim)
        throw InputError(
          call + " needs " + std::to_string(dim) +
            " numbers of cells, one for each direction; it has " +
            std::to_string(n) + '.',
          "mesh generator arguments");
      if (description.generator == "simplex" &&
          split(first, ';').size() != dim + 1)
        throw InputError(call + " must have " + std::to_string(dim + 1) +
                           " points, separated by ';'.",
                         "mesh generator arguments");
    }

    template <int dim>
    void
    generate(const SolidDescription<dim> &description, Triangulation<dim> &mesh)
    {
      const std::string call = "The mesh generator '" + description.generator +
                               "' with the arguments '" +
                               description.generator_arguments + "'";
      check_counts<dim>(description, call);
      try
        {
          GridGenerator::generate_from_name_and_arguments(
            mesh, description.generator, description.generator_arguments);
        }
      catch (const std::exception &error)
        {
          std::string why = reason_of(error);
          if (const auto pattern = why.find(" does not match the pattern");
              pattern != why.npos)
            why.replace(pattern,
                        why.npos,
                        " has too many arguments, too few, or one of another "
                        "kind.");
          throw InputError(
            call + " fails in " + std::to_string(dim) +
              "-D. It must be a function of dealii::GridGenerator; its "
              "arguments are separated by ':', the coordinates of a point by "
              "',', as in 'subdivided_hyper_rectangle' with '10, 4 : 0, 0 : 1, "
              "0.4 : true'. deal.II says: " +
              why,
            why.ends_with("not implemented") ? "mesh generator" :
                                               "mesh generator arguments");
        }
      if (mesh.n_levels() == 0)
        throw InputError(call + " gives no cells. Check the arguments with the "
                                "documentation of dealii::GridGenerator.",
                         "mesh generator");
      if (mesh.n_levels() != 1 || !mesh.all_reference_cells_are_hyper_cube())
        throw InputError(call +
                           " gives a refined mesh, or one that has other "
                           "cells than " +
                           shapes<dim>() + ". Take another generator.",
                         "mesh generator");
    }

    /** "1 ('head'), 2": ids, and the names of the groups that they are in. */
    template <class Ids>
    std::string
    list(const Ids &ids, const GroupIds &names)
    {
      std::string text;
      for (const auto id : ids)
        {
          GroupIds of_id;
          for (const auto &[name, members] : names)
            if (members.contains(id))
              of_id[name] = members;
          text += (text.empty() ? "" : ", ") + std::to_string(id);
          if (const std::string known = names_in(of_id); known != "none")
            text += " (" + known + ")";
        }
      return text.empty() ? "none" : text;
    }
    template <int dim>
    void
    make_coarse_mesh(const SolidDescription<dim> &description,
                     Triangulation<dim>          &coarse)
    {
      if (!description.mesh)
        generate(description, coarse);
      else if (description.mesh->has_simplices)
        { // deal.II does not refine tetrahedra
          Mesh refined = *description.mesh;
          for (unsigned int i = 0; i < description.refinements; ++i)
            refine_simplices(refined, dim);
          create_mesh(refined, coarse);
        }
      else
        create_mesh(*description.mesh, coarse);
    }

    /** Not refined, over the ranks. */
    template <int dim>
    std::unique_ptr<Triangulation<dim>>
    make_mesh(const SolidDescription<dim> &description,
              const MPI_Comm               communicator)
    {
      using Shared      = parallel::shared::Triangulation<dim>;
      using Distributed = parallel::distributed::Triangulation<dim>;
      const bool has_simplices =
        description.mesh && description.mesh->has_simplices;

      // one rank needs no order of trees, which takes twice as long as the mesh
      auto serial = std::make_unique<Triangulation<dim>>(
        description.local_refinements.empty() &&
            description.adaptation.levels == 0 ?
          Triangulation<dim>::none :
          Triangulation<dim>::limit_level_difference_at_vertices);
      // all ranks make the coarse mesh, so that all see what is wrong with it
      make_coarse_mesh(description, *serial);
      if (!has_simplices && Utilities::MPI::n_mpi_processes(communicator) == 1)
        return serial;
      std::unique_ptr<Triangulation<dim>> result;
      if (has_simplices)
        result = std::make_unique<Shared>(communicator,
                                          Triangulation<dim>::none,
                                          true);
      else
        result = std::make_unique<Distributed>(communicator);
      result->copy_triangulation(*serial);
      return result;
    }
  } // namespace

  template <int dim>
  std::set<unsigned int>
  material_ids(const SolidDescription<dim> &description)
  {
    std::set<unsigned int> ids;
    if (description.mesh)
      {
        for (const auto &cell : description.mesh->cells)
          ids.insert(cell.id);
        return ids;
      }
    Triangulation<dim> coarse;
    generate(description, coarse);
    for (const auto &cell : coarse.active_cell_iterators())
      ids.insert(cell->material_id());
    return ids;
  }

  template <int dim>
  SolidMesh<dim>::SolidMesh(const SolidDescription<dim> &description,
                            const MPI_Comm               communicator)
    : owned(make_mesh(description, communicator))
    , triangulation(*owned)
  {
    if (triangulation.all_reference_cells_are_hyper_cube())
      triangulation.refine_global(description.refinements);
    if (!description.local_refinements.empty())
      {
        refine_locally(description, triangulation);
        has_hanging_nodes = triangulation.has_hanging_nodes();
      }
    if (description.map)
      move_vertices(description);
    if (has_hanging_nodes)
      place_hanging_nodes(triangulation);
    mark_boundary(description);
    check_ids(description);
    if (description.kinematics == Kinematics::axisymmetric)
      check_radii();
    if (!description.divided_cells.empty())
      {
        divide_cells(description);
        edges.reset();
      }
  }

  // Straight between the vertices: the spaces of displacements are nested.
  template <int dim>
  void
  SolidMesh<dim>::divide_cells(const SolidDescription<dim> &description)
  {
    std::vector<typename Triangulation<dim>::cell_iterator> before;
    for (const auto &cell : triangulation.active_cell_iterators())
      before.push_back(cell);
    triangulation.reset_all_manifolds();
    for (bool divides = true; divides;)
      {
        divides = false;
        for (const auto &cell : triangulation.active_cell_iterators())
          if (description.divided_cells.contains(cell->id()))
            {
              cell->set_refine_flag();
              divides = true;
            }
        if (divides)
          triangulation.execute_coarsening_and_refinement();
      }
    while (!before.empty())
      {
        const auto cell = before.back();
        before.pop_back();
        if (cell->is_active())
          continue;
        divided_cells.insert(cell->id());
        for (unsigned int c = 0; c < cell->n_children(); ++c)
          before.push_back(cell->child(c));
      }
    has_hanging_nodes = triangulation.has_hanging_nodes();
  }

  template <int dim>
  void
  SolidMesh<dim>::move_vertices(const SolidDescription<dim> &description)
  {
    // GridTools::transform would take the coarse cells that stand for those of
    // other ranks for neighbours across hanging nodes, and correct these
    std::vector<bool> moved(triangulation.n_vertices(), false);
    for (const auto &cell : triangulation.active_cell_iterators())
      for (const unsigned int v : cell->vertex_indices())
        if (!moved[cell->vertex_index(v)])
          {
            cell->vertex(v)              = description.map(cell->vertex(v));
            moved[cell->vertex_index(v)] = true;
          }
  }

  template <int dim>
  void
  SolidMesh<dim>::mark_boundary(const SolidDescription<dim> &description)
  {
    on_all_ranks(
      [&] {
        for (const auto &cell : triangulation.active_cell_iterators())
          if (!cell->is_artificial())
            for (const unsigned int f : cell->face_indices())
              if (cell->face(f)->at_boundary())
                for (const auto &[id, holds] : description.boundary_markers)
                  if (holds(cell->face(f)->center()))
                    cell->face(f)->set_boundary_id(id);
      },
      "boundary markers",
      triangulation.get_communicator());
  }

  template <int dim>
  void
  SolidMesh<dim>::check_ids(const SolidDescription<dim> &description) const
  {
    std::set<unsigned int> boundaries, materials;
    for (const auto &cell : triangulation.active_cell_iterators())
      if (cell->is_locally_owned())
        {
          materials.insert(cell->material_id());
          for (const unsigned int f : cell->face_indices())
            if (cell->face(f)->at_boundary())
              boundaries.insert(cell->face(f)->boundary_id());
        }
    const MPI_Comm communicator = triangulation.get_communicator();
    boundaries = Utilities::MPI::compute_set_union(boundaries, communicator);
    materials  = Utilities::MPI::compute_set_union(materials, communicator);

    const auto require_boundary =
      [&](const unsigned int id, const char *what, const char *entry) {
        if (!boundaries.count(id))
          throw InputError(
            "The solid has " + std::string(what) + " on boundary " +
              std::to_string(id) + ", but its mesh has the boundary ids " +
              list(boundaries, description.boundary_names) +
              ". In Gmsh they are the numbers of the physical curves or "
              "surfaces; generators give them with 'colorize'.",
            entry);
      };
    for (const auto &[id, holds] : description.boundary_markers)
      if (!boundaries.count(id))
        throw InputError("The conditions for boundary " +
                           list(std::set{id}, description.boundary_names) +
                           " hold at the centre of no face, or later ones "
                           "take all its faces. The mesh has the boundary "
                           "ids " +
                           list(boundaries, description.boundary_names) + '.',
                         "boundary markers");
    for (const auto &[id, components] : description.fixed_displacements)
      require_boundary(id, "fixed displacements", "fixed displacements");
    for (const LocalRefinement &refinement : description.local_refinements)
      for (const unsigned int id : refinement.boundaries)
        require_boundary(id, "cells to divide", "refine near");
    for (const auto &[id, traction] : description.tractions)
      require_boundary(id, "a traction", "tractions");
    if (!description.materials.empty())
      for (const unsigned int id : materials)
        if (!description.materials.count(id))
          {
            std::vector<unsigned int> known;
            for (const auto &[known_id, material] : description.materials)
              known.push_back(known_id);
            throw InputError(
              "The mesh of the solid has the material id " +
                std::to_string(id) + ", but properties are given for " +
                list(known, description.material_names) + ". Give them for " +
                list(materials, description.material_names) + '.',
              description.materials_entry);
          }
    for (const auto &[id, material] : description.materials)
      if (!materials.count(id))
        throw InputError("Properties are given for the material " +
                           list(std::set{id}, description.material_names) +
                           ", but no element has it; the mesh has " +
                           list(materials, description.material_names) + '.',
                         description.materials_entry);
  }

  template <int dim>
  void
  SolidMesh<dim>::check_radii() const
  {
    std::string message;
    const auto  edges = edge_lengths();
    for (const auto &cell : triangulation.active_cell_iterators())
      if (cell->is_locally_owned())
        for (const unsigned int v : cell->vertex_indices())
          if (message.empty() && cell->vertex(v)[0] < -1e-10 * edges.shortest)
            {
              std::ostringstream text;
              text << "The mesh of the axisymmetric solid has a point at r = "
                   << cell->vertex(v)[0] << ", z = " << cell->vertex(v)[1]
                   << ". Its first coordinate is the radius and must not be "
                      "negative: mesh one half of the meridian plane.";
              message = text.str();
            }
    message = message_of_first_rank(message, triangulation.get_communicator());
    if (!message.empty())
      throw InputError(message);
  }

  template <int dim>
  const typename SolidMesh<dim>::EdgeLengths &
  SolidMesh<dim>::edge_lengths() const
  {
    if (edges)
      return *edges;
    double shortest = std::numeric_limits<double>::max(), longest = 0.;
    for (const auto &cell : triangulation.active_cell_iterators())
      if (cell->is_locally_owned())
        for (const unsigned int l : cell->line_indices())
          {
            const double squared = cell->line(l)->vertex(0).distance_square(
              cell->line(l)->vertex(1));
            shortest = std::min(shortest, squared);
            longest  = std::max(longest, squared);
          }
    const MPI_Comm communicator = triangulation.get_communicator();
    return edges.emplace(
      EdgeLengths{std::sqrt(Utilities::MPI::min(shortest, communicator)),
                  std::sqrt(Utilities::MPI::max(longest, communicator))});
  }

  template <int dim>
  BoundingBox<dim>
  SolidMesh<dim>::box() const
  {
    // -lower, upper
    std::vector<double> extremes(2 * dim,
                                 std::numeric_limits<double>::lowest());
    for (const auto &cell : triangulation.active_cell_iterators())
      if (cell->is_locally_owned())
        for (const unsigned int v : cell->vertex_indices())
          for (unsigned int d = 0; d < dim; ++d)
            {
              const double x      = cell->vertex(v)[d];
              extremes[2 * d]     = std::max(extremes[2 * d], -x);
              extremes[2 * d + 1] = std::max(extremes[2 * d + 1], x);
            }
    std::vector<double> all(2 * dim);
    Utilities::MPI::max(extremes, triangulation.get_communicator(), all);
    Point<dim> lower, upper;
    for (unsigned int d = 0; d < dim; ++d)
      {
        lower[d] = -all[2 * d];
        upper[d] = all[2 * d + 1];
      }
    return BoundingBox<dim>({lower, upper});
  }

  template class SolidMesh<2>;
  template class SolidMesh<3>;
  template std::set<unsigned int>
  material_ids(const SolidDescription<2> &);
  template std::set<unsigned int>
  material_ids(const SolidDescription<3> &);
} // namespace percuss
