// SPDX-License-Identifier: Apache-2.0
#include <percuss/mesh/mesh_contents.h>

#include <algorithm>
#include <set>

namespace percuss
{
  namespace
  {
    using Contents = MeshContents;

    /** Nodes of a cell or a face, ascending: the same of all that share them.
     */
    template <std::size_t n>
    std::array<std::uint32_t, n>
    sorted(std::array<std::uint32_t, n> nodes, const unsigned int n_nodes)
    {
      std::sort(nodes.begin(), nodes.begin() + n_nodes);
      std::fill(nodes.begin() + n_nodes, nodes.end(), 0);
      return nodes;
    }

    /** Cells that occur once for each group that they are in become one; others
     * that occur again are noted. */
    void
    unite_equal_cells(Contents &contents)
    {
      struct Key
      {
        std::array<std::uint32_t, 8> nodes;
        std::uint32_t                cell;
      };
      std::vector<Key> keys;
      keys.reserve(contents.cells.size());
      for (const auto &cell : contents.cells)
        keys.push_back({sorted(cell.nodes, contents.n_cell_nodes()),
                        static_cast<std::uint32_t>(keys.size())});
      std::ranges::sort(keys, {}, [](const Key &key) {
        return std::pair(key.nodes, key.cell);
      });
      std::vector<bool> is_double(keys.size(), false);
      std::string       again; // the first one, and where it was before
      std::size_t       n_again = 0;
      for (std::size_t i = 0, first = 0; i < keys.size(); ++i)
        if (keys[i].nodes != keys[first].nodes)
          first = i;
        else if (i != first)
          {
            auto       &kept  = contents.cells[keys[first].cell];
            const auto &other = contents.cells[keys[i].cell];
            const auto  both  = contents.sets.united(kept.groups, other.groups);
            if (both == kept.groups && ++n_again == 1)
              again = "that in line " + std::to_string(other.line) +
                      " has those of line " + std::to_string(kept.line);
            kept.groups             = both;
            is_double[keys[i].cell] = true;
          }
      std::size_t i = 0;
      std::erase_if(contents.cells,
                    [&](const auto &) { return is_double[i++]; });
      if (n_again > 0)
        contents.notes.push_back(
          std::to_string(n_again) +
          " elements with the same nodes as another one (" + again +
          "), which counts once");
    }

    struct Face
    {
      std::array<std::uint32_t, 4> key, nodes;
      std::size_t                  line;
      unsigned int                 groups = 0;
    };

    std::vector<Face>
    boundary_faces(const Contents &contents, const MeshText &text)
    {
      const auto of_cell   = face_nodes(contents.dim, contents.n_cell_nodes());
      const unsigned int n = contents.n_face_nodes();
      std::vector<Face>  faces;
      faces.reserve(contents.cells.size() * of_cell.size());
      for (const auto &cell : contents.cells)
        for (const auto &local : of_cell)
          {
            Face face{{}, {}, cell.line};
            for (unsigned int i = 0; i < n; ++i)
              face.nodes[i] = cell.nodes[local[i]];
            face.key = sorted(face.nodes, n);
            faces.push_back(face);
          }
      std::ranges::stable_sort(faces, {}, &Face::key);
      std::size_t n_boundary = 0;
      for (std::size_t i = 0, end = 0; i < faces.size(); i = end)
        {
          while (end < faces.size() && faces[end].key == faces[i].key)
            ++end;
          if (end - i > 2)
            text.fail("The cell has a face that two others have, too, one in "
                      "line " +
                        std::to_string(faces[i].line) +
                        ". Remove cells that lie in the same place.",
                      faces[i + 2].line);
          if (end - i == 1)
            faces[n_boundary++] = faces[i];
        }
      faces.resize(n_boundary);
      return faces;
    }

    /** No cell has faces of another shape. Returns how many there are. */
    std::size_t
    remove_other_faces(Contents &contents)
    {
      return std::erase_if(contents.faces, [&](const auto &face) {
        return face.n_nodes != contents.n_face_nodes();
      });
    }

    /** Faces of the file that no cell has are not in the mesh. @param n_other of
     * those of other shapes */
    void
    note_loose_faces(Contents &contents, const std::size_t n_other)
    {
      std::vector<bool> has_cell(contents.points.size(), false);
      for (const auto &cell : contents.cells)
        for (unsigned int i = 0; i < contents.n_cell_nodes(); ++i)
          has_cell[cell.nodes[i]] = true;
      const auto is_loose = [&](const auto &f) {
        return !std::all_of(f.nodes.begin(),
                            f.nodes.begin() + contents.n_face_nodes(),
                            [&](const std::uint32_t i) { return has_cell[i]; });
      };
      const std::size_t n =
        n_other + static_cast<std::size_t>(
                    std::ranges::count_if(contents.faces, is_loose));
      if (n > 0)
        contents.notes.push_back(std::to_string(n) + " elements of dimension " +
                                 std::to_string(contents.dim - 1) +
                                 " that are on no cell");
    }

