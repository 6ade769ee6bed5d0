// SPDX-License-Identifier: Apache-2.0
#include "make_models.h"

#include <map>

namespace percuss
{
  std::unique_ptr<ModelRun>
  make_model(const RunParameters &parameters,
             const CaseFile      &case_file,
             const MPI_Comm       communicator)
  {
    static const std::map<std::string,
                          std::unique_ptr<ModelRun> (*)(const RunParameters &,
                                                        const CaseFile &)>
               small_models{{"mechanism", make_planar_mechanism},
                   {"spatial mechanism", make_mechanism_in_space},
                   {"bouncing ball", make_bouncing_ball},
                   {"linear oscillator", make_linear_oscillator},
                   {"two-mass oscillator", make_two_mass_oscillator},
                   {"van der pol oscillator", make_van_der_pol_oscillator},
                   {"rotating spring", make_rotating_spring},
                   {"discrete arch", make_discrete_arch},
                   {"slider crank", make_slider_crank}};
    const auto small = small_models.find(parameters.model);
    if (small != small_models.end())
      return small->second(parameters, case_file);
    return parameters.model == "solid" ?
             make_solids(parameters, case_file, communicator) :
             make_elastic_bars(parameters, case_file, communicator);
  }
} // namespace percuss
