// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_mortar_near_faces_h
#define percuss_mortar_near_faces_h

#include <percuss/mortar/contact_curve.h>

#include <array>
#include <cstddef>
#include <vector>

namespace percuss
{
  /**
   * Which faces of a curve are near a given segment: a search in squares of the
   * plane, each with the numbers of the faces whose boxes meet it. The squares
   * are as wide as the longest face, so that a face is in at most four of them;
   * what is sorted are the faces, and work and memory do not depend on how far
   * they are from each other.
   */
  class NearFaces
  {
  public:
    /** Of the @p curve, which must outlive this object. @param reach >= 0 [m],
     * infinity where all faces are near */
    NearFaces(const ContactCurve &curve, double reach);

    /**
     * The faces whose boxes, parallel to the axes, overlap that of the segment
     * from @p a to @p b, enlarged on all sides by reach: all that have a point
     * at a distance of at most reach, and some others. Ascending; valid until
     * the next call.
     */
    const std::vector<unsigned int> &
    find(const Eigen::Vector2d &a, const Eigen::Vector2d &b);

  private:
    /** A square, by its column and row, and a face that is in it. */
    struct Entry
    {
      long         column, row;
      unsigned int face;

      auto
      operator<=>(const Entry &) const = default;
    };

    long
    number(double x) const;

    const ContactCurve       &curve;
    const double              reach;
    double                    width = 0.; // of a square [m]
    std::vector<Entry>        entries;    // sorted
    std::vector<unsigned int> found;
  };
} // namespace percuss

#endif
