// SPDX-License-Identifier: Apache-2.0
#include <percuss/mortar/corner_rows.h>
#include <percuss/mortar/face_normals.h>
#include <percuss/mortar/faces_beyond_edges.h>

#include <algorithm>

namespace percuss
{
  template <class Faces>
  FacesBeyondEdges<Faces>::FacesBeyondEdges(const Faces &boundary)
    : faces(boundary)
    , beyond(boundary.faces.size())
  {
    using boost::container::small_vector;
    std::vector<small_vector<std::size_t, 8>> faces_at(faces.nodes.size());
    for (std::size_t f = 0; f < beyond.size(); ++f)
      for (const unsigned int node : nodes_of(faces.faces[f]))
        faces_at[node].push_back(f);
    for (std::size_t f = 0; f < beyond.size(); ++f)
      for (const unsigned int node : nodes_of(faces.faces[f]))
        for (const std::size_t g : faces_at[node])
          if (const Point n = faces.normal(f);
              n.dot(faces.normal(g)) < cosine_of_edges &&
              n.dot(faces.middle(g) - faces.middle(f)) < 0. &&
              std::ranges::find(beyond[f], g) == beyond[f].end())
            beyond[f].push_back(g);
  }

  template <class Faces>
  bool
  FacesBeyondEdges<Faces>::has_come_in_there(const std::size_t face,
                                             const Point      &x) const
  {
    constexpr double margin = CornerRow<Point::RowsAtCompileTime>::margin;
    const auto       depth  = [&](const std::size_t f) {
      return faces.normal(f).dot(faces.middle(f) - x);
    };
    const double least = depth(face) - margin * faces.length(face);
    return least > 0. && std::ranges::any_of(beyond[face], [&](const auto g) {
             return least > other_way * depth(g);
           });
  }

  template class FacesBeyondEdges<ContactCurve>;
  template class FacesBeyondEdges<ContactFacets>;
} // namespace percuss
