// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_solid_surface_load_h
#define percuss_models_solid_surface_load_h

#include <percuss/models/solid/solid_elements.h>

namespace percuss
{
  /**
   * Tractions on the boundary faces of one rank's cells,
   *
   *     F_ai = int t_i(X, t) N_a dA,
   *
   * by Gauss' quadrature with degree + 1 points per direction. Points and
   * weights are kept, so that varying loads cost a sum each time.
   */
  template <int dim>
  class SurfaceLoad
  {
  public:
    using LocalVector = typename SolidElements<dim>::LocalVector;
    using Partitioner = typename SolidElements<dim>::Partitioner;

    /** @param varies which tractions: those that vary in time, or the others */
    SurfaceLoad(const SolidDescription<dim>   &description,
                const dealii::Mapping<dim>    &mapping,
                const dealii::DoFHandler<dim> &dof_handler,
                const Partitioner             &partitioner,
                bool                           varies);

    /** F += the loads at time t; F has to be compressed by the caller. */
    void
    add(double t, LocalVector &F) const;

  private:
    struct Face
    {
      const Traction<dim>            *traction;
      std::vector<dealii::Point<dim>> points;
      std::vector<unsigned int>       local_index; // of node a, component i
      std::vector<double>             weights; // N_a dA of node a at a point
    };

    std::vector<Face> faces;
  };
} // namespace percuss

#endif
