// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/text.h>
#include <percuss/models/bar/set_bar_materials.h>

#include <algorithm>
#include <utility>

namespace percuss
{
  namespace
  {
    /** Of the text 'g, tau and g, tau', or 'none'. */
    std::vector<BarRelaxationTerm>
    prony_series(const std::string &text,
                 const std::string &path,
                 const CaseFile    &case_file)
    {
      std::vector<BarRelaxationTerm> result;
      if (text == "none")
        return result;
      double sum = 0.;
      for (std::string rest = text; !rest.empty();)
        {
          const std::size_t and_at = rest.find(" and ");
          const std::string term   = trim(rest.substr(0, and_at));
          rest = and_at == std::string::npos ? "" : rest.substr(and_at + 5);
          const auto items  = split(term, ',');
          const auto weight = number(trim(items.front())),
                     time   = number(trim(items.back()));
          if (items.size() != 2 || !weight || !time)
            throw case_file.error(path,
                                  "'" + term +
                                    "' must be two numbers, 'g, tau': a "
                                    "relative modulus and its relaxation time "
                                    "[s]. Terms are joined by 'and', as in "
                                    "'0.3, 1e-4 and 0.2, 1e-3'.");
          if (!(*weight >= 0. && *weight <= 1.))
            throw case_file.error(path,
                                  "The relative modulus " + items.front() +
                                    " must lie between 0 and 1.");
          if (!(*time > 0.))
            throw case_file.error(path,
                                  "The relaxation time " + items.back() +
                                    " must be positive.");
          sum += *weight;
          result.push_back({*weight, *time});
        }
      constexpr double rounding = 1e-14;
      if (sum > 1. + rounding)
        throw case_file.error(path,
                              "The sum of the relative moduli is " +
                                short_text(sum) +
                                "; it may be up to 1, where nothing is left "
                                "in the end.");
      return result;
    }

    /** What stands without what it belongs to. */
    void
    check_hardening(const ElasticBarParameters        &p,
                    const std::vector<BarDescription> &bars,
                    const CaseFile                    &case_file)
    {
      const auto is_given = [](const BarProperty &property) {
        return property.constant() != 0.;
      };
      for (const BarDescription &bar : bars)
        {
          const BarHardening &h = bar.hardening;
          if (is_given(h.saturation) && !is_given(h.exponent))
            throw case_file.error(BarLists::section + "hardening exponent",
                                  "It must be positive where there is a "
                                  "hardening saturation.");
        }
      if (std::ranges::any_of(bars, [](const BarDescription &bar) {
            return bar.hardening.yields();
          }))
        return;
      for (const auto &[list, entry] :
           {std::pair(&p.hardening_modulus, "hardening modulus"),
            std::pair(&p.hardening_saturation, "hardening saturation"),
            std::pair(&p.hardening_exponent, "hardening exponent")})
        if (number(*list) != 0.)
          throw case_file.error(BarLists::section + entry,
                                "No bar yields: give a 'yield stress', or "
                                "leave it out.");
    }
  } // namespace

  void
  set_bar_materials(const ElasticBarParameters  &p,
                    const BarLists              &lists,
                    std::vector<BarDescription> &bars)
  {
    lists.read(bars,
               p.prony_series,
               "Prony series",
               [&](auto &bar, const auto &text, const auto &path) {
                 bar.relaxation = prony_series(text, path, lists.case_file);
               });
    lists.read(bars,
               p.yield_stress,
               "yield stress",
               [&](auto &bar, const auto &text, const auto &path) {
                 if (text != "none")
                   bar.hardening.yield_stress =
                     lists.positive_property(text, path);
               });
    const auto read_hardening = [&](const std::string &list,
                                    const char        *entry,
                                    BarProperty BarHardening::*member) {
      lists.read(
        bars, list, entry, [&](auto &bar, const auto &text, const auto &path) {
          const BarProperty value = lists.property(text, path);
          if (value.constant() && *value.constant() < 0.)
            throw lists.case_file.error(path, "It must not be negative.");
          bar.hardening.*member = value;
        });
    };
    read_hardening(p.hardening_modulus,
                   "hardening modulus",
                   &BarHardening::modulus);
    read_hardening(p.hardening_saturation,
                   "hardening saturation",
                   &BarHardening::saturation);
    read_hardening(p.hardening_exponent,
                   "hardening exponent",
                   &BarHardening::exponent);
    lists.errors.in_turn([&] { check_hardening(p, bars, lists.case_file); });
  }

  void
  check_bar_materials(const BarRowDescription &row, const CaseFile &case_file)
  {
    if (!row.relaxes() && !row.yields())
      return;
    const std::string path =
      BarLists::section + (row.relaxes() ? "Prony series" : "yield stress");
    if (row.relaxes() && row.yields())
      throw case_file.error(path,
                            "It is not available beside a 'yield stress', "
                            "not in another bar either: leave one out.");
    if (row.boundary_mass != BoundaryMass::kept)
      throw case_file.error(path,
                            "It is not available where contact nodes have no "
                            "mass: set 'Contact/boundary mass' to 'kept'.");
    if (row.contact.method == ContactMethod::nitsche)
      throw case_file.error(path,
                            "It is not available with 'Contact/method = "
                            "nitsche': take another one.");
  }
} // namespace percuss
