// SPDX-License-Identifier: Apache-2.0
#include <percuss/program/choice_meanings.h>
#include <percuss/run/make_complementarity_solver.h>

namespace percuss
{
  ChoiceMeanings::ChoiceMeanings(const Catalogue &catalogue)
  {
    const auto add = [this](const char            *list,
                            const std::string_view word,
                            const std::string_view meaning) {
      lists[list].emplace(word, meaning);
    };
    for (const ModelKind *const model : catalogue.models)
      add("models", model->name, model->description);
    for (const SchemeInformation &scheme : schemes_of(catalogue.own_schemes))
      add("schemes", scheme.name, scheme.equations);
    for (const auto &solver : complementarity_solver_names())
      add("solvers", solver.name, solver.description);
    for (const OwnSolver &solver : catalogue.own_solvers)
      add("solvers", solver.name, solver.description);
    for (const ImpactLawEntry &law : impact_laws)
      add("laws", law.name, law.equations);
  }

  std::string
  ChoiceMeanings::of(const Parameter &entry, const std::string &word) const
  {
    for (const WordOfText &one : entry.words)
      if (one.word == word)
        return one.meaning;
    for (const auto &[list, words] : lists)
      if (entry.documentation.find("'percuss list " + list + "'") !=
            std::string::npos &&
          words.contains(word))
        return words.at(word);
    return "";
  }

  std::vector<std::string>
  words_of(const Parameter &entry)
  {
    std::vector<std::string> words = entry.choices;
    for (const WordOfText &one : entry.words)
      words.push_back(one.word);
    return words;
  }
} // namespace percuss
