// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_mesh_mesh_contents_h
#define percuss_mesh_mesh_contents_h

#include <percuss/mesh/mesh.h>
#include <percuss/mesh/mesh_text.h>

#include <optional>
#include <span>
#include <unordered_map>

namespace percuss
{
  /** A group of elements or nodes, by name, number or both. */
  struct MeshGroup
  {
    std::string                 name;
    std::optional<unsigned int> number;

    /** Where one name may mean several things, which one: "nodes". */
    std::string kind = {};
  };

  /** Sets of groups, each once: few even of many elements. Set 0 is empty. */
  class GroupSets
  {
  public:
    using Set = std::vector<unsigned int>; // ascending

    /** The number of @p set with one more group. */
    unsigned int
    with(unsigned int set, unsigned int group);

    /** The number of both together. */
    unsigned int
    united(unsigned int set, unsigned int other);

    const Set &
    operator[](const unsigned int set) const
    {
      return sets[set];
    }

  private:
    std::vector<Set>            sets{Set()};
    std::map<Set, unsigned int> numbers{{Set(), 0}};
    std::map<std::pair<unsigned int, unsigned int>, unsigned int> larger;
  };

  /** What readers find in a mesh file, before it is known to be a mesh. */
  class MeshContents
  {
  public:
    struct Element
    {
      std::array<std::uint32_t, 8> nodes{};
      unsigned int                 n_nodes = 0;
      unsigned int                 groups  = 0; ///< a set
      std::size_t                  line    = 0;
    };

    explicit MeshContents(const unsigned int dim)
      : dim(dim)
    {}

    /** Whether the first cell is a triangle or a tetrahedron. */
    bool
    has_simplices() const
    {
      return dim > 1 && !cells.empty() && cells.front().n_nodes == dim + 1;
    }

    /** Of the first cell. */
    unsigned int
    n_cell_nodes() const
    {
      return has_simplices() ? dim + 1 : 1u << dim;
    }

    unsigned int
    n_face_nodes() const
    {
      return has_simplices() ? dim : 1u << (dim - 1);
    }

    /** The number of a group, which is new or has that name or number. */
    unsigned int
    group(const MeshGroup &group);

    /** A node, whose number in the file must be new. */
    void
    add_point(std::int64_t                 number,
              const std::array<double, 3> &point,
              const MeshText              &place);

    /** Its place in `points`; fails if there is no such node. */
    std::uint32_t
    point(std::int64_t number, const MeshText &place) const;

    bool
    has_point(const std::int64_t number) const
    {
      return place_of_point.contains(number);
    }

    const unsigned int dim;

    std::vector<std::array<double, 3>> points;
    std::vector<Element>               cells, faces;
    std::vector<MeshGroup>             groups;
    GroupSets                          sets;

    /** Groups of nodes. */
    std::vector<std::pair<unsigned int, std::vector<std::uint32_t>>> node_sets;

    /** What is in the file and not in the mesh: `Mesh::notes`. */
    std::vector<std::string> notes;

  private:
    std::unordered_map<std::int64_t, std::uint32_t>             place_of_point;
    std::map<std::pair<std::string, std::string>, unsigned int> by_name;
    std::map<unsigned int, unsigned int>                        by_number;
  };

  /** The nodes of the faces of a cell, in the order of Abaqus: of triangles and
   * quadrilaterals round them; of tetrahedra and hexahedra the bottom, of these
   * the top, then the sides. */
  std::span<const std::array<std::uint8_t, 4>>
  face_nodes(unsigned int dim, unsigned int n_cell_nodes);

  /** Whether cells or faces of dimension @p dim may have so many nodes: 2^dim,
   * or dim + 1. */
  bool
  is_cell_shape(unsigned int dim, unsigned int n_nodes);

  /** "a line", "a triangle", "a quadrilateral" and so on. */
  const char *
  name_of_shape(unsigned int dim, unsigned int n_nodes);

  /** "lines", "quadrilaterals or triangles", "hexahedra or tetrahedra". */
  const char *
  cells_of_dimension(unsigned int dim);

  /** Fails where there are no cells, cells of two shapes, or one that is turned
   * inside out, flat or out of its plane. */
  void
  check_cells(const MeshContents &contents, const MeshText &text);

  /** Checks what was found and makes it a mesh. */
  Mesh
  make_mesh(MeshContents &&contents, const MeshText &text);

  MeshContents
  read_gmsh(MeshText &text, unsigned int dim);
  MeshContents
  read_abaqus(MeshText &text, unsigned int dim);
  MeshContents
  read_vtu(MeshText &text, unsigned int dim);
} // namespace percuss

#endif