    /** Nodes of a set on the boundary that are in none of its faces. */
    void
    note_left_out(Contents                &contents,
                  const std::vector<Face> &faces,
                  const unsigned int       group,
                  const std::vector<bool> &is_in)
    {
      const unsigned int         n = contents.n_face_nodes();
      std::vector<unsigned char> place(contents.points.size(), 0);
      bool                       has_faces = false;
      for (const Face &face : faces)
        {
          const bool is_whole =
            std::all_of(face.nodes.begin(),
                        face.nodes.begin() + n,
                        [&](const std::uint32_t i) { return is_in[i]; });
          has_faces |= is_whole;
          for (unsigned int i = 0; i < n; ++i)
            if (is_in[face.nodes[i]])
              place[face.nodes[i]] |= is_whole ? 2 : 1;
        }
      const auto n_left_out = std::ranges::count(place, 1);
      if (has_faces && n_left_out > 0)
        contents.notes.push_back(
          std::to_string(n_left_out) + " nodes of the set '" +
          contents.groups[group].name +
          "' that are in none of its faces: boundaries are whole faces");
    }

    void
    enter_groups(Contents &contents, std::vector<Face> &faces)
    {
      for (const auto &element : contents.faces)
        {
          std::array<std::uint32_t, 4> key{};
          std::copy_n(element.nodes.begin(),
                      contents.n_face_nodes(),
                      key.begin());
          key = sorted(key, contents.n_face_nodes());
          const auto face =
            std::ranges::lower_bound(faces, key, {}, &Face::key);
          if (face != faces.end() && face->key == key)
            face->groups = contents.sets.united(face->groups, element.groups);
        }
      std::vector<bool> is_in;
      for (const auto &[group, nodes] : contents.node_sets)
        {
          is_in.assign(contents.points.size(), false);
          for (const std::uint32_t node : nodes)
            is_in[node] = true;
          for (Face &face : faces)
            if (std::all_of(face.nodes.begin(),
                            face.nodes.begin() + contents.n_face_nodes(),
                            [&](const std::uint32_t i) { return is_in[i]; }))
              face.groups = contents.sets.with(face.groups, group);
          note_left_out(contents, faces, group, is_in);
        }
    }

    bool
    is_number(const std::string &name)
    {
      return !name.empty() &&
             name.find_first_not_of("0123456789") == std::string::npos;
    }

    /** Ids of sets of groups, given as they come. */
    class Ids
    {
    public:
      explicit Ids(const Contents &contents)
        : contents(contents)
      {
        for (const MeshGroup &group : contents.groups)
          if (group.number)
            taken.insert(*group.number);
      }

      unsigned int
      operator()(const unsigned int set)
      {
        const auto [id, is_new] = ids.try_emplace(set, 0);
        if (is_new && set != 0)
          {
            id->second = new_id(contents.sets[set]);
            for (const unsigned int group : contents.sets[set])
              enter(contents.groups[group], id->second);
          }
        return id->second;
      }

      /** A group may be empty, of nodes that make no face; it is known all the
       * same, and has no ids. */
      void
      know(const MeshGroup &group)
      {
        if (!group.name.empty())
          by_kind[group.name][group.kind];
      }

      /** By name, and by name and kind where kinds differ. */
      GroupIds
      groups() const
      {
        GroupIds result = by_number;
        for (const auto &[name, kinds] : by_kind)
          {
            const bool is_one =
              std::ranges::all_of(kinds, [&](const auto &kind) {
                return kind.second == kinds.begin()->second;
              });
            if (is_one) // perhaps of nothing
              result[name];
            for (const auto &[kind, ids_of_kind] : kinds)
              if (!ids_of_kind.empty())
                result[is_one ? name : name + " (" + kind + ')'].insert(
                  ids_of_kind.begin(), ids_of_kind.end());
          }
        return result;
      }

    private:
      unsigned int
      new_id(const GroupSets::Set &set)
      {
        // the number of the only group that has one, once
        std::optional<unsigned int> number;
        unsigned int                n_numbers = 0;
        for (const unsigned int group : set)
          if (contents.groups[group].number)
            {
              number = contents.groups[group].number;
              ++n_numbers;
            }
        if (n_numbers == 1 && used.insert(*number).second)
          return *number;
        while (taken.contains(next))
          ++next;
        return next++;
      }

      void
      enter(const MeshGroup &group, const unsigned int id)
      {
        if (group.number)
          by_number[std::to_string(*group.number)].insert(id);
        if (!group.name.empty() && !(group.number && is_number(group.name)))
          by_kind[group.name][group.kind].insert(id);
      }

      const Contents                      &contents;
      std::set<unsigned int>               taken, used;
      unsigned int                         next = 1;
      std::map<unsigned int, unsigned int> ids;
      GroupIds                             by_number;
      std::map<std::string, GroupIds>      by_kind; // of names
    };
  } // namespace

  Mesh
  make_mesh(MeshContents &&contents, const MeshText &text)
  {
    check_cells(contents, text);
    unite_equal_cells(contents);
    const std::size_t n_other = remove_other_faces(contents);
    std::vector<Face> faces   = boundary_faces(contents, text);
    enter_groups(contents, faces);
    note_loose_faces(contents, n_other);

    Mesh mesh;
    mesh.has_simplices = contents.has_simplices();
    Ids material(contents), boundary(contents);
    for (const auto &cell : contents.cells)
      mesh.cells.push_back({cell.nodes, material(cell.groups)});
    for (const Face &face : faces)
      if (face.groups != 0)
        mesh.faces.push_back({face.nodes, boundary(face.groups)});
    for (const auto &[group, nodes] : contents.node_sets)
      boundary.know(contents.groups[group]);
    mesh.materials  = material.groups();
    mesh.boundaries = boundary.groups();
    mesh.points     = std::move(contents.points);
    mesh.notes      = std::move(contents.notes);
    mesh.file_name  = text.file_name;
    return mesh;
  }
} // namespace percuss
