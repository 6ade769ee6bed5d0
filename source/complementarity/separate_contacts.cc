// SPDX-License-Identifier: Apache-2.0
#include <percuss/complementarity/one_contact.h>
#include <percuss/complementarity/separate_contacts.h>

#include <algorithm>
#include <array>
#include <limits>

namespace percuss
{
  namespace
  {
    constexpr unsigned int inactive = std::numeric_limits<unsigned int>::max();

    /** Whether W has no entries between active rows of different cones. */
    bool
    are_separate(const DelassusOperator::Matrix  &W,
                 const std::vector<unsigned int> &cone_of_row)
    {
      for (Eigen::Index i = 0; i < W.rows(); ++i)
        if (const unsigned int cone = cone_of_row[static_cast<std::size_t>(i)];
            cone != inactive)
          for (DelassusOperator::Matrix::InnerIterator w(W, i); w; ++w)
            {
              const auto other = cone_of_row[static_cast<std::size_t>(w.col())];
              if (other != cone && other != inactive && w.value() != 0.)
                return false;
            }
      return true;
    }

    bool
    solve_row(const Cone::Kind kind, const double W, const double b, double &p)
    {
      if (!(W > 0.))
        return false;
      p = project_row(kind, -b / W);
      return true;
    }

    bool
    solve_cone(const DelassusOperator::Matrix &W,
               const std::span<const double>   b,
               const Cone                     &cone,
               const std::span<double>         p)
    {
      const unsigned int    n = cone.n_rows, first = cone.first_row;
      std::array<double, 9> block{};
      for (unsigned int i = 0; i < n; ++i)
        for (unsigned int j = 0; j < n; ++j)
          block[i * n + j] = W.coeff(first + i, first + j);
      return block[0] > 0. && solve_one_contact({block.data(), n * n},
                                                b.subspan(first, n),
                                                cone.friction_coefficient,
                                                p.subspan(first, n))
                                .has_value();
    }
  } // namespace

  bool
  solve_separate_contacts(const ConeComplementarityProblem &problem,
                          std::vector<unsigned int>        &cone_of_row,
                          std::vector<double>              &work,
                          const std::span<double>           p)
  {
    const auto *const W = problem.W.explicit_matrix();
    if (W == nullptr)
      return false;
    cone_of_row.assign(problem.size(), inactive);
    unsigned int number = 0;
    for (const Cone &cone : problem.cones)
      for (unsigned int k = 0; k < cone.n_rows; ++k)
        {
          if (cone.kind != Cone::Kind::inactive)
            cone_of_row[cone.first_row + k] = number;
          // the rows of a cone of second order have one number
          number +=
            cone.kind != Cone::Kind::second_order || k + 1 == cone.n_rows;
        }
    if (!are_separate(*W, cone_of_row))
      return false;

    work.assign(problem.size(), 0.);
    for (const Cone &cone : problem.cones)
      if (cone.kind == Cone::Kind::second_order)
        {
          if (!solve_cone(*W, problem.b, cone, work))
            return false;
        }
      else if (cone.kind != Cone::Kind::inactive)
        for (unsigned int i = cone.first_row; i < cone.first_row + cone.n_rows;
             ++i)
          if (!solve_row(cone.kind, W->coeff(i, i), problem.b[i], work[i]))
            return false;
    std::ranges::copy(work, p.begin());
    return true;
  }
} // namespace percuss
