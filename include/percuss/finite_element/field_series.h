// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_finite_element_field_series_h
#define percuss_finite_element_field_series_h

#include <percuss/output/field_times.h>
#include <percuss/simulation/step_record.h>

#include <deal.II/base/data_out_base.h>
#include <deal.II/base/mpi.h>

#include <functional>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

namespace percuss
{
  /**
   * The fields of one mesh at the times of a run, for ParaView:
   *
   *     NAME.pvd                     the times and their files, always whole
   *     solution/NAME_00000012.vtu   fields of step 12; with several ranks
   *                                  NAME_00000012.RANK.vtu from
   *                                  those that have cells, joined by
   *     solution/NAME_00000012.pvtu
   *
   * or, in the format XDMF, with any number of ranks
   *
   *     NAME.xdmf                      the times, what files hold, always whole
   *     solution/NAME_00000012.h5      fields of step 12, in HDF5
   *     solution/NAME_00000000_mesh.h5 nodes and cells, at the first of the
   *                                    times at which this process writes
   *                                    them, see begin_mesh()
   *
   * In it tensors are single components.
   */
  class FieldSeries
  {
  public:
    /**
     * Makes the folder `solution`; throws std::runtime_error on all ranks where
     * it cannot.
     * @param directory existing output directory
     */
    FieldSeries(const std::string &directory,
                const std::string &name,
                MPI_Comm           communicator,
                FieldFormat        format = FieldFormat::vtu);

    /**
     * Adds the files of a time. Collective; throws std::runtime_error on all
     * ranks if one of them fails.
     * @param output    the patches of this rank, with flags set, the same
     *                  cells until begin_mesh()
     * @param has_cells whether there are any: ParaView complains about
     * deal.II's files without
     * @param cell of all ranks
     */
    template <int dim, int spacedim>
    void
    write(const StepRecord                              &record,
          const dealii::DataOutInterface<dim, spacedim> &output,
          bool                                           has_cells,
          dealii::ReferenceCell                          cell =
            dealii::ReferenceCells::get_hypercube<dim>());

    /** Writes the file of a rank. */
    using WritePiece = std::function<void(std::ostream &)>;
    /** Writes the file that joins these ones of the ranks. */
    using WriteJoined =
      std::function<void(std::ostream &, const std::vector<std::string> &)>;

    /** The same with files of VTK that others write; called at most once on a
     * rank. */
    void
    write_vtu(const StepRecord  &record,
              bool               has_cells,
              const WritePiece  &write_piece,
              const WriteJoined &write_joined);

    /** What is written from now on has other cells. */
    void
    begin_mesh()
    {
      mesh.clear();
    }

    /** Writes or reads the list of the times; of a run that goes on, NAME.pvd
     * has these again, and later files are removed. Collective. */
    void
    serialize(Archive &archive);

  private:
    /** What it throws is thrown on all ranks. */
    template <class Function>
    void
    on_first_rank(const Function &function) const;

    template <int dim, int spacedim>
    void
    write_xdmf(const StepRecord                              &record,
               const dealii::DataOutInterface<dim, spacedim> &output,
               bool                                           has_cells,
               dealii::ReferenceCell                          cell);

    std::string       folder;
    const MPI_Comm    communicator;
    const FieldFormat format;
    FieldTimes        times; // of the first rank
    std::string       mesh;  // its file, once it is there
  };
} // namespace percuss

#endif
