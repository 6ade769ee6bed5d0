// SPDX-License-Identifier: Apache-2.0

// The oracle of the solver tests: all solutions of  0 <= W p + b ⊥ p >= 0  by
// trying each of the 2^m index sets. Also random matrices of known classes.

#ifndef percuss_complementarity_enumeration_h
#define percuss_complementarity_enumeration_h

#include <percuss/complementarity/cone.h>

#include <Eigen/Core>
#include <Eigen/LU>

#include <cmath>
#include <random>
#include <vector>

namespace enumeration
{
  using Kinds = std::vector<percuss::Cone::Kind>;

  /** The solutions whose equality problem is nonsingular. */
  inline std::vector<Eigen::VectorXd>
  solutions(const Eigen::MatrixXd &W,
            const Eigen::VectorXd &b,
            const Kinds           &kinds)
  {
    using Kind = percuss::Cone::Kind;
    std::vector<Eigen::VectorXd> found;
    const Eigen::Index           n = b.size();
    for (unsigned int set = 0; set < (1u << n); ++set)
      {
        std::vector<Eigen::Index> rows;
        bool                      admissible = true;
        for (Eigen::Index i = 0; i < n; ++i)
          {
            const bool in_set = ((set >> i) & 1u) != 0u;
            if (kinds[i] == Kind::unilateral || in_set)
              admissible = admissible && kinds[i] != Kind::inactive;
            else
              admissible = admissible && kinds[i] != Kind::bilateral;
            if (in_set)
              rows.push_back(i);
          }
        if (!admissible)
          continue;
        Eigen::VectorXd p = Eigen::VectorXd::Zero(n);
        if (!rows.empty())
          {
            const Eigen::FullPivLU<Eigen::MatrixXd> lu(W(rows, rows).eval());
            if (!lu.isInvertible())
              continue;
            p(rows) = lu.solve(-b(rows).eval());
          }
        const Eigen::VectorXd u = W * p + b;
        for (Eigen::Index i = 0; i < n; ++i)
          if (kinds[i] == Kind::unilateral)
            admissible = admissible && p[i] >= -1e-12 && u[i] >= -1e-12;
        if (admissible)
          found.push_back(p);
      }
    return found;
  }

  enum class MatrixClass
  {
    spd,
    m_matrix,
    positive_definite,
    p_dominant,
    p_triangular
  };

  inline Eigen::MatrixXd
  random_matrix(const MatrixClass  matrix_class,
                const Eigen::Index n,
                std::mt19937      &generator)
  {
    std::uniform_real_distribution<double> uniform(-1., 1.);
    const auto            any = [&]() { return uniform(generator); };
    Eigen::MatrixXd       A   = Eigen::MatrixXd::NullaryExpr(n, n, any);
    const Eigen::MatrixXd I   = Eigen::MatrixXd::Identity(n, n);
    switch (matrix_class)
      {
        case MatrixClass::spd:
          return A * A.transpose() + 0.1 * I;
        case MatrixClass::positive_definite:
          return A * A.transpose() + 0.1 * I + A - A.transpose();
        case MatrixClass::p_triangular:
          A = 3. * A.triangularView<Eigen::StrictlyUpper>().toDenseMatrix();
          return A + I;
        case MatrixClass::m_matrix:
          A = -A.cwiseAbs();
          break;
        case MatrixClass::p_dominant:
          break;
      }
    for (Eigen::Index i = 0; i < n; ++i)
      {
        A(i, i) = 0.;
        A(i, i) = 0.1 + A.row(i).cwiseAbs().sum();
      }
    return A;
  }

  inline Eigen::VectorXd
  random_vector(const Eigen::Index n, std::mt19937 &generator)
  {
    std::uniform_real_distribution<double> uniform(-1., 1.);
    return Eigen::VectorXd::NullaryExpr(n,
                                        [&]() { return uniform(generator); });
  }
} // namespace enumeration

#endif
