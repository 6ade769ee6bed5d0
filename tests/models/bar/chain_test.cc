// SPDX-License-Identifier: Apache-2.0

// The passes over a chain solve S x = r in lanes of every width and length, and
// move the nodes by the scheme.

#include <percuss/models/bar/chain.h>

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace percuss::test::chain_test
{
  ChainMatrices
  arbitrary_matrices(const std::size_t n, std::mt19937 &generator)
  {
    std::uniform_real_distribution<> number(0.5, 2.);
    ChainMatrices                    matrices;
    matrices.mass.assign(n, 0.);
    for (std::size_t i = 0; i + 1 < n; ++i)
      {
        const double m = number(generator);
        matrices.coupling.push_back(m / 6.);
        matrices.mass[i] += m / 3.;
        matrices.mass[i + 1] += m / 3.;
        matrices.stiffness.push_back(number(generator));
      }
    return matrices;
  }

  /** Equal elements but for one, if any. */
  ChainMatrices
  equal_matrices(const std::size_t n, const std::size_t other)
  {
    ChainMatrices matrices;
    matrices.mass.assign(n, 0.);
    for (std::size_t i = 0; i + 1 < n; ++i)
      {
        const double m = i == other ? 0.7 : 0.4;
        matrices.coupling.push_back(m / 6.);
        matrices.mass[i] += m / 3.;
        matrices.mass[i + 1] += m / 3.;
        matrices.stiffness.push_back(i == other ? 1.3 : 1.1);
      }
    return matrices;
  }

  std::vector<double>
  arbitrary(const std::size_t n, std::mt19937 &generator)
  {
    std::uniform_real_distribution<> number(-1., 1.);
    std::vector<double>              x(n);
    for (double &entry : x)
      entry = number(generator);
    return x;
  }

  double
  product(const std::vector<double> &x, const std::vector<double> &y)
  {
    double sum = 0.;
    for (std::size_t i = 0; i < x.size(); ++i)
      sum += x[i] * y[i];
    return sum;
  }

  /** (x + factor y) */
  std::vector<double>
  plus(std::vector<double> x, const double factor, const std::vector<double> &y)
  {
    for (std::size_t i = 0; i < x.size(); ++i)
      x[i] += factor * y[i];
    return x;
  }

  /** First pass, and x at the ends with forces @p r on them. */
  EndsOfChain
  solution_at_ends(Chain &chain, const EndsOfChain &r)
  {
    EndsOfChain         x   = chain.forward();
    const MatrixOfEnds &S_c = chain.condensed();
    x[0] += r[0];
    x[1] += r[1];
    TridiagonalFactors(std::array{S_c.left, S_c.right}, std::array{S_c.both})
      .solve(x);
    return x;
  }

  void
  expect_step(const ChainMatrices &matrices,
              const unsigned int   max_lanes,
              const double         k)
  {
    const std::size_t n = matrices.size();
    SCOPED_TRACE(std::to_string(n) + " nodes, " + std::to_string(max_lanes) +
                 " lanes");
    std::mt19937              generator(static_cast<unsigned int>(n));
    const std::vector<double> q = arbitrary(n, generator),
                              v = arbitrary(n, generator);
    ChainScheme scheme;
    scheme.r_v = 0.3;
    scheme.h   = 0.4;
    scheme.v_x = 1.;
    scheme.q_x = 0.7;
    Chain chain(matrices, scheme, {1., k}, {}, max_lanes);
    chain.write(ChainField::q, q);
    chain.write(ChainField::v, v);

    // S x = F - K (q + r_v v)
    std::vector<double> x =
      plus(std::vector<double>(n, 0.),
           -1.,
           matrices.stiffness_product(plus(q, scheme.r_v, v)));
    x.front() += 0.2;
    x.back() -= 0.1;
    const auto [diagonal, beside] = matrices.combination(1., k);
    TridiagonalFactors(diagonal, beside).solve(x);

    const EndsOfChain found = solution_at_ends(chain, {0.2, -0.1});
    EXPECT_NEAR(found[0], x.front(), 1e-13);
    EXPECT_NEAR(found[1], x.back(), 1e-13);
    chain.backward(found, {});

    const std::vector<double> v_next = plus(v, 1., x),
                              dq     = plus(plus(x, -0.3, x), 0.4, v),
                              q_next = plus(q, 1., dq);
    std::vector<double> v_found(n), q_found(n);
    chain.read(ChainField::v, v_found);
    chain.read(ChainField::q, q_found);
    for (std::size_t i = 0; i < n; ++i)
      {
        EXPECT_NEAR(v_found[i], v_next[i], 1e-13);
        EXPECT_NEAR(q_found[i], q_next[i], 1e-13);
      }
    EXPECT_EQ(chain.ends(ChainField::v)[0], v_found.front());
    EXPECT_EQ(chain.ends(ChainField::v)[1], v_found.back());

    const auto M = [&](const auto &y) { return matrices.mass_product(y); };
    const auto K = [&](const auto &y) { return matrices.stiffness_product(y); };
    const auto  &sums = chain.products();
    const double eps  = 1e-13 * static_cast<double>(n);
    EXPECT_NEAR(sums[v_M_v], product(v_next, M(v_next)), eps);
    EXPECT_NEAR(sums[dv_M_v], product(x, M(v_next)), eps);
    EXPECT_NEAR(sums[dv_M_dv], product(x, M(x)), eps);
    EXPECT_NEAR(sums[q_K_q], product(q_next, K(q_next)), eps);
    EXPECT_NEAR(sums[dq_K_q], product(dq, K(q_next)), eps);
    EXPECT_NEAR(sums[dq_K_dq], product(dq, K(dq)), eps);
    const auto of_state = chain.state_products();
    EXPECT_NEAR(of_state.v_M_v, sums[v_M_v], eps);
    EXPECT_NEAR(of_state.q_K_q, sums[q_K_q], eps);

    chain.undo();
    chain.read(ChainField::v, v_found);
    chain.read(ChainField::q, q_found);
    for (std::size_t i = 0; i < n; ++i)
      {
        EXPECT_EQ(v_found[i], v[i]);
        EXPECT_NEAR(q_found[i], q[i], 1e-14);
      }
  }

  TEST(Chain, SolvesInLanesOfEveryWidthAndLength)
  {
    for (const ChainKernels &kernels : all_chain_kernels())
      for (std::size_t n = 2; n < 90; ++n)
        for (const double k : {0.1, 1e4}) // spikes that end, and that do not
          {
            std::mt19937 generator(static_cast<unsigned int>(2 * n));
            expect_step(arbitrary_matrices(n, generator), kernels.n_lanes, k);
          }
  }

  // Rows that are equal have their coefficients once: all but those at the ends
  // of lanes, or none where an element differs.
  TEST(Chain, SolvesWhereElementsAreEqual)
  {
    for (const ChainKernels &kernels : all_chain_kernels())
      for (const std::size_t n : {30, 200, 777, 1000})
        for (const std::size_t other : {n, n - 2, std::size_t{0}, n / 3})
          for (const double k : {0.1, 1., 1e4})
            expect_step(equal_matrices(n, other), kernels.n_lanes, k);
  }

  TEST(Chain, RefusesASingularMatrix)
  {
    ChainMatrices matrices;
    matrices.mass      = {0., 0., 0.};
    matrices.coupling  = {0., 0.};
    matrices.stiffness = {1., -1.};
    EXPECT_THROW(Chain(matrices, {}, {1., 1.}), LinearSolverError);
  }
} // namespace percuss::test::chain_test
