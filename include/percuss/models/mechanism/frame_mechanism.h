// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_mechanism_frame_mechanism_h
#define percuss_models_mechanism_frame_mechanism_h

#include <percuss/algebra/banded_algebra.h>
#include <percuss/base/exceptions.h>
#include <percuss/mechanics/mechanical_system.h>
#include <percuss/models/mechanism/mechanism_description.h>
#include <percuss/models/mechanism/placed_beam.h>

#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace percuss
{
  /**
   * What mechanisms in the plane and in space have in common: frames
   * (FramePoint), those of the bodies and then of the nodes of the beams, with
   * gravity, loads, and forces between them, springs, dampers and beams. M is
   * constant, a block for each body and one for each beam; nodes of beams at
   * contacts may have no mass (LineMass).
   */
  template <int dim>
  class FrameMechanism : public MechanicalSystem<BandedAlgebra>
  {
  public:
    /** "BODY x", "BODY y", ... of each body, then of each node of the beams. */
    const std::vector<std::string> &
    coordinate_names() const
    {
      return names;
    }

    const Vector &
    initial_position() const
    {
      return q_0;
    }

    const Vector &
    initial_velocity() const
    {
      return v_0;
    }

    /** The diagonal of M; of nodes without mass what it is with mass: the scale
     * of their motions. */
    const Eigen::VectorXd &
    masses() const
    {
      return M;
    }

    /** Bodies and nodes of beams. */
    std::size_t
    n_frames() const
    {
      return n_dofs() / n;
    }

    std::size_t
    n_dofs() const final
    {
      return static_cast<std::size_t>(M.size());
    }

    void
    reinit(Vector &x) const final
    {
      x.entries.setZero(M.size());
    }

    /** Largest speed of a frame [m/s], or displacement [m], from its kinetic
     * energy: a rotation counts by the radii of gyration. */
    double
    increment_size(const Vector &d) const final;

    void
    load(double t, Vector &F) const final;

    bool
    is_elastic() const final
    {
      return !forces.empty();
    }

    void
    elastic_force(const Vector &q, Vector &s) const final;

    void
    damping_force(const Vector &q, const Vector &v, Vector &d) const override;

    void
    momentum(const Vector &, const Vector &v, Vector &p) const override;

    void
    stiffness_product(const State<BandedAlgebra> &x,
                      const Vector               &y,
                      Vector                     &z) const final
    {
      product(ForceElement::Tangent::stiffness, x, y, z);
    }

    void
    damping_product(const State<BandedAlgebra> &x,
                    const Vector               &y,
                    Vector                     &z) const override
    {
      product(ForceElement::Tangent::damping, x, y, z);
    }

    double
    strain_energy(const Vector &q, const Vector &) const final;

    bool
    has_massless_boundary() const final
    {
      return !massless.empty();
    }

    void
    massless_part(const Vector &x, Vector &x_c) const final;

    /** A block for each body, or for those that springs and beams connect. */
    std::vector<unsigned int>
    uncoupled_blocks() const final
    {
      return blocks;
    }

  protected:
    static constexpr int n         = FramePoint<dim>::n_coordinates,
                         n_entries = FramePoint<dim>::n_entries;

    /** A frame at the start; the diagonal of its M. */
    struct Start
    {
      Eigen::Vector<double, n_entries> q;
      FrameVector<dim>                 v, masses;
    };

    // A mechanism is made by its springs, then its bodies, then its beams and
    // loads. These throw InputError.

    /** That there are bodies or beams, with names of their own.
     * @param what "beam", or "rod" */
    template <class Description>
    static void
    check_names(const Description &description, const std::string &what);

    void
    add_body(const std::string                &name,
             const Start                      &start,
             const Eigen::Vector<double, dim> &gravity);

    void
    add_beams(const std::vector<MechanismBeam<dim>> &descriptions,
              const std::string                     &what,
              const Eigen::Vector<double, dim>      &gravity);

    /** Adds what such springs do, if there are some. */
    template <class Spring, class Make>
    void
    add_springs(const std::vector<Spring> &springs, const Make &make)
    {
      if (!springs.empty())
        forces.push_back(make(springs));
    }

    /** Which entries of the matrices are not zero is known then. */
    void
    add_loads(const std::vector<MechanismLoad<dim>> &loads);

    bool
    any_damper() const;

    /** That of all dampers (ForceElement). */
    double
    damping_power(const State<BandedAlgebra> &x, const Vector &y) const;

    /** S += stiffness K + damping C, without bodies. */
    void
    add_tangents(double                      stiffness,
                 double                      damping,
                 const State<BandedAlgebra> &x,
                 Matrix                     &S) const;

    /** S += factor K_c, of the K that @p add_stiffness(K) adds to zeros. */
    template <class AddStiffness>
    void
    add_boundary_stiffness(const double        factor,
                           const AddStiffness &add_stiffness,
                           Matrix             &S) const
    {
      if (factor == 0.)
        return;
      scratch.reinit(layout);
      add_stiffness(scratch);
      for (const auto &[i, j] : massless_pairs)
        S(i, j) += factor * scratch(i, j);
    }

    struct VaryingLoad
    {
      Eigen::Index                  coordinate;
      std::function<double(double)> value;
    };

    Eigen::VectorXd          M;
    Eigen::Index             n_of_bodies = 0; // coordinates
    Vector                   q_0, v_0, constant_load;
    std::vector<VaryingLoad> varying_loads;
    BandLayout               layout;
    // constant, copies of a mechanism have them in common
    std::vector<std::shared_ptr<const PlacedBeam<dim>>> beams;

  private:
    /** z = K y, or C y, without bodies. */
    void
    product(ForceElement::Tangent       tangent,
            const State<BandedAlgebra> &x,
            const Vector               &y,
            Vector                     &z) const;

    void
    add_frame(const std::string &name, const Start &start);

    std::vector<std::shared_ptr<const ForceElement>> forces; // beams, too
    std::vector<std::string>                         names;
    std::vector<unsigned int>                        blocks; // of coordinates

    // coordinates without mass, and the entries of K_c
    std::vector<Eigen::Index>                          massless;
    std::vector<std::pair<Eigen::Index, Eigen::Index>> massless_pairs;
    mutable Matrix                                     scratch;
  };

  template <int dim>
  template <class Description>
  void
  FrameMechanism<dim>::check_names(const Description &description,
                                   const std::string &what)
  {
    if (description.bodies.empty() && description.beams.empty())
      throw InputError("The mechanism has neither bodies nor " + what + "s.");
    std::set<std::string> used;
    for (const auto &body : description.bodies)
      if (!used.insert(body.name).second)
        throw InputError("There are two bodies with the name '" + body.name +
                         "'; give each its own.");
    for (const auto &beam : description.beams)
      if (!used.insert(beam.beam.name).second)
        throw InputError("The name '" + beam.beam.name + "' of a " + what +
                         " is used twice; give each its own.");
  }
} // namespace percuss

#endif
