// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/base/memory.h>
#include <percuss/base/text.h>
#include <percuss/output/fclib_file.h>
#include <percuss/output/hdf5_object.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <vector>

namespace percuss
{
  namespace
  {
    class FclibReader
    {
    public:
      using Sparse = LocalFrictionProblem::Sparse;

      explicit FclibReader(const std::string &file_name);

      FclibContent
      read();

    private:
      bool
      exists(const std::string &path) const;
      FclibProblem
      read_local();
      FclibProblem
      read_global();
      std::optional<FclibSolution>
      read_first_guess(Eigen::Index n_rows, Eigen::Index n_joint_rows);
      unsigned int
      dimension(const std::string &group, Eigen::Index n_rows);
      Eigen::VectorXd
      friction(const std::string &path, Eigen::Index size);
      Sparse
      matrix(const std::string &group,
             Eigen::Index       n_rows,
             Eigen::Index       n_columns);
      void
      check_order(const std::string &path, const std::vector<int> &pointers);
      int
      integer(const std::string &path);
      std::vector<int>
      integers(const std::string &path, std::size_t least_size);
      Eigen::VectorXd
      numbers(const std::string &path);
      Eigen::VectorXd
      numbers(const std::string &path, Eigen::Index size);

      /** All that is stored of one type. */
      template <class Number>
      std::vector<Number>
      values(const std::string &path, H5T_class_t type, hid_t in_memory);

      [[noreturn]] void
      fail(const std::string &path, const std::string &message) const
      {
        throw InputError(name + ", " + path + ": " + message);
      }

      std::string               name;
      std::optional<HDF5Object> file;
    };

    FclibReader::FclibReader(const std::string &file_name)
      : name(file_name)
    {
      std::error_code ignored;
      if (!std::filesystem::is_regular_file(name, ignored))
        throw InputError("There is no file '" + name + "'.");
      setenv("HDF5_USE_FILE_LOCKING", "FALSE", 0); // others may read it, too
      hdf5().H5Eset_auto2(H5E_DEFAULT,
                          nullptr,
                          nullptr); // no messages of its own
      try
        {
          file.emplace(hdf5().H5Fopen(name.c_str(),
                                      hdf5_read_only,
                                      H5P_DEFAULT),
                       hdf5().H5Fclose);
        }
      catch (const HDF5Error &)
        {
          throw InputError("'" + name +
                           "' is no HDF5 file, or not a complete one. Give the "
                           "path of a file of FCLIB.");
        }
    }

    FclibContent
    FclibReader::read()
    {
      const bool is_global = exists("/fclib_global");
      if (!is_global && !exists("/fclib_local"))
        {
          if (exists("/fclib_global_rolling") || exists("/fclib_rolling"))
            throw InputError(name + ": rolling friction is not supported; give "
                                    "a problem with sliding friction alone.");
          throw InputError(name + " has neither a group /fclib_local nor "
                                  "/fclib_global: it holds no problem.");
        }
      FclibContent content{is_global ? read_global() : read_local(), {}};
      content.first_guess = std::visit(
        [this](const auto &problem) {
          if constexpr (requires { problem.M; })
            return read_first_guess(problem.w.size(), problem.b.size());
          else
            return read_first_guess(problem.q.size(), problem.s.size());
        },
        content.problem);
      return content;
    }

    bool
    FclibReader::exists(const std::string &path) const
    {
      for (std::size_t end = path.find('/', 1);; end = path.find('/', end + 1))
        {
          if (hdf5().H5Lexists(*file,
                               path.substr(0, end).c_str(),
                               H5P_DEFAULT) <= 0)
            return false;
          if (end == std::string::npos)
            return hdf5().H5Oexists_by_name(*file, path.c_str(), H5P_DEFAULT) >
                   0;
        }
    }

    FclibProblem
    FclibReader::read_local()
    {
      const std::string    group = "/fclib_local";
      LocalFrictionProblem local;
      local.q              = numbers(group + "/vectors/q");
      const Eigen::Index m = local.q.size();
      local.dimension      = dimension(group, m);
      local.mu = friction(group + "/vectors/mu", m / local.dimension);
      if (exists(group + "/V") || exists(group + "/R"))
        local.s = numbers(group + "/vectors/s");
      const Eigen::Index p = local.s.size();
      local.W              = matrix(group + "/W", m, m);
      local.V              = p > 0 ? matrix(group + "/V", m, p) : Sparse(m, 0);
      local.R              = p > 0 ? matrix(group + "/R", p, p) : Sparse(0, 0);
      return local;
    }

