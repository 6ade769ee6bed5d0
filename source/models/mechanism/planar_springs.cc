// SPDX-License-Identifier: Apache-2.0
#include <percuss/models/mechanism/planar_springs.h>
#include <percuss/models/mechanism/require_item_value.h>

#include <algorithm>
#include <tuple>

namespace percuss
{
  namespace
  {
    double
    rotation(const PlanarTorsionalSpring &spring, const Eigen::VectorXd &q)
    {
      return relative_angle(q, spring.first, spring.second);
    }

    void
    add_couple(Eigen::VectorXd             &b,
               const PlanarTorsionalSpring &spring,
               const double                 moment)
    {
      add_to_frame<2>(b, spring.second, {0., 0., moment});
      add_to_frame<2>(b, spring.first, {0., 0., -moment});
    }
  } // namespace

  PlanarSprings::PlanarSprings(std::vector<LineSpring<2>>         translational,
                               std::vector<PlanarTorsionalSpring> torsional)
    : on_lines(std::move(translational))
    , torsional(std::move(torsional))
  {
    for (const PlanarTorsionalSpring &spring : this->torsional)
      {
        const std::string item = "spring '" + spring.name + "'";
        require_not_negative(item, "stiffness", spring.stiffness);
        require_not_negative(item, "damping", spring.damping);
        require_two_frames(item, spring.first, spring.second);
        require_finite(item, "free angle", spring.free_angle);
      }
  }

  bool
  PlanarSprings::is_damped() const
  {
    return on_lines.is_damped() ||
           std::ranges::any_of(torsional,
                               [](const PlanarTorsionalSpring &spring) {
                                 return spring.damping > 0.;
                               });
  }

  void
  PlanarSprings::add_couples(
    std::vector<std::pair<std::size_t, std::size_t>> &couples) const
  {
    on_lines.add_couples(couples);
    for (const PlanarTorsionalSpring &spring : torsional)
      if (spring.first != PlanarPoint::ground &&
          spring.second != PlanarPoint::ground)
        couples.emplace_back(spring.first, spring.second);
  }

  double
  PlanarSprings::energy(const Eigen::VectorXd &q) const
  {
    double V = on_lines.energy(q);
    for (const PlanarTorsionalSpring &spring : torsional)
      {
        const double twist = rotation(spring, q) - spring.free_angle;
        V += 0.5 * spring.stiffness * twist * twist;
      }
    return V;
  }

  void
  PlanarSprings::add_elastic_force(const Eigen::VectorXd &q,
                                   Eigen::VectorXd       &s) const
  {
    on_lines.add_elastic_force(q, s);
    for (const PlanarTorsionalSpring &spring : torsional)
      add_couple(s,
                 spring,
                 spring.stiffness * (rotation(spring, q) - spring.free_angle));
  }

  void
  PlanarSprings::add_damping_force(const Eigen::VectorXd &q,
                                   const Eigen::VectorXd &v,
                                   Eigen::VectorXd       &d) const
  {
    on_lines.add_damping_force(q, v, d);
    for (const PlanarTorsionalSpring &spring : torsional)
      add_couple(d, spring, spring.damping * rotation(spring, v));
  }

  void
  PlanarSprings::add_tangents(const double           stiffness,
                              const double           damping,
                              const Eigen::VectorXd &q,
                              const Eigen::VectorXd &v,
                              BandedMatrix          &S) const
  {
    on_lines.add_tangents(stiffness, damping, q, v, S);
    for (const PlanarTorsionalSpring &spring : torsional)
      {
        const double k =
          stiffness * spring.stiffness + damping * spring.damping;
        for (const auto &[i, j, sign] :
             {std::tuple(spring.first, spring.first, 1.),
              std::tuple(spring.first, spring.second, -1.),
              std::tuple(spring.second, spring.first, -1.),
              std::tuple(spring.second, spring.second, 1.)})
          if (i != PlanarPoint::ground && j != PlanarPoint::ground)
            S(3 * i + 2, 3 * j + 2) += sign * k;
      }
  }

  void
  PlanarSprings::add_product(const double           stiffness,
                             const double           damping,
                             const Eigen::VectorXd &q,
                             const Eigen::VectorXd &v,
                             const Eigen::VectorXd &y,
                             Eigen::VectorXd       &z) const
  {
    on_lines.add_product(stiffness, damping, q, v, y, z);
    for (const PlanarTorsionalSpring &spring : torsional)
      add_couple(z,
                 spring,
                 (stiffness * spring.stiffness + damping * spring.damping) *
                   rotation(spring, y));
  }
} // namespace percuss
