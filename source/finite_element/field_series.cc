// SPDX-License-Identifier: Apache-2.0
#include <percuss/finite_element/field_series.h>
#include <percuss/finite_element/message_of_first_rank.h>
#include <percuss/output/file_replacement.h>
#include <percuss/output/output_directory.h>
#include <percuss/parallel_algebra/all_gather.h>

#include <deal.II/base/utilities.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <vector>

namespace percuss
{
  using namespace dealii;

  namespace
  {
    /** Writes a file; returns what went wrong. deal.II throws on the rank that
     * fails, which would leave the others waiting. */
    template <class Write>
    std::string
    write_file(const std::string &file_name, const Write &write)
    {
      if (const std::string problem = problem_of_place(file_name);
          !problem.empty())
        return problem + '.';
      errno = 0;
      std::ofstream file(file_name, std::ios::binary);
      try
        {
          if (file)
            write(file);
        }
      catch (const ExceptionBase &)
        {
          file.setstate(std::ios::failbit);
        }
      file.close();
      return file ? "" : writing_failed(file_name).what();
    }

    void
    throw_on_all_ranks(const std::string &message, const MPI_Comm communicator)
    {
      const std::string first = message_of_first_rank(message, communicator);
      if (!first.empty())
        throw std::runtime_error(first);
    }
  } // namespace

  FieldSeries::FieldSeries(const std::string &directory,
                           const std::string &name,
                           const MPI_Comm     communicator,
                           const FieldFormat  format)
    : folder(directory + "/solution/")
    , communicator(communicator)
    , format(format)
    , times({directory, Utilities::MPI::this_mpi_process(communicator) == 0},
            name,
            format)
  {
    on_first_rank([this] { times.make_folder(); });
  }

  template <class Function>
  void
  FieldSeries::on_first_rank(const Function &function) const
  {
    std::string message;
    if (Utilities::MPI::this_mpi_process(communicator) == 0)
      try
        {
          function();
        }
      catch (const std::runtime_error &error)
        {
          message = error.what();
        }
    throw_on_all_ranks(message, communicator);
  }

  void
  FieldSeries::serialize(Archive &archive)
  {
    times.serialize(archive);
    if (archive.is_reading())
      on_first_rank([this] { times.go_on(); });
  }

  template <int dim, int spacedim>
  void
  FieldSeries::write(const StepRecord                      &record,
                     const DataOutInterface<dim, spacedim> &output,
                     const bool                             has_cells,
                     const ReferenceCell                    cell)
  {
    // HDF5 has no fields of points on a line
    if constexpr (spacedim > 1)
      if (format == FieldFormat::xdmf)
        return write_xdmf(record, output, has_cells, cell);
    write_vtu(
      record,
      has_cells,
      [&](std::ostream &file) { output.write_vtu(file); },
      [&](std::ostream &file, const std::vector<std::string> &pieces) {
        output.write_pvtu_record(file, pieces);
      });
  }

  template <int dim, int spacedim>
  void
  FieldSeries::write_xdmf(const StepRecord                      &record,
                          const DataOutInterface<dim, spacedim> &output,
                          const bool                             has_cells,
                          const ReferenceCell                    cell)
  {
    const bool        is_first = mesh.empty();
    const std::string base = times.base(record.step), fields = base + ".h5";
    if (is_first)
      mesh = base + "_mesh.h5";
    std::vector<std::string> files{fields};
    if (is_first)
      files.push_back(mesh);
    on_first_rank([&] {
      for (const std::string &file : files)
        if (const std::string problem = problem_of_place(folder + file);
            !problem.empty())
          throw std::runtime_error(problem + '.');
      times.announce(files);
    });

    // deal.II takes it that all ranks of a communicator have cells
    MPI_Comm with_cells = MPI_COMM_NULL;
    MPI_Comm_split(communicator, has_cells ? 0 : MPI_UNDEFINED, 0, &with_cells);
    std::string message, grid;
    if (has_cells)
      try
        {
          DataOutBase::DataOutFilter filter(
            DataOutBase::DataOutFilterFlags(false, true));
          output.write_filtered_data(filter);
          output.write_hdf5_parallel(
            filter, is_first, folder + mesh, folder + fields, with_cells);
          grid = output
                   .create_xdmf_entry(filter,
                                      "solution/" + mesh,
                                      "solution/" + fields,
                                      record.time,
                                      with_cells)
                   .get_xdmf_content(1, cell);
        }
      catch (const ExceptionBase &)
        {
          message = writing_failed(folder + fields).what();
        }
    if (with_cells != MPI_COMM_NULL)
      MPI_Comm_free(&with_cells);
    throw_on_all_ranks(message, communicator);
    grid = message_of_first_rank(grid, communicator); // of the first with cells
    if (!grid.empty())
      on_first_rank([&] { times.add(record.time, fields, grid, files); });
  }

  void
  FieldSeries::write_vtu(const StepRecord  &record,
                         const bool         has_cells,
                         const WritePiece  &write_piece,
                         const WriteJoined &write_joined)
  {
    const unsigned int rank    = Utilities::MPI::this_mpi_process(communicator);
    const unsigned int n_ranks = Utilities::MPI::n_mpi_processes(communicator);
    const std::string  base    = times.base(record.step);
    const auto         piece   = [&](const unsigned int r) {
      return n_ranks == 1 ? base + ".vtu" :
                                      base + '.' +
                              Utilities::int_to_string(
                                r, Utilities::needed_digits(n_ranks - 1)) +
                              ".vtu";
    };
    const std::string joined = n_ranks == 1 ? piece(0) : base + ".pvtu";

    std::vector<std::string> pieces;
    const auto               of_ranks =
      all_gather(communicator, std::vector<char>{has_cells});
    for (unsigned int r = 0; r < of_ranks.size(); ++r)
      if (of_ranks[r].front())
        pieces.push_back(piece(r));

    std::vector<std::string> files = pieces;
    if (n_ranks > 1)
      files.push_back(joined);
    on_first_rank([&] { times.announce(files); });
    std::string message;
    if (has_cells)
      message = write_file(folder + piece(rank), write_piece);
    if (rank == 0 && message.empty() && n_ranks > 1)
      message = write_file(folder + joined, [&](std::ostream &file) {
        write_joined(file, pieces);
      });
    throw_on_all_ranks(message, communicator);
    on_first_rank([&] { times.add(record.time, joined, {}, files); });
  }

  template void
  FieldSeries::write(const StepRecord &,
                     const DataOutInterface<1, 1> &,
                     bool,
                     ReferenceCell);
  template void
  FieldSeries::write(const StepRecord &,
                     const DataOutInterface<1, 2> &,
                     bool,
                     ReferenceCell);
  template void
  FieldSeries::write(const StepRecord &,
                     const DataOutInterface<2, 2> &,
                     bool,
                     ReferenceCell);
  template void
  FieldSeries::write(const StepRecord &,
                     const DataOutInterface<2, 3> &,
                     bool,
                     ReferenceCell);
  template void
  FieldSeries::write(const StepRecord &,
                     const DataOutInterface<3, 3> &,
                     bool,
                     ReferenceCell);
} // namespace percuss
