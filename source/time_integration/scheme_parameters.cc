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
    static const std::array<SchemeInformation, 6> list{{
      {"moreau-jean",
       "theta-method with velocity-level contact [A14] (23)",
       "theta"},
      {"moreau-jean-dissipative",
       "the same with q_{k+1} = q_k + h v_{k+1/2} [A14] (31)",
       "theta"},
      {"generalized-alpha",
       "nonsmooth generalized-alpha [A14] (27), [C13] 16-29",
       "spectral radius, or alpha_m, alpha_f, beta, gamma"},
      {"hht",
       "generalized-alpha with alpha_m = 0",
       "spectral radius in [1/2, 1], or alpha_f in [0, 1/3]"},
      {"newmark",
       "generalized-alpha with alpha_m = alpha_f = 0",
       "beta, gamma (1/4 and 1/2 if not given)"},
      {"krenk-hogsberg",
       "generalized-alpha with the weights of inertia for loads and damping "
       "[A14] (32)",
       "spectral radius, or alpha_m, alpha_f, beta, gamma"},
    }};
    return list;
  }

  AlphaCoefficients
  alpha_coefficients(const SchemeParameters &p)
  {
    AlphaCoefficients c;
    if (p.name == "newmark")
      {
        require(!p.alpha_m,
                "alpha_m",
                p.alpha_m.value_or(0.),
                "newmark has none");
        require(!p.alpha_f,
                "alpha_f",
                p.alpha_f.value_or(0.),
                "newmark has none");
        c = newmark_coefficients(0.25, 0.5);
      }
    else if (p.name == "hht")
      {
        require(!p.alpha_m, "alpha_m", p.alpha_m.value_or(0.), "hht has none");
        if (!p.alpha_f)
          require(p.spectral_radius >= 0.5 && p.spectral_radius <= 1.,
                  "spectral radius",
                  p.spectral_radius,
                  "that of hht is between 1/2 and 1");
        const double alpha = p.alpha_f.value_or((1. - p.spectral_radius) /
                                                (1. + p.spectral_radius));
        require(alpha >= 0. && alpha <= 1. / 3. + 1e-15,
                "alpha_f",
                alpha,
                "that of hht is between 0 and 1/3");
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
