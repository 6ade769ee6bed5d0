// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_mechanism_mechanism_parameters_h
#define percuss_models_mechanism_mechanism_parameters_h

#include <percuss/models/mechanism/parse_mechanism.h>
#include <percuss/run/model.h>

#include <string>

namespace percuss
{
  /** Section "Mechanism", or "Spatial mechanism". */
  struct MechanismParameters final : ModelParameters
  {
    /** @param dim 2 or 3 */
    explicit MechanismParameters(unsigned int dim);

    void
    add_to(Parameters &prm) override;

    std::unique_ptr<Model>
    make(const RunParameters &run, const CaseFile &case_file) const override;

    const unsigned int dim;
    const std::string  section;
    MechanismTexts     texts;
    std::string        gravity;
  };

  extern const ModelKind planar_mechanism_kind, spatial_mechanism_kind;
} // namespace percuss

#endif
