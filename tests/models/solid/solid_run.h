// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_tests_output_solid_run_h
#define percuss_tests_output_solid_run_h

#include "../../finite_element/vtu_file.h"

#include <percuss/models/solid/solid_field_writer.h>
#include <percuss/parallel_algebra/petsc_algebra.h>
#include <percuss/parallel_algebra/trilinos_algebra.h>

#include <filesystem>
#include <limits>
#include <span>

namespace percuss::test
{
  template <int d, Algebra A>
  struct Space
  {
    static constexpr int dim = d;
    using AlgebraType        = A;
  };
  using Spaces = testing::Types<Space<2, PETScAlgebra>,
                                Space<2, TrilinosAlgebra>,
                                Space<3, PETScAlgebra>,
                                Space<3, TrilinosAlgebra>>;

  inline unsigned int
  this_rank()
  {
    return dealii::Utilities::MPI::this_mpi_process(MPI_COMM_WORLD);
  }

  inline unsigned int
  n_ranks()
  {
    return dealii::Utilities::MPI::n_mpi_processes(MPI_COMM_WORLD);
  }

  /** A box of 5 x 2 (x 2) elements and size 1 x 0.5 (x 0.7) with one boundary
   * id a side: 0 where x = 0, 2 * dim - 2 at the bottom. */
  template <int dim>
  SolidDescription<dim>
  box_of_degree(const unsigned int degree)
  {
    SolidDescription<dim> description;
    description.generator = "subdivided_hyper_rectangle";
    description.generator_arguments =
      dim == 2 ? "5, 2 : 0, 0 : 1, 0.5 : true" :
                 "5, 2, 2 : 0, 0, 0 : 1, 0.7, 0.5 : true";
    description.material = {5., 0.3, 1.};
    description.degree   = degree;
    return description;
  }

  template <int dim>
  using Field =
    std::function<dealii::Tensor<1, dim>(const dealii::Point<dim> &)>;

  /** A field u = H X. */
  template <int dim>
  typename SolidDescription<dim>::Field
  linear_field(const dealii::Tensor<2, dim> &H)
  {
    return [H](const dealii::Point<dim> &X, unsigned int) { return H * X; };
  }

  /** A state that does not move, with one step's contacts. */
  template <Algebra A>
  class FixedState final : public Stepper<A>
  {
  public:
    void
    serialize(Archive &) override
    {}

    void
    advance(unsigned long int) override
    {}

    const StepRecord &
    record() const override
    {
      return step_record;
    }

    const State<A> &
    state() const override
    {
      return x;
    }

    void
    replace_step(const Stepper<A> &, std::span<const double>) override
    {}

    State<A>            x;
    StepRecord          step_record;
    std::vector<double> gap, impulse;
  };

  /** A solid with its contacts and what a writer leaves of its initial state.
   */
  template <int dim, Algebra A>
  class SolidRun
  {
  public:
    using Contacts = NodeToRigidContacts<dim, A>;
    /** Impulse [N s] of a row at a node. */
    using Impulse =
      std::function<double(const typename ContactSurface<dim>::Node &,
                           std::size_t row)>;

    SolidRun(const SolidDescription<dim>     &description,
             const dealii::types::boundary_id contact_boundary,
             typename Contacts::Obstacles     obstacles = {},
             const ContactCoefficients       &law       = {})
      : solid(description, MPI_COMM_WORLD)
      , boundary(contact_boundary)
      , contacts(ContactSurface<dim>(solid.dof_handler,
                                     solid.mapping,
                                     {contact_boundary},
                                     [&](const dealii::Point<dim> &X) {
                                       return volume_factor(description, X);
                                     }),
                 std::move(obstacles),
                 solid.constraints,
                 law)
      , directory(testing::TempDir() + "solid_fields_" + std::to_string(dim) +
                  "_" + A::name + "_" + std::to_string(n_ranks()))
    {
      stepper.x.q = solid.initial_displacement();
      stepper.x.v = solid.initial_velocity();
      stepper.gap.resize(contacts.n_constraints());
      stepper.impulse.resize(contacts.n_constraints());
      contacts.gap(stepper.x.q, 0., stepper.gap);
      if (this_rank() == 0)
        {
          std::filesystem::remove_all(directory);
          std::filesystem::create_directory(directory);
        }
      MPI_Barrier(MPI_COMM_WORLD);
    }

    void
    set_impulse(const Impulse &P)
    {
      for (std::size_t row = 0; row < contacts.n_constraints(); ++row)
        stepper.impulse[row] = P(contacts.nodes()[contacts.node(row)], row);
    }

    StepRecord
    record(const unsigned long int step) const
    {
      StepRecord result;
      result.step      = step;
      result.time      = time_step * static_cast<double>(step);
      result.time_step = time_step;
      result.gap       = stepper.gap;
      result.impulse   = stepper.impulse;
      return result;
    }

    SolidFieldWriter<dim, A>
    writer() const
    {
      return {directory, solid, contacts, {boundary}, stepper, 1};
    }

    /** Writes step 3 and returns this rank's file of `solution` or `contact`.
     */
    VtuFile
    write(const std::string &block) const
    {
      writer().observe(record(3));
      return VtuFile(file_name(block, 3, this_rank()));
    }

    std::string
    file_name(const std::string &block,
              const unsigned int step,
              const unsigned int rank) const
    {
      return directory + "/solution/" + block + "_0000000" +
             std::to_string(step) +
             (n_ranks() == 1 ? "" : "." + std::to_string(rank)) + ".vtu";
    }

    /** Whether a rank has cells, or faces of the contact surface. Collective.
     */
    bool
    has_cells(const std::string &block, const unsigned int rank) const
    {
      unsigned int n_cells = 0, n_faces = 0;
      for (const auto &cell : solid.dof_handler.active_cell_iterators())
        if (cell->is_locally_owned())
          {
            ++n_cells;
            for (const auto &face : cell->face_iterators())
              if (face->at_boundary() && face->boundary_id() == boundary)
                ++n_faces;
          }
      return dealii::Utilities::MPI::all_gather(MPI_COMM_WORLD,
                                                block == "contact" ?
                                                  n_faces :
                                                  n_cells)[rank] > 0;
    }

    static constexpr double          time_step = 0.125;
    ElasticSolid<dim, A>             solid;
    const dealii::types::boundary_id boundary;
    const Contacts                   contacts;
    const std::string                directory;
    FixedState<A>                    stepper;
  };
} // namespace percuss::test

#endif
