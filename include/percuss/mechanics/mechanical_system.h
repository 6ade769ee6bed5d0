// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_mechanics_mechanical_system_h
#define percuss_mechanics_mechanical_system_h

#include <percuss/algebra/linear_operator.h>
#include <percuss/algebra/linear_solver_settings.h>
#include <percuss/mechanics/state.h>

#include <cassert>
#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace percuss
{
  /** C = mass M + stiffness K. */
  struct RayleighDamping
  {
    double mass      = 0.; ///< [1/s]
    double stiffness = 0.; ///< [s]
  };

  /** Coefficients of the iteration matrix S = mass M + damping C + stiffness K
   * + boundary K_c, K_c the stiffness between massless degrees of freedom. */
  struct Weights
  {
    double mass, damping, stiffness, boundary = 0.;
  };

  /**
   * A space-discretized structure, as a measure equation ([A12] (5)):
   *
   *     M dv = (F(t) - dV/dq(q) - c(q, v)) dt + G^T di,
   *
   * n degrees of freedom, M symmetric, positive definite and, unless
   * has_constant_mass() denies it, constant. Where has_massless_boundary() says
   * so, M is zero in the rows and columns of some of them, on which all
   * contacts act; K is positive definite there. It knows neither the time
   * scheme nor the contacts. In a linear system V = 1/2 q^T K q and c = C v with
   * constant K and C, symmetric and positive semidefinite. In others K = d/dq
   * (dV/dq + c) and C = dc/dv are the tangents at a state; c then includes
   * the gyroscopic and centrifugal forces.
   *
   * Configurations q need not be vectors: those of rotations are points of a
   * group. Schemes know increments dq in the tangent space at a configuration
   * only, of the kind of h v; retract() makes configurations of them.
   *
   * All functions are collective over the ranks that share the vectors, and
   * write their result into the last argument.
   */
  template <Algebra A>
  class MechanicalSystem
  {
  public:
    using AlgebraType = A;
    using Vector      = typename A::Vector;
    using Matrix      = typename A::Matrix;

    virtual ~MechanicalSystem() = default;

    /** Number n of degrees of freedom over all ranks. */
    virtual std::size_t
    n_dofs() const = 0;

    /** Gives @p x the size and distribution of the system, and zero entries. */
    virtual void
    reinit(Vector &x) const = 0;

    /** F(t) [N], all loads, the constant ones included. */
    virtual void
    load(double t, Vector &F) const = 0;

    /** Whether F depends on t; where not it is evaluated once. */
    virtual bool
    has_varying_load() const = 0;

    /** Whether c differs from zero. */
    virtual bool
    is_damped() const = 0;

    /** Whether there is a strain energy. */
    virtual bool
    is_elastic() const
    {
      return true;
    }

    /** Whether K and C are constant. */
    virtual bool
    is_linear() const
    {
      return true;
    }

    /** dV/dq [N]; K q in a linear system. */
    virtual void
    elastic_force(const Vector &q, Vector &s) const = 0;

    /** c(q, v) [N]; C v in a linear system. */
    virtual void
    damping_force(const Vector &q, const Vector &v, Vector &d) const = 0;

    /** M(q) v [N s]. */
    virtual void
    momentum(const Vector &q, const Vector &v, Vector &p) const = 0;

    /** Whether M does not depend on q. */
    virtual bool
    has_constant_mass() const
    {
      return true;
    }

    /** Whether every contact acts on degrees of freedom without mass. */
    virtual bool
    has_massless_boundary() const
    {
      return false;
    }

    /** x_c = the entries of @p x without mass, zero elsewhere. Only called
     * where has_massless_boundary(). */
    virtual void
    massless_part(const Vector &, Vector &) const
    {
      assert(false);
    }

    /** q = q_0 moved by the increment @p dq; the default is q_0 + dq.
     * @pre @p q is neither of the other vectors. */
    virtual void
    retract(const Vector &q_0, const Vector &dq, Vector &q) const
    {
      q.equ(1., q_0);
      q.add(1., dq);
    }

    /** The size of an increment or a velocity, a norm in one unit: that of the
     * default is |d|; systems with coordinates of several units override it. */
    virtual double
    increment_size(const Vector &d) const
    {
      return std::sqrt(d * d);
    }

    /** The size of the increment to whose rounding q is known: what rounds to
     * machine epsilon in the configuration and in forces evaluated there. */
    virtual double
    configuration_size(const Vector &q) const
    {
      return increment_size(q);
    }

    /** S = weights.mass M + weights.damping C + weights.stiffness K +
     * weights.boundary K_c at (q, v) of @p x. */
    virtual void
    iteration_matrix(const Weights  &weights,
                     const State<A> &x,
                     Matrix         &S) const = 0;

    /** The same S by its products, where linear_solver_settings() ask for an
     * iteration that needs no more; else none. It refers to the system. */
    virtual std::optional<LinearOperator<Vector>>
    iteration_operator(const Weights &, const State<A> &) const
    {
      return {};
    }

    /** How systems with such an S are solved. */
    virtual LinearSolverSettings<Vector>
    linear_solver_settings(const Weights &) const
    {
      return {};
    }

    /** Counts what these settings had iterated, or null. */
    virtual const LinearIterations *
    linear_iterations() const
    {
      return nullptr;
    }

    /** Of each degree of freedom the block that it is in, numbers 0, 1, ...:
     * neither M nor C nor K has entries between blocks, as of bodies without
     * springs. Empty where that is not known. */
    virtual std::vector<unsigned int>
    uncoupled_blocks() const
    {
      return {};
    }

    /** K y with the tangent at @p x [N]; the default is for linear systems. */
    virtual void
    stiffness_product(const State<A> &, const Vector &y, Vector &z) const
    {
      elastic_force(y, z);
    }

    /** C y with the tangent at @p x [N]; the default is for linear systems. */
    virtual void
    damping_product(const State<A> &x, const Vector &y, Vector &z) const
    {
      damping_force(x.q, y, z);
    }

    /** C as a sum of M and K, where it is one. */
    virtual std::optional<RayleighDamping>
    rayleigh_damping() const
    {
      if (is_damped())
        return {};
      return RayleighDamping{};
    }

    /** V(q) [J], given s = dV/dq(q); the default is that of a linear system. */
    virtual double
    strain_energy(const Vector &q, const Vector &s) const
    {
      return 0.5 * (q * s);
    }

    /** The work of c over a step from @p x to @p next [J], by the trapezoidal
     * rule. Systems override it if c has inertial forces: what they do is in
     * the kinetic energy. */
    virtual double
    damping_work(const State<A> &x, const State<A> &next) const
    {
      return -0.5 * (next.dq * x.damping_force + next.dq * next.damping_force);
    }

    /** Potential [J] of the constant loads F_c, -q^T F_c. */
    virtual double
    load_potential(const Vector &q) const = 0;
  };

  /** Brings momentum and damping force of @p x up to date with its q and v. */
  template <class System, Algebra A>
  void
  evaluate_forces_of_velocity(const System &system, State<A> &x)
  {
    system.momentum(x.q, x.v, x.momentum);
    if (system.is_damped())
      system.damping_force(x.q, x.v, x.damping_force);
  }

  /** Brings the forces of @p x up to date with its q and v. @p x.load is left.
   */
  template <class System, Algebra A>
  void
  evaluate_forces(const System &system, State<A> &x)
  {
    if (system.is_elastic())
      system.elastic_force(x.q, x.elastic_force);
    evaluate_forces_of_velocity(system, x);
  }

  /** Prepares @p solver for the S of @p weights at @p x. */
  template <class System, Algebra A>
  void
  factorize(const System             &system,
            const Weights            &weights,
            const State<A>           &x,
            typename A::LinearSolver &solver)
  {
    const auto assemble = [&](typename A::Matrix &S) {
      system.iteration_matrix(weights, x, S);
    };
    if constexpr (requires { solver.factorize_assembled(assemble); })
      solver.factorize_assembled(assemble); // S belongs to the solver
    else if constexpr (A::is_small)
      {
        typename A::Matrix S;
        assemble(S);
        solver.factorize(S);
      }
    else
      {
        const auto settings = system.linear_solver_settings(weights);
        if constexpr (requires(LinearOperator<typename A::Vector> S) {
                        solver.factorize(std::move(S), settings);
                      })
          if (auto S = system.iteration_operator(weights, x))
            {
              solver.factorize(std::move(*S), settings);
              return;
            }
        typename A::Matrix S;
        assemble(S);
        solver.factorize(S, settings);
      }
  }

  /** A state of the system's size with all entries zero. */
  template <class System, Algebra A>
  void
  reinit(const System &system, State<A> &x)
  {
    for (auto *const vector : vectors_of(x))
      system.reinit(*vector);
  }

  /** An increment of the system's size with all entries zero. */
  template <class System, Algebra A>
  void
  reinit(const System &system, ImpulseIncrement<A> &d)
  {
    for (auto *vector : {&d.dq, &d.dv, &d.da})
      system.reinit(*vector);
  }
} // namespace percuss

#endif
