// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_bar_elastic_bar_h
#define percuss_models_bar_elastic_bar_h

#include <percuss/materials/relaxation.h>
#include <percuss/mechanics/mechanical_system.h>
#include <percuss/models/bar/bar_dofs.h>
#include <percuss/models/bar/bar_mesh.h>
#include <percuss/models/bar/bar_plasticity.h>
#include <percuss/parallel_algebra/sparse_rows.h>

#include <deal.II/fe/fe_q.h>
#include <deal.II/lac/affine_constraints.h>
#include <deal.II/lac/full_matrix.h>

#include <functional>
#include <memory>
#include <set>
#include <vector>

namespace percuss
{
  /**
   * Elastic bars in a row by finite elements: small displacements u(t, x) along
   * the x-axis, strain u', stress E u',
   *
   *     rho A u_tt - (E A u')' + damping = rho A g + end loads,
   *
   * in the space of continuous piecewise polynomials phi_i of degree p:
   *
   *     M_ij = int rho A phi_i phi_j dx,     K_ij = int E A phi_i' phi_j' dx,
   *     C = c_M M + c_K K (Rayleigh),        F_i = int rho A g phi_i dx + ends.
   *
   * For p = 1 and equal elements M and K are those of [A12] (71). The nodes of
   * phi_i are Gauss-Lobatto points; the lumped mass matrix is M by the
   * quadrature with these points, diagonal and positive. BarCellMass mixes both
   * and takes the masses of ends away. The vectors hold nodal
   * displacements and velocities; a clamped node stays in them with entry zero.
   *
   * Bars with Prony series (Relaxation) or a yield stress (BarPlasticity)
   * remember; K is then that of E_0, of a strain that is applied at once.
   *
   * Where contacts are those of Nitsche's method, K is K - theta c B^T B, see
   * BarContactRow.
   *
   * Equations: doc/theory/elastic_bar.md (1), (2).
   */
  template <Algebra A>
  class ElasticBar final : public MechanicalSystem<A>
  {
  public:
    using typename MechanicalSystem<A>::Vector;
    using typename MechanicalSystem<A>::Matrix;
    using Row = typename SparseRows<A>::Row;

    /**
     * Throws InputError for a mesh that cannot be used and for a property that
     * is not positive somewhere along a bar.
     */
    ElasticBar(const BarRowDescription &description, MPI_Comm communicator);

    /** The same on a mesh of @p description that has been made before. */
    ElasticBar(const BarRowDescription              &description,
               const std::shared_ptr<const BarMesh> &shared_mesh);

    std::size_t
    n_dofs() const override
    {
      return numbering.size();
    }

    void
    reinit(Vector &x) const override
    {
      x.reinit(numbering.owned, communicator);
    }

    void
    load(double t, Vector &F) const override;

    bool
    has_varying_load() const override
    {
      return description.left_force || description.right_force;
    }

    bool
    is_damped() const override
    {
      return description.mass_damping != 0. ||
             description.stiffness_damping != 0. || plastic;
    }

    bool
    is_linear() const override
    {
      return !plastic;
    }

    /** With what the bars remember, K q without. */
    void
    elastic_force(const Vector &q, Vector &s) const override;

    void
    stiffness_product(const State<A> &,
                      const Vector &y,
                      Vector       &z) const override
    {
      A::vmult(matrices().stiffness, z, y);
    }

    double
    strain_energy(const Vector &q, const Vector &s) const override;

    /** With the plastic work of the step. */
    double
    damping_work(const State<A> &x, const State<A> &next) const override
    {
      return MechanicalSystem<A>::damping_work(x, next) -
             (plastic ? plastic->plastic_work() : 0.);
    }

    /** What bars that yield remember; null where none does. */
    BarPlasticity<A> *
    plasticity() const
    {
      return plastic.get();
    }

    /** Begins the memory of the bars with Prony series: steps of the size
     * @p h [s] from @p q_0, whose strain has just been applied. Collective; to
     * be called before the first force. @pre description.relaxes() */
    Relaxation<A> &
    start_relaxation(double h, const Vector &q_0);

    /** Of this vector E u' is the stress of bars with Prony series,
     * (1 - sum_j g_j) q + sum_j g_j z_j; @p q of others. */
    Vector
    stressed(const Vector &q) const;

    void
    damping_force(const Vector &, const Vector &v, Vector &d) const override
    {
      A::vmult(matrices().damping, d, v);
    }

