// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_beam_line_mass_h
#define percuss_beam_line_mass_h

#include <percuss/beam/line_element.h>
#include <percuss/mechanics/boundary_mass.h>

#include <string>
#include <vector>

namespace percuss
{
  /** How the mass of a line is given to its nodes. */
  struct LineMassDescription
  {
    /** s of LineMass in [0, 1]: 0 is the consistent mass matrix, 1 the lumped
     * one, p/(p + 1) has the most accurate dispersion of waves. */
    double lumping = 0.;

    /** Nodes at contacts, and what becomes of their mass. */
    std::vector<unsigned int> contact_nodes = {};
    BoundaryMass              boundary_mass = BoundaryMass::kept;
  };

  /**
   * Mass of a line of equal elements per mass of a unit of length,
   *
   *     m_ab = f ((1 - s) int N_a N_b ds + s w_a delta_ab),   w_a = int N_a ds,
   *
   * in each element. Of contact nodes, unless their mass is kept, rows and
   * columns are zero. What is left is multiplied by a factor f of each element:
   * redistributed restores the mass of the elements of these nodes; weighted
   * restores length, centre and moment of inertia of the line along s by
   *
   *     f = 1 + d l^T mu/mu_0,   mu = (1^T m 1, 1^T m s, s^T m s)
   *
   * d the distance of the element from the nearest contact node, the smallest
   * such change in the sense of sum mu_0 (f - 1)^2/d: an impact meets the
   * nodes behind the contact nearly as they were, and the far end is changed
   * little. Where that takes more than three quarters of a mass, on coarse
   * meshes, d is 1. singular has f = 1 and leaves
   *
   *     m_bb - m_ba m_aa^{-1} m_ab,
   *
   * the mass of velocities less their projection on the N_a of contact nodes a
   * (Y. Renard, J. Comput. Appl. Math. 234 (2010) 906-923).
   *
   * Equations: doc/theory/massless_contacts.md (5b).
   */
  class LineMass
  {
  public:
    /** Throws InputError that names the @p beam where an element has no node
     * with mass, and where weights do not restore it.
     * @pre contact nodes are nodes of the line */
    LineMass(const LineElement         &element,
             const unsigned int         n_elements,
             const LineMassDescription &description,
             const std::string         &beam);

    /** m_ab of an element [m]. */
    double
    operator()(const unsigned int cell,
               const unsigned int a,
               const unsigned int b) const
    {
      return m(a, cell * static_cast<unsigned int>(m.rows()) + b);
    }

    /** sum_b m_ab over the elements of a node, its lumped mass [m]. */
    double
    of_node(const unsigned int node) const
    {
      return of_nodes[node];
    }

    /** m_aa of a node if the mass of contact nodes were kept, and its sum. */
    double
    kept_diagonal(const unsigned int node) const
    {
      return diagonal_kept[node];
    }

    double
    kept_of_node(const unsigned int node) const
    {
      return of_nodes_kept[node];
    }

    /** The nodes without mass. */
    const std::vector<unsigned int> &
    massless_nodes() const
    {
      return massless;
    }

  private:
    std::vector<unsigned int> massless;
    Eigen::MatrixXd           m; // of the elements, side by side
    std::vector<double>       of_nodes, diagonal_kept, of_nodes_kept;
  };
} // namespace percuss

#endif
