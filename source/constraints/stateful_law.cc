// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/constraints/cohesive_zones.h>
#include <percuss/constraints/contact_law.h>
#include <percuss/constraints/rate_and_state.h>
#include <percuss/constraints/stateful_law.h>

#include <string>
#include <utility>

namespace percuss
{
  std::vector<std::unique_ptr<StatefulLaw>>
  make_stateful_laws(const std::span<const ContactOfLaw>    contacts,
                     const std::span<const MakeStatefulLaw> own_laws,
                     const bool                             have_impulses)
  {
    std::vector<std::unique_ptr<StatefulLaw>> result;
    for (const auto &make : {make_cohesive_zones, make_rate_and_state})
      if (auto law = make(contacts);
          law && (have_impulses || !law->has_impulses()))
        result.push_back(std::move(law));
    for (const MakeStatefulLaw &make : own_laws)
      if (auto law = make(contacts))
        {
          if (law->has_impulses() && !have_impulses)
            throw InputError("The law '" + std::string(law->name()) +
                             "' of contacts has impulses, which this model "
                             "with this scheme does not take: choose a scheme "
                             "at the velocity level, contacts without "
                             "stiffness, and an elastic bar, a mechanism or a "
                             "solid.");
          result.push_back(std::move(law));
        }
    return result;
  }
} // namespace percuss
