// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_output_matrix_market_h
#define percuss_output_matrix_market_h

#include <Eigen/SparseCore>

#include <string>

namespace percuss
{
  /**
   * Real matrices in Matrix Market files: coordinate or array, real or
   * integer, general or symmetric (of which the files hold the lower triangle),
   * with comments. The reader of Eigen checks neither header nor entries, and
   * takes what it does not know for zeros; this one throws InputError, with the
   * line, for a file that cannot be opened or is not of this format, for the
   * fields complex and pattern, for skew and Hermitian symmetry, for indices
   * out of range or given twice, for entries missing or too many, and for what
   * is no finite number.
   *
   * Source: R. F. Boisvert, R. Pozo, K. A. Remington, The Matrix Market
   * Exchange Formats, NISTIR 5935, 1996.
   */
  Eigen::SparseMatrix<double, Eigen::RowMajor>
  read_market_matrix(const std::string &file_name);

  /** The same of one column. */
  Eigen::VectorXd
  read_market_vector(const std::string &file_name);

  /** One column, in array format, with 17 digits: what is read is what was
   *  written. Throws InputError where the file cannot be written. */
  void
  write_market_solution(const Eigen::VectorXd &x, const std::string &file_name);

  /** Whether a file has the form of what the function above writes, with no
   * negative entry: impulses. */
  bool
  is_market_solution(const std::string &file_name);
} // namespace percuss

#endif
