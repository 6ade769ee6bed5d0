// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_mesh_mesh_h
#define percuss_mesh_mesh_h

#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace percuss
{
  /** What a group of cells or faces is called, and the ids that it consists of:
   * a cell or face that is in several groups has an id of its own. */
  using GroupIds = std::map<std::string, std::set<unsigned int>>;

  /**
   * A mesh of lines, quadrilaterals or hexahedra, or of triangles or tetrahedra,
   * as it stands in a file. Nodes of a cell are round it, those of a hexahedron
   * first round its bottom, then in the same order round its top, those of a
   * tetrahedron in any order.
   */
  struct Mesh
  {
    template <std::size_t n>
    struct Element
    {
      std::array<std::uint32_t, n> nodes; ///< of `points`, the first of n count
      unsigned int                 id;    ///< of the material or the boundary
    };

    std::string                        file_name;
    std::vector<std::array<double, 3>> points; ///< [m]
    std::vector<Element<8>>            cells;
    std::vector<Element<4>>            faces; ///< boundary faces in a group

    /** Of triangles or tetrahedra: of dim + 1 nodes, their faces of dim. */
    bool has_simplices = false;

    GroupIds materials, boundaries; ///< names and numbers of the groups

    /** What is in the file and not in the mesh. */
    std::vector<std::string> notes;
  };

  /** The notes of a mesh as a warning, or none. */
  std::vector<std::string>
  warnings_of(const Mesh &mesh);

  /**
   * Reads a mesh of dimension 1 (lines), 2 (quadrilaterals or triangles in the
   * plane of x and y) or 3 (hexahedra or tetrahedra). The end of the name says
   * what the file is:
   *
   *     .msh  Gmsh, text or binary, version 2 or 4: physical groups, by name
   *           and number
   *     .inp  Abaqus: sets of nodes and elements, surfaces, materials of
   *           sections, by name; those of an instance whose names others have,
   *           too, as "instance.set"
   *     .vtu  VTK: cell data 'material' by number; data that are 0 and 1, of
   *           cells or of points, by name
   *
   * A group of nodes is, as a boundary, the faces all of whose nodes are in it.
   * Where sets of different kinds have one name and different members, their
   * names are "top (nodes)", "top (surface)". What is in one group with a
   * number has it as its id. Throws InputError with file and line: for what
   * cannot be read or is not known (meshes/keywords.md), other cells, cells of
   * two shapes, cells that are turned inside out or occur at faces of two
   * others.
   */
  Mesh
  read_mesh(const std::string &file_name, unsigned int dim);

  /**
   * The ids of a group: its name or number; else the one that a name means that
   * differs in case only; else the whole number that @p label is. None if it
   * is neither.
   */
  std::set<unsigned int>
  ids_of(const std::string &label, const GroupIds &groups);

  /** "'head', 'handle'": the names that are no numbers, or "none". */
  std::string
  names_in(const GroupIds &groups);
} // namespace percuss

#endif
