// SPDX-License-Identifier: Apache-2.0

// Bars in pieces of the ranks: whatever the number of ranks, they are the same
// systems, and have the same motion as on one rank.

#include "condensed_run.h"

#include <percuss/base/exceptions.h>
#include <percuss/models/bar/pieces_of_bars.h>

#include <gtest/gtest.h>

#include <limits>
#include <random>

namespace percuss::test::pieces_of_bars_test
{
  using A = PETScAlgebra;

  BarRowDescription
  bars_of(const std::vector<unsigned int> &n_elements)
  {
    BarRowDescription row = steel_bar(1);
    row.bars.assign(n_elements.size(), row.bars[0]);
    row.gaps_between_bars.assign(n_elements.size() - 1, 2e-6);
    for (std::size_t bar = 0; bar < n_elements.size(); ++bar)
      row.bars[bar].n_elements = n_elements[bar];
    return row;
  }

  const std::vector<std::vector<unsigned int>> rows_of_bars{{1},
                                                            {2},
                                                            {3},
                                                            {7},
                                                            {100},
                                                            {1, 1},
                                                            {1, 2, 1},
                                                            {50, 1, 49},
                                                            {5, 80, 3, 200}};

  TEST(PiecesOfBars, HaveEveryElementOnce)
  {
    for (const auto &n_elements : rows_of_bars)
      {
        const BarRowDescription row = bars_of(n_elements);
        const BarMesh           mesh(row, MPI_COMM_WORLD);
        const PiecesOfBars      pieces(mesh, {false, false});
        // nodes at the left of a piece, and numbers of elements
        std::vector<double> begins(pieces.n_separators(), 0.),
          sizes(pieces.n_separators(), 0.);
        std::size_t element = mesh.own_begin;
        for (const PieceOfBar &piece : pieces.own())
          {
            EXPECT_EQ(piece.begin, element);
            EXPECT_GT(piece.end, piece.begin);
            EXPECT_EQ(mesh.bar_of(piece.begin), piece.bar);
            EXPECT_EQ(mesh.bar_of(piece.end - 1), piece.bar);
            begins[piece.left] = static_cast<double>(piece.begin);
            sizes[piece.left]  = static_cast<double>(piece.end - piece.begin);
            element            = piece.end;
          }
        EXPECT_EQ(element, mesh.own_end);
        pieces.sum(begins);
        pieces.sum(sizes);
        for (std::size_t bar = 0; bar < n_elements.size(); ++bar)
          {
            const auto [left, right] = pieces.ends_of(bar);
            auto next = static_cast<double>(mesh.first_element(bar));
            for (std::size_t i = left; i < right; ++i)
              {
                EXPECT_EQ(begins[i], next);
                next += sizes[i];
              }
            EXPECT_EQ(next, static_cast<double>(mesh.first_element(bar + 1)));
            EXPECT_EQ(sizes[right], 0.);
          }
      }
  }

  // The pieces of a random bar, whose nodes between pieces have the masses of
  // the elements on either side.
  TEST(PiecesOfBars, SolveTheSystemOfTheBar)
  {
    for (const std::size_t n_elements : {1, 2, 5, 8, 60, 500})
      for (const bool is_held : {false, true})
        for (const double k : {0., 0.3, 1e3})
          {
            SCOPED_TRACE(std::to_string(n_elements) + " elements, " +
                         std::to_string(k));
            std::mt19937 generator(static_cast<unsigned int>(n_elements));
            std::uniform_real_distribution<> number(0.5, 2.);
            ChainMatrices                    whole;
            whole.mass.assign(n_elements + 1, 0.);
            whole.is_held = {is_held, false};
            std::vector<double> masses, r;
            for (std::size_t i = 0; i < n_elements; ++i)
              {
                masses.push_back(number(generator));
                whole.mass[i] += masses[i] / 3.;
                whole.mass[i + 1] += masses[i] / 3.;
                whole.coupling.push_back(masses[i] / 6.);
                whole.stiffness.push_back(number(generator));
              }
            for (std::size_t i = 0; i <= n_elements; ++i)
              r.push_back(number(generator));
            whole.set_held(r);

            const BarRowDescription row =
              bars_of({static_cast<unsigned int>(n_elements)});
            const BarMesh                    mesh(row, MPI_COMM_WORLD);
            const PiecesOfBars               pieces(mesh, {is_held, false});
            std::vector<ChainMatrices>       of_pieces;
            std::vector<std::vector<double>> x;
            for (const PieceOfBar &piece : pieces.own())
              {
                ChainMatrices &m = of_pieces.emplace_back();
                m.mass.assign(piece.n_nodes(), 0.);
                m.is_held = pieces.held_ends(piece);
                for (std::size_t e = piece.begin; e < piece.end; ++e)
                  {
                    m.mass[e - piece.begin] += masses[e] / 3.;
                    m.mass[e - piece.begin + 1] += masses[e] / 3.;
                    m.coupling.push_back(whole.coupling[e]);
                    m.stiffness.push_back(whole.stiffness[e]);
                  }
                x.emplace_back(r.begin() + static_cast<long>(piece.begin),
                               r.begin() + static_cast<long>(piece.end) + 1);
                if (!piece.is_at_end[0])
                  x.back().front() = 0.;
              }
            SystemOfPieces(pieces, of_pieces, 1., k).solve(x);

            const auto [diagonal, beside] = whole.combination(1., k);
            TridiagonalFactors(diagonal, beside).solve(r);
            // of a free bar the condition of S is that of M, and k n^2
            const double tolerance =
              1e-15 * (10. + k) * static_cast<double>(n_elements);
            for (std::size_t piece = 0; piece < x.size(); ++piece)
              for (std::size_t i = 0; i < x[piece].size(); ++i)
                EXPECT_NEAR(x[piece][i],
                            r[pieces.own()[piece].begin + i],
                            tolerance * 10.);
          }
  }

