// SPDX-License-Identifier: Apache-2.0
#include "small_model_run.h"

#include <percuss/discrete/slider_guide.h>

namespace percuss
{
  namespace
  {
    template <std::size_t n_rows>
    std::unique_ptr<ModelRun>
    make_run(const RunParameters &parameters,
             const CaseFile      &case_file,
             const SliderCrank   &model)
    {
      const ContactParameters &c = parameters.contact;
      return std::make_unique<SmallModelRun<SliderCrank, SliderGuide<n_rows>>>(
        parameters,
        case_file,
        model,
        SliderGuide<n_rows>(model.description,
                            c.restitution_coefficient,
                            c.friction_coefficient,
                            c.tangential_restitution_coefficient));
    }
  } // namespace

  std::unique_ptr<ModelRun>
  make_slider_crank(const RunParameters &parameters, const CaseFile &case_file)
  {
    const auto model =
      make_small_model<SliderCrank>(parameters.small_models.slider_crank,
                                    "Slider crank",
                                    case_file);
    return parameters.contact.friction_coefficient == 0. ?
             make_run<4>(parameters, case_file, model) :
             make_run<8>(parameters, case_file, model);
  }
} // namespace percuss
