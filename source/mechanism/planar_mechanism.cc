// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/mechanism/planar_mechanism.h>
#include <percuss/mechanism/require_item_value.h>

#include <algorithm>
#include <set>

namespace percuss
{
  PlanarMechanism::PlanarMechanism(const MechanismDescription &description)
    : springs(description.springs, description.torsional_springs)
  {
    const auto &bodies = description.bodies;
    if (bodies.empty())
      throw InputError("The mechanism has no bodies.");
    const auto n = static_cast<Eigen::Index>(3 * bodies.size());
    for (Eigen::VectorXd *vector :
         {&M, &q_0.entries, &v_0.entries, &constant_load.entries})
      vector->setZero(n);

    std::set<std::string> used;
    for (std::size_t i = 0; i < bodies.size(); ++i)
      {
        const PlanarBody &body = bodies[i];
        const std::string item = "body '" + body.name + "'";
        if (!used.insert(body.name).second)
          throw InputError("There are two bodies with the name '" + body.name +
                           "'; give each its own.");
        require_positive(item, "mass", body.mass.mass);
        require_positive(item, "moment of inertia", body.mass.inertia);
        for (const double x : body.position)
          require_finite(item, "position", x);
        for (const double x : body.velocity)
          require_finite(item, "velocity", x);

        const int frame = body_frame(i);
        M.segment<3>(frame) << body.mass.mass, body.mass.mass,
          body.mass.inertia;
        q_0.entries.segment<3>(frame) = body.position;
        v_0.entries.segment<3>(frame) = body.velocity;
        constant_load.entries.segment<2>(frame) =
          body.mass.mass * description.gravity;
        for (const char *coordinate : {" x", " y", " angle"})
          names.push_back(body.name + coordinate);
      }

    for (const CoordinateLoad &load : description.loads)
      {
        assert(load.coordinate >= 0 && load.coordinate < n);
        require_finite(names[static_cast<std::size_t>(load.coordinate)],
                       "load",
                       load.constant);
        constant_load[load.coordinate] += load.constant;
        if (load.varying)
          varying_loads.push_back({load.coordinate, load.varying});
      }
  }

  void
  PlanarMechanism::load(const double t, Vector &F) const
  {
    F = constant_load;
    for (const VaryingLoad &load : varying_loads)
      F[load.coordinate] += load.value(t);
  }

  void
  PlanarMechanism::elastic_force(const Vector &q, Vector &s) const
  {
    s = 0.;
    springs.add_elastic_force(q.entries, s.entries);
  }

  void
  PlanarMechanism::damping_force(const Vector &q,
                                 const Vector &v,
                                 Vector       &d) const
  {
    d = 0.;
    springs.add_damping_force(q.entries, v.entries, d.entries);
  }

  void
  PlanarMechanism::iteration_matrix(const Weights             &w,
                                    const State<DenseAlgebra> &x,
                                    Matrix                    &S) const
  {
    S.setZero(M.size(), M.size());
    S.diagonal() = w.mass * M;
    springs.add_tangents(w.stiffness, w.damping, x.q.entries, x.v.entries, S);
  }

  void
  PlanarMechanism::stiffness_product(const State<DenseAlgebra> &x,
                                     const Vector              &y,
                                     Vector                    &z) const
  {
    z = 0.;
    springs.add_product(1., 0., x.q.entries, x.v.entries, y.entries, z.entries);
  }

  void
  PlanarMechanism::damping_product(const State<DenseAlgebra> &x,
                                   const Vector              &y,
                                   Vector                    &z) const
  {
    z = 0.;
    springs.add_product(0., 1., x.q.entries, x.v.entries, y.entries, z.entries);
  }
} // namespace percuss
