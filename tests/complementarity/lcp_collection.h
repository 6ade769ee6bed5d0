// SPDX-License-Identifier: Apache-2.0

// Complementarity problems of known classes: benign, hard, degenerate, without
// solution. The same numbers in every run.

#ifndef percuss_complementarity_lcp_collection_h
#define percuss_complementarity_lcp_collection_h

#include "enumeration.h"

#include <percuss/complementarity/cone_complementarity_problem.h>

#include <Eigen/LU>
#include <Eigen/SparseCore>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace lcp_collection
{
  using enumeration::MatrixClass;
  using Matrix = Eigen::MatrixXd;
  using Vector = Eigen::VectorXd;
  using Sparse = percuss::DelassusOperator::Matrix;

  struct Problem
  {
    Problem(const Sparse &matrix, Vector right_hand_side)
      : W(matrix)
      , b(std::move(right_hand_side))
    {
      for (unsigned int i = 0; i < b.size(); ++i)
        cones.push_back(percuss::Cone::unilateral(i));
    }

    Problem(const Matrix &matrix, Vector right_hand_side)
      : Problem(Sparse(matrix.sparseView()), std::move(right_hand_side))
    {}

    percuss::ConeComplementarityProblem
    view() const
    {
      return {W, {b.data(), static_cast<std::size_t>(b.size())}, cones};
    }

    percuss::ExplicitDelassus  W;
    Vector                     b;
    std::vector<percuss::Cone> cones;
  };

  struct Family
  {
    std::string          name;
    bool                 is_solvable;
    std::vector<Problem> problems;
  };

  inline double
  random_number(std::mt19937 &generator, const double a, const double b)
  {
    return std::uniform_real_distribution<double>(a, b)(generator);
  }

  inline Matrix
  random_rows(const Eigen::Index m,
              const Eigen::Index n,
              std::mt19937      &generator)
  {
    return Matrix::NullaryExpr(m, n, [&]() {
      return random_number(generator, -1., 1.);
    });
  }

  /** b with the solution p >= 0, u >= 0: each row has p_i = 0 or u_i = 0, and
   *  the given fraction of the rows both. */
  template <class AnyMatrix>
  Vector
  solvable(const AnyMatrix &W, const double degenerate, std::mt19937 &generator)
  {
    const Eigen::Index n = W.rows();
    Vector             p = Vector::Zero(n), u = Vector::Zero(n);
    for (Eigen::Index i = 0; i < n; ++i)
      if (random_number(generator, 0., 1.) >= degenerate)
        (generator() % 2 == 0 ? p : u)[i] = random_number(generator, 0.1, 1.);
    return u - W * p;
  }

  /** B^{-1} C with B, C row-dominant: a P-matrix, neither symmetric nor
   *  definite nor dominant. R. W. Cottle et al., 1992, 3.3.7. */
  inline Matrix
  p_matrix(const Eigen::Index n, std::mt19937 &generator)
  {
    const Matrix B = random_matrix(MatrixClass::p_dominant, n, generator);
    const Matrix C = random_matrix(MatrixClass::p_dominant, n, generator);
    return B.partialPivLu().solve(C);
  }

  /** Ones on, twos below the diagonal: Lemke's method needs 2^n pivots.
   *  K. G. Murty, 1988, 6.2. */
  inline Matrix
  murty(const Eigen::Index n)
  {
    const Matrix twos = Matrix::Constant(n, n, 2.);
    return twos.triangularView<Eigen::StrictlyLower>().toDenseMatrix() +
           Matrix::Identity(n, n);
  }

  /** The five-point Laplacian of k x k nodes: the obstacle problem. */
  inline Sparse
  laplacian(const int k)
  {
    std::vector<Eigen::Triplet<double>> entries;
    for (int i = 0; i < k; ++i)
      for (int j = 0; j < k; ++j)
        {
          const int row = i * k + j;
          entries.emplace_back(row, row, 4.);
          if (j + 1 < k)
            {
              entries.emplace_back(row, row + 1, -1.);
              entries.emplace_back(row + 1, row, -1.);
            }
          if (i + 1 < k)
            {
              entries.emplace_back(row, row + k, -1.);
              entries.emplace_back(row + k, row, -1.);
            }
        }
    Sparse W(k * k, k * k);
    W.setFromTriplets(entries.begin(), entries.end());
    return W;
  }

  /** 2 on, -1 beside the diagonal: the condition number is 0.4 n^2. */
  inline Sparse
  chain(const int n)
  {
    std::vector<Eigen::Triplet<double>> entries;
    for (int i = 0; i < n; ++i)
      {
        entries.emplace_back(i, i, 2.);
        if (i + 1 < n)
          {
            entries.emplace_back(i, i + 1, -1.);
            entries.emplace_back(i + 1, i, -1.);
          }
      }
    Sparse W(n, n);
    W.setFromTriplets(entries.begin(), entries.end());
    return W;
  }

  /** W = G G^T of n contacts, each between two of n / 2 bodies on a line or
   *  twice the same: sparse and singular. */
  inline Sparse
  redundant_stack(const int n)
  {
    std::vector<Eigen::Triplet<double>> entries;
    for (int i = 0; i < n; ++i)
      {
        entries.emplace_back(i, i / 2, 1.);
        if (i >= 2)
          entries.emplace_back(i, i / 2 - 1, -1.);
      }
    Eigen::SparseMatrix<double> G(n, (n + 1) / 2);
    G.setFromTriplets(entries.begin(), entries.end());
    return Sparse(G * Eigen::SparseMatrix<double>(G.transpose()));
  }

  inline const std::vector<int> sizes = {1, 2, 3, 7, 20, 60, 150, 300};

  /** At most 300 rows each. */
  inline std::vector<Family>
  small_problems()
  {
    std::mt19937        generator(51);
    std::vector<Family> families;
    const auto          add = [&](const std::string &name,
                         const double       degenerate,
                         const auto        &make_matrix,
                         const int          largest = 300) {
      Family family{name, true, {}};
      for (const int n : sizes)
        if (n <= largest)
          {
            const Matrix W = make_matrix(n);
            family.problems.emplace_back(W, solvable(W, degenerate, generator));
          }
      families.push_back(std::move(family));
    };
    const auto of_class = [&](const MatrixClass matrix_class) {
      return [&generator, matrix_class](const int n) {
        return random_matrix(matrix_class, n, generator);
      };
    };
    // G has about n / 2 columns, and the first rows twice.
    const auto redundant = [&](const int n) -> Matrix {
      Matrix G = random_rows(n, (n + 1) / 2, generator);
      for (int i = 0; i < n / 3; ++i)
        G.row(n - 1 - i) = G.row(i);
      return G * G.transpose();
    };

    add("M", 0., of_class(MatrixClass::m_matrix));
    add("P, dominant", 0., of_class(MatrixClass::p_dominant));
    add("P, triangular", 0., of_class(MatrixClass::p_triangular), 20);
    add("P", 0., [&](const int n) { return p_matrix(n, generator); });
    add("positive definite", 0., of_class(MatrixClass::positive_definite));
    add("symmetric definite", 0., of_class(MatrixClass::spd));
    add("diagonal", 0., [&](const int n) -> Matrix {
      return random_rows(n, 1, generator).cwiseAbs().asDiagonal();
    });
    add("semidefinite", 0., [&](const int n) -> Matrix {
      const Matrix G = random_rows(n, (2 * n + 2) / 3, generator);
      return G * G.transpose();
    });
    add("redundant", 0., redundant);
    add("redundant, degenerate", 0.4, redundant);
    add("degenerate", 0.4, of_class(MatrixClass::spd));
    add("all rows degenerate but few", 0.9, of_class(MatrixClass::m_matrix));
    add("not symmetric, semidefinite", 0., [&](const int n) -> Matrix {
      const Matrix G = random_rows(n, (n + 1) / 2, generator);
      const Matrix A = random_rows(n, n, generator);
      return G * G.transpose() + A - A.transpose();
    });
    add("zero rows", 0., [&](const int n) -> Matrix {
      Matrix W = random_matrix(MatrixClass::spd, n, generator);
      for (int i = 0; i < n; i += 3)
        {
          W.row(i).setZero();
          W.col(i).setZero();
        }
      return W;
    });
    // Units from row to row: p_i and b_i differ by up to 1e8 and more.
    add("scaled badly", 0., [&](const int n) -> Matrix {
      Vector units(n);
      for (double &unit : units)
        unit = std::pow(10., random_number(generator, -4., 4.));
      return units.asDiagonal() *
             random_matrix(MatrixClass::spd, n, generator) * units.asDiagonal();
    });
    add("W = 0", 0., [](const int n) -> Matrix { return Matrix::Zero(n, n); });

    Family mixed{"bilateral, inactive", true, {}};
    for (const int n : sizes)
      {
        Problem problem(random_matrix(MatrixClass::spd, n, generator),
                        enumeration::random_vector(n, generator));
        for (percuss::Cone &cone : problem.cones)
          cone.kind = static_cast<percuss::Cone::Kind>(generator() % 3);
        mixed.problems.push_back(std::move(problem));
      }
    families.push_back(std::move(mixed));

    Family hard{"Murty", true, {}}, hard_symmetric{"Fathi", true, {}};
    for (const int n : {3, 8, 12, 16, 24, 50})
      {
        const Matrix L = murty(n);
        const Vector b = Vector::Constant(n, -1.);
        hard.problems.emplace_back(L, b);
        hard_symmetric.problems.emplace_back(Matrix(L * L.transpose()), b);
        Vector powers(n); // for Lemke's method, whatever d
        for (int i = 0; i < n; ++i)
          powers[i] = -std::exp2(n) * (2. - std::exp2(-i));
        hard.problems.emplace_back(L, powers);
        hard_symmetric.problems.emplace_back(Matrix(L * L.transpose()), powers);
      }
    families.push_back(std::move(hard));
    families.push_back(std::move(hard_symmetric));
    return families;
  }

  /** Thousands of rows, sparse. */
  inline std::vector<Family>
  large_problems()
  {
    std::mt19937        generator(52);
    std::vector<Family> families;
    const auto          add = [&](const std::string         &name,
                         const std::vector<Sparse> &matrices,
                         const double               degenerate) {
      families.push_back({name, true, {}});
      for (const Sparse &W : matrices)
        families.back().problems.emplace_back(
          W, solvable(W, degenerate, generator));
    };
    add("obstacle", {laplacian(30), laplacian(60)}, 0.);
    // A membrane that is pushed up here and down there, as p has long waves.
    families.push_back({"obstacle, smooth load", true, {}});
    for (const int k : {20, 70})
      {
        Vector b(k * k);
        for (int i = 0; i < k * k; ++i)
          b[i] = std::sin(7. * (i / k) / k) * std::cos(5. * (i % k) / k) - 0.3;
        families.back().problems.emplace_back(laplacian(k), b);
      }
    add("obstacle, degenerate", {laplacian(40)}, 0.3);
    add("stack, redundant", {redundant_stack(200), redundant_stack(3000)}, 0.);
    return families;
  }

  /** There is d >= 0 with W^T d <= 0 and b·d < 0. */
  inline std::vector<Family>
  infeasible_problems()
  {
    std::mt19937 generator(53);
    Family squeezed{"squeezed", false, {}}, zero{"W = 0, b < 0", false, {}},
      zero_row{"zero row, b < 0", false, {}},
      linear{"linear program", false, {}};
    for (const int n : sizes)
      {
        zero.problems.emplace_back(Matrix(Matrix::Zero(n, n)),
                                   Vector(Vector::Constant(n, -1.)));
        if (n < 3)
          continue;
        // The last row is minus a combination d of the others.
        Matrix       G = random_rows(n, n / 2, generator);
        const Vector d = random_rows(n - 1, 1, generator).cwiseAbs();
        G.row(n - 1)   = -d.transpose() * G.topRows(n - 1);
        Vector b       = enumeration::random_vector(n, generator);
        b[n - 1]       = -d.dot(b.head(n - 1)) - 1.;
        squeezed.problems.emplace_back(Matrix(G * G.transpose()), b);

        Matrix W = random_matrix(MatrixClass::spd, n, generator);
        W.row(1).setZero();
        W.col(1).setZero();
        b    = enumeration::random_vector(n, generator);
        b[1] = -1.;
        zero_row.problems.emplace_back(W, b);

        // min c·x,  A x >= f, x >= 0  with a row of A <= 0 and f > 0 there.
        const int k = n / 2;
        Matrix    A = random_rows(n - k, k, generator);
        A.row(0)    = -A.row(0).cwiseAbs();
        W.setZero();
        W.topRightCorner(k, n - k)   = -A.transpose();
        W.bottomLeftCorner(n - k, k) = A;
        b                            = random_rows(n, 1, generator).cwiseAbs();
        b[k]                         = -1.;
        linear.problems.emplace_back(W, b);
      }
    return {squeezed, zero, zero_row, linear};
  }
} // namespace lcp_collection

#endif
