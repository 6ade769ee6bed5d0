// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_simulation_time_stepper_h
#define percuss_simulation_time_stepper_h

#include <percuss/base/clock.h>
#include <percuss/complementarity/complementarity_solver.h>
#include <percuss/complementarity/delassus_operator.h>
#include <percuss/complementarity/global_delassus.h>
#include <percuss/constraints/activation.h>
#include <percuss/constraints/constraint_kinematics.h>
#include <percuss/simulation/active_row_solver.h>
#include <percuss/simulation/delassus_form.h>
#include <percuss/simulation/impulse_response.h>
#include <percuss/simulation/stepper.h>
#include <percuss/simulation/two_level_problem.h>
#include <percuss/time_integration/time_integration_scheme.h>

#include <array>
#include <memory>
#include <optional>
#include <tuple>
#include <type_traits>
#include <vector>

namespace percuss
{
  /**
   * The time step, one text for every scheme, system and size:
   *
   *     next = predictor
   *     repeat
   *       next += correction of the scheme's residual     (dq, v, a)_free
   *       A = {i : forecast <= 0}                         activation
   *       y = W P + b,  K* contains y perp P in K         the contact problem
   *       next += response to P;  q = retract(q_k, dq)
   *     until the residual vanishes: once where the system is linear
   *     energy identity                                   ledger
   *
   * y is what the scheme constrains (ContactTreatment): gap velocities, b = G
   * v_free + e G v_k and K = {0} outside A; gaps, all rows unilateral; or both.
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
     * @param normals_at_end schemes at the velocity level that have normals at
     *                       the midpoint take those of q_{k+1} for u_{k+1} and
     *                       those of q_k for u_k instead ([A12] (18))
     */
    TimeStepper(const System      &system,
                Scheme            &scheme,
                const Constraints &constraints,
                Solver            &solver,
                const Activation  &activation,
                const Clock       &clock,
                const Vector      &q_0,
                const Vector      &v_0,
                DelassusForm       form           = DelassusForm::automatic,
                bool               normals_at_end = false);

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

    /** W of the scheme (m x m), constant in a linear run [1/kg]; that of the
     * gaps [s/kg] in schemes with conditions at the position level.
     * @pre DelassusForm::assembled */
    const Eigen::MatrixXd &
    delassus_matrix() const
    {
      return W_dense;
    }

  private:
    using Reduced = typename Constraints::Reduced;
    using Level   = ContactTreatment::Level;

    /** m if the compiler knows it, else 0. */
    static constexpr std::size_t n_rows = [] {
      if constexpr (std::is_same_v<Reduced, std::vector<double>>)
        return 0;
      else
        return std::tuple_size_v<Reduced>;
    }();
    using Cones =
      std::conditional_t<n_rows == 1, std::array<Cone, 1>, std::vector<Cone>>;
    using Normal = ContactTreatment::Normal;

    /** That of the scheme; where its type is known, known to the compiler. */
    ContactTreatment
    treatment() const
    {
      if constexpr (std::is_final_v<Scheme>)
        return scheme.contact_treatment();
      else
        return stored_treatment;
    }

    /** Where G is evaluated. Joints at the velocity level are satisfied with
     * the G of q_{k+1} ([C13] 17): any other makes them drift apart in first
     * order. */
    Normal
    normal() const
    {
      return (has_joints || own_normals()) &&
                 treatment().level == Level::velocity ?
               Normal::iterate :
               treatment().normal;
    }

    /** Whether the velocities before and after a step have each the normals of
     * its own configuration. */
    bool
    own_normals() const
    {
      return normals_at_end && treatment().level == Level::velocity &&
             treatment().normal == Normal::midpoint;
    }

    /** Where the velocity level has its normals: a scheme of both levels takes
     * those of the midpoint for the impulses. */
    Normal
    velocity_normal() const
    {
      return treatment().level == Level::both ? Normal::midpoint : normal();
    }

    /** What the loop reads and writes in every step. */
    struct Data
    {
      State<A>           states[2];
      SchemeWorkspace<A> workspace;
      ContactEffect<A>   effect;
      // where G is evaluated, where that of the gaps is, and dq there
      Vector   configuration, position_configuration, linearization_dq;
      Vector   shifted; // configuration whose gaps a scheme constrains
      State<A> iterate; // of the tangents, q, dq and v
      int      current = 0;

      /** Copies what the next step needs, not the scratch vectors. */
      void
      keep(const Data &other)
      {
        states[0]     = other.states[0];
        states[1]     = other.states[1];
        current       = other.current;
        configuration = other.configuration;
        workspace.keep_memory(other.workspace);
      }
    };

    void
    advance_by_one_step(const State<A> &x, State<A> &next, Data &data);

    const Vector &
    position_configuration(const Data &data) const
    {
      return treatment().level == Level::both ? data.position_configuration :
                                                data.configuration;
    }

    /** Newton's iteration for a step; sets everything of @p next. */
    void
    compute_step(const State<A> &x, State<A> &next, Data &data);

    /** Whether the residual of the iterate is small enough. */
    bool
    is_converged(const State<A> &next, unsigned int iteration, Data &data);

    /** How W is held, from what system, scheme and constraints are. */
    DelassusForm
    choose_form() const;

    /** W as the scheme's map, and what solves with its active rows. */
    void
    make_matrix_free_delassus();

    /** Of increments, the velocity or position that the scheme constrains. */
    void
    constrained_part(Level                      level,
                     const ImpulseIncrement<A> &d,
                     Vector                    &z) const;

