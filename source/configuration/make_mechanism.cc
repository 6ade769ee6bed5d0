// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/configuration/expression.h>
#include <percuss/configuration/make_mechanism.h>
#include <percuss/mechanism/parse_mechanism.h>

#include <deal.II/base/point.h>

#include <cmath>

namespace percuss
{
  MechanismDescription
  make_mechanism(const RunParameters &parameters, const CaseFile &case_file)
  {
    const MechanismParameters &p = parameters.mechanism;
    const ParseFunctionOfTime  function_of_time =
      [&](const std::string &text) -> std::function<double(double)> {
      const auto f = expression<1>(text, "t");
      return [f](const double t) { return f->value(dealii::Point<1>(t)); };
    };
    MechanismDescription result;
    try
      {
        result = parse_mechanism(
          {p.bodies, p.joints, p.contacts, p.springs, p.loads, p.beams},
          function_of_time,
          {parameters.contact.restitution_coefficient,
           parameters.contact.friction_coefficient,
           parameters.contact.tangential_restitution_coefficient},
          parameters.time.end_time - parameters.time.start_time);
      }
    catch (const InputError &error)
      {
        const std::string what = error.what(); // "Joint 'A: ...': ..."
        for (const auto &[item, entry] : {std::pair("Joint", "joints"),
                                          std::pair("Contact", "contacts"),
                                          std::pair("Spring", "springs"),
                                          std::pair("Load", "loads"),
                                          std::pair("Beam", "beams")})
          if (what.starts_with(item))
            throw case_file.error(std::string("Mechanism/") + entry, what);
        throw case_file.error("Mechanism/bodies", what);
      }
    const auto pieces = split_expressions(p.gravity, ',');
    for (std::size_t i = 0; i < 2; ++i)
      {
        const auto value =
          pieces.size() == 2 ? number(pieces[i]) : std::nullopt;
        if (!value)
          throw case_file.error("Mechanism/gravity",
                                "'" + p.gravity +
                                  "' must be two numbers separated by ','.");
        result.gravity[static_cast<Eigen::Index>(i)] = *value;
      }
    return result;
  }
} // namespace percuss
