// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/base/text.h>
#include <percuss/models/mechanism/contact_masses.h>
#include <percuss/models/mechanism/make_mechanism.h>

namespace percuss
{
  template <int dim>
  MechanismDescription<dim>
  make_mechanism(const MechanismParameters &section,
                 const RunParameters       &run,
                 const CaseFile            &case_file)
  {
    MechanismDescription<dim> result;
    try
      {
        // functions of time vary over many steps; the motion does not depend on
        // the end of the run
        result = parse_mechanism<dim>(section.texts,
                                      run.contact.coefficients,
                                      100. * run.time.time_step);
        take_contact_masses(run.contact.boundary_mass,
                            run.scheme_information().family ==
                              SchemeFamily::central_difference,
                            result);
      }
    catch (const InputError &error)
      {
        throw case_file.error(section.section + "/" +
                                (error.entry.empty() ? "bodies" : error.entry),
                              error.what());
      }
    const auto pieces = split_outside(section.gravity, ',');
    for (std::size_t i = 0; i < dim; ++i)
      {
        const auto value =
          pieces.size() == dim ? number(pieces[i]) : std::nullopt;
        if (!value)
          throw case_file.error(section.section + "/gravity",
                                "'" + section.gravity + "' must be " +
                                  (dim == 2 ? "two" : "three") +
                                  " numbers separated by ','.");
        result.gravity[static_cast<Eigen::Index>(i)] = *value;
      }
    return result;
  }

  template PlanarMechanismDescription
  make_mechanism<2>(const MechanismParameters &,
                    const RunParameters &,
                    const CaseFile &);
  template SpatialMechanismDescription
  make_mechanism<3>(const MechanismParameters &,
                    const RunParameters &,
                    const CaseFile &);
} // namespace percuss
