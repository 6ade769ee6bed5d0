// SPDX-License-Identifier: Apache-2.0
#include <percuss/run/at_start.h>
#include <percuss/run/case.h>

#include <sstream>

namespace percuss
{
  Case::Case(const Catalogue &catalogue)
    : file(parameters)
    , models(catalogue.models)
  {
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
      }
    run.schemes = schemes_of(catalogue.own_schemes);
    run.add_to(parameters);
  }

  std::unique_ptr<Model>
  Case::make_model() const
  {
    return file.of_this_file([&] {
      return at_start(run, [&] { return sections[chosen]->make(run, file); });
    });
  }

  std::string
  Case::text() const
  {
    std::ostringstream out;
    parameters.print(out);
    return out.str();
  }
} // namespace percuss
