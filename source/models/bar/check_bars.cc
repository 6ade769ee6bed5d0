// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/text.h>
#include <percuss/models/bar/bar_mesh.h>
#include <percuss/models/bar/make_bar.h>

#include <deal.II/base/quadrature_lib.h>

#include <cmath>
#include <memory>

namespace percuss
{
  using namespace dealii;

  namespace
  {
    enum class Sign
    {
      any,
      not_negative,
      positive
    };

    void
    check_property(const BarProperty &property,
                   const char        *entry,
                   const Sign         sign,
                   const double       x,
                   const unsigned int bar,
                   const unsigned int material,
                   const CaseFile    &case_file)
    {
      const double value = property(x, material);
      if (std::isfinite(value) && (value > 0. || sign == Sign::any ||
                                   (value == 0. && sign == Sign::not_negative)))
        return;
      const char *const what = sign == Sign::positive ? "a positive number" :
                               sign == Sign::any      ? "a finite number" :
                                                        "zero or positive";
      throw case_file.error(std::string("Elastic bar/") + entry,
                            "It is " + short_text(value) +
                              " at x = " + short_text(x) + " m of bar " +
                              std::to_string(bar + 1) + "; it must be " + what +
                              " along the whole bar.");
    }
  } // namespace

  std::shared_ptr<const BarMesh>
  make_bar_mesh(const BarRowDescription &description,
                const CaseFile          &case_file,
                const MPI_Comm           communicator)
  {
    try
      {
        return std::make_shared<const BarMesh>(description, communicator);
      }
    catch (const InputError &error)
      {
        throw case_file.error("Discretization/mesh file", error.what());
      }
  }

  void
  check_bars(const BarRowDescription           &description,
             const BarMesh                     &mesh,
             const std::vector<MonitoredPoint> &points,
             const CaseFile                    &case_file)
  {
    const QGauss<1>        gauss(description.degree + 1);
    const QGaussLobatto<1> nodes(description.degree + 1);
    for (const BarElement &cell : mesh.elements())
      {
        const unsigned int    bar      = cell.bar;
        const BarDescription &data     = description.bars[bar];
        const unsigned int    material = cell.material;
        const double          left     = mesh.extents[bar].left;
        const auto            check    = [&](const BarProperty &property,
                               const char        *entry,
                               const Sign         sign,
                               const double       x) {
          check_property(property, entry, sign, x, bar, material, case_file);
        };
        const double length         = cell.length;
        const auto   check_positive = [&](const double unit) {
          // seen from inside the cell, as ElasticBar does
          const double x =
            cell.left - left + length * (unit + 1e-10 * (0.5 - unit));
          check(data.cross_section, "cross section", Sign::positive, x);
          check(data.youngs_modulus, "Young's modulus", Sign::positive, x);
          check(data.density, "density", Sign::positive, x);
          const BarHardening &hardening = data.hardening;
          if (!hardening.yields())
            return;
          check(hardening.yield_stress, "yield stress", Sign::positive, x);
          check(hardening.modulus, "hardening modulus", Sign::not_negative, x);
          check(hardening.saturation,
                "hardening saturation",
                Sign::not_negative,
                x);
          check(hardening.exponent,
                "hardening exponent",
                Sign::not_negative,
                x);
        };
        for (const Point<1> &point : gauss.get_points())
          check_positive(point[0]);
        for (const Point<1> &point : nodes.get_points())
          {
            check_positive(point[0]);
            const double x = cell.left - left + length * point[0];
            check(data.initial_displacement,
                  "initial displacement",
                  Sign::any,
                  x);
            check(data.initial_velocity, "initial velocity", Sign::any, x);
          }
      }

    const double degree = description.degree;
    const double bound  = description.contact.nitsche_theta * degree * degree;
    if (description.contact.method == ContactMethod::nitsche &&
        !(description.contact.nitsche_parameter > bound))
      throw case_file.error("Contact/Nitsche parameter",
                            "It must be above theta p^2 = " +
                              short_text(bound) +
                              ", p the polynomial degree, else the strain "
                              "energy may be negative.");

    for (const MonitoredPoint &point : points)
      {
        const auto  &extent = mesh.extents[point.bar];
        const double length = extent.right - extent.left;
        if (point.x < -1e-10 * length || point.x > (1. + 1e-10) * length)
          throw case_file.error("Output/monitored points",
                                "'" + point.name + "' is off bar " +
                                  std::to_string(point.bar + 1) +
                                  ": x must be between 0 and " +
                                  short_text(length) + " m.");
      }
  }
} // namespace percuss
