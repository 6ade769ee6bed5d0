// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/base/text.h>
#include <percuss/models/solid/parse_adaptation.h>

#include <deal.II/base/mpi.h>

#include <cmath>
#include <optional>
#include <set>

namespace percuss
{
  namespace
  {
    const std::string entry_of_adaptation = "Solid/adapt";

    /** The whole number between @p first and @p last words of a part; none of
     * other parts. */
    std::optional<double>
    number_between(const std::string &part,
                   const std::string &first,
                   const std::string &last)
    {
      if (!part.starts_with(first) || !part.ends_with(last) ||
          part.size() < first.size() + last.size())
        return {};
      return number(trim(
        part.substr(first.size(), part.size() - first.size() - last.size())));
    }

    bool
    is_whole(const double n, const double least, const double largest)
    {
      return n == std::floor(n) && n >= least && n <= largest;
    }

    /** What a part says; returns its word. */
    std::string
    read_part(const std::string &part, MeshAdaptation &adaptation)
    {
      std::optional<double> n;
      if ((n = number_between(part, "every ", " steps")) ||
          (n = number_between(part, "every ", " step")))
        {
          if (!is_whole(*n, 1., 1e9))
            throw InputError("'" + part +
                             "' must have a whole number of steps, 1 or more.");
          adaptation.interval = static_cast<unsigned long int>(*n);
          return "every";
        }
      if ((n = number_between(part, "at most ", " cells")))
        {
          if (!is_whole(*n, 1., 1e9))
            throw InputError("'" + part +
                             "' must have a whole number of cells, 1 or more.");
          adaptation.max_cells = static_cast<std::size_t>(*n);
          return "at most";
        }
      if ((n = number_between(part, "", " levels")) ||
          (n = number_between(part, "", " level")))
        {
          if (!is_whole(*n, 1., 6.))
            throw InputError("'" + part + "': there may be 1 to 6 levels.");
          adaptation.levels = static_cast<unsigned int>(*n);
          return "levels";
        }
      if ((n = number_between(part, "tolerance ", "")))
        {
          if (!(*n >= 0.001 && *n <= 1.))
            throw InputError("'" + part +
                             "': the tolerance may be 0.001 to 1, a share of "
                             "the largest strain.");
          adaptation.tolerance = *n;
          return "tolerance";
        }
      throw InputError(
        "'" + part +
        "' must be 'every N steps', 'N levels', 'tolerance X' or 'at most N "
        "cells'; the parts are separated by ':', as in 'every 20 steps : 2 "
        "levels : tolerance 0.1'.");
    }
  } // namespace

  MeshAdaptation
  parse_adaptation(const std::string &text, const CaseFile &case_file)
  {
    MeshAdaptation result;
    if (trim(text).empty())
      return result;
    return case_file.at(entry_of_adaptation, [&] {
      std::set<std::string> words;
      for (const std::string &part : split(text, ':'))
        if (const std::string word = read_part(trim(part), result);
            !words.insert(word).second)
          throw InputError("It has '" + word + "' twice.");
      if (result.interval == 0 || result.levels == 0)
        throw InputError("'" + trim(text) + "' has no '" +
                         (result.levels == 0 ? "N levels" : "every N steps") +
                         "'; write as in 'every 20 steps : 2 levels'.");
      return result;
    });
  }

  void
  check_adaptation(const SolidParameters &section,
                   const RunParameters   &run,
                   const CaseFile        &case_file)
  {
    const auto refuse = [&](const std::string &what,
                            const std::string &advice) {
      throw case_file.error(entry_of_adaptation,
                            "A mesh that adapts is not available with " + what +
                              ". " + advice +
                              ", or leave 'Solid/adapt' empty.");
    };
    if (const unsigned int n =
          dealii::Utilities::MPI::n_mpi_processes(MPI_COMM_WORLD);
        n > 1)
      refuse(std::to_string(n) + " ranks", "Run the case on one");
    if (run.scheme.name != "moreau-jean" && run.scheme.name != "cd-lagrange")
      refuse("'Time integration/scheme = " + run.scheme.name + "'",
             "Take 'moreau-jean' or 'cd-lagrange'");
    if (section.settings.degree > 1)
      refuse("'Solid/polynomial degree = 2'", "Take degree 1");
    if (section.settings.law == ElasticLaw::j2_plasticity)
      refuse(
        "'Solid/elastic law = J2 plasticity', whose history stays with its "
        "cells",
        "Take an elastic law");
    if (!trim(section.prony_series).empty())
      refuse("'Solid/Prony series', whose history stays with its cells",
             "Take elastic materials");
    if (!trim(section.pairs).empty())
      refuse("'Contact/pairs'", "Take obstacles");
    if (run.contact.boundary_mass != BoundaryMass::kept)
      refuse("contact nodes without mass",
             "Take 'Contact/boundary mass = kept'");
    if (run.contact.method.method != ContactMethod::velocity_level)
      refuse("'Contact/method' other than 'velocity level'", "Take that one");
  }
} // namespace percuss
