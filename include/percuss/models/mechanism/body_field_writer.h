// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_mechanism_body_field_writer_h
#define percuss_models_mechanism_body_field_writer_h

#include <percuss/algebra/banded_algebra.h>
#include <percuss/models/mechanism/mechanism_description.h>
#include <percuss/output/field_times.h>
#include <percuss/simulation/observer.h>
#include <percuss/simulation/stepper.h>

#include <array>
#include <string>
#include <utility>
#include <vector>

namespace percuss
{
  /**
   * The bodies of a mechanism that have shapes, for ParaView: their surfaces, in
   * the plane areas, where they are at the times of a run,
   *
   *     bodies.pvd                      the times and their files, always whole
   *     solution/bodies_00000012.vtu    those of step 12
   *
   * or bodies.xdmf and solution/bodies_00000012.h5, as polygons, VTK's
   * unstructured grid in text or HDF5; round surfaces have 24 sides, 12 where
   * there are more than a hundred bodies.
   * Cells have the number of the body, from 1, or 0 where it is fixed; points
   * have the velocity [m/s].
   */
  template <int dim>
  class BodyFieldWriter final : public Observer
  {
  public:
    /** Makes the folder `solution`; throws std::runtime_error where it cannot.
     */
    BodyFieldWriter(const OutputPlace                     &place,
                    const std::vector<CollisionBody<dim>> &bodies,
                    const Stepper<BandedAlgebra>          &stepper,
                    unsigned long int                      interval,
                    FieldFormat                            format);

    /** Throws std::runtime_error where it cannot write. */
    void
    observe(const StepRecord &record) override;

    void
    serialize(Archive &archive) override
    {
      times.serialize(archive);
      if (archive.is_reading())
        times.go_on();
    }

  private:
    using Vector = Eigen::Vector<double, dim>;

    struct Surface
    {
      std::vector<Vector>                    points;
      std::vector<std::vector<unsigned int>> polygons;
    };

    static Surface
    surface_of(const ConvexShape<dim> &shape, unsigned int n_around);

    const std::vector<CollisionBody<dim>> bodies; // with shapes
    const Stepper<BandedAlgebra>         &stepper;
    const FieldFormat                     format;
    std::vector<Surface>                  surfaces;

    FieldTimes times;
  };
} // namespace percuss

#endif
