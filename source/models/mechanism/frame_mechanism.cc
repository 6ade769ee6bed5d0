// SPDX-License-Identifier: Apache-2.0
#include <percuss/models/mechanism/frame_mechanism.h>
#include <percuss/models/mechanism/require_item_value.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

namespace percuss
{
  namespace
  {
    constexpr const char *in_the_plane_of[] = {" x", " y", " angle"};
    constexpr const char *in_space_of[] =
      {" x", " y", " z", " rx", " ry", " rz"};

    /** @p b with the entries @p a behind its own. */
    void
    append(Eigen::VectorXd &b, const Eigen::VectorXd &a)
    {
      b.conservativeResize(b.size() + a.size());
      b.tail(a.size()) = a;
    }

    /** The part of each frame, 0, 1, ..., that couples connect. */
    std::vector<unsigned int>
    connected_parts(const std::size_t n_frames, const FrameCouples &couples)
    {
      std::vector<std::size_t> parent(n_frames);
      std::iota(parent.begin(), parent.end(), std::size_t{0});
      const auto root = [&parent](std::size_t i) {
        while (parent[i] != i)
          i = parent[i] = parent[parent[i]];
        return i;
      };
      for (const auto &[a, b] : couples)
        parent[std::max(root(a), root(b))] = std::min(root(a), root(b));
      std::vector<unsigned int> parts(n_frames);
      unsigned int              n_parts = 0;
      for (std::size_t i = 0; i < n_frames; ++i)
        parts[i] = root(i) == i ? n_parts++ : parts[root(i)];
      return parts;
    }

    /** The velocity of a frame at @p arm from a point with the velocity and
     * angular velocity @p v, in fixed axes, of one body. */
    template <int dim>
    FrameVector<dim>
    velocity_at(const FrameVector<dim>           &v,
                const Eigen::Vector<double, dim> &arm,
                const Rotation<dim>              &R)
    {
      FrameVector<dim> result;
      if constexpr (dim == 2)
        result << v.template head<2>() + v[2] * quarter_turn(arm), v[2];
      else
        {
          const Eigen::Vector3d omega = v.template tail<3>();
          result << v.template head<3>() + omega.cross(arm),
            R.conjugate() * omega;
        }
      return result;
    }
  } // namespace

  template <int dim>
  void
  FrameMechanism<dim>::add_frame(const std::string &name, const Start &start)
  {
    append(q_0.entries, start.q);
    append(v_0.entries, start.v);
    append(M, start.masses);
    append(constant_load.entries, FrameVector<dim>::Zero());
    if constexpr (dim == 2)
      for (const char *coordinate : in_the_plane_of)
        names.push_back(name + coordinate);
    else
      for (const char *coordinate : in_space_of)
        names.push_back(name + coordinate);
  }

  template <int dim>
  void
  FrameMechanism<dim>::add_body(const std::string                &name,
                                const Start                      &start,
                                const Eigen::Vector<double, dim> &gravity)
  {
    const Eigen::Index k = M.size();
    add_frame(name, start);
    constant_load.entries.segment<dim>(k) = M[k] * gravity;
    n_of_bodies                           = M.size();
  }

  template <int dim>
  void
  FrameMechanism<dim>::add_beams(
    const std::vector<MechanismBeam<dim>> &descriptions,
    const std::string                     &what,
    const Eigen::Vector<double, dim>      &gravity)
  {
    for (const auto &[description, velocity] : descriptions)
      {
        for (const double x : velocity)
          require_finite(what + " '" + description.name + "'", "velocity", x);
        const auto added =
          std::make_shared<const PlacedBeam<dim>>(description,
                                                  static_cast<int>(n_frames()));
        const auto           &beam = added->beam;
        const Eigen::VectorXd q =
          Eigen::Map<const Eigen::VectorXd>(beam.reference().data(),
                                            static_cast<Eigen::Index>(
                                              beam.reference().size()));
        const Eigen::VectorXd masses = beam.kept_masses();
        for (unsigned int i = 0; i < beam.n_nodes(); ++i)
          {
            const auto node = static_cast<int>(i);
            add_frame(frame_name(beam.name(), i, beam.n_nodes()),
                      {q.segment<n_entries>(n_entries * node),
                       velocity_at<dim>(velocity,
                                        frame_origin<dim>(q, node) -
                                          frame_origin<dim>(q, 0),
                                        frame_rotation<dim>(q, node)),
                       masses.segment<n>(n * node)});
          }
        for (const unsigned int node : beam.massless_nodes())
          for (int i = 0; i < n; ++i)
            massless.push_back(
              first_coordinate<dim>(added->first + static_cast<int>(node)) + i);
        added->add_weight(gravity, constant_load.entries);
        beams.push_back(added);
        forces.push_back(added);
      }
  }

