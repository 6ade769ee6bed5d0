// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_solid_create_mesh_h
#define percuss_models_solid_create_mesh_h

#include <percuss/mesh/mesh.h>

#include <deal.II/grid/tria.h>

#include <exception>
#include <string>

namespace percuss
{
  /**
   * Makes deal.II's mesh of one that was read, with its ids. Cells of negative
   * volume are turned. Triangles and tetrahedra are numbered along a curve of
   * Morton through their centers, so that cells of near numbers have nodes in
   * common, whatever the file's order is. Throws InputError where cells do not
   * fit together.
   */
  template <int dim>
  void
  create_mesh(const Mesh &mesh, dealii::Triangulation<dim> &triangulation);

  /** What deal.II says, without the frame that it draws around it. */
  std::string
  reason_of(const std::exception &error);
} // namespace percuss

#endif
