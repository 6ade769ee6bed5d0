// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_mortar_face_normals_h
#define percuss_mortar_face_normals_h

#include <percuss/mortar/contact_curve.h>
#include <percuss/mortar/contact_facets.h>

#include <boost/container/small_vector.hpp>

#include <array>
#include <span>
#include <vector>

namespace percuss
{
  inline std::span<const unsigned int>
  nodes_of(const std::array<unsigned int, 2> &face)
  {
    return face;
  }

  inline std::span<const unsigned int>
  nodes_of(const ContactFacets::Face &face)
  {
    return {face.nodes.data(), face.n_nodes};
  }

  /** Whether two faces have a node in common. */
  template <class Face>
  bool
  share_node(const Face &a, const Face &b)
  {
    for (const unsigned int i : nodes_of(a))
      for (const unsigned int j : nodes_of(b))
        if (i == j)
          return true;
    return false;
  }

  /**
   * The normals n_fj of a boundary at the nodes j of each face f, in their order:
   *
   *     n_fj = sum_g n_g / |sum_g n_g|,
   *
   * of the unit normals of all faces g at j that turn by at most 50 degrees
   * against f. Across a sharper edge each side has its own.
   *
   * @param faces a ContactCurve or ContactFacets
   *
   * Equations: doc/theory/mortar_contact.md (1).
   */
  template <class Faces>
  auto
  face_normals(const Faces &faces)
  {
    using Normal                  = decltype(faces.normal(0));
    constexpr double least_cosine = 0.6428;

    using boost::container::small_vector;
    std::vector<Normal>                        normals;
    std::vector<small_vector<unsigned int, 8>> faces_at(faces.nodes.size());
    for (unsigned int f = 0; f < faces.faces.size(); ++f)
      {
        normals.push_back(faces.normal(f));
        for (const unsigned int node : nodes_of(faces.faces[f]))
          faces_at[node].push_back(f);
      }
    std::vector<small_vector<Normal, 4>> result(faces.faces.size());
    for (std::size_t f = 0; f < faces.faces.size(); ++f)
      for (const unsigned int node : nodes_of(faces.faces[f]))
        {
          Normal sum = Normal::Zero();
          for (const unsigned int g : faces_at[node])
            if (normals[g].dot(normals[f]) >= least_cosine)
              sum += normals[g];
          result[f].push_back(sum.normalized());
        }
    return result;
  }
} // namespace percuss

#endif
