// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_discrete_small_system_h
#define percuss_discrete_small_system_h

#include <percuss/algebra/small_algebra.h>
#include <percuss/base/exceptions.h>
#include <percuss/mechanics/mechanical_system.h>

#include <array>
#include <cmath>
#include <string>

namespace percuss
{
  /** Throws InputError unless @p condition: "mass = -1: it must be positive".
   */
  inline void
  require_value(const bool   condition,
                const char  *quantity,
                const double value,
                const char  *rule)
  {
    if (!condition)
      throw InputError(quantity, value, std::string(rule) + '.');
  }

  /** What systems of n coordinates known to the compiler have in common. */
  template <int n>
  class SmallSystem : public MechanicalSystem<SmallAlgebra<n>>
  {
  public:
    using typename MechanicalSystem<SmallAlgebra<n>>::Vector;
    using typename MechanicalSystem<SmallAlgebra<n>>::Matrix;
    using CoordinateNames = std::array<std::string, n>;

    static constexpr int n_coordinates = n;

    std::size_t
    n_dofs() const final
    {
      return n;
    }

    void
    reinit(Vector &x) const final
    {
      x = 0.;
    }

    bool
    has_varying_load() const override
    {
      return false;
    }

    bool
    is_damped() const override
    {
      return false;
    }

    void
    damping_force(const Vector &, const Vector &, Vector &d) const override
    {
      d = 0.;
    }
  };

  /**
   * M q'' + C q' + K q = F_c + F_1 cos(Omega t + phi), n coordinates, the
   * matrices and vectors as in SmallAlgebra.
   */
  template <int n>
  class LinearSmallSystem : public SmallSystem<n>
  {
  public:
    using typename SmallSystem<n>::Vector;
    using typename SmallSystem<n>::Matrix;

    /** F_1 [N], Omega [rad/s], phi [rad]. */
    struct HarmonicLoad
    {
      typename Vector::Entries amplitude         = Vector::Entries::Zero();
      double                   angular_frequency = 0., phase = 0.;
    };

    LinearSmallSystem(const Matrix                   &M,
                      const Matrix                   &C,
                      const Matrix                   &K,
                      const typename Vector::Entries &F_c,
                      const HarmonicLoad             &F_1 = {})
      : M(M)
      , C(C)
      , K(K)
      , F_c(F_c)
      , F_1(F_1)
      , damped(!C.isZero(0.))
      , driven(!F_1.amplitude.isZero(0.))
    {}

    void
    load(const double t, Vector &F) const final
    {
      F = F_c;
      if (driven)
        F.entries +=
          std::cos(F_1.angular_frequency * t + F_1.phase) * F_1.amplitude;
    }

    bool
    has_varying_load() const final
    {
      return driven;
    }

    bool
    is_damped() const final
    {
      return damped;
    }

    void
    elastic_force(const Vector &q, Vector &s) const final
    {
      s.entries.noalias() = K * q.entries;
    }

    void
    damping_force(const Vector &, const Vector &v, Vector &d) const final
    {
      d.entries.noalias() = C * v.entries;
    }

    void
    momentum(const Vector &, const Vector &v, Vector &p) const final
    {
      p.entries.noalias() = M * v.entries;
    }

    void
    iteration_matrix(const Weights &w,
                     const State<SmallAlgebra<n>> &,
                     Matrix &S) const final
    {
      S = w.mass * M + w.damping * C + w.stiffness * K;
    }

    double
    load_potential(const Vector &q) const final
    {
      return -(q * F_c);
    }

  private:
    const Matrix       M, C, K;
    const Vector       F_c;
    const HarmonicLoad F_1;
    const bool         damped, driven;
  };
} // namespace percuss

#endif
