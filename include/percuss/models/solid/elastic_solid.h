// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_solid_elastic_solid_h
#define percuss_models_solid_elastic_solid_h

#include <percuss/materials/relaxation.h>
#include <percuss/mechanics/mechanical_system.h>
#include <percuss/models/solid/hanging_nodes.h>
#include <percuss/models/solid/plastic_memory.h>
#include <percuss/models/solid/solid_elements.h>
#include <percuss/models/solid/solid_mesh.h>
#include <percuss/models/solid/surface_load.h>
#include <percuss/parallel_algebra/sparse_rows.h>

#include <deal.II/fe/fe_system.h>
#include <deal.II/lac/affine_constraints.h>
#include <deal.II/lac/dynamic_sparsity_pattern.h>

#include <memory>
#include <optional>
#include <tuple>
#include <utility>

namespace percuss
{
  /**
   * Elastic bodies by finite elements: displacements u(t, X) of the points X of
   * the undeformed body (total Lagrangian), P the first Piola-Kirchhoff stress,
   *
   *     rho u_tt - DIV P(u) + c_M rho u_t + ... = rho g,   P N = t(X, t),
   *
   * in the space of continuous piecewise polynomials N_a of degree p = 1, 2 in
   * each component i, on cells mapped with the same degree, of degree 1 on
   * triangles and tetrahedra:
   *
   *     M_aibj = d_ij int rho N_a N_b dV,       dV/dq_ai = int P_iJ N_a,J dV,
   *     F_ai   = int rho g_i N_a dV + int t_i N_a dA,    C = c_M M + c_K K,
   *
   * dV and dA of the whole body: with the thickness in plane problems, full
   * turns in axisymmetric ones. In the linear law P is sigma and K is constant.
   * Vectors hold nodal displacements and velocities; a held component stays in
   * them with entry zero, and so does that of a hanging node, whose
   * displacement follows from others, see HangingNodes. A lumped M is
   * stored as a diagonal matrix, see CellMass, and gravity uses the same M.
   *
   * Not for several threads at a time.
   *
   * Equations: doc/theory/elastic_solid.md (1), (2).
   */
  template <int dim, Algebra A>
  class ElasticSolid final : public MechanicalSystem<A>
  {
  public:
    using typename MechanicalSystem<A>::Vector;
    using typename MechanicalSystem<A>::Matrix;
    using Row = typename SparseRows<A>::Row;

    /** Throws InputError as check() and SolidMesh do, and for cells that are
     * turned inside out. */
    ElasticSolid(const SolidDescription<dim> &description,
                 MPI_Comm                     communicator);

    std::size_t
    n_dofs() const override
    {
      return dof_handler.n_dofs();
    }

    void
    reinit(Vector &x) const override
    {
      x.reinit(dof_handler.locally_owned_dofs(), communicator);
    }

    void
    load(double t, Vector &F) const override;

    bool
    has_varying_load() const override;

    bool
    is_damped() const override
    {
      return description.mass_damping != 0. ||
             description.stiffness_damping != 0. || plastic;
    }

    std::optional<RayleighDamping>
    rayleigh_damping() const override
    {
      return RayleighDamping{description.mass_damping,
                             description.stiffness_damping};
    }

    bool
    is_linear() const override
    {
      return description.law == ElasticLaw::linear;
    }

    void
    retract(const Vector &q_0, const Vector &dq, Vector &q) const override;

    /** Throws ElementInversionError on all ranks where J <= 0 at a quadrature
     * point, in a law of finite strains. */
    void
    elastic_force(const Vector &q, Vector &s) const override;

    void
    damping_force(const Vector &, const Vector &v, Vector &d) const override;

    void
    momentum(const Vector &, const Vector &v, Vector &p) const override;

    bool
    has_massless_boundary() const override
    {
      return description.boundary_mass != BoundaryMass::kept;
    }

    void
    massless_part(const Vector &x, Vector &x_c) const override;

    /**
     * K <- K + factor_i B_i^T B_i of rows B_i that are the same on all ranks and
     * without entries of held components; C = c_K K with it. Nitsche's method
     * asks for it. Once. Collective. @pre is_linear()
     */
    void
    add_to_stiffness(const std::vector<Row>    &rows,
                     const std::vector<double> &factors);

    /** The cells, with the stiffness of the undeformed body. */
    const SolidElements<dim> &
    cells() const
    {
      return *elements;
    }

    /** The largest rotation of an element where rotations are small [rad].
     * Collective. */
    double
    largest_rotation(const Vector &q) const;

    /** S is diagonal, and stored so, where M is lumped and K does not enter.
     * On held components it is diagonal and positive. */
    void
    iteration_matrix(const Weights  &weights,
                     const State<A> &x,
                     Matrix         &S) const override;

    /** The diagonal where S is. Where M is lumped and conjugate gradients are
     * preconditioned by the diagonal: a sum over the cells in each product. In finite strains the
     * diagonal is that of the undeformed body. */
    std::optional<LinearOperator<Vector>>
    iteration_operator(const Weights  &weights,
                       const State<A> &x) const override;

