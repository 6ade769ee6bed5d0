// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_contact_node_to_rigid_contacts_h
#define percuss_contact_node_to_rigid_contacts_h

#include <percuss/constraints/constraint_kinematics.h>
#include <percuss/contact/contact_surface.h>
#include <percuss/contact/rigid_obstacle.h>

#include <deal.II/lac/affine_constraints.h>

#include <memory>
#include <string>
#include <vector>

namespace percuss
{
  /**
   * Contact of the nodes X_i of a surface with rigid obstacles of signed
   * distances d_j, node by node. With the displacement q_i of a node,
   *
   *     g = d_j(X_i + q_i, t),    row of G = n_j(X_i + q_i, t)^T,
   *     dg/dt = (dd_j/dt)(X_i + q_i, t),
   *
   * the obstacle's index running fastest. With friction each of these rows is
   * followed by dim - 1 rows of unit tangents s, orthogonal to n and to each
   * other: G = s^T, and dg/dt stands for the velocity of the body alone, so
   * obstacles with friction must be fixed.
   *
   * A displacement that AffineConstraints hold does not move: its entry in the
   * rows is 0. Pairs whose normal row is zero for that reason do not take part:
   * flat obstacles with |row| < 1e-12, others where all of q_i is held.
   *
   * Rows are called "node 17", with several obstacles "node 17, obstacle 2",
   * counted from 1; tangential ones "node 17 tangential 1".
   *
   * Reference: P. Wriggers, Computational Contact Mechanics, 2nd ed., 2006, ch. 5
   */
  template <int dim, Algebra A>
  class NodeToRigidContacts final : public ConstraintKinematics<A>
  {
  public:
    using typename ConstraintKinematics<A>::Vector;
    using Obstacles = std::vector<std::unique_ptr<RigidObstacle<dim>>>;

    /** Newton's e and e_T in [0, 1], Coulomb's mu >= 0. */
    struct Law
    {
      double restitution            = 0.;
      double friction               = 0.;
      double tangential_restitution = 0.;
    };

    /**
     * Collective. Throws InputError if an obstacle moves and there is friction.
     *
     * @param held displacements that are kept; no hanging nodes
     */
    NodeToRigidContacts(const ContactSurface<dim>               &surface,
                        Obstacles                                obstacles,
                        const dealii::AffineConstraints<double> &held,
                        const Law                               &law);
    ~NodeToRigidContacts() override;

    std::size_t
    n_constraints() const override
    {
      return names.size();
    }

    const std::string &
    name(const std::size_t row) const override
    {
      return names[row];
    }

    const ContactLaw &
    law(std::size_t row) const override
    {
      return laws[row % n_rows_per_contact == 0 ? 0 : 1];
    }

    /** Whether all obstacles are flat. */
    bool
    is_linear() const override
    {
      return all_flat;
    }

    bool
    is_moving() const override
    {
      return any_moving;
    }

    /**
     * Whether G depends on t: a curved obstacle moves. Then set_time() must be
     * called before G is used.
     */
    bool
    is_jacobian_moving() const;

    /** Time of G in velocity(), add_impulse(), NodalRows::update() [s]. */
    void
    set_time(const double t);

    void
    gap(const Vector &q, double t, std::span<double> g) const override;

    void
    gap_rate(const Vector &q, double t, std::span<double> rate) const override;

    void
    velocity(const Vector     &q,
             const Vector     &v,
             std::span<double> u) const override;

    void
    add_impulse(const Vector           &q,
                std::span<const double> p,
                Vector                 &r) const override;

    /** None with friction. Refers to this object, which must outlive it. */
    std::unique_ptr<NodalRows<A>>
    nodal_rows() const override;

    /** The nodes of the surface, also those that no row belongs to. */
    const std::vector<typename ContactSurface<dim>::Node> &
    nodes() const
    {
      return surface.nodes();
    }

    /** Number in nodes() of the node of a row. */
    std::size_t
    node(std::size_t row) const;

    /** Index of the obstacle of a row. */
    std::size_t
    obstacle(std::size_t row) const;

    /** Area of the node of a row, as in ContactSurface. */
    double
    area(const std::size_t row) const
    {
      return nodes()[node(row)].area;
    }

    struct Penetration
    {
      double      depth = 0.; ///< largest -g [m], 0 if no gap is negative
      std::size_t row   = 0;  ///< of that gap
    };

    /** Largest penetration at (q, t), the same on all ranks. Collective. */
    Penetration
    largest_penetration(const Vector &q, double t) const;
  };
} // namespace percuss

#endif
