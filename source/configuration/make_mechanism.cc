// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/configuration/expression.h>
#include <percuss/configuration/make_mechanism.h>
#include <percuss/mechanism/parse_spatial_mechanism.h>

#include <deal.II/base/point.h>

#include <cmath>

namespace percuss
{
  namespace
  {
    std::function<double(double)>
    function_of_time(const std::string &text)
    {
      const auto f = expression<1>(text, "t");
      return [f](const double t) { return f->value(dealii::Point<1>(t)); };
    }

    /** What @p parse makes of the texts, and the gravity. */
    template <class Parse>
    auto
    made(const MechanismParameters &p,
         const RunParameters       &parameters,
         const CaseFile            &case_file,
         const Parse               &parse)
    {
      const ContactParameters &contact     = parameters.contact;
      const auto               description = [&] {
        try
          {
            return parse(
              p.texts,
              function_of_time,
              ContactCoefficients{contact.restitution_coefficient,
                                  contact.friction_coefficient,
                                  contact.tangential_restitution_coefficient},
              parameters.time.end_time - parameters.time.start_time);
          }
        catch (const InputError &error)
          {
            const std::string what = error.what(); // "Joint 'A: ...': ..."
            for (const auto &[item, entry] : {std::pair("Joint", "joints"),
                                              std::pair("Contact", "contacts"),
                                              std::pair("Spring", "springs"),
                                              std::pair("Load", "loads"),
                                              std::pair("Beam", "beams"),
                                              std::pair("Rod", "rods")})
              if (what.starts_with(item))
                throw case_file.error(p.section + "/" + entry, what);
            throw case_file.error(p.section + "/bodies", what);
          }
      };
      auto       result = description();
      const auto pieces = split_expressions(p.gravity, ',');
      for (std::size_t i = 0; i < p.dim; ++i)
        {
          const auto value =
            pieces.size() == p.dim ? number(pieces[i]) : std::nullopt;
          if (!value)
            throw case_file.error(p.section + "/gravity",
                                  "'" + p.gravity + "' must be " +
                                    (p.dim == 2 ? "two" : "three") +
                                    " numbers separated by ','.");
          result.gravity[static_cast<Eigen::Index>(i)] = *value;
        }
      return result;
    }
  } // namespace

  MechanismDescription
  make_mechanism(const RunParameters &parameters, const CaseFile &case_file)
  {
    return made(parameters.mechanism, parameters, case_file, parse_mechanism);
  }

  SpatialMechanismDescription
  make_spatial_mechanism(const RunParameters &parameters,
                         const CaseFile      &case_file)
  {
    return made(parameters.spatial_mechanism,
                parameters,
                case_file,
                parse_spatial_mechanism);
  }
} // namespace percuss
