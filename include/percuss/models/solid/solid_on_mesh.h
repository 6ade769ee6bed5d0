// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_solid_solid_on_mesh_h
#define percuss_models_solid_solid_on_mesh_h

#include <percuss/finite_element/mesh_model.h>
#include <percuss/models/solid/elastic_solid.h>
#include <percuss/models/solid/node_to_rigid_contacts.h>
#include <percuss/models/solid/solid_field_writer.h>

#include <memory>
#include <set>

namespace percuss
{
  /** The model of solids of one mesh, and what one of the same solids on another
   * mesh asks to go on from it. */
  template <int dim, Algebra A>
  class SolidOnMesh : public MeshModel<A>
  {
  public:
    virtual const ElasticSolid<dim, A> &
    elastic_solid() const = 0;

    virtual const NodeToRigidContacts<dim, A> &
    obstacle_contacts() const = 0;

    /** Whose nodes may touch obstacles. */
    virtual const std::set<dealii::types::boundary_id> &
    contact_boundaries() const = 0;

    /** Of the fastest, longitudinal wave [m/s]. */
    virtual double
    wave_speed() const = 0;

    /** Bodies that share no nodes. */
    virtual unsigned int
    n_bodies() const = 0;

    Stepper<A> &
    solid_stepper()
    {
      return *this->objects.stepper;
    }

    /** Makes the stepper, in the place of start(): q, v and a of @p x at the time
     * of the @p record that steps on another mesh have left. */
    virtual void
    go_on(const RunParameters &run,
          const CaseFile      &case_file,
          const State<A>      &x,
          const StepRecord    &record) = 0;

    /** The files of fields: observers() of another mesh goes on with them. */
    virtual std::shared_ptr<SolidFieldSeries>
    field_series() const = 0;

    /** The same before observers() is called. */
    virtual void
    go_on_with(std::shared_ptr<SolidFieldSeries> series) = 0;
  };

  /** Throws InputError as Model::make(). Collective. */
  template <int dim, Algebra A>
  std::unique_ptr<SolidOnMesh<dim, A>>
  make_solid_on_mesh(const SolidParameters       &section,
                     const RunParameters         &run,
                     const CaseFile              &case_file,
                     const SolidDescription<dim> &description);
} // namespace percuss

#endif
