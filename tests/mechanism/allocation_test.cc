// SPDX-License-Identifier: Apache-2.0

// What is called in every step allocates nothing. Counted in malloc itself:
// Eigen allocates with malloc, not operator new.

#include "random_state.h"

#include <percuss/mechanism/mechanism_constraints.h>
#include <percuss/mechanism/planar_mechanism.h>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

// The sanitizers have a malloc of their own, which must stay in place.
#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && \
  !defined(__SANITIZE_THREAD__)

namespace
{
  thread_local unsigned long n_allocations = 0;
}

extern "C" void *__libc_malloc(std::size_t);
extern "C" void *__libc_calloc(std::size_t, std::size_t);
extern "C" void *
__libc_realloc(void *, std::size_t);

extern "C" void *
malloc(std::size_t size)
{
  ++n_allocations;
  return __libc_malloc(size);
}

extern "C" void *
calloc(std::size_t count, std::size_t size)
{
  ++n_allocations;
  return __libc_calloc(count, size);
}

extern "C" void *
realloc(void *memory, std::size_t size)
{
  ++n_allocations;
  return __libc_realloc(memory, size);
}

namespace percuss::test
{
  template <class Function>
  unsigned long
  n_allocations_of(const Function &f)
  {
    const unsigned long before = n_allocations;
    f();
    return n_allocations - before;
  }

  TEST(MechanismAllocation, NoneInAStep)
  {
    EXPECT_GT(n_allocations_of([] { std::vector<double> x(100, 1.); }), 0u);

    const FramePoint     a{0, {0.3, -0.2}}, b{3, {-0.4, 0.1}}, ground{};
    MechanismDescription d;
    d.bodies            = {{"a", {2., 0.3}, {1., 2., 0.5}, {0., 0., 0.}},
                           {"b", {3., 0.7}, {-1., 0.5, -0.4}, {0., 0., 0.}}};
    d.springs           = {{"s", a, b, 50., 0.8, 3., 2.}};
    d.torsional_springs = {{"t", -1, 3, 6., 0.2, 0.8}};
    d.loads             = {{0, 1., [](const double t) { return std::sin(t); }}};
    for (const auto kind : {Joint::Kind::fixed,
                            Joint::Kind::prismatic,
                            Joint::Kind::distance,
                            Joint::Kind::drive})
      {
        d.joints.push_back({std::to_string(d.joints.size()), kind, a, b});
        d.joints.back().length = 1.;
        d.joints.back().motion = {[](const double t) { return t; },
                                  [](const double) { return 1.; }};
      }
    for (const auto obstacle : {Contact::Obstacle::line,
                                Contact::Obstacle::circle,
                                Contact::Obstacle::inside_circle})
      {
        d.contacts.push_back({"c" + std::to_string(d.contacts.size()),
                              a,
                              0.1,
                              obstacle,
                              d.contacts.empty() ? ground : b,
                              {1., 2.},
                              0.7,
                              {0.5, 0.1, 0.}});
      }
    const PlanarMechanism      mechanism(d);
    const MechanismConstraints constraints(d.joints, d.contacts);
    const std::size_t          m = constraints.n_constraints();
    std::vector<double>        p(m, 1.), u(m);
    State<DenseAlgebra>        x;
    reinit(mechanism, x);
    x.q                          = mechanism.initial_position();
    x.v                          = random_vector(6, 1);
    DenseVector                y = x.v, z = x.v;
    Eigen::MatrixXd            S(6, 6);
    DenseAlgebra::LinearSolver solver;
    mechanism.iteration_matrix({1., 1., 1.}, x, S);
    solver.factorize(S);

    EXPECT_EQ(n_allocations_of([&] {
                constraints.gap(x.q, 0.1, u);
                constraints.gap_rate(x.q, 0.1, u);
                constraints.velocity(x.q, x.v, u);
                constraints.add_impulse(x.q, p, y);
              }),
              0u);
    EXPECT_EQ(n_allocations_of([&] {
                mechanism.load(0.3, x.load);
                evaluate_forces(mechanism, x);
                mechanism.iteration_matrix({1., 1., 1.}, x, S);
                mechanism.stiffness_product(x, y, z);
                mechanism.damping_product(x, y, z);
                (void) mechanism.strain_energy(x.q, x.elastic_force);
                (void) mechanism.load_potential(x.q);
                solver.factorize(S);
                solver.solve(z, y);
                solver.vmult(y, z);
                y.equ(1., z);
                y.add(1., z, 2., x.v);
                y.sadd(2., 1., z);
                y = 0.;
                y = z;
              }),
              0u);
  }
} // namespace percuss::test

#endif
