// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_solid_plastic_elements_h
#define percuss_models_solid_plastic_elements_h

#include <percuss/base/archive.h>
#include <percuss/models/solid/plastic_kernels.h>
#include <percuss/models/solid/solid_elements.h>

#include <deal.II/base/aligned_vector.h>
#include <deal.II/base/symmetric_tensor.h>

#include <vector>

namespace percuss
{
  /**
   * The plastic cells of one rank, beside SolidElements: forces with their
   * return to the yield surface, and what the points of cells remember.
   *
   * Vectors are those of SolidElements. Nothing is allocated in a step.
   */
  template <int dim>
  class PlasticElements
  {
  public:
    using Stress = dealii::SymmetricTensor<2, 3>;

    /** Both are referred to. @pre the law is ElasticLaw::j2_plasticity */
    PlasticElements(const SolidDescription<dim>   &description,
                    const SolidElements<dim>      &elements,
                    const dealii::DoFHandler<dim> &dof_handler);

    /** s += dV/dq of a step from what is remembered to q. False if J <= 0 at a
     * point of this rank; then s is of no use. */
    bool
    add_force(const double *q, double *s);

    /** Elastic energy and plastic work of the last force on this rank [J]. */
    const PlasticSums &
    sums() const
    {
      return of_last_force;
    }

    /** What the last force has led to is remembered. */
    void
    accept()
    {
      affine.state.swap(affine.next);
      general.state.swap(general.next);
    }

    /** As at the start. */
    void
    reset();

    /** Means of the equivalent plastic strain of this rank's cells over their
     * points, in the order of the DoFHandler. */
    std::vector<double>
    plastic_strains() const;

    /** The largest one of a point of this rank. */
    double
    largest_plastic_strain() const;

    /** Means of Cauchy's stress [Pa] at @p q. */
    std::vector<Stress>
    stresses(const double *q) const;

    /** Of all cells in an order that does not depend on the number of ranks.
     * Collective. */
    void
    serialize(Archive &archive);

  private:
    struct Store
    {
      std::size_t                   n_batches = 0;
      dealii::AlignedVector<double> hardening, state, next;

      PlasticBatches
      view()
      {
        return {hardening.begin(), state.begin(), next.begin(), nullptr};
      }
    };

    /** f(numbers of the state of the point, of a lane side by side) */
    template <class F>
    void
    for_points(unsigned int cell, const F &f) const;

    /** The state of a cell's points. */
    void
    take(unsigned int cell, const std::vector<double> &values);

    const SolidDescription<dim>   &description;
    const SolidElements<dim>      &elements;
    const dealii::DoFHandler<dim> &dof_handler;
    const PlasticKernels           kernels;
    Store                          affine, general;
    PlasticSums                    of_last_force;
  };
} // namespace percuss

#endif
