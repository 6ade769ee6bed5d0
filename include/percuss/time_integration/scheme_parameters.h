// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_time_integration_scheme_parameters_h
#define percuss_time_integration_scheme_parameters_h

#include <percuss/time_integration/critical_steps.h>
#include <percuss/time_integration/generalized_alpha.h>
#include <percuss/time_integration/projected_moreau_jean.h>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace percuss
{
  /** Which scheme, and its parameters; a scheme reads the ones that it has. */
  struct SchemeParameters
  {
    using Coupling = ContactTreatment::Coupling;

    std::string name            = "moreau-jean";
    double      theta           = 0.5; ///< of the Moreau-Jean schemes
    double      spectral_radius = 0.8; ///< of the alpha-family
    // of the alpha-family, where given instead of the spectral radius's; beta of
    // schatzman-paoli, too, where given instead of theta
    std::optional<double> alpha_m, alpha_f, beta, gamma;
    // of the projections
    Coupling         projection_coupling = Coupling::coupled;
    ProjectionMetric projection_metric   = ProjectionMetric::euclidean;

    VariableMass  variable_mass  = VariableMass::between; ///< Moreau-Jean
    JointImpulses joint_impulses = JointImpulses::midpoint;

    /** Declares the entries of the parameters. @tparam Entries has functions
     * add() like percuss::Parameters, of which this module knows nothing */
    template <class Entries>
    void
    add_to(Entries &prm);
  };

  /** What schemes have in common: equations, ranges of parameters, stability. */
  enum class SchemeFamily
  {
    moreau_jean,        ///< theta; no history but q and v
    alpha,              ///< alpha_m, alpha_f, beta, gamma
    central_difference, ///< conditionally stable
    other               ///< of a program's own
  };

  /** The class and its constructor that make_scheme() calls. */
  enum class SchemeKind
  {
    moreau_jean,
    projected_moreau_jean,
    generalized_alpha,
    generalized_alpha_ggl,
    schatzman_paoli,
    cd_lagrange,
    cd_lagrange_implicit,
    carpenter_explicit,
    of_a_program ///< which makes it
  };

  /** Which of alpha_m, alpha_f, beta and gamma are parameters of a scheme, and
   * what the others are. */
  enum class AlphaParameters
  {
    spectral_radius, ///< all of them, or [A14] (28), (29) of the radius
    hht,             ///< all but alpha_m = 0; alpha_f in [0, 1/3]
    newmark,         ///< beta and gamma; alpha_m = alpha_f = 0
    none             ///< those of the trapezoidal rule
  };

  /** A scheme: what is known of it without its code. */
  struct SchemeInformation
  {
    std::string_view name, equations, parameters; ///< for people
    SchemeFamily     family        = SchemeFamily::other;
    bool             is_consistent = true; ///< else kept only to show it

    /** Whether its own rule of activation is the free-position forecast. */
    bool forecasts_free_position = false;

    SchemeKind kind = SchemeKind::of_a_program;

    // moreau_jean: q_{k+1} = q_k + h v_{k+w}, w = theta if it is not given;
    // whether a projection is of the rows active at the velocity level
    std::optional<double> position_weight     = {};
    bool                  projects_active_set = false;

    // alpha; gamma where it is not given, of AlphaParameters::newmark
    AlphaParameters alpha    = AlphaParameters::spectral_radius;
    double          gamma    = 0.5;
    LoadWeights     weights  = LoadWeights::stiffness;
    Impulses        impulses = Impulses::jump;

    // central_difference; whether K q has weights by theta or, instead, beta
    bool has_theta_or_beta = false;
    CriticalStep (*critical_step)(const SchemeParameters &, const Mode &) =
      critical_step_of_explicit_damping;
  };

  namespace scheme_texts
  {
    inline constexpr std::string_view alpha =
      "spectral radius, or alpha_m, alpha_f, beta, gamma";
    inline constexpr std::string_view hht =
      "spectral radius in [1/2, 1], or alpha_f in [0, 1/3]";
    inline constexpr std::string_view theta =
      "theta, joint impulses, variable mass";
    inline constexpr std::string_view projection =
      "theta, projection coupling, projection metric, joint impulses, variable "
      "mass";
    inline constexpr std::string_view newmark =
      "beta, gamma (1/4 and 1/2 if not given)";
  } // namespace scheme_texts

  /** The schemes of make_scheme(), in the order of the documentation. Their
   * names are compared with that of the parameters, and nowhere else. */
  inline constexpr SchemeInformation scheme_list[] = {
    {.name       = "moreau-jean",
     .equations  = "theta-method with velocity-level contact [A14] (23)",
     .parameters = scheme_texts::theta,
     .family     = SchemeFamily::moreau_jean,
     .kind       = SchemeKind::moreau_jean},
    {.name            = "moreau-jean-dissipative",
     .equations       = "the same with q_{k+1} = q_k + h v_{k+1/2} [A14] (31)",
     .parameters      = scheme_texts::theta,
     .family          = SchemeFamily::moreau_jean,
     .kind            = SchemeKind::moreau_jean,
     .position_weight = 0.5},
    {.name = "schatzman-paoli",
     .equations =
       "central differences, position level with restitution [A12] (20)-(22)",
     .parameters        = "theta, or beta",
     .family            = SchemeFamily::central_difference,
     .kind              = SchemeKind::schatzman_paoli,
     .has_theta_or_beta = true,
     .critical_step     = critical_step_of_schatzman_paoli},
    {.name = "direct-projection",
     .equations =
       "moreau-jean and projection of the positions [A12] (28), Algorithm 1",
     .parameters = scheme_texts::projection,
     .family     = SchemeFamily::moreau_jean,
     .kind       = SchemeKind::projected_moreau_jean},
    {.name = "combined-projection",
     .equations =
       "projection where the velocity level is active [A12] Algorithm 2",
     .parameters          = scheme_texts::projection,
     .family              = SchemeFamily::moreau_jean,
     .kind                = SchemeKind::projected_moreau_jean,
     .projects_active_set = true},
    {.name       = "generalized-alpha",
     .equations  = "nonsmooth generalized-alpha [A14] (27), [C13] 16-29",
     .parameters = scheme_texts::alpha,
     .family     = SchemeFamily::alpha,
     .kind       = SchemeKind::generalized_alpha},
    {.name       = "newmark",
     .equations  = "generalized-alpha with alpha_m = alpha_f = 0",
     .parameters = scheme_texts::newmark,
     .family     = SchemeFamily::alpha,
     .kind       = SchemeKind::generalized_alpha,
     .alpha      = AlphaParameters::newmark},
    {.name       = "hht",
     .equations  = "generalized-alpha with alpha_m = 0",
     .parameters = scheme_texts::hht,
     .family     = SchemeFamily::alpha,
     .kind       = SchemeKind::generalized_alpha,
     .alpha      = AlphaParameters::hht},
    {.name = "krenk-hogsberg",
     .equations =
       "generalized-alpha with the weights of inertia for loads and damping "
       "[A14] (32)",
     .parameters = scheme_texts::alpha,
     .family     = SchemeFamily::alpha,
     .kind       = SchemeKind::generalized_alpha,
     .weights    = LoadWeights::inertia},
    {.name = "generalized-alpha-ggl",
     .equations =
       "generalized-alpha with contact at both levels and joints in the smooth "
       "motion [L18] 74-80",
     .parameters              = scheme_texts::alpha,
     .family                  = SchemeFamily::alpha,
     .forecasts_free_position = true,
     .kind                    = SchemeKind::generalized_alpha_ggl},
    {.name       = "implicit-newmark",
     .equations  = "impulses as forces, velocity level [C13] 5.1",
     .parameters = "beta, gamma (9/16 and 1 if not given)",
     .family     = SchemeFamily::alpha,
     .kind       = SchemeKind::generalized_alpha,
     .alpha      = AlphaParameters::newmark,
     .gamma      = 1.,
     .impulses   = Impulses::force},
    {.name       = "cd-lagrange",
     .equations  = "explicit central differences, velocity level [D19] 26-32",
     .parameters = "none",
     .family     = SchemeFamily::central_difference,
     .kind       = SchemeKind::cd_lagrange},
    {.name          = "cd-lagrange-implicit",
     .equations     = "the same with damping at the midpoint [D19] after 38",
     .parameters    = "none",
     .family        = SchemeFamily::central_difference,
     .kind          = SchemeKind::cd_lagrange_implicit,
     .critical_step = critical_step_of_implicit_damping},
    {.name       = "carpenter-explicit",
     .equations  = "explicit central differences, position level [D19] 14-18",
     .parameters = "none",
     .family     = SchemeFamily::central_difference,
     .kind       = SchemeKind::carpenter_explicit},
    {.name = "carpenter-implicit",
     .equations =
       "trapezoidal rule, impulses as forces, position level [D19] Fig. 3",
     .parameters    = "none",
     .family        = SchemeFamily::alpha,
     .is_consistent = false,
     .kind          = SchemeKind::generalized_alpha,
     .alpha         = AlphaParameters::none,
     .impulses      = Impulses::force_at_position_level},
    {.name = "newmark-position-level",
     .equations =
       "impulses as forces, position level [C13] Fig. 4, [A12] Fig. 11",
     .parameters    = scheme_texts::newmark,
     .family        = SchemeFamily::alpha,
     .is_consistent = false,
     .kind          = SchemeKind::generalized_alpha,
     .alpha         = AlphaParameters::newmark,
     .impulses      = Impulses::force_at_position_level},
    {.name          = "hht-position-level",
     .equations     = "impulses as forces, position level [L18] 69-71",
     .parameters    = scheme_texts::hht,
     .family        = SchemeFamily::alpha,
     .is_consistent = false,
     .kind          = SchemeKind::generalized_alpha,
     .alpha         = AlphaParameters::hht,
     .impulses      = Impulses::force_at_position_level},
    {.name          = "hht-velocity-level",
     .equations     = "impulses as forces, velocity level [L18] 72",
     .parameters    = scheme_texts::hht,
     .family        = SchemeFamily::alpha,
     .is_consistent = false,
     .kind          = SchemeKind::generalized_alpha,
     .alpha         = AlphaParameters::hht,
     .impulses      = Impulses::force}};

  std::span<const SchemeInformation>
  schemes();

  /** That of this name; of any other name, what the defaults say. */
  SchemeInformation
  scheme_of(std::string_view name);

  /** These and those of a program. */
  std::vector<SchemeInformation>
  schemes_of(std::span<const SchemeInformation> own_schemes);

  /**
   * alpha_m, alpha_f, beta and gamma of the schemes that have them: those
   * given, and for the rest what the spectral radius and second order ask
   * ([A14] (28), (29)). HHT of spectral radius rho has alpha_f = (1 - rho)/(1 +
   * rho). Those without alpha_m and alpha_f are the trapezoidal rule, but
   * implicit-newmark has gamma = 1, beta = 9/16 ([C13] 5.1). Throws InputError
   * outside the range of the scheme.
   */
  AlphaCoefficients
  alpha_coefficients(const SchemeParameters &parameters);

  /** The parameters that are not what they are if nobody sets them, and that a
   * scheme does not read; those that alpha_coefficients() refuses not. */
  std::vector<std::string>
  entries_without_effect(const SchemeParameters  &parameters,
                         const SchemeInformation &scheme);

  /** theta of the schemes that have it; throws InputError outside [0, 1]. */
  double
  theta_coefficient(const SchemeParameters &parameters);

  /** beta of schatzman-paoli; throws InputError if it is negative. @pre it is
   * given */
  double
  beta_coefficient(const SchemeParameters &parameters);

  template <class Entries>
  void
  SchemeParameters::add_to(Entries &prm)
  {
    prm.add("theta",
            theta,
            "theta [-] of moreau-jean, moreau-jean-dissipative, "
            "direct-projection, combined-projection and "
            "schatzman-paoli.",
            {0., 1.});
    prm.template add<Coupling>(
      "projection coupling",
      projection_coupling,
      "How the projections solve for the impulses P and the "
      "position multipliers tau: as one problem (coupled), "
      "in turn until they agree (decoupled), or in turn "
      "once, which leaves a residual in the equation of "
      "motion (one pass).",
      {{"coupled", Coupling::coupled},
       {"decoupled", Coupling::decoupled},
       {"one pass", Coupling::one_pass}});
    prm.template add<ProjectionMetric>(
      "projection metric",
      projection_metric,
      "The metric in which the projections move positions "
      "least: q += G^T tau (Euclidean; where bodies turn, "
      "metres count like radians, and the unit of length "
      "matters), or q += S^{-1} G^T tau with the iteration "
      "matrix S (kinetic; the same in all units).",
      {{"Euclidean", ProjectionMetric::euclidean},
       {"kinetic", ProjectionMetric::kinetic}});
    prm.template add<JointImpulses>(
      "joint impulses",
      joint_impulses,
      "Where the impulses of joints have their directions "
      "G: in the middle of a step, where they do no work to "
      "second order (midpoint), or at q_{k+1} (end of step), "
      "which loses energy in first order. Of the schemes "
      "with theta and of generalized-alpha, hht, newmark "
      "and krenk-hogsberg; generalized-alpha-ggl has joints "
      "in its smooth motion, and no choice.",
      {{"midpoint", JointImpulses::midpoint},
       {"end of step", JointImpulses::end_of_step}});
    prm.template add<VariableMass>(
      "variable mass",
      variable_mass,
      "Where M depends on q, in the schemes with theta: M "
      "and the forces at q_{k+theta}, v_{k+theta} "
      "([A12] (18a)) (between), or M(q_{k+1}), with the "
      "forces of both ends weighted, which is of first "
      "order (end of step).",
      {{"between", VariableMass::between},
       {"end of step", VariableMass::end_of_step}});
    prm.add("spectral radius",
            spectral_radius,
            "rho [-] at infinite frequency of generalized-alpha "
            "and hht; it sets what is 'automatic' below.",
            {0., 1.});
    const std::string automatic =
      " of the alpha-family [-], a number or 'automatic'.";
    prm.add("alpha_m", alpha_m, "alpha_m" + automatic);
    prm.add("alpha_f", alpha_f, "alpha_f" + automatic);
    prm.add("beta",
            beta,
            "beta" + automatic +
              " Automatic: (gamma + 1/2)^2 / 4. Also of schatzman-paoli, whose "
              "weights in K q are then beta, 1 - 2 beta, beta instead of those "
              "of theta.");
    prm.add("gamma",
            gamma,
            "gamma" + automatic + " Automatic: 1/2 + alpha_f - alpha_m.");
  }
} // namespace percuss

#endif
