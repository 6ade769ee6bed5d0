// SPDX-License-Identifier: Apache-2.0
#include <percuss/models/solid/contact_fields.h>
#include <percuss/models/solid/relaxed_gradients.h>
#include <percuss/models/solid/solid_field_writer.h>
#include <percuss/parallel_algebra/petsc_algebra.h>
#include <percuss/parallel_algebra/trilinos_algebra.h>

#include <deal.II/dofs/dof_tools.h>
#include <deal.II/numerics/data_out.h>
#include <deal.II/numerics/data_postprocessor.h>

#include <algorithm>
#include <memory>
#include <utility>

namespace percuss
{
  using namespace dealii;

  namespace
  {
    /** The nine components of sigma, von Mises' stress and the pressure [Pa].
     */
    template <int dim>
    class Stress final : public DataPostprocessor<dim>
    {
    public:
      explicit Stress(const PointStress<dim> &stress)
        : stress(stress)
      {}

      std::vector<std::string>
      get_names() const override
      {
        std::vector<std::string> names;
        for (const char i : {'x', 'y', 'z'})
          for (const char j : {'x', 'y', 'z'})
            names.push_back(std::string("stress_") + i + j);
        names.insert(names.end(), {"von_mises_stress", "pressure"});
        return names;
      }

      std::vector<DataComponentInterpretation::DataComponentInterpretation>
      get_data_component_interpretation() const override
      {
        return {11, DataComponentInterpretation::component_is_scalar};
      }

      UpdateFlags
      get_needed_update_flags() const override
      {
        return update_values | update_gradients | update_quadrature_points;
      }

      void
      evaluate_vector_field(
        const DataPostprocessorInputs::Vector<dim> &inputs,
        std::vector<dealii::Vector<double>>        &quantities) const override
      {
        const std::size_t                  n = quantities.size();
        std::vector<Tensor<1, dim>>        u(n);
        std::vector<Tensor<2, dim>>        grad_u(n);
        std::vector<SymmetricTensor<2, 3>> sigma(n);
        for (std::size_t k = 0; k < n; ++k)
          for (unsigned int i = 0; i < dim; ++i)
            {
              u[k][i]      = inputs.solution_values[k][i];
              grad_u[k][i] = inputs.solution_gradients[k][i];
            }
        stress(inputs.template get_cell<dim>(),
               inputs.evaluation_points,
               u,
               grad_u,
               sigma);
        for (std::size_t k = 0; k < n; ++k)
          write(sigma[k], quantities[k]);
      }

    private:
      static void
      write(const SymmetricTensor<2, 3> &sigma, dealii::Vector<double> &values)
      {
        for (unsigned int i = 0; i < 3; ++i)
          for (unsigned int j = 0; j < 3; ++j)
            values(3 * i + j) = sigma[i][j];
        values(9)  = von_mises_stress(sigma);
        values(10) = pressure(sigma);
      }

      const PointStress<dim> &stress;
    };

    /** DataOut whose first nine components are a tensor of space: deal.II's
     * tensors of plane meshes have four, and XDMF's none. */
    template <int dim>
    class TensorDataOut final : public DataOut<dim>
    {
    public:
      explicit TensorDataOut(const bool has_tensor)
        : has_tensor(has_tensor)
      {}

    private:
      std::vector<
        std::tuple<unsigned int,
                   unsigned int,
                   std::string,
                   DataComponentInterpretation::DataComponentInterpretation>>
      get_nonscalar_data_ranges() const override
      {
        auto ranges = DataOut<dim>::get_nonscalar_data_ranges();
        if (has_tensor)
          ranges.emplace(
            ranges.begin(),
            0,
            8,
            "stress",
            DataComponentInterpretation::component_is_part_of_tensor);
        return ranges;
      }

      const bool has_tensor;
    };

    /** Of this rank. */
    template <int dim>
    bool
    has_own_cells(const Triangulation<dim> &mesh)
    {
      for (const auto &cell : mesh.active_cell_iterators())
        if (cell->is_locally_owned())
          return true;
      return false;
    }

    DataOutBase::VtkFlags
    vtk_flags(const StepRecord &record, const bool write_higher_order_cells)
    {
      // most of the gain in size at a fraction of the time of the best
      return {record.time,
              static_cast<unsigned int>(record.step),
              true,
              DataOutBase::VtkFlags::best_speed,
              write_higher_order_cells,
              {{"displacement", "m"},
               {"velocity", "m/s"},
               {"stress", "Pa"},
               {"von_mises_stress", "Pa"},
               {"pressure", "Pa"},
               {"impulse", "N s"},
               {"gap", "m"},
               {"contact_pressure", "Pa"}}};
    }
  } // namespace

