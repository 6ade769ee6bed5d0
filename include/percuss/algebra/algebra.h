// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_algebra_algebra_h
#define percuss_algebra_algebra_h

#include <concepts>

namespace percuss
{
  /**
   * What the time step asks of a vector: the operations of an inner-product
   * space under deal.II's names, so that the library's vectors model it as they
   * are. Vectors of one computation have the same size and distribution.
   */
  template <class V>
  concept VectorSpaceVector = requires(V x, const V y, const V z, double a)
  {
    {
      y *y
      } -> std::convertible_to<double>; // inner product
    x = a;                              // all entries
    x = y;                              // once, or where vectors are small
    x.equ(a, y);                        // x = a y
    x.add(a, y);                        // x = x + a y
    x.add(a, y, a, z);                  // x = x + a y + a z
    x.sadd(a, a, y);                    // x = a x + a y
  };

  /**
   * One way to hold vectors and matrices: the only thing that differs between
   * a ball with one degree of freedom and a mesh on a cluster.
   *
   * `is_small` says that vectors live on the stack: the time loop then copies
   * its work space into locals, which the compiler keeps in registers.
   */
  template <class A>
  concept Algebra = VectorSpaceVector<typename A::Vector> &&
    std::default_initializable<typename A::Vector> &&
    std::default_initializable<typename A::Matrix> &&
    requires(typename A::LinearSolver solver,
             const typename A::Matrix S,
             typename A::Vector       x,
             const typename A::Vector b)
  {
    {
      A::is_small
      } -> std::convertible_to<bool>;
    solver.factorize(S); // once, outside the time loop
    solver.solve(x, b);  // S x = b
  };
} // namespace percuss

#endif
