// SPDX-License-Identifier: Apache-2.0
#include <percuss/mesh/mesh_contents.h>

#include <algorithm>

namespace percuss
{
  unsigned int
  GroupSets::with(const unsigned int set, const unsigned int group)
  {
    const auto [known, is_new] = larger.try_emplace({set, group}, 0);
    if (is_new)
      {
        Set        both = sets[set];
        const auto at   = std::ranges::lower_bound(both, group);
        if (at == both.end() || *at != group)
          both.insert(at, group);
        const auto [number, is_new_set] =
          numbers.try_emplace(both, static_cast<unsigned int>(sets.size()));
        if (is_new_set)
          sets.push_back(both);
        known->second = number->second;
      }
    return known->second;
  }

  unsigned int
  GroupSets::united(unsigned int set, const unsigned int other)
  {
    for (const unsigned int group : Set(sets[other]))
      set = with(set, group);
    return set;
  }

  unsigned int
  MeshContents::group(const MeshGroup &group)
  {
    const auto next  = static_cast<unsigned int>(groups.size());
    auto       place = next;
    if (group.number)
      place = by_number.try_emplace(*group.number, next).first->second;
    else
      place = by_name.try_emplace({group.name, group.kind}, next).first->second;
    if (place == next)
      groups.push_back(group);
    return place;
  }

  void
  MeshContents::add_point(const std::int64_t           number,
                          const std::array<double, 3> &point,
                          const MeshText              &place)
  {
    if (!place_of_point
           .try_emplace(number, static_cast<std::uint32_t>(points.size()))
           .second)
      place.fail("The node " + std::to_string(number) + " occurs twice.");
    points.push_back(point);
  }

  std::uint32_t
  MeshContents::point(const std::int64_t number, const MeshText &place) const
  {
    const auto known = place_of_point.find(number);
    if (known == place_of_point.end())
      place.fail("There is no node " + std::to_string(number) +
                 place.end_of_message());
    return known->second;
  }

  std::span<const std::array<std::uint8_t, 4>>
  face_nodes(const unsigned int dim, const unsigned int n_cell_nodes)
  {
    static constexpr std::array<std::array<std::uint8_t, 4>, 2> of_line{
      {{0, 0, 0, 0}, {1, 0, 0, 0}}};
    static constexpr std::array<std::array<std::uint8_t, 4>, 4>
      of_quadrilateral{
        {{0, 1, 0, 0}, {1, 2, 0, 0}, {2, 3, 0, 0}, {3, 0, 0, 0}}};
    static constexpr std::array<std::array<std::uint8_t, 4>, 6> of_hexahedron{
      {{0, 1, 2, 3},
       {4, 7, 6, 5},
       {0, 4, 5, 1},
       {1, 5, 6, 2},
       {2, 6, 7, 3},
       {3, 7, 4, 0}}};
    static constexpr std::array<std::array<std::uint8_t, 4>, 3> of_triangle{
      {{0, 1, 0, 0}, {1, 2, 0, 0}, {2, 0, 0, 0}}};
    static constexpr std::array<std::array<std::uint8_t, 4>, 4> of_tetrahedron{
      {{0, 1, 2, 0}, {0, 3, 1, 0}, {1, 3, 2, 0}, {2, 3, 0, 0}}};
    if (dim == 1)
      return of_line;
    if (n_cell_nodes == dim + 1)
      return dim == 2 ?
               std::span<const std::array<std::uint8_t, 4>>(of_triangle) :
               of_tetrahedron;
    if (dim == 2)
      return of_quadrilateral;
    return of_hexahedron;
  }

  bool
  is_cell_shape(const unsigned int dim, const unsigned int n_nodes)
  {
    return n_nodes == 1u << dim || n_nodes == dim + 1;
  }

  const char *
  name_of_shape(const unsigned int dim, const unsigned int n_nodes)
  {
    switch (dim)
      {
        case 0:
          return "a point";
        case 1:
          return "a line";
        case 2:
          return n_nodes == 3 ? "a triangle" : "a quadrilateral";
        default:
          return n_nodes == 4 ? "a tetrahedron" : "a hexahedron";
      }
  }

  const char *
  cells_of_dimension(const unsigned int dim)
  {
    return dim == 1 ? "lines" :
           dim == 2 ? "quadrilaterals or triangles" :
                      "hexahedra or tetrahedra";
  }
} // namespace percuss
