// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_mortar_box_tree_h
#define percuss_mortar_box_tree_h

#include <percuss/mortar/contact_facets.h>

#include <vector>

namespace percuss
{
  /**
   * Boxes along the axes, of faces or edges, in a binary tree of larger ones: to
   * find those along a ray in a time that grows with the logarithm of their
   * number.
   */
  class BoxTree
  {
  public:
    /** Of all items with these boxes. */
    explicit BoxTree(std::vector<Eigen::AlignedBox3d> of_items);

    /** Of the faces whose boxes along the axes meet @p within. */
    BoxTree(const ContactFacets &facets, const Eigen::AlignedBox3d &within);

    /** The box of all of them, empty if there are none. */
    const Eigen::AlignedBox3d &
    extent() const
    {
      return all;
    }

    /** Points x with lower <= (t_1, t_2, n) . (x - origin) <= upper; the axes are
     * orthonormal. Bounds may be infinite. */
    struct Prism
    {
      Eigen::Vector3d origin;
      Eigen::Matrix3d axes; ///< columns t_1, t_2, n
      Eigen::Vector3d lower, upper;
    };

    /** Appends numbers of faces or items, ascending: all that meet the prism, and maybe
     * some that are near it. */
    void
    near(const Prism &prism, std::vector<std::size_t> &found) const;

  private:
    struct Box
    {
      Eigen::Vector3d middle, half; // [m]
      std::size_t     first, last;  // of order
      std::size_t     left, right;  // boxes within, 0 if there are none
    };

    std::size_t
    add_box(std::size_t first, std::size_t last);

    std::vector<Eigen::AlignedBox3d> items;
    Eigen::AlignedBox3d              all;
    std::vector<std::size_t>         order; // of items
    std::vector<Box>                 boxes;
  };
} // namespace percuss

#endif
