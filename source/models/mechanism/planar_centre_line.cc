// SPDX-License-Identifier: Apache-2.0
#include <percuss/models/mechanism/planar_centre_line.h>
#include <percuss/models/mechanism/require_item_value.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace percuss
{
  namespace
  {
    /** Hermite's polynomials: values 1 at xi = 0 (H_1) and 1 (H_2), slopes 1
     * there (K_1, K_2). */
    struct Hermite
    {
      double H_1, K_1, H_2, K_2;
    };

    Hermite
    values(const double s)
    {
      return {(1. + 2. * s) * (1. - s) * (1. - s),
              s * (1. - s) * (1. - s),
              s * s * (3. - 2. * s),
              s * s * (s - 1.)};
    }

    Hermite
    slopes(const double s)
    {
      return {6. * s * (s - 1.),
              (1. - s) * (1. - 3. * s),
              6. * s * (1. - s),
              s * (3. * s - 2.)};
    }

    Hermite
    bends(const double s)
    {
      return {12. * s - 6., 6. * s - 4., 6. - 12. * s, 6. * s - 2.};
    }

    Eigen::Vector2d
    direction(const Eigen::VectorXd &q, const int frame)
    {
      return rotated(Eigen::Vector2d::UnitX(), frame_angle(q, frame));
    }
  } // namespace

  PlanarCentreLine::PlanarCentreLine(const std::string         &item,
                                     const int                  first,
                                     const std::vector<double> &arc_lengths)
    : first(first)
  {
    for (std::size_t i = 1; i < arc_lengths.size(); ++i)
      {
        lengths.push_back(arc_lengths[i] - arc_lengths[i - 1]);
        require_positive(item, "beam's distance of nodes", lengths.back());
      }
    require_positive(item,
                     "beam's number of elements",
                     static_cast<double>(lengths.size()));
  }

  auto
  PlanarCentreLine::curve(const Eigen::VectorXd &q,
                          const std::size_t      span,
                          const double           xi) const -> Curve
  {
    const int             a = node(span), b = node(span + 1);
    const double          l   = lengths[span];
    const Eigen::Vector2d x_1 = frame_origin<2>(q, a),
                          x_2 = frame_origin<2>(q, b),
                          e_1 = l * direction(q, a), e_2 = l * direction(q, b);
    const auto sum = [&](const Hermite &h) -> Eigen::Vector2d {
      return h.H_1 * x_1 + h.K_1 * e_1 + h.H_2 * x_2 + h.K_2 * e_2;
    };
    return {sum(values(xi)), sum(slopes(xi)), sum(bends(xi))};
  }

  auto
  PlanarCentreLine::nearest_chord(const Eigen::VectorXd &q,
                                  const Eigen::Vector2d &y) const -> Place
  {
    constexpr unsigned int n_chords = 3; // in each span
    Place                  best{0, 0., std::numeric_limits<double>::infinity()};
    Eigen::Vector2d        start = frame_origin<2>(q, first), end;
    for (std::size_t span = 0; span < lengths.size(); ++span)
      for (unsigned int k = 0; k < n_chords; ++k, start = end)
        {
          end                         = curve(q, span, (k + 1.) / n_chords).x;
          const Eigen::Vector2d chord = end - start;
          const double          place =
            std::clamp((y - start).dot(chord) / chord.squaredNorm(), 0., 1.);
          const double distance_2 = (y - start - place * chord).squaredNorm();
          if (distance_2 < best.distance_2)
            best = {span, (k + place) / n_chords, distance_2};
        }
    return best;
  }

  auto
  PlanarCentreLine::improved(const Eigen::VectorXd &q,
                             const Eigen::Vector2d &y,
                             const std::size_t      span,
                             double                 xi) const -> Place
  {
    Curve  c          = curve(q, span, xi);
    double distance_2 = (y - c.x).squaredNorm();
    for (unsigned int i = 0; i < 50; ++i)
      {
        // of 1/2 |x - y|^2; where it is not convex, along its descent
        const double slope     = (c.x - y).dot(c.slope),
                     square    = c.slope.squaredNorm(),
                     curvature = square + (c.x - y).dot(c.bend),
                     step      = std::clamp(xi - slope /
                                              std::max(curvature, 0.1 * square),
                                       0.,
                                       1.) -
                            xi;
        if (std::abs(step) < 1e-15)
          break;
        // the last digits of distances do not decide
        for (double part = 1.;; part /= 2.)
          {
            c                    = curve(q, span, xi + part * step);
            const double squared = (y - c.x).squaredNorm();
            if (squared <= distance_2 || std::abs(part * step) < 1e-6)
              {
                xi += part * step;
                distance_2 = squared;
                break;
              }
          }
      }
    return {span, xi, distance_2};
  }

  auto
  PlanarCentreLine::foot(const Eigen::VectorXd &q,
                         const Eigen::Vector2d &y) const -> Foot
  {
    const Place chord = nearest_chord(q, y);
    Place       place = improved(q, y, chord.span, chord.xi);
    // it may be behind the node that this one has come to, or came from
    const auto try_other = [&](const std::size_t span, const double xi) {
      if (const Place other = improved(q, y, span, xi);
          other.distance_2 < place.distance_2)
        place = other;
    };
    if (std::min(chord.xi, place.xi) <= 0. && chord.span > 0)
      try_other(chord.span - 1, 1.);
    if (std::max(chord.xi, place.xi) >= 1. && chord.span + 1 < lengths.size())
      try_other(chord.span + 1, 0.);

    const auto [span, xi, distance_2] = place;
    const Curve           c           = curve(q, span, xi);
    const Eigen::Vector2d normal      = quarter_turn(c.slope).normalized();
    Foot       result{span, xi, c.x, normal, normal.dot(y - c.x), false};
    const bool is_end =
      (span == 0 && xi <= 0.) || (span + 1 == lengths.size() && xi >= 1.);
    // where y is on the end, y - x is no direction
    if (const double distance = std::sqrt(distance_2);
        is_end && distance > 1e-9 * lengths[span])
      {
        result.is_end   = true;
        result.distance = distance;
        result.normal   = (y - c.x) / distance;
      }
    return result;
  }

  Eigen::Vector3d
  PlanarCentreLine::velocity(const Eigen::VectorXd &q,
                             const Eigen::VectorXd &v,
                             const Foot            &foot) const
  {
    const int             a = node(foot.span), b = node(foot.span + 1);
    const double          l   = lengths[foot.span];
    const Hermite         h   = values(foot.xi);
    const Eigen::Vector3d v_1 = of_frame<2>(v, a), v_2 = of_frame<2>(v, b);
    Eigen::Vector3d       result;
    result << h.H_1 * v_1.head<2>() + h.H_2 * v_2.head<2>() +
                l * quarter_turn(h.K_1 * v_1[2] * direction(q, a) +
                                 h.K_2 * v_2[2] * direction(q, b)),
      (1. - foot.xi) * v_1[2] + foot.xi * v_2[2];
    return result;
  }

  void
  PlanarCentreLine::add_force(const Eigen::VectorXd &q,
                              const Foot            &foot,
                              const Eigen::Vector3d &force,
                              Eigen::VectorXd       &r) const
  {
    const int             a = node(foot.span), b = node(foot.span + 1);
    const double          l = lengths[foot.span];
    const Hermite         h = values(foot.xi);
    const Eigen::Vector2d f = force.head<2>();
    Eigen::Vector3d       r_1, r_2;
    r_1 << h.H_1 * f,
      h.K_1 * l * cross(direction(q, a), f) + (1. - foot.xi) * force[2];
    r_2 << h.H_2 * f,
      h.K_2 * l * cross(direction(q, b), f) + foot.xi * force[2];
    add_to_frame<2>(r, a, r_1);
    add_to_frame<2>(r, b, r_2);
  }
} // namespace percuss
