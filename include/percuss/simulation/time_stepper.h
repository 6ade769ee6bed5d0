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
#include <percuss/simulation/contact_options.h>
#include <percuss/simulation/impulse_response.h>
#include <percuss/simulation/jacobian_at.h>
#include <percuss/simulation/joint_forces.h>
#include <percuss/simulation/stepper.h>
#include <percuss/simulation/two_level_problem.h>
#include <percuss/time_integration/time_integration_scheme.h>

#include <array>
#include <memory>
#include <optional>
#include <span>
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
     */
    TimeStepper(const System      &system,
                Scheme            &scheme,
                const Constraints &constraints,
                Solver            &solver,
                const Activation  &activation,
                const Clock       &clock,
                const Vector      &q_0,
                const Vector      &v_0,
                ContactOptions     options = {});

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
      return treatment().mean_velocity_at_impacts ? recorded :
                                                    data.states[data.current];
    }

    void
    replace_step(const Stepper<A>       &refined,
                 std::span<const double> impulses) override;

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

    /** Whether the impulses of joints act along G at the middle of the step. */
    bool
    joints_at_midpoint() const
    {
      return has_joints && !constraints.is_linear() &&
             treatment().joint_impulses_at_midpoint;
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
      return options.normals_at_end && treatment().level == Level::velocity &&
             treatment().normal == Normal::midpoint;
    }

    /** Where the velocity level has its normals: a scheme of both levels takes
     * those of the midpoint for the impulses, but where joints are held at
     * q_{k+1}. */
    Normal
    velocity_normal() const
    {
      return treatment().level == Level::both && !joints_at_midpoint() &&
                 !(has_joints && treatment().joint_forces) ?
               Normal::midpoint :
               normal();
    }

    /** What the loop reads and writes in every step. */
    struct Data
    {
      State<A>           states[2];
      SchemeMemory<A>    memory;
      SchemeWorkspace<A> workspace;
      ContactEffect<A>   effect;
      // where G is evaluated, where that of the gaps is, and dq there
      Vector   configuration, position_configuration, linearization_dq;
      Vector   joint_configuration; // of the impulses of joints
      Vector   shifted; // configuration whose gaps a scheme constrains
      Vector   correction_v, correction_dq; // by an iterate, impulses included
      State<A> iterate;                     // of the tangents, q, dq and v
      int      current = 0;

      /** Copies what the next step needs, not the scratch vectors. */
      void
      keep(const Data &other)
      {
        states[0]     = other.states[0];
        states[1]     = other.states[1];
        current       = other.current;
        configuration = other.configuration;
        memory        = other.memory;
        effect.acts   = other.effect.acts;
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
    compute_step(const Step<System> &step, Data &data);

    /** Whether what the iterates change has come to rest, or to rounding.
     * Throws NumericalFailure beyond the largest number of iterations. */
    bool
    is_converged(const State<A> &next, unsigned int iteration, Data &data);

    /** Whether the gaps are those of their linearization, row by row. */
    bool
    gaps_are_converged(const State<A> &next, Data &data);

    /** Keeps v and dq of an iterate, and their changes by the next one. */
    void
    begin_iterate(const State<A> &next, Data &data);
    double
    correction_size(const State<A> &next, Data &data) const;

    [[noreturn]] void
    throw_not_converged() const;

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

    Tangents<System>
    tangents(Data &data) const
    {
      return {system, clock.time_step, data.iterate, data.workspace};
    }

    /** The scheme's maps from G^T P and G^T tau to increments, with the
     * tangents at data.iterate. */
    auto
    impulse_map(Data &data, bool joints_react = true);
    auto
    projection_map(Data &data, bool joints_react = true);
    auto
    force_map(Data &data);

    /** r += G^T p of the velocity level. */
    void
    add_impulse(const Data &data, const Reduced &p, Vector &r) const;

    /** The same, as ImpulseResponse asks for it. */
    struct ImpulseRows
    {
      void
      add_impulse(const Vector &, const Reduced &p, Vector &r) const
      {
        stepper.add_impulse(data, p, r);
      }
      const TimeStepper &stepper;
      const Data        &data;
    };

    /** The joints' force of the smooth motion: that of the initial state @p x,
     * that of the free motion @p next, and the works of the one found. */
    void
    start_joints(State<A> &x);
    void
    hold_joints(const State<A> &x, State<A> &next, Data &data);
    void
    enter_joint_work(const State<A> &next, Data &data, double &drive);

    /** Enters the joints' forces against the impulses of an iterate. */
    void
    add_reactions(Data &data);

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

    /** Adds the response to the impulses @p p of the velocity level, or of the
     * position level alone, to @p motion. */
    void
    apply_impulses(const Reduced &p, Data &data, State<A> &motion);

    /** Takes the impulses of the last iterate out of @p next. */
    void
    remove_impulses(State<A> &next, Data &data);

    /** Adds to the accelerations of the initial state the reactions of joints
     * and of contacts that are closed at rest. */
    void
    add_initial_reactions(State<A> &x);

    /** The contact problem from the free motion @p next of @p x, to which it
     * adds the response. */
    void
    resolve_contact(const State<A> &x, State<A> &next, Data &data);
    void
    resolve_velocity_level(const State<A> &x, State<A> &next, Data &data);
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

    /** The largest |u| so far, or of a row's free motion [m/s]. */
    double
    contact_speed(const std::size_t row) const
    {
      return std::max(velocity_scale, std::abs(free_velocity[row]));
    }

    /** Gaps of a row up to which it is closed [m]. */
    double
    gap_tolerance(const std::size_t row) const
    {
      return Activation::gap_tolerance(clock.time_step, contact_speed(row));
    }

    /** Sum of |P| times the speed of the free motion, which impulses stop [J].
     */
    double
    energy_of_impulses() const
    {
      double sum = 0.;
      for (std::size_t row = 0; row < impulse.size(); ++row)
        sum += std::abs(impulse[row]) *
               (treatment().level == Level::position ?
                  std::abs(free_gap[row]) / clock.time_step :
                  contact_speed(row));
      return sum;
    }

    /** The gaps of the motion without contacts, whose joints hold, at the
     * velocity level, from the free motion @p next of @p x. */
    void
    forecast_gaps(const State<A> &x, const State<A> &next, Data &data);

    /** The same of both levels, from free_velocity and free_gap. */
    void
    forecast_gaps_of_both_levels(Data &data);

    /** Decides the cones of the velocity level; returns whether there are
     * joints or active contacts. */
    bool
    activate();

    bool
    is_joint(const std::size_t row) const
    {
      return constraints.law(row).kind == ContactLaw::Kind::bilateral;
    }

    bool
    is_tangential(const std::size_t row) const
    {
      return constraints.law(row).kind == ContactLaw::Kind::tangential;
    }

    static std::size_t
    first_row(const Cone &cone)
    {
      return n_rows == 1 ? 0 : cone.first_row;
    }

    /** b of the velocity level, from free_velocity and velocity_before. */
    void
    set_right_hand_side();

    /** u_k, compatible with the joints. */
    void
    set_velocity_before();

    /** Turns a report into statistics; throws NumericalFailure. */
    void
    check(const SolverReport &report);
    [[noreturn]] void
    throw_unsolved(const SolverReport &report,
                   const std::string  &of_which = {}) const;

    /** The impulses, of the velocity or of the position level alone. */
    SolverReport
    solve_one_level(const Reduced &b, const Cones &cones, Reduced &p);

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

    /** Sets recorded, of the state @p x: right limits of the velocities where
     * those of the scheme are the means of both sides. */
    void
    record_right_limits(const State<A> &x);

    const System           &system;
    Scheme                 &scheme;
    const Constraints      &constraints;
    Solver                 &solver;
    const Activation        activation;
    const Clock             clock;
    const ContactTreatment  stored_treatment;
    JacobianAt<Constraints> jacobian;
    const ContactOptions    options;
    const bool              reflects_opening;

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
    std::unique_ptr<JointForces<A, JacobianAt<Constraints>>>
                        joint_forces; // or none
    ImpulseIncrement<A> scratch;      // where steps iterate
    Vector              direct;
    State<A>            free_motion; // with joints
    State<A>            recorded;    // where velocities are means at impacts

    // reduced arrays, m entries each; cones, one per contact
    Cones             cones, joint_cones; // the latter with contacts open
    Cones             record_cones;
    std::vector<char> projected;
    Reduced gap, velocity, end_velocity, free_gap, forecast_gap, iterate_gap,
      free_velocity, velocity_before, b, impulse, multiplier, joint_impulse,
      joint_multiplier, record_impulse, unit, column, rate,
      velocity_rate; // the part of velocity that obstacles have
    mutable Reduced of_joints, of_contacts; // impulses

    // whether a step iterates, whether its last iterate does not solve its
    // contact problem, and how many went on without contacts
    static constexpr unsigned int max_iterations_left_out = 10;
    unsigned int                  iterations_left_out     = 0;
    bool                          iterates                = false;
    bool                          contacts_unsolved       = false;
    SolverReport                  unsolved_report{}; // of that contact problem

    unsigned int n_newton = 0, n_active_sets = 0; // of this step

    bool   has_joints               = false;
    bool   joints_move_contacts     = false; // in forecasts of positions
    bool   restitutes_beside_joints = false; // where G turns
    bool   responses_are_current    = false;
    bool   keeps_active_set = false; // of the last iterate, where it grows
    double velocity_scale   = 0.;    // largest |u| so far

    // of Newton's iteration: sizes of the last change of v and dq/h, of the one
    // before, and what they are asked to be [unit of velocities]
    double last_correction = 0., previous_correction = 0.;
    double correction_accuracy = 0., speed = 0.;
    // of the last change without that of the impulses
    double free_correction = 0.;
    // largest error of a gap by its tolerance, and that of the iterate before
    double gap_error = 0., previous_gap_error = 0.;

    EnergyLedger      ledger;
    ContactStatistics statistics;
    StepRecord        step_record;
  };
} // namespace percuss

#endif
