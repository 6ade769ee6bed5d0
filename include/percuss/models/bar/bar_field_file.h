// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_bar_bar_field_file_h
#define percuss_models_bar_bar_field_file_h

#include <percuss/mesh/vtu_arrays.h>
#include <percuss/models/bar/elastic_bar.h>
#include <percuss/simulation/step_record.h>

#include <ostream>
#include <string>
#include <vector>

namespace percuss
{
  /**
   * The fields of the bars of one rank as a file of VTK: an element of degree p
   * is p lines through p + 1 points of its own, because stresses jump between
   * elements.
   *
   * Points, lines and the fields that do not change are kept as text; the
   * others are compressed anew where they have changed. Of large bars nothing is
   * kept: numbers are made while they are compressed. A file is what deal.II's
   * DataOut makes of the same fields, in a tenth of its time.
   */
  template <Algebra A>
  class BarFieldFile
  {
  public:
    using Vector = typename A::Vector;

    using OfNodes = std::vector<double>;

    /** What changes, at the nodes of this rank's elements: displacement [m],
     * velocity [m/s], impulse of the contacts [N s], gap [m], and of bars
     * with Prony series ElasticBar::stressed() [m]. */
    struct Values
    {
      OfNodes displacement, velocity, impulse, gap, stressed = {};
    };

    /**
     * Collective.
     * @param bars         outlives this object
     * @param contact_side different from 0 at the contact boundary
     */
    BarFieldFile(const ElasticBar<A> &bars, const Vector &contact_side);

    /** The values of a vector at these nodes. Collective. */
    OfNodes
    values_of(const Vector &x) const;

    /** Writes the file of this rank. */
    void
    write(std::ostream &file, const StepRecord &record, const Values &x);

    /** The first component of field @p number at the points. */
    std::vector<float>
    field(std::size_t number, const Values &x) const;

    /** Whether it pays to keep the object for another time. */
    bool
    is_kept() const;

    /** The fields, in their order. */
    std::vector<VtuField>
    fields() const;

    const ElasticBar<A> &bars;

  private:
    enum Field : std::size_t
    {
      displacement,
      velocity,
      contact_impulse,
      gap,
      contact_boundary,
      stress,
      radius,
      bar,
      material,
      rank,
      equivalent_plastic_strain ///< of bars that yield
    };

    // each of them calls a function with the numbers of an array, in their order

    /** Sum of x_i f_i at each point, with its element and its number there. */
    template <class Add>
    void
    at_points(const OfNodes                    &x,
              const dealii::FullMatrix<double> &functions,
              const Add                        &add) const;
    template <class Add>
    void
    stresses(const OfNodes &stressed, const Add &add) const;
    /** A member of the states of bars that yield, at @p point of the own
     * element @p cell, by Lagrange's polynomials through the points of Gauss. */
    double
    remembered(double BarPlasticity<A>::PointState::*member,
               std::size_t                           cell,
               unsigned int                          point) const;
    /** Of f(element, distance from the bar's left end). */
    template <class Function, class Add>
    void
    of_points(const Function &f, const Add &add) const;
    /** Of field @p number. */
    template <class Add>
    void
    numbers(std::size_t number, const Values &x, const Add &add) const;

    void
    write_mesh(std::ostream &file) const;
    void
    write_constant(std::ostream &file, std::size_t number) const;
    /** A field that changes. */
    void
    write_changing(std::ostream &file, std::size_t number, const Values &x);

    double
    share(const unsigned int point) const
    {
      return static_cast<double>(point) / degree;
    }

    const unsigned int            degree;
    const std::size_t             n_elements, n_points; // of this rank
    dealii::FullMatrix<double>    shapes, slopes;       // of a DoF, at a point
    dealii::FullMatrix<double>    from_gauss; // of a point of Gauss, at a point
    std::vector<double>           moduli;     // E at the points, if kept [Pa]
    OfNodes                       is_contact;
    std::vector<RepeatedVtuArray> arrays;
    std::string                   mesh; // text that is kept, after a first time
    std::vector<std::string>      constants;
  };
} // namespace percuss

#endif
