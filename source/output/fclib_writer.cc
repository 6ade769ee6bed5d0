// SPDX-License-Identifier: Apache-2.0
#include <percuss/output/fclib_file.h>
#include <percuss/output/hdf5_file.h>

namespace percuss
{
  namespace
  {
    const char *const mark_of_solution = "/solution/written_by";

    class FclibWriter
    {
    public:
      explicit FclibWriter(const hid_t file)
        : file(file)
      {}

      void
      write(const LocalFrictionProblem &problem, const FclibTexts &texts);
      void
      write(const GlobalFrictionProblem &problem, const FclibTexts &texts);
      void
      write(const FclibSolution &solution);
      void
      copy_all_but_solution(const std::string &problem_file);
      void
      write_text(const std::string &path, const std::string &text);

    private:
      using Sparse = LocalFrictionProblem::Sparse;

      void
      write_head(const std::string &name,
                 unsigned int       dimension,
                 const FclibTexts  &texts);
      void
      write_integer(const std::string &path, int value);
      void
      write_vector(const std::string &path, const Eigen::VectorXd &x);
      void
      write_matrix(const std::string &path, const Sparse &matrix);
      void
      make_group(const std::string &path);

      hid_t file;
    };

    void
    FclibWriter::make_group(const std::string &path)
    {
      HDF5Object(hdf5().H5Gcreate2(
                   file, path.c_str(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
                 hdf5().H5Gclose);
    }

    void
    FclibWriter::write_integer(const std::string &path, const int value)
    {
      write_hdf5_array(file, path, hdf5().native_int, {1}, &value);
    }

    void
    FclibWriter::write_vector(const std::string &path, const Eigen::VectorXd &x)
    {
      write_hdf5_array(file,
                       path,
                       hdf5().native_double,
                       {static_cast<hsize_t>(x.size())},
                       x.data());
    }

    void
    FclibWriter::write_matrix(const std::string &path, const Sparse &matrix)
    {
      Eigen::SparseMatrix<double, Eigen::ColMajor, int> columns(matrix);
      columns.makeCompressed();
      const auto n_entries = static_cast<hsize_t>(columns.nonZeros());
      make_group(path);
      write_integer(path + "/nzmax", static_cast<int>(n_entries));
      write_integer(path + "/m", static_cast<int>(columns.rows()));
      write_integer(path + "/n", static_cast<int>(columns.cols()));
      write_integer(path + "/nz", -1);
      write_hdf5_array(file,
                       path + "/p",
                       hdf5().native_int,
                       {static_cast<hsize_t>(columns.cols() + 1)},
                       columns.outerIndexPtr());
      write_hdf5_array(file,
                       path + "/i",
                       hdf5().native_int,
                       {n_entries},
                       columns.innerIndexPtr());
      write_hdf5_array(file,
                       path + "/x",
                       hdf5().native_double,
                       {n_entries},
                       columns.valuePtr());
    }

    void
    FclibWriter::write_text(const std::string &path, const std::string &text)
    {
      const HDF5Object type(hdf5().H5Tcopy(hdf5().c_string), hdf5().H5Tclose);
      valid(hdf5().H5Tset_size(type, text.size() + 1));
      write_hdf5_array(file, path, type, {}, text.c_str());
    }

    void
    FclibWriter::write_head(const std::string &name,
                            const unsigned int dimension,
                            const FclibTexts  &texts)
    {
      make_group(name);
      write_integer(name + "/spacedim", static_cast<int>(dimension));
      make_group(name + "/info");
      write_text(name + "/info/title", texts.title);
      write_text(name + "/info/description", texts.description);
      write_text(name + "/info/math_info", texts.math_info);
      make_group(name + "/vectors");
    }

    void
    FclibWriter::write(const LocalFrictionProblem &problem,
                       const FclibTexts           &texts)
    {
      const std::string name = "/fclib_local";
      write_head(name, problem.dimension, texts);
      write_matrix(name + "/W", problem.W);
      write_vector(name + "/vectors/q", problem.q);
      write_vector(name + "/vectors/mu", problem.mu);
      if (problem.s.size() == 0)
        return;
      write_matrix(name + "/V", problem.V);
      write_matrix(name + "/R", problem.R);
      write_vector(name + "/vectors/s", problem.s);
    }

    void
    FclibWriter::write(const GlobalFrictionProblem &problem,
                       const FclibTexts            &texts)
    {
      const std::string name = "/fclib_global";
      write_head(name, problem.dimension, texts);
      write_matrix(name + "/M", problem.M);
      write_matrix(name + "/H", problem.H);
      write_vector(name + "/vectors/f", problem.f);
      write_vector(name + "/vectors/w", problem.w);
      write_vector(name + "/vectors/mu", problem.mu);
      if (problem.b.size() == 0)
        return;
      write_matrix(name + "/G", problem.G);
      write_vector(name + "/vectors/b", problem.b);
    }

    void
    FclibWriter::write(const FclibSolution &solution)
    {
      make_group("/solution");
      if (solution.v.size() > 0)
        write_vector("/solution/v", solution.v);
      if (solution.l.size() > 0)
        write_vector("/solution/l", solution.l);
      write_vector("/solution/u", solution.u);
      write_vector("/solution/r", solution.r);
    }

    void
    FclibWriter::copy_all_but_solution(const std::string &problem_file)
    {
      const HDF5Object given(hdf5().H5Fopen(problem_file.c_str(),
                                            hdf5_read_only,
                                            H5P_DEFAULT),
                             hdf5().H5Fclose);
      H5G_info_t       info;
      valid(hdf5().H5Gget_info(given, &info));
      for (hsize_t k = 0; k < info.nlinks; ++k)
        {
          char name[256];
          if (valid(hdf5().H5Lget_name_by_idx(given,
                                              ".",
                                              H5_INDEX_NAME,
                                              H5_ITER_INC,
                                              k,
                                              name,
                                              sizeof name,
                                              H5P_DEFAULT)),
              std::string(name) != "solution")
            valid(hdf5().H5Ocopy(
              given, name, file, name, H5P_DEFAULT, H5P_DEFAULT));
        }
    }
  } // namespace

  void
  write_fclib(const std::string                  &file_name,
              const FclibProblem                 &problem,
              const FclibTexts                   &texts,
              const std::optional<FclibSolution> &solution)
  {
    replace_hdf5_file(file_name, [&](const hid_t file) {
      FclibWriter writer(file);
      std::visit([&](const auto &any) { writer.write(any, texts); }, problem);
      if (solution)
        writer.write(*solution);
    });
  }

  void
  write_fclib_solution(const std::string   &problem_file,
                       const std::string   &file_name,
                       const FclibSolution &solution)
  {
    replace_hdf5_file(file_name, [&](const hid_t file) {
      FclibWriter writer(file);
      writer.copy_all_but_solution(problem_file);
      writer.write(solution);
      writer.write_text(mark_of_solution, "percuss lcp");
    });
  }

  bool
  is_fclib_solution(const std::string &file_name)
  {
    hdf5().H5Eset_auto2(H5E_DEFAULT,
                        nullptr,
                        nullptr); // no messages of its own
    try
      {
        const HDF5Object file(hdf5().H5Fopen(file_name.c_str(),
                                             hdf5_read_only,
                                             H5P_DEFAULT),
                              hdf5().H5Fclose);
        return hdf5().H5Lexists(file, "solution", H5P_DEFAULT) > 0 &&
               hdf5().H5Lexists(file, mark_of_solution, H5P_DEFAULT) > 0;
      }
    catch (const HDF5Error &)
      {
        return false;
      }
  }
} // namespace percuss
