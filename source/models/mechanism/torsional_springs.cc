// SPDX-License-Identifier: Apache-2.0
#include <percuss/models/mechanism/require_item_value.h>
#include <percuss/models/mechanism/springs.h>

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
    class TorsionalSprings final : public ForceElement
    {
      using Vector = Eigen::VectorXd;

    public:
      explicit TorsionalSprings(std::vector<PlanarTorsionalSpring> all)
        : springs(std::move(all))
      {
        for (const PlanarTorsionalSpring &spring : springs)
          {
            const std::string item = "spring '" + spring.name + "'";
            require_not_negative(item, "stiffness", spring.stiffness);
            require_not_negative(item, "damping", spring.damping);
            require_two_frames(item, spring.first, spring.second);
            require_finite(item, "free angle", spring.free_angle);
          }
      }

      bool
      is_damped() const override
      {
        return std::ranges::any_of(springs,
                                   [](const PlanarTorsionalSpring &spring) {
                                     return spring.damping > 0.;
                                   });
      }

      void
      add_couples(FrameCouples &couples) const override
      {
        for (const PlanarTorsionalSpring &spring : springs)
          if (spring.first != PlanarPoint::ground &&
              spring.second != PlanarPoint::ground)
            couples.emplace_back(spring.first, spring.second);
      }

      double
      energy(const Vector &q) const override
      {
        double V = 0.;
        for (const PlanarTorsionalSpring &spring : springs)
          {
            const double twist = rotation(spring, q) - spring.free_angle;
            V += 0.5 * spring.stiffness * twist * twist;
          }
        return V;
      }

      double
      damping_power(const Vector &,
                    const Vector &v,
                    const Vector &y) const override
      {
        double power = 0.;
        for (const PlanarTorsionalSpring &spring : springs)
          power += spring.damping * rotation(spring, v) * rotation(spring, y);
        return power;
      }

      void
      add_elastic_force(const Vector &q, Vector &s) const override
      {
        for (const PlanarTorsionalSpring &spring : springs)
          add_couple(s,
                     spring,
                     spring.stiffness *
                       (rotation(spring, q) - spring.free_angle));
      }

      void
      add_damping_force(const Vector &,
                        const Vector &v,
                        Vector       &d) const override
      {
        add_product(Tangent::damping, v, v, v, d);
      }

      void
      add_tangents(const double stiffness,
                   const double damping,
                   const Vector &,
                   const Vector &,
                   BandedMatrix &S) const override
      {
        for (const PlanarTorsionalSpring &spring : springs)
          {
            const double k =
              stiffness * spring.stiffness + damping * spring.damping;
            for (const auto &[i, j, sign] :
                 {std::tuple(spring.first, spring.first, 1.),
                  std::tuple(spring.first, spring.second, -1.),
                  std::tuple(spring.second, spring.first, -1.),
                  std::tuple(spring.second, spring.second, 1.)})
              if (i != PlanarPoint::ground && j != PlanarPoint::ground)
                S(first_coordinate<2>(i) + 2, first_coordinate<2>(j) + 2) +=
                  sign * k;
          }
      }

      void
      add_product(const Tangent tangent,
                  const Vector &,
                  const Vector &,
                  const Vector &y,
                  Vector       &z) const override
      {
        for (const PlanarTorsionalSpring &spring : springs)
          add_couple(z,
                     spring,
                     (tangent == Tangent::stiffness ? spring.stiffness :
                                                      spring.damping) *
                       rotation(spring, y));
      }

    private:
      const std::vector<PlanarTorsionalSpring> springs;
    };
  } // namespace

  std::shared_ptr<const ForceElement>
  make_torsional_springs(const std::vector<PlanarTorsionalSpring> &springs)
  {
    return std::make_shared<TorsionalSprings>(springs);
  }
} // namespace percuss
