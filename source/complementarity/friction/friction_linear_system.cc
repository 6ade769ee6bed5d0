// SPDX-License-Identifier: Apache-2.0

#include <percuss/complementarity/friction/friction_linear_system.h>

#include <algorithm>
#include <cmath>

namespace percuss
{
  namespace
  {
    constexpr unsigned int largest_dense_system = 64;

    // Of W over those of G and H, from which on systems of the degrees of freedom
    // are cheaper.
    constexpr double worthwhile_entries = 2.;

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
  FrictionLinearSystem::takes_dense_form(const DelassusOperator &W)
  {
    return W.size() <= largest_dense_system ||
           (!takes_factored_form(W) &&
            is_dense_the_better_form(*W.explicit_matrix(),
                                     largest_dense_system));
  }

  bool
  FrictionLinearSystem::takes_factored_form(const DelassusOperator &W)
  {
    const auto *const factors = W.factors();
    return factors != nullptr && W.size() > largest_dense_system &&
           static_cast<double>(W.explicit_matrix()->nonZeros()) >
             worthwhile_entries * static_cast<double>(factors->G.nonZeros() +
                                                      factors->H.nonZeros());
  }

  void
  FrictionLinearSystem::reserve(const DelassusOperator &W)
  {
    const auto n = static_cast<Eigen::Index>(W.size());
    blocks.reserve(W.size());
    if (matrix.rows() == n || !takes_dense_form(W))
      return;
    matrix.resize(n, n);
    dense_lu = Eigen::PartialPivLU<Eigen::MatrixXd>(n);
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
    form = form_of(problem.W);
    if (form == Form::dense)
      factorize_dense(problem, s, epsilon);
    else if (form == Form::factored)
      factorize_factored(problem, s, epsilon);
    else
      factorize_sparse(problem, s, epsilon);
  }

  FrictionLinearSystem::Form
  FrictionLinearSystem::form_of(const DelassusOperator &W)
  {
    return takes_dense_form(W)    ? Form::dense :
           takes_factored_form(W) ? Form::factored :
                                    Form::sparse;
  }

  void
  FrictionLinearSystem::factorize_symmetric(
    const ConeComplementarityProblem &problem,
    const Eigen::VectorXd            &s,
    const double                      epsilon)
  {
    if (form_of(problem.W) == Form::sparse)
      {
        set_symmetric(problem, s, epsilon);
        form = Form::symmetric;
        if (symmetric_factors.compute(sparse))
          return;
      }
    factorize(problem, s, epsilon);
  }