    /** What LinearSolverChoice asks for, or what is quickest: a factorization
     * of up to max_direct_dofs unknowns, else conjugate gradients; see
     * doc/theory/solids.md for the measurements. */
    LinearSolverSettings<Vector>
    linear_solver_settings(const Weights &weights) const override;

    const LinearIterations *
    linear_iterations() const override
    {
      return &for_linear_solver.iterations;
    }

    static constexpr std::size_t max_direct_dofs = dim == 2 ? 100000 : 10000;

    void
    stiffness_product(const State<A> &x,
                      const Vector   &y,
                      Vector         &z) const override;

    double
    strain_energy(const Vector &q, const Vector &s) const override;

    /** With the plastic work of the step. */
    double
    damping_work(const State<A> &x, const State<A> &next) const override
    {
      return MechanicalSystem<A>::damping_work(x, next) -
             (plastic ? plastic->plastic_work() : 0.);
    }

    /** What the points of plastic bodies remember; null of others. */
    PlasticMemory<dim, A> *
    plasticity() const
    {
      return plastic.get();
    }

    /** Cauchy's stress at @p q, means of this rank's cells [Pa]. @pre
     * plasticity() */
    std::vector<dealii::SymmetricTensor<2, 3>>
    plastic_stresses(const Vector &q) const;

    /** Begins the memory of the materials of Prony series: steps of the size
     * @p h [s] from @p q_0, whose strain has just been applied. Collective; to
     * be called before the first force. @pre relaxes(description) */
    Relaxation<A> &
    start_relaxation(double h, const Vector &q_0);

    /** That memory; null where there is none. */
    const Relaxation<A> *
    relaxation() const
    {
      return memory.get();
    }

    /** x, displacements or velocities, with those of hanging nodes. Collective.
     */
    Vector
    with_hanging_nodes(const Vector &x) const;

    double
    load_potential(const Vector &q) const override
    {
      return loads.has_constant ? -(q * loads.constant) : 0.;
    }

    /** Nodal values of the initial displacement [m]; where materials meet, of
     * the one with the smallest id. Throws what the field throws. */
    Vector
    initial_displacement() const
    {
      return interpolate(description.initial_displacement,
                         "initial displacement");
    }

    /** Nodal values of the initial velocity [m/s]. */
    Vector
    initial_velocity() const
    {
      return interpolate(description.initial_velocity, "initial velocity");
    }

    /**
     * The functional u -> u_component(X): the nearest node's if it is within
     * 1e-8 of its cell's size, else interpolated in the cell. Without
     * entries of held components. Throws InputError if X is outside.
     */
    Row
    point_value(const dealii::Point<dim> &X, unsigned int component) const;

    /** Of all bodies [kg]; in plane problems of the given thickness. */
    double
    total_mass() const
    {
      return mass.total;
    }

    /** The largest velocity of longitudinal waves in undeformed material, in
     * the sheet in plane stress [m/s]. */
    double
    wave_speed() const;

    /**
     * An upper bound of the largest angular frequency of the undeformed body,
     * the largest of its cells' own [1/s]: w^2 <= max_e lambda_max(M_e^-1 K_e)
     * (Irons and Treharne 1971), whatever is held. Central differences are
     * stable for h < 2/w. Collective; computed once, costs about an assembly
     * where cells differ.
     */
    double
    frequency_bound() const;

    /**
     * The displacements of the free body without linear strain: translations
     * along the axes, then (infinitesimal) rotations about the mean of the
     * cells' centers: 3 plane, 1 axisymmetric, 6 in 3-D; zero where components
     * are held.
     */
    std::vector<Vector>
    rigid_body_modes() const;

    /** M, assembled when it is first asked for where it is lumped. Collective
     * then. */
    const Matrix &
    mass_matrix() const;

    const SolidDescription<dim> description;
    const MPI_Comm              communicator;
    SolidMesh<dim>              mesh;

  private:
    const std::unique_ptr<const dealii::Mapping<dim>> own_mapping;

  public:
    const dealii::Mapping<dim>       &mapping;
    dealii::FESystem<dim>             element;
    dealii::DoFHandler<dim>           dof_handler;
    dealii::AffineConstraints<double> constraints; ///< held components
                                                   ///< and hanging nodes

  private:
    using LocalVector = typename SolidElements<dim>::LocalVector;
    using Field       = typename SolidDescription<dim>::Field;

    void
    make_constraints();
    /** Components that boundaries hold, of this rank and its ghosts. */
    dealii::AffineConstraints<double>
    held_components(const dealii::IndexSet &relevant) const;
    void
    add_hanging_nodes(const dealii::AffineConstraints<double> &of_boundaries);
    void
    check_hanging_nodes(
      const dealii::AffineConstraints<double> &of_boundaries) const;
    /** K, assembled when it is first asked for. Collective. */
    const Matrix &
    stiffness_matrix() const;
    /** The diagonal of the undeformed K, computed once. Collective. */
    const Vector &
    stiffness_diagonal() const;
    /** d = that without added rows, where there are hanging nodes. */
    void
    constrained_diagonal(Vector &d) const;
    void
    add_rows(Matrix &B) const;
    void
    assemble_mass(); // and the constant loads
    void
    find_massless();
    /** Throws InputError where a node hangs on one without mass. */
    void
    check_massless() const;

