// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_solid_pair_contacts_h
#define percuss_models_solid_pair_contacts_h

#include <percuss/constraints/constraint_kinematics.h>
#include <percuss/models/solid/contact_side.h>
#include <percuss/mortar/mortar_rows.h>
#include <percuss/parallel_algebra/sparse_rows.h>

#include <deal.II/base/index_set.h>

#include <array>
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
  };

  /**
   * Contacts of deformable bodies, plane, of revolution or in space, by the dual
   * mortar rows of pairs of boundaries, for small sliding: normals n_j, tangents
   * t_j and weights P_jb are those of the configuration at the start,
   *
   *     g_j = n_j . (sum_b P_jb x_b - x_j),    G_j = n_j^T [P, -1],
   *
   * affine in the displacement, x = X + q. With friction each of these rows is
   * followed by t_j^T [P, -1], the tangents those of percuss::tangents(), one in
   * the plane and two in space, whose gaps are 0. D_j times the thickness is the
   * area of a row, of bodies of revolution 2 pi D_j, whose impulses are those of
   * the full turn, in space D_j.
   *
   * A displacement that is held has no entry in the rows; rows without entries
   * are left out. Gaps at the start of less than 1e-10 of a face are zero:
   * bodies that touch by their coordinates do.
   *
   * Rows are called "pair, node 17", with several pairs "pair 2, node 17", nodes
   * of the slave counted from 1; tangential ones "pair, node 17 tangential", in space
   * "pair, node 17 tangential 1" and 2.
   *
   * Equations: doc/theory/mortar_contact.md (3), (5).
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
     * Collective. Throws InputError where boundaries of a pair have a node in
     * common, where no node of a slave has the master opposite, and where
     * bodies overlap at the start by more than largest_overlap.
     *
     * @param q_0       the displacement at the start
     * @param thickness [m], in space 1, none of bodies of revolution
     * @param owned     degrees of freedom of this rank
     */
    PairContacts(std::vector<ContactPair<dim>> pairs,
                 const Vector                 &q_0,
                 const ContactCoefficients    &coefficients,
                 std::optional<double>         thickness,
                 const dealii::IndexSet       &owned,
                 MPI_Comm                      communicator);

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

    /** Number of the row's node on the slave of its pair. */
    unsigned int
    node(const std::size_t row) const
    {
      return contacts[row / n_rows_per_node].node;
    }

    /** n_j of the row's node. */
    const Direction &
    normal(const std::size_t row) const
    {
      return contacts[row / n_rows_per_node].normal;
    }

    /** How far the slave has slid since the start [m], for each normal row, in
     * the plane along t_j, in space the distance, 0 for others. Collective. */
    void
    slide(const Vector &q, std::span<double> distance) const;

    /** Resultants of the impulses @p p of all rows on the slaves of the pairs
     * [N s], dim numbers each; those on the masters are opposite. */
    void
    resultants(std::span<const double> p, std::span<double> R) const;

  private:
    using Rows = std::vector<typename SparseRows<A>::Row>;

    /** A node of a slave with the master opposite. */
    struct Contact
    {
      std::size_t  pair;
      unsigned int node;
      Direction    normal;
      double       area;
      double       gap; ///< n_j . (sum_b P_jb X_b - X_j)
    };

    void
    add_rows(std::size_t           pair,
             const Vector         &q_0,
             std::optional<double> thickness,
             Rows                 &rows);
    void
    check_overlap(std::span<const double> g) const;

    const std::vector<ContactPair<dim>> all_pairs;
    const ContactLaw                    normal_law, tangential_law;
    const unsigned int                  n_rows_per_node;
    std::vector<Contact>                contacts;
    std::vector<std::string>            names;
    SparseRows<A>                       rows, tangents;
    std::vector<double>                 slide_at_start; // tangents q_0
  };
} // namespace percuss

#endif
