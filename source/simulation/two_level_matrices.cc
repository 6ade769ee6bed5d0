// SPDX-License-Identifier: Apache-2.0
#include <percuss/simulation/two_level_problem.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace percuss
{
  // TwoLevelProblem: its matrices.

  namespace
  {
    using Matrix = TwoLevelProblem::Matrix;

    /** [A B]. */
    Matrix
    beside(const Matrix &A, const Matrix &B)
    {
      Matrix result(A.rows(), A.cols() + B.cols());
      result.reserve(A.nonZeros() + B.nonZeros());
      for (Eigen::Index i = 0; i < A.rows(); ++i)
        {
          result.startVec(i);
          for (Matrix::InnerIterator a(A, i); a; ++a)
            result.insertBack(i, a.col()) = a.value();
          for (Matrix::InnerIterator b(B, i); b; ++b)
            result.insertBack(i, A.cols() + b.col()) = b.value();
        }
      result.finalize();
      return result;
    }

    /** [A; B]. */
    Matrix
    below(const Matrix &A, const Matrix &B)
    {
      Matrix result(A.rows() + B.rows(), A.cols());
      result.topRows(A.rows())    = A;
      result.bottomRows(B.rows()) = B;
      return result;
    }

    /** W_ii^(1/2) */
    Eigen::Map<const Eigen::ArrayXd>
    roots_of_diagonal(const DelassusOperator &W)
    {
      const auto s = W.row_scale();
      return {s.data(), static_cast<Eigen::Index>(s.size())};
    }

    /** That nearest to @p x > 0: factors that round nothing. */
    double
    power_of_two(const double x)
    {
      return std::exp2(std::round(std::log2(x)));
    }
  } // namespace

  template <class AnyMatrix>
  void
  TwoLevelProblem::Part::set(const AnyMatrix &matrix)
  {
    if (W)
      W->set_values(matrix);
    else
      W.emplace(matrix);
  }

  void
  TwoLevelProblem::Part::set_product(const Matrix &G, const Matrix &H)
  {
    set(Matrix(G * H.transpose()));
    W->set_factors(G, H);
  }

  TwoLevelProblem::TwoLevelProblem(const ComplementaritySolver &solver,
                                   const double                 time_step)
    : h(power_of_two(time_step))
  {
    for (Part *const part : parts())
      part->solver = solver.make_another(0);
  }

  std::array<TwoLevelProblem::Part *, 4>
  TwoLevelProblem::parts()
  {
    return {&velocities, &positions, &both, &gaps};
  }

  void
  TwoLevelProblem::resize(const std::size_t                  n_rows,
                          const std::span<const std::size_t> rows_with_gap)
  {
    if (n_rows == is_joint.size() &&
        std::ranges::equal(rows_with_gap, gap_rows))
      return;
    gap_rows.assign(rows_with_gap.begin(), rows_with_gap.end());
    const auto m = static_cast<Eigen::Index>(n_rows),
               k = static_cast<Eigen::Index>(gap_rows.size());
    for (Part *const part : parts())
      {
        part->W.reset();
        part->cones.clear();
      }
    for (unsigned int j = 0; j < gap_rows.size(); ++j)
      for (Part *const part : {&positions, &gaps})
        part->cones.push_back(Cone::inactive(j));
    both.cones.reserve(n_rows + gap_rows.size());
    is_joint.assign(n_rows, 0);
    stays_held.assign(gap_rows.size(), 0);
    for (auto *const vector : {&rhs, &z, &product})
      vector->setZero(m + k);
    for (auto *const vector : {&b_of_gaps, &multiplier, &previous})
      vector->setZero(k);
    g.setZero(m);
    factors.setOnes(k);
  }

  void
  TwoLevelProblem::make_room()
  {
    const auto m = static_cast<Eigen::Index>(is_joint.size()),
               k = factors.size();
    if (W11.rows() == m && W22.rows() == k)
      return;
    W11.setZero(m, m);
    W12.setZero(m, k);
    W21.setZero(k, m);
    W22.setZero(k, k);
    N22.setZero(k, k);
  }

  void
  TwoLevelProblem::set_factor(const Eigen::Index j,
                              const double       W11_ii,
                              const double       W22_jj)
  {
    if (W11_ii > 0. && W22_jj > 0.)
      factors[j] = power_of_two(h * W11_ii / W22_jj);
  }

  // In the units of both, where the diagonal entries are nearly equal.
  bool
  TwoLevelProblem::moves_nothing(const Eigen::Index j,
                                 const double       W22_jj,
                                 const double       largest) const
  {
    constexpr double rounding = std::numeric_limits<double>::epsilon();
    return largest * largest * factors[j] * h <= rounding * rounding * W22_jj;
  }

  void
  TwoLevelProblem::set_up()
  {
    sparse     = nullptr;
    is_in_turn = true;
    velocities.set(W11);
    const auto s = roots_of_diagonal(*velocities.W);
    for (Eigen::Index j = 0; j < factors.size(); ++j)
      {
        const auto   i       = row_of(j);
        const double largest = (W12.col(j).array().abs() / s).maxCoeff();
        set_factor(j, W11(i, i), W22(j, j));
        is_in_turn = is_in_turn && moves_nothing(j, W22(j, j), largest);
      }
    if (is_in_turn)
      {
        W.noalias() = W22 * factors.asDiagonal();
        W /= h;
        gaps.set(W);
      }
    else
      set_coupled();
  }

  void
  TwoLevelProblem::set_up(const SparseParts &parts)
  {
    sparse     = &parts;
    is_in_turn = true;
    velocities.set_product(parts.G_u, parts.dv_P);
    const auto s       = roots_of_diagonal(*velocities.W);
    double     of_rows = 0.;
    for (Eigen::Index i = 0; i < parts.G_u.rows(); ++i)
      of_rows = std::max(of_rows, parts.G_u.row(i).norm() / s[i]);
    for (Eigen::Index j = 0; j < factors.size(); ++j)
      {
        const auto   i      = row_of(j);
        const double W11_ii = parts.G_u.row(i).dot(parts.dv_P.row(i)),
                     W22_jj = parts.G_g.row(j).dot(parts.dq_tau.row(j));
        set_factor(j, W11_ii, W22_jj);
        is_in_turn =
          is_in_turn &&
          moves_nothing(j, W22_jj, of_rows * parts.dv_tau.row(j).norm());
      }
    if (is_in_turn)
      gaps.set_product(parts.G_g / h,
                       Matrix(factors.asDiagonal() * parts.dq_tau));
    else
      set_coupled();
  }

  // Sparse, W of both = G of_unit^T, with the degrees of freedom dv and dq:
  //   G = [G_u 0; 0 G_g/h],   of_unit = [dv_P dq_P; c dv_tau c dq_tau].
  void
  TwoLevelProblem::set_coupled()
  {
    if (sparse != nullptr)
      {
        const auto &[G_u, dv_P, dq_P, G_g, dv_tau, dq_tau, frozen_dq] = *sparse;
        const Eigen::Index m = G_u.rows(), k = G_g.rows(), n = G_u.cols();
        positions.set_product(G_g, frozen_dq);
        both.set_product(
          below(beside(G_u, Matrix(m, n)), beside(Matrix(k, n), G_g / h)),
          below(beside(dv_P, dq_P),
                Matrix(factors.asDiagonal() * beside(dv_tau, dq_tau))));
        return;
      }
    const Eigen::Index m = W11.rows(), k = W22.rows();
    W.resize(m + k, m + k);
    W.topLeftCorner(m, m)     = W11;
    W.topRightCorner(m, k)    = W12 * factors.asDiagonal();
    W.bottomLeftCorner(k, m)  = W21 / h;
    W.bottomRightCorner(k, k) = W22 * factors.asDiagonal() / h;
    positions.set(N22);
    both.set(W);
  }

  void
  TwoLevelProblem::set_gaps_of_impulses(const std::span<const double> P)
  {
    const Eigen::Map<const Eigen::VectorXd> p(
      P.data(), static_cast<Eigen::Index>(P.size()));
    auto of_gaps = product.tail(factors.size());
    if (sparse != nullptr)
      {
        const Eigen::VectorXd dq = sparse->dq_P.transpose() * p;
        of_gaps                  = sparse->G_g * dq / h;
      }
    else
      {
        of_gaps.noalias() = W21 * p;
        of_gaps /= h;
      }
  }
} // namespace percuss
