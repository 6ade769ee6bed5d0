// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_bar_lines_in_plane_h
#define percuss_models_bar_lines_in_plane_h

#include <percuss/finite_element/patch_output.h>

#include <deal.II/numerics/data_out.h>

#include <string>
#include <vector>

namespace percuss
{
  /** Fields of bars, with what is needed to write them elsewhere. */
  class LineOutput final : public dealii::DataOut<1>
  {
  public:
    using dealii::DataOut<1>::get_dataset_names;
    using dealii::DataOut<1>::get_nonscalar_data_ranges;
  };

  /** Bars as lines on the x-axis of a plane, where y = 0: XDMF has no fields of
   * points on a line. */
  class LinesInPlane final : public PatchOutput<1, 2>
  {
  public:
    /** @param output with its patches, outlives this one */
    explicit LinesInPlane(const LineOutput &output)
      : output(output)
    {
      for (const auto &line : output.get_patches())
        {
          Patch patch;
          for (unsigned int i = 0; i < 2; ++i)
            patch.vertices[i] = dealii::Point<2>(line.vertices[i][0], 0.);
          patch.neighbors            = line.neighbors;
          patch.patch_index          = line.patch_index;
          patch.n_subdivisions       = line.n_subdivisions;
          patch.reference_cell       = line.reference_cell;
          patch.points_are_available = false;
          patch.data                 = line.data;
          patches.push_back(patch);
        }
    }

  private:
    std::vector<std::string>
    get_dataset_names() const override
    {
      return output.get_dataset_names();
    }

    std::vector<Range>
    get_nonscalar_data_ranges() const override
    {
      return output.get_nonscalar_data_ranges();
    }

    const LineOutput &output;
  };
} // namespace percuss

#endif
