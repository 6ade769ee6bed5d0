// SPDX-License-Identifier: Apache-2.0
#include <percuss/models/bar/bar_field_writer.h>
#include <percuss/models/bar/lines_in_plane.h>
#include <percuss/parallel_algebra/petsc_algebra.h>
#include <percuss/parallel_algebra/trilinos_algebra.h>

#include <deal.II/dofs/dof_tools.h>
#include <deal.II/numerics/data_postprocessor.h>

#include <cmath>

namespace percuss
{
  using namespace dealii;

  namespace
  {
    /** Stress E u' [Pa] and radius of the circle of area A [m]. */
    class StressAndRadius final : public DataPostprocessor<1>
    {
    public:
      StressAndRadius(const BarMesh &mesh, const BarRowDescription &description)
        : mesh(mesh)
        , description(description)
      {}

      std::vector<std::string>
      get_names() const override
      {
        return {"stress", "radius"};
      }

      std::vector<DataComponentInterpretation::DataComponentInterpretation>
      get_data_component_interpretation() const override
      {
        return {2, DataComponentInterpretation::component_is_scalar};
      }

      UpdateFlags
      get_needed_update_flags() const override
      {
        return update_gradients | update_quadrature_points;
      }

      void
      evaluate_scalar_field(
        const DataPostprocessorInputs::Scalar<1> &inputs,
        std::vector<dealii::Vector<double>>      &quantities) const override
      {
        const auto            cell     = inputs.template get_cell<1>();
        const unsigned int    bar      = mesh.bar(cell->active_cell_index());
        const BarDescription &data     = description.bars[bar];
        const unsigned int    material = cell->material_id();
        const double          center   = cell->center()[0];
        for (std::size_t k = 0; k < quantities.size(); ++k)
          {
            // seen from inside the cell: properties may jump between cells
            const double x =
              center - mesh.extents[bar].left +
              (1. - 1e-10) * (inputs.evaluation_points[k][0] - center);
            quantities[k](0) = data.youngs_modulus(x, material) *
                               inputs.solution_gradients[k][0];
            quantities[k](1) =
              std::sqrt(data.cross_section(x, material) / numbers::PI);
          }
      }

    private:
      const BarMesh           &mesh;
      const BarRowDescription &description;
    };
  } // namespace

  template <Algebra A>
  FieldWriter<A>::FieldWriter(const std::string      &directory,
                              const ElasticBar<A>    &bars,
                              const BarContacts<A>   &contacts,
                              const Stepper<A>       &stepper,
                              const unsigned long int interval,
                              const FieldFormat       format)
    : Observer(interval)
    , bars(bars)
    , contacts(contacts)
    , stepper(stepper)
    , format(format)
    , series(directory, "solution", bars.communicator, format)
  {
    bars.reinit(contact_side);
    const std::vector<double> ones(contacts.n_constraints(), 1.);
    contacts.add_impulse(stepper.state().q, 0., ones, contact_side);
  }

  template <Algebra A>
  void
  FieldWriter<A>::observe(const StepRecord &record)
  {
    const typename A::Vector &q = stepper.state().q;
    typename A::Vector        impulse, gap;
    bars.reinit(impulse);
    bars.reinit(gap);
    contacts.add_impulse(q, record.time, record.impulse, impulse);
    contacts.add_impulse(q, record.time, record.gap, gap);
    gap.scale(contact_side); // G^T g has the sign of G
    const NodalFields x{q, stepper.state().v, impulse, gap};
    if (format == FieldFormat::vtu)
      write_vtu(record, x);
    else
      write_xdmf(record, x);
  }

  template <Algebra A>
  void
  FieldWriter<A>::write_vtu(const StepRecord &record, const NodalFields &x)
  {
    if (!file)
      file.emplace(bars, contact_side);
    const std::string text = file->text(record, x);
    series.write_vtu(
      record,
      has_cells(),
      [&](std::ostream &stream) { stream << text; },
      [&](std::ostream &stream, const std::vector<std::string> &pieces) {
        stream << joined_vtu(record.time, record.step, file->fields(), pieces);
      });
    if (!file->is_kept())
      file.reset();
  }

  template <Algebra A>
  bool
  FieldWriter<A>::has_cells() const
  {
    return bars.mesh.triangulation.n_locally_owned_active_cells() > 0;
  }

  template <Algebra A>
  void
  FieldWriter<A>::write_xdmf(const StepRecord  &record,
                             const NodalFields &fields)
  {
    const unsigned int rank =
      Utilities::MPI::this_mpi_process(bars.communicator);
    IndexSet relevant;
    DoFTools::extract_locally_relevant_dofs(bars.dof_handler, relevant);
    const auto ghosted = [&](const typename A::Vector &x) {
      typename A::Vector result;
      result.reinit(bars.dof_handler.locally_owned_dofs(),
                    relevant,
                    bars.communicator);
      result = x;
      return result;
    };

    typename A::Vector boundary(contact_side);
    boundary.scale(contact_side);
    const typename A::Vector displacement = ghosted(fields.displacement);
    const typename A::Vector stressed =
      ghosted(bars.stressed(fields.displacement));
    const typename A::Vector velocity         = ghosted(fields.velocity);
    const typename A::Vector nodal_impulse    = ghosted(fields.impulse);
    const typename A::Vector nodal_gap        = ghosted(fields.gap);
    const typename A::Vector contact_boundary = ghosted(boundary);

    const unsigned int    n_cells = bars.mesh.triangulation.n_active_cells();
    dealii::Vector<float> bar_number(n_cells), material(n_cells),
      ranks(n_cells);
    for (const auto &cell : bars.mesh.triangulation.active_cell_iterators())
      {
        const unsigned int i = cell->active_cell_index();
        bar_number(i)        = static_cast<float>(bars.mesh.bar(i) + 1);
        material(i)          = static_cast<float>(cell->material_id());
        ranks(i)             = static_cast<float>(rank);
      }

    const StressAndRadius stress_and_radius(bars.mesh, bars.description);
    const std::vector<DataComponentInterpretation::DataComponentInterpretation>
      is_vector{DataComponentInterpretation::component_is_part_of_vector};

    LineOutput output;
    output.attach_dof_handler(bars.dof_handler);
    const auto add =
      [&](const typename A::Vector &x, const char *name, const bool as_vector) {
        if (as_vector)
          output.add_data_vector(x,
                                 std::vector<std::string>{name},
                                 DataOut<1>::type_dof_data,
                                 is_vector);
        else
          output.add_data_vector(x, name);
      };
    add(displacement, "displacement", true);
    add(velocity, "velocity", true);
    add(nodal_impulse, "contact_impulse", true);
    add(nodal_gap, "gap", false);
    add(contact_boundary, "contact_boundary", false);
    output.add_data_vector(stressed, stress_and_radius);
    output.add_data_vector(bar_number, "bar", DataOut<1>::type_cell_data);
    output.add_data_vector(material, "material", DataOut<1>::type_cell_data);
    output.add_data_vector(ranks, "rank", DataOut<1>::type_cell_data);
    output.build_patches(bars.element.degree);
    series.write(record, LinesInPlane(output), has_cells());
  }

  template class FieldWriter<PETScAlgebra>;
  template class FieldWriter<TrilinosAlgebra>;
} // namespace percuss
