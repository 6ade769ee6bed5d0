// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_solid_rigid_nodal_rows_h
#define percuss_models_solid_rigid_nodal_rows_h

#include <percuss/constraints/nodal_rows.h>
#include <percuss/models/solid/node_to_rigid_contacts.h>

#include <vector>

namespace percuss
{
  /**
   * The rows of nodes that touch rigid obstacles without friction. With the
   * active rows n_j^T of one node, N^T = (n_1, n_2, ...) and the symmetric dim
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

    /** @param contacts without friction; must outlive this object */
    explicit RigidNodalRows(const NodeToRigidContacts<dim, A> &contacts);

    void
    update(const Vector &q, double t) override;

    void
    project(std::span<const unsigned char> active, Vector &x) const override;

    void
    add_lift(std::span<const unsigned char> active,
             std::span<const double>        c,
             Vector                        &x) const override;

    void
    multipliers(std::span<const unsigned char> active,
                const Vector                  &r,
                std::span<double>              p) const override;

  private:
    /** Rows of a node that this rank owns. */
    struct Node
    {
      std::size_t  first_row, n_rows;
      std::size_t  first_local_row; // in normals
      unsigned int first_dof;
    };

    template <class Single, class Several>
    void
    for_all_active(std::span<const unsigned char> active,
                   const Single                  &single,
                   const Several                 &several) const;

    const NodeToRigidContacts<dim, A>  &contacts;
    std::vector<Node>                   nodes;
    std::vector<dealii::Tensor<1, dim>> normals;
  };
} // namespace percuss

#endif
