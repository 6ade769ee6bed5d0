// SPDX-License-Identifier: Apache-2.0
#include <percuss/configuration/run_warnings.h>
#include <percuss/finite_element/bar_mesh.h>

#include <deal.II/base/quadrature_lib.h>
#include <deal.II/fe/fe_q.h>

#include <Eigen/Core>

#include <algorithm>
#include <cmath>
#include <sstream>
#include <utility>

namespace percuss
{
  using namespace dealii;

  double
  bar_frequency_bound(const BarRowDescription &description,
                      const MPI_Comm           communicator)
  {
    const unsigned int  degree = description.degree;
    const FE_Q<1>       element(degree);
    const Quadrature<1> gauss = QGauss<1>(degree + 1);
    const Quadrature<1> nodes = description.lumped_mass ?
                                  Quadrature<1>(QGaussLobatto<1>(degree + 1)) :
                                  gauss;

    const auto      n = static_cast<Eigen::Index>(element.n_dofs_per_cell());
    Eigen::MatrixXd values(n, n), slopes(n, n); // at the points (columns)
    for (Eigen::Index i = 0; i < n; ++i)
      for (Eigen::Index k = 0; k < n; ++k)
        {
          const auto shape = static_cast<unsigned int>(i),
                     point = static_cast<unsigned int>(k);
          values(i, k)     = element.shape_value(shape, nodes.point(point));
          slopes(i, k)     = element.shape_grad(shape, gauss.point(point))[0];
        }

    const BarMesh   mesh(description, communicator);
    Eigen::VectorXd mass(n), stiffness(n), old_mass, old_stiffness;
    double          largest = 0.;
    for (const auto &cell : mesh.triangulation.active_cell_iterators())
      {
        const unsigned int    bar      = mesh.bar(cell->active_cell_index());
        const BarDescription &data     = description.bars[bar];
        const unsigned int    material = cell->material_id();
        const double          length   = cell->measure();
        const double          left =
          cell->center()[0] - 0.5 * length - mesh.extents[bar].left;
        // seen from inside the cell, as ElasticBar does
        const auto x_at = [&](const Point<1> &unit) {
          return left + length * (unit[0] + 1e-10 * (0.5 - unit[0]));
        };
        for (Eigen::Index k = 0; k < n; ++k)
          {
            const auto   point  = static_cast<unsigned int>(k);
            const double x_mass = x_at(nodes.point(point)),
                         x      = x_at(gauss.point(point));
            mass[k]             = data.density(x_mass, material) *
                      data.cross_section(x_mass, material) *
                      nodes.weight(point) * length;
            stiffness[k] = data.youngs_modulus(x, material) *
                           data.cross_section(x, material) *
                           gauss.weight(point) / length;
          }
        // most elements are like their neighbours
        const bool is_known = old_mass.size() == n &&
                              mass.isApprox(old_mass, 1e-13) &&
                              stiffness.isApprox(old_stiffness, 1e-13);
        if (is_known)
          continue;
        old_mass      = mass;
        old_stiffness = stiffness;
        largest =
          std::max(largest,
                   fastest_mode(values * mass.asDiagonal() * values.transpose(),
                                Eigen::MatrixXd::Zero(n, n),
                                slopes * stiffness.asDiagonal() *
                                  slopes.transpose())
                     .frequency);
      }
    return largest;
  }

  namespace
  {
    constexpr double rounding = 1e-12;

    template <class... Parts>
    std::string
    sentence(const Parts &...parts)
    {
      std::ostringstream text;
      (text << ... << parts);
      return text.str();
    }

    const SchemeInformation &
    information(const std::string &scheme)
    {
      return *std::ranges::find(schemes(), scheme, &SchemeInformation::name);
    }

    bool
    reads(const SchemeInformation &scheme, const char *parameter)
    {
      return scheme.parameters.find(parameter) != std::string::npos;
    }

    void
    check_moreau_jean(const RunParameters      &p,
                      std::vector<std::string> &warnings)
    {
      const double theta = p.time.theta, e = p.contact.restitution_coefficient;
      const double bound = 1. / (1. + e);
      if (theta < 0.5 - rounding)
        warnings.push_back(
          sentence("theta = ",
                   theta,
                   " is below 1/2: nothing bounds the energy of scheme '",
                   p.time.scheme,
                   "', its stability depends on the time step."));
      if (theta > bound + rounding &&
          p.time.scheme != "moreau-jean-dissipative")
        warnings.push_back(sentence("theta = ",
                                    theta,
                                    " is above 1/(1 + e) = ",
                                    bound,
                                    " with the restitution coefficient e = ",
                                    e,
                                    ": impacts may bring energy into scheme '",
                                    p.time.scheme,
                                    "' ([A14] (45))."));
    }

