// SPDX-License-Identifier: Apache-2.0

#ifndef percuss_complementarity_cone_rows_h
#define percuss_complementarity_cone_rows_h

#include <percuss/complementarity/cone_complementarity_problem.h>

#include <Eigen/Core>

namespace percuss
{
  /** Of one block; entries beyond its rows are zero, or do not count. */
  using ConeVector    = Eigen::Vector<double, Cone::max_rows>;
  using TangentVector = Eigen::Vector<double, Cone::max_rows - 1>;
  using ConeMatrix    = Eigen::Matrix<double, Cone::max_rows, Cone::max_rows>;

  /**
   * The rows of a block of for_each_block() that obey x ∈ L, y ∈ L, x·y = 0
   * with x = D P, D y = U + (s, 0, 0), D = diag(mu, 1, 1), and L = {x_0 >=
   * |x_T|}: all those of a contact with friction, mu = 1 and the first row of
   * a unilateral row and of a contact without, none of the others. Rows of the
   * block beyond them have P = 0 or, bilateral, U = 0.
   */
  struct ConeRows
  {
    explicit ConeRows(const Cone &cone)
      : n(cone.kind == Cone::Kind::unilateral   ? 1 :
          cone.kind != Cone::Kind::second_order ? 0 :
          cone.friction_coefficient > 0.        ? cone.n_rows :
                                                  1)
      , first(cone.first_row)
      , mu(n > 1 ? cone.friction_coefficient : 1.)
    {}

    unsigned int n, first;
    double       mu;
  };
} // namespace percuss

#endif
