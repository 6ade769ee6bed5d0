// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_mortar_faces_beyond_edges_h
#define percuss_mortar_faces_beyond_edges_h

#include <percuss/mortar/contact_curve.h>
#include <percuss/mortar/contact_facets.h>

#include <boost/container/small_vector.hpp>

#include <cstddef>
#include <optional>
#include <vector>

namespace percuss
{
  /** The faces beyond the edges of a boundary, ContactCurve or ContactFacets:
   * neighbours, by nodes, that turn by more than 50 degrees, where the body is
   * convex. */
  template <class Faces>
  class FacesBeyondEdges
  {
  public:
    using Point = typename decltype(Faces::nodes)::value_type;

    /** Refers to @p faces. */
    explicit FacesBeyondEdges(const Faces &faces);

    /** Whether a point behind a face has come in by another one: it is more
     * than other_way times as far behind this face as behind one beyond its
     * edges, and CornerRow::margin of the face besides. */
    bool
    has_come_in_there(std::size_t face, const Point &x) const;

  private:
    const Faces                                                &faces;
    std::vector<boost::container::small_vector<std::size_t, 4>> beyond;
  };

  /**
   * Tells where faces of two boundaries that are behind each other have met from
   * where one side has come in beyond an edge of the other one's face: a corner
   * that is a little behind the bottom of a block is far behind its sides.
   */
  template <class Faces>
  class MetFaces
  {
  public:
    using Point = typename FacesBeyondEdges<Faces>::Point;

    /** Refers to both. */
    MetFaces(const Faces &slave, const Faces &master)
      : slave(slave)
      , master(master)
    {}

    /** Of a face of each side and a point on it, opposite each other. */
    bool
    have_met(const std::size_t slave_face,
             const Point      &on_slave,
             const std::size_t master_face,
             const Point      &on_master)
    {
      if (!of_slave)
        {
          of_slave.emplace(slave);
          of_master.emplace(master);
        }
      return !of_slave->has_come_in_there(slave_face, on_master) &&
             !of_master->has_come_in_there(master_face, on_slave);
    }

  private:
    const Faces &slave, &master;

    // made for the first faces that are asked for
    std::optional<FacesBeyondEdges<Faces>> of_slave, of_master;
  };
} // namespace percuss

#endif
