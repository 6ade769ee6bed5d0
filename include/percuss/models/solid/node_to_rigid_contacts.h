// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_solid_node_to_rigid_contacts_h
#define percuss_models_solid_node_to_rigid_contacts_h

#include <percuss/constraints/constraint_kinematics.h>
#include <percuss/models/solid/contact_surface.h>
#include <percuss/models/solid/rigid_obstacle.h>
#include <percuss/parallel_algebra/sparse_rows.h>

#include <deal.II/lac/affine_constraints.h>

#include <array>
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
   * other: row = s^T, g = 0, dg/dt = -s . velocity of the obstacle.
   *
   * A displacement that AffineConstraints hold does not move: its entry in the
   * rows is 0. Pairs whose normal row is zero for that reason do not take part:
   * flat obstacles with |row| < 1e-12, others where all of q_i is held.
   *
   * gap() and gap_rate() throw StepError on all ranks where an obstacle's
   * distance from a node or its rate is not a finite number.
   *
   * Rows are called "node 17", with several obstacles "node 17, obstacle 2",
   * counted from 1; tangential ones "node 17 tangential 1".
   *
   * Contacts that are forces of the motion have the compliances c_i = 1/(f k_i)
   * of a factor f and the stiffnesses k_i of ContactSurface, in the tangential
   * rows, too; in Nitsche's method, with flat obstacles, besides the functionals
   * B_i of set_stress(),
   *
   *     0 <= g + c B q + c lambda  perp  lambda >= 0,
   *     f = (G + theta c B)^T lambda,
   *
   * with the integrals over the boundary by nodes.
   *
   * Reference: P. Wriggers, Computational Contact Mechanics, 2nd ed., 2006.
   *
   * Equations: doc/theory/solids.md (1).
   */
  template <int dim, Algebra A>
  class NodeToRigidContacts final : public ConstraintKinematics<A>
  {
  public:
    using typename ConstraintKinematics<A>::Vector;
    using Obstacles = std::vector<std::unique_ptr<RigidObstacle<dim>>>;

    /**
     * Collective.
     * @param surface copied
     * @param held    displacements that are kept; no hanging nodes
     * @param stiffness_factor f of contacts that are forces of the motion; 0:
     *                they are impenetrable
     */
    NodeToRigidContacts(const ContactSurface<dim>               &surface,
                        Obstacles                                obstacles,
                        const dealii::AffineConstraints<double> &held,
                        const ContactCoefficients               &coefficients,
                        double stiffness_factor = 0.);

    /** The force q -> B_i q between the surfaces, of every row [N], the normal
     * one in tension positive, and theta. @pre flat obstacles */
    void
    set_stress(const SparseRows<A> &rows, const double theta)
    {
      stress       = rows;
      stress_theta = theta;
      has_stress   = true;
      of_stress.resize(n_constraints());
    }

    bool
    has_compliance() const override
    {
      return stiffness_factor > 0.;
    }

    double
    compliance(const std::size_t row) const override
    {
      return 1. / (stiffness_factor * nodes()[node(row)].stiffness);
    }

    void
    open_gap(const Vector &q, double t, std::span<double> g) const override;

    void
    open_velocity(const Vector     &q,
                  double            t,
                  const Vector     &v,
                  std::span<double> u) const override;

    dealii::Tensor<1, dim>
    flat_normal(const std::size_t obstacle) const
    {
      return obstacles[obstacle]->normal(dealii::Point<dim>(), 0.);
    }

    /** The normal or tangent of a row whose obstacle is flat. */
    dealii::Tensor<1, dim>
    flat_direction(std::size_t row) const;

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
    law(const std::size_t row) const override
    {
      return row % n_rows_per_pair == 0 ? normal_law : tangential_law;
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

    void
    gap(const Vector &q, double t, std::span<double> g) const override;

    void
    gap_rate(const Vector &q, double t, std::span<double> rate) const override;

    void
    velocity(const Vector     &q,
             double            t,
             const Vector     &v,
             std::span<double> u) const override;

    void
    add_impulse(const Vector           &q,
                double                  t,
                std::span<const double> p,
                Vector                 &r) const override;

    using typename ConstraintKinematics<A>::SparseJacobian;

    /** Of contacts without a compliance. */
    bool
    jacobian_rows(const Vector                &q,
                  double                       t,
                  std::span<const std::size_t> some,
                  SparseJacobian              &G) const override;

    /** None where forces are not those of single nodes, theta != 0. */
    std::vector<unsigned int>
    node_colors() const override;

    /** None of contacts with a compliance. Refers to this object, which must
     * outlive it. */
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
    node(const std::size_t row) const
    {
      return pairs[row / n_rows_per_pair].node;
    }

    /** Index of the obstacle of a row. */
    std::size_t
    obstacle(const std::size_t row) const
    {
      return pairs[row / n_rows_per_pair].obstacle;
    }

    /** Area of the node of a row, as in ContactSurface. */
    double
    area(const std::size_t row) const override
    {
      return nodes()[node(row)].area;
    }

    /**
     * Resultants R_j of the impulses @p p of all rows on the body [N s], dim
     * numbers for each obstacle, where displacements are held, too: the
     * obstacle pushes there as well. The same on all ranks. Collective.
     */
    void
    resultants(const Vector           &q,
               double                  t,
               std::span<const double> p,
               std::span<double>       R) const;

    struct Penetration
    {
      double      depth = 0.; ///< largest -g [m], 0 if no gap is negative
      std::size_t row   = 0;  ///< of that gap
    };

    /** Largest penetration at (q, t), the same on all ranks. Collective. */
    Penetration
    largest_penetration(const Vector &q, double t) const;

    /** depth_of_passage() of the nodes of the normal rows @p some, in the step
     * from (q_0, t_0) to (q_1, t_1), 0 of others; the same on all ranks.
     * Collective. */
    void
    passages(const Vector            &q_0,
             double                   t_0,
             const Vector            &q_1,
             double                   t_1,
             const std::vector<bool> &some,
             std::span<double>        depths) const;

    /** A pair of a node that this rank owns and an obstacle. */
    struct LocalPair
    {
      dealii::Point<dim>     position;  ///< X [m]
      dealii::Tensor<1, dim> is_free;   ///< 1, or 0 of a held displacement
      std::size_t            row;       ///< the first one of the pair
      unsigned int           first_dof; ///< counted within this rank
      unsigned int           obstacle;
    };

    const std::vector<LocalPair> &
    local_pairs() const
    {
      return owned_pairs;
    }

    /** 1, with friction dim. */
    std::size_t
    n_rows_of_pair() const
    {
      return n_rows_per_pair;
    }

    /** The rows of the local pairs in G(q, t). */
    void
    local_rows(const Vector                     &q,
               double                            t,
               std::span<dealii::Tensor<1, dim>> rows) const;

    /** Sums reduced arrays over the ranks. */
    void
    sum_over_ranks(std::span<double> values) const;

  private:
    struct Pair
    {
      unsigned int node, obstacle;
    };
    using Rows = std::array<dealii::Tensor<1, dim>, dim>;

    /** g += c B q */
    void
    add_stress(const Vector &q, std::span<double> g) const;
    void
    make_pairs(const dealii::AffineConstraints<double> &held);
    void
    require_finite(std::span<const double> values, const char *quantity) const;
    void
    add_local_pair(const Pair &pair, const dealii::Tensor<1, dim> &is_free);
    /** n and the tangents of friction, as if nothing was held. */
    Rows
    frame(const LocalPair &pair, const dealii::Point<dim> &x, double t) const;
    Rows
    rows(const LocalPair &pair, const dealii::Point<dim> &x, double t) const;
    template <class Visit>
    void
    for_all_local_rows(const Vector &q, double t, const Visit &visit) const;

    const ContactSurface<dim>   surface;
    const Obstacles             obstacles;
    const ContactLaw            normal_law, tangential_law;
    const unsigned int          n_rows_per_pair;
    const double                stiffness_factor;
    bool                        has_stress   = false;
    double                      stress_theta = 0.;
    SparseRows<A>               stress;
    mutable std::vector<double> of_stress;
    bool                        all_flat   = true;
    bool                        any_moving = false;
    std::vector<Pair>           pairs;
    std::vector<std::string>    names;
    std::vector<LocalPair>      owned_pairs;
    std::vector<Rows> constant_rows; // of local pairs of flat obstacles
  };
} // namespace percuss

#endif
