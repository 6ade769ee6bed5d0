// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_bar_lines_in_plane_h
#define percuss_models_bar_lines_in_plane_h

#include <percuss/finite_element/patch_output.h>
#include <percuss/models/bar/bar_field_file.h>

#include <string>
#include <vector>

namespace percuss
{
  /** The fields of bars that are lines on the x-axis of a plane, where y = 0:
   * XDMF has no fields of points on a line. */
  class LinesInPlane final : public PatchOutput<1, 2>
  {
  public:
    template <Algebra A>
    LinesInPlane(const BarFieldFile<A>                  &file,
                 const typename BarFieldFile<A>::Values &values)
      : fields(file.fields())
    {
      const unsigned int degree = file.bars.element.degree;
      for (const BarElement &cell : file.bars.mesh.own_elements())
        {
          Patch patch;
          patch.vertices[0]    = dealii::Point<2>(cell.left, 0.);
          patch.vertices[1]    = dealii::Point<2>(cell.right, 0.);
          patch.patch_index    = static_cast<unsigned int>(patches.size());
          patch.n_subdivisions = degree;
          patch.reference_cell = dealii::ReferenceCells::Line;
          patch.data.reinit(static_cast<unsigned int>(fields.size()),
                            degree + 1);
          patches.push_back(patch);
        }
      for (unsigned int number = 0; number < fields.size(); ++number)
        {
          const std::vector<float> at_points = file.field(number, values);
          for (std::size_t i = 0; i < patches.size(); ++i)
            for (unsigned int k = 0; k <= degree; ++k)
              patches[i].data(number, k) = at_points[i * (degree + 1) + k];
        }
    }

  private:
    std::vector<std::string>
    get_dataset_names() const override
    {
      std::vector<std::string> names;
      for (const VtuField &field : fields)
        names.push_back(field.name);
      return names;
    }

    std::vector<Range>
    get_nonscalar_data_ranges() const override
    {
      std::vector<Range> ranges;
      for (unsigned int number = 0; number < fields.size(); ++number)
        if (fields[number].n_components > 1)
          ranges.emplace_back(
            number,
            number,
            fields[number].name,
            dealii::DataComponentInterpretation::component_is_part_of_vector);
      return ranges;
    }

    const std::vector<VtuField> fields;
  };
} // namespace percuss

#endif
