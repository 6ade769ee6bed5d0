// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_mortar_facet_pieces_h
#define percuss_mortar_facet_pieces_h

#include <percuss/mortar/box_tree.h>
#include <percuss/mortar/faces_beyond_edges.h>
#include <percuss/mortar/mortar_rows.h>
#include <percuss/mortar/polygon.h>

#include <array>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace percuss
{
  /** A face of the slave and the plane that it is projected onto: through its
   * middle, along the mean of its nodes' normals. */
  struct SlaveFacet
  {
    /** @param normals of the face's nodes; referred to, as @p facets are */
    SlaveFacet(const ContactFacets             &facets,
               std::span<const Eigen::Vector3d> normals,
               std::size_t                      f);

    /** Coordinates in the plane, and along its normal. */
    Eigen::Vector3d
    local(const Eigen::Vector3d &x) const
    {
      return axes.transpose() * (x - middle);
    }

    const ContactFacets             &facets;
    const std::size_t                number;
    const ContactFacets::Face        nodes;
    std::span<const Eigen::Vector3d> normals; ///< of the nodes
    PlaneFacet                       plane;
    std::array<double, 4>            heights;      ///< [m]
    double                           highest = 0.; ///< of them
    Polygon                          polygon;      ///< plane.corners
    Eigen::Vector3d                  middle;
    Eigen::Matrix3d                  axes;
    double                           area, size; ///< [m^2], its root [m]
  };

  /** A face of the master, projected along the normal of a slave's face. */
  struct MasterFacet
  {
    MasterFacet(const SlaveFacet    &slave,
                const ContactFacets &facets,
                std::size_t          f);

    /** plane.corners turned round, as the slave's are. */
    Polygon
    polygon() const;

    std::size_t           number;
    PlaneFacet            plane;
    std::array<double, 4> heights; ///< [m]
    double                lowest = std::numeric_limits<double>::infinity();
    Eigen::AlignedBox2d   box;
  };

  /** From the slave to the master along the normal, negative behind it [m]. */
  double
  distance(const SlaveFacet      &slave,
           const MasterFacet     &master,
           const Eigen::Vector2d &y);

  /** A part of a slave's face that sees one face of the master. */
  struct FacetPiece
  {
    Polygon     polygon;
    MasterFacet master;
  };

  /**
   * Cuts faces of a slave into the pieces that see one face of the master each,
   * the nearest one where several cover a part. A piece where one side has come
   * in beyond an edge of the other one's face does not count: a corner that is
   * a little behind the bottom of a block is far behind its sides. What this has
   * allocated it keeps from face to face.
   */
  class FacetPieces
  {
  public:
    /** Refers to both boundaries. @param within where faces of the master count */
    FacetPieces(const ContactFacets       &slave,
                const ContactFacets       &master,
                const MortarSearch        &search,
                const Eigen::AlignedBox3d &within);

    /** The box of the master's faces that count. */
    const Eigen::AlignedBox3d &
    extent() const
    {
      return tree.extent();
    }

    /** The outer normal of a face of the master. */
    const Eigen::Vector3d &
    master_normal(const std::size_t f) const
    {
      return normals[f];
    }

    /** The pieces of a face; valid until the next call. */
    std::span<const FacetPiece>
    cut(const SlaveFacet &slave);

  private:
    void
    find_covered(const SlaveFacet &slave);
    bool
    faces_have_met(const SlaveFacet      &slave,
                   const MasterFacet     &facet,
                   const Eigen::Vector2d &y);
    void
    keep_nearest(const SlaveFacet &slave);

    const ContactFacets         &master;
    const MortarSearch           search;
    const BoxTree                tree;
    std::vector<Eigen::Vector3d> normals;
    std::vector<std::size_t>     near;
    std::vector<FacetPiece>      waiting, pieces;
    MetFaces<ContactFacets>      met;
  };
} // namespace percuss

#endif
