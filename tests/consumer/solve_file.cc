// SPDX-License-Identifier: Apache-2.0

// Writes a contact problem as files of Matrix Market and FCLIB, and reads them.

#include <percuss/output/fclib_file.h>
#include <percuss/output/matrix_market.h>

#include <fstream>

int
main()
{
  std::ofstream("W.mtx") << "%%MatrixMarket matrix coordinate real symmetric\n"
                            "2 2 2\n1 1 2\n2 2 4\n";
  percuss::LocalFrictionProblem problem;
  problem.dimension = 2;
  problem.W         = percuss::read_market_matrix("W.mtx");
  problem.q         = Eigen::Vector2d(-1., 0.5);
  problem.mu        = Eigen::VectorXd::Constant(1, 0.3);
  percuss::write_fclib("problem.hdf5", problem, {"one", "", ""});
  const auto read = std::get<percuss::LocalFrictionProblem>(
    percuss::read_fclib("problem.hdf5").problem);
  return read.W.coeff(1, 1) == 4. && read.q == problem.q && read.mu[0] == 0.3 ?
           0 :
           1;
}
