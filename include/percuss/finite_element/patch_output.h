// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_finite_element_patch_output_h
#define percuss_finite_element_patch_output_h

#include <deal.II/base/data_out_base.h>

#include <string>
#include <tuple>
#include <vector>

namespace percuss
{
  /** Fields on patches that a derived class makes; it names them, too. */
  template <int dim, int spacedim>
  class PatchOutput : public dealii::DataOutInterface<dim, spacedim>
  {
  protected:
    using Patch = dealii::DataOutBase::Patch<dim, spacedim>;
    using Range = std::tuple<
      unsigned int,
      unsigned int,
      std::string,
      dealii::DataComponentInterpretation::DataComponentInterpretation>;

    std::vector<Patch> patches; ///< of this rank

  private:
    const std::vector<Patch> &
    get_patches() const final
    {
      return patches;
    }
  };
} // namespace percuss

#endif
