// SPDX-License-Identifier: Apache-2.0

// Piles of rigid bodies with friction, most of their contacts redundant: where
// all the bodies can lift off, with the gap velocities inside K*, a solution
// exists (Acary, Cadoux, Lemaréchal, Malick, 2011), and it is found.

#include "enumeration.h"
#include "friction_fixture.h"

#include <percuss/complementarity/friction/friction_solver.h>
#include <percuss/complementarity/make_solver.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <random>
#include <vector>

using namespace percuss;

namespace redundant_friction_test
{
  // Bodies 0, 1, ... one above the other; each contact presses one of them
  // upwards, against the ground or another one. Newton's law with e where the
  // gap closes and 1 where it opens, b = G v_free + e u.
  struct Pile
  {
    // approach: the gap velocities of Newton's law beside those of the motion.
    Pile(const int          dim,
         const int          n_contacts,
         const unsigned int seed,
         const double       approach = 1.)
      : generator(seed)
      , mu(uniform(0.05, 1.))
      , cones(friction::cones(dim, n_contacts, mu))
    {
      const int       n_bodies = 1 + static_cast<int>(generator() % 3);
      const int       n        = dim == 3 ? 6 : 3;
      const double    e = coefficient(), e_T = uniform(-1., 1.);
      Eigen::MatrixXd G = Eigen::MatrixXd::Zero(dim * n_contacts, n * n_bodies);
      Eigen::VectorXd mobility(n * n_bodies); // 1/m over six decades
      for (int body = 0; body < n_bodies; ++body)
        mobility.segment(n * body, n)
          .setConstant(std::pow(10., uniform(-3., 3.)));
      for (int k = 0; k < n_contacts; ++k)
        {
          const int upper = static_cast<int>(generator()) & 0xff;
          const int body  = upper % n_bodies;
          const int below = static_cast<int>(generator() % (body + 1)) - 1;
          add(G.block(dim * k, n * body, dim, n), 1.);
          if (below >= 0)
            {
              const Eigen::MatrixXd frame = directions;
              add(G.block(dim * k, n * below, dim, n), -1., &frame);
            }
        }
      const Eigen::VectorXd v = enumeration::random_vector(G.cols(), generator),
                            v_free =
                              v + 0.01 * enumeration::random_vector(G.cols(),
                                                                    generator);
      const Eigen::VectorXd u = G * v;
      b                       = G * v_free;
      for (int i = 0; i < b.size(); ++i)
        b[i] += approach * (i % dim > 0 ? e_T : u[i] > 0. ? 1. : e) * u[i];
      const double unit = std::pow(10., uniform(-6., 6.));
      b *= unit;
      W = G * mobility.asDiagonal() * G.transpose();
      n_redundant =
        static_cast<int>(G.rows()) -
        static_cast<int>(Eigen::FullPivLU<Eigen::MatrixXd>(G).rank());
    }

    // The contacts in another order.
    void
    shuffle(const int dim)
    {
      std::vector<int> order(static_cast<std::size_t>(b.size() / dim));
      std::iota(order.begin(), order.end(), 0);
      std::shuffle(order.begin(), order.end(), generator);
      Eigen::VectorXi rows(b.size());
      for (int i = 0; i < b.size(); ++i)
        rows[i] = dim * order[static_cast<std::size_t>(i / dim)] + i % dim;
      W = W(rows, rows).eval();
      b = b(rows).eval();
    }

    double
    uniform(const double lower, const double upper)
    {
      return std::uniform_real_distribution<double>(lower, upper)(generator);
    }

    double
    coefficient()
    {
      const double values[] = {0., 0.3, 0.5, 0.9, 1.};
      return values[generator() % 5];
    }

