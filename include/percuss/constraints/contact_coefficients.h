// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_constraints_contact_coefficients_h
#define percuss_constraints_contact_coefficients_h

#include <limits>
#include <string>
#include <string_view>

namespace percuss
{
  /**
   * What an impact with friction restitutes. With the velocities u- before and u+
   * after it, the impulse P of an active contact satisfies K* ∋ û perp P in K
   * (Cone) with û of
   *
   *   newton   u_N+ + e u_N-,  u_T+ + e_T u_T-,
   *   moreau   the same with e_T = e: u+ + e u-,
   *   fremond  the same with e_T = 1: friction opposes the mean velocity,
   *
   * and with impulses in two phases, P = (1 + e) P_c + P',
   *
   *   poisson  P_c of compression, K* ∋ u_c perp P_c in K, u_c = u- + W P_c,
   *            P' of what then still closes, K* ∋ u+ perp P' in K;
   *
   * forces of the step act in the second phase, so that contacts at rest stay.
   *
   * Energy, where the impulses of a scheme work at the mean velocity: fremond
   * takes some away whatever e and mu of each contact, at every contact, P·(u+
   * + u-)/2 <= 0; of an impact moreau with one e of all contacts, by (1 - e)/(1 +
   * e) |v+ - v-|_M^2 / 2 at least, but loads F of the step bring in up to (1 -
   * e)/(1 + e) h^2/8 F·M^-1 F; newton and poisson without friction where e is
   * one number. With different e, or friction, these two may bring energy in.
   *
   * A solution exists, with obstacles at rest and a motion that opens all active
   * contacts, for moreau and poisson with one e; for the others not always where
   * contacts are redundant (doc/theory/impact_laws.md).
   *
   * Sources: J.J. Moreau, Unilateral contact and dry friction in finite freedom
   * dynamics, 1988; M. Frémond, Rigid bodies collisions, Phys. Lett. A 204
   * (1995) 33-41; F. Pfeiffer, C. Glocker, Multibody Dynamics with Unilateral
   * Contacts, 1996, 8.2, whose expansion has e P_cN as a bound where this one
   * has e P_c.
   */
  enum class ImpactLaw
  {
    automatic, ///< newton if e_T is not 0, else moreau
    newton,
    moreau,
    fremond,
    poisson
  };

  /** What users call the laws. */
  struct ImpactLawEntry
  {
    std::string_view name;
    ImpactLaw        law;
    std::string_view equations;
  };

  inline constexpr ImpactLawEntry impact_laws[] = {
    {"automatic",
     ImpactLaw::automatic,
     "newton where a tangential restitution coefficient is given, else moreau"},
    {"newton",
     ImpactLaw::newton,
     "u_N+ + e u_N-, friction opposes u_T+ + e_T u_T-"},
    {"moreau",
     ImpactLaw::moreau,
     "e_T = e; with one e a solution exists and impacts bring in no energy"},
    {"fremond",
     ImpactLaw::fremond,
     "e_T = 1: friction opposes the mean velocity; no energy comes in"},
    {"poisson",
     ImpactLaw::poisson,
     "compression, then its impulses e times once more"}};

  /** The coefficients of a contact, which parameter files set. */
  struct ContactCoefficients
  {
    double    restitution            = 0.; ///< e in [0, 1]
    double    friction               = 0.; ///< Coulomb's mu >= 0
    double    tangential_restitution = 0.; ///< newton's e_T in [-1, 1]
    double    capture_speed          = 0.; ///< v_c [m/s], see ContactLaw
    double    yield_speed            = 0.; ///< v_y [m/s], 0: none
    double    rolling_friction       = 0.; ///< mu_R [m], of bodies
    double    spinning_friction      = 0.; ///< mu_S [m], of bodies in space
    double    static_friction        = 0.; ///< mu_0, 0: mu; see ContactLaw
    double    stribeck_speed         = 0.; ///< v_s [m/s]
    double    cohesive_strength      = 0.; ///< sigma_c, see CohesiveZones
    double    fracture_energy        = 0.; ///< G_c, of the same area
    double    direct_effect          = 0.; ///< a, see RateAndStateLaw
    double    evolution_effect       = 0.; ///< b
    double    reference_speed        = 0.; ///< v_* [m/s]
    double    characteristic_slip    = 0.; ///< D_c [m], 0: no state
    ImpactLaw law                    = ImpactLaw::automatic;

