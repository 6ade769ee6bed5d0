// SPDX-License-Identifier: Apache-2.0
#include <percuss/constraints/cohesive_zones.h>
#include <percuss/constraints/contact_law.h>
#include <percuss/constraints/rate_and_state.h>
#include <percuss/constraints/stateful_law.h>

#include <algorithm>
#include <iterator>

namespace percuss
{
  std::vector<std::unique_ptr<StatefulLaw>>
  make_stateful_laws(const std::span<const ContactOfLaw>    contacts,
                     const std::span<const MakeStatefulLaw> own_laws,
                     const bool                             have_impulses)
  {
    std::vector<MakeStatefulLaw> laws = {make_cohesive_zones,
                                         make_rate_and_state};
    std::ranges::copy(own_laws, std::back_inserter(laws));
    std::vector<std::unique_ptr<StatefulLaw>> result;
    for (const MakeStatefulLaw &make : laws)
      if (auto law = make(contacts);
          law && (have_impulses || !law->has_impulses()))
        result.push_back(std::move(law));
    return result;
  }
} // namespace percuss