  // What is on and below the diagonal, without the columns of rows that are those
  // of the unit matrix.
  void
  FrictionLinearSystem::set_symmetric(const ConeComplementarityProblem &problem,
                                      const Eigen::VectorXd            &s,
                                      const double                      epsilon)
  {
    const auto &W = *problem.W.explicit_matrix();
    const auto  n = s.size();
    is_coupled.assign(static_cast<std::size_t>(n), 0);
    auto block = blocks.begin();
    for_each_block(problem.cones, [&](const Cone &cone) {
      for (unsigned int k = 0; k < cone.n_rows; ++k)
        is_coupled[cone.first_row + k] = block->B(k, k) != 0.;
      ++block;
    });
    sparse.resize(n, n);
    sparse.reserve(W.nonZeros() / 2 +
                   9 * static_cast<Eigen::Index>(blocks.size()));
    block = blocks.begin();
    for_each_block(problem.cones, [&](const Cone &cone) {
      const auto &A = (block++)->A;
      for (unsigned int k = 0; k < cone.n_rows; ++k)
        {
          const Eigen::Index i = cone.first_row + k;
          sparse.startVec(i);
          const bool is_row = is_coupled[static_cast<std::size_t>(i)] != 0;
          DelassusOperator::Matrix::InnerIterator w(W, i);
          for (; w && w.col() < static_cast<int>(cone.first_row); ++w)
            if (is_row && is_coupled[static_cast<std::size_t>(w.col())] != 0)
              sparse.insertBack(i, w.col()) = w.value() / (s[i] * s[w.col()]);
          for (unsigned int l = 0; l <= k; ++l)
            {
              const Eigen::Index j = cone.first_row + l;
              double a = A(k, l) + (is_row && k == l ? epsilon : 0.);
              if (w && w.col() == j)
                {
                  if (is_row && is_coupled[static_cast<std::size_t>(j)] != 0)
                    a += w.value() / (s[i] * s[j]);
                  ++w;
                }
              sparse.insertBack(i, j) = a;
            }
        }
    });
    sparse.finalize();
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

  // G_ij / (s_i d_j) and H_ij d_j / s_i: the largest entries of both are equal
  // in each column j.
  void
  FrictionLinearSystem::scale_factors(const DelassusOperator::Factors &factors,
                                      const Eigen::VectorXd           &s)
  {
    G      = factors.G;
    auto H = factors.H;
    for (Eigen::Index i = 0; i < G.rows(); ++i)
      for (auto *const matrix : {&G, &H})
        for (DelassusOperator::Matrix::InnerIterator g(*matrix, i); g; ++g)
          g.valueRef() /= s[i];
    const auto largest = [](const DelassusOperator::Matrix &matrix,
                            Eigen::VectorXd                &of_columns) {
      of_columns.setZero(matrix.cols());
      for (Eigen::Index k = 0; k < matrix.nonZeros(); ++k)
        of_columns[matrix.innerIndexPtr()[k]] =
          std::max(of_columns[matrix.innerIndexPtr()[k]],
                   std::abs(matrix.valuePtr()[k]));
    };
    largest(G, of_G);
    largest(H, of_H);
    for (Eigen::Index j = 0; j < of_G.size(); ++j)
      of_G[j] =
        of_G[j] > 0. && of_H[j] > 0. ? std::sqrt(of_G[j] / of_H[j]) : 1.;
    for (Eigen::Index k = 0; k < G.nonZeros(); ++k)
      G.valuePtr()[k] /= of_G[G.innerIndexPtr()[k]];
    for (Eigen::Index k = 0; k < H.nonZeros(); ++k)
      H.valuePtr()[k] *= of_G[H.innerIndexPtr()[k]];
    H_transposed = H.transpose();
  }

  void
  FrictionLinearSystem::factorize_factored(
    const ConeComplementarityProblem &problem,
    const Eigen::VectorXd            &s,
    const double                      epsilon)
  {
    scale_factors(*problem.W.factors(), s);
    const auto m = G.rows(), n = G.cols();
    sparse.resize(m + n, m + n);
    sparse.reserve(Cone::max_rows * (G.nonZeros() + m) + G.nonZeros() + n);
    position.assign(static_cast<std::size_t>(n), -1);
    auto block = blocks.begin();
    for_each_block(problem.cones, [&](const Cone &cone) {
      const auto &[A, B] = *block++;
      for (unsigned int k = 0; k < cone.n_rows; ++k)
        {
          const Eigen::Index i = cone.first_row + k;
          sparse.startVec(i);
          for (unsigned int l = 0; l < cone.n_rows; ++l)
            if (const double a = A(k, l) + B(k, l) * epsilon; a != 0.)
              sparse.insertBackByOuterInnerUnordered(i, cone.first_row + l) = a;
          for (unsigned int l = 0; l < cone.n_rows; ++l)
            if (B(k, l) != 0.)
              for (DelassusOperator::Matrix::InnerIterator g(G,
                                                             cone.first_row +
                                                               l);
                   g;
                   ++g)
                {
                  const double value = B(k, l) * g.value();
                  auto        &at = position[static_cast<std::size_t>(g.col())];
                  if (at >= sparse.outerIndexPtr()[i])
                    sparse.valuePtr()[at] += value;
                  else
                    {
                      at = static_cast<int>(sparse.data().size());
                      sparse.insertBackByOuterInnerUnordered(i, m + g.col()) =
                        value;
                    }
                }
        }
    });
    for (Eigen::Index j = 0; j < n; ++j)
      {
        sparse.startVec(m + j);
        for (DelassusOperator::Matrix::InnerIterator h(H_transposed, j); h; ++h)
          sparse.insertBackByOuterInnerUnordered(m + j, h.col()) = -h.value();
        sparse.insertBackByOuterInnerUnordered(m + j, m + j) = 1.;
      }
    sparse.finalize();
    factored_factors.compute(sparse);
  }

  void
  FrictionLinearSystem::solve(const Eigen::VectorXd &f,
                              Eigen::VectorXd       &x) const
  {
    if (form == Form::dense)
      x = dense_lu.solve(f);
    else if (form == Form::sparse)
      sparse_factors.solve(f, x);
    else if (form == Form::symmetric)
      symmetric_factors.solve(f, x);
    else
      {
        f_z.setZero(sparse.rows());
        f_z.head(f.size()) = f;
        factored_factors.solve(f_z, x_z);
        f_z -= sparse * x_z; // what small pivots have left
        factored_factors.solve(f_z, rest);
        x = (x_z + rest).head(f.size());
      }
  }
} // namespace percuss
