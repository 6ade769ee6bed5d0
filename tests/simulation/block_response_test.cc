// SPDX-License-Identifier: Apache-2.0
#include <percuss/algebra/eigen_vector.h>
#include <percuss/simulation/block_response.h>

#include <Eigen/Dense>
#include <gtest/gtest.h>

namespace percuss::test::block_response_test
{
  // D of blocks of several sizes, whose members are not neighbours, from as many
  // responses as the largest one is wide.
  TEST(BlockResponse, IsTheMatrixOfTheResponses)
  {
    using Vector = EigenVector<Eigen::Dynamic>;
    const std::vector<unsigned int> blocks{0, 1, 0, 2, 1, 1, 3, 0, 2};
    const auto      n = static_cast<Eigen::Index>(blocks.size());
    Eigen::MatrixXd D = Eigen::MatrixXd::Random(n, n);
    for (Eigen::Index i = 0; i < n; ++i)
      for (Eigen::Index j = 0; j < n; ++j)
        if (blocks[static_cast<std::size_t>(i)] !=
            blocks[static_cast<std::size_t>(j)])
          D(i, j) = 0.;

    BlockResponse response(blocks);
    EXPECT_EQ(response.n_responses(), 3u);
    EXPECT_EQ(response.matrix().nonZeros(),
              0); // none before they are asked for
    Vector r(Eigen::VectorXd::Random(n).eval()), z(r);
    int    n_responses = 0;
    response.assemble(r, z, [&](const Vector &in, Vector &out) {
      out.entries = D * in.entries;
      ++n_responses;
    });
    EXPECT_EQ(n_responses, 3);
    EXPECT_EQ(Eigen::MatrixXd(response.matrix()), D);
    EXPECT_EQ(response.matrix().nonZeros(), 9 + 9 + 4 + 1);
  }
} // namespace percuss::test::block_response_test
