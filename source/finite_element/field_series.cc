// SPDX-License-Identifier: Apache-2.0
#include <percuss/finite_element/field_series.h>
#include <percuss/finite_element/first_message.h>
#include <percuss/output/file_replacement.h>

#include <deal.II/base/utilities.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
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
    : directory(directory)
    , name(name)
    , communicator(communicator)
  {
    std::error_code error;
    if (Utilities::MPI::this_mpi_process(communicator) == 0)
      std::filesystem::create_directory(directory + "/solution", error);
    throw_on_all_ranks(error ? "The directory '" + directory +
                                 "/solution' cannot be made: " +
                                 error.message() + '.' :
                               "",
                       communicator);
  }

  std::string
  FieldSeries::replace_pvd() const
  {
    std::ostringstream content;
    DataOutBase::write_pvd_record(content, times_and_names);
    try
      {
        replace_file(directory + '/' + name + ".pvd", content.str());
      }
    catch (const std::runtime_error &error)
      {
        return error.what();
      }
    return {};
  }

  void
  FieldSeries::serialize(Archive &archive)
  {
    archive.section(name + ".pvd");
    std::size_t n = times_and_names.size();
    archive(n);
    if (archive.is_reading())
      times_and_names.assign(n, {});
    for (auto &[time, file] : times_and_names)
      archive(time, file);
    if (!archive.is_reading())
      return;
    std::string message;
    if (Utilities::MPI::this_mpi_process(communicator) == 0)
      {
        remove_unlisted();
        message = replace_pvd();
      }
    else
      times_and_names.clear();
    throw_on_all_ranks(message, communicator);
  }

  void
  FieldSeries::remove_unlisted() const
  {
    std::set<std::string> listed; // NAME_00000012
    for (const auto &[time, file] : times_and_names)
      listed.insert(std::filesystem::path(file).stem().string());
    std::vector<std::filesystem::path> unlisted;
    std::error_code                    ignored;
    for (const auto &file :
         std::filesystem::directory_iterator(directory + "/solution", ignored))
      {
        const std::string file_name = file.path().filename().string();
        const std::string stem      = file_name.substr(0, name.size() + 9);
        if (file_name.starts_with(name + '_') && !listed.contains(stem) &&
            file_name.find("vtu") != std::string::npos &&
            !file.is_symlink(ignored))
          unlisted.push_back(file.path());
      }
    for (const auto &file : unlisted)
      std::filesystem::remove(file, ignored);
  }

  template <int dim, int spacedim>
  void
  FieldSeries::write(const StepRecord                      &record,
                     const DataOutInterface<dim, spacedim> &output,
                     const bool                             has_cells)
  {
    const unsigned int rank    = Utilities::MPI::this_mpi_process(communicator);
    const unsigned int n_ranks = Utilities::MPI::n_mpi_processes(communicator);
    const std::string  folder  = directory + "/solution/";
    const std::string  base =
      name + '_' +
      Utilities::int_to_string(static_cast<unsigned int>(record.step), 8);
    const auto piece = [&](const unsigned int r) {
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
    if (rank == 0)
      {
        if (message.empty() && n_ranks > 1)
          message = write_file(folder + joined, [&](std::ostream &file) {
            output.write_pvtu_record(file, pieces);
          });
        times_and_names.emplace_back(record.time, "solution/" + joined);
        if (message.empty())
          message = replace_pvd();
      }
    throw_on_all_ranks(message, communicator);
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
