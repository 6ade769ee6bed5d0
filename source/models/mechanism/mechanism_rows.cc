// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/base/text.h>
#include <percuss/models/mechanism/mechanism_rows.h>

#include <algorithm>
#include <limits>

namespace percuss
{
  void
  MechanismRows::add_law(const ContactLaw  &law,
                         const std::string &item,
                         const std::string &suffix)
  {
    if (std::ranges::find(names, item + suffix) != names.end())
      throw InputError(
        (law.kind == ContactLaw::Kind::bilateral ? "Joint '" : "Contact '") +
        item + "': There are two constraints with the name '" + item + suffix +
        "'; give each joint and contact its own.");
    laws.push_back(law);
    items.push_back(item);
    names.push_back(item + suffix);
    n_single = names.size();
  }

  void
  MechanismRows::add_laws_of_bodies(const std::string         &contact,
                                    const ContactCoefficients &coefficients,
                                    const ContactLaw          &normal,
                                    const std::size_t          n)
  {
    if (std::ranges::find(items, contact) != items.end())
      throw InputError("Contact '" + contact +
                       "': There are two constraints with the name '" +
                       contact + "'; give each joint and contact its own.");
    for (std::size_t i = 0; i < n; ++i)
      for (unsigned int k = 0; k <= normal.n_tangential; ++k)
        {
          laws.push_back(k == 0 ? normal :
                                  ContactLaw::tangential(coefficients));
          items.push_back(contact);
          names.push_back(contact);
        }
  }

  ContactTotals
  MechanismRows::totals() const
  {
    if (n_single == names.size())
      return names;
    std::vector<std::string>  shown;
    std::vector<unsigned int> group_of_row;
    for (std::size_t row = 0; row < names.size(); ++row)
      {
        if (row <= n_single || names[row] != names[row - 1])
          shown.push_back(names[row]);
        group_of_row.push_back(laws[row].kind == ContactLaw::Kind::tangential &&
                                   row >= n_single ?
                                 ContactTotals::no_group :
                                 static_cast<unsigned int>(shown.size() - 1));
      }
    return {shown, group_of_row, [this](const std::size_t row) {
              return is_in_use(row);
            }};
  }

  ContactLaw
  MechanismRows::normal_law(const std::string         &contact,
                            const ContactCoefficients &coefficients,
                            const unsigned int         n_tangential)
  {
    if (coefficients.tangential_restitution != 0. &&
        coefficients.law != ImpactLaw::automatic &&
        coefficients.law != ImpactLaw::newton)
      throw InputError("The tangential restitution of contact '" + contact +
                       "' is one of the law 'newton': leave it out, or set "
                       "'Contact/law' to 'newton' or 'automatic'.");
    for (const CoefficientEntry &entry : contact_coefficients)
      {
        const double value = coefficients.*entry.value;
        if (!(value >= entry.first && value <= entry.last))
          throw InputError("The " + std::string(entry.name) + " of contact '" +
                           contact + "' is " + short_text(value) +
                           "; it must " +
                           (entry.last < std::numeric_limits<double>::max() ?
                              "be between " + short_text(entry.first) +
                                " and " + short_text(entry.last) :
                              "not be negative") +
                           '.');
      }
    if (const auto what = coefficients.contradiction().what; !what.empty())
      throw InputError("Contact '" + contact + "': " + std::string(what) + '.');
    return ContactLaw::normal(coefficients, n_tangential);
  }
} // namespace percuss
