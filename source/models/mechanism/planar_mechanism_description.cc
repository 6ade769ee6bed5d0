// SPDX-License-Identifier: Apache-2.0
#include <percuss/models/mechanism/planar_mechanism_description.h>

#include <numbers>

namespace percuss
{
  PlanarMassProperties
  rectangle_mass(const double width,
                 const double height,
                 const double density,
                 const double thickness)
  {
    const double m = density * width * height * thickness;
    return {m, m * (width * width + height * height) / 12.};
  }

  PlanarMassProperties
  disc_mass(const double radius, const double density, const double thickness)
  {
    const double m = density * std::numbers::pi * radius * radius * thickness;
    return {m, 0.5 * m * radius * radius};
  }

  // A rectangle and two halves of a disc, whose centroids are at 4R/(3 pi) from
  // their flats.
  PlanarMassProperties
  capsule_mass(const double radius,
               const double length,
               const double density,
               const double thickness)
  {
    const auto [m, J] = rectangle_mass(length, 2. * radius, density, thickness);
    const auto [m_ends, J_disc] = disc_mass(radius, density, thickness);
    const double c              = 4. * radius / (3. * std::numbers::pi);
    return {m + m_ends, J + J_disc + m_ends * length * (0.25 * length + c)};
  }

  PlanarMassProperties
  rod_mass(const double length,
           const double density,
           const double cross_section)
  {
    const double m = density * length * cross_section;
    return {m, m * length * length / 12.};
  }

  std::vector<PlanarContact>
  slider_in_guide(const std::string         &name,
                  const PlanarPoint         &centre,
                  const Eigen::Vector2d     &half_lengths,
                  const PlanarPoint         &guide,
                  const Eigen::Vector2d     &direction,
                  const double               clearance,
                  const ContactCoefficients &parameters)
  {
    const Eigen::Vector2d up    = quarter_turn(direction.normalized());
    const double          width = half_lengths[1] + clearance;
    const double along[] = {-1., 1., 1., -1.}, across[] = {-1., -1., 1., 1.};
    std::vector<PlanarContact> contacts(4);
    for (int i = 0; i < 4; ++i)
      {
        PlanarContact &contact = contacts[i];
        contact.name           = name + ' ' + std::to_string(i + 1);
        contact.point          = centre;
        contact.point.local += Eigen::Vector2d(along[i] * half_lengths[0],
                                               across[i] * half_lengths[1]);
        contact.base = guide;
        contact.base.local += across[i] * width * up;
        contact.obstacle   = contact_obstacle<2>("line", {-across[i] * up});
        contact.parameters = parameters;
      }
    return contacts;
  }
} // namespace percuss
