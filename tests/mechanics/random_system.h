// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_tests_mechanics_random_system_h
#define percuss_tests_mechanics_random_system_h

#include <percuss/algebra/small_algebra.h>
#include <percuss/mechanics/mechanical_system.h>

#include <Eigen/Dense>

#include <cmath>
#include <random>

namespace percuss::test
{
  /** M, C, K of six coupled degrees of freedom, F(t) = F_c + F_1 sin(7 t). */
  class RandomSystem final : public MechanicalSystem<SmallAlgebra<6>>
  {
  public:
    explicit RandomSystem(const unsigned int seed,
                          const bool         damped = true,
                          const bool         loaded = true)
      : damped(damped)
      , loaded(loaded)
    {
      std::mt19937                     generator(seed);
      std::normal_distribution<double> normal;
      const auto random = [&]() { return normal(generator); };

      const Matrix B = Matrix::NullaryExpr(random);
      M              = B * B.transpose() + 2. * Matrix::Identity();
      const Matrix D = Matrix::NullaryExpr(random);
      K              = 50. * (D * D.transpose());
      const Matrix A = Matrix::NullaryExpr(random);
      C           = damped ? Matrix(0.05 * A * A.transpose()) : Matrix::Zero();
      F_c.entries = Vector::Entries::NullaryExpr(random) * 5.;
      F_1.entries = Vector::Entries::NullaryExpr(random) * 10.;
      if (!loaded)
        {
          F_c = 0.;
          F_1 = 0.;
        }
    }

    std::size_t
    n_dofs() const override
    {
      return 6;
    }
    void
    reinit(Vector &x) const override
    {
      x = 0.;
    }
    void
    load(const double t, Vector &F) const override
    {
      F = F_c;
      F.add(std::sin(7. * t), F_1);
    }
    bool
    has_varying_load() const override
    {
      return loaded;
    }
    bool
    is_damped() const override
    {
      return damped;
    }
    void
    elastic_force(const Vector &q, Vector &s) const override
    {
      s.entries = K * q.entries;
    }
    void
    damping_force(const Vector &, const Vector &v, Vector &d) const override
    {
      d.entries = C * v.entries;
    }
    void
    momentum(const Vector &, const Vector &v, Vector &p) const override
    {
      p.entries = M * v.entries;
    }
    void
    iteration_matrix(const Weights &w,
                     const State<SmallAlgebra<6>> &,
                     Matrix &S) const override
    {
      S = w.mass * M + w.damping * C + w.stiffness * K;
    }
    double
    load_potential(const Vector &q) const override
    {
      return -(q * F_c);
    }

    Matrix M, C, K;
    Vector F_c, F_1;

  private:
    bool damped, loaded;
  };
} // namespace percuss::test

#endif