    void
    check_alpha_family(const RunParameters      &p,
                       std::vector<std::string> &warnings)
    {
      const AlphaCoefficients c       = alpha_coefficients(p.scheme());
      const double            eta     = c.alpha_f - c.alpha_m;
      const auto              require = [&](const double       value,
                               const std::string &name,
                               const double       bound,
                               const std::string &bound_name) {
        if (value < bound - rounding)
          warnings.push_back(
            sentence(name,
                     " = ",
                     value,
                     " is below ",
                     bound_name,
                     " = ",
                     bound,
                     ": scheme '",
                     p.time.scheme,
                     "' is not known to dissipate energy ([A14] 6)."));
      };
      require(2. * c.beta, "2 beta", c.gamma, "gamma");
      require(c.gamma, "gamma", 0.5 + eta, "1/2 + alpha_f - alpha_m");
      require(c.alpha_f, "alpha_f", c.alpha_m, "alpha_m");
      if (eta > rounding) // else these terms of the identity vanish
        {
          require(0.5, "1/2", c.alpha_m, "alpha_m");
          require(1. - c.alpha_m, "1 - alpha_m", c.gamma, "gamma");
        }
    }

  } // namespace

  std::vector<std::string>
  range_warnings(const RunParameters &p, const ContactTreatment &treatment)
  {
    using Level = ContactTreatment::Level;
    std::vector<std::string> warnings;
    const SchemeInformation &scheme = information(p.time.scheme);
    const double             e      = p.contact.restitution_coefficient;

    if (!scheme.is_consistent)
      // their parameters do not matter any more
      warnings.push_back("scheme '" + scheme.name +
                         "' is inconsistent at impacts: it is kept only for "
                         "comparison, its results do not converge.");
    else if (is_central_difference(scheme.name))
      ; // check_critical_step()
    else if (reads(scheme, "theta"))
      check_moreau_jean(p, warnings);
    else if (reads(scheme, "beta") || reads(scheme, "alpha_f"))
      check_alpha_family(p, warnings);

    if (treatment.level == Level::position &&
        !treatment.restitution_of_positions && e != 0.)
      warnings.push_back(
        sentence("the restitution coefficient e = ",
                 e,
                 " has no effect: scheme '",
                 scheme.name,
                 "' writes contact at the position level, where impacts have "
                 "none."));
    if (treatment.level == Level::velocity && !treatment.own_activation &&
        p.contact.activation == "acary 2014" && e > 0. && e < 1.)
      warnings.push_back(
        sentence("with the restitution coefficient e = ",
                 e,
                 " between 0 and 1 and activation 'acary 2014' the "
                 "penetration is not bounded: the forecasts bound it."));
    return warnings;
  }

  namespace
  {
    /** What brought the most energy in. */
    std::string
    largest_gain(const Work &work)
    {
      const std::pair<double, const char *> sources[] = {
        {work.normal(), "the normal impulses"},
        {work.friction, "friction"},
        {work.joints, "the joints"},
        {work.projection, "the projections"},
        {work.damping, "the damping"},
        {-work.dissipation, "the numerical dissipation"}};
      const auto &[gain, source] = *std::ranges::max_element(sources);
      return gain > 0. ? sentence(": ", source, " brought in ", gain, " J.") :
                         ".";
    }
  } // namespace

  std::vector<std::string>
  balance_warnings(const StepRecord  &record,
                   const std::string &scheme,
                   const double       joint_scale)
  {
    constexpr double         large  = 1e-2;
    const EnergyLedger      &ledger = *record.ledger;
    const double             put_in = ledger.put_in();
    std::vector<std::string> warnings;
    if (ledger.max_relative_residual > EnergyLedger::warning_residual)
      warnings.push_back(
        sentence("the energy identity of scheme '",
                 scheme,
                 "' has a residual of ",
                 ledger.max_relative_residual,
                 " of the energy in a step, which rounding alone does not "
                 "explain (",
                 EnergyLedger::warning_residual,
                 "): its linear or contact problems are not solved, or its "
                 "forces are lost in rounding."));
    // dampers that bring in energy make a system that is not passive
    if (ledger.has_gained() && !(ledger.cumulative.damping > 0.))
      warnings.push_back(
        sentence("scheme '",
                 scheme,
                 "' has gained energy: up to ",
                 ledger.max_gain,
                 " J beyond what the start, the loads and the obstacles have "
                 "put in, ",
                 put_in,
                 " J, and more than ",
                 100. * EnergyLedger::warning_gain,
                 " % of it since time step ",
                 ledger.gain_step,
                 largest_gain(ledger.cumulative)));
    if (joint_scale > 0. &&
        record.contacts->max_joint_gap > large * joint_scale)
      warnings.push_back(sentence("joints have opened by up to ",
                                  record.contacts->max_joint_gap,
                                  " (m, of angles rad), more than 1 % of the "
                                  "mechanism's size, ",
                                  joint_scale,
                                  ": reduce the time step, or take a scheme "
                                  "that projects positions."));
    if (std::abs(ledger.cumulative.joints) > large * put_in)
      warnings.push_back(
        sentence("the joints have done a work of ",
                 ledger.cumulative.joints,
                 " J, more than 1 % of the energy that was put in, ",
                 put_in,
                 " J, though ideal joints do none: reduce the time step."));
    if (const auto n = record.iterations.n_alternating; n > 0)
      warnings.push_back(sentence(
        "in ",
        n,
        " of ",
        record.step,
        " steps the contacts of Newton's iterates alternate: of two "
        "sets one was taken. Reduce the time step where they matter."));
    return warnings;
  }
} // namespace percuss