  template <int dim, Algebra A>
  SolidFieldWriter<dim, A>::SolidFieldWriter(
    const std::string                 &directory,
    const ElasticSolid<dim, A>        &solid,
    const NodeToRigidContacts<dim, A> &contacts,
    const BoundaryIds                 &contact_boundary_ids,
    const Stepper<A>                  &stepper,
    const unsigned long int            interval,
    const FieldFormat                  format,
    const PairContacts<dim, A> *const  pairs)
    : SolidFieldWriter(std::make_shared<SolidFieldSeries>(directory,
                                                          solid.communicator,
                                                          format),
                       solid,
                       contacts,
                       contact_boundary_ids,
                       stepper,
                       interval,
                       format,
                       pairs)
  {}

  template <int dim, Algebra A>
  SolidFieldWriter<dim, A>::SolidFieldWriter(
    std::shared_ptr<SolidFieldSeries>  of_fields,
    const ElasticSolid<dim, A>        &solid,
    const NodeToRigidContacts<dim, A> &contacts,
    const BoundaryIds                 &contact_boundary_ids,
    const Stepper<A>                  &stepper,
    const unsigned long int            interval,
    const FieldFormat                  format,
    const PairContacts<dim, A> *const  pairs)
    : Observer(interval)
    , solid(solid)
    , contacts(contacts)
    , pairs(pairs)
    , contact_boundary_ids(contact_boundary_ids)
    , stepper(stepper)
    , format(format)
    , series(std::move(of_fields))
  {
    series->bodies.begin_mesh();
    series->contact_surface.begin_mesh();
    if (pairs)
      add_slaves();
  }

  template <int dim, Algebra A>
  void
  SolidFieldWriter<dim, A>::add_slaves()
  {
    for (const ContactPair<dim> &pair : pairs->pairs())
      contact_boundary_ids.insert(pair.slave.boundary_ids().begin(),
                                  pair.slave.boundary_ids().end());
    surface.emplace(solid.dof_handler, solid.mapping, contact_boundary_ids);
  }

  // One rank has the values of all nodes, if none hangs.
  template <int dim, Algebra A>
  void
  SolidFieldWriter<dim, A>::observe(const StepRecord &record)
  {
    const State<A> &x = stepper.state();
    if (Utilities::MPI::n_mpi_processes(solid.communicator) == 1 &&
        !solid.mesh.has_hanging_nodes)
      {
        write_bodies(record, x.q, x.v);
        write_contact_surface(record, x.q, x.v);
        return;
      }
    const typename A::Vector displacement = ghosted(x.q);
    const typename A::Vector velocity     = ghosted(x.v);
    write_bodies(record, displacement, velocity);
    write_contact_surface(record, displacement, velocity);
  }

  template <int dim, Algebra A>
  typename A::Vector
  SolidFieldWriter<dim, A>::ghosted(const typename A::Vector &x) const
  {
    IndexSet relevant;
    DoFTools::extract_locally_relevant_dofs(solid.dof_handler, relevant);
    typename A::Vector result;
    result.reinit(solid.dof_handler.locally_owned_dofs(),
                  relevant,
                  solid.communicator);
    if (solid.mesh.has_hanging_nodes)
      { // copied, as a vector that is moved has no ghosts
        const typename A::Vector filled = solid.with_hanging_nodes(x);
        result                          = filled;
      }
    else
      result = x;
    return result;
  }

  template <int dim, Algebra A>
  PointStress<dim>
  SolidFieldWriter<dim, A>::stress() const
  {
    typename PointStress<dim>::Relaxed relaxed;
    if (const auto *const memory = solid.relaxation())
      {
        std::vector<typename A::Vector> strained;
        for (std::size_t j = 0; j < memory->n_elements(); ++j)
          strained.push_back(ghosted(memory->strained(j)));
        relaxed = [gradients = std::make_shared<RelaxedGradients<dim, A>>(
                     solid, std::move(strained))](const auto &cell,
                                                  const auto &points,
                                                  auto       &H) {
          return (*gradients)(cell, points, H);
        };
      }
    typename PointStress<dim>::OfCells of_cells;
    if (solid.plasticity())
      {
        const auto stresses = solid.plastic_stresses(stepper.state().q);
        of_cells.resize(solid.mesh.triangulation.n_active_cells());
        unsigned int number = 0;
        for (const auto &cell : solid.dof_handler.active_cell_iterators())
          if (cell->is_locally_owned())
            of_cells[cell->active_cell_index()] = stresses[number++];
      }
    return PointStress<dim>(solid.description, relaxed, std::move(of_cells));
  }

