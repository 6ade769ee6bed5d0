// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_solid_mortar_nodal_rows_h
#define percuss_models_solid_mortar_nodal_rows_h

#include <percuss/constraints/nodal_rows.h>
#include <percuss/models/solid/pair_contacts.h>

#include <Eigen/Core>
#include <Eigen/SparseCore>

#include <array>
#include <span>
#include <vector>

namespace percuss
{
  /**
   * The rows of pairs of deformable boundaries, which own the nodes of the
   * slave: with N = -(n, t, ...)^T what the active rows of a contact have of its
   * slave's node,
   *
   *     R = N^T (N N^T)^{-1},    G_A R = 1,
   *
   * as long as no slave is a master, or the slave of two contacts. Of a boundary
   * that may touch itself, that is so in each step. Where
   * displacements of a slave are held and leave N N^T without an inverse there
   * is no R: have_own_nodes() says so.
   *
   * Equations: doc/theory/mortar_contact.md (8).
   */
  template <int dim, Algebra A>
  class MortarNodalRows final : public NodalRows<A>
  {
  public:
    using typename NodalRows<A>::Vector;
    using typename NodalRows<A>::SparseJacobian;
    using ActiveRows = std::span<const unsigned char>;
    using Slips      = std::span<const Slip>;

    /** Collective.
     * @param contacts must outlive this object; no slave is a master */
    MortarNodalRows(const PairContacts<dim, A> &contacts,
                    const dealii::IndexSet     &owned);

    /** Whether no slave of @p pairs is a master, or the slave of two of them. */
    static bool
    can_own_nodes(std::span<const ContactPair<dim>> pairs);

    void
    update(const Vector &q, double t) override;

    bool
    act_on_single_nodes() const override
    {
      return false;
    }

    bool
    have_own_nodes() const override
    {
      return has_inverse;
    }

    void
    project(ActiveRows active, Vector &x) const override;

    void
    active_rows(ActiveRows active, SparseJacobian &of_active) const override;

    void
    add_lift(ActiveRows              active,
             std::span<const double> c,
             Vector                 &x) const override;

    void
    multipliers(ActiveRows        active,
                Slips             slips,
                const Vector     &r,
                std::span<double> p) const override;

    bool
    are_separate(ActiveRows active, Slips slips) const override;

    void
    constrain_forces(ActiveRows active, Slips slips, Vector &r) const override;

    void
    add_resistance(Slips                   slips,
                   double                  c,
                   std::span<const double> b,
                   const Vector           &z,
                   Vector                 &r) const override;

    void
    precondition_resistance(Slips slips, double w, Vector &z) const override;

  private:
    using Block = Eigen::Matrix<double, dim, dim>; // rows of a contact, or 0

    /** A contact whose slave's node this rank owns. */
    struct Own
    {
      std::size_t  first_row;
      unsigned int first_dof; // counted within this rank
      Block        N = Block::Zero();
    };

    /** Calls visit(own, N_A, rows of N_A) with the active rows of contacts, N_A
     * first of all. */
    template <class Visit>
    void
    for_all_active(ActiveRows active, const Visit &visit) const;
    /** Calls visit(slip, own) of those of this rank. */
    template <class Visit>
    void
    for_all(Slips slips, const Visit &visit) const;
    /** N_a of the direction a = n + mu t^T d of a force. */
    static Eigen::Matrix<double, dim, 1>
    sliding_direction(const Slip &slip, const Block &N);

    /** u = G x of all rows. */
    void
    multiply(const Vector &x, std::vector<double> &u) const;
    /** r += sign G^T p */
    void
    add_transposed(double sign, std::span<const double> p, Vector &r) const;

    const PairContacts<dim, A> &contacts;
    const std::size_t           n_rows_of_contact;
    std::vector<std::size_t>    all_rows;
    std::vector<Own>            own;
    std::vector<int>            place; // in own, of contacts, or -1
    bool                        has_inverse = true;

    SparseJacobian              G; // of this rank
    mutable std::vector<double> u, p;
  };
} // namespace percuss

#endif