    /** Of C = c_M M + c_K K: the factors of M and K in S. */
    std::pair<double, double>
    factors_of(const Weights &weights) const
    {
      return {weights.mass + weights.damping * description.mass_damping,
              weights.stiffness * (memory ? memory->tangent() : 1.) +
                weights.damping * description.stiffness_damping};
    }

    /** mass M + boundary K_c of @p weights, K_c with the tangents at @p x. */
    void
    assemble_boundary(const Weights  &weights,
                      const State<A> &x,
                      Matrix         &S) const;
    template <class CellMatrix>
    void
    add_cells(const CellMatrix &cell_matrix, Matrix &B) const;
    Vector
    interpolate(const Field &field, const std::string &entry) const;
    void
    add_load(const SurfaceLoad<dim> &loads, double t, LocalVector &F) const;
    /** ghosted.s, all zero. */
    LocalVector &
    zeros() const;
    void
    read(const Vector &x, LocalVector &local) const;
    void
    write(LocalVector &local, Vector &x) const;

    /** f(entries of x with those of other ranks' and of hanging nodes) */
    template <class Function>
    auto
    with_entries(const Vector &x, LocalVector &local, const Function &f) const;
    /** x = what f(entries) adds to zero, on all ranks. */
    template <class Function>
    void
    sum_into(Vector &x, const Function &f) const;
    /** z = K y, in the linear law. */
    void
    multiply_by_stiffness(const Vector &y, Vector &z) const;
    /** The same with other moduli. */
    void
    multiply(const CellModuli &moduli, const Vector &y, Vector &z) const;

    std::shared_ptr<const dealii::Utilities::MPI::Partitioner> partitioner;
    std::vector<unsigned int> held; // of this rank, local numbers
    HangingNodes              hanging;

    /** Where contact nodes have no mass. */
    struct MasslessBoundary
    {
      using Cell = typename dealii::DoFHandler<dim>::active_cell_iterator;
      using Dof  = dealii::types::global_dof_index;

      std::vector<unsigned int> dofs;        ///< without mass, of this rank
      std::vector<bool>         is_massless; ///< of this rank and its ghosts

      /** Those with such nodes, with their numbers in SolidElements. */
      std::vector<std::pair<Cell, unsigned int>> cells;
      std::vector<dealii::FullMatrix<double>>    stiffness; ///< if linear

      /** The diagonal of M over that with all masses. */
      LocalVector                    mass_factors;
      dealii::DynamicSparsityPattern pattern;
      std::vector<std::tuple<Dof, Dof, double>>
        added_stiffness; ///< of this rank, by add_to_stiffness()
    };
    MasslessBoundary boundary;

    struct MassMatrix
    {
      mutable Matrix matrix;   ///< if lumped, once it has been asked for
      Vector         diagonal; ///< if lumped
      double         total = 0.;
    };
    MassMatrix mass;

    struct Loads
    {
      Vector                                  constant;
      bool                                    has_constant = false;
      std::unique_ptr<const SurfaceLoad<dim>> varying;
    };
    Loads loads;

    std::unique_ptr<const SolidElements<dim>> elements;
    std::unique_ptr<Relaxation<A>>            memory;  ///< or none
    std::unique_ptr<PlasticMemory<dim, A>>    plastic; ///< or none

    /** What add_to_stiffness() has added to K. */
    struct AddedRows
    {
      std::vector<Row>    rows; ///< B_i
      std::vector<double> factors;
      Matrix              stiffness; ///< sum_i factor_i B_i^T B_i, if any
      mutable Vector      force;     ///< room for its product
    };
    AddedRows added;

    /** K, and what is made with it. */
    struct LazyStiffness
    {
      Matrix matrix; ///< once it has been asked for
      bool   is_assembled = false;
      Vector rate;     ///< room for K v
      Vector diagonal; ///< of the undeformed K, once it has been asked for
    };
    mutable LazyStiffness lazy_stiffness;

    /** What the linear solver needs, computed when it asks, and its count. */
    struct ForLinearSolver
    {
      double              frequency = 0.; ///< an upper bound [1/s]
      std::vector<Vector> modes;          ///< of rigid bodies
      LinearIterations    iterations;
    };
    mutable ForLinearSolver for_linear_solver;

    /** Room for entries with those of other ranks' nodes, made when it is first
     * needed: one rank mostly reads and writes the vectors' own. */
    struct WithGhosts
    {
      LocalVector q, y, s;
    };
    mutable WithGhosts ghosted;
  };
} // namespace percuss

#endif
