// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_solid_mortar_nodal_rows_h
#define percuss_models_solid_mortar_nodal_rows_h

#include <percuss/algebra/row_products.h>
#include <percuss/constraints/nodal_rows.h>
#include <percuss/models/solid/pair_contacts.h>

#include <Eigen/Core>
#include <Eigen/SparseCholesky>
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
   * Equations: doc/theory/mortar_contact.md (8), (8a).
   */
  template <int dim, Algebra A>
  class MortarNodalRows final : public NodalRows<A>
  {
  public:
    using typename NodalRows<A>::Vector;
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
    set_shrinkage(double        ratio,
                  const Vector &weights,
                  const Vector &responses) override;

    /** With s > 0 and after set_shrinkage(), where D and M are in proportion, F
     * D^{-1} F^T = (D + K/ratio)^{-1}; in each row by the ratio that both have
     * there. @pre then: add_active_part() with this A */
    void
    shrink(ActiveRows active, double s, Vector &x) const override;

    void
    shrink_forces(ActiveRows active, double s, Vector &r) const override;

    /** Keeps the factors of the last active set. */
    void
    add_active_part(ActiveRows    active,
                    double        factor,
                    const Vector &weights,
                    const Vector &x,
                    Vector       &r) const override;

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

    using SparseMatrix = Eigen::SparseMatrix<double, Eigen::RowMajor>;
    using Factors      = Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>>;

    /** (G_A D^{-1} G_A^T)^{-1} of add_active_part(). */
    struct Compliance
    {
      SparseMatrix               matrix; // of all rows
      std::vector<unsigned char> active;
      std::vector<std::size_t>   rows; // of A
      Factors                    factors;
      Eigen::VectorXd            b;
      bool                       is_current = false;
    };

    /** Of shrink(): F = 1 - D^{-1} G_A^T C^{-1} (1 - s) G_A, C = G_A D^{-1} G_A^T
     * with the D of set_shrinkage(), s^2 = kappa/(1 + kappa) in each row. */
    struct Shrinkage
    {
      double              ratio = 0.; // none
      Vector              inverse;    // D^{-1}
      Vector              force;      // room
      SparseMatrix        matrix;     // C of all rows
      Factors             factors;
      std::vector<double> parts; // 1 - s of the rows of A
    };

    SparseMatrix
    row_products(const Vector &weights, bool are_inverse) const;
    void
    factorize_active(const SparseMatrix  &of_all,
                     std::span<const int> number, // in A, or -1
                     Factors             &factors) const;
    void
    update_compliance(ActiveRows active, const Vector &weights) const;
    /** p = factors^{-1} u of the rows of A, zero elsewhere. */
    void
    solve_active(const Factors &factors) const;

    mutable RowProducts                              products_of_rows;
    mutable Compliance                               compliance;
    mutable Shrinkage                                shrinkage;
    typename ConstraintKinematics<A>::SparseJacobian G; // of this rank
    mutable std::vector<double>                      u, p;
  };
} // namespace percuss

#endif