    // The rows (n, t) of a point of a body; the normal leans so little from the
    // vertical that lifting the body by a velocity V gives u_N > mu |u_T|.
    template <class Block>
    void
    add(Block &&rows, const double sign, const Eigen::MatrixXd *frame = nullptr)
    {
      const auto dim = rows.rows();
      if (frame == nullptr)
        {
          const double    lean = uniform(-0.9, 0.9) * std::atan(1. / mu);
          Eigen::MatrixXd R    = Eigen::MatrixXd::Zero(dim, dim);
          if (dim == 2)
            R << std::sin(lean), std::cos(lean), std::cos(lean),
              -std::sin(lean);
          else
            {
              const double          turn = uniform(0., 2. * std::numbers::pi);
              const Eigen::Vector3d normal(std::sin(lean) * std::cos(turn),
                                           std::sin(lean) * std::sin(turn),
                                           std::cos(lean)),
                side(-std::sin(turn), std::cos(turn), 0.);
              R.row(0) = normal;
              R.row(1) = side;
              R.row(2) = normal.cross(side);
            }
          directions = R;
        }
      const Eigen::MatrixXd &R = frame != nullptr ? *frame : directions;
      rows.leftCols(dim)       = sign * R;
      if (dim == 2)
        {
          const double x = uniform(-1., 1.), y = uniform(-1., 1.);
          rows.col(2) = sign * (R.col(1) * x - R.col(0) * y);
        }
      else
        {
          const Eigen::Vector3d r(uniform(-1., 1.),
                                  uniform(-1., 1.),
                                  uniform(-1., 1.));
          for (int i = 0; i < 3; ++i)
            rows.block(i, 3, 1, 3) =
              sign * r.cross(Eigen::Vector3d(R.row(i).transpose())).transpose();
        }
    }

    std::mt19937      generator;
    double            mu;
    std::vector<Cone> cones;
    Eigen::MatrixXd   directions, W;
    Eigen::VectorXd   b;
    int               n_redundant = 0;
  };

  TEST(RedundantFriction, EveryPileIsSolved)
  {
    int n_redundant = 0;
    for (const int dim : {2, 3})
      for (int n_contacts = 1; n_contacts <= 8; ++n_contacts)
        for (unsigned int seed = 0; seed < 60; ++seed)
          {
            const Pile             pile(dim, n_contacts, seed);
            const ExplicitDelassus W(pile.W);
            const auto             n = static_cast<std::size_t>(pile.b.size());
            const ConeComplementarityProblem problem{W,
                                                     {pile.b.data(), n},
                                                     pile.cones};
            std::vector<double>              p(n, 0.);
            const SolverReport               report =
              make_solver("automatic", static_cast<unsigned int>(n))
                ->solve(problem, p);
            EXPECT_TRUE(report.is_solution_usable())
              << dim << ' ' << n_contacts << ' ' << seed << ' '
              << to_string(report.status) << ' ' << report.residual;
            EXPECT_LE(natural_map_residual(problem, p), 1e-10);
            n_redundant += pile.n_redundant > 0;
            EXPECT_FALSE(report.fell_back);
          }
    EXPECT_GT(n_redundant, 300);
  }

  // All but at rest: the rows contradict each other by little, and contacts
  // slip by velocities that are small beside the impulses.
  TEST(RedundantFriction, PilesAtRestAreSolved)
  {
    for (const double approach : {1e-2, 1e-4, 1e-6, 1e-8})
      for (const int dim : {2, 3})
        for (const int n_contacts : {2, 3, 4, 6, 8, 12})
          for (unsigned int seed = 0; seed < 20; ++seed)
            {
              const Pile pile(dim, n_contacts, 1000 + seed, approach);
              const ExplicitDelassus W(pile.W);
              const auto          n = static_cast<std::size_t>(pile.b.size());
              std::vector<double> p(n, 0.);
              const SolverReport  report =
                FrictionSolver().solve({W, {pile.b.data(), n}, pile.cones}, p);
              EXPECT_TRUE(report.is_solution_usable())
                << approach << ' ' << dim << ' ' << n_contacts << ' ' << seed
                << ' ' << report.residual;
              // 192; with one weight of the velocities 4486
              EXPECT_LE(report.iterations, 500u);
            }
  }