    /** The scheme's maps from G^T P and G^T tau to increments, with the
     * tangents at data.iterate. */
    auto
    impulse_map(Data &data);
    auto
    projection_map(Data &data);

    /** W and the responses of the scheme, with G at data.configuration. */
    void
    prepare_responses(Data &data);
    void
    prepare_local_responses(Data &data);

    /** The same where they have changed and are needed. */
    void
    update_responses(Data &data)
    {
      if ((!system.is_linear() || !constraints.is_linear()) &&
          !responses_are_current)
        {
          prepare_responses(data);
          responses_are_current = true;
        }
    }

    /** Takes the impulses of the last iterate out of @p next. */
    void
    remove_impulses(State<A> &next, Data &data);

    /** The contact problem from the free motion @p next, to which it adds the
     * response. */
    void
    resolve_contact(State<A> &next, Data &data);
    void
    resolve_velocity_level(State<A> &next, Data &data);
    void
    resolve_position_level(State<A> &next, Data &data);
    void
    resolve_both_levels(State<A> &next, Data &data);

    /** End of the step being computed [s]. */
    double
    end_time() const
    {
      return clock.time(step_record.step + 1);
    }

    /** u = G v + dg/dt of the velocity that the scheme constrains, of the
     * state @p x at the time @p t. */
    void
    constrained_velocity(const State<A> &x, double t, Data &data, Reduced &u);

    /** That of the state at the beginning of a step, or at its end. */
    void
    set_velocity(const State<A> &x, double t, Data &data)
    {
      constrained_velocity(x, t, data, velocity);
      if (constraints.is_moving())
        velocity_rate = rate;
    }

    /** How far beyond @p x is the configuration that the scheme constrains. */
    void
    shift_of_position(const State<A> &x, Vector &dq) const;

    /** The gaps of the positions that the scheme constrains. */
    void
    constrained_gap(const State<A> &x, Data &data, Reduced &g);

    /** Gaps that a projection has set to zero are so up to this [m]. */
    double
    projection_tolerance() const
    {
      return Activation::velocity_tolerance * velocity_scale * clock.time_step;
    }

    /** Decides the cones of the velocity level; returns whether there are
     * joints or active contacts. */
    bool
    activate();

    bool
    is_joint(const std::size_t row) const
    {
      return constraints.law(row).kind == ContactLaw::Kind::bilateral;
    }

    static std::size_t
    first_row(const Cone &cone)
    {
      return n_rows == 1 ? 0 : cone.first_row;
    }

    static void
    set_cone(Cone &cone, const ContactLaw &law, bool is_active);

    /** b of the velocity level, from free_velocity. */
    void
    set_right_hand_side();

    /** Turns a report into statistics; throws NumericalFailure. */
    void
    check(const SolverReport &report);
    [[noreturn]] void
    throw_unsolved(const SolverReport &report) const;

    /** The impulses, of the velocity or of the position level alone. */
    SolverReport
    solve_one_level();

    /** The joints' impulses alone: the tangents of an iterate far from the
     * solution may leave the contact problem without one. */
    void
    leave_out_contacts();

    /** What the impulses did, for the scheme and the ledger. */
    void
    set_effect(Data &data);

    /** Enters the gaps and impulses of the step that led to @p x. */
    void
    enter_statistics(const State<A> &x, bool acts);

    /** Completes the record of the last step. */
    void
    complete_record();

    const System          &system;
    Scheme                &scheme;
    const Constraints     &constraints;
    Solver                &solver;
    const Activation       activation;
    const Clock            clock;
    const ContactTreatment stored_treatment;
    const bool             normals_at_end;

    Data                                         data;
    ImpulseResponse<A>                           response, projection;
    std::optional<ExplicitDelassus>              W; // of one level
    Eigen::MatrixXd                              W_dense;
    DelassusForm                                 form = DelassusForm::assembled;
    Eigen::SparseMatrix<double, Eigen::RowMajor> W_local;
    std::unique_ptr<NodalRows<A>>                nodal_rows; // or none
    std::unique_ptr<GlobalDelassus<Vector>>      W_global;
    std::unique_ptr<ActiveRowSolver<A>>          row_solver;
    std::unique_ptr<TwoLevelProblem>             two_levels;
    ImpulseIncrement<A>                          scratch; // where steps iterate
    Vector                                       direct;

    // reduced arrays, m entries each; cones, one per contact
    Cones             cones;
    std::vector<char> projected;
    Reduced gap, velocity, end_velocity, free_gap, iterate_gap, free_velocity,
      b, impulse, multiplier, unit, column, rate,
      velocity_rate; // the part of velocity that obstacles have

    // whether a step iterates, whether its last iterate does not solve its
    // contact problem, and how many went on without contacts
    static constexpr unsigned int max_iterations_left_out = 10;
    unsigned int                  iterations_left_out     = 0;
    bool                          iterates                = false;
    bool                          contacts_unsolved       = false;

    unsigned int n_newton = 0, n_active_sets = 0; // of this step

    bool   has_joints            = false;
    bool   responses_are_current = false;
    bool   keeps_active_set      = false; // of the last iterate, where it grows
    double velocity_scale        = 0.;    // largest |u| so far
    double residual_scale        = 0.; // largest residual of a predictor so far
    double last_residual         = 0.;
    double last_correction       = 0.; // |dv| of Newton's iteration

    EnergyLedger      ledger;
    ContactStatistics statistics;
    StepRecord        step_record;
  };
} // namespace percuss

#endif