    void
    momentum(const Vector &, const Vector &v, Vector &p) const override
    {
      A::vmult(matrices().mass, p, v);
    }

    bool
    has_massless_boundary() const override
    {
      return description.boundary_mass != BoundaryMass::kept;
    }

    void
    massless_part(const Vector &x, Vector &x_c) const override;

    void
    iteration_matrix(const Weights  &weights,
                     const State<A> &x,
                     Matrix         &S) const override;

    /** The same without a state: the bar is linear. */
    void
    iteration_matrix(const Weights &weights, Matrix &S) const;

    double
    load_potential(const Vector &q) const override
    {
      return description.gravity == 0. ? 0. : -(q * gravity_load);
    }

    using Dofs = std::vector<BarDofs::Index>;

    /** Takes an element, its degrees of freedom, M and K. */
    using VisitCell = std::function<void(const BarElement &,
                                         const Dofs &,
                                         const dealii::FullMatrix<double> &,
                                         const dealii::FullMatrix<double> &)>;

    /** Has the elements of this rank visited. Throws InputError where a property
     * is not positive. */
    void
    visit_cells(const VisitCell &visit) const;

    /** That of gravity [N]. */
    const Vector &
    constant_load() const
    {
      return gravity_load;
    }

    /** Nodal values of the initial displacement [m]. */
    Vector
    initial_displacement() const;

    /** Nodal values of the initial velocity [m/s]. */
    Vector
    initial_velocity() const;

    /**
     * The functional u -> u(x) at distance @p x [m] from the left end of bar
     * number @p bar. Throws InputError if the point is not on the bar.
     */
    Row
    point_value(unsigned int bar, double x) const;

    /** The normal force E A u' of an end of a bar, A, and E A/l of its element. */
    struct EndForce
    {
      Row    row;            ///< u -> E A u' [N]
      double stiffness = 0.; ///< [N/m]
      double area      = 0.; ///< [m^2]
    };

    /** At the right or left end of bar number @p bar, entries of clamped nodes
     * left out. Collective. */
    EndForce
    end_force(unsigned int bar, bool is_right) const;

    /** Coordinate of that point in the undeformed state [m]. */
    double
    coordinate(const unsigned int bar, const double x) const
    {
      return mesh.extents[bar].left + x;
    }

    /** Length of a bar in the undeformed state [m]. */
    double
    length(const unsigned int bar) const
    {
      return mesh.extents[bar].right - mesh.extents[bar].left;
    }

    const BarRowDescription              description;
    const MPI_Comm                       communicator;
    const std::shared_ptr<const BarMesh> shared_mesh;
    const BarMesh                       &mesh;
    dealii::FE_Q<1>                      element;
    const BarDofs                        numbering;

  private:
    void
    make_constraints();
    /** The constant loads, and which nodes have no mass. */
    void
    assemble_loads();

    struct Matrices
    {
      Matrix mass, stiffness, damping;
      Matrix boundary_stiffness; ///< where some have no mass
    };

    /** Assembled when they are first asked for: CondensedStepper needs none.
     * Collective then. */
    const Matrices &
    matrices() const;
    void
    reinit_matrices() const;

    bool
    contact_changes_stiffness() const
    {
      return description.contact.method == ContactMethod::nitsche &&
             description.contact.nitsche_theta != 0.;
    }

    /** @p B = K with E_0 times a weight of each bar. Collective. */
    void
    weighted_stiffness(const std::vector<double> &weights, Matrix &B) const;

    /** Adds -theta c B^T B of Nitsche's method (BarContactRow) to a stiffness
     * matrix, between the degrees of freedom that it takes. */
    template <class Takes>
    void
    add_contact_stiffness(const Takes &takes, Matrix &K) const;
    Vector
    interpolate(BarProperty BarDescription::*property) const;

    dealii::AffineConstraints<double>         constraints;
    mutable Matrices                          lazy_matrices;
    mutable bool                              has_matrices = false;
    std::set<dealii::types::global_dof_index> massless_ends; // of all ranks
    std::vector<unsigned int> massless; // of this rank, numbers there
    Vector                    gravity_load;
    SparseRows<A>             end_values; // left and right end

    std::unique_ptr<Relaxation<A>>    memory;  // or none
    std::unique_ptr<BarPlasticity<A>> plastic; // or none
  };
} // namespace percuss

#endif
