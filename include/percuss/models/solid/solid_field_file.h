// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_solid_solid_field_file_h
#define percuss_models_solid_solid_field_file_h

#include <percuss/mesh/vtu_arrays.h>
#include <percuss/models/solid/elastic_solid.h>
#include <percuss/models/solid/point_stress.h>
#include <percuss/simulation/step_record.h>

#include <deal.II/lac/vector.h>

#include <ostream>
#include <vector>

namespace percuss
{
  /**
   * The fields of the bodies of one rank as a file of VTK, of cells of degree 1.
   * Each has points of its own, because stresses jump between cells. A file is
   * what deal.II's DataOut makes of the same fields, in a third of its time and
   * with memory for the file alone: cells are visited once, and what they have
   * is compressed at once.
   */
  template <int dim, Algebra A>
  class SolidFieldFile
  {
  public:
    using Vector = typename A::Vector;

    /** What has a value for each cell, by its active index. */
    struct CellFields
    {
      dealii::Vector<float> material, rank;
      dealii::Vector<float> plastic_strain; ///< or none
    };

    /** All outlive this object. @pre degree 1 */
    SolidFieldFile(const ElasticSolid<dim, A> &solid,
                   const PointStress<dim>     &stress,
                   const CellFields           &cells);

    /** Not collective. @param displacement [m], @p velocity [m/s]: with the
     * values of other ranks' nodes. */
    void
    write(std::ostream     &file,
          const StepRecord &record,
          const Vector     &displacement,
          const Vector     &velocity) const;

    /** Its fields, in their order. */
    std::vector<VtuField>
    fields() const;

  private:
    struct Arrays;

    /** The cell that is written. */
    struct OfCell
    {
      std::vector<dealii::types::global_dof_index> dofs;
      std::vector<double>                          values;
      std::vector<dealii::Point<dim>>              X;
      std::vector<dealii::Tensor<1, dim>>          u, v;
      std::vector<dealii::Tensor<2, dim>>          gradients;
      std::vector<dealii::SymmetricTensor<2, 3>>   sigma;
    };

    void
    read(const Vector                        &x,
         OfCell                              &of_cell,
         std::vector<dealii::Tensor<1, dim>> &at_nodes) const;
    void
    set_gradients(OfCell &of_cell) const;
    void
    add_mesh(Arrays &arrays) const;
    void
    add_points(const OfCell &of_cell, unsigned int cell, Arrays &arrays) const;

    const ElasticSolid<dim, A> &solid;
    const PointStress<dim>     &stress;
    const CellFields           &cells;
    const bool                  is_cube; // quadrilaterals and hexahedra
    const unsigned int          n_nodes;
  };
} // namespace percuss

#endif