  template <int dim, Algebra A>
  auto
  SolidFieldWriter<dim, A>::cell_fields() const -> CellFields
  {
    const auto  &triangulation = solid.mesh.triangulation;
    unsigned int n_cells = triangulation.n_active_cells(), number = 0;
    CellFields   fields;
    fields.material.reinit(n_cells);
    fields.rank.reinit(n_cells);
    std::vector<double> strains;
    if (const auto *const plastic = solid.plasticity())
      {
        strains = plastic->elements.plastic_strains();
        fields.plastic_strain.reinit(n_cells);
      }
    for (const auto &cell : triangulation.active_cell_iterators())
      {
        const unsigned int i = cell->active_cell_index();
        fields.material(i)   = static_cast<float>(cell->material_id());
        fields.rank(i)       = static_cast<float>(cell->subdomain_id());
        if (solid.plasticity() && cell->is_locally_owned())
          fields.plastic_strain(i) = static_cast<float>(strains[number++]);
      }
    return fields;
  }

  template <int dim, Algebra A>
  void
  SolidFieldWriter<dim, A>::write_bodies(const StepRecord         &record,
                                         const typename A::Vector &displacement,
                                         const typename A::Vector &velocity)
  {
    const PointStress<dim> point_stress = stress();
    const CellFields       cells        = cell_fields();
    const unsigned int     degree       = solid.element.degree;
    const bool             has_cells = has_own_cells(solid.mesh.triangulation);
    if (format == FieldFormat::vtu && degree == 1)
      {
        const SolidFieldFile<dim, A> file(solid, point_stress, cells);
        series->bodies.write_vtu(
          record,
          has_cells,
          [&](std::ostream &stream) {
            file.write(stream, record, displacement, velocity);
          },
          [&](std::ostream &stream, const std::vector<std::string> &pieces) {
            stream << joined_vtu(record.time,
                                 record.step,
                                 file.fields(),
                                 pieces);
          });
        return;
      }

    const Stress<dim>  postprocessor(point_stress);
    TensorDataOut<dim> output(format == FieldFormat::vtu);
    output.attach_dof_handler(solid.dof_handler);
    output.add_data_vector(displacement, postprocessor); // the first
    for (const auto &[x, name] : {std::pair(&displacement, "displacement"),
                                  std::pair(&velocity, "velocity")})
      output.add_data_vector(
        *x,
        std::vector<std::string>(dim, name),
        DataOut<dim>::type_dof_data,
        std::vector<DataComponentInterpretation::DataComponentInterpretation>(
          dim, DataComponentInterpretation::component_is_part_of_vector));
    constexpr auto of_cells = DataOut<dim>::type_cell_data;
    output.add_data_vector(cells.material, "material", of_cells);
    output.add_data_vector(cells.rank, "rank", of_cells);
    if (solid.plasticity())
      output.add_data_vector(cells.plastic_strain,
                             "equivalent_plastic_strain",
                             of_cells);
    output.set_flags(vtk_flags(record, degree > 1));
    output.build_patches(solid.mapping,
                         degree,
                         DataOut<dim>::curved_inner_cells);
    series->bodies.write(record,
                         output,
                         has_cells,
                         solid.element.reference_cell());
  }

  template <int dim, Algebra A>
  void
  SolidFieldWriter<dim, A>::write_contact_surface(
    const StepRecord         &record,
    const typename A::Vector &displacement,
    const typename A::Vector &velocity)
  {
    typename A::Vector impulse;
    solid.reinit(impulse);
    const auto of_obstacles = record.impulse.first(contacts.n_constraints());
    // before the first impulse, moving obstacles have no normals yet
    if (std::ranges::any_of(of_obstacles, [](double P) { return P != 0.; }))
      contacts.add_impulse(stepper.state().q,
                           record.time,
                           of_obstacles,
                           impulse);
    std::vector<NodalContact> values;
    if (!pairs)
      values = nodal_contacts(contacts, record);
    else
      {
        pairs->add_impulse(stepper.state().q,
                           record.time,
                           record.impulse.subspan(of_obstacles.size()),
                           impulse);
        values = nodal_contacts(*surface, contacts, *pairs, record);
      }
    ContactFields<dim> output(solid.dof_handler,
                              contact_boundary_ids,
                              surface ? surface->nodes() : contacts.nodes(),
                              values,
                              displacement,
                              velocity,
                              ghosted(impulse));
    // deal.II writes no curves of higher order
    output.set_flags(vtk_flags(record, dim == 3 && solid.element.degree > 1));
    series->contact_surface.write(
      record,
      output,
      output.n_faces() > 0,
      solid.element.reference_cell().face_reference_cell(0));
  }

  template class SolidFieldWriter<2, PETScAlgebra>;
  template class SolidFieldWriter<2, TrilinosAlgebra>;
  template class SolidFieldWriter<3, PETScAlgebra>;
  template class SolidFieldWriter<3, TrilinosAlgebra>;
} // namespace percuss
