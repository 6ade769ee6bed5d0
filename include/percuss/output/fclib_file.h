// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_output_fclib_file_h
#define percuss_output_fclib_file_h

#include <percuss/complementarity/friction_contact_problem.h>

#include <optional>
#include <string>
#include <variant>

namespace percuss
{
  /**
   * Files of FCLIB, the collection of frictional contact problems, in HDF5:
   *
   *     /fclib_local           spacedim; groups W, V, R (V and R if there are
   *                            joints); vectors/q, s, mu; info/title, ...
   *     /fclib_global          spacedim; M, H, G; vectors/f, w, b, mu; info
   *     /guesses               number_of_guesses; 1, 2, ... with u, r, v, l
   *     /solution              u, r; v of global problems, l of joints
   *
   * Equations, signs, the order of the rows and mu are those of
   * LocalFrictionProblem and GlobalFrictionProblem. A matrix is a group with
   * nzmax, m, n, nz and the arrays p, i, x of CSparse: nz = -1 compressed columns
   * (column pointers p, rows i), -2 compressed rows, else the number of
   * triplets, columns p and rows i. Where only the other order of p and i fits
   * into the size, it is taken: the comments of fclib.h have that one.
   *
   * Source: V. Acary, M. Brémond, T. Koziara, F. Pérignon, FCLIB: a collection
   * of discrete 3D frictional contact problems, INRIA RT-0444, 2014.
   */
  using FclibProblem =
    std::variant<LocalFrictionProblem, GlobalFrictionProblem>;

  struct FclibTexts
  {
    std::string title, description, math_info;
  };

  /** Of a global problem v is not empty, of one with joints l. */
  struct FclibSolution
  {
    Eigen::VectorXd v, u, r, l;
  };

  struct FclibContent
  {
    FclibProblem                 problem;
    std::optional<FclibSolution> first_guess; ///< r and l, u and v are not read
  };

  /**
   * Throws InputError with the file and the dataset that is missing, of another
   * size than the others ask, has indices that are out of range or out of order
   * or numbers that are not finite, for negative mu, and for problems with
   * rolling friction.
   */
  FclibContent
  read_fclib(const std::string &file_name);

  /** A new file, in the place of another one at once (FileReplacement), matrices
   * with compressed columns. Throws std::runtime_error. */
  void
  write_fclib(const std::string                  &file_name,
              const FclibProblem                 &problem,
              const FclibTexts                   &texts,
              const std::optional<FclibSolution> &solution = {});

  /** Copies a file with all that is in it, but for the solution. Throws
   * std::runtime_error. */
  void
  write_fclib_solution(const std::string   &problem_file,
                       const std::string   &file_name,
                       const FclibSolution &solution);

  /** Whether the function above has written a file. */
  bool
  is_fclib_solution(const std::string &file_name);
} // namespace percuss

#endif
