// SPDX-License-Identifier: Apache-2.0
#include <percuss/finite_element/field_series.h>
#include <percuss/finite_element/first_message.h>
#include <percuss/output/file_replacement.h>

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
    /** Writes a file, not through a link unless to a device; returns what went
     * wrong. deal.II throws on the rank that fails, which would leave the
     * others waiting. */
    template <class Write>
    std::string
    write_file(const std::string &file_name, const Write &write)
    {
      std::error_code ignored;
      if (std::filesystem::is_symlink(file_name, ignored) &&
          !std::filesystem::is_character_file(file_name, ignored))
        return "'" + file_name +
               "' is a link, and what it points to would be overwritten.";
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
      const std::string first = first_message(message, communicator);
      if (!first.empty())
        throw std::runtime_error(first);
    }
  } // namespace

  FieldSeries::FieldSeries(const std::string &directory,
                           const std::string &name,
                           const MPI_Comm     communicator)
    : folder(directory + "/solution/")
    , communicator(communicator)
    , times(directory, name)
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
                     const bool                             has_cells)
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
    const std::vector<int>   of_ranks =
      Utilities::MPI::gather(communicator, has_cells ? 1 : 0);
    for (unsigned int r = 0; r < of_ranks.size(); ++r)
      if (of_ranks[r] != 0)
        pieces.push_back(piece(r));

    std::string message;
    if (has_cells)
      message = write_file(folder + piece(rank),
                           [&](std::ostream &file) { output.write_vtu(file); });
    if (rank == 0 && message.empty() && n_ranks > 1)
      message = write_file(folder + joined, [&](std::ostream &file) {
        output.write_pvtu_record(file, pieces);
      });
    throw_on_all_ranks(message, communicator);
    on_first_rank([&] { times.add(record.time, joined); });
  }

  template void
  FieldSeries::write(const StepRecord &, const DataOutInterface<1, 1> &, bool);
  template void
  FieldSeries::write(const StepRecord &, const DataOutInterface<1, 2> &, bool);
  template void
  FieldSeries::write(const StepRecord &, const DataOutInterface<2, 2> &, bool);
  template void
  FieldSeries::write(const StepRecord &, const DataOutInterface<2, 3> &, bool);
  template void
  FieldSeries::write(const StepRecord &, const DataOutInterface<3, 3> &, bool);
} // namespace percuss
