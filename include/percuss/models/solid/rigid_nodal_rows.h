// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_solid_rigid_nodal_rows_h
#define percuss_models_solid_rigid_nodal_rows_h

#include <percuss/constraints/nodal_rows.h>
#include <percuss/models/solid/node_to_rigid_contacts.h>

#include <vector>

namespace percuss
{
  /**
   * The rows of nodes that touch rigid obstacles, with friction the tangential
   * ones, too. With the active rows n_j^T of one node, N^T = (n_1, n_2, ...) and the symmetric dim
   * x dim matrix N^T N,
   *
   *     G_A^+ = (N^T N)^+ N^T,     G_A^+ G_A = projection onto the span of n_j,
   *
   * whatever their number. For a single row this is n / (n . n). Rows at angles
   * of less than 2e-6 to each other count as dependent.
   */
  template <int dim, Algebra A>
  class RigidNodalRows final : public NodalRows<A>
  {
  public:
    using typename NodalRows<A>::Vector;
    using typename NodalRows<A>::SparseJacobian;

    /** @param contacts must outlive this object */
    explicit RigidNodalRows(const NodeToRigidContacts<dim, A> &contacts);

    void
    update(const Vector &q, double t) override;

    void
    project(std::span<const unsigned char> active, Vector &x) const override;

    void
    active_rows(std::span<const unsigned char> active,
                SparseJacobian                &G) const override;

    void
    add_lift(std::span<const unsigned char> active,
             std::span<const double>        c,
             Vector                        &x) const override;

    void
    multipliers(std::span<const unsigned char> active,
                std::span<const Slip>          slips,
                const Vector                  &r,
                std::span<double>              p) const override;

    bool
    are_separate(std::span<const unsigned char> active,
                 std::span<const Slip>          slips) const override;

    void
    constrain_forces(std::span<const unsigned char> active,
                     std::span<const Slip>          slips,
                     Vector                        &r) const override
    {
      remove_sliding_forces(slips, r);
      this->project(active, r);
    }

    void
    add_resistance(std::span<const Slip>   slips,
                   double                  c,
                   std::span<const double> b,
                   const Vector           &z,
                   Vector                 &r) const override;

    void
    precondition_resistance(std::span<const Slip> slips,
                            double                w,
                            Vector               &z) const override;

  private:
    /** Rows of a node that this rank owns. */
    struct Node
    {
      std::size_t  first_row, n_rows;
      std::size_t  first_local_row; // in rows
      unsigned int first_dof;
    };

    void
    remove_sliding_forces(std::span<const Slip> slips, Vector &r) const;

    template <class Single, class Several>
    void
    for_all_active(std::span<const unsigned char> active,
                   const Single                  &single,
                   const Several                 &several) const;

    /** Calls visit(slip, dof, rows) with the rows N, T of those that slip at
     * nodes of this rank. */
    template <class Visit>
    void
    for_all(std::span<const Slip> slips, const Visit &visit) const;

    static dealii::Tensor<1, dim>
    sliding_direction(const Slip &slip, const dealii::Tensor<1, dim> *rows);

    const NodeToRigidContacts<dim, A>  &contacts;
    std::vector<Node>                   nodes;
    std::vector<dealii::Tensor<1, dim>> rows;
    std::size_t                         n_local = 0; // degrees of freedom

    struct Place
    {
      std::size_t  local_row;
      unsigned int first_dof;
      bool         is_owned = false;
    };
    std::vector<Place> places; // of pairs, by number
  };
} // namespace percuss

#endif