    FclibProblem
    FclibReader::read_global()
    {
      const std::string     group = "/fclib_global";
      GlobalFrictionProblem global;
      global.f             = numbers(group + "/vectors/f");
      global.w             = numbers(group + "/vectors/w");
      const Eigen::Index n = global.f.size(), m = global.w.size();
      global.dimension = dimension(group, m);
      global.mu        = friction(group + "/vectors/mu", m / global.dimension);
      if (exists(group + "/G"))
        global.b = numbers(group + "/vectors/b");
      const Eigen::Index p = global.b.size();
      global.M             = matrix(group + "/M", n, n);
      global.H             = matrix(group + "/H", n, m);
      global.G             = p > 0 ? matrix(group + "/G", n, p) : Sparse(n, 0);
      return global;
    }

    std::optional<FclibSolution>
    FclibReader::read_first_guess(const Eigen::Index n_rows,
                                  const Eigen::Index n_joint_rows)
    {
      if (!exists("/guesses/1"))
        return {};
      FclibSolution guess;
      guess.r = numbers("/guesses/1/r", n_rows);
      guess.l.resize(0);
      if (n_joint_rows > 0)
        guess.l = numbers("/guesses/1/l", n_joint_rows);
      return guess;
    }

    unsigned int
    FclibReader::dimension(const std::string &group, const Eigen::Index n_rows)
    {
      const std::string path = group + "/spacedim";
      const int         d    = integer(path);
      if (d != 2 && d != 3)
        fail(path, "It is " + std::to_string(d) + "; allowed is 2 or 3.");
      if (n_rows % d != 0)
        fail(path,
             "There are " + std::to_string(n_rows) +
               " rows, which are no contacts of " + std::to_string(d) +
               " rows each.");
      return static_cast<unsigned int>(d);
    }

    Eigen::VectorXd
    FclibReader::friction(const std::string &path, const Eigen::Index size)
    {
      Eigen::VectorXd mu = numbers(path, size);
      for (Eigen::Index k = 0; k < size; ++k)
        if (mu[k] < 0.)
          fail(path,
               "mu of contact " + std::to_string(k + 1) + " is " +
                 short_text(mu[k]) + "; it must not be negative.");
      return mu;
    }

    void
    FclibReader::check_order(const std::string      &path,
                             const std::vector<int> &pointers)
    {
      if (pointers.front() != 0 || !std::ranges::is_sorted(pointers))
        fail(path, "Pointers must begin with 0 and never decrease.");
    }

    FclibReader::Sparse
    FclibReader::matrix(const std::string &group,
                        const Eigen::Index n_rows,
                        const Eigen::Index n_columns)
    {
      if (integer(group + "/m") != n_rows || integer(group + "/n") != n_columns)
        fail(group,
             "It has " + std::to_string(integer(group + "/m")) + " x " +
               std::to_string(integer(group + "/n")) +
               " entries; the vectors ask for " + std::to_string(n_rows) +
               " x " + std::to_string(n_columns) + ".");
      if (n_rows == 0 || n_columns == 0)
        return Sparse(n_rows, n_columns);
      const int nz = integer(group + "/nz");
      if (nz < -2)
        fail(group + "/nz",
             "It is " + std::to_string(nz) +
               "; allowed is the number of triplets, -1 for compressed columns "
               "or -2 for compressed rows.");
      const auto       outer_size = nz == -1 ? n_columns : n_rows;
      std::vector<int> p =
        integers(group + "/p",
                 static_cast<std::size_t>(nz >= 0 ? nz : outer_size + 1));
      if (nz < 0)
        {
          p.resize(static_cast<std::size_t>(outer_size + 1));
          check_order(group + "/p", p);
        }
      const auto n_entries = static_cast<std::size_t>(nz >= 0 ? nz : p.back());
      std::vector<int>      i = integers(group + "/i", n_entries);
      const Eigen::VectorXd x = numbers(group + "/x");
      if (x.size() < static_cast<Eigen::Index>(n_entries))
        fail(group + "/x",
             "It has " + std::to_string(x.size()) + " of " +
               std::to_string(n_entries) + " entries.");

      std::vector<int> rows(i.begin(),
                            i.begin() + static_cast<long>(n_entries)),
        columns(n_entries);
      if (nz >= 0)
        std::copy_n(p.begin(), n_entries, columns.begin());
      else
        for (int j = 0; j < outer_size; ++j)
          std::fill(columns.begin() + p[static_cast<std::size_t>(j)],
                    columns.begin() + p[static_cast<std::size_t>(j) + 1],
                    j);
      if (nz == -2)
        rows.swap(columns);
      const auto is_within = [](const std::vector<int> &indices,
                                const Eigen::Index      size) {
        return std::ranges::all_of(indices, [size](const int index) {
          return index >= 0 && index < size;
        });
      };
      if (nz >= 0 &&
          !(is_within(rows, n_rows) && is_within(columns, n_columns)))
        rows.swap(columns);
      if (!is_within(rows, n_rows) || !is_within(columns, n_columns))
        fail(group + (nz >= 0 ? ", datasets p and i" : "/i"),
             "There is an index outside of the " + std::to_string(n_rows) +
               " x " + std::to_string(n_columns) + " entries; the first is 0.");
      std::vector<Eigen::Triplet<double>> entries;
      entries.reserve(n_entries);
      for (std::size_t k = 0; k < n_entries; ++k)
        entries.emplace_back(rows[k],
                             columns[k],
                             x[static_cast<Eigen::Index>(k)]);
      Sparse result(n_rows, n_columns);
      result.setFromTriplets(entries.begin(), entries.end());
      return result;
    }

