// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_mesh_abaqus_sets_h
#define percuss_mesh_abaqus_sets_h

#include <percuss/mesh/mesh_contents.h>

namespace percuss
{
  /** In capitals: names of Abaqus do not differ in case. */
  std::string
  abaqus_name(std::string text);

  std::string
  without_quotes(const std::string &text);

  /**
   * The sets of nodes and elements, surfaces and sections of an input file of
   * Abaqus, which may name each other before they are there: as they are read,
   * and, at the end, as groups of the contents. Fails as MeshText.
   */
  class AbaqusSets
  {
  public:
    using Fields = std::vector<std::string>;

    AbaqusSets(MeshContents &contents, const MeshText &text)
      : contents(contents)
      , text(text)
    {}

    /** An element of the contents, the last of the cells or of the faces.
     * @param set that it is in, or empty */
    void
    add_element(std::int64_t number, bool is_cell, const std::string &set);

    /** A node of the contents. */
    void
    add_node(std::uint32_t node, const std::string &set);

    /** A line of a set of nodes or elements: its members, numbers and other
     * sets, or the first, the last and a step. */
    void
    add_members(const std::string &set,
                bool               is_of_nodes,
                bool               is_range,
                const Fields      &members);

    /** A line of a surface: an element or a set, and perhaps a face, "S1". */
    void
    add_surface(const std::string &surface, const Fields &fields);

    /** @param material perhaps empty */
    void
    add_section(const std::string &set, const std::string &material);

    /** Elements that are no part of the mesh may be in sets. */
    void
    allow_unknown_elements()
    {
      passes_elements = true;
    }

    /** Makes all of them groups. */
    void
    enter();

  private:
    struct Place
    {
      bool          is_cell;
      std::uint32_t index; // of the cells, or the faces

      auto
      operator<=>(const Place &) const = default;
    };


    struct SetLine // of a set: its members, or first, last and step
    {
      std::string name;
      bool        is_range;
      Fields      fields;
      std::size_t line;
    };

    struct FaceOfElement
    {
      std::string surface, elements, face;
      std::size_t line;
    };

    struct Section
    {
      std::string set, material;
      std::size_t line;
    };


    /** Enters a name as it is written; returns it in capitals. */
    std::string
    enter_name(const std::string &name);
    template <class Add, class AddSet>
    void
    expand(const SetLine &line, const Add &add, const AddSet &add_set) const;
    template <class Sets>
    void
    append(Sets &sets, const SetLine &line, const std::string &other);
    void
    enter_sets();
    void
    enter_surfaces();
    void
    enter_sections();
    void
    add_faces(const Place &place, const FaceOfElement &part);
    unsigned int
    group_named(const std::string &in_capitals);
    void
    add_group(const Place &place, const std::string &name);

    MeshContents   &contents;
    const MeshText &text;
    bool            passes_elements = false;

    std::unordered_map<std::int64_t, Place>           elements;
    std::map<std::string, std::vector<std::uint32_t>> node_sets;
    std::map<std::string, std::vector<Place>>         element_sets;
    std::map<std::string, std::string>                names; // by capitals
    std::vector<SetLine>       lines_of_nodes, lines_of_elements;
    std::vector<FaceOfElement> surfaces;
    std::vector<Section>       sections;
  };
} // namespace percuss

#endif
