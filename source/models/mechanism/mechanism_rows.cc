// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/models/mechanism/mechanism_rows.h>
#include <percuss/models/mechanism/require_item_value.h>

#include <algorithm>

namespace percuss
{
  void
  MechanismRows::add_law(const ContactLaw  &law,
                         const std::string &item,
                         const std::string &suffix)
  {
    if (std::ranges::find(names, item + suffix) != names.end())
      throw InputError("There are two constraints with the name '" + item +
                       suffix + "'; give each joint and contact its own.");
    laws.push_back(law);
    items.push_back(item);
    names.push_back(item + suffix);
  }

  ContactLaw
  MechanismRows::normal_law(const std::string         &contact,
                            const ContactCoefficients &coefficients,
                            const unsigned int         n_tangential)
  {
    const std::string item = "contact '" + contact + "'";
    require_coefficient(item, "restitution", coefficients.restitution);
    require_not_negative(item, "friction", coefficients.friction);
    require_signed_coefficient(item,
                               "tangential restitution",
                               coefficients.tangential_restitution);
    return {ContactLaw::Kind::unilateral,
            coefficients.restitution,
            coefficients.friction,
            coefficients.friction > 0. ? n_tangential : 0u};
  }
} // namespace percuss
