// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_mesh_vtu_arrays_h
#define percuss_mesh_vtu_arrays_h

#include <span>
#include <string>
#include <vector>

namespace percuss
{
  // Files of VTK, UnstructuredGrid in XML with compressed arrays in base 64.

  /** The start of a file, up to its first piece: byte order, compression, step
   * and time [s]. */
  std::string
  vtu_begin(double time, unsigned long int step);

  /**
   * An element DataArray of 4-byte numbers or of bytes; the data are those of
   * zlib at its highest speed, in one block of less than 4 GiB.
   * @param name          none where it is empty, as of points
   * @param n_components  of a value
   */
  template <class Number>
  std::string
  vtu_array(const std::string      &name,
            unsigned int            n_components,
            std::span<const Number> numbers);

  /**
   * An array that is written time after time: where its numbers are those of
   * the last time, so is its text.
   */
  class RepeatedVtuArray
  {
  public:
    /** Takes the numbers, leaves others in their place; see vtu_array(). */
    const std::string &
    text(const std::string  &name,
         unsigned int        n_components,
         std::vector<float> &numbers);

  private:
    std::vector<float> last;
    std::string        last_text;
  };

  /** An array that the pieces of several ranks have. */
  struct VtuField
  {
    std::string  name;
    unsigned int n_components;
  };

  /** The file that joins pieces with these fields at points, floats all of
   * them. */
  std::string
  joined_vtu(double                          time,
             unsigned long int               step,
             const std::vector<VtuField>    &fields,
             const std::vector<std::string> &pieces);
} // namespace percuss

#endif