    template <class Number>
    std::vector<Number>
    FclibReader::values(const std::string &path,
                        const H5T_class_t  type,
                        const hid_t        in_memory)
    {
      if (!exists(path))
        fail(path, "It is missing.");
      try
        {
          const HDF5Object data(
            hdf5().H5Dopen2(*file, path.c_str(), H5P_DEFAULT), hdf5().H5Dclose);
          const HDF5Object space(hdf5().H5Dget_space(data), hdf5().H5Sclose);
          const HDF5Object stored(hdf5().H5Dget_type(data), hdf5().H5Tclose);
          if (const H5T_class_t found = hdf5().H5Tget_class(stored);
              found != type && !(type == H5T_FLOAT && found == H5T_INTEGER))
            fail(path,
                 type == H5T_INTEGER ? "It must hold whole numbers." :
                                       "It must hold real numbers.");
          const auto size = hdf5().H5Sget_simple_extent_npoints(space);
          if (size < 0 || size > std::numeric_limits<int>::max())
            fail(path, "It is too large: at most 2^31 - 1 entries.");
          // a small file may say so, too
          if (const std::string problem = problem_of_memory(
                3. * sizeof(Number) * static_cast<double>(size));
              !problem.empty())
            fail(path, problem + '.');
          std::vector<Number> result(static_cast<std::size_t>(size));
          if (size > 0)
            valid(hdf5().H5Dread(
              data, in_memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, result.data()));
          return result;
        }
      catch (const HDF5Error &)
        {
          fail(path, "It cannot be read: is the file complete?");
        }
    }

    int
    FclibReader::integer(const std::string &path)
    {
      return integers(path, 1).front();
    }

    std::vector<int>
    FclibReader::integers(const std::string &path, const std::size_t least_size)
    {
      auto result = values<int>(path, H5T_INTEGER, hdf5().native_int);
      if (result.size() < least_size)
        fail(path,
             "It has " + std::to_string(result.size()) + " of " +
               std::to_string(least_size) + " entries.");
      return result;
    }

    Eigen::VectorXd
    FclibReader::numbers(const std::string &path)
    {
      const auto found = values<double>(path, H5T_FLOAT, hdf5().native_double);
      for (std::size_t k = 0; k < found.size(); ++k)
        if (!std::isfinite(found[k]))
          fail(path,
               "Entry " + std::to_string(k + 1) + " is no finite number.");
      return Eigen::Map<const Eigen::VectorXd>(
        found.data(), static_cast<Eigen::Index>(found.size()));
    }

    Eigen::VectorXd
    FclibReader::numbers(const std::string &path, const Eigen::Index size)
    {
      Eigen::VectorXd result = numbers(path);
      if (result.size() != size)
        fail(path,
             "It has " + std::to_string(result.size()) +
               " entries; it must have " + std::to_string(size) + ".");
      return result;
    }
  } // namespace

  FclibContent
  read_fclib(const std::string &file_name)
  {
    return FclibReader(file_name).read();
  }
} // namespace percuss
