// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_finite_element_attained_frequency_h
#define percuss_finite_element_attained_frequency_h

#include <percuss/algebra/eigenvalues.h>
#include <percuss/mechanics/mechanical_system.h>

#include <Eigen/Core>

#include <algorithm>
#include <cmath>

namespace percuss
{
  /**
   * A lower bound of omega_max [1/s], the largest frequency of M x'' + K x = 0
   * with the tangents at a state: the root of the largest Ritz value of M^{-1}
   * K in the Krylov space of a vector phi (Lanczos, in the inner product of M).
   * It is omega_max itself where a fastest mode lies in that space. Of bodies
   * held where they have no mass. Collective.
   *
   * @param phi     no multiple of a vector with K phi = 0; zero where
   * displacements are held
   * @param n_steps largest dimension of the space
   */
  template <class System, Algebra A>
  double
  attained_frequency(const System      &system,
                     const State<A>    &x,
                     typename A::Vector phi,
                     const unsigned int n_steps)
  {
    using Vector = typename A::Vector;
    typename A::LinearSolver mass;
    const bool               is_held = system.has_massless_boundary();
    factorize(system, {1., 0., 0., is_held ? 1. : 0.}, x, mass);
    Vector before, y, z;
    for (Vector *vector : {&before, &y, &z})
      system.reinit(*vector);
    const auto hold = [&](Vector &vector) {
      if (is_held)
        {
          system.massless_part(vector, z);
          vector.add(-1., z);
        }
    };
    hold(phi);

    Eigen::VectorXd diagonal(n_steps), beside(n_steps);
    double          scale = 0.; // of M^{-1} K
    unsigned int    n     = 0;
    for (; n < n_steps; ++n)
      {
        system.momentum(x.q, phi, y);
        const double length = std::sqrt(std::max(0., phi * y));
        if (!(length > 1e-10 * scale)) // the space is invariant
          break;
        if (n > 0)
          beside[n - 1] = length;
        phi *= 1. / length;
        // z = M^{-1} K phi - diagonal phi - beside before
        system.stiffness_product(x, phi, y);
        diagonal[n] = phi * y;
        scale       = std::max(scale, std::abs(diagonal[n]));
        hold(y);
        mass.solve(z, y);
        z.add(-diagonal[n], phi);
        if (n > 0)
          z.add(-length, before);
        before = phi;
        phi    = z;
      }
    if (n == 0)
      return 0.;
    const double ritz =
      largest_tridiagonal_eigenvalue(diagonal.head(n), beside.head(n - 1));
    return std::sqrt(std::max(0., ritz));
  }
} // namespace percuss

#endif
