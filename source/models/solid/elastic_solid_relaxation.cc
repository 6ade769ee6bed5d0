// SPDX-License-Identifier: Apache-2.0

// ElasticSolid: what Prony series make of its stiffness.

#include <percuss/models/solid/elastic_solid.h>
#include <percuss/models/solid/instances.h>

#include <algorithm>
#include <cassert>
#include <map>
#include <utility>
#include <vector>

namespace percuss
{
  using namespace dealii;

  namespace
  {
    /** Parts g and k of the moduli of shear and bulk. */
    struct ModuliParts
    {
      double shear = 0., bulk = 0.;

      bool
      operator==(const ModuliParts &) const = default;
    };

    using PartsOfMaterials = std::map<unsigned int, ModuliParts>;

    /** The series of all materials by their times, each of which one or more
     * materials have. */
    template <int dim>
    std::map<double, PartsOfMaterials>
    elements_by_time(const SolidDescription<dim> &description)
    {
      std::map<double, PartsOfMaterials> result;
      const auto                         materials = materials_of(description);
      for (const auto &[id, material] : materials)
        for (const RelaxationTerm &term : material.relaxation)
          {
            PartsOfMaterials &of_time = result[term.time];
            for (const auto &[other, unused] : materials)
              of_time[other]; // none
            of_time[id].shear += term.shear;
            of_time[id].bulk += term.bulk;
          }
      return result;
    }

    /** Whether K_j = w_j K_0. */
    bool
    is_proportional(const PartsOfMaterials &parts)
    {
      const ModuliParts &first = parts.begin()->second;
      return first.shear == first.bulk &&
             std::ranges::all_of(parts, [&](const auto &of_material) {
               return of_material.second == first;
             });
    }

    LameConstants
    part_of(const LameConstants &lame,
            const ModuliParts   &part,
            const Kinematics     kinematics)
    {
      LameConstants result;
      result.mu = part.shear * lame.mu;
      if (kinematics == Kinematics::plane_stress) // there g = k
        result.lambda = part.shear * lame.lambda;
      else
        result.lambda =
          part.bulk * (lame.lambda + 2. / 3. * lame.mu) - 2. / 3. * result.mu;
      return result;
    }
  } // namespace

  template <int dim, Algebra A>
  Relaxation<A> &
  ElasticSolid<dim, A>::start_relaxation(const double h, const Vector &q_0)
  {
    assert(relaxes(description) && added.rows.empty());
    using Element        = typename Relaxation<A>::Element;
    const auto by_time   = elements_by_time(description);
    const bool is_simple = std::ranges::all_of(by_time, [](const auto &e) {
      return is_proportional(e.second);
    });
    PartsOfMaterials     rest; // of K_inf
    std::vector<Element> terms;
    for (const auto &[time, parts] : by_time)
      {
        terms.push_back({time, is_simple ? parts.begin()->second.shear : 0.});
        for (const auto &[id, part] : parts)
          {
            ModuliParts &left = rest.try_emplace(id, 1., 1.).first->second;
            left.shear        = std::max(0., left.shear - part.shear);
            left.bulk         = std::max(0., left.bulk - part.bulk);
          }
      }

    auto       moduli = std::make_shared<std::vector<CellModuli>>();
    const auto add    = [&](const PartsOfMaterials &parts) {
      moduli->push_back(elements->moduli([&](const unsigned int id) {
        return part_of(LameConstants(material_of(description, id),
                                     description.kinematics),
                       description.materials.empty() ? parts.begin()->second :
                                                          parts.at(id),
                       description.kinematics);
      }));
    };
    if (!is_simple)
      {
        add(rest);
        for (const auto &[time, parts] : by_time)
          add(parts);
      }
    const auto product =
      [this, moduli](const std::size_t index, const Vector &y, Vector &z) {
        if (moduli->empty())
          {
            multiply_by_stiffness(y, z);
            return;
          }
        multiply((*moduli)[index], y, z);
      };
    memory =
      std::make_unique<Relaxation<A>>(*this, h, terms, is_simple, product);
    memory->reset(q_0);
    return *memory;
  }

#define PERCUSS_INSTANTIATE(dim, A)                               \
  template Relaxation<A> &ElasticSolid<dim, A>::start_relaxation( \
    double, const typename A::Vector &);
  PERCUSS_FOR_ALL_SOLIDS(PERCUSS_INSTANTIATE)
#undef PERCUSS_INSTANTIATE
} // namespace percuss
