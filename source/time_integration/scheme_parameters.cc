// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/time_integration/scheme_parameters.h>

#include <array>
#include <sstream>

namespace percuss
{
  namespace
  {
    void
    require(const bool         condition,
            const char        *entry,
            const double       value,
            const std::string &rule)
    {
      if (condition)
        return;
      std::ostringstream message;
      message << "'Time integration/" << entry << "' = " << value << ": "
              << rule;
      throw InputError(message.str());
    }
  } // namespace

  std::span<const SchemeInformation>
  schemes()
  {
    static const std::string alpha =
      "spectral radius, or alpha_m, alpha_f, beta, gamma";
    static const std::string hht =
      "spectral radius in [1/2, 1], or alpha_f in [0, 1/3]";
    static const std::array<SchemeInformation, 18> list{{
      {"moreau-jean",
       "theta-method with velocity-level contact [A14] (23)",
       "theta, joint impulses, variable mass"},
      {"moreau-jean-dissipative",
       "the same with q_{k+1} = q_k + h v_{k+1/2} [A14] (31)",
       "theta, joint impulses, variable mass"},
      {"schatzman-paoli",
       "central differences, position level with restitution [A12] (20)-(22)",
       "theta"},
      {"direct-projection",
       "moreau-jean and projection of the positions [A12] (28), Algorithm 1",
       "theta, projection coupling, projection metric, joint impulses, "
       "variable mass"},
      {"combined-projection",
       "projection where the velocity level is active [A12] Algorithm 2",
       "theta, projection coupling, projection metric, joint impulses, "
       "variable mass"},
      {"generalized-alpha",
       "nonsmooth generalized-alpha [A14] (27), [C13] 16-29",
       alpha},
      {"newmark",
       "generalized-alpha with alpha_m = alpha_f = 0",
       "beta, gamma (1/4 and 1/2 if not given)"},
      {"hht", "generalized-alpha with alpha_m = 0", hht},
      {"krenk-hogsberg",
       "generalized-alpha with the weights of inertia for loads and damping "
       "[A14] (32)",
       alpha},
      {"generalized-alpha-ggl",
       "generalized-alpha with contact at both levels and joints in the "
       "smooth motion [L18] 74-80",
       alpha},
      {"implicit-newmark",
       "impulses as forces, velocity level [C13] 5.1",
       "beta, gamma (9/16 and 1 if not given)"},
      {"cd-lagrange",
       "explicit central differences, velocity level [D19] 26-32",
       "none"},
      {"cd-lagrange-implicit",
       "the same with damping at the midpoint [D19] after 38",
       "none"},
      {"carpenter-explicit",
       "explicit central differences, position level [D19] 14-18",
       "none"},
      {"carpenter-implicit",
       "trapezoidal rule, impulses as forces, position level [D19] Fig. 3",
       "none",
       false},
      {"newmark-position-level",
       "impulses as forces, position level [C13] Fig. 4, [A12] Fig. 11",
       "beta, gamma (1/4 and 1/2 if not given)",
       false},
      {"hht-position-level",
       "impulses as forces, position level [L18] 69-71",
       hht,
       false},
      {"hht-velocity-level",
       "impulses as forces, velocity level [L18] 72",
       hht,
       false},
    }};
    return list;
  }

  AlphaCoefficients
  alpha_coefficients(const SchemeParameters &p)
  {
    const auto has_no = [&](const char *entry, const auto &value) {
      require(!value, entry, value.value_or(0.), p.name + " has none");
    };
    AlphaCoefficients c;
    if (p.name == "newmark" || p.name == "implicit-newmark" ||
        p.name == "newmark-position-level" || p.name == "carpenter-implicit")
      {
        has_no("alpha_m", p.alpha_m);
        has_no("alpha_f", p.alpha_f);
        if (p.name == "carpenter-implicit")
          {
            has_no("beta", p.beta);
            has_no("gamma", p.gamma);
          }
        c = newmark_coefficients(0.25, p.name == "implicit-newmark" ? 1. : 0.5);
      }
    else if (p.name.starts_with("hht"))
      {
        has_no("alpha_m", p.alpha_m);
        if (!p.alpha_f)
          require(p.spectral_radius >= 0.5 && p.spectral_radius <= 1.,
                  "spectral radius",
                  p.spectral_radius,
                  "that of " + p.name + " is between 1/2 and 1");
        const double alpha = p.alpha_f.value_or((1. - p.spectral_radius) /
                                                (1. + p.spectral_radius));
        require(alpha >= 0. && alpha <= 1. / 3. + 1e-15,
                "alpha_f",
                alpha,
                "that of " + p.name + " is between 0 and 1/3");
        c = hht_coefficients(alpha);
      }
    else
      {
        require(p.spectral_radius >= 0. && p.spectral_radius <= 1.,
                "spectral radius",
                p.spectral_radius,
                "it must be between 0 and 1");
        c = generalized_alpha_coefficients(p.spectral_radius);
      }

    c.alpha_m = p.alpha_m.value_or(c.alpha_m);
    c.alpha_f = p.alpha_f.value_or(c.alpha_f);
    if (p.alpha_m || p.alpha_f)
      c.gamma = 0.5 + c.alpha_f - c.alpha_m;
    c.gamma = p.gamma.value_or(c.gamma);
    c.beta  = p.beta.value_or(0.25 * (c.gamma + 0.5) * (c.gamma + 0.5));
    require(c.alpha_m < 1., "alpha_m", c.alpha_m, "it must be less than 1");
    require(c.alpha_f < 1., "alpha_f", c.alpha_f, "it must be less than 1");
    require(c.gamma >= 0., "gamma", c.gamma, "it must not be negative");
    require(c.beta >= 0., "beta", c.beta, "it must not be negative");
    return c;
  }

  double
  theta_coefficient(const SchemeParameters &p)
  {
    require(p.theta >= 0. && p.theta <= 1.,
            "theta",
            p.theta,
            "it must be between 0 and 1");
    return p.theta;
  }
} // namespace percuss
