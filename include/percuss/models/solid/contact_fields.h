// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_solid_contact_fields_h
#define percuss_models_solid_contact_fields_h

#include <percuss/finite_element/patch_output.h>
#include <percuss/models/solid/node_to_rigid_contacts.h>
#include <percuss/models/solid/pair_contacts.h>
#include <percuss/simulation/step_record.h>

#include <set>
#include <string>
#include <vector>

namespace percuss
{
  /** What a node of a contact surface does. */
  enum class ContactStatus
  {
    open,   ///< g > 0 and P = 0
    active, ///< P > 0
    closed  ///< g <= 0, but no impulse
  };

  /** Contact of one node with all the obstacles. */
  struct NodalContact
  {
    double gap; ///< the smallest [m]; where no row belongs to the node, the
                ///< largest of the others (no rows at all: 0)
    double        impulse;  ///< sum of the normal impulses of the step [N s]
    double        pressure; ///< impulse/(h A_i) [Pa]; not a number if A_i = 0
    ContactStatus status;
  };

  /** Of the nodes of @p contacts, in their order; the same on all ranks. */
  template <int dim, Algebra A>
  std::vector<NodalContact>
  nodal_contacts(const NodeToRigidContacts<dim, A> &contacts,
                 const StepRecord                  &record);

  /**
   * The same of the nodes of @p surface, which has those of @p contacts and
   * nodes of slaves: with what their rows in @p pairs do, whose pressure is
   * that of the areas of these rows.
   *
   * @param record its impulses of pairs follow those of @p contacts
   */
  template <int dim, Algebra A>
  std::vector<NodalContact>
  nodal_contacts(const ContactSurface<dim>         &surface,
                 const NodeToRigidContacts<dim, A> &contacts,
                 const PairContacts<dim, A>        &pairs,
                 const StepRecord                  &record);

  /**
   * The contact surface as a mesh of its own, with the values of its nodes:
   * displacement [m], velocity [m/s] and impulse of the step [N s] (vectors,
   * the latter with friction), gap [m], contact_pressure [Pa], contact_status
   * (0 open, 1 active, 2 closed without impulse).
   *
   * Each rank has the faces of its own cells. A node with A_i = 0 (on the axis,
   * degree 2) has the pressure of the middle of its face.
   */
  template <int dim>
  class ContactFields final : public PatchOutput<dim - 1, dim>
  {
  public:
    /**
     * @param boundary_ids of the surface
     * @param nodes        of the surface, with their @p contacts
     * @param displacement, velocity, impulse with ghost values
     */
    template <class Vector>
    ContactFields(const dealii::DoFHandler<dim>              &dof_handler,
                  const std::set<dealii::types::boundary_id> &boundary_ids,
                  const std::vector<typename ContactSurface<dim>::Node> &nodes,
                  const std::vector<NodalContact> &contacts,
                  const Vector                    &displacement,
                  const Vector                    &velocity,
                  const Vector                    &impulse);

    /** Of this rank. */
    std::size_t
    n_faces() const
    {
      return patches.size();
    }

  private:
    using typename PatchOutput<dim - 1, dim>::Patch;
    using typename PatchOutput<dim - 1, dim>::Range;
    using PatchOutput<dim - 1, dim>::patches;

    std::vector<std::string>
    get_dataset_names() const override;

    std::vector<Range>
    get_nonscalar_data_ranges() const override;
  };
} // namespace percuss

#endif
