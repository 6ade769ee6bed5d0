// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/base/text.h>
#include <percuss/input/expression.h>
#include <percuss/models/mechanism/contact_masses.h>
#include <percuss/models/mechanism/make_mechanism.h>
#include <percuss/models/mechanism/parse_planar_mechanism.h>
#include <percuss/models/mechanism/parse_spatial_mechanism.h>

#include <cmath>

namespace percuss
{
  namespace
  {
    std::function<double(double)>
    function_of_time(const std::string &text)
    {
      const Expression f(text, {"t"});
      return [f](const double t) { return f({t}); };
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
            auto parsed =
              parse(p.texts,
                    function_of_time,
                    contact.coefficients,
                    // functions of time vary over many steps; the motion does
                    // not depend on the end of the run
                    100. * parameters.time.time_step);
            take_contact_masses(contact.boundary_mass,
                                parameters.scheme_information().family ==
                                  SchemeFamily::central_difference,
                                parsed);
            return parsed;
          }
        catch (const InputError &error)
          {
            throw case_file.error(
              p.section + "/" + (error.entry.empty() ? "bodies" : error.entry),
              error.what());
          }
      };
      auto       result = description();
      const auto pieces = split_outside(p.gravity, ',');
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

  PlanarMechanismDescription
  make_planar_mechanism(const MechanismParameters &section,
                        const RunParameters       &run,
                        const CaseFile            &case_file)
  {
    return made(section, run, case_file, parse_planar_mechanism);
  }

  SpatialMechanismDescription
  make_spatial_mechanism(const MechanismParameters &section,
                         const RunParameters       &run,
                         const CaseFile            &case_file)
  {
    return made(section, run, case_file, parse_spatial_mechanism);
  }
} // namespace percuss
