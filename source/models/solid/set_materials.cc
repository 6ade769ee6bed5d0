// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/text.h>
#include <percuss/models/solid/group_items.h>
#include <percuss/models/solid/set_materials.h>
#include <percuss/models/solid/solid_mesh.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

namespace percuss
{
  namespace
  {
    const std::string materials_section = "Solid/";

    /** E, nu and rho. */
    template <int dim>
    void
    set_elasticity(const SolidParameters &p,
                   const CaseFile        &case_file,
                   SolidDescription<dim> &solid)
    {
      const std::array<
        std::tuple<const std::string *, const char *, double SolidMaterial::*>,
        3>
        properties{{{&p.youngs_modulus,
                     "Young's modulus",
                     &SolidMaterial::youngs_modulus},
                    {&p.poissons_ratio,
                     "Poisson's ratio",
                     &SolidMaterial::poissons_ratio},
                    {&p.density, "density", &SolidMaterial::density}}};
      // single numbers are those of all materials
      for (const auto &[text, entry, property] : properties)
        if (const auto value = number(trim(*text)))
          solid.material.*property = *value;
      std::set<unsigned int> all;
      for (const auto &[text, entry, property] : properties)
        {
          if (number(trim(*text)))
            continue;
          const std::string      path = materials_section + entry;
          std::set<unsigned int> given;
          for (const auto &[label, ids, item] :
               by_groups_apart(*text, solid.material_names, path, case_file))
            {
              const auto value = number(item);
              if (!value)
                throw case_file.error(path, "'" + item + "' is not a number.");
              for (const unsigned int id : ids)
                solid.materials.try_emplace(id, solid.material).first->second.*
                  property = *value;
              given.insert(ids.begin(), ids.end());
            }
          if (given.empty())
            throw case_file.error(path, "It must be a number.");
          if (!all.empty() && given != all)
            throw case_file.error(path,
                                  "It must have values for the same materials "
                                  "as '" +
                                    materials_section + solid.materials_entry +
                                    "'.");
          if (all.empty())
            solid.materials_entry = entry;
          all = given;
        }
    }

    bool
    is_by_material(const std::string &text)
    {
      return text.find(':') != std::string::npos;
    }

    /** Gives all materials of the mesh what they have in common, where an entry
     * names some of them and none of E, nu and rho does.
     * @pre set_elasticity() */
    template <int dim>
    void
    tell_materials_apart(const SolidParameters &p, SolidDescription<dim> &solid)
    {
      const std::array texts{&p.prony_series,
                             &p.yield_stress,
                             &p.hardening_modulus,
                             &p.hardening_saturation,
                             &p.hardening_exponent};
      if (!solid.materials.empty() ||
          std::ranges::none_of(texts, [](const std::string *const text) {
            return is_by_material(*text);
          }))
        return;
      for (const unsigned int id : material_ids(solid))
        solid.materials.emplace(id, solid.material);
    }

    template <int dim>
    [[noreturn]] void
    refuse_material(const std::string           &label,
                    const std::string           &path,
                    const CaseFile              &case_file,
                    const SolidDescription<dim> &solid)
    {
      if (!solid.materials_entry.empty())
        throw case_file.error(path,
                              "The material '" + label +
                                "' has no value in 'Solid/" +
                                solid.materials_entry +
                                "', which has one for each material: give it "
                                "one there, or write one number for all.");
      std::string known;
      for (const auto &[id, material] : solid.materials)
        known += (known.empty() ? "" : ", ") + std::to_string(id);
      const std::string names = names_in(solid.material_names);
      throw case_file.error(path,
                            "No element has the material '" + label +
                              "'; the mesh has " + known +
                              (names == "none" ? "." :
                                                 ", named " + names + '.'));
    }

    /** Calls @p set for each material with the text that an entry has for it.
     * @pre tell_materials_apart() */
    template <int dim, class Set>
    void
    set_of_materials(const std::string     &text,
                     const char            *entry,
                     const CaseFile        &case_file,
                     SolidDescription<dim> &solid,
                     const Set             &set)
    {
      const std::string path = materials_section + entry;
      if (!is_by_material(text))
        {
          set(solid.material, text);
          for (auto &[id, material] : solid.materials)
            set(material, text);
          return;
        }
      for (const auto &[label, ids, item] :
           by_groups_apart(text, solid.material_names, path, case_file))
        for (const unsigned int id : ids)
          {
            const auto of_id = solid.materials.find(id);
            if (of_id == solid.materials.end())
              refuse_material(label, path, case_file, solid);
            set(of_id->second, item);
          }
    }

    /** @pre tell_materials_apart() */
    template <int dim>
    void
    set_hardening(const SolidParameters &p,
                  const CaseFile        &case_file,
                  SolidDescription<dim> &solid)
    {
      const std::array<
        std::tuple<const std::string *, const char *, double Hardening::*>,
        4>
        entries{
          {{&p.yield_stress, "yield stress", &Hardening::yield_stress},
           {&p.hardening_modulus, "hardening modulus", &Hardening::modulus},
           {&p.hardening_saturation,
            "hardening saturation",
            &Hardening::saturation},
           {&p.hardening_exponent,
            "hardening exponent",
            &Hardening::exponent}}};
      for (const auto &[text, entry, property] : entries)
        if (!trim(*text).empty())
          set_of_materials<dim>(
            *text,
            entry,
            case_file,
            solid,
            [&, name = entry, member = property](SolidMaterial     &material,
                                                 const std::string &item) {
              const auto value = number(trim(item));
              if (!value)
                throw case_file.error(materials_section + name,
                                      "'" + item + "' is not a number.");
              material.hardening.*member = *value;
            });
    }

    /** Of the text 'g, k, tau; g, k, tau'. */
    PronySeries
    series(const std::string &text, const CaseFile &case_file)
    {
      PronySeries result;
      for (const std::string &term : split_outside(text, ';'))
        {
          const auto          pieces = split_outside(term, ',');
          std::vector<double> values;
          for (const std::string &piece : pieces)
            values.push_back(number(trim(piece)).value_or(std::nan("")));
          if (values.size() != 3 || std::isnan(values[0]) ||
              std::isnan(values[1]) || std::isnan(values[2]))
            throw case_file.error(materials_section + "Prony series",
                                  "'" + term +
                                    "' must be three numbers, 'g, k, tau': the "
                                    "relative moduli of shear and bulk and the "
                                    "relaxation time [s].");
          result.push_back({values[0], values[1], values[2]});
        }
      return result;
    }

    /** @pre tell_materials_apart() */
    template <int dim>
    void
    set_series(const SolidParameters &p,
               const CaseFile        &case_file,
               SolidDescription<dim> &solid)
    {
      if (trim(p.prony_series).empty())
        return;
      set_of_materials<dim>(p.prony_series,
                            "Prony series",
                            case_file,
                            solid,
                            [&](SolidMaterial     &material,
                                const std::string &item) {
                              material.relaxation = series(item, case_file);
                            });
    }
  } // namespace

  template <int dim>
  void
  set_materials(const SolidParameters &p,
                const CaseFile        &case_file,
                SolidDescription<dim> &solid)
  {
    set_elasticity(p, case_file, solid);
    tell_materials_apart(p, solid);
    set_series(p, case_file, solid);
    set_hardening(p, case_file, solid);
  }

  template void
  set_materials(const SolidParameters &,
                const CaseFile &,
                SolidDescription<2> &);
  template void
  set_materials(const SolidParameters &,
                const CaseFile &,
                SolidDescription<3> &);
} // namespace percuss
