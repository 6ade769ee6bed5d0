// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_solid_solid_elements_h
#define percuss_models_solid_solid_elements_h

#include <percuss/models/solid/cell_kernels.h>
#include <percuss/models/solid/elastic_law.h>

#include <deal.II/base/aligned_vector.h>
#include <deal.II/base/quadrature.h>
#include <deal.II/dofs/dof_handler.h>
#include <deal.II/fe/mapping.h>
#include <deal.II/lac/full_matrix.h>
#include <deal.II/lac/la_parallel_vector.h>

#include <cmath>
#include <functional>
#include <optional>
#include <vector>

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

  /** CellLaw of elastic_law.h's names. */
  template <int dim>
  CellLaw
  cell_law(const SolidDescription<dim> &description);

  /** Of all cells. */
  template <int dim>
  CellShape
  cell_shape(const dealii::DoFHandler<dim> &dof_handler)
  {
    return dof_handler.get_fe().reference_cell().is_simplex() ?
             CellShape::simplex :
             CellShape::cube;
  }

  /** Lamé's constants of the cells of one rank other than their own, as
   * CellBatches has them. */
  struct CellModuli
  {
    dealii::AlignedVector<double> affine, general;
  };

  /**
   * Strain energy, forces and stiffness of the cells of one rank, total
   * Lagrangian: with the displacement gradient H of q, P(H) and A(H) of the
   * law,
   *
   *     V = int psi(H),  s_ai = int P_iJ N_a,J,
   *     K_aibk = int N_a,J A_iJkL N_b,L
   *
   * by Gauss' quadrature with degree + 1 points per direction, of triangles and
   * tetrahedra with one point, three where they are axisymmetric. Sums over cells
   * are those of CellKernels, matrices are computed cell by cell. What is kept of
   * a cell's geometry is dxi/dX and the volume, of each point where they differ.
   * Nothing is allocated after construction.
   *
   * The vectors q, y, s, z hold the entries of all local degrees of freedom with
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
     * @param kernels of the dimension, degree and law of @p description
     * Throws InputError on all ranks where a cell is turned inside out.
     */
    SolidElements(const SolidDescription<dim>   &description,
                  const dealii::Mapping<dim>    &mapping,
                  const dealii::DoFHandler<dim> &dof_handler,
                  const Partitioner             &partitioner,
                  const CellKernels             &kernels);

    /** With the fastest kernels of this processor. */
    SolidElements(const SolidDescription<dim>   &description,
                  const dealii::Mapping<dim>    &mapping,
                  const dealii::DoFHandler<dim> &dof_handler,
                  const Partitioner             &partitioner)
      : SolidElements(description,
                      mapping,
                      dof_handler,
                      partitioner,
                      cell_kernels(dim,
                                   description.degree,
                                   cell_law(description),
                                   cell_shape(dof_handler)))
    {}

    SolidElements(const SolidElements &) = delete;
    SolidElements &
    operator=(const SolidElements &) = delete;

    /** Number of cells of this rank, in the order of the DoFHandler. */
    unsigned int
    n_cells() const
    {
      return static_cast<unsigned int>(places.size());
    }

    /** Where the numbers of a cell are. */
    struct Place
    {
      unsigned int number; ///< in its batches
      bool         is_affine;
    };

    const Place &
    place(const unsigned int cell) const
    {
      return places[cell];
    }

    /** All cells, in batches of n_lanes(). */
    CellsOfRank
    cells() const
    {
      return {affine.view(), general.view()};
    }

    unsigned int
    n_lanes() const
    {
      return kernels.n_lanes;
    }

    unsigned int
    points_of_cell() const
    {
      return n_points;
    }

    /** Of the vectors, ghost values included. */
    unsigned int
    n_entries() const
    {
      return n_local_entries;
    }

    /** Whether two cells differ by a translation, to rounding. */
    bool
    are_congruent(unsigned int cell, unsigned int other) const;

    /** K of a cell in the undeformed state, degrees of freedom in the order of
     * the finite element. */
    void
    stiffness(unsigned int cell, dealii::FullMatrix<double> &K) const;

    /** d += the diagonal of the K of all cells in the undeformed state; d has the
     * entries of q below. */
    void
    add_diagonal(double *d) const;

    /** K of a cell at q. @pre a finite-strain law, J > 0. */
    void
    tangent(unsigned int                cell,
            const double               *q,
            dealii::FullMatrix<double> &K) const;

    /** V of this rank's cells [J], NaN where J <= 0. @pre a finite-strain law */
    double
    strain_energy(const double *q) const
    {
      return kernels.strain_energy(cells(), q);
    }

    /** s += dV/dq, K q in the linear law. False if J <= 0 at a point; then s is
     * of no use. */
    bool
    add_force(const double *q, double *s) const
    {
      return kernels.add_force(cells(), q, s);
    }

    /** Those that @p lame gives to a material id. */
    CellModuli
    moduli(const std::function<LameConstants(unsigned int)> &lame) const;

    /** s += K q with other moduli. @pre the linear law */
    void
    add_force(const CellModuli &moduli, const double *q, double *s) const;

    /** z += K(q) y. @pre J > 0 */
    void
    add_product(const double *q, const double *y, double *z) const
    {
      if (kernels.add_product == nullptr)
        kernels.add_force(cells(), y, z);
      else
        kernels.add_product(cells(), q, y, z);
    }

    /** The largest rotation of a cell of this rank where rotations are small:
     * |skew part of the mean of grad u|/sqrt(2) [rad]. */
    double
    largest_rotation(const double *q) const
    {
      return std::sqrt(0.5 * kernels.largest_rotation(cells(), q));
    }

    /** The first point X of this rank with J <= 0. */
    std::optional<dealii::Point<dim>>
    inverted_point(const double *q) const;

  private:
    using Tensor  = dealii::Tensor<2, dim>;
    using Tensor1 = dealii::Tensor<1, dim>;

    /** A quadrature point of a cell. */
    struct QuadraturePoint
    {
      Tensor inverse_jacobian; // dxi_j/dX_J
      double volume;           // det(dX/dxi) times weight and factor [m^3]
      double inverse_radius;   // of axisymmetric bodies
    };

    /** Cells with the same sets of numbers, as CellBatches has them. */
    struct Store
    {
      CellBatches
      view() const;

      unsigned int                  n_cells = 0, n_batches = 0;
      std::vector<unsigned int>     first_dof;
      dealii::AlignedVector<double> lame, geometry, inverse_radius;
    };

    void
    read_cells(const Partitioner &partitioner);
    void
    append(const std::vector<unsigned int>    &nodes,
           const LameConstants                &lame,
           const std::vector<QuadraturePoint> &points);
    bool
    is_affine(const std::vector<QuadraturePoint> &points) const;

    LameConstants
    lame(unsigned int cell) const;
    QuadraturePoint
    at(unsigned int cell, unsigned int point) const;
    /** The first degree of freedom of node @p a of a cell, of q. */
    unsigned int
    first_dof(unsigned int cell, unsigned int a) const;
    void
    gather(unsigned int cell, const double *q) const;
    Tensor
    displacement_gradient(const QuadraturePoint &at, unsigned int point) const;
    dealii::Point<dim>
    position(unsigned int cell, unsigned int point) const;

    // upper triangles of nodes
    void
    compute_gradients(const QuadraturePoint &at, unsigned int point) const;
    void
    add_moduli(const ElasticModuli<dim>   &moduli,
               double                      volume,
               dealii::FullMatrix<double> &K) const;
    void
    add_hoop(const LameConstants        &lame,
             const QuadraturePoint      &at,
             unsigned int                point,
             dealii::FullMatrix<double> &K) const;
    void
    symmetrize(dealii::FullMatrix<double> &K) const;

    const SolidDescription<dim>   &description;
    const dealii::Mapping<dim>    &mapping;
    const dealii::DoFHandler<dim> &dof_handler;
    dealii::Quadrature<dim>        quadrature;
    const CellKernels              kernels;
    unsigned int                   n_nodes, n_points, n_local_entries;
    double                         unit_volume; // of the unit cell

    /** The part of a cell's volume that is a point's in affine cells. */
    double
    fraction(const unsigned int point) const
    {
      return quadrature.weight(point) / unit_volume;
    }

    // nodes in lexicographic order, of simplices in that of the element
    std::vector<unsigned int> element_index;  // of node a, component i
    std::vector<double>       unit_values;    // N_a at a point
    std::vector<Tensor1>      unit_gradients; // dN_a/dxi_j at a point

    std::vector<Place> places; // of a cell
    Store              affine, general;

    // of one cell
    mutable std::vector<double>  u;
    mutable std::vector<Tensor1> gradients, mapped_gradients;
  };
} // namespace percuss

#endif
