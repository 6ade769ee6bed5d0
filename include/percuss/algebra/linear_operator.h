// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_algebra_linear_operator_h
#define percuss_algebra_linear_operator_h

#include <functional>

namespace percuss
{
  /** A symmetric positive definite S that is known by its products, for
   * iterations that ask for no entries but those of its diagonal. */
  template <class Vector>
  struct LinearOperator
  {
    /** y = S x, of arguments x, y. Collective. */
    std::function<void(const Vector &, Vector &)> multiply;

    /** What an iteration is preconditioned with: the diagonal of S, or one near
     * it. Without zeros, unless S is diagonal, and singular then. */
    Vector diagonal;

    /** Whether S has no other entries than those of the diagonal. */
    bool is_diagonal = false;
  };
} // namespace percuss

#endif
