// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_mesh_abaqus_model_h
#define percuss_mesh_abaqus_model_h

#include <percuss/mesh/mesh_contents.h>

namespace percuss
{
  /** In capitals: names of Abaqus do not differ in case. */
  std::string
  abaqus_name(std::string text);

  std::string
  without_quotes(const std::string &text);

  /** A type of elements. */
  struct AbaqusShape
  {
    unsigned int dimension = 0; ///< 0 of points, springs, connectors
    unsigned int n_nodes   = 0; ///< 0 of those that a mesh cannot have
    bool         is_shell  = false;
  };

  /** Fails, as MeshText, of a type that is not known. */
  AbaqusShape
  abaqus_shape(const std::string &type, const MeshText &text);

  /** What a part, an instance or the assembly has, as it stands in the file. A
   * file without parts has all in its assembly. */
  struct AbaqusScope
  {
    using Fields = std::vector<std::string>;

    struct Node
    {
      std::int64_t          number;
      std::array<double, 3> point;
      std::size_t           line;
    };

    struct Element
    {
      std::int64_t                number;
      AbaqusShape                 shape;
      std::array<std::int64_t, 8> nodes;
      std::size_t                 line;
    };

    /** Nodes or elements of a keyword *NODE or *ELEMENT that names a set. */
    struct Range
    {
      std::string set;
      std::size_t begin, end;
    };

    struct SetLine ///< its members, or first, last and step
    {
      std::string set;
      bool        of_nodes, is_range, is_internal;
      bool        by_elements; ///< whose nodes are meant
      std::string instance;    ///< whose numbers they are, or empty
      Fields      fields;
      std::size_t line;
    };

    struct SurfaceLine
    {
      std::string surface;
      bool        is_internal;
      std::string elements, face;
      std::size_t line;
    };

    struct Section
    {
      std::string set, material;
      std::size_t line;
    };

    std::string              name;
    std::vector<Node>        nodes;
    std::vector<Element>     elements;
    std::vector<Range>       ranges_of_nodes, ranges_of_elements;
    std::vector<SetLine>     node_sets, element_sets, node_surfaces;
    std::vector<SurfaceLine> surfaces;
    std::vector<Section>     sections;
    bool                     has_other_elements = false; ///< that are not read
  };

  /** A part in its place: moved, then turned about the axis from a to b. */
  struct AbaqusInstance
  {
    AbaqusScope           own; ///< with the name of the instance
    std::string           part;
    std::size_t           line = 0;
    std::array<double, 3> translation{}, a{}, b{};
    double                angle = 0.; ///< [degrees]

    /** Where a point of the part is. */
    std::array<double, 3>
    placed(const std::array<double, 3> &point) const;
  };

  /** What an input file has of nodes, elements, sets and surfaces. */
  struct AbaqusModel
  {
    AbaqusScope                 assembly;
    std::vector<AbaqusScope>    parts;
    std::vector<AbaqusInstance> instances;

    /** Names as they are written first, by those in capitals. */
    std::map<std::string, std::string> names;

    /** Enters a name; returns it in capitals. */
    std::string
    enter_name(const std::string &name);
  };

  /** Makes nodes, elements and groups of them; fails as MeshText. */
  void
  enter_abaqus_model(AbaqusModel    &model,
                     MeshContents   &contents,
                     const MeshText &text);
} // namespace percuss

#endif
