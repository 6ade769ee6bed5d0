// SPDX-License-Identifier: Apache-2.0
#include <percuss/mortar/covered_face.h>

#include <Eigen/LU>

#include <algorithm>

namespace percuss
{
  namespace
  {
    using Point = Eigen::Vector2d;

    /** Adds what psi_j of a node of the slave, with its weight, has at a sample
     * of the master. */
    void
    add(const CurveSample  &sample,
        const double        psi,
        const unsigned int  node,
        const ContactCurve &master,
        MortarMatrices<2>  &result)
    {
      const auto [nodes, N] = master.values(sample.face, sample.eta);
      for (std::size_t b = 0; b < nodes.size(); ++b)
        if (b <= master.degree)
          result.M[node][nodes[b]] += psi * N[b];
      result.opposite_normal[node] += psi * master.normal(sample.face);
    }

    // With the length L, the mean c and the variance I of s over what is
    // covered, A_e = D_e M_e^{-1} is
    //
    //     psi_1 = (1 - c) (1 - c L (s - c)/I),
    //     psi_2 = c (1 + (1 - c) L (s - c)/I),
    //
    // without the differences of nearly equal numbers that it has in s itself.
    void
    add_face(const std::array<unsigned int, 2> &nodes,
             const std::span<const Point>       normals, // at them
             const std::span<const CurveSample> samples,
             const ContactCurve                &master,
             MortarMatrices<2>                 &result)
    {
      double L = 0., c = 0., I = 0.;
      for (const CurveSample &sample : samples)
        L += sample.weight;
      for (const CurveSample &sample : samples)
        c += sample.weight / L * sample.s;
      for (const CurveSample &sample : samples)
        I += sample.weight * (sample.s - c) * (sample.s - c);
      const double N[]     = {1. - c, c};
      const double slope[] = {-c * L / I, (1. - c) * L / I};
      for (unsigned int j = 0; j < 2; ++j)
        {
          result.D[nodes[j]] += N[j] * L;
          result.normal[nodes[j]] += N[j] * L * normals[j];
          for (const CurveSample &sample : samples)
            add(sample,
                N[j] * (1. + slope[j] * (sample.s - c)) * sample.weight,
                nodes[j],
                master,
                result);
        }
    }

    /** Both halves of a face of a slave's cell of degree 2, from @p first on,
     * with the dual functions of its quadratic ones; false, and nothing, where
     * so little is covered that they have no weights of one sign. */
    bool
    add_quadratic(const ContactCurve                            &slave,
                  const std::size_t                              first,
                  const std::array<std::vector<CurveSample>, 2> &samples,
                  const std::array<Point, 3>                    &normals,
                  const ContactCurve                            &master,
                  MortarMatrices<2>                             &result)
    {
      using Eigen::Vector3d;
      const auto for_samples = [&](const auto &f) {
        for (std::size_t half = 0; half < 2; ++half)
          for (const CurveSample &sample : samples[half])
            f(sample, slave.values(first + half, sample.s));
      };
      Eigen::Matrix3d mass = Eigen::Matrix3d::Zero();
      for_samples([&](const CurveSample &sample, const auto &values) {
        const Eigen::Map<const Vector3d> N(values.N.data());
        mass += sample.weight * N * N.transpose();
      });
      const Vector3d D = mass.rowwise().sum(); // sum_j N_j = 1
      const Vector3d straight =
        (slave.length(first) + slave.length(first + 1)) *
        Vector3d(1. / 6., 2. / 3., 1. / 6.);
      if (!(D.array() >= MortarMatrices<2>::least_weight * straight.array())
             .all())
        return false;
      const Eigen::Matrix3d dual  = D.asDiagonal() * mass.inverse();
      const auto            nodes = slave.values(first, 0.).nodes;
      for (unsigned int j = 0; j < 3; ++j)
        {
          result.D[nodes[j]] += D[j];
          result.normal[nodes[j]] += D[j] * normals[j];
        }
      for_samples([&](const CurveSample &sample, const auto &values) {
        const Vector3d psi =
          sample.weight * dual * Eigen::Map<const Vector3d>(values.N.data());
        for (unsigned int j = 0; j < 3; ++j)
          add(sample, psi[j], nodes[j], master, result);
      });
      return true;
    }
  } // namespace

  void
  add_cell_face(const ContactCurve                 &slave,
                const std::size_t                   first,
                const CoveredFace                  &covered,
                const std::span<const CurveNormals> normals, // of its parts
                const ContactCurve                 &master,
                MortarMatrices<2>                  &result)
  {
    const auto lower_gaps = [&](const std::size_t part, const double gap) {
      for (const unsigned int node : slave.faces[first + part])
        result.least_gap[node] = std::min(result.least_gap[node], gap);
    };
    if (slave.degree == 2 &&
        add_quadratic(slave,
                      first,
                      covered.samples,
                      {normals[0][0],
                       Point((normals[0][1] + normals[1][0]).normalized()),
                       normals[1][1]},
                      master,
                      result))
      for (const std::size_t part : {0, 1})
        lower_gaps(part, std::ranges::min(covered.least_gap));
    else
      for (std::size_t part = 0; part < slave.n_parts(); ++part)
        if (!covered.samples[part].empty())
          {
            add_face(slave.faces[first + part],
                     {normals[part].data(), normals[part].size()},
                     covered.samples[part],
                     master,
                     result);
            lower_gaps(part, covered.least_gap[part]);
          }
  }
} // namespace percuss
