// SPDX-License-Identifier: Apache-2.0
#include <percuss/models/mechanism/planar_mechanism.h>
#include <percuss/models/mechanism/require_item_value.h>
#include <percuss/models/mechanism/springs.h>

#include <algorithm>
#include <cmath>

namespace percuss
{
  PlanarMechanism::PlanarMechanism(
    const PlanarMechanismDescription &description)
  {
    check_names(description, "beam");
    add_springs(description.springs, make_line_springs<2>);
    add_springs(description.torsional_springs, make_torsional_springs);
    for (const PlanarBody &body : description.bodies)
      {
        const auto &[mass, inertia] = body.mass;
        const std::string item      = "body '" + body.name + "'";
        require_positive(item, "mass", mass);
        require_positive(item, "moment of inertia", inertia);
        for (const double x : body.position)
          require_finite(item, "position", x);
        for (const double x : body.velocity)
          require_finite(item, "velocity", x);
        add_body(body.name,
                 {body.position, body.velocity, {mass, mass, inertia}},
                 description.gravity);
      }
    add_beams(description.beams, "beam", description.gravity);
    add_loads(description.loads);
  }

  double
  PlanarMechanism::configuration_size(const Vector &q) const
  {
    double largest = 0.;
    for (Eigen::Index k = 0; k < M.size(); k += 3)
      largest = std::max(largest,
                         q[k] * q[k] + q[k + 1] * q[k + 1] +
                           M[k + 2] / M[k] * std::max(1., q[k + 2] * q[k + 2]));
    return std::sqrt(largest);
  }

  void
  PlanarMechanism::iteration_matrix(const Weights              &w,
                                    const State<BandedAlgebra> &x,
                                    Matrix                     &S) const
  {
    S.reinit(layout);
    for (Eigen::Index i = 0; i < n_of_bodies; ++i)
      S(i, i) = w.mass * M[i];
    for (const auto &beam : beams)
      beam->add_mass(w.mass, S);
    add_tangents(w.stiffness, w.damping, x, S);
    add_boundary_stiffness(
      w.boundary, [&](Matrix &K) { add_tangents(1., 0., x, K); }, S);
  }
} // namespace percuss
