// SPDX-License-Identifier: Apache-2.0
#include <percuss/algebra/banded_algebra.h>
#include <percuss/simulation/row_compliance.h>

#include <Eigen/Dense>
#include <gtest/gtest.h>

#include <vector>

namespace percuss::test::row_compliance_test
{
  using A      = BandedAlgebra;
  using Vector = A::Vector;

  // C = ratio G M^{-1} G^T, and dP = -rho + Y^{-1} C rho with a diagonal Y, of
  // which Y - C is positive definite; also of rows that are alike, or empty.
  TEST(RowCompliance, IsThatOfTheRows)
  {
    for (const double ratio : {1e-3, 1., 1e3})
      for (const int n_rows : {1, 3, 8})
        {
          const int       n = 11;
          Eigen::MatrixXd G = (Eigen::MatrixXd::Random(n_rows, n).array() > 0.2)
                                .select(Eigen::MatrixXd::Random(n_rows, n), 0.);
          G(0, 4) = 1.5;
          if (n_rows > 3)
            {
              G.row(3) = G.row(0);
              G.row(5).setZero();
            }
          const Eigen::VectorXd m =
            Eigen::VectorXd::Random(n).cwiseAbs().array() + 0.1;
          const Eigen::VectorXd d = // D, of S
            m.array() * (1.5 + Eigen::VectorXd::Random(n).array());
          const Vector           mass(m);
          RowCompliance<A>       compliance(ratio,
                                      mass,
                                      Vector(m.cwiseQuotient(d).eval()));
          RowCompliance<A>::Rows rows = G.sparseView();
          rows.makeCompressed();
          compliance.set_rows(rows);
          const Eigen::MatrixXd C =
            ratio * G * m.cwiseInverse().asDiagonal() * G.transpose();
          std::vector<double> result(static_cast<std::size_t>(n_rows)), p;
          const auto          as_vector = [](const std::vector<double> &x) {
            return Eigen::Map<const Eigen::VectorXd>(
              x.data(), static_cast<Eigen::Index>(x.size()));
          };
          Eigen::VectorXd Y = Eigen::VectorXd::Zero(n_rows);
          for (int i = 0; i < n_rows; ++i)
            {
              p.assign(result.size(), 0.);
              p[static_cast<std::size_t>(i)] = 1.;
              compliance.multiply(p, result);
              EXPECT_LT((as_vector(result) - C.col(i)).norm(),
                        1e-14 * C.norm());
              compliance.precondition(p, result);
              if (C(i, i) > 0.)
                Y[i] = C(i, i) / (1. + result[static_cast<std::size_t>(i)]);
              Vector r(Eigen::VectorXd::Ones(n).eval());
              compliance.add_forces(-2., p, r);
              EXPECT_LT((r.entries.transpose() + 2. * G.row(i) -
                         Eigen::RowVectorXd::Ones(n))
                          .norm(),
                        1e-14);
            }
          for (int i = 0; i < n_rows; ++i)
            if (C(i, i) == 0.)
              Y[i] = 1.;
          EXPECT_GT((Eigen::MatrixXd(Y.asDiagonal()) - C)
                      .selfadjointView<Eigen::Lower>()
                      .eigenvalues()
                      .minCoeff(),
                    0.);
          const Eigen::VectorXd rho = Eigen::VectorXd::Random(n_rows);
          p.assign(rho.data(), rho.data() + n_rows);
          compliance.precondition(p, result);
          for (int i = 0; i < n_rows; ++i)
            EXPECT_NEAR(result[static_cast<std::size_t>(i)],
                        C(i, i) > 0. ? -rho[i] + (C * rho)[i] / Y[i] : 0.,
                        1e-12);
        }
  }
} // namespace percuss::test::row_compliance_test
