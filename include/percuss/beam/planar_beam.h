// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_beam_planar_beam_h
#define percuss_beam_planar_beam_h

#include <percuss/algebra/banded_matrix.h>
#include <percuss/beam/line_element.h>
#include <percuss/beam/line_mass.h>
#include <percuss/beam/planar_beam_description.h>

#include <Eigen/Core>

#include <array>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace percuss
{
  /**
   * What a section transmits, in its own frame: the part of the beam beyond it
   * pulls with N along the normal and Q to the left of it, and turns it with
   * the moment M counterclockwise.
   */
  struct BeamResultants
  {
    double normal_force;   ///< N [N], tension positive
    double shear_force;    ///< Q [N]
    double bending_moment; ///< M [N m], positive where the angle grows
  };

  /**
   * Reissner's beam in the plane (J. Appl. Math. Phys. (ZAMP) 23, 1972; Simo
   * and Vu-Quoc, J. Appl. Mech. 53, 1986), exact for finite rotations. Its
   * axis r(s), s the arc length of the reference r_0, and the angle theta(s) of
   * its sections, with R = [cos -sin; sin cos](theta), give
   *
   *     (eps, gamma) = R^T r' - R_0^T r_0',   kappa = theta' - theta_0',
   *     V = 1/2 int E A eps^2 + k G A gamma^2 + E I kappa^2 ds,
   *     T = 1/2 int rho A |r_t|^2 + rho I theta_t^2 ds.
   *
   * Coordinates q: x, y [m] and theta [rad] of the nodes, absolute, one node
   * after the other from s = 0 to L. Forces are those on x, y [N] and moments
   * on theta [N m]. Polynomials of degree p, V by p Gauss points (LineElement),
   * M constant. Strains are evaluated from q minus the reference and lose no
   * digits where that is small.
   *
   * Where spans are added to, nothing is allocated. Their sizes must be
   * n_coordinates().
   *
   * Equations: doc/theory/beams.md (1), (2), (3), (4), (5), (6), (7).
   */
  class PlanarBeam
  {
  public:
    /** Throws InputError as check() does. */
    explicit PlanarBeam(const PlanarBeamDescription &description);

    const std::string &
    name() const
    {
      return beam_name;
    }

    unsigned int
    n_nodes() const
    {
      return n_elements * element.degree + 1;
    }

    unsigned int
    n_coordinates() const
    {
      return 3 * n_nodes();
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
      return section.mass * length();
    }

    /** Arc length s of a node in the reference [m]. */
    double
    arc_length(const unsigned int node) const;

    /** Coordinates of the stress-free reference configuration. */
    const std::vector<double> &
    reference() const
    {
      return q_reference;
    }

    /** V(q) [J]. */
    double
    strain_energy(std::span<const double> q) const;

    /** s += dV/dq. */
    void
    add_elastic_force(std::span<const double> q, std::span<double> s) const;

    /** z += K y, K = d^2V/dq^2 at q, symmetric. */
    void
    add_stiffness_product(std::span<const double> q,
                          std::span<const double> y,
                          std::span<double>       z) const;

    /** S += factor K(q). */
    void
    add_stiffness(std::span<const double>    q,
                  const double               factor,
                  const BandedMatrix::Block &S) const;

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

    /** F += M (g, 0) at all nodes, the weight in the gravity @p g [m/s^2]. */
    void
    add_gravity(const std::array<double, 2> &g, std::span<double> F) const;

    /** x, y, theta at arc length @p s in [0, L]; allocates. */
    std::array<double, 3>
    frame(std::span<const double> q, const double s) const;

    /**
     * N, Q, M at arc length @p s in [0, L], between elements those of the
     * element that begins there. They are interpolated from the Gauss points
     * of the element, where they are most accurate: between these points the
     * strains of the polynomials are those that lock. Allocates.
     */
    BeamResultants
    resultants(std::span<const double> q, const double s) const;

  private:
    /** Reference configuration at a Gauss point. */
    struct ReferencePoint
    {
      double cosine = 1., sine = 0.; // of theta_0
      double axial = 1., shear = 0.; // R_0^T r_0'
    };

    /** At a Gauss point. */
    struct Strain
    {
      double cosine, sine;      // of theta
      double axial, shear;      // R^T r'
      double eps, gamma, kappa; // minus those of the reference
    };

    /** Derivatives of the energy density by r' and theta: f = R (N, Q) and m;
     * those of f and m: A = R diag(E A, k G A) R^T, g and h. */
    struct Force
    {
      double x, y, m;
    };
    struct Tangent
    {
      double xx, xy, yy, gx, gy, h;
    };

    Strain
    strain(std::span<const double> q,
           const unsigned int      cell,
           const unsigned int      point) const;
    Force
    force(const Strain &e) const;
    Tangent
    tangent(const Strain &e) const;

    /** Cell at @p s and the place in it, in [0, 1]. */
    std::pair<unsigned int, double>
    locate(const double s) const;

    std::string                 beam_name;
    BeamSection                 section;
    unsigned int                n_elements;
    LineElement                 element;
    LineMass                    mass;
    std::vector<double>         q_reference;
    std::vector<ReferencePoint> reference_points; // cell by cell
  };
} // namespace percuss

#endif
