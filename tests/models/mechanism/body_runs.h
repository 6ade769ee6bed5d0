// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_tests_models_mechanism_body_runs_h
#define percuss_tests_models_mechanism_body_runs_h

// Runs of bodies of convex shape, and how much energy a step brings in.

#include "mechanism_run.h"

#include <charconv>
#include <string>

namespace percuss::test
{
  inline Activation
  of_bodies()
  {
    return {Activation::Rule::explicit_forecast, 0.5};
  }

  /** Bodies with one law in the plane, or in space. */
  inline PlanarRun
  planar_run(const std::string         &bodies,
             const std::string         &contacts,
             const ContactCoefficients &law,
             const double               h,
             const Eigen::Vector2d     &gravity,
             const std::string         &scheme = "moreau-jean")
  {
    PlanarMechanismDescription d =
      parse_mechanism<2>({bodies, "", contacts, "", ""}, law);
    d.gravity = gravity;
    return {d, scheme_named(scheme), h, of_bodies()};
  }

  inline SpatialRun
  spatial_run(const std::string         &bodies,
              const std::string         &contacts,
              const ContactCoefficients &law,
              const double               h,
              const Eigen::Vector3d     &gravity,
              const std::string         &scheme = "moreau-jean")
  {
    SpatialMechanismDescription d =
      parse_mechanism<3>({bodies, "", contacts, "", ""}, law);
    d.gravity = gravity;
    return {d, scheme_named(scheme), h, of_bodies()};
  }

  inline ContactCoefficients
  law(const double e, const double mu)
  {
    ContactCoefficients result;
    result.restitution = e;
    result.friction    = mu;
    return result;
  }

  /** A number as it is. */
  inline std::string
  exact(const double x)
  {
    char buffer[40];
    return {buffer, std::to_chars(buffer, buffer + 40, x).ptr};
  }

  inline std::string
  text(const Eigen::VectorXd &x)
  {
    std::string result;
    for (const double entry : x)
      result += (result.empty() ? "" : ", ") + exact(entry);
    return result;
  }

  inline const std::string
    floor_2 = "floor: bodies all ; line ground 0, 0 ; normal 0, 1",
    floor_3 = "floor: bodies all ; plane ground 0, 0, 0 ; normal 0, 0, 1";

  /** The largest rise of the total energy in a step, in units of @p scale,
   * while @p visit is called after each of @p n steps. */
  template <class Run, class Visit>
  double
  largest_rise(Run &run, const int n, const double scale, const Visit &visit)
  {
    double largest = 0., last = run.ledger().energy.total();
    for (int k = 0; k < n; ++k)
      {
        run.stepper.advance(1);
        const double E = run.ledger().energy.total();
        largest        = std::max(largest, (E - last) / scale);
        last           = E;
        visit();
      }
    return largest;
  }
} // namespace percuss::test

#endif
