// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_constraints_nodal_rows_h
#define percuss_constraints_nodal_rows_h

#include <percuss/algebra/algebra.h>

#include <cstddef>
#include <span>

namespace percuss
{
  /**
   * A Jacobian G whose rows act on single nodes, as those of nodes that touch
   * rigid obstacles do. The active rows G_A are then orthogonal from node to
   * node, and with
   *
   *     G_A^+ = G_A^T (G_A G_A^T)^{-1}       (blocks of one node's rows)
   *
   * equations G_A z = c are imposed on a linear system without changing its
   * matrix: z = G_A^+ c + (1 - G_A^+ G_A) y. Dependent rows of a node share
   * their multiplier: (G_A G_A^T)^{-1} is then a pseudoinverse.
   *
   * Reduced arrays (m entries) are known to all ranks; @p active has one entry
   * per row, not zero where the row is in A. project() and add_lift() do not
   * communicate. Nothing allocates but the constructors.
   */
  template <Algebra A>
  class NodalRows
  {
  public:
    using Vector = typename A::Vector;

    virtual ~NodalRows() = default;

    /** Sets G = dg/dq at the configuration @p q and the time @p t. */
    virtual void
    update(const Vector &q, double t) = 0;

    /** x <- (1 - G_A^+ G_A) x. */
    virtual void
    project(std::span<const unsigned char> active, Vector &x) const = 0;

    /** x <- x + G_A^+ c. Entries of @p c off A are not read. */
    virtual void
    add_lift(std::span<const unsigned char> active,
             std::span<const double>        c,
             Vector                        &x) const = 0;

    /** p_A = (G_A^+)^T r, and p = 0 off A: r = G_A^T p if r is in the range. */
    virtual void
    multipliers(std::span<const unsigned char> active,
                const Vector                  &r,
                std::span<double>              p) const = 0;
  };
} // namespace percuss

#endif
