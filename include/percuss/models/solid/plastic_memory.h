// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_solid_plastic_memory_h
#define percuss_models_solid_plastic_memory_h

#include <percuss/materials/material_memory.h>
#include <percuss/models/solid/plastic_elements.h>

#include <deal.II/base/mpi.h>

namespace percuss
{
  /** Plastic strains of a body as a memory of its materials. */
  template <int dim, Algebra A>
  class PlasticMemory final : public MaterialMemory<A>
  {
  public:
    using typename MaterialMemory<A>::Vector;

    PlasticMemory(const SolidDescription<dim>   &description,
                  const SolidElements<dim>      &elements,
                  const dealii::DoFHandler<dim> &dof_handler)
      : elements(description, elements, dof_handler)
      , communicator(dof_handler.get_communicator())
    {}

    void
    begin_step() override
    {}

    void
    end_step(const Vector &) override
    {
      elements.accept();
    }

    void
    reset(const Vector &) override
    {
      elements.reset();
    }

    void
    serialize(Archive &archive) override
    {
      elements.serialize(archive);
    }

    /** Of the last force [J]. Collective. */
    double
    elastic_energy() const
    {
      return sum(elements.sums().elastic_energy);
    }

    /** Of the step of the last force [J]. Collective. */
    double
    plastic_work() const
    {
      return sum(elements.sums().plastic_work);
    }

    /** The largest equivalent plastic strain. Collective. */
    double
    largest_plastic_strain() const
    {
      return dealii::Utilities::MPI::max(elements.largest_plastic_strain(),
                                         communicator);
    }

    PlasticElements<dim> elements;

  private:
    double
    sum(const double x) const
    {
      return dealii::Utilities::MPI::sum(x, communicator);
    }

    const MPI_Comm communicator;
  };
} // namespace percuss

#endif