  template <int dim>
  void
  FrameMechanism<dim>::add_loads(const std::vector<MechanismLoad<dim>> &loads)
  {
    for (const MechanismLoad<dim> &load : loads)
      {
        const Eigen::Index coordinate = load.coordinate();
        assert(load.component >= 0 && load.component < n);
        assert(coordinate >= 0 && coordinate < M.size());
        require_finite(names[static_cast<std::size_t>(coordinate)],
                       "load",
                       load.constant);
        constant_load[coordinate] += load.constant;
        if (load.varying)
          varying_loads.push_back({coordinate, load.varying});
      }
    FrameCouples couples;
    for (const auto &force : forces)
      force->add_couples(couples);
    layout = {n_frames(), n, couples};
    for (const unsigned int part : connected_parts(n_frames(), couples))
      blocks.insert(blocks.end(), n, part);
    Matrix pattern;
    pattern.reinit(layout);
    for (const Eigen::Index i : massless)
      for (const Eigen::Index j : massless)
        if (pattern.has_room(i, j))
          massless_pairs.emplace_back(i, j);
  }

  template <int dim>
  double
  FrameMechanism<dim>::increment_size(const Vector &d) const
  {
    double largest = 0.;
    for (Eigen::Index k = 0; k < M.size(); k += n)
      largest =
        std::max(largest,
                 d.entries.segment<n>(k).cwiseAbs2().dot(M.segment<n>(k)) /
                   M[k]);
    return std::sqrt(largest);
  }

  template <int dim>
  void
  FrameMechanism<dim>::load(const double t, Vector &F) const
  {
    F = constant_load;
    for (const VaryingLoad &load : varying_loads)
      F[load.coordinate] += load.value(t);
  }

  template <int dim>
  void
  FrameMechanism<dim>::massless_part(const Vector &x, Vector &x_c) const
  {
    x_c.entries.setZero(M.size());
    for (const Eigen::Index i : massless)
      x_c[i] = x[i];
  }

  template <int dim>
  bool
  FrameMechanism<dim>::any_damper() const
  {
    return std::ranges::any_of(forces, [](const auto &force) {
      return force->is_damped();
    });
  }

  template <int dim>
  double
  FrameMechanism<dim>::strain_energy(const Vector &q, const Vector &) const
  {
    double energy = 0.;
    for (const auto &force : forces)
      energy += force->energy(q.entries);
    return energy;
  }

  template <int dim>
  void
  FrameMechanism<dim>::elastic_force(const Vector &q, Vector &s) const
  {
    s.entries.setZero(M.size());
    for (const auto &force : forces)
      force->add_elastic_force(q.entries, s.entries);
  }

  template <int dim>
  void
  FrameMechanism<dim>::damping_force(const Vector &q,
                                     const Vector &v,
                                     Vector       &d) const
  {
    d.entries.setZero(M.size());
    for (const auto &force : forces)
      force->add_damping_force(q.entries, v.entries, d.entries);
  }

  template <int dim>
  double
  FrameMechanism<dim>::damping_power(const State<BandedAlgebra> &x,
                                     const Vector               &y) const
  {
    double power = 0.;
    for (const auto &force : forces)
      power += force->damping_power(x.q.entries, x.v.entries, y.entries);
    return power;
  }

  template <int dim>
  void
  FrameMechanism<dim>::momentum(const Vector &,
                                const Vector &v,
                                Vector       &p) const
  {
    p.entries.resize(M.size());
    p.entries.head(n_of_bodies) =
      M.head(n_of_bodies).cwiseProduct(v.entries.head(n_of_bodies));
    p.entries.tail(M.size() - n_of_bodies).setZero();
    for (const auto &beam : beams)
      beam->add_momentum(v.entries, p.entries);
  }

  template <int dim>
  void
  FrameMechanism<dim>::add_tangents(const double                stiffness,
                                    const double                damping,
                                    const State<BandedAlgebra> &x,
                                    Matrix                     &S) const
  {
    for (const auto &force : forces)
      force->add_tangents(stiffness, damping, x.q.entries, x.v.entries, S);
  }

  template <int dim>
  void
  FrameMechanism<dim>::product(const ForceElement::Tangent tangent,
                               const State<BandedAlgebra> &x,
                               const Vector               &y,
                               Vector                     &z) const
  {
    z.entries.setZero(M.size());
    for (const auto &force : forces)
      force->add_product(
        tangent, x.q.entries, x.v.entries, y.entries, z.entries);
  }

  template class FrameMechanism<2>;
  template class FrameMechanism<3>;
} // namespace percuss
