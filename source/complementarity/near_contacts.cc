// SPDX-License-Identifier: Apache-2.0

#include <percuss/complementarity/near_contacts.h>

#include <algorithm>
#include <utility>

namespace percuss
{
  namespace
  {
    // Of problems whose contacts that are near are sought.
    constexpr std::size_t  least_rows_with_far_ones = 64;
    constexpr unsigned int no_row                   = IslandProblem::no_row;
  } // namespace

  NearContacts::NearContacts(MakeSolver make)
    : make(std::move(make))
  {}

  void
  NearContacts::begin_step()
  {
    if (solver)
      solver->begin_step();
  }

  void
  NearContacts::serialize(Archive &archive)
  {
    bool has_solver = solver != nullptr;
    archive(has_solver);
    if (!has_solver)
      solver.reset();
    else if (!solver)
      solver = make();
    if (has_solver)
      {
        near.serialize(archive);
        solver->serialize(archive);
      }
  }

  std::optional<SolverReport>
  NearContacts::solve(const ConeComplementarityProblem &problem,
                      const std::span<double>           p)
  {
    if (problem.size() < least_rows_with_far_ones || !has_friction(problem) ||
        problem.W.explicit_matrix() == nullptr ||
        problem.W.factors() != nullptr)
      return {};
    number_of_row.assign(problem.size(), no_row);
    std::size_t n_near = 0;
    for (const Cone &cone : problem.cones)
      {
        const unsigned int first = cone.first_row, end = first + cone.n_rows;
        const auto         is_zero = [](const double x) { return x == 0.; };
        if (cone.kind == Cone::Kind::inactive ||
            (cone.kind == Cone::Kind::second_order && problem.b[first] >= 0. &&
             std::all_of(p.begin() + first, p.begin() + end, is_zero)))
          continue;
        std::fill(number_of_row.begin() + first,
                  number_of_row.begin() + end,
                  0u);
        n_near += cone.n_rows;
      }
    const auto are_many = [&](const std::size_t n_rows) {
      return 4 * n_rows > problem.size();
    };
    if (n_near == 0 || are_many(n_near))
      return {};
    if (!solver)
      solver = make();

    unsigned int n_iterations = 0;
    bool         fell_back    = false;
    SolverReport report{};
    do
      {
        take(problem, p);
        if (are_many(rows.size()))
          return {};
        report =
          solver->solve({*near.W, near.b, near.cones, problem.least_scale},
                        near.p);
        if (!report.is_solution_usable())
          return {};
        n_iterations += report.iterations;
        fell_back = fell_back || report.fell_back;
    } while (add_closed(problem));
    std::ranges::fill(p, 0.);
    for (std::size_t i = 0; i < rows.size(); ++i)
      p[rows[i]] = near.p[i];
    velocity.resize(problem.size());
    report.iterations = n_iterations;
    report.fell_back  = fell_back;
    if (!(report.dilation_speed > 0.))
      report.residual = natural_map_residual(problem, p, velocity);
    return report;
  }

  void
  NearContacts::take(const ConeComplementarityProblem &problem,
                     const std::span<const double>     p)
  {
    rows.clear();
    near.cones.clear();
    for (Cone cone : problem.cones)
      if (number_of_row[cone.first_row] != no_row)
        {
          const unsigned int first = cone.first_row;
          cone.first_row           = static_cast<unsigned int>(rows.size());
          near.cones.push_back(cone);
          for (unsigned int row = first; row < first + cone.n_rows; ++row)
            {
              number_of_row[row] = static_cast<unsigned int>(rows.size());
              rows.push_back(row);
            }
        }
    near.take_rows(problem, rows, number_of_row, p);
  }

  bool
  NearContacts::add_closed(const ConeComplementarityProblem &problem)
  {
    const auto &W      = *problem.W.explicit_matrix();
    bool        closes = false;
    closed.clear();
    for (const Cone &cone : problem.cones)
      if (cone.kind != Cone::Kind::inactive &&
          number_of_row[cone.first_row] == no_row)
        {
          double u = problem.b[cone.first_row];
          for (DelassusOperator::Matrix::InnerIterator w(W, cone.first_row); w;
               ++w)
            if (const unsigned int j = number_of_row[w.col()]; j != no_row)
              u += w.value() * near.p[j];
          if (u < 0.)
            closed.push_back(cone);
        }
    for (const Cone &cone : closed)
      {
        std::fill_n(number_of_row.begin() + cone.first_row, cone.n_rows, 0u);
        closes = true;
      }
    return closes;
  }
} // namespace percuss
