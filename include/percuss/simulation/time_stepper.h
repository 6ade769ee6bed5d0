// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_simulation_time_stepper_h
#define percuss_simulation_time_stepper_h

#include <percuss/base/clock.h>
#include <percuss/complementarity/complementarity_solver.h>
#include <percuss/complementarity/delassus_operator.h>
#include <percuss/constraints/activation.h>
#include <percuss/constraints/constraint_kinematics.h>
#include <percuss/simulation/impulse_response.h>
#include <percuss/simulation/stepper.h>
#include <percuss/time_integration/time_integration_scheme.h>

#include <optional>
#include <type_traits>
#include <vector>

namespace percuss
{
  /**
   * The time step, one text for every scheme, system and size:
   *
   *     (q, v, a)_free           free motion of the scheme
   *     A = {i : forecast <= 0}  activation
   *     u = W P + b,  b = G v_free + e G v_k,  0 <= u_A perp P_A >= 0, P = 0
   *                              elsewhere: the contact problem
   *     (q, v, a)_{k+1} = (q, v, a)_free + response to P
   *     energy identity          ledger
   *
   * With concrete (final) types as template arguments the loop is inlined; with
   * the abstract defaults everything is chosen at run time. The objects given
   * to the constructor outlive the stepper, which holds references. For a
   * linear system everything constant is computed by the constructor.
   */
  template <class System,
            class Scheme = TimeIntegrationScheme<System>,
            class Constraints =
              ConstraintKinematics<typename System::AlgebraType>,
            class Solver = ComplementaritySolver>
  class TimeStepper final : public Stepper<typename System::AlgebraType>
  {
  public:
    using A      = typename System::AlgebraType;
    using Vector = typename A::Vector;

    /**
     * Prepares the scheme for the step of @p clock and starts from q_0, v_0 of
     * the system's size and distribution.
     */
    TimeStepper(const System      &system,
                Scheme            &scheme,
                const Constraints &constraints,
                Solver            &solver,
                const Activation  &activation,
                const Clock       &clock,
                const Vector      &q_0,
                const Vector      &v_0);

    void
    advance(unsigned long int n_steps) override;

    const StepRecord &
    record() const override
    {
      return step_record;
    }

    const State<A> &
    state() const override
    {
      return data.states[data.current];
    }

    /** W of the scheme (m x m), constant in a linear run [1/kg]. */
    const Eigen::MatrixXd &
    delassus_matrix() const
    {
      return response.W;
    }

  private:
    /** Decides the cones of the step; returns the number of active rows. */
    unsigned int
    activate(const State<A> &next);

    /** Solves for the impulses; throws NumericalFailure. */
    void
    solve_contact_problem(double time);

    /** Completes the record of the step that led to @p x. */
    void
    record_contacts(const State<A> &x);

    /** What the loop reads and writes in every step. */
    struct Data
    {
      State<A>           states[2];
      SchemeWorkspace<A> workspace;
      int                current = 0;
    };

    const System      &system;
    Scheme            &scheme;
    const Constraints &constraints;
    Solver            &solver;
    const Activation   activation;
    const Clock        clock;

    Data                            data;
    ImpulseResponse<A>              response;
    std::optional<ExplicitDelassus> W; // set by the constructor

    // reduced arrays, m entries each
    std::vector<Cone>   cones;
    std::vector<double> gap, velocity, free_gap, free_velocity, b, impulse;
    double              velocity_scale = 0.; // largest |u| so far

    EnergyLedger      ledger;
    ContactStatistics statistics;
    StepRecord        step_record;
  };
} // namespace percuss

#endif
