// SPDX-License-Identifier: Apache-2.0

// Files of FCLIB: what is written is read, in all formats of matrices; wrong
// files are refused with their dataset.

#include <percuss/base/exceptions.h>
#include <percuss/output/fclib_file.h>
#include <percuss/output/hdf5_file.h>

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <limits>
#include <random>

using namespace percuss;

namespace fclib_file_test
{
  namespace fs = std::filesystem;
  using Sparse = LocalFrictionProblem::Sparse;

  class FclibFile : public ::testing::Test
  {
  protected:
    void
    SetUp() override
    {
      folder = fs::temp_directory_path() /
               ("percuss_fclib_" + std::to_string(std::random_device()()));
      fs::create_directory(folder);
      name = (folder / "problem.hdf5").string();
    }

    void
    TearDown() override
    {
      fs::remove_all(folder);
    }

    fs::path    folder;
    std::string name;
  };

  Sparse
  some_matrix(const int rows, const int columns)
  {
    Eigen::MatrixXd dense(rows, columns);
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < columns; ++j)
        dense(i, j) = (i + 2 * j) % 3 == 0 ? 0. : 1. + i - 0.3 * j;
    return dense.sparseView();
  }

  LocalFrictionProblem
  local_problem(const unsigned int dimension, const int n_joint_rows)
  {
    const int            m = 2 * static_cast<int>(dimension);
    LocalFrictionProblem problem;
    problem.dimension = dimension;
    problem.W         = some_matrix(m, m);
    problem.V         = some_matrix(m, n_joint_rows);
    problem.R         = some_matrix(n_joint_rows, n_joint_rows);
    problem.q         = Eigen::VectorXd::LinSpaced(m, -1., 2.);
    problem.s         = Eigen::VectorXd::LinSpaced(n_joint_rows, 3., 4.);
    problem.mu        = Eigen::Vector2d(0.1, 1e300);
    return problem;
  }

  GlobalFrictionProblem
  global_problem(const int n_joint_rows)
  {
    GlobalFrictionProblem problem;
    problem.dimension = 3;
    problem.M         = some_matrix(5, 5);
    problem.H         = some_matrix(5, 6);
    problem.G         = some_matrix(5, n_joint_rows);
    problem.f         = Eigen::VectorXd::LinSpaced(5, -1., 2.);
    problem.w         = Eigen::VectorXd::LinSpaced(6, 0., 0.1);
    problem.b         = Eigen::VectorXd::LinSpaced(n_joint_rows, 3., 4.);
    problem.mu        = Eigen::Vector2d(0., 0.7);
    return problem;
  }

  void
  expect_equal(const Sparse &a, const Sparse &b)
  {
    EXPECT_EQ(Eigen::MatrixXd(a), Eigen::MatrixXd(b));
  }

  // Replaces a dataset, or makes one; without values it is only removed.
  template <class Number>
  void
  put(const std::string         &file_name,
      const std::string         &path,
      const std::vector<Number> &values)
  {
    const HDF5Object file(H5Fopen(file_name.c_str(), H5F_ACC_RDWR, H5P_DEFAULT),
                          H5Fclose);
    if (H5Lexists(file, path.c_str(), H5P_DEFAULT) > 0)
      H5Ldelete(file, path.c_str(), H5P_DEFAULT);
    if (values.empty())
      return;
    const hid_t type =
      std::is_same_v<Number, int> ? H5T_NATIVE_INT : H5T_NATIVE_DOUBLE;
    write_hdf5_array(file, path, type, {values.size()}, values.data());
  }

  TEST_F(FclibFile, LocalProblemsAreReadAsWritten)
  {
    for (const unsigned int dimension : {2u, 3u})
      for (const int n_joint_rows : {0, 1, 4})
        {
          const LocalFrictionProblem problem =
            local_problem(dimension, n_joint_rows);
          write_fclib(name, problem, {"title", "", "none"});
          const FclibContent content = read_fclib(name);
          const auto &read = std::get<LocalFrictionProblem>(content.problem);
          EXPECT_FALSE(content.first_guess);
          EXPECT_EQ(read.dimension, dimension);
          EXPECT_EQ(read.q, problem.q);
          EXPECT_EQ(read.s, problem.s);
          EXPECT_EQ(read.mu, problem.mu);
          expect_equal(read.W, problem.W);
          expect_equal(read.V, problem.V);
          expect_equal(read.R, problem.R);
        }
  }

  TEST_F(FclibFile, GlobalProblemsAreReadAsWritten)
  {
    for (const int n_joint_rows : {0, 2})
      {
        const GlobalFrictionProblem problem = global_problem(n_joint_rows);
        write_fclib(name, problem, {});
        const FclibContent content = read_fclib(name);
        const auto &read = std::get<GlobalFrictionProblem>(content.problem);
        EXPECT_EQ(read.dimension, 3u);
        EXPECT_EQ(read.f, problem.f);
        EXPECT_EQ(read.w, problem.w);
        EXPECT_EQ(read.b, problem.b);
        EXPECT_EQ(read.mu, problem.mu);
        expect_equal(read.M, problem.M);
        expect_equal(read.H, problem.H);
        expect_equal(read.G, problem.G);
      }
  }

  // A step without contacts, with joints or without; matrices without entries
  // may lack arrays.
  TEST_F(FclibFile, ProblemsWithoutContacts)
  {
    for (const int n_joint_rows : {0, 2})
      for (const bool has_arrays : {true, false})
        {
          LocalFrictionProblem local;
          local.dimension = 3;
          local.W.resize(0, 0);
          local.V.resize(0, n_joint_rows);
          local.R = some_matrix(n_joint_rows, n_joint_rows);
          local.s = Eigen::VectorXd::LinSpaced(n_joint_rows, 3., 4.);
          write_fclib(name, local, {});
          if (!has_arrays)
            for (const char *array : {"p", "i", "x"})
              put<int>(name, std::string("/fclib_local/W/") + array, {});
          const FclibContent content = read_fclib(name);
          const auto &read = std::get<LocalFrictionProblem>(content.problem);
          EXPECT_EQ(read.q.size(), 0);
          EXPECT_EQ(read.mu.size(), 0);
          EXPECT_EQ(read.s, local.s);
          expect_equal(read.W, local.W);
          expect_equal(read.R, local.R);

          GlobalFrictionProblem global = global_problem(n_joint_rows);
          global.H.resize(5, 0);
          global.w.resize(0);
          global.mu.resize(0);
          write_fclib(name, global, {});
          if (!has_arrays)
            for (const char *array : {"p", "i", "x"})
              put<int>(name, std::string("/fclib_global/H/") + array, {});
          const FclibContent of_global = read_fclib(name);
          expect_equal(std::get<GlobalFrictionProblem>(of_global.problem).M,
                       global.M);
          EXPECT_EQ(std::get<GlobalFrictionProblem>(of_global.problem).H.cols(),
                    0);
        }
  }

  // H of 5 x 6 entries, the last column not empty, so that only one order of the
  // indices of triplets fits.
  TEST_F(FclibFile, AllFormatsOfMatricesAreTheSame)
  {
    const GlobalFrictionProblem problem = global_problem(0);
    const std::string           H       = "/fclib_global/H";
    std::vector<int>            rows, columns, pointers{0};
    std::vector<double>         x;
    for (int i = 0; i < problem.H.rows(); ++i)
      {
        for (Sparse::InnerIterator a(problem.H, i); a; ++a)
          {
            rows.push_back(i);
            columns.push_back(static_cast<int>(a.col()));
            x.push_back(a.value());
          }
        pointers.push_back(static_cast<int>(x.size()));
      }
    const int  n   = static_cast<int>(x.size());
    const auto set = [&](const int               nz,
                         const std::vector<int> &p,
                         const std::vector<int> &i) {
      put<int>(name, H + "/nz", {nz});
      put(name, H + "/p", p);
      put(name, H + "/i", i);
      put(name, H + "/x", x);
      expect_equal(std::get<GlobalFrictionProblem>(read_fclib(name).problem).H,
                   problem.H);
    };
    write_fclib(name, problem, {});
    set(-2, pointers, columns);
    set(n, columns, rows); // as CSparse
    set(n, rows, columns); // as the comments of fclib.h
    // rooms beyond the entries are not read
    x.resize(x.size() + 3, std::numeric_limits<double>::max());
    rows.resize(x.size(), -7);
    columns.resize(x.size(), -7);
    set(n, columns, rows);
    // entries of one place are added
    x.resize(static_cast<std::size_t>(n));
    rows.resize(x.size());
    columns.resize(x.size());
    x.back() -= 0.25;
    x.push_back(0.25);
    rows.push_back(rows.back());
    columns.push_back(columns.back());
    set(n + 1, columns, rows);
  }

  TEST_F(FclibFile, GuessesAndSolutions)
  {
    const LocalFrictionProblem problem = local_problem(2, 1);
    const Eigen::VectorXd      r       = Eigen::VectorXd::LinSpaced(4, 0., 1.);
    const FclibSolution solution{{}, 2. * r, r, Eigen::VectorXd::Ones(1)};
    write_fclib(name, problem, {"a title", "", ""}, solution);
    const std::string copy = (folder / "copy.hdf5").string();
    {
      const HDF5Object file(H5Fopen(name.c_str(), H5F_ACC_RDWR, H5P_DEFAULT),
                            H5Fclose);
      // the solution as the first guess
      HDF5Object(
        H5Gcreate2(file, "/guesses", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
        H5Gclose);
      ASSERT_GE(
        H5Ocopy(
          file, "/solution", file, "/guesses/1", H5P_DEFAULT, H5P_DEFAULT),
        0);
    }
    const FclibContent content = read_fclib(name);
    ASSERT_TRUE(content.first_guess);
    EXPECT_EQ(content.first_guess->r, r);
    EXPECT_EQ(content.first_guess->l, solution.l);
    // the new solution takes the place of the old one, the rest stays
    write_fclib_solution(name, copy, {{}, r, 3. * r, 2. * solution.l});
    const HDF5Object file(H5Fopen(copy.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT),
                          H5Fclose);
    EXPECT_GT(H5Lexists(file, "/fclib_local/info/title", H5P_DEFAULT), 0);
    std::vector<double> found(4);
    const HDF5Object data(H5Dopen2(file, "/solution/r", H5P_DEFAULT), H5Dclose);
    H5Dread(
      data, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, found.data());
    EXPECT_EQ(found, (std::vector<double>{0., 1., 2., 3.}));
    EXPECT_EQ(read_fclib(copy).first_guess->r, r);
    put<double>(name, "/guesses/1/r", {1.});
    EXPECT_THROW(read_fclib(name), InputError);
  }

  // What is said of a file whose dataset is replaced, or removed.
  template <class Number>
  void
  reject(const std::string         &name,
         const FclibProblem        &problem,
         const std::string         &path,
         const std::vector<Number> &values,
         const std::string         &part)
  {
    write_fclib(name, problem, {});
    put(name, path, values);
    try
      {
        read_fclib(name);
        FAIL() << path << ": nothing was said, not " << part;
      }
    catch (const InputError &error)
      {
        const std::string message = error.what();
        EXPECT_TRUE(message.starts_with(name)) << message;
        EXPECT_NE(message.find(part), std::string::npos) << message;
      }
  }

  TEST_F(FclibFile, WrongVectorsAreRefused)
  {
    using Numbers            = std::vector<double>;
    const double      nan    = std::numeric_limits<double>::quiet_NaN();
    const auto        local  = local_problem(3, 2);
    const auto        global = global_problem(1);
    const std::string at     = "/fclib_local/vectors/";
    reject(name, local, at + "q", Numbers{}, "vectors/q: It is missing");
    reject(
      name, local, at + "q", Numbers{1., 2.}, "spacedim: There are 2 rows");
    reject(name, local, at + "q", Numbers{1., 2., 3.}, "has 2 entries");
    reject(name, local, at + "mu", Numbers{0.1, -1.}, "mu of contact 2 is -1");
    reject(
      name, local, at + "mu", Numbers{0.1, nan}, "mu: Entry 2 is no finite");
    reject(name, local, at + "mu", Numbers{0.1}, "1 entries; it must have 2");
    reject(name, local, at + "s", Numbers{}, "vectors/s: It is missing");
    reject(name, local, at + "s", Numbers{1.}, "/V: It has 6 x 2");
    reject(name, local, "/fclib_local/spacedim", std::vector{4}, "It is 4");
    reject(name, local, "/fclib_local/spacedim", Numbers{3.}, "whole numbers");
    reject(
      name, global, "/fclib_global/vectors/f", Numbers{1.}, "/M: It has 5");
    reject(name, global, "/fclib_global/vectors/w", Numbers{}, "w: It is miss");
    reject(name, global, "/fclib_global/vectors/b", Numbers{}, "b: It is miss");
    reject(name, local, "/fclib_local", Numbers{}, "neither a group");
  }

  TEST_F(FclibFile, WrongMatricesAreRefused)
  {
    using Integers          = std::vector<int>;
    const auto        local = local_problem(2, 1);
    const std::string W     = "/fclib_local/W";
    reject(name, local, W, Integers{}, "/W/m: It is missing");
    for (const char *data : {"/m", "/n", "/nz", "/p", "/i", "/x"})
      reject(name, local, W + data, Integers{}, W + data + ": It is missing");
    reject(name, local, "/fclib_local/R", Integers{}, "/R/m: It is missing");
    reject(name, local, W + "/m", Integers{3}, "/W: It has 3 x 4 entries");
    reject(name, local, W + "/n", Integers{-1}, "/W: It has 4 x -1 entries");
    reject(name, local, W + "/nz", Integers{-3}, "/nz: It is -3");
    reject(name, local, W + "/nz", Integers{1000}, "/p: It has 5 of 1000");
    reject(name, local, W + "/p", Integers{0, 2, 1, 3, 4}, "/p: Pointers");
    reject(name, local, W + "/p", Integers{1, 2, 3, 4, 5}, "/p: Pointers");
    reject(name, local, W + "/p", Integers{0, 2, 4, 6, 800}, "/i: It has");
    reject(name, local, W + "/p", Integers{0, 1}, "/p: It has 2 of 5");
    reject(name, local, W + "/i", Integers(20, 4), "/i: There is an index");
    reject(name, local, W + "/i", Integers(20, -1), "/i: There is an index");
    reject(name, local, W + "/x", std::vector<double>{1.}, "/x: It has 1 of");
    reject(name,
           local,
           W + "/x",
           std::vector<double>(20, std::numeric_limits<double>::infinity()),
           "/x: Entry 1 is no finite");
  }

  // Whatever is left of a file, it is refused, or its numbers are complete.
  TEST_F(FclibFile, CutFilesAreRefused)
  {
    write_fclib(name, local_problem(3, 2), {});
    const auto        size = fs::file_size(name);
    const std::string cut  = (folder / "cut.hdf5").string();
    for (std::uintmax_t length = 0; length < size; length += 1 + size / 60)
      {
        fs::copy_file(name, cut, fs::copy_options::overwrite_existing);
        fs::resize_file(cut, length);
        EXPECT_THROW(read_fclib(cut), InputError) << length;
      }
    EXPECT_THROW(read_fclib((folder / "none.hdf5").string()), InputError);
    EXPECT_THROW(read_fclib(folder.string()), InputError);
    std::ofstream(cut) << "%%MatrixMarket matrix array real general\n";
    EXPECT_THROW(read_fclib(cut), InputError);
  }

  TEST_F(FclibFile, RollingFrictionIsNotSupported)
  {
    write_fclib(name, global_problem(0), {});
    {
      const HDF5Object file(H5Fopen(name.c_str(), H5F_ACC_RDWR, H5P_DEFAULT),
                            H5Fclose);
      H5Lmove(file,
              "/fclib_global",
              file,
              "/fclib_global_rolling",
              H5P_DEFAULT,
              H5P_DEFAULT);
    }
    EXPECT_THROW(
      try { read_fclib(name); } catch (const InputError &error) {
        EXPECT_NE(std::string(error.what()).find("rolling"), std::string::npos);
        throw;
      },
      InputError);
  }

  TEST_F(FclibFile, WhatCannotBeWrittenIsSaid)
  {
    EXPECT_THROW(write_fclib("/no/such/folder/x.hdf5", local_problem(2, 0), {}),
                 std::runtime_error);
    EXPECT_THROW(write_fclib_solution((folder / "none").string(), name, {}),
                 std::runtime_error);
    EXPECT_FALSE(fs::exists(name));
  }
} // namespace fclib_file_test