    /** e_T of the law. */
    double
    of_tangential_velocity() const
    {
      switch (law)
        {
          case ImpactLaw::automatic:
            return tangential_restitution != 0. ? tangential_restitution :
                                                  restitution;
          case ImpactLaw::moreau:
            return restitution;
          case ImpactLaw::fremond:
            return 1.;
          default:
            return tangential_restitution;
        }
    }

    /** Whether e_T = e. */
    bool
    has_restitution_of_normal() const
    {
      return law == ImpactLaw::moreau ||
             (law == ImpactLaw::automatic && tangential_restitution == 0.);
    }

    /** What is wrong with them together, and in which entry; nothing: empty. */
    struct Contradiction
    {
      std::string_view entry, what;
    };
    Contradiction
    contradiction() const
    {
      if ((cohesive_strength == 0.) != (fracture_energy == 0.))
        return {"cohesive strength",
                "A cohesive contact has a cohesive strength and a fracture "
                "energy: set both, or neither"};
      if (direct_effect != 0. || evolution_effect != 0. ||
          reference_speed != 0. || characteristic_slip != 0.)
        return contradiction_of_state();
      if (static_friction == 0. && stribeck_speed == 0.)
        return {};
      constexpr std::string_view of_speed = "static friction coefficient";
      if (static_friction == 0. || stribeck_speed == 0. || friction == 0.)
        return {of_speed,
                "Friction that depends on the speed has a static friction, a "
                "Stribeck speed, and a friction that it tends to: set all "
                "three"};
      if (rolling_friction != 0. || spinning_friction != 0.)
        return {
          of_speed,
          "A contact with rolling or spinning friction has one number for "
          "its friction: set the static friction to 0"};
      return {};
    }

    Contradiction
    contradiction_of_state() const
    {
      constexpr std::string_view of_state = "characteristic slip";
      if (characteristic_slip == 0. || reference_speed == 0. ||
          (direct_effect == 0. && evolution_effect == 0.) || friction == 0.)
        return {
          of_state,
          "Rate-and-state friction has a characteristic slip, a reference "
          "speed, a direct or an evolution effect, and a friction at the "
          "reference speed: set all of them, or leave out all but the "
          "last"};
      if (static_friction != 0. || stribeck_speed != 0.)
        return {of_state,
                "Friction depends on the sliding speed by one law: set the "
                "static friction and the Stribeck speed to 0, or the "
                "characteristic slip with what belongs to it"};
      if (rolling_friction != 0. || spinning_friction != 0.)
        return {
          of_state,
          "A contact with rolling or spinning friction has one number for "
          "its friction: set the characteristic slip to 0, with what "
          "belongs to it"};
      return {};
    }
  };

  /** What parameter files call a coefficient, what it may be and means. */
  struct CoefficientEntry
  {
    enum class Kind
    {
      normal,     ///< a number
      tangential, ///< one of contacts with tangential motion
      speed,      ///< [m/s], of those whose e is more than a number
      length,     ///< [m], of those at which bodies roll
      cohesive,   ///< of cohesive contacts
      state ///< of those with tangential motion, whose friction has a state
    };

    std::string_view name, documentation;
    double ContactCoefficients::*value;
    double                       first, last;
    Kind                         kind;

    /** What it is called in section 'Contact'. */
    std::string
    entry() const
    {
      const bool is_number = kind == Kind::normal || kind == Kind::tangential;
      return std::string(name) + (is_number ? " coefficient" : "");
    }
  };

