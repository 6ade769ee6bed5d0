// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_beam_line_element_h
#define percuss_beam_line_element_h

#include <Eigen/Core>

#include <string>
#include <vector>

namespace percuss
{
  /**
   * Lagrange polynomials N_a of degree p with the Gauss-Lobatto points as nodes
   * a = 0, ..., p from one end to the other, on an element of length l [m], at
   * its p Gauss points. Strains of beams that are integrated by these do not
   * lock (Noor and Peters, IJNME 17, 1981).
   */
  struct LineElement
  {
    LineElement(const unsigned int degree, const double length);

    unsigned int        degree;       ///< p >= 1
    double              length;       ///< l [m]
    std::vector<double> nodes;        ///< in [0, 1] (p + 1)
    std::vector<double> points;       ///< of Gauss, in [0, 1] (p)
    std::vector<double> weights;      ///< of these, their sum is l (p) [m]
    Eigen::MatrixXd     shapes;       ///< N_a in column k of point k (p + 1, p)
    Eigen::MatrixXd     slopes;       ///< dN_a/ds in column k (p + 1, p) [1/m]
    Eigen::MatrixXd     mass;         ///< int N_a N_b ds, exact [m]
    std::vector<double> node_weights; ///< int N_a ds (p + 1) [m]
  };

  /** Throws InputError that names @p beam unless its @p length [m] is positive,
   * there are elements and their degree is between 1 and 10. */
  void
  check_line_mesh(const std::string &beam,
                  const double       length,
                  const unsigned int n_elements,
                  const unsigned int degree);
} // namespace percuss

#endif
