// SPDX-License-Identifier: Apache-2.0
#include <percuss/constraints/cohesive_zones.h>
#include <percuss/constraints/contact_law.h>
#include <percuss/constraints/rate_and_state.h>
#include <percuss/constraints/stateful_law.h>

namespace percuss
{
  namespace
  {
    /** Makes the law of those of the contacts that have it; null if none has. */
    using Make =
      std::unique_ptr<StatefulLaw> (*)(std::span<const ContactOfLaw>);

    constexpr Make laws[] = {make_cohesive_zones, make_rate_and_state};
  } // namespace

  std::vector<std::unique_ptr<StatefulLaw>>
  make_stateful_laws(const std::span<const ContactOfLaw> contacts,
                     const bool                          have_impulses)
  {
    std::vector<std::unique_ptr<StatefulLaw>> result;
    for (const Make make : laws)
      if (auto law = make(contacts);
          law && (have_impulses || !law->has_impulses()))
        result.push_back(std::move(law));
    return result;
  }
} // namespace percuss
