// SPDX-License-Identifier: Apache-2.0

// The linear systems of the methods for friction in all their forms are those of
// the dense matrix A + B (W + ε).

#include "friction_scene_kinds.h"

#include <percuss/complementarity/contact_islands.h>
#include <percuss/complementarity/friction/friction_linear_system.h>

#include <Eigen/Dense>
#include <gtest/gtest.h>

#include <random>

using namespace percuss;
namespace collection = friction_collection;

namespace friction_linear_system_test
{
  /** A of the size of the first number and B of the second one. */
  void
  fill(FrictionLinearSystem             &system,
       const ConeComplementarityProblem &problem,
       const double                      of_A,
       std::mt19937                     &generator)
  {
    std::normal_distribution<double> normal;
    system.reset(problem);
    for (auto &block : system.blocks)
      {
        block.A = ConeMatrix::NullaryExpr(
          [&](Eigen::Index, Eigen::Index) { return of_A * normal(generator); });
        block.B = ConeMatrix::NullaryExpr(
          [&](Eigen::Index, Eigen::Index) { return normal(generator); });
        block.B.diagonal().array() += 3.;
      }
  }

  Eigen::MatrixXd
  dense_matrix(const FrictionLinearSystem       &system,
               const ConeComplementarityProblem &problem,
               const Eigen::VectorXd            &s,
               const double                      epsilon)
  {
    const Eigen::VectorXd inverse = s.cwiseInverse();
    Eigen::MatrixXd       W       = inverse.asDiagonal() *
                        Eigen::MatrixXd(*problem.W.explicit_matrix()) *
                        inverse.asDiagonal();
    W.diagonal().array() += epsilon;
    Eigen::MatrixXd A = Eigen::MatrixXd::Zero(W.rows(), W.cols()), B = A;
    auto            block = system.blocks.begin();
    for_each_block(problem.cones, [&](const Cone &cone) {
      const auto i = cone.first_row, n = cone.n_rows;
      A.block(i, i, n, n) = block->A.topLeftCorner(n, n);
      B.block(i, i, n, n) = block->B.topLeftCorner(n, n);
      ++block;
    });
    return A + B * W;
  }

  void
  expect_the_dense_solution(const collection::Problem &problem,
                            const double               of_A,
                            const double               epsilon)
  {
    std::mt19937         generator(17);
    const auto           view = problem.view();
    FrictionLinearSystem system;
    Eigen::VectorXd      s(problem.b.size());
    for (const Cone &cone : problem.cones)
      s.segment(cone.first_row, cone.n_rows)
        .setConstant(problem.W.row_scale()[cone.first_row]);
    for (int k = 0; k < 10; ++k)
      {
        fill(system, view, of_A, generator);
        system.factorize(view, s, epsilon);
        const Eigen::MatrixXd matrix = dense_matrix(system, view, s, epsilon);
        const Eigen::VectorXd x = Eigen::VectorXd::LinSpaced(s.size(), 1., 2.);
        Eigen::VectorXd       solution;
        system.solve(matrix * x, solution);
        EXPECT_LE((solution - x).norm(), 1e-8 * x.norm());
      }
  }

  /** Masses over four decades. */
  collection::Problem
  tower_with_factors()
  {
    return collection::tower(3, 5, 4, 0.5, 1e4, 0., 3).problem();
  }

  TEST(FrictionLinearSystem, OfTheDegreesOfFreedomIsThatOfW)
  {
    const collection::Problem problem = tower_with_factors();
    ASSERT_TRUE(FrictionLinearSystem::takes_factored_form(problem.W));
    for (const double of_A : {1., 1e-3})
      for (const double epsilon : {1e-12, 0.1})
        expect_the_dense_solution(problem, of_A, epsilon);
  }

  TEST(FrictionLinearSystem, OfManyDegreesOfFreedomIsThatOfW)
  {
    const collection::Problem problem =
      collection::chain(3, 40, 0.5, 1.).problem();
    ASSERT_FALSE(FrictionLinearSystem::takes_factored_form(problem.W));
    ASSERT_FALSE(FrictionLinearSystem::takes_dense_form(problem.W));
    expect_the_dense_solution(problem, 1., 1e-12);
  }

