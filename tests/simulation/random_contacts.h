// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_tests_simulation_random_contacts_h
#define percuss_tests_simulation_random_contacts_h

#include <percuss/algebra/small_algebra.h>
#include <percuss/constraints/constraint_kinematics.h>

#include <Eigen/Dense>

#include <random>
#include <string>
#include <vector>

namespace percuss::test
{
  /** Rows g = g_0 + G q of six degrees of freedom, each with its own law. */
  class RandomContacts final : public ConstraintKinematics<SmallAlgebra<6>>
  {
  public:
    /** Unilateral rows with e = 0, 0.4, 0.9, 0, ... and g_0 = 0.02. */
    RandomContacts(const unsigned int seed, const unsigned int n_rows)
      : G(n_rows, 6)
      , g_0(Eigen::VectorXd::Constant(n_rows, 0.02))
      , names(n_rows, "row")
    {
      std::mt19937                     generator(seed);
      std::normal_distribution<double> normal;
      for (unsigned int i = 0; i < n_rows; ++i)
        {
          for (unsigned int j = 0; j < 6; ++j)
            G(i, j) = normal(generator);
          const double restitution[] = {0., 0.4, 0.9};
          laws.push_back({ContactLaw::Kind::unilateral, restitution[i % 3]});
        }
    }

    std::size_t
    n_constraints() const override
    {
      return laws.size();
    }
    const std::string &
    name(const std::size_t row) const override
    {
      return names[row];
    }
    const ContactLaw &
    law(const std::size_t row) const override
    {
      return laws[row];
    }
    void
    gap(const Vector &q, double, const std::span<double> g) const override
    {
      view(g) = g_0 + G * q.entries;
    }
    void
    velocity(const Vector &,
             double,
             const Vector           &v,
             const std::span<double> u) const override
    {
      view(u) = G * v.entries;
    }
    void
    add_impulse(const Vector &,
                double,
                const std::span<const double> p,
                Vector                       &r) const override
    {
      for (std::size_t i = 0; i < p.size(); ++i)
        r.entries += p[i] * G.row(static_cast<Eigen::Index>(i)).transpose();
    }

    Eigen::Matrix<double, Eigen::Dynamic, 6> G;
    Eigen::VectorXd                          g_0;
    std::vector<ContactLaw>                  laws;
    std::vector<std::string>                 names;

  private:
    static Eigen::Map<Eigen::VectorXd>
    view(const std::span<double> x)
    {
      return {x.data(), static_cast<Eigen::Index>(x.size())};
    }
  };
} // namespace percuss::test

#endif
