// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_output_field_times_h
#define percuss_output_field_times_h

#include <percuss/base/archive.h>
#include <percuss/output/output_place.h>

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace percuss
{
  /** How fields are written. */
  enum class FieldFormat
  {
    vtu, ///< a file per process and time, for VTK
    xdmf ///< an HDF5 file per time of all processes
  };

  /**
   * The list of the times at which a run wrote fields, for ParaView,
   *
   *     NAME.pvd or NAME.xdmf        times and files, replaced as a whole
   *     solution/NAME_00000012.*     those of step 12
   *
   * in an output directory. Of processes that have it alike one writes.
   */
  class FieldTimes
  {
  public:
    FieldTimes(const OutputPlace &place,
               const std::string &name,
               FieldFormat        format = FieldFormat::vtu)
      : directory(place.directory)
      , writes(place.writes)
      , name(name)
      , format(format)
    {}

    /** "NAME_00000012". */
    std::string
    base(unsigned long int step) const;

    /** Makes the folder `solution`; throws std::runtime_error where it cannot.
     */
    void
    make_folder() const;

    /** Writes a file in `solution` by @p write(path), on the process that
     * writes, and adds it as below; throws what that throws. */
    void
    write(double                                          time,
          const std::string                              &file,
          const std::function<void(const std::string &)> &write,
          const std::string                              &grid = {});

    /** Says which files in `solution` are going to be written: see
     * ResultFiles. */
    void
    announce(const std::vector<std::string> &files) const;

    /** Adds a time [s] and its file in `solution`; throws std::runtime_error
     * where the list cannot be written.
     * @param grid of XDMF, what the file holds
     * @param all  files of that time, if there are several */
    void
    add(double                          time,
        const std::string              &file,
        const std::string              &grid = {},
        const std::vector<std::string> &all  = {});

    /** Writes or reads the list. */
    void
    serialize(Archive &archive);

    /** Of a run that goes on: the list is what was read, later files are
     * removed. Throws as add(). */
    void
    go_on() const;

  private:
    void
    write_list() const;

    struct Entry
    {
      double      time;
      std::string file, grid;
    };

    std::string
    text_of(const Entry &entry) const;
    std::string
    begin_of_list() const;
    std::string
    end_of_list() const;

    std::string        directory;
    bool               writes;
    std::string        name;
    FieldFormat        format;
    std::vector<Entry> entries;
    std::string        text; // of the entries in the list
  };
} // namespace percuss

#endif
