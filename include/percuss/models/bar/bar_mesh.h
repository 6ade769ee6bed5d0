// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_bar_bar_mesh_h
#define percuss_models_bar_bar_mesh_h

#include <percuss/models/bar/bar_description.h>

#include <mpi.h>

#include <array>
#include <cstddef>
#include <ranges>
#include <string>
#include <vector>

namespace percuss
{
  /** An element of a bar. */
  struct BarElement
  {
    std::size_t  number;   ///< in the mesh, from left to right
    unsigned int bar;      ///< from 0
    unsigned int material; ///< of the mesh file; else the number of the bar
    double       left;     ///< in the undeformed state [m]
    double       right;
    double       length; ///< of equal elements the same to the last bit [m]
    std::array<bool, 2> is_at_end; ///< whether a bar ends on the left, right

    double
    center() const
    {
      return 0.5 * (left + right);
    }

    /** A point of the element, @p unit between 0 and 1. */
    double
    point(const double unit) const
    {
      return (1. - unit) * left + unit * right;
    }
  };

  /**
   * The 1-D mesh of bars in a row: generated, or read from a Gmsh file, whose
   * connected components are the bars from left to right. Elements have their
   * numbers from left to right. Every rank knows all of them; equally long
   * ranges of them belong to the ranks.
   */
  class BarMesh
  {
    // before its type is asked for
    auto
    range(const std::size_t begin, const std::size_t end) const
    {
      return std::views::iota(begin, end) |
             std::views::transform(
               [this](const std::size_t number) { return element(number); });
    }

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

    std::size_t
    n_elements() const
    {
      return first_elements.back();
    }

    /** The number of the first element of a bar; behind the last one, of all.
     */
    std::size_t
    first_element(const std::size_t bar) const
    {
      return first_elements[bar];
    }

    unsigned int
    bar_of(std::size_t element) const;

    BarElement
    element(std::size_t number) const;

    /** All elements, from left to right. */
    auto
    elements() const
    {
      return range(0, n_elements());
    }

    /** Those of this rank. */
    auto
    own_elements() const
    {
      return range(own_begin, own_end);
    }

    auto
    elements_of_bar(const std::size_t bar) const
    {
      return range(first_elements[bar], first_elements[bar + 1]);
    }

    /** The first element of a rank; behind the last one, of all. */
    std::size_t
    begin_of_rank(std::size_t rank) const;

    std::size_t
    n_own_elements() const
    {
      return own_end - own_begin;
    }

    bool
    is_own(const std::size_t element) const
    {
      return element >= own_begin && element < own_end;
    }

    /** The distance from its bar's left end of a point at @p coordinate of an
     * element, seen from inside: properties may jump between elements. */
    double
    inside(const BarElement &element, const double coordinate) const
    {
      const double center = element.center();
      return center + (1. - 1e-10) * (coordinate - center) -
             extents[element.bar].left;
    }

    const MPI_Comm      communicator;
    std::vector<Extent> extents; ///< one per bar

    /** What is in the file and not in the mesh, as a warning. */
    std::vector<std::string> warnings;

    std::size_t own_begin = 0, own_end = 0; ///< the elements of this rank

  private:
    /** Bars of equal elements. */
    void
    generate(const BarRowDescription &description);
    void
    read(const std::string &mesh_file);

    std::vector<std::size_t>  first_elements; // of bars, and their number
    std::vector<double>       lengths; // of the elements of generated bars [m]
    std::vector<double>       nodes;   // of all bars, from left to right [m]
    std::vector<unsigned int> materials; // of elements, of a file
  };
} // namespace percuss

#endif
