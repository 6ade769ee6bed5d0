// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_solid_pair_contacts_h
#define percuss_models_solid_pair_contacts_h

#include <percuss/constraints/constraint_kinematics.h>
#include <percuss/models/solid/contact_side.h>
#include <percuss/mortar/corner_rows.h>
#include <percuss/mortar/edge_rows.h>
#include <percuss/mortar/fast_approach.h>
#include <percuss/mortar/mortar_rows.h>
#include <percuss/mortar/self_contact.h>
#include <percuss/parallel_algebra/sparse_rows.h>

#include <deal.II/base/index_set.h>

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace percuss
{
  /** Two boundaries that may touch each other. */
  template <int dim>
  struct ContactPair
  {
    std::string      name;
    ContactSide<dim> slave, master;

    /** Of a boundary that may touch itself, which is both of them. */
    std::optional<SlaveSelection> of_itself = {};
  };

  /** The boundaries of pairs at one configuration. */
  template <int dim>
  struct PlacedPairs
  {
    struct Sides
    {
      ContactFaces<dim> slave, master;

      /** How far from a face of the slave the master is looked for [m]. */
      double reach;

      /** How the nodes move in a step, and how far two of them approach at most
       * [m]. */
      std::vector<Eigen::Matrix<double, dim, 1>> of_slave, of_master;
      double                                     approach = 0.;
    };
    std::vector<Sides> sides;
  };

  /**
   * Contacts of deformable bodies, plane, of revolution or in space, by the dual
   * mortar rows of pairs of boundaries: with normals n_j, tangents t_j and
   * weights P_jb of one configuration,
   *
   *     g_j = n_j . (sum_b P_jb x_b - x_j),    G_j = n_j^T [P, -1],
   *
   * affine in the displacement, x = X + q. With friction each of these rows is
   * followed by t_j^T [P, -1], the tangents those of percuss::tangents(), one in
   * the plane and two in space, whose gaps are 0.
   *
   * Of small sliding, the configuration is that at the start. There is a row for
   * each node with the master opposite. D_j times the thickness is its area, of
   * bodies of revolution 2 pi D_j, whose impulses are those of the full turn, in
   * space D_j.
   *
   * Of finite sliding renew_rows() takes the rows anew in each step, at q_k +
   * a h v_k with a given number a, and within the step G is constant. n_j is
   * then the mean normal of the master that j sees, MortarRow::opposite_normal,
   * along whose faces the opposite points move. Each node of the slave has its
   * rows all the time; in use are those with the master opposite, up to twice the
   * slave's longest face away and what the bodies move in two steps besides. The
   * gap of others is far_gap(), their G is zero. Areas are D_j of the step.
   *
   * Of a boundary that may touch itself the same, with the slaves that
   * SlaveSelection has; faces do not see those that they share a node with, and
   * behind them no farther than half the cell that they belong to.
   *
   * With finite sliding the corners and edges of both boundaries, Corners and
   * Edges, have contacts besides, which follow those of all pairs. In use are those that are behind a
   * face, by more than CornerRow::margin of it, or may get there in the step.
   *
   * A displacement that is held has no entry in the rows; rows without entries
   * are left out. Gaps of less than 1e-10 of a face are zero, of small sliding
   * those at the start: bodies that touch by their coordinates do.
   *
   * Rows are called "pair, node 17", with several pairs "pair 2, node 17", nodes
   * of the slave counted from 1; tangential ones "pair, node 17 tangential", in
   * space "pair, node 17 tangential 1" and 2; those of corners "pair, corner 17",
   * of the master "pair, corner 17 of the master", those of edges "pair, edge 5".
   *
   * Equations: doc/theory/mortar_contact.md (3), (5), (6), (11), (12).
   */
  template <int dim, Algebra A>
  class PairContacts final : public ConstraintKinematics<A>
  {
  public:
    using typename ConstraintKinematics<A>::Vector;
    using Direction = Eigen::Matrix<double, dim, 1>;

    /** What pairs may have of an overlap at the start, of a face's length. */
    static constexpr double largest_overlap = 0.01;

    /**
     * Collective. Throws InputError where two boundaries of a pair have a node in
     * common, where no node of a slave has the master opposite, of small
     * sliding, and where bodies overlap at the start by more than
     * largest_overlap.
     *
     * @param q_0       the displacement at the start
     * @param thickness [m], in space 1, none of bodies of revolution
     * @param owned     degrees of freedom of this rank
     * @param place_of_rows a of finite sliding, from 0 to 1; none of small
     */
    PairContacts(std::vector<ContactPair<dim>> pairs,
                 const Vector                 &q_0,
                 const ContactCoefficients    &coefficients,
                 std::optional<double>         thickness,
                 const dealii::IndexSet       &owned,
                 MPI_Comm                      communicator,
                 std::optional<double>         place_of_rows = {});

    bool
    is_linear() const override
    {
      return !slides();
    }

    /** Whether rows are taken anew in each step. */
    bool
    slides() const
    {
      return settings.place.has_value();
    }

    /** Of finite sliding, takes the rows of the step. Collective. */
    bool
    renew_rows(const Vector &q, const Vector &v, double h) const override;

    bool
    is_in_use(const std::size_t row) const override
    {
      return contacts[row / n_rows_per_node].is_covered;
    }

    /** The fastest approach of a boundary with itself in the step of the rows, if
     * it may have missed some contact. */
    const std::optional<FastApproach> &
    fastest_approach() const
    {
      return fastest;
    }

    /** The gap of rows that are not in use [m]: as far as the boundaries reach. */
    double
    far_gap() const
    {
      return extent;
    }

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
      return row % n_rows_per_node == 0 ? normal_law : tangential_law;
    }

    double
    area(const std::size_t row) const override
    {
      return contacts[row / n_rows_per_node].area;
    }

    void
    gap(const Vector &q, double t, std::span<double> g) const override;

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

    bool
    jacobian_rows(const Vector                &q,
                  double                       t,
                  std::span<const std::size_t> some,
                  SparseJacobian              &G) const override;

    /** MortarNodalRows, or none where a slave is in two pairs or a master. Refers
     * to this object, which must outlive it. */
    std::unique_ptr<NodalRows<A>>
    nodal_rows() const override;

    const std::vector<ContactPair<dim>> &
    pairs() const
    {
      return all_pairs;
    }

    /** Index of the pair of a row. */
    std::size_t
    pair(const std::size_t row) const
    {
      return contacts[row / n_rows_per_node].pair;
    }

    /** Whether a row is one of a corner or an edge. */
    bool
    is_corner(const std::size_t row) const
    {
      return row / n_rows_per_node >= n_of_nodes;
    }

    /** The boundary of the row's node: but for corners, the slave of its pair. */
    const ContactSide<dim> &
    side(const std::size_t row) const
    {
      const Contact &contact = contacts[row / n_rows_per_node];
      return contact.is_of_master ? all_pairs[contact.pair].master :
                                    all_pairs[contact.pair].slave;
    }

    /** Number of the row's node on side(). */
    unsigned int
    node(const std::size_t row) const
    {
      return contacts[row / n_rows_per_node].node;
    }

    /** n_j of the row's node, out of side(). @pre is_in_use() */
    const Direction &
    normal(const std::size_t row) const
    {
      return contacts[row / n_rows_per_node].normal;
    }

    /** How far the slave has slid since the start [m], for each normal row, in
     * the plane along t_j, in space the distance, 0 for others. Collective.
     * @pre !slides() */
    void
    slide(const Vector &q, std::span<double> distance) const;

    /** Resultants of the impulses @p p of all rows on the slaves of the pairs
     * [N s], dim numbers each; those on the masters are opposite. */
    void
    resultants(std::span<const double> p, std::span<double> R) const;

  private:
    using Placed  = PlacedPairs<dim>;
    using NewRows = std::vector<typename SparseRows<A>::Row>;

    /** A node of a slave, a corner or the first node of an edge, and the row. */
    struct Contact
    {
      std::size_t  pair;
      unsigned int node;
      double       area;
      bool         is_of_master = false; ///< a corner
      bool         is_covered   = false;
      Direction    normal       = Direction::Zero();
      double       gap          = 0.; ///< at q = 0 but for what is held
    };

    void
    add_contacts(std::size_t                     pair,
                 std::span<const MortarRow<dim>> rows,
                 const typename Placed::Sides   &at);
    void
    add_corners(std::size_t pair, bool are_of_master);
    void
    append(const Contact &contact, const std::string &name);
    void
    set_rows(const Placed                                &at,
             std::span<const std::vector<MortarRow<dim>>> of_pairs) const;
    void
    set_corners(std::size_t pair, const Placed &at, NewRows &result) const;
    void
    set_edges(std::size_t pair, const Placed &at, NewRows &result) const;
    void
    set_row(std::size_t           contact,
            const CornerRow<dim> &row,
            const Placed         &at,
            NewRows              &result) const;
    void
    check_overlap(std::span<const double> g) const;
    void
    find_fast_approach(const Placed &at) const;

    /** The corners and edges of a boundary, and its first contact of them. */
    struct Sharp
    {
      Corners<dim>         corners;
      std::optional<Edges> edges; ///< in space
      std::size_t          first;
    };

    /** What rows are made of in each step. */
    struct Settings
    {
      std::optional<double>  thickness; ///< [m], none of bodies of revolution
      const dealii::IndexSet owned;
      const MPI_Comm         communicator;
      std::optional<double>  place; ///< a of finite sliding
    };

    const std::vector<ContactPair<dim>> all_pairs;
    const ContactLaw                    normal_law, tangential_law;
    const unsigned int                  n_rows_per_node;
    const Settings                      settings;
    double                              extent; // [m]
    std::vector<std::string>            names;
    std::vector<double>                 slide_at_start; // tangents q_0
    std::vector<Sharp>                  sharp; // of slave, master, slave ...
    std::size_t                         n_of_nodes = 0; // contacts

    // those of the step, of finite sliding
    mutable std::vector<Contact>        contacts;
    mutable SparseRows<A>               rows, tangents;
    mutable std::optional<FastApproach> fastest;
  };
} // namespace percuss

#endif
