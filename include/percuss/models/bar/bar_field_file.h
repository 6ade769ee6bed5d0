// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_bar_bar_field_file_h
#define percuss_models_bar_bar_field_file_h

#include <percuss/mesh/vtu_arrays.h>
#include <percuss/models/bar/elastic_bar.h>
#include <percuss/simulation/step_record.h>

#include <array>
#include <string>
#include <vector>

namespace percuss
{
  /**
   * The fields of the bars of one rank as a file of VTK: an element of degree p
   * is p lines through p + 1 points of its own, because stresses jump between
   * elements.
   *
   * Points, lines and the fields that do not change are written once and kept
   * as text; the others are compressed anew where they have changed. Of large
   * bars nothing is kept. A file is what deal.II's DataOut makes
   * of the same fields, in a tenth of its time.
   */
  template <Algebra A>
  class BarFieldFile
  {
  public:
    using Vector = typename A::Vector;

    /** Nodal values that change: displacement [m], velocity [m/s], impulse of
     * the contacts [N s], gap [m]; all without values of other ranks. */
    struct NodalFields
    {
      const Vector &displacement, &velocity, &impulse, &gap;
    };

    /**
     * Collective.
     * @param bars         outlives this object
     * @param contact_side different from 0 at the contact boundary
     */
    BarFieldFile(const ElasticBar<A> &bars, const Vector &contact_side);

    /** The file of this rank. Collective. */
    std::string
    text(const StepRecord &record, const NodalFields &x);

    /** Whether it pays to keep the object for another time; else it takes 100
     * bytes an element. */
    bool
    is_kept() const;

    /** Its fields, in their order. */
    std::vector<VtuField>
    fields() const;

  private:
    using Values = std::vector<double>;

    /** Numbers and geometry of the elements of this rank. */
    void
    find_elements();

    /** Text of what does not change. */
    void
    write_constant_parts(const Vector &contact_side);

    /** Values of the DoFs of elements of this rank. */
    Values
    values_of(const Vector &x) const;

    /** Values at the points, with 0 for the other components. */
    std::vector<float>
    at_points(const Values &nodal, unsigned int n_components) const;
    std::vector<float>
    stress(const Values &stressed) const;
    /** A member of the states of bars that yield, by Lagrange's polynomials
     * through the points of Gauss. */
    std::vector<float>
    at_points(double BarPlasticity<A>::PointState::*member) const;

    const ElasticBar<A>                         &bars;
    const unsigned int                           degree;
    dealii::IndexSet                             relevant;
    std::vector<dealii::types::global_dof_index> dofs; ///< those of elements
    std::vector<unsigned int>        places;           ///< of DoFs, by element
    std::vector<double>              lengths;          ///< of elements [m]
    std::vector<double>              moduli;           ///< E at the points [Pa]
    std::vector<std::vector<double>> shapes, gradients; ///< by point and DoF
    std::vector<std::vector<double>> from_gauss; ///< by point and Gauss point
    std::array<RepeatedVtuArray, 6>  arrays;
    std::string                      mesh, boundary, constant_fields;
  };
} // namespace percuss

#endif
