// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_bar_bar_cell_mass_h
#define percuss_models_bar_bar_cell_mass_h

#include <percuss/models/bar/bar_mesh.h>

#include <deal.II/base/quadrature.h>
#include <deal.II/fe/fe_q.h>
#include <deal.II/lac/full_matrix.h>

#include <vector>

namespace percuss
{
  /** Shape functions of elements at points of a quadrature. */
  struct ShapesAtPoints
  {
    ShapesAtPoints(const dealii::FE_Q<1>       &element,
                   const dealii::Quadrature<1> &quadrature);

    std::size_t
    n_points() const
    {
      return points.size();
    }

    std::vector<double>        points;  ///< between 0 and 1
    std::vector<double>        weights; ///< whose sum is 1
    dealii::FullMatrix<double> values;  ///< phi_i at point k
    dealii::FullMatrix<double> slopes;  ///< l phi_i' at point k
  };

  /**
   * Mass of an element between its nodes,
   *
   *     m_ij = (1 - s) int rho A phi_i phi_j dx + s sum_k w_k rho A phi_i phi_j,
   *
   * s = BarRowDescription::lumping, the sum by the quadrature whose points are
   * the nodes, which makes it diagonal. Of nodes that may touch something,
   * BarRowDescription::boundary_mass says what becomes of their rows and
   * columns: they are removed; redistributed gives m_aa to the other nodes of
   * the element, in proportion to theirs; weighted multiplies the masses of a
   * bar by the constant that restores its mass; singular has
   *
   *     m_bb - m_ba m_aa^{-1} m_ab
   *
   * for the others b: the kinetic energy of the velocity less its projection on
   * the shape functions of the nodes a, in the metric of m (Y. Renard, J.
   * Comput. Appl. Math. 234 (2010) 906-923). Of a consistent linear element it
   * is rho A l/4, of a lumped one the same as none.
   *
   * Equations: doc/theory/massless_contacts.md (5b).
   */
  class BarCellMass
  {
  public:
    /** Throws InputError for a property that is not positive somewhere and for
     * an element whose nodes are all held or without mass. Collective. */
    BarCellMass(const BarRowDescription &description, const BarMesh &mesh);

    /** m [kg], valid until the next call. Throws InputError for a property that
     * is not positive. */
    const dealii::FullMatrix<double> &
    operator()(const BarElement &cell);

    /** Whether a vertex of a cell, 0 on the left, is a node without mass. */
    bool
    is_massless(const BarElement &cell, unsigned int vertex) const;

  private:
    bool
    is_clamped(const BarElement &cell, unsigned int vertex) const;

    /** m with all nodes. */
    void
    compute(const BarElement &cell);

    /** Adds factor times the integral by the points of a quadrature. */
    void
    add(double factor, const ShapesAtPoints &at, const BarElement &cell);

    /** Takes the mass of a node of the element away. */
    void
    remove(unsigned int a);

    const BarRowDescription   &description;
    const BarMesh             &mesh;
    const ShapesAtPoints       gauss, nodal;
    dealii::FullMatrix<double> m;
    std::vector<double>        factors; // of the bars
  };

  /** A property that must be positive, at @p x of a cell of a bar; throws
   * InputError. */
  double
  positive(const BarProperty &property,
           const char        *name,
           double             x,
           unsigned int       bar,
           unsigned int       material);
} // namespace percuss

#endif
