// SPDX-License-Identifier: Apache-2.0
#include <percuss/input/input_errors.h>
#include <percuss/run/at_start.h>
#include <percuss/run/case.h>
#include <percuss/run/force_law_parameters.h>

#include <map>
#include <sstream>
#include <utility>

namespace percuss
{
  std::vector<DeclaredItem>
  declared_items(const Catalogue &catalogue)
  {
    add_rigid_shapes(catalogue.own_shapes);
    std::vector<DeclaredItem> items;
    for (const ModelKind *const kind : catalogue.models)
      if (kind->items)
        for (DeclaredItem &item : kind->items())
          items.push_back(std::move(item));
    return items;
  }

  Case::Case(const Catalogue &catalogue)
    : file(parameters)
    , models(catalogue.models)
  {
    add_rigid_shapes(catalogue.own_shapes);
    run.own_shapes = catalogue.own_shapes;
    std::vector<std::pair<std::string, std::size_t>> names;
    for (const ModelKind *const kind : models)
      names.emplace_back(kind->name, names.size());
    parameters.section("Model");
    parameters.add("name",
                   chosen,
                   "What is computed, see 'percuss list models'; its data "
                   "stand in the section of the same name.",
                   names);
    for (const ModelKind *const kind : models)
      {
        sections.push_back(kind->section());
        sections.back()->add_to(parameters);
        n_declared.push_back(parameters.all().size());
      }
    run.schemes     = schemes_of(catalogue.own_schemes);
    run.own_solvers = catalogue.own_solvers;
    run.add_to(parameters);
    auto law_of_forces = std::make_unique<ForceLawParameters>(run);
    force_law          = law_of_forces.get();
    laws.push_back(std::move(law_of_forces));
    for (const auto &make : catalogue.own_laws)
      laws.push_back(make());
    for (const auto &own : laws)
      {
        parameters.section("Contact");
        own->add_to(parameters);
        run.own_laws.emplace_back([law = own.get()](const auto contacts) {
          return law->make(contacts);
        });
      }
  }

  std::unique_ptr<Model>
  Case::make_model() const
  {
    try
      {
        force_law->check(kind(), file);
        return at_start(run, [&] { return sections[chosen]->make(run, file); });
      }
    catch (const InputError &error)
      {
        throw_changed(error, [&](const InputError &one) {
          return file.with_place(one, "");
        });
      }
  }

  std::vector<std::string>
  Case::warnings() const
  {
    // "Model/name" comes first, then all entries of a model, and of the next
    const std::size_t begin = chosen == 0 ? 1 : n_declared[chosen - 1],
                      end = n_declared[chosen], last = n_declared.back();
    std::map<std::string, std::string> names; // of entries, by section
    for (const Parameter &entry : parameters.all())
      if (entry.n_before >= 1 && entry.n_before < last &&
          (entry.n_before < begin || entry.n_before >= end) &&
          entry.value != entry.default_value && file.is_set(entry.path()))
        {
          std::string &list = names[entry.section];
          list += (list.empty() ? "'" : ", '") + entry.name + "'";
        }
    std::vector<std::string> result;
    for (const auto &[section, list] : names)
      result.push_back("section '" + section + "' (" + list +
                       ") has no effect: the model is '" +
                       std::string(kind().name) + "'.");
    return result;
  }

  std::string
  Case::text() const
  {
    std::ostringstream out;
    parameters.print(out);
    return out.str();
  }
} // namespace percuss
