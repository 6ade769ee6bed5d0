// SPDX-License-Identifier: Apache-2.0
#include <percuss/models/solid/solid_cells.h>

#include <deal.II/fe/fe_q.h>
#include <deal.II/fe/fe_simplex_p.h>
#include <deal.II/fe/mapping_fe.h>
#include <deal.II/fe/mapping_q.h>

namespace percuss::SolidCells
{
  using namespace dealii;

  template <int dim>
  std::unique_ptr<FiniteElement<dim>>
  scalar_element(const Triangulation<dim> &mesh, const unsigned int degree)
  {
    if (mesh.all_reference_cells_are_hyper_cube())
      return std::make_unique<FE_Q<dim>>(degree);
    Assert(degree == 1, ExcInternalError()); // check() has refused others
    return std::make_unique<FE_SimplexP<dim>>(degree);
  }

  template <int dim>
  std::unique_ptr<Mapping<dim>>
  mapping(const Triangulation<dim> &mesh, const unsigned int degree)
  {
    if (mesh.all_reference_cells_are_hyper_cube())
      return std::make_unique<MappingQ<dim>>(degree);
    return std::make_unique<MappingFE<dim>>(FE_SimplexP<dim>(1));
  }

  namespace
  {
    /** One point near each vertex. */
    template <int dim>
    Quadrature<dim>
    points_near_vertices()
    {
      const double            near = dim == 2 ? 1. / 6. : 0.1381966011250105;
      std::vector<Point<dim>> points(dim + 1);
      for (unsigned int a = 0; a <= dim; ++a)
        for (unsigned int d = 0; d < dim; ++d)
          points[a][d] = a == d + 1 ? 1. - dim * near : near;
      const double unit_volume = dim == 2 ? 1. / 2. : 1. / 6.;
      return {points, std::vector<double>(dim + 1, unit_volume / (dim + 1.))};
    }

    template <int dim>
    Quadrature<dim>
    quadrature_of(const ReferenceCell cell, const unsigned int n)
    {
      if constexpr (dim > 1) // of lines it is the same
        if (cell.is_simplex() && n == 2)
          return points_near_vertices<dim>();
      return cell.template get_gauss_type_quadrature<dim>(n);
    }
  } // namespace

  template <int dim>
  Quadrature<dim>
  quadrature(const FiniteElement<dim> &element, const unsigned int n)
  {
    return quadrature_of<dim>(element.reference_cell(), n);
  }

  template <int dim>
  Quadrature<dim - 1>
  face_quadrature(const FiniteElement<dim> &element, const unsigned int n)
  {
    return quadrature_of<dim - 1>(
      element.reference_cell().face_reference_cell(0), n);
  }

  template <int dim>
  Quadrature<dim>
  strain_quadrature(const FiniteElement<dim> &element,
                    const bool                is_axisymmetric)
  {
    if (element.reference_cell().is_simplex())
      return quadrature(element, is_axisymmetric ? 2 : 1);
    return quadrature(element, element.degree + 1);
  }

  template <int dim>
  bool
  is_on_face(const FiniteElement<dim> &element,
             const unsigned int        shape_function,
             const unsigned int        face)
  {
    const ReferenceCell cell = element.reference_cell();
    if (!cell.is_simplex())
      return element.has_support_on_face(shape_function, face);
    // of degree 1, in the order of the vertices
    const unsigned int vertex =
      element.system_to_component_index(shape_function).second;
    for (unsigned int v = 0; v < dim; ++v)
      if (cell.face_to_cell_vertices(face, v, 1) == vertex)
        return true;
    return false;
  }

#define PERCUSS_INSTANTIATE(dim)                                                \
  template std::unique_ptr<FiniteElement<dim>> scalar_element(                  \
    const Triangulation<dim> &, unsigned int);                                  \
  template std::unique_ptr<Mapping<dim>> mapping(const Triangulation<dim> &,    \
                                                 unsigned int);                 \
  template Quadrature<dim>               quadrature(const FiniteElement<dim> &, \
                                                    unsigned int);              \
  template Quadrature<dim - 1> face_quadrature(const FiniteElement<dim> &,      \
                                               unsigned int);                   \
  template Quadrature<dim>     strain_quadrature(const FiniteElement<dim> &,    \
                                                 bool);                         \
  template bool                is_on_face(const FiniteElement<dim> &,           \
                                          unsigned int,                         \
                                          unsigned int);
  PERCUSS_INSTANTIATE(2)
  PERCUSS_INSTANTIATE(3)
#undef PERCUSS_INSTANTIATE
} // namespace percuss::SolidCells
