// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_bar_bar_plasticity_h
#define percuss_models_bar_bar_plasticity_h

#include <percuss/materials/hardening.h>
#include <percuss/materials/material_memory.h>
#include <percuss/models/bar/bar_cell_mass.h>
#include <percuss/models/bar/bar_dofs.h>

#include <deal.II/lac/affine_constraints.h>
#include <deal.II/lac/la_parallel_vector.h>

#include <vector>

namespace percuss
{
  /**
   * Bars that yield, with small strains eps = u' and isotropic hardening k:
   *
   *     sigma = E (eps - eps_p),    |sigma| <= k(alpha),    alpha' = |eps_p'|.
   *
   * A step holds eps_p first, sigma* = E (eps - eps_p^k). Where |sigma*| is above
   * k it returns to the yield surface,
   *
   *     |sigma*| - E gamma = k(alpha_k + gamma),
   *     eps_p = eps_p^k + gamma sign(sigma*),    alpha = alpha_k + gamma.
   *
   * The points are those of Gauss' quadrature that K has, p + 1 in an element.
   *
   * Equations: doc/theory/elastic_bar.md (5), (6).
   */
  template <Algebra A>
  class BarPlasticity final : public MaterialMemory<A>
  {
  public:
    using typename MaterialMemory<A>::Vector;

    /** All arguments are referred to. @pre their properties are positive */
    BarPlasticity(const BarRowDescription                 &description,
                  const BarDofs                           &numbering,
                  const dealii::AffineConstraints<double> &constraints);

    /** s = int sigma phi_i' A dx [N]. Collective. */
    void
    force(const Vector &q, Vector &s);

    void
    begin_step() override
    {}

    /** What the last force has found is remembered. */
    void
    end_step(const Vector &) override
    {
      state = next;
    }

    void
    reset(const Vector &) override;

    void
    serialize(Archive &archive) override;

    /** int E (eps - eps_p)^2/2 A dx of the last force [J]. Collective. */
    double
    elastic_energy() const;

    /** int A dx int k dalpha of the step of the last force [J]. Collective. */
    double
    plastic_work() const;

    /** The largest alpha. Collective. */
    double
    largest_plastic_strain() const;

    /** What a point remembers. */
    struct PointState
    {
      double strain     = 0.; ///< eps_p
      double equivalent = 0.; ///< alpha
      double yield      = 0.; ///< k(alpha) [Pa]
    };

    /** Of the points of this rank's elements, one after the other. */
    const std::vector<PointState> &
    states() const
    {
      return state;
    }

  private:
    struct GaussPoint
    {
      double    modulus; ///< E [Pa]
      double    area;    ///< A times the weight of the quadrature [m^2]
      Hardening hardening;
    };

    using LocalVector = dealii::LinearAlgebra::distributed::Vector<double>;

    /** sigma [Pa] at a strain; sets its next state. */
    double
    stress(std::size_t point, double strain, double length);

    const BarMesh            &mesh;
    const MPI_Comm            communicator;
    const ShapesAtPoints      at;
    std::vector<GaussPoint>   points;
    std::vector<double>       lengths; ///< of elements [m]
    std::vector<unsigned int> places;  ///< of DoFs, by element
    std::vector<unsigned int> clamped; ///< of this rank
    LocalVector               of_q, of_s;

    std::vector<PointState> state, next;
    double                  energy = 0., work = 0.; // of this rank
  };
} // namespace percuss

#endif
