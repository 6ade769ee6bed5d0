// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_bar_bar_field_writer_h
#define percuss_models_bar_bar_field_writer_h

#include <percuss/finite_element/field_series.h>
#include <percuss/models/bar/bar_contacts.h>
#include <percuss/models/bar/bar_field_file.h>
#include <percuss/models/bar/elastic_bar.h>
#include <percuss/simulation/observer.h>
#include <percuss/simulation/stepper.h>

#include <optional>
#include <string>

namespace percuss
{
  /**
   * The fields of elastic bars for ParaView: `solution.pvd`, or
   * `solution.xdmf` with lines in the plane, and the files in `solution/`, see
   * FieldSeries.
   *
   * At the nodes: displacement and velocity (vectors), stress, radius of a
   * circular section of the same area (for a Tube filter), and on the contact
   * boundary (contact_boundary = 1, else 0) contact_impulse of the last step
   * and gap. In the cells: bar, material, rank.
   */
  template <Algebra A>
  class FieldWriter final : public Observer
  {
  public:
    /**
     * Throws std::runtime_error on all ranks as FieldSeries.
     * @param directory existing output directory
     */
    FieldWriter(const std::string    &directory,
                const ElasticBar<A>  &bars,
                const BarContacts<A> &contacts,
                const Stepper<A>     &stepper,
                unsigned long int     interval,
                FieldFormat           format);

    /** Throws std::runtime_error on all ranks if the files cannot be written;
     * collective. */
    void
    observe(const StepRecord &record) override;

    void
    serialize(Archive &archive) override
    {
      series.serialize(archive);
    }

  private:
    using Vector = typename A::Vector;

    /** The sum of numbers of contacts, G^T p. */
    Vector
    of_contacts(std::span<const double> p) const;
    /** +1, -1 or 0. */
    Vector
    contact_side() const;
    /** The gaps at the nodes of contacts. */
    Vector
    gap(const StepRecord &record) const;

    bool
    has_cells() const; // of this rank

    const ElasticBar<A>  &bars;
    const BarContacts<A> &contacts;
    const Stepper<A>     &stepper;

    const FieldFormat              format;
    FieldSeries                    series;
    std::optional<BarFieldFile<A>> file; // of bars that are not too large
  };
} // namespace percuss

#endif
