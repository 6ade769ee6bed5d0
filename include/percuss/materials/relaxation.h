// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_materials_relaxation_h
#define percuss_materials_relaxation_h

#include <percuss/materials/material_memory.h>

#include <cstddef>
#include <functional>
#include <vector>

namespace percuss
{
  /**
   * Stress relaxation of small strains: Maxwell elements with the stiffness K_j
   * and the time tau_j beside springs K_inf,
   *
   *     s = K_inf q + sum_j f_j,    f_j' + f_j/tau_j = K_j q',
   *
   * over a step with its exact solution for a constant velocity,
   *
   *     f_j <- E_j f_j + gamma_j K_j Dq,   E = exp(-h/tau),
   *     gamma = (1 - E)/(h/tau).
   *
   * Where strains are small and tau_j is one number, the internal stresses of
   * all quadrature points are K_j z_j of a field of displacements,
   *
   *     f_j = K_j z_j,    z_j <- E_j z_j + gamma_j Dq,
   *
   * so that a vector is kept instead of them. With b_j = (1 + E_j)/(4 gamma_j)
   * the work on an element in a step is, without an error,
   *
   *     Dq^T (f_k + f_{k+1})/2 = D(b z^T f) + d,
   *     h v_{k+1}^T f_{k+1} = D(b z^T f + h/2 V^T f) + d,
   *         2 v_{k+1} = V_k + V_{k+1},  h V_k = Dq,
   *     d = h/tau zm^T K_j zm >= 0,     zm = (z_k + z_{k+1})/2:
   *
   * a stored energy, of the first line 1/2 z^T K z + O(h^2), and the
   * dissipation of the dashpot. The energy of central differences is positive for
   * h < 2/omega, omega of K_0 = K_inf + sum_j K_j.
   *
   * Equations: doc/theory/viscoelastic_solids.md (2), (3), (4), (5).
   */
  template <Algebra A>
  class Relaxation final : public MaterialMemory<A>
  {
  public:
    using typename MaterialMemory<A>::System;
    using typename MaterialMemory<A>::Vector;

    struct Element
    {
      double time;       ///< tau_j [s]
      double weight = 0; ///< w_j, where all K_j = w_j K_0
    };

    /** z = K_inf y for the index 0, K_j y for j + 1; where all K_j = w_j K_0,
     * K_0 y for 0 alone. */
    using Product =
      std::function<void(std::size_t index, const Vector &y, Vector &z)>;

    /** @param h [s]
     * @param is_proportional whether all K_j = w_j K_0 */
    Relaxation(const System               &system,
               double                      h,
               const std::vector<Element> &elements,
               bool                        is_proportional,
               Product                     product);

    void
    begin_step() override
    {
      in_step = true;
    }

    void
    end_step(const Vector &q) override;

    /** The strain of @p q has just been applied: z_j = q. */
    void
    reset(const Vector &q) override;

    /** s(q) [N]. */
    void
    force(const Vector &q, Vector &s) const;

    /** 1/2 q^T K_inf q + 1/2 sum_j z_j^T f_j [J].
     * @pre s = s(q), between steps */
    double
    strain_energy(const Vector &q, const Vector &s) const;

    /** ds/dq of a step over K_0. @pre all K_j = w_j K_0 */
    double
    tangent() const;

    bool
    is_proportional() const
    {
      return proportional;
    }

    void
    complete(ForcePairing            pairing,
             const Tangents<System> &at,
             Energy                 &energy) const override;
    void
    complete(ForcePairing        pairing,
             const Step<System> &step,
             Energy             &after,
             EnergyBalance      &balance) const override;

    void
    serialize(Archive &archive) override;

    std::size_t
    n_elements() const
    {
      return elements.size();
    }

    /** tau_j [s]. */
    double
    time(const std::size_t j) const
    {
      return elements[j].element.time;
    }

    /** z_j [m]. */
    const Vector &
    strained(const std::size_t j) const
    {
      return elements[j].z;
    }

  private:
    /** An element with its coefficients over a step and its state. */
    struct Maxwell
    {
      Element element;
      double  decay, gain; // E, gamma
      Vector  z, f;
      double  energy = 0.; // z^T f

      /** b. */
      double
      storage() const
      {
        return 0.25 * (1. + decay) / gain;
      }
    };

    /** sum_j b_j z_j^T f_j */
    double
    stored() const;

    const double         h;
    const bool           proportional;
    const Product        product;
    std::vector<Maxwell> elements;
    Vector               q_0;       // at t_k
    Vector               force_0;   // of all springs and of none: K_0 q_k
    Vector               overforce; // sum_j f_j
    bool                 in_step = false;

    // of the last step
    Vector old_overforce;
    double stored_change = 0., dissipated = 0.;

    // of the last force
    mutable Vector              dq, rate, trial_force;
    mutable std::vector<Vector> trial;
  };
} // namespace percuss

#endif
