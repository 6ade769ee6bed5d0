// SPDX-License-Identifier: Apache-2.0
#include <percuss/configuration/make_bar.h>
#include <percuss/configuration/make_solid.h>
#include <percuss/finite_element/bar_mesh.h>
#include <percuss/finite_element/elastic_law.h>
#include <percuss/finite_element/solid_mesh.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace percuss
{
  ElementSizes
  element_sizes(const BarRowDescription &bars, const MPI_Comm communicator)
  {
    const BarMesh mesh(bars, communicator); // all ranks know all of its cells
    ElementSizes  sizes;
    sizes.crossing_time = std::numeric_limits<double>::max();
    for (const auto &cell : mesh.triangulation.active_cell_iterators())
      {
        const unsigned int    bar      = mesh.bar(cell->active_cell_index());
        const BarDescription &data     = bars.bars[bar];
        const unsigned int    material = cell->material_id();
        // without the rounding of the vertices, where time steps shall meet
        // events: all elements of a generated bar are equal
        const double length = bars.mesh_file.empty() ?
                                data.length / data.n_elements :
                                cell->measure();
        const double x      = cell->center()[0] - mesh.extents[bar].left;
        const double speed  = std::sqrt(data.youngs_modulus(x, material) /
                                       data.density(x, material));
        sizes.longest       = std::max(sizes.longest, length);
        sizes.crossing_time = std::min(sizes.crossing_time, length / speed);
      }
    return sizes;
  }

  namespace
  {
    /** The smallest time in which a longitudinal wave crosses an edge [s]. */
    template <int dim>
    double
    crossing_time(const SolidDescription<dim> &solid,
                  const MPI_Comm               communicator)
    {
      check(solid);
      const auto squared_speed = [&](const SolidMaterial &material) {
        const LameConstants lame(material, solid.kinematics);
        return (lame.lambda + 2. * lame.mu) / material.density;
      };
      double fastest =
        solid.materials.empty() ? squared_speed(solid.material) : 0.;
      for (const auto &[id, material] : solid.materials)
        fastest = std::max(fastest, squared_speed(material));
      return SolidMesh<dim>(solid, communicator).edge_lengths().shortest /
             std::sqrt(fastest);
    }
  } // namespace

  void
  set_time_step_by_courant_number(RunParameters  &parameters,
                                  const CaseFile &case_file,
                                  const MPI_Comm  communicator)
  {
    const double C = parameters.time.courant_number;
    if (C == 0.)
      return;
    if (parameters.model == "solid")
      {
        parameters.time.time_step =
          C *
          (parameters.solid.dimension == 2 ?
             crossing_time(make_solid<2>(parameters, case_file), communicator) :
             crossing_time(make_solid<3>(parameters, case_file), communicator));
        return;
      }
    if (parameters.model != "elastic bar")
      throw case_file.error("Time integration/Courant number",
                            "Model '" + parameters.model +
                              "' has no elements: give the time step instead, "
                              "and set this to 0.");
    const BarRowDescription bars = make_bars(parameters, case_file);
    check_bars(bars, {}, case_file, communicator);
    parameters.time.time_step =
      C * element_sizes(bars, communicator).crossing_time;
  }
} // namespace percuss
