// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_tests_mechanism_random_state_h
#define percuss_tests_mechanism_random_state_h

#include <percuss/algebra/banded_algebra.h>
#include <percuss/mechanics/mechanical_system.h>

#include <random>

namespace percuss::test
{
  inline DenseVector
  random_vector(const Eigen::Index n,
                const unsigned int seed,
                const double       size = 1.)
  {
    std::mt19937                     generator(seed);
    std::normal_distribution<double> normal;
    return Eigen::VectorXd(Eigen::VectorXd::NullaryExpr(n, [&] {
      return size * normal(generator);
    }));
  }

  /** With its zeros. */
  template <class Mechanism>
  Eigen::MatrixXd
  iteration_matrix(const Mechanism            &mechanism,
                   const Weights              &weights,
                   const State<BandedAlgebra> &x)
  {
    BandedMatrix S;
    mechanism.iteration_matrix(weights, x, S);
    return S.full();
  }

  /** x + factor y */
  inline DenseVector
  sum(const DenseVector &x, const double factor, const DenseVector &y)
  {
    DenseVector z = x;
    z.add(factor, y);
    return z;
  }
} // namespace percuss::test

#endif
