// SPDX-License-Identifier: Apache-2.0

#include <percuss/algebra/sparse_factors.h>
#include <percuss/complementarity/friction_contact_problem.h>

#include <Eigen/QR>

#include <algorithm>
#include <stdexcept>

namespace percuss
{
  namespace
  {
    using Triplets = std::vector<Eigen::Triplet<double>>;
    using Columns  = Eigen::SparseMatrix<double>;

    SparseFactors
    factorize_mass(const GlobalFrictionProblem &problem)
    {
      SparseFactors::Matrix M = problem.M;
      M.makeCompressed();
      SparseFactors factors;
      if (M.rows() == 0)
        return factors;
      factors.compute(M);
      if (factors.is_singular())
        throw std::domain_error("M is singular");
      return factors;
    }

    /** M^{-1} f */
    Eigen::VectorXd
    response(const SparseFactors &mass, const Eigen::VectorXd &f)
    {
      Eigen::VectorXd v;
      if (f.size() > 0)
        mass.solve(f, v);
      return v;
    }

    /** M^{-1} H */
    Columns
    response(const SparseFactors &mass, const Columns &H)
    {
      Columns result(H.rows(), H.cols());
      for (Eigen::Index j = 0; j < H.cols(); ++j)
        {
          const Eigen::VectorXd v = response(mass, Eigen::VectorXd(H.col(j)));
          result.startVec(j);
          for (Eigen::Index i = 0; i < v.size(); ++i)
            if (v[i] != 0.)
              result.insertBack(i, j) = v[i];
        }
      result.finalize();
      return result;
    }

    /** Adds the entries of a block whose first one is at (row, column). */
    void
    add_block(const LocalFrictionProblem::Sparse &block,
              const Eigen::Index                  row,
              const Eigen::Index                  column,
              const bool                          is_transposed,
              Triplets                           &entries)
    {
      for (Eigen::Index i = 0; i < block.rows(); ++i)
        for (LocalFrictionProblem::Sparse::InnerIterator a(block, i); a; ++a)
          entries.emplace_back(row + (is_transposed ? a.col() : i),
                               column + (is_transposed ? i : a.col()),
                               a.value());
    }

    Eigen::VectorXd
    at_rows(const std::vector<int> &rows, const std::span<const double> x)
    {
      Eigen::VectorXd result(static_cast<Eigen::Index>(rows.size()));
      for (std::size_t i = 0; i < rows.size(); ++i)
        result[static_cast<Eigen::Index>(i)] =
          rows[i] < 0 ? 0. : x[static_cast<std::size_t>(rows[i])];
      return result;
    }

    bool
    is_contact(const Cone &cone)
    {
      return cone.kind == Cone::Kind::unilateral ||
             cone.kind == Cone::Kind::second_order;
    }

    /** Rows of contacts, filled up to the same number, and of joints. */
    void
    number_rows(const std::span<const Cone> cones, LocalFormOfStep &form)
    {
      unsigned int d = 2;
      for (const Cone &cone : cones)
        if (cone.kind == Cone::Kind::second_order)
          d = std::max(d, cone.n_rows);
      std::vector<double> mu;
      for (const Cone &cone : cones)
        {
          const bool has_friction = cone.kind == Cone::Kind::second_order;
          for (unsigned int k = 0; k < cone.n_rows; ++k)
            {
              const int row = static_cast<int>(cone.first_row + k);
              if (cone.kind == Cone::Kind::bilateral)
                form.joint_rows.push_back(row);
              if (!is_contact(cone) || (has_friction && k > 0))
                continue;
              mu.push_back(has_friction && cone.n_rows > 1 ?
                             cone.friction_coefficient :
                             0.);
              for (unsigned int l = 0; l < d; ++l)
                form.contact_rows.push_back(l == 0 ? row :
                                            has_friction && l < cone.n_rows ?
                                                     row + static_cast<int>(l) :
                                                     -1);
            }
        }
      form.problem.dimension = d;
      form.problem.mu =
        Eigen::Map<Eigen::VectorXd>(mu.data(),
                                    static_cast<Eigen::Index>(mu.size()));
    }

    /** The rows and columns of W that are given, without those that are -1. */
    LocalFrictionProblem::Sparse
    submatrix(const DelassusOperator::Matrix &W,
              const std::vector<int>         &rows,
              const std::vector<int>         &columns)
    {
      std::vector<int> column_of(static_cast<std::size_t>(W.cols()), -1);
      for (std::size_t j = 0; j < columns.size(); ++j)
        if (columns[j] >= 0)
          column_of[static_cast<std::size_t>(columns[j])] = static_cast<int>(j);
      Triplets entries;
      for (std::size_t i = 0; i < rows.size(); ++i)
        if (rows[i] >= 0)
          for (DelassusOperator::Matrix::InnerIterator w(W, rows[i]); w; ++w)
            if (const int j = column_of[static_cast<std::size_t>(w.col())];
                j >= 0 && w.value() != 0.)
              entries.emplace_back(static_cast<int>(i), j, w.value());
      LocalFrictionProblem::Sparse result(
        static_cast<Eigen::Index>(rows.size()),
        static_cast<Eigen::Index>(columns.size()));
      result.setFromTriplets(entries.begin(), entries.end());
      return result;
    }

