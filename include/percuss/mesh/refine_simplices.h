// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_mesh_refine_simplices_h
#define percuss_mesh_refine_simplices_h

#include <percuss/mesh/mesh.h>

namespace percuss
{
  /**
   * Cuts each triangle in four, each tetrahedron in eight, at the middles of
   * edges: four tetrahedra at the corners, and four of the octahedron between
   * them, about its shortest diagonal, the first of several. Cells and faces
   * keep their ids; those of a cell follow each other.
   *
   * J. Bey, Tetrahedral grid refinement, Computing 55 (1995) 355-378, who takes
   * a diagonal by the numbers of nodes.
   *
   * @pre mesh.has_simplices
   */
  void
  refine_simplices(Mesh &mesh, unsigned int dim);
} // namespace percuss

#endif
