// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_solid_solid_field_writer_h
#define percuss_models_solid_solid_field_writer_h

#include <percuss/finite_element/field_series.h>
#include <percuss/models/solid/elastic_solid.h>
#include <percuss/models/solid/node_to_rigid_contacts.h>
#include <percuss/models/solid/pair_contacts.h>
#include <percuss/models/solid/solid_field_file.h>
#include <percuss/simulation/observer.h>
#include <percuss/simulation/stepper.h>

#include <memory>
#include <optional>
#include <set>
#include <string>

namespace percuss
{
  /** The files of bodies and contact surface, of one mesh after the other. */
  struct SolidFieldSeries
  {
    SolidFieldSeries(const std::string &directory,
                     const MPI_Comm     communicator,
                     const FieldFormat  format)
      : bodies(directory, "solution", communicator, format)
      , contact_surface(directory, "contact", communicator, format)
    {}

    FieldSeries bodies, contact_surface;
  };

  /**
   * The fields of elastic solids for ParaView, see FieldSeries for the files,
   * on the undeformed mesh:
   *
   * `solution.pvd` or `solution.xdmf`, the bodies: displacement [m] and velocity [m/s] (vectors),
   * stress (tensor, all components of space; see cauchy_stress()),
   * von_mises_stress and pressure -tr(sigma)/3 [Pa], material and rank of the
   * cells. Stresses are those of the displacement in each cell, at its nodes,
   * so they jump between cells. In axisymmetric bodies the components are
   * (r, z, hoop).
   *
   * `contact.pvd` or `contact.xdmf`, the contact surface: see ContactFields. The impulse is
   * G(q)^T P with the normals at the displacement that is written.
   *
   * Cells of degree 2 are written as such; in the plane, contact surfaces are
   * polygons through the nodes.
   */
  template <int dim, Algebra A>
  class SolidFieldWriter final : public Observer
  {
  public:
    using BoundaryIds = std::set<dealii::types::boundary_id>;

    /**
     * Throws std::runtime_error on all ranks as FieldSeries.
     *
     * @param directory existing output directory
     * @param contacts  of @p solid; weighted by volume_factor(), so that P/A_i
     *                  is a force per area
     * @param contact_boundary_ids those of its ContactSurface
     * @param pairs     contacts between bodies, whose slaves are part of the
     *                  contact surface then, and whose rows follow; or none
     */
    SolidFieldWriter(const std::string                 &directory,
                     const ElasticSolid<dim, A>        &solid,
                     const NodeToRigidContacts<dim, A> &contacts,
                     const BoundaryIds                 &contact_boundary_ids,
                     const Stepper<A>                  &stepper,
                     unsigned long int                  interval,
                     FieldFormat                 format = FieldFormat::vtu,
                     const PairContacts<dim, A> *pairs  = nullptr);

    /** The same, which goes on with files of another mesh. */
    SolidFieldWriter(std::shared_ptr<SolidFieldSeries>  series,
                     const ElasticSolid<dim, A>        &solid,
                     const NodeToRigidContacts<dim, A> &contacts,
                     const BoundaryIds                 &contact_boundary_ids,
                     const Stepper<A>                  &stepper,
                     unsigned long int                  interval,
                     FieldFormat                 format = FieldFormat::vtu,
                     const PairContacts<dim, A> *pairs  = nullptr);

    /** Throws std::runtime_error on all ranks if the files cannot be written;
     * collective. */
    void
    observe(const StepRecord &record) override;

    void
    serialize(Archive &archive) override
    {
      series->bodies.serialize(archive);
      series->contact_surface.serialize(archive);
    }

  private:
    void
    add_slaves();
    typename A::Vector
    ghosted(const typename A::Vector &x) const;
    PointStress<dim>
    stress() const;
    using CellFields = typename SolidFieldFile<dim, A>::CellFields;
    CellFields
    cell_fields() const;
    void
    write_bodies(const StepRecord         &record,
                 const typename A::Vector &displacement,
                 const typename A::Vector &velocity);
    void
    write_contact_surface(const StepRecord         &record,
                          const typename A::Vector &displacement,
                          const typename A::Vector &velocity);

    const ElasticSolid<dim, A>        &solid;
    const NodeToRigidContacts<dim, A> &contacts;
    const PairContacts<dim, A> *const  pairs;
    BoundaryIds                        contact_boundary_ids;
    std::optional<ContactSurface<dim>>
                      surface; // with slaves, else that of contacts
    const Stepper<A> &stepper;
    const FieldFormat format;
    const std::shared_ptr<SolidFieldSeries> series;
  };
} // namespace percuss

#endif