  // Of contacts that are closed, and of some that are not.
  TEST(FrictionLinearSystem, SymmetricIsTheSame)
  {
    std::mt19937                     generator(23);
    std::normal_distribution<double> normal;
    for (auto problem : {collection::chain(3, 40, 0.5, 1.).problem(),
                         collection::chain(2, 60, 0.5, 1e3).problem(),
                         collection::tower(3, 1, 1, 0.5, 1., 0., 1).problem()})
      {
        for (std::size_t k = 3; k < problem.cones.size(); k += 7)
          problem.cones[k].kind = Cone::Kind::inactive;
        const auto      view = problem.view();
        Eigen::VectorXd s(problem.b.size());
        for (const Cone &cone : problem.cones)
          s.segment(cone.first_row, cone.n_rows)
            .setConstant(problem.W.row_scale()[cone.first_row]);
        FrictionLinearSystem system;
        for (const double of_A : {1., 1e-4})
          {
            system.reset(view);
            Eigen::VectorXd x =
              Eigen::VectorXd::LinSpaced(problem.b.size(), 1., 2.);
            auto block = system.blocks.begin();
            for_each_block(problem.cones, [&](const Cone &cone) {
              auto &[A, B] = *block++;
              if (cone.kind == Cone::Kind::inactive)
                {
                  A.setIdentity();
                  x.segment(cone.first_row, cone.n_rows).setZero();
                  return;
                }
              const ConeMatrix root = ConeMatrix::NullaryExpr(
                [&](Eigen::Index, Eigen::Index) { return normal(generator); });
              A = of_A * root * root.transpose();
              B.setIdentity();
            });
            const Eigen::MatrixXd matrix = dense_matrix(system, view, s, 1e-6);
            Eigen::VectorXd       solution;
            system.factorize_symmetric(view, s, 1e-6);
            system.solve(matrix * x, solution);
            EXPECT_LE((matrix * (solution - x)).norm(), 1e-9 * x.norm());
            EXPECT_LE((solution - x).norm(), 1e-4 * x.norm());
          }
      }
  }

  TEST(FrictionLinearSystem, NewValuesOfWHaveOtherFactors)
  {
    collection::Problem            problem = tower_with_factors();
    const DelassusOperator::Matrix twice   = 2. * *problem.W.explicit_matrix();
    problem.W.set_values(twice);
    EXPECT_EQ(problem.W.factors(), nullptr);
    EXPECT_FALSE(FrictionLinearSystem::takes_factored_form(problem.W));
  }

  /** Two towers side by side, the rows of one between those of the other one. */
  TEST(FrictionLinearSystem, IslandsHaveTheirOwnFactors)
  {
    collection::Scene       scene = collection::tower(3, 5, 4, 0.5, 1., 0., 3);
    const collection::Scene other = collection::tower(3, 3, 4, 0.5, 1e2, 0., 4);
    const int               n_bodies = static_cast<int>(scene.bodies.size());
    scene.bodies.insert(scene.bodies.end(),
                        other.bodies.begin(),
                        other.bodies.end());
    for (std::size_t k = 0; k < other.contacts.size(); ++k)
      {
        collection::Contact contact = other.contacts[k];
        contact.body += contact.body >= 0 ? n_bodies : 0;
        contact.other += contact.other >= 0 ? n_bodies : 0;
        scene.contacts.insert(scene.contacts.begin() +
                                static_cast<std::ptrdiff_t>(2 * k),
                              contact);
      }
    const collection::Problem problem = scene.problem();
    ContactIslands            islands;
    islands.find(*problem.W.explicit_matrix(), problem.cones);
    ASSERT_EQ(islands.size(), 2u);
    const std::vector<double> p(static_cast<std::size_t>(problem.b.size()));
    Eigen::Index              n_dofs = 0;
    IslandProblem             part;
    for (std::size_t island = 0; island < 2; ++island)
      {
        islands.take(problem.view(), island, p, part);
        const auto *const factors = part.W->factors();
        ASSERT_NE(factors, nullptr);
        n_dofs += factors->G.cols();
        const Eigen::MatrixXd W = *part.W->explicit_matrix(),
                              difference =
                                W - Eigen::MatrixXd(factors->G) *
                                      Eigen::MatrixXd(factors->H).transpose();
        EXPECT_LE(difference.lpNorm<Eigen::Infinity>(),
                  1e-13 * W.lpNorm<Eigen::Infinity>());
      }
    EXPECT_EQ(n_dofs, problem.n_dofs);
  }
} // namespace friction_linear_system_test
