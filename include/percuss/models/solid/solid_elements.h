// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_solid_solid_elements_h
#define percuss_models_solid_solid_elements_h

#include <percuss/models/solid/elastic_law.h>

#include <deal.II/base/quadrature.h>
#include <deal.II/dofs/dof_handler.h>
#include <deal.II/fe/mapping.h>
#include <deal.II/lac/full_matrix.h>
#include <deal.II/lac/la_parallel_vector.h>

#include <optional>

namespace percuss
{
  /** Volume per area or volume of the mesh at X [m^(3 - dim)]: the thickness,
   * 2 pi r, or 1. */
  template <int dim>
  double
  volume_factor(const SolidDescription<dim> &description,
                const dealii::Point<dim>    &X);

  /** Properties of the material with this id. */
  template <int dim>
  const SolidMaterial &
  material_of(const SolidDescription<dim> &description, unsigned int id);

  /**
   * Strain energy, forces and stiffness of the cells of one rank, total
   * Lagrangian: with the displacement gradient H of q, P(H) and A(H) of the
   * law,
   *
   *     V = int psi(H),  s_ai = int P_iJ N_a,J,  K_aibk = int N_a,J A_iJkL
   * N_b,L
   *
   * by Gauss' quadrature with degree + 1 points per direction. What is kept of
   * a cell's geometry is dxi/dX and the volume of each point. Nothing is
   * allocated after construction.
   *
   * The vectors q, y hold the entries of all local degrees of freedom with
   * ghost values; what is added to s, z has to be compressed by the caller.
   *
   * Equations: doc/theory/elastic_solid.md (3).
   */
  template <int dim>
  class SolidElements
  {
  public:
    using LocalVector = dealii::LinearAlgebra::distributed::Vector<double>;
    using Partitioner = dealii::Utilities::MPI::Partitioner;

    /**
     * @param partitioner of the locally relevant degrees of freedom
     * Throws InputError on all ranks where a cell is turned inside out.
     */
    SolidElements(const SolidDescription<dim>   &description,
                  const dealii::Mapping<dim>    &mapping,
                  const dealii::DoFHandler<dim> &dof_handler,
                  const Partitioner             &partitioner);

    /** Number of cells of this rank, in the order of the DoFHandler. */
    unsigned int
    n_cells() const
    {
      return static_cast<unsigned int>(lame.size());
    }

    /** K of a cell in the undeformed state, degrees of freedom in the order of
     * the finite element. */
    void
    stiffness(unsigned int cell, dealii::FullMatrix<double> &K) const;

    /** K of a cell at q. @pre a finite-strain law, J > 0. */
    void
    tangent(unsigned int                cell,
            const LocalVector          &q,
            dealii::FullMatrix<double> &K) const;

    /** V of this rank's cells [J], NaN where J <= 0. @pre as above. */
    double
    strain_energy(const LocalVector &q) const;

    /** s += dV/dq; returns the first point X of this rank with J <= 0, where
     * it stops. @pre as above */
    std::optional<dealii::Point<dim>>
    add_force(const LocalVector &q, LocalVector &s) const;

    /** z += K(q) y. @pre as above */
    void
    add_product(const LocalVector &q,
                const LocalVector &y,
                LocalVector       &z) const;

  private:
    using Tensor  = dealii::Tensor<2, dim>;
    using Tensor1 = dealii::Tensor<1, dim>;

    /** A quadrature point of a cell. */
    struct QuadraturePoint
    {
      Tensor inverse_jacobian; // dxi_j/dX_J
      double volume;           // det(dX/dxi) times weight and factor [m^3]
    };

    template <class Function>
    auto
    with_law(unsigned int cell, const Function &f) const;

    void
    gather(unsigned int         cell,
           const LocalVector   &q,
           std::vector<double> &values) const;
    void
    scatter(unsigned int cell, LocalVector &s) const;
    Tensor
    displacement_gradient(unsigned int               cell,
                          unsigned int               point,
                          const std::vector<double> &values) const;
    void
    add_stress(unsigned int cell, unsigned int point, const Tensor &P) const;
    dealii::Point<dim>
    position(unsigned int cell, unsigned int point) const;

    // upper triangles of nodes
    void
    compute_gradients(unsigned int cell, unsigned int point) const;
    void
    add_moduli(const ElasticModuli<dim>   &moduli,
               double                      volume,
               dealii::FullMatrix<double> &K) const;
    void
    add_hoop(unsigned int                cell,
             unsigned int                point,
             dealii::FullMatrix<double> &K) const;
    void
    symmetrize(dealii::FullMatrix<double> &K) const;

    const QuadraturePoint &
    at(const unsigned int cell, const unsigned int point) const
    {
      return points[std::size_t(cell) * n_points + point];
    }

    const SolidDescription<dim>   &description;
    const dealii::Mapping<dim>    &mapping;
    const dealii::DoFHandler<dim> &dof_handler;
    dealii::Quadrature<dim>        quadrature;
    unsigned int                   n_nodes, n_points;

    std::vector<unsigned int> element_index;  // of node a, component i
    std::vector<double>       unit_values;    // N_a at a point
    std::vector<Tensor1>      unit_gradients; // dN_a/dxi_j at a point

    std::vector<LameConstants> lame;        // of a cell
    std::vector<unsigned int>  local_index; // of node a, component i of a cell
    std::vector<QuadraturePoint> points;
    std::vector<double>          radii; // of the points of axisymmetric bodies

    // of one cell
    mutable std::vector<double>  u, w, f;
    mutable std::vector<Tensor1> gradients, mapped_gradients;
  };
} // namespace percuss

#endif
