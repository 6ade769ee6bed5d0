// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_bar_bar_description_h
#define percuss_models_bar_bar_description_h

#include <percuss/mechanics/boundary_mass.h>
#include <percuss/run/contact_method.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace percuss
{
  /**
   * A property along a bar: a number, or a function of the distance x from the
   * bar's left end in the undeformed state [m] and of the mesh's material id.
   */
  class BarProperty
  {
  public:
    using Function = std::function<double(double x, unsigned int material)>;

    BarProperty(const double number = 0.)
      : number(number)
    {}

    BarProperty(Function function)
      : function(std::move(function))
    {}

    double
    operator()(const double x, const unsigned int material) const
    {
      return number ? *number : function(x, material);
    }

    /** The number if the property is known to be the same everywhere. */
    const std::optional<double> &
    constant() const
    {
      return number;
    }

  private:
    std::optional<double> number;
    Function              function;
  };

  /** A term of E(t) = E_0 (1 - sum_j g_j (1 - exp(-t/tau_j))), E_0 Young's
   * modulus of a strain that is applied at once.
   *
   * Equations: doc/theory/elastic_bar.md (4). */
  struct BarRelaxationTerm
  {
    double weight; ///< g_j in [0, 1]
    double time;   ///< tau_j > 0 [s]

    bool
    operator==(const BarRelaxationTerm &) const = default;
  };

  /** Hardening along a bar; an infinite yield stress where it does not yield. */
  struct BarHardening
  {
    BarProperty yield_stress = std::numeric_limits<double>::infinity();
    BarProperty modulus, saturation, exponent;

    bool
    yields() const
    {
      return yield_stress.constant() != std::numeric_limits<double>::infinity();
    }
  };

  /** One straight bar, E A u'' + ... = rho A u_tt. */
  struct BarDescription
  {
    double       length     = 1.;      ///< [m], of a generated mesh
    unsigned int n_elements = 1;       ///< of a generated mesh
    BarProperty  cross_section;        ///< A [m^2] > 0
    BarProperty  youngs_modulus;       ///< E [Pa] > 0
    BarProperty  density;              ///< rho [kg/m^3] > 0
    BarProperty  initial_displacement; ///< u(0, x) [m]
    BarProperty  initial_velocity;     ///< v(0, x) [m/s]

    std::vector<BarRelaxationTerm> relaxation; ///< none: elastic
    BarHardening                   hardening;
  };

  /**
   * Bars in a row along the x-axis, numbered from left to right, between
   * obstacles at one end, at both, or at none.
   */
  struct BarRowDescription
  {
    std::vector<BarDescription> bars;

    bool   left_obstacle  = true;
    bool   right_obstacle = false;
    double left_gap       = 0.; ///< left obstacle to left end at the start [m]
    double right_gap = 0.; ///< right end to right obstacle at the start [m]
    std::vector<double> gaps_between_bars; ///< at the start (n_bars - 1) [m]

    bool clamped_left  = false; ///< u = 0 at the left end of the first bar
    bool clamped_right = false; ///< u = 0 at the right end of the last bar

    std::string mesh_file;     ///< Gmsh file, generated mesh if empty; its
                               ///< components are the bars
    unsigned int degree  = 1;  ///< of the polynomials
    double       lumping = 0.; ///< share of the lumped mass, by
                               ///< Gauss-Lobatto quadrature
    BoundaryMass boundary_mass = BoundaryMass::kept; ///< of ends that may
                                                     ///< touch something
    ContactMethodParameters contact;

    double gravity           = 0.; ///< along x [m/s^2]
    double mass_damping      = 0.; ///< c_M of C = c_M M + c_K K [1/s]
    double stiffness_damping = 0.; ///< c_K [s]
    std::function<double(double)> left_force;  ///< on the first bar's left end,
                                               ///< along x, of t [N]; or none
    std::function<double(double)> right_force; ///< on the last bar's right end

    bool
    relaxes() const
    {
      return std::ranges::any_of(bars, [](const BarDescription &bar) {
        return !bar.relaxation.empty();
      });
    }

    bool
    yields() const
    {
      return std::ranges::any_of(bars, [](const BarDescription &bar) {
        return bar.hardening.yields();
      });
    }
  };
} // namespace percuss

#endif
