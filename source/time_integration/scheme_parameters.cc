// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/time_integration/scheme_parameters.h>

#include <algorithm>
#include <iterator>

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
      if (!condition)
        throw InputError(entry, value, rule);
    }
  } // namespace

  std::span<const SchemeInformation>
  schemes()
  {
    return scheme_list;
  }

  SchemeInformation
  scheme_of(const std::string_view name)
  {
    const auto *const found =
      std::ranges::find(scheme_list, name, &SchemeInformation::name);
    return found == std::end(scheme_list) ? SchemeInformation{} : *found;
  }

  std::vector<SchemeInformation>
  schemes_of(const std::span<const SchemeInformation> own_schemes)
  {
    std::vector<SchemeInformation> all(std::begin(scheme_list),
                                       std::end(scheme_list));
    all.insert(all.end(), own_schemes.begin(), own_schemes.end());
    return all;
  }

  AlphaCoefficients
  alpha_coefficients(const SchemeParameters &p)
  {
    const auto has_no = [&](const char *entry, const auto &value) {
      require(!value, entry, value.value_or(0.), p.name + " has none");
    };
    const SchemeInformation scheme = scheme_of(p.name);
    AlphaCoefficients       c;
    switch (scheme.alpha)
      {
        case AlphaParameters::none:
          has_no("beta", p.beta);
          has_no("gamma", p.gamma);
          [[fallthrough]];
        case AlphaParameters::newmark:
          has_no("alpha_m", p.alpha_m);
          has_no("alpha_f", p.alpha_f);
          c = newmark_coefficients(0.25, scheme.gamma);
          break;
          case AlphaParameters::hht: {
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
            break;
          }
        case AlphaParameters::spectral_radius:
          require(p.spectral_radius >= 0. && p.spectral_radius <= 1.,
                  "spectral radius",
                  p.spectral_radius,
                  "it must be between 0 and 1");
          c = generalized_alpha_coefficients(p.spectral_radius);
          break;
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

  std::vector<std::string>
  entries_without_effect(const SchemeParameters  &p,
                         const SchemeInformation &scheme)
  {
    std::vector<std::string> entries;
    const auto check = [&](const bool is_read, const char *entry, auto member) {
      if (!is_read && p.*member != SchemeParameters().*member)
        entries.emplace_back(entry);
    };
    using P             = SchemeParameters;
    const bool is_other = scheme.family == SchemeFamily::other;
    const bool is_alpha = is_other || scheme.family == SchemeFamily::alpha;
    const bool is_theta =
      is_other || scheme.family == SchemeFamily::moreau_jean;
    const bool has_projection =
      is_other || scheme.kind == SchemeKind::projected_moreau_jean;
    const bool has_radius = scheme.alpha == AlphaParameters::spectral_radius ||
                            scheme.alpha == AlphaParameters::hht;
    check(is_theta || scheme.has_theta_or_beta, "theta", &P::theta);
    check(is_alpha && has_radius, "spectral radius", &P::spectral_radius);
    check(is_alpha, "alpha_m", &P::alpha_m);
    check(is_alpha, "alpha_f", &P::alpha_f);
    check(is_alpha || scheme.has_theta_or_beta, "beta", &P::beta);
    check(is_alpha, "gamma", &P::gamma);
    check(has_projection, "projection coupling", &P::projection_coupling);
    check(has_projection, "projection metric", &P::projection_metric);
    check(is_theta, "variable mass", &P::variable_mass);
    return entries;
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

  double
  beta_coefficient(const SchemeParameters &p)
  {
    require(*p.beta >= 0., "beta", *p.beta, "it must not be negative");
    return *p.beta;
  }
} // namespace percuss
