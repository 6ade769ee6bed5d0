// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/models/mechanism/planar_mechanism.h>
#include <percuss/models/mechanism/require_item_value.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace percuss
{
  PlanarMechanism::PlanarMechanism(
    const PlanarMechanismDescription &description)
    : springs(description.springs, description.torsional_springs)
  {
    const auto &bodies = description.bodies;
    if (bodies.empty() && description.beams.empty())
      throw InputError("The mechanism has neither bodies nor beams.");
    n_of_bodies    = static_cast<Eigen::Index>(3 * bodies.size());
    Eigen::Index n = n_of_bodies;
    for (const PlanarMechanismBeam &beam : description.beams)
      {
        beams.push_back({PlanarBeam(beam.beam), n});
        n += beams.back().beam.n_coordinates();
      }
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

        const auto frame = first_coordinate<2>(static_cast<int>(i));
        M.segment<3>(frame) << body.mass.mass, body.mass.mass,
          body.mass.inertia;
        q_0.entries.segment<3>(frame) = body.position;
        v_0.entries.segment<3>(frame) = body.velocity;
        constant_load.entries.segment<2>(frame) =
          body.mass.mass * description.gravity;
        for (const char *coordinate : {" x", " y", " angle"})
          names.push_back(body.name + coordinate);
      }

    for (std::size_t i = 0; i < beams.size(); ++i)
      {
        if (!used.insert(beams[i].beam.name()).second)
          throw InputError("The name '" + beams[i].beam.name() +
                           "' of a beam is used twice; give each its own.");
        start_beam(beams[i],
                   description.beams[i].velocity,
                   description.gravity);
      }

    for (const MechanismLoad<2> &load : description.loads)
      {
        const Eigen::Index coordinate = load.coordinate();
        assert(coordinate >= 0 && coordinate < n);
        require_finite(names[static_cast<std::size_t>(coordinate)],
                       "load",
                       load.constant);
        constant_load[coordinate] += load.constant;
        if (load.varying)
          varying_loads.push_back({coordinate, load.varying});
      }
    layout = make_layout();
  }

  BandLayout
  PlanarMechanism::make_layout() const
  {
    std::vector<std::pair<std::size_t, std::size_t>> couples;
    springs.add_couples(couples);
    for (const Beam &beam : beams)
      beam.beam.add_couples(static_cast<std::size_t>(beam.first / 3), couples);
    return {n_dofs() / 3, 3, couples};
  }

  void
  PlanarMechanism::start_beam(const Beam            &beam,
                              const Eigen::Vector3d &velocity,
                              const Eigen::Vector2d &gravity)
  {
    for (const double x : velocity)
      require_finite("beam '" + beam.beam.name() + "'", "velocity", x);
    const std::vector<double> &reference = beam.beam.reference();
    std::ranges::copy(reference, beam.part(q_0).begin());
    const std::span<double> v = beam.part(v_0);
    for (unsigned int node = 0; node < beam.beam.n_nodes(); ++node)
      {
        const double *const x = reference.data() + 3 * node;
        v[3 * node]     = velocity[0] - velocity[2] * (x[1] - reference[1]);
        v[3 * node + 1] = velocity[1] + velocity[2] * (x[0] - reference[0]);
        v[3 * node + 2] = velocity[2];
        for (const char *coordinate : {" x", " y", " angle"})
          names.push_back(
            frame_name(beam.beam.name(), node, beam.beam.n_nodes()) +
            coordinate);
      }
    beam.beam.add_gravity({gravity[0], gravity[1]}, beam.part(constant_load));

    std::vector<std::pair<std::size_t, std::size_t>> couples;
    beam.beam.add_couples(0, couples);
    const BandLayout of_beam(beam.beam.n_nodes(), 3, couples);
    BandedMatrix     mass;
    mass.reinit(of_beam);
    beam.beam.add_mass(1., {mass, 0});
    for (Eigen::Index i = 0; i < mass.rows(); ++i)
      M[beam.first + i] = mass(i, i);
  }

  void
  PlanarMechanism::momentum(const Vector &, const Vector &v, Vector &p) const
  {
    p.entries.resize(M.size());
    p.entries.head(n_of_bodies) =
      M.head(n_of_bodies).cwiseProduct(v.entries.head(n_of_bodies));
    p.entries.tail(M.size() - n_of_bodies).setZero();
    for (const Beam &beam : beams)
      beam.beam.add_momentum(beam.part(v), beam.part(p));
  }

  double
  PlanarMechanism::strain_energy(const Vector &q, const Vector &) const
  {
    double energy = springs.energy(q.entries);
    for (const Beam &beam : beams)
      energy += beam.beam.strain_energy(beam.part(q));
    return energy;
  }

  double
  PlanarMechanism::increment_size(const Vector &d) const
  {
    double largest = 0.;
    for (Eigen::Index k = 0; k < M.size(); k += 3)
      largest = std::max(largest,
                         d[k] * d[k] + d[k + 1] * d[k + 1] +
                           M[k + 2] / M[k] * (d[k + 2] * d[k + 2]));
    return std::sqrt(largest);
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
    for (const Beam &beam : beams)
      beam.beam.add_elastic_force(beam.part(q), beam.part(s));
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
  PlanarMechanism::iteration_matrix(const Weights              &w,
                                    const State<BandedAlgebra> &x,
                                    Matrix                     &S) const
  {
    S.reinit(layout);
    for (Eigen::Index i = 0; i < n_of_bodies; ++i)
      S(i, i) = w.mass * M[i];
    for (const Beam &beam : beams)
      {
        const BandedMatrix::Block block(S, beam.first);
        beam.beam.add_mass(w.mass, block);
        if (w.stiffness != 0.)
          beam.beam.add_stiffness(beam.part(x.q), w.stiffness, block);
      }
    springs.add_tangents(w.stiffness, w.damping, x.q.entries, x.v.entries, S);
  }

  void
  PlanarMechanism::stiffness_product(const State<BandedAlgebra> &x,
                                     const Vector               &y,
                                     Vector                     &z) const
  {
    z = 0.;
    springs.add_product(1., 0., x.q.entries, x.v.entries, y.entries, z.entries);
    for (const Beam &beam : beams)
      beam.beam.add_stiffness_product(beam.part(x.q),
                                      beam.part(y),
                                      beam.part(z));
  }

  void
  PlanarMechanism::damping_product(const State<BandedAlgebra> &x,
                                   const Vector               &y,
                                   Vector                     &z) const
  {
    z = 0.;
    springs.add_product(0., 1., x.q.entries, x.v.entries, y.entries, z.entries);
  }
} // namespace percuss