  TEST(PiecesOfBars, ASingularPieceIsRefusedByAllRanks)
  {
    const BarRowDescription    row = bars_of({40});
    const BarMesh              mesh(row, MPI_COMM_WORLD);
    const PiecesOfBars         pieces(mesh, {false, false});
    std::vector<ChainMatrices> of_pieces;
    for (const PieceOfBar &piece : pieces.own())
      {
        ChainMatrices &m = of_pieces.emplace_back();
        // one element of the last rank alone
        m.mass.assign(piece.n_nodes(), 1.);
        if (piece.is_at_end[1])
          m.mass[2] = -1.;
        m.coupling.assign(piece.n_nodes() - 1, 0.);
        m.stiffness.assign(piece.n_nodes() - 1, 0.);
      }
    EXPECT_THROW(SystemOfPieces(pieces, of_pieces, 1., 1.), LinearSolverError);
  }

  /** The motion of all ranks beside that of this rank alone. */
  void
  expect_motion_of_one_rank(const BarRowDescription &row,
                            const SchemeParameters  &scheme,
                            const double             h,
                            const double             restitution,
                            const double             tolerance,
                            const unsigned int       n_steps = 400)
  {
    SCOPED_TRACE(scheme.name + ", e = " + std::to_string(restitution));
    const Clock      clock{0., h, 1e3 * h};
    const Activation activation(Activation::Rule::free_position_forecast, 0.);
    CondensedRun     many(row, scheme, clock, restitution, activation),
      one(row, scheme, clock, restitution, activation, MPI_COMM_SELF);
    const auto largest_difference = [&](const A::Vector &x,
                                        const A::Vector &of_one) {
      double largest = 0.;
      for (const auto i : x.locally_owned_elements())
        largest = std::max(largest, std::abs(x(i) - of_one(i)));
      return largest;
    };
    double largest_q = 0., largest_v = 0.;
    for (unsigned int i = 0; i < 4; ++i)
      {
        expect_equal_records(many.stepper.record(),
                             one.stepper.record(),
                             tolerance);
        const State<A> &x = many.stepper.state(), &y = one.stepper.state();
        largest_q = std::max(largest_q, y.q.linfty_norm());
        largest_v = std::max(largest_v, y.v.linfty_norm());
        EXPECT_LE(largest_difference(x.q, y.q), tolerance * largest_q);
        // v has the roundings of K q
        EXPECT_LE(largest_difference(x.v, y.v),
                  tolerance * (largest_v + largest_q / h));
        many.stepper.advance(n_steps / 4);
        one.stepper.advance(n_steps / 4);
      }
  }

  TEST(PiecesOfBars, HaveTheMotionOfOneRank)
  {
    for (const SchemeParameters &scheme : linear_schemes())
      for (const auto &n_elements : rows_of_bars)
        for (const double restitution : {0., 0.3, 1.})
          {
            BarRowDescription row = bars_of(n_elements);
            for (const bool is_driven : {false, true})
              {
                if (is_driven)
                  {
                    const BarRowDescription driven = driven_bars();
                    row.right_obstacle             = true;
                    row.right_gap                  = driven.right_gap;
                    row.mass_damping               = driven.mass_damping;
                    row.stiffness_damping          = driven.stiffness_damping;
                    row.gravity                    = driven.gravity;
                    row.right_force                = driven.right_force;
                    row.lumping                    = 0.4;
                  }
                expect_motion_of_one_rank(
                  row, scheme, 2e-6, restitution, 1e-10);
              }
          }
  }

  // Of long steps responses to impulses reach through all pieces; equal elements
  // have their coefficients once; a clamped bar is held by one rank. Roundings
  // are those of a hundred solutions with the condition number of S.
  TEST(PiecesOfBars, HaveTheMotionOfOneRankInLongSteps)
  {
    constexpr double speed_of_sound = 5188.7;
    for (const SchemeParameters &scheme : linear_schemes())
      for (const auto &[h, n_elements] :
           {std::pair(2e-7, 2000u), {1e-5, 2000u}, {1e-4, 300u}, {1e-3, 300u}})
        {
          const double courant   = h * speed_of_sound * n_elements;
          const double tolerance = 100. *
                                   std::numeric_limits<double>::epsilon() *
                                   (1. + 4. * courant * courant);
          BarRowDescription row = steel_bar(n_elements);
          row.right_force       = [](double) { return -1e3; };
          row.left_gap          = 1e-5;
          expect_motion_of_one_rank(row, scheme, h, 0.3, tolerance, 100);
          if (h > 1e-5)
            continue; // a clamped bar that rattles
          row.left_gap                     = 1e-7;
          row.clamped_right                = true;
          row.bars[0].initial_velocity     = 0.;
          row.right_force                  = {};
          row.bars[0].initial_displacement = BarProperty(BarProperty::Function(
            [](const double x, unsigned int) { return 1e-6 * (x - 1.) * x; }));
          expect_motion_of_one_rank(row, scheme, h, 0.3, tolerance, 100);
        }
  }
} // namespace percuss::test::pieces_of_bars_test