  inline constexpr CoefficientEntry contact_coefficients[] = {
    {"restitution",
     "Newton's e [-]: the velocities after and before an impact satisfy u+ = "
     "-e u-.",
     &ContactCoefficients::restitution,
     0.,
     1.,
     CoefficientEntry::Kind::normal},
    {"friction",
     "Coulomb's mu [-], of the rotating spring, the slider crank, mechanisms "
     "and solids. The other models have no tangential motion: 0.",
     &ContactCoefficients::friction,
     0.,
     std::numeric_limits<double>::max(),
     CoefficientEntry::Kind::tangential},
    {"tangential restitution",
     "e_T [-] of the law newton: friction opposes u_T+ + e_T u_T-. Only where "
     "there is friction; negative of slip that goes on.",
     &ContactCoefficients::tangential_restitution,
     -1.,
     1.,
     CoefficientEntry::Kind::tangential},
    {"capture speed",
     "v_c [m/s]: impacts that are not faster have e = 0. Of the rotating spring, "
     "the slider crank, mechanisms and solids.",
     &ContactCoefficients::capture_speed,
     0.,
     std::numeric_limits<double>::max(),
     CoefficientEntry::Kind::speed},
    {"yield speed",
     "v_y [m/s], from which on bodies yield: impacts that are faster have e "
     "(v_y/v)^(1/4); 0: none. Of the models with a capture speed.",
     &ContactCoefficients::yield_speed,
     0.,
     std::numeric_limits<double>::max(),
     CoefficientEntry::Kind::speed},
    {"rolling friction",
     "mu_R [m]: a body that rolls is held back by a couple, mu_R times the "
     "normal force at most. Of contacts of bodies in mechanisms, with friction.",
     &ContactCoefficients::rolling_friction,
     0.,
     std::numeric_limits<double>::max(),
     CoefficientEntry::Kind::length},
    {"spinning friction",
     "mu_S [m]: the same of a body that spins about the normal, in space.",
     &ContactCoefficients::spinning_friction,
     0.,
     std::numeric_limits<double>::max(),
     CoefficientEntry::Kind::length},
    {"static friction",
     "mu_0 [-] of friction that depends on the sliding speed v, mu + (mu_0 - mu) "
     "exp(-v/v_s), v that of the step before; 0: it does not.",
     &ContactCoefficients::static_friction,
     0.,
     std::numeric_limits<double>::max(),
     CoefficientEntry::Kind::tangential},
    {"Stribeck speed",
     "v_s [m/s] of friction that depends on the sliding speed.",
     &ContactCoefficients::stribeck_speed,
     0.,
     std::numeric_limits<double>::max(),
     CoefficientEntry::Kind::speed},
    {"cohesive strength",
     "sigma_c [Pa], in mechanisms [N] of each contact, of bodies of each point: "
     "contacts that are closed at the start are cohesive, and hold tension up "
     "to it. "
     "Of elastic bars, mechanisms and solids.",
     &ContactCoefficients::cohesive_strength,
     0.,
     std::numeric_limits<double>::max(),
     CoefficientEntry::Kind::cohesive},
    {"fracture energy",
     "G_c [J/m^2], in mechanisms [J], that it takes to part a cohesive "
     "contact: what it holds falls linearly, to zero where it has opened by "
     "2 G_c/sigma_c.",
     &ContactCoefficients::fracture_energy,
     0.,
     std::numeric_limits<double>::max(),
     CoefficientEntry::Kind::cohesive},
    {"direct effect",
     "a [-] of rate-and-state friction, mu + a ln(v/v_*) + b ln(v_* theta/D_c), v "
     "the sliding speed of the step before, up to v_* without its logarithm, theta "
     "[s] the state of the contact, d theta/dt = 1 - v theta/D_c, D_c/v_* where it "
     "closes. Of the rotating spring, the slider crank, mechanisms and solids.",
     &ContactCoefficients::direct_effect,
     0.,
     std::numeric_limits<double>::max(),
     CoefficientEntry::Kind::state},
    {"evolution effect",
     "b [-] of rate-and-state friction.",
     &ContactCoefficients::evolution_effect,
     0.,
     std::numeric_limits<double>::max(),
     CoefficientEntry::Kind::state},
    {"reference speed",
     "v_* [m/s] of rate-and-state friction, at which sliding steadily has the "
     "friction coefficient: the slowest that matters.",
     &ContactCoefficients::reference_speed,
     0.,
     std::numeric_limits<double>::max(),
     CoefficientEntry::Kind::state},
    {"characteristic slip",
     "D_c [m] of rate-and-state friction, over which the state comes to D_c/v; 0: "
     "friction has no state.",
     &ContactCoefficients::characteristic_slip,
     0.,
     std::numeric_limits<double>::max(),
     CoefficientEntry::Kind::state}};
} // namespace percuss

#endif
