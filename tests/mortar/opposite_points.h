// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_tests_mortar_opposite_points_h
#define percuss_tests_mortar_opposite_points_h

#include <percuss/mortar/mortar_rows.h>

namespace percuss::test
{
  /** sum_b P_jb */
  template <int dim>
  double
  sum(const MortarRow<dim> &row)
  {
    double result = 0.;
    for (const auto &[b, P] : row.masters)
      result += P;
    return result;
  }

  /** sum_b P_jb x_b
   * @param master a ContactCurve or ContactFacets */
  template <int dim, class Faces>
  Eigen::Matrix<double, dim, 1>
  opposite(const MortarRow<dim> &row, const Faces &master)
  {
    Eigen::Matrix<double, dim, 1> x = Eigen::Matrix<double, dim, 1>::Zero();
    for (const auto &[b, P] : row.masters)
      x += P * master.nodes[b];
    return x;
  }
} // namespace percuss::test

#endif