    /** Where the other block of joints, @p V_2, is not V^T. */
    void
    eliminate_joints(const Eigen::MatrixXd &V_2, LocalFormOfStep &form)
    {
      LocalFrictionProblem &local = form.problem;
      const Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> R(
        Eigen::MatrixXd(local.R));
      const Eigen::MatrixXd W = local.W - local.V * R.solve(V_2);
      local.W                 = W.sparseView();
      local.q -= local.V * R.solve(local.s);
      form.joint_rows.clear();
      local.V.resize(local.W.rows(), 0);
      local.R.resize(0, 0);
      local.s.resize(0);
    }

    /** The diagonal entries of rows that the step does not have. */
    void
    fill_up(const std::vector<int> &rows, LocalFrictionProblem &problem)
    {
      Triplets     entries;
      Eigen::Index normal = 0;
      for (std::size_t i = 0; i < rows.size(); ++i)
        {
          const auto row = static_cast<Eigen::Index>(i);
          if (row % problem.dimension == 0)
            normal = row;
          if (const double W = problem.W.coeff(normal, normal); rows[i] < 0)
            entries.emplace_back(row, row, W > 0. ? W : 1.);
        }
      LocalFrictionProblem::Sparse diagonal(problem.W.rows(), problem.W.cols());
      diagonal.setFromTriplets(entries.begin(), entries.end());
      problem.W += diagonal;
    }
  } // namespace

  LocalFrictionProblem
  local_form(const GlobalFrictionProblem &problem)
  {
    const SparseFactors   mass = factorize_mass(problem);
    const Columns         H = problem.H, G = problem.G;
    const Eigen::VectorXd free = response(mass, problem.f);
    LocalFrictionProblem  local;
    local.dimension = problem.dimension;
    local.mu        = problem.mu;
    local.W         = Columns(H.transpose() * response(mass, H)).pruned();
    local.q         = H.transpose() * free + problem.w;
    local.V.resize(H.cols(), G.cols());
    local.R.resize(G.cols(), G.cols());
    local.s = problem.b;
    if (G.cols() > 0)
      {
        const Columns of_joints = response(mass, G);
        local.V                 = Columns(H.transpose() * of_joints).pruned();
        local.R                 = Columns(G.transpose() * of_joints).pruned();
        local.s += G.transpose() * free;
      }
    return local;
  }

  Eigen::VectorXd
  global_velocity(const GlobalFrictionProblem &problem,
                  const Eigen::VectorXd       &r,
                  const Eigen::VectorXd       &l)
  {
    Eigen::VectorXd momentum = problem.H * r + problem.f;
    if (l.size() > 0)
      momentum += problem.G * l;
    return response(factorize_mass(problem), momentum);
  }

  ConeProblemData
  cone_problem(const LocalFrictionProblem &problem)
  {
    const Eigen::Index m = problem.q.size(), p = problem.s.size();
    const auto         d = problem.dimension;
    Triplets           entries;
    add_block(problem.W, 0, 0, false, entries);
    add_block(problem.V, 0, m, false, entries);
    add_block(problem.V, m, 0, true, entries);
    add_block(problem.R, m, m, false, entries);
    LocalFrictionProblem::Sparse W(m + p, m + p);
    W.setFromTriplets(entries.begin(), entries.end());
    Eigen::VectorXd b(m + p);
    b << problem.q, problem.s;
    std::vector<Cone> cones;
    for (Eigen::Index k = 0; k < problem.mu.size(); ++k)
      cones.push_back(
        Cone::second_order(static_cast<unsigned int>(k) * d, d, problem.mu[k]));
    if (p > 0)
      cones.push_back(Cone::bilateral(static_cast<unsigned int>(m),
                                      static_cast<unsigned int>(p)));
    return {ExplicitDelassus(W), b, cones};
  }

  Eigen::VectorXd
  LocalFormOfStep::of_contacts(const std::span<const double> p) const
  {
    return at_rows(contact_rows, p);
  }

  Eigen::VectorXd
  LocalFormOfStep::of_joints(const std::span<const double> p) const
  {
    return at_rows(joint_rows, p);
  }

  LocalFormOfStep
  local_form(const ConeComplementarityProblem &problem)
  {
    LocalFormOfStep form;
    number_rows(problem.cones, form);
    const DelassusOperator::Matrix W     = problem.W.explicit_matrix() ?
                                             *problem.W.explicit_matrix() :
                                             *assemble(problem.W).explicit_matrix();
    LocalFrictionProblem          &local = form.problem;
    local.W = submatrix(W, form.contact_rows, form.contact_rows);
    local.V = submatrix(W, form.contact_rows, form.joint_rows);
    local.R = submatrix(W, form.joint_rows, form.joint_rows);
    local.q = form.of_contacts(problem.b);
    local.s = form.of_joints(problem.b);
    const Eigen::MatrixXd V_2 =
      submatrix(W, form.joint_rows, form.contact_rows);
    if (V_2.size() > 0 &&
        (V_2.transpose() - local.V).norm() > 1e-10 * V_2.norm())
      eliminate_joints(V_2, form);
    fill_up(form.contact_rows, local);
    return form;
  }
} // namespace percuss
