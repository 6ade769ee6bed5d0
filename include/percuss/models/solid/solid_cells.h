// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_solid_solid_cells_h
#define percuss_models_solid_solid_cells_h

#include <deal.II/base/quadrature.h>
#include <deal.II/fe/fe.h>
#include <deal.II/fe/mapping.h>
#include <deal.II/grid/tria.h>

#include <memory>

namespace percuss
{
  /**
   * What depends on the shape of cells, quadrilaterals and hexahedra of degree 1
   * or 2, or triangles and tetrahedra of degree 1: their shape functions, maps
   * and quadrature.
   */
  namespace SolidCells
  {
    /** The continuous polynomials of one component: FE_Q, or FE_SimplexP.
     * @pre degree = 1 on triangles and tetrahedra */
    template <int dim>
    std::unique_ptr<dealii::FiniteElement<dim>>
    scalar_element(const dealii::Triangulation<dim> &mesh, unsigned int degree);

    /** From the unit cell, by polynomials of the same degree. */
    template <int dim>
    std::unique_ptr<dealii::Mapping<dim>>
    mapping(const dealii::Triangulation<dim> &mesh, unsigned int degree);

    /**
     * Gauss' quadrature of cells: n points per direction. Of triangles and
     * tetrahedra n = 1, 2, 3 are rules exact for polynomials of degree 1, 2, 5
     * that do not depend on the order of the vertices: the center, dim + 1
     * points (P. C. Hammer, A. H. Stroud, Numerical integration over simplexes,
     * MTAC 10 (1956) 137-139), deal.II's QGaussSimplex(3).
     */
    template <int dim>
    dealii::Quadrature<dim>
    quadrature(const dealii::FiniteElement<dim> &element, unsigned int n);

    /** The same of faces. */
    template <int dim>
    dealii::Quadrature<dim - 1>
    face_quadrature(const dealii::FiniteElement<dim> &element, unsigned int n);

    /** The points of strain and stress: degree + 1 per direction; one of triangles
     * and tetrahedra, where both are constant, three where u_r/r is not.
     * @param element of one or of dim components */
    template <int dim>
    dealii::Quadrature<dim>
    strain_quadrature(const dealii::FiniteElement<dim> &element,
                      bool                              is_axisymmetric);

    /** Whether a shape function is not zero everywhere on a face: deal.II says so
     * of all those of triangles and tetrahedra. */
    template <int dim>
    bool
    is_on_face(const dealii::FiniteElement<dim> &element,
               unsigned int                      shape_function,
               unsigned int                      face);
  } // namespace SolidCells
} // namespace percuss

#endif
