// SPDX-License-Identifier: Apache-2.0
#include <percuss/models/bar/bar_field_writer.h>
#include <percuss/models/bar/lines_in_plane.h>
#include <percuss/parallel_algebra/petsc_algebra.h>
#include <percuss/parallel_algebra/trilinos_algebra.h>

#include <span>

namespace percuss
{
  using namespace dealii;

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
  {}

  template <Algebra A>
  auto
  FieldWriter<A>::of_contacts(const std::span<const double> p) const -> Vector
  {
    Vector result;
    bars.reinit(result);
    contacts.add_impulse(result, 0., p, result); // which no q changes
    return result;
  }

  template <Algebra A>
  auto
  FieldWriter<A>::contact_side() const -> Vector
  {
    return of_contacts(std::vector<double>(contacts.n_constraints(), 1.));
  }

  template <Algebra A>
  auto
  FieldWriter<A>::gap(const StepRecord &record) const -> Vector
  {
    Vector result = of_contacts(record.gap);
    result.scale(contact_side()); // G^T g has the sign of G
    return result;
  }

  template <Algebra A>
  bool
  FieldWriter<A>::has_cells() const
  {
    return bars.mesh.n_own_elements() > 0;
  }

  template <Algebra A>
  void
  FieldWriter<A>::observe(const StepRecord &record)
  {
    if (!file)
      file.emplace(bars, contact_side());
    const State<A>                  &x = stepper.state();
    typename BarFieldFile<A>::Values values{file->values_of(x.q),
                                            file->values_of(x.v),
                                            file->values_of(
                                              of_contacts(record.impulse)),
                                            file->values_of(gap(record)),
                                            {}};
    if (bars.description.relaxes())
      values.stressed = file->values_of(bars.stressed(x.q));
    if (format == FieldFormat::vtu)
      series.write_vtu(
        record,
        has_cells(),
        [&](std::ostream &stream) { file->write(stream, record, values); },
        [&](std::ostream &stream, const std::vector<std::string> &pieces) {
          stream << joined_vtu(record.time,
                               record.step,
                               file->fields(),
                               pieces);
        });
    else
      series.write(record, LinesInPlane(*file, values), has_cells());
    if (!file->is_kept())
      file.reset();
  }

  template class FieldWriter<PETScAlgebra>;
  template class FieldWriter<TrilinosAlgebra>;
} // namespace percuss
