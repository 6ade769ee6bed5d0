// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_applications_percuss_models_make_models_h
#define percuss_applications_percuss_models_make_models_h

#include "../model_run.h"

namespace percuss
{
  std::unique_ptr<ModelRun>
  make_elastic_bars(const RunParameters &parameters,
                    const CaseFile      &case_file,
                    MPI_Comm             communicator);

  std::unique_ptr<ModelRun>
  make_solids(const RunParameters &parameters,
              const CaseFile      &case_file,
              MPI_Comm             communicator);

  std::unique_ptr<ModelRun>
  make_planar_mechanism(const RunParameters &parameters,
                        const CaseFile      &case_file);

  std::unique_ptr<ModelRun>
  make_mechanism_in_space(const RunParameters &parameters,
                          const CaseFile      &case_file);

  // The small models, one per file. Every rank computes the whole of them.

  std::unique_ptr<ModelRun>
  make_bouncing_ball(const RunParameters &parameters,
                     const CaseFile      &case_file);

  std::unique_ptr<ModelRun>
  make_linear_oscillator(const RunParameters &parameters,
                         const CaseFile      &case_file);

  std::unique_ptr<ModelRun>
  make_two_mass_oscillator(const RunParameters &parameters,
                           const CaseFile      &case_file);

  std::unique_ptr<ModelRun>
  make_van_der_pol_oscillator(const RunParameters &parameters,
                              const CaseFile      &case_file);

  std::unique_ptr<ModelRun>
  make_rotating_spring(const RunParameters &parameters,
                       const CaseFile      &case_file);

  std::unique_ptr<ModelRun>
  make_discrete_arch(const RunParameters &parameters,
                     const CaseFile      &case_file);

  std::unique_ptr<ModelRun>
  make_slider_crank(const RunParameters &parameters, const CaseFile &case_file);
} // namespace percuss

#endif
