// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_beam_spatial_rod_h
#define percuss_beam_spatial_rod_h

#include <percuss/algebra/banded_matrix.h>
#include <percuss/beam/line_element.h>
#include <percuss/beam/line_mass.h>
#include <percuss/beam/spatial_rod_description.h>

#include <Eigen/Core>

#include <span>
#include <utility>
#include <vector>

namespace percuss
{
  /**
   * Simo and Reissner's rod (Simo and Vu-Quoc, CMAME 58, 1986). With K the
   * axial vector of R^T R' and Omega that of R^T dR/dt,
   *
   *     Gamma = R^T r' - R_0^T r_0',  kappa = K - K_0,
   *     V = 1/2 int Gamma . diag(E A, k G A_y, k G A_z) Gamma
   *               + kappa . diag(G J, E I_y, E I_z) kappa ds,
   *     T = 1/2 int rho A |r_t|^2
   *               + Omega . rho diag(I_y + I_z, I_y, I_z) Omega ds.
   *
   * Positions and quaternions p are interpolated by polynomials of degree p,
   * and R is that of p/|p|: a rigid motion of the nodes is one of the rod, and
   * there is no history (Romero, Comput. Mech. 34, 2004), so that strains are
   * objective and energies independent of the path. The rotation between nodes
   * of one element must stay below a half turn. V by p Gauss points.
   *
   * A configuration q has seven entries per node, x [m] and the unit quaternion
   * (w, x, y, z) of R. The tangent space of a node has six coordinates, x += dx
   * in space and R <- R exp([dtheta]x), a spin in the section's own axes [rad]:
   * forces act along fixed axes, moments about those of the section, angular
   * velocities Omega [rad/s] are in these axes, too (advance_frames()).
   *
   * Of T, the first part is integrated exactly, with the mass matrix
   * m_ab = rho A int N_a N_b ds of the translations; the second by the rule
   * whose points are the nodes, so that every node is a small rigid body with
   * J_a = w_a rho diag(I_y + I_z, I_y, I_z) and the gyroscopic moment
   * Omega x J_a Omega. M is constant, and the momenta
   *
   *     p = sum_ab m_ab v_b,
   *     L = sum_ab m_ab x_a x v_b + sum_a R_a J_a Omega_a
   *
   * of the semidiscrete rod change by forces and moments from outside only: m
   * is symmetric, and inner forces have neither resultant nor moment.
   *
   * Where spans are added to, nothing is allocated.
   *
   * Equations: doc/theory/beams.md (8), (9), (10), (11), (12), (13).
   */
  class SpatialRod
  {
  public:
    /** Throws InputError as check() does. */
    explicit SpatialRod(const SpatialRodDescription &description);

    const std::string &
    name() const
    {
      return rod_name;
    }

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

    double
    length() const
    {
      return n_elements * element.length;
    }

    /** Nodes that have no mass. */
    const std::vector<unsigned int> &
    massless_nodes() const
    {
      return mass.massless_nodes();
    }

    /** The diagonal of M with the mass of contact nodes kept [kg], [kg m^2]. */
    Eigen::VectorXd
    kept_masses() const;

    /** rho A L [kg]. */
    double
    total_mass() const
    {
      return mass_per_length * length();
    }

    /** q of the stress-free reference configuration. */
    const std::vector<double> &
    reference() const
    {
      return q_reference;
    }

    /** V(q) [J]. */
    double
    strain_energy(std::span<const double> q) const;

    /** s += dV. */
    void
    add_elastic_force(std::span<const double> q, std::span<double> s) const;

    /** S += factor K, the derivative of the components of the elastic force:
     * its symmetric part is d^2V along the exponentials; blocks of a node have
     * [m]x/2, too, m its moment, whose axes turn. */
    void
    add_stiffness(std::span<const double>    q,
                  const double               factor,
                  const BandedMatrix::Block &S) const;

    /** z += K y. */
    void
    add_stiffness_product(std::span<const double> q,
                          std::span<const double> y,
                          std::span<double>       z) const;

    /** Adds the pairs of nodes of each element, the first node of all being
     * number @p first: what has entries in M and K. */
    void
    add_couples(
      const std::size_t                                 first,
      std::vector<std::pair<std::size_t, std::size_t>> &couples) const;

    /** p += M v. */
    void
    add_momentum(std::span<const double> v, std::span<double> p) const;

    /** S += factor M. */
    void
    add_mass(const double factor, const BandedMatrix::Block &S) const;

    /** c += (0, Omega x J Omega) of the nodes [N m]. */
    void
    add_gyroscopic_force(std::span<const double> v, std::span<double> c) const;

    /** S += factor dc/dv; c does not depend on q. */
    void
    add_gyroscopic_tangent(std::span<const double>    v,
                           const double               factor,
                           const BandedMatrix::Block &S) const;

    /** z += dc/dv y. */
    void
    add_gyroscopic_product(std::span<const double> v,
                           std::span<const double> y,
                           std::span<double>       z) const;

    /** F += M (g, 0) at all nodes, the weight in the gravity @p g [m/s^2]. */
    void
    add_gravity(const Eigen::Vector3d &g, std::span<double> F) const;

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

    /** Point @p k of an element. Throws ElementInversionError where nodes are
     * turned by more than largest_turn against the first one of the element. */
    Point
    evaluate(std::span<const double> q,
             const unsigned int      cell,
             const unsigned int      k) const;

    template <typename Function>
    void
    for_each_point(std::span<const double> q, const Function &f) const
    {
      for (unsigned int cell = 0; cell < n_elements; ++cell)
        for (unsigned int k = 0; k < element.degree; ++k)
          f(evaluate(q, cell, k));
    }

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
    increments(std::span<const double> q,
               const Point            &point,
               const unsigned int      a) const;

    /** What g = dV at a point, by (r', p, p'), adds to the diagonal of the
     * block of rotations of node a of its cell, as quaternions curve: d^2 p =
     * -|dtheta|^2 p/4. */
    double
    curvature_of_turns(std::span<const double>             q,
                       const Point                        &point,
                       const Eigen::Matrix<double, 11, 1> &g,
                       const unsigned int                  a) const;

    std::string          rod_name;
    unsigned int         n_elements;
    LineElement          element;
    Vector6              stiffness; // E A, k G A_y, k G A_z, G J, E I_y, E I_z
    double               mass_per_length;
    LineMass             mass;
    Eigen::Vector3d      rotational_inertia; // rho (I_y + I_z, I_y, I_z)
    std::vector<double>  q_reference;
    std::vector<Vector6> reference_strains; // cell by cell
  };
} // namespace percuss

#endif
