// SPDX-License-Identifier: Apache-2.0
#include <percuss/mortar/near_faces.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace percuss
{
  namespace
  {
    /** With sides along the axes. */
    struct FaceBox
    {
      Eigen::Vector2d lower, upper;
    };

    FaceBox
    face_box(const Eigen::Vector2d &a, const Eigen::Vector2d &b)
    {
      return {a.cwiseMin(b), a.cwiseMax(b)};
    }

    FaceBox
    face_box(const ContactCurve &curve, const unsigned int face)
    {
      const auto &nodes = curve.faces[face];
      return face_box(curve.nodes[nodes[0]], curve.nodes[nodes[1]]);
    }

    bool
    overlap(const FaceBox &a, const FaceBox &b)
    {
      return (a.lower.array() <= b.upper.array()).all() &&
             (b.lower.array() <= a.upper.array()).all();
    }
  } // namespace

  NearFaces::NearFaces(const ContactCurve &curve, const double reach)
    : curve(curve)
    , reach(reach)
  {
    for (std::size_t f = 0; f < curve.faces.size(); ++f)
      width = std::max(width, curve.edge(f).norm());
    if (!std::isfinite(reach) || !(width > 0.))
      {
        found.resize(curve.faces.size());
        std::iota(found.begin(), found.end(), 0u);
        return;
      }
    width = std::max(width, reach); // few squares, of a far reach
    for (unsigned int f = 0; f < curve.faces.size(); ++f)
      {
        const FaceBox box = face_box(curve, f);
        if (!box.lower.allFinite() || !box.upper.allFinite())
          continue; // of a motion that diverges
        for (long i = number(box.lower[0]); i <= number(box.upper[0]); ++i)
          for (long j = number(box.lower[1]); j <= number(box.upper[1]); ++j)
            entries.push_back({i, j, f});
      }
    std::ranges::sort(entries);
  }

  long
  NearFaces::number(const double x) const
  {
    return std::lround(std::floor(x / width));
  }

  const std::vector<unsigned int> &
  NearFaces::find(const Eigen::Vector2d &a, const Eigen::Vector2d &b)
  {
    if (entries.empty())
      return found;
    FaceBox near = face_box(a, b);
    near.lower.array() -= reach;
    near.upper.array() += reach;
    found.clear();
    if (!near.lower.allFinite() || !near.upper.allFinite())
      return found;
    const long first_row = number(near.lower[1]);
    const long last_row  = number(near.upper[1]);
    const long last      = number(near.upper[0]);
    // from one column to the next that has faces
    auto entry =
      std::ranges::lower_bound(entries,
                               Entry{number(near.lower[0]), first_row, 0});
    while (entry != entries.end() && entry->column <= last)
      {
        const long column = entry->column;
        if (entry->row < first_row)
          entry = std::ranges::lower_bound(entry,
                                           entries.end(),
                                           Entry{column, first_row, 0});
        for (; entry != entries.end() && entry->column == column &&
               entry->row <= last_row;
             ++entry)
          if (overlap(face_box(curve, entry->face), near))
            found.push_back(entry->face);
        entry = std::ranges::lower_bound(entry,
                                         entries.end(),
                                         Entry{column + 1,
                                               std::numeric_limits<long>::min(),
                                               0});
      }
    std::ranges::sort(found);
    found.erase(std::ranges::unique(found).begin(), found.end());
    return found;
  }
} // namespace percuss
