// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_mechanism_force_element_h
#define percuss_models_mechanism_force_element_h

#include <percuss/algebra/banded_matrix.h>

#include <Eigen/Core>

#include <cstddef>
#include <utility>
#include <vector>

namespace percuss
{
  /** Pairs of frames, whose coordinates have entries in matrices. */
  using FrameCouples = std::vector<std::pair<std::size_t, std::size_t>>;

  /**
   * What frames of a mechanism act on each other with by q and v, such as
   * springs: forces dV/dq + c(q, v) with the tangents K = d(dV/dq + c)/dq, C =
   * dc/dv. Everything adds to its last argument; nothing allocates but
   * add_couples().
   */
  class ForceElement
  {
  public:
    virtual ~ForceElement() = default;

    /** Whether there is a damper. */
    virtual bool
    is_damped() const
    {
      return false;
    }

    virtual void
    add_couples(FrameCouples &couples) const = 0;

    /** V(q) [J]. */
    virtual double
    energy(const Eigen::VectorXd &q) const = 0;

    /** The power of the dampers c(q, v)^T y [W] for y = v; without gyroscopic
     * forces. */
    virtual double
    damping_power(const Eigen::VectorXd &q,
                  const Eigen::VectorXd &v,
                  const Eigen::VectorXd &y) const = 0;

    /** s += dV/dq. */
    virtual void
    add_elastic_force(const Eigen::VectorXd &q, Eigen::VectorXd &s) const = 0;

    /** d += c(q, v). */
    virtual void
    add_damping_force(const Eigen::VectorXd &q,
                      const Eigen::VectorXd &v,
                      Eigen::VectorXd       &d) const = 0;

    /** S += stiffness K + damping C. */
    virtual void
    add_tangents(double                 stiffness,
                 double                 damping,
                 const Eigen::VectorXd &q,
                 const Eigen::VectorXd &v,
                 BandedMatrix          &S) const = 0;

    enum class Tangent
    {
      stiffness, ///< K
      damping    ///< C
    };

    /** z += K y, or C y. */
    virtual void
    add_product(Tangent                tangent,
                const Eigen::VectorXd &q,
                const Eigen::VectorXd &v,
                const Eigen::VectorXd &y,
                Eigen::VectorXd       &z) const = 0;
  };
} // namespace percuss

#endif
