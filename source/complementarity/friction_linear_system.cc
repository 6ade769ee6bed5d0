// SPDX-License-Identifier: Apache-2.0

#include <percuss/complementarity/friction_linear_system.h>

namespace percuss
{
  namespace
  {
    constexpr Eigen::Index largest_dense_system = 64;

    /** add(i, j, value) for the entries of A + B (W + ε), one place more than
     * once. */
    template <class Add>
    void
    visit_entries(const ConeComplementarityProblem               &problem,
                  const Eigen::VectorXd                          &s,
                  const double                                    epsilon,
                  const std::vector<FrictionLinearSystem::Block> &blocks,
                  const Add                                      &add)
    {
      const auto &W     = *problem.W.explicit_matrix();
      auto        block = blocks.begin();
      for_each_block(problem.cones, [&](const Cone &cone) {
        const auto &[A, B] = *block++;
        for (unsigned int k = 0; k < cone.n_rows; ++k)
          for (unsigned int l = 0; l < cone.n_rows; ++l)
            {
              const unsigned int i = cone.first_row + k, j = cone.first_row + l;
              const double       a = A(k, l) + B(k, l) * epsilon;
              if (a != 0.)
                add(i, j, a);
              if (B(k, l) != 0.)
                for (DelassusOperator::Matrix::InnerIterator w(W, j); w; ++w)
                  add(i, w.col(), B(k, l) * w.value() / (s[j] * s[w.col()]));
            }
      });
    }
  } // namespace

  bool
  FrictionLinearSystem::takes_dense_form(const DelassusOperator::Matrix &W)
  {
    return is_dense_the_better_form(W, largest_dense_system);
  }

  void
  FrictionLinearSystem::reset(const ConeComplementarityProblem &problem)
  {
    std::size_t n = 0;
    for_each_block(problem.cones, [&n](const Cone &) { ++n; });
    blocks.assign(n, {});
  }

  void
  FrictionLinearSystem::factorize(const ConeComplementarityProblem &problem,
                                  const Eigen::VectorXd            &s,
                                  const double                      epsilon)
  {
    is_dense = takes_dense_form(*problem.W.explicit_matrix());
    if (is_dense)
      factorize_dense(problem, s, epsilon);
    else
      factorize_sparse(problem, s, epsilon);
  }

  void
  FrictionLinearSystem::factorize_dense(
    const ConeComplementarityProblem &problem,
    const Eigen::VectorXd            &s,
    const double                      epsilon)
  {
    matrix.setZero(s.size(), s.size());
    visit_entries(problem,
                  s,
                  epsilon,
                  blocks,
                  [this](const Eigen::Index i,
                         const Eigen::Index j,
                         const double       a) { matrix(i, j) += a; });
    dense_lu.compute(matrix);
  }

  void
  FrictionLinearSystem::factorize_sparse(
    const ConeComplementarityProblem &problem,
    const Eigen::VectorXd            &s,
    const double                      epsilon)
  {
    const auto &W = *problem.W.explicit_matrix();
    const auto  n = s.size();
    sparse.resize(n, n);
    sparse.reserve(W.nonZeros() + 9 * static_cast<Eigen::Index>(blocks.size()));
    // where the entry (i, j) of the last row with a j is
    position.assign(static_cast<std::size_t>(n), -1);
    Eigen::Index row = -1;
    visit_entries(problem,
                  s,
                  epsilon,
                  blocks,
                  [&](const Eigen::Index i,
                      const Eigen::Index j,
                      const double       a) {
                    while (row < i)
                      sparse.startVec(++row);
                    auto &at = position[static_cast<std::size_t>(j)];
                    if (at >= sparse.outerIndexPtr()[i])
                      sparse.valuePtr()[at] += a;
                    else
                      {
                        at = static_cast<int>(sparse.data().size());
                        sparse.insertBackByOuterInnerUnordered(i, j) = a;
                      }
                  });
    while (++row < n)
      sparse.startVec(row);
    sparse.finalize();
    sparse_factors.compute(sparse);
  }

  void
  FrictionLinearSystem::solve(const Eigen::VectorXd &f,
                              Eigen::VectorXd       &x) const
  {
    if (is_dense)
      x = dense_lu.solve(f);
    else
      sparse_factors.solve(f, x);
  }

  int
  FrictionLinearSystem::sign_of_determinant() const
  {
    if (!is_dense)
      return sparse_factors.sign_of_determinant();
    int sign = static_cast<int>(dense_lu.permutationP().determinant());
    for (Eigen::Index i = 0; i < dense_lu.matrixLU().rows(); ++i)
      {
        const double pivot = dense_lu.matrixLU()(i, i);
        sign *= pivot > 0. ? 1 : pivot < 0. ? -1 : 0;
      }
    return sign;
  }
} // namespace percuss