  // 10 to 40 contacts on one to three bodies: up to ten times as many rows as
  // degrees of freedom, in any order.
  TEST(RedundantFriction, ManyContactsOfFewBodies)
  {
    for (const int dim : {2, 3})
      for (int n_contacts = 10; n_contacts <= 40; n_contacts += 10)
        for (unsigned int seed = 0; seed < 10; ++seed)
          {
            Pile       pile(dim, n_contacts, seed);
            const auto n = static_cast<std::size_t>(pile.b.size());
            for (int order = 0; order < 3; ++order)
              {
                const ExplicitDelassus W(pile.W);
                std::vector<double>    p(n, 0.);
                const SolverReport     report =
                  FrictionSolver().solve({W, {pile.b.data(), n}, pile.cones},
                                         p);
                EXPECT_TRUE(report.is_solution_usable())
                  << dim << ' ' << n_contacts << ' ' << seed << ' ' << order
                  << ' ' << report.residual;
                pile.shuffle(dim);
              }
          }
  }

  // A tower of bodies, each on four points of the one below: more than 256
  // rows and a sparse W. Its equal in dense form has the same residual.
  TEST(RedundantFriction, TowersHaveASparseSystem)
  {
    for (const double e : {0., 0.5, 1.})
      for (const int dim : {2, 3})
        {
          const int    n_bodies = 60, n = dim == 3 ? 6 : 3, n_corners = 4;
          std::mt19937 generator(91);
          std::uniform_real_distribution<double> uniform(-1., 1.);
          Eigen::MatrixXd                        G =
            Eigen::MatrixXd::Zero(dim * n_corners * n_bodies, n * n_bodies);
          for (int body = 0, row = 0; body < n_bodies; ++body)
            for (int corner = 0; corner < n_corners; ++corner, row += dim)
              {
                const Eigen::Vector3d r(corner % 2 ? 1. : -1.,
                                        corner / 2 ? 1. : -1.,
                                        -0.5);
                Eigen::MatrixXd part(dim, n);
                if (dim == 2)
                  part << 0., 1., r.x() * (1. + corner / 2), 1., 0., 0.5;
                else
                  {
                    Eigen::Matrix3d R;
                    R << 0., 0., 1., 1., 0., 0., 0., 1., 0.;
                    part.leftCols(3) = R;
                    for (int i = 0; i < 3; ++i)
                      part.block(i, 3, 1, 3) =
                        r.cross(Eigen::Vector3d(R.row(i).transpose()))
                          .transpose();
                  }
                G.block(row, n * body, dim, n) = part;
                if (body > 0)
                  G.block(row, n * (body - 1), dim, n) = -part;
              }
          const Eigen::VectorXd v = enumeration::random_vector(G.cols(),
                                                               generator),
                                u = G * v;
          Eigen::VectorXd b       = u;
          for (int i = 0; i < b.size(); i += dim)
            b[i] += (u[i] > 0. ? 1. : e) * u[i];
          const Eigen::MatrixXd  product = G * G.transpose();
          const ExplicitDelassus W(product);
          const auto             size = static_cast<std::size_t>(b.size());
          ASSERT_GT(size, 256u);
          ASSERT_LT(4 * W.explicit_matrix()->nonZeros(), product.size());
          std::vector<double> p(size, 0.);
          EXPECT_TRUE(
            FrictionSolver()
              .solve({W,
                      {b.data(), size},
                      friction::cones(dim, n_corners * n_bodies, 0.4)},
                     p)
              .is_solution_usable())
            << e << ' ' << dim;
        }
  }

