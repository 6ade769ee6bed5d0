// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_bar_condensed_bars_h
#define percuss_models_bar_condensed_bars_h

#include <percuss/algebra/banded_algebra.h>
#include <percuss/algebra/serialize_vector.h>
#include <percuss/constraints/constraint_kinematics.h>
#include <percuss/mechanics/mechanical_system.h>

#include <functional>
#include <string>
#include <vector>

namespace percuss
{
  /** Vectors of the ends of bars: the left and the right one of each. */
  struct CondensedAlgebra : BandedAlgebra
  {
    static constexpr const char *name = "tridiagonal";
  };

  /** Nothing: a checkpoint has the vectors of all nodes (CondensedStepper). */
  template <>
  inline void
  serialize_vector<CondensedAlgebra>(Archive &, CondensedAlgebra::Vector &)
  {}

  /**
   * The ends of bars, on which contacts and forces act. What lies between them,
   * with all matrices and energies, CondensedScheme knows: a step condenses the
   * bars to their ends, and gives the other nodes their motion afterwards.
   */
  class CondensedBars final : public MechanicalSystem<CondensedAlgebra>
  {
  public:
    /** @p forces on the left and on the right end of the row, as functions of
     * time, or none */
    CondensedBars(std::size_t                                  n_bars,
                  std::array<std::function<double(double)>, 2> forces)
      : n_ends(2 * n_bars)
      , forces(std::move(forces))
    {}

    std::size_t
    n_dofs() const override
    {
      return n_ends;
    }

    void
    reinit(Vector &x) const override
    {
      x.entries.setZero(static_cast<Eigen::Index>(n_ends));
    }

    void
    load(const double t, Vector &F) const override
    {
      F = 0.;
      if (forces[0])
        F.entries[0] += forces[0](t);
      if (forces[1])
        F.entries[F.size() - 1] += forces[1](t);
    }

    bool
    has_varying_load() const override
    {
      return forces[0] || forces[1];
    }

    void
    retract(const Vector &q_0, const Vector &dq, Vector &q) const override
    {
      for (Eigen::Index i = 0; i < q.size(); ++i)
        q[i] = q_0[i] + dq[i];
    }

    // what the scheme has

    bool
    is_damped() const override
    {
      return false;
    }
    bool
    is_elastic() const override
    {
      return false;
    }
    void
    elastic_force(const Vector &, Vector &) const override
    {}
    void
    damping_force(const Vector &, const Vector &, Vector &) const override
    {}
    void
    momentum(const Vector &, const Vector &, Vector &) const override
    {}
    double
    load_potential(const Vector &) const override
    {
      return 0.;
    }
    void
    iteration_matrix(const Weights &,
                     const State<CondensedAlgebra> &,
                     Matrix &) const override
    {
      assert(false);
    }

  private:
    const std::size_t                                  n_ends;
    const std::array<std::function<double(double)>, 2> forces;
  };

  /** Rows of G with entries at the ends of bars. */
  class CondensedContacts final : public ConstraintKinematics<CondensedAlgebra>
  {
  public:
    /** A contact: sum of factor times the displacement of an end, and its
     * gap where these are zero [m]. */
    struct Row
    {
      std::string                                 name;
      std::vector<std::pair<std::size_t, double>> ends;
      double                                      gap;
      double                                      area;
    };

    CondensedContacts(const ContactLaw &law, std::vector<Row> rows)
      : contact_law(law)
      , rows(std::move(rows))
    {}

    std::size_t
    n_constraints() const override
    {
      return rows.size();
    }

    const std::string &
    name(const std::size_t row) const override
    {
      return rows[row].name;
    }

    const ContactLaw &
    law(std::size_t) const override
    {
      return contact_law;
    }

    double
    area(const std::size_t row) const override
    {
      return rows[row].area;
    }

    void
    gap(const Vector &q, double, const std::span<double> g) const override
    {
      product(q, g);
      for (std::size_t row = 0; row < rows.size(); ++row)
        g[row] += rows[row].gap;
    }

    void
    velocity(const Vector &,
             double,
             const Vector           &v,
             const std::span<double> u) const override
    {
      product(v, u);
    }

    void
    add_impulse(const Vector &,
                double,
                const std::span<const double> p,
                Vector                       &r) const override
    {
      for (std::size_t row = 0; row < rows.size(); ++row)
        for (const auto &[end, factor] : rows[row].ends)
          r.entries[static_cast<Eigen::Index>(end)] += factor * p[row];
    }

  private:
    void
    product(const Vector &x, const std::span<double> y) const
    {
      for (std::size_t row = 0; row < rows.size(); ++row)
        {
          y[row] = 0.;
          for (const auto &[end, factor] : rows[row].ends)
            y[row] += factor * x.entries[static_cast<Eigen::Index>(end)];
        }
    }

    const ContactLaw       contact_law;
    const std::vector<Row> rows;
  };
} // namespace percuss

#endif
