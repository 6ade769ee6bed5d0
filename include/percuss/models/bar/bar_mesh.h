// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_bar_bar_mesh_h
#define percuss_models_bar_bar_mesh_h

#include <percuss/models/bar/bar_description.h>

#include <deal.II/distributed/shared_tria.h>

#include <string>
#include <vector>

namespace percuss
{
  /**
   * The 1-D mesh of bars in a row: generated, or read from a Gmsh file, whose
   * connected components are the bars from left to right. Every rank knows all
   * cells; contiguous parts of them belong to the ranks.
   */
  class BarMesh
  {
  public:
    /** The ends of a bar in the undeformed state [m]. */
    struct Extent
    {
      double left, right;
    };

    /**
     * Throws InputError if the file cannot be read, is no mesh of lines on the
     * x-axis, has elements that overlap, or has another number of bars than are
     * described. The lines may be given in any order and direction.
     */
    BarMesh(const BarRowDescription &description, MPI_Comm communicator);

    /** Number of the bar, from 0, that an active cell belongs to. */
    unsigned int
    bar(const unsigned int active_cell_index) const
    {
      return bar_of_cell[active_cell_index];
    }

    /** The distance from its bar's left end of a point at @p coordinate of a
     * cell, seen from inside the cell: properties may jump between elements. */
    template <class Cell>
    double
    inside(const Cell &cell, const double coordinate) const
    {
      const double center = cell->center()[0];
      return center + (1. - 1e-10) * (coordinate - center) -
             extents[bar(cell->active_cell_index())].left;
    }

    dealii::parallel::shared::Triangulation<1> triangulation;
    std::vector<Extent>                        extents; ///< one per bar

    /** What is in the file and not in the mesh, as a warning. */
    std::vector<std::string> warnings;

  private:
    void
    find_bars(const std::string &mesh_file);

    std::vector<unsigned int> bar_of_cell;
  };
} // namespace percuss

#endif
