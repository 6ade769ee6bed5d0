// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_beam_spatial_rod_h
#define percuss_beam_spatial_rod_h

#include <percuss/beam/line_element.h>
#include <percuss/beam/spatial_rod_description.h>

#include <Eigen/Core>

#include <span>
#include <vector>

namespace percuss
{
  /**
   * Simo and Reissner's rod (Simo and Vu-Quoc, CMAME 58, 1986), without
   * inertia. With K the axial vector of R^T R',
   *
   *     Gamma = R^T r' - R_0^T r_0',  kappa = K - K_0,
   *     V = 1/2 int Gamma . diag(E A, k G A_y, k G A_z) Gamma
   *               + kappa . diag(G J, E I_y, E I_z) kappa ds.
   *
   * Positions and quaternions p are interpolated by polynomials of degree p,
   * and R is that of p/|p|: a rigid motion of the nodes is one of the rod, and
   * there is no history (Romero, Comput. Mech. 34, 2004), so that strains are
   * objective and energies independent of the path. The rotation between nodes
   * of one element must stay below a half turn. V by p Gauss points.
   *
   * The tangent space of a node has six coordinates, x += dx in space [m] and
   * R <- R exp(dtheta) with a spin in the section's own axes [rad]: forces act
   * along fixed axes, moments about those of the section. Tangents are second
   * derivatives of V along this map, symmetric at any state. Components of a
   * moment m change by (d^2V + [m]x/2) dtheta, because their axes turn.
   */
  class SpatialRod
  {
  public:
    /** Throws InputError as check() does. */
    explicit SpatialRod(const SpatialRodDescription &description);

    unsigned int
    n_nodes() const
    {
      return n_elements * element.degree + 1;
    }

    /** Of the tangent space, 6 for each node. */
    unsigned int
    n_coordinates() const
    {
      return 6 * n_nodes();
    }

    /** Frames of the nodes in the reference configuration. */
    const std::vector<RodFrame> &
    reference() const
    {
      return q_reference;
    }

    /** q moved by an increment (n_coordinates()) of the tangent space. */
    static void
    advance(std::span<const double> increment, std::span<RodFrame> q);

    /** V(q) [J]. */
    double
    strain_energy(std::span<const RodFrame> q) const;

    /** s += dV. */
    void
    add_elastic_force(std::span<const RodFrame> q, std::span<double> s) const;

    /** S += factor d^2V. */
    void
    add_stiffness(std::span<const RodFrame>   q,
                  const double                factor,
                  Eigen::Ref<Eigen::MatrixXd> S) const;

  private:
    using Vector6  = Eigen::Matrix<double, 6, 1>;
    using Jacobian = Eigen::Matrix<double, 6, 11>;

    /** Gauss point: (r', p, p') and the strains, a/|p|^2 with a quadratic. */
    struct Point
    {
      unsigned int    cell, k;
      Eigen::Vector3d slope;
      Eigen::Vector4d p, dp;  // (w, v), one sign in the whole element
      Vector6         strain; // (R^T r', K)
      double          square; // |p|^2
    };

    template <typename Function>
    void
    for_each_point(std::span<const RodFrame> q, const Function &f) const;

    /** (N, M) = diag(...) (Gamma, kappa). */
    Vector6
    stress(const Point &point) const;

    /** Derivatives of the strains by (r', p, p'). */
    static Jacobian
    jacobian(const Point &point);

    /** Second derivatives of the energy density by (r', p, p'). */
    Eigen::Matrix<double, 11, 11>
    hessian(const Point &point, const Vector6 &stress, const Jacobian &J) const;

    /** (r', p, p') of increments of node a of the point's cell. */
    Eigen::Matrix<double, 11, 6>
    increments(std::span<const RodFrame> q,
               const Point              &point,
               const unsigned int        a) const;

    unsigned int          n_elements;
    LineElement           element;
    Vector6               stiffness; // E A, k G A_y, k G A_z, G J, E I_y, E I_z
    std::vector<RodFrame> q_reference;
    std::vector<Vector6>  reference_strains; // cell by cell
  };
} // namespace percuss

#endif