  // A block in the plane on two to four points, nearly at rest. Its tangential
  // rows are redundant, and the right sides of them contradict each other by as
  // little as rounding leaves: where all stick there is no solution, and the
  // impulses have to go as far as the limit of friction for 1e-8 of velocity.
  TEST(RedundantFriction, BlocksThatAlmostRest)
  {
    std::mt19937                     generator(7);
    std::uniform_real_distribution<> uniform(0., 1.);
    std::normal_distribution<>       normal;
    for (int n = 0; n < 600; ++n)
      {
        const int    n_points = 2 + n % 3, m = 2 * n_points;
        const double mu   = 0.1 + 0.9 * uniform(generator);
        const double tiny = std::pow(10., -14. + 6. * uniform(generator));
        const double mass = 0.3 + uniform(generator);
        const double a = 0.1 + uniform(generator), c = 0.1 + uniform(generator);
        const double turn = n % 2 == 0 ? 0. : 1e-4 * normal(generator);
        Eigen::MatrixXd G(m, 3);
        Eigen::VectorXd b(m);
        for (int i = 0; i < n_points; ++i)
          {
            const double x = -a + 2. * a * i / (n_points - 1);
            const double y = -c + turn * x;
            G.row(2 * i) << -turn, 1., x + y * turn;
            G.row(2 * i + 1) << 1., turn, x * turn - y;
            b[2 * i]     = -0.1;
            b[2 * i + 1] = tiny * normal(generator);
          }
        const Eigen::Vector3d  inverse_masses{1. / mass,
                                             1. / mass,
                                             3. / (mass * (a * a + c * c))};
        const ExplicitDelassus W(
          Eigen::MatrixXd(G * inverse_masses.asDiagonal() * G.transpose()));
        const auto          size = static_cast<std::size_t>(m);
        std::vector<double> p(size, 0.);
        EXPECT_TRUE(
          FrictionSolver()
            .solve({W, {b.data(), size}, friction::cones(2, n_points, mu)}, p)
            .is_solution_usable())
          << n << ' ' << tiny;
      }
  }

  // A ball in a corner, pinched or not, with so much friction that no motion
  // brings all contacts inside K*, and a b that is not one of a motion by the
  // accuracy of an earlier solution: some contact slips or opens by as little.
  TEST(RedundantFriction, CornersThatOpenByRoundingAreSolved)
  {
    int          n_unsolved = 0; // three without resolve_slips()
    std::mt19937 generator(1);
    const auto   uniform = [&](const double lower, const double upper) {
      return std::uniform_real_distribution<double>(lower, upper)(generator);
    };
    const double    radius = 0.06, speed = 0.01;
    Eigen::VectorXd mobility(6);
    mobility << 1., 1., 1., Eigen::Vector3d::Constant(2.5 / (radius * radius));
    for (int k = 0; k < 1500; ++k)
      {
        const int       n_contacts = 3 + k % 3;
        const double    mu         = uniform(0.7, 2.);
        Eigen::MatrixXd G(3 * n_contacts, 6);
        for (int c = 0; c < n_contacts; ++c)
          {
            Eigen::Vector3d n = c < 3 ?
                                  Eigen::Vector3d::Unit((c + 2) % 3).eval() :
                                  (-Eigen::Vector3d::Unit(c - 3)).eval();
            if (k % 2 == 1)
              for (double &entry : n)
                entry += uniform(-0.1, 0.1);
            n.normalize();
            Eigen::Matrix3d directions;
            directions << n, n.unitOrthogonal(), n.cross(n.unitOrthogonal());
            for (int i = 0; i < 3; ++i)
              G.row(3 * c + i) << directions.col(i).transpose(),
                (-radius * n).cross(directions.col(i)).transpose();
          }
        Eigen::VectorXd v(6);
        v << uniform(-1., 1.), uniform(-1., 1.), -1., uniform(-3., 3.),
          uniform(-3., 3.), uniform(-3., 3.);
        if (k % 3 == 0)
          v = -Eigen::VectorXd::Unit(6, 2);
        Eigen::VectorXd b = speed * G * v;
        for (int c = 0; c < n_contacts; ++c)
          b[3 * c] += 1e-8 * speed * uniform(0., 1.);
        const ExplicitDelassus W(
          (G * mobility.asDiagonal() * G.transpose()).eval());
        std::vector<double> p(static_cast<std::size_t>(b.size()), 0.);
        const auto          cones = friction::cones(3, n_contacts, mu);
        const SolverReport  report =
          make_solver("automatic", static_cast<unsigned int>(p.size()))
            ->solve({W, {b.data(), p.size()}, cones}, p);
        n_unsolved += !report.is_solution_usable();
      }
    EXPECT_LE(n_unsolved, 1);
  }
} // namespace redundant_friction_test
