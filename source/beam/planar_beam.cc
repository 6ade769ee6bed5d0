// SPDX-License-Identifier: Apache-2.0
#include <percuss/beam/planar_beam.h>

#include <cassert>
#include <cmath>

namespace percuss
{
  namespace
  {
    const PlanarBeamDescription &
    checked(const PlanarBeamDescription &description)
    {
      check(description);
      return description;
    }

    /** Values or derivatives of (x, y, theta) at a point from those of the
     * shape functions and the coordinates of a cell's nodes. */
    template <typename Shapes>
    std::array<double, 3>
    interpolate(const Shapes &shapes, const double *const nodes)
    {
      std::array<double, 3> value{};
      for (unsigned int a = 0; a < shapes.size(); ++a)
        for (unsigned int i = 0; i < 3; ++i)
          value[i] += shapes[a] * nodes[3 * a + i];
      return value;
    }
  } // namespace

  PlanarBeam::PlanarBeam(const PlanarBeamDescription &description)
    : beam_name(checked(description).name)
    , section(description.section)
    , n_elements(description.n_elements)
    , element(description.degree, description.length / n_elements)
    , mass(element, n_elements, description.mass_matrix, description.name)
    , q_reference(n_coordinates())
    , reference_points(n_elements * element.degree)
  {
    const double c = std::cos(description.start_angle);
    const double s = std::sin(description.start_angle);
    for (unsigned int node = 0; node < n_nodes(); ++node)
      {
        const double                l = arc_length(node);
        const std::array<double, 3> r = description.curve ?
                                          description.curve(l) :
                                          std::array<double, 3>{l, 0., 0.};
        q_reference[3 * node]     = description.start[0] + c * r[0] - s * r[1];
        q_reference[3 * node + 1] = description.start[1] + s * r[0] + c * r[1];
        q_reference[3 * node + 2] = description.start_angle + r[2];
      }

    for (unsigned int cell = 0; cell < n_elements; ++cell)
      for (unsigned int k = 0; k < element.degree; ++k)
        {
          const double *const nodes = &q_reference[3 * element.degree * cell];
          const double theta   = interpolate(element.shapes.col(k), nodes)[2];
          const auto [x, y, _] = interpolate(element.slopes.col(k), nodes);
          const double c0 = std::cos(theta), s0 = std::sin(theta);
          reference_points[cell * element.degree + k] = {c0,
                                                         s0,
                                                         c0 * x + s0 * y,
                                                         -s0 * x + c0 * y};
        }
  }

  double
  PlanarBeam::arc_length(const unsigned int node) const
  {
    assert(node < n_nodes());
    const unsigned int cell = node / element.degree;
    return (cell + element.nodes[node % element.degree]) * element.length;
  }

  // With u = q - q_0, phi = theta - theta_0, t = R_0^T r':
  //     R^T r' - R_0^T r_0' = R_0^T u' + (R(phi)^T - I) t,
  // and 1 - cos phi = 2 sin^2(phi/2), so that nothing cancels.
  PlanarBeam::Strain
  PlanarBeam::strain(std::span<const double> q,
                     const unsigned int      cell,
                     const unsigned int      point) const
  {
    const ReferencePoint &reference =
      reference_points[cell * element.degree + point];
    const double *const N  = &element.shapes(0, point);
    const double *const D  = &element.slopes(0, point);
    double              dx = 0., dy = 0., phi = 0., kappa = 0.;
    for (unsigned int a = 0, i = 3 * element.degree * cell; a <= element.degree;
         ++a, i += 3)
      {
        const double rotation = q[i + 2] - q_reference[i + 2];
        dx += D[a] * (q[i] - q_reference[i]);
        dy += D[a] * (q[i + 1] - q_reference[i + 1]);
        phi += N[a] * rotation;
        kappa += D[a] * rotation;
      }

    const double c0 = reference.cosine, s0 = reference.sine;
    const double d1 = c0 * dx + s0 * dy, d2 = -s0 * dx + c0 * dy;
    const double t1 = reference.axial + d1, t2 = reference.shear + d2;
    const double half = std::sin(0.5 * phi);
    const double s = 2. * half * std::cos(0.5 * phi), c = -2. * half * half;
    const double eps   = d1 + c * t1 + s * t2;
    const double gamma = d2 + c * t2 - s * t1;
    return {c0 + c * c0 - s * s0,
            s0 + c * s0 + s * c0,
            reference.axial + eps,
            reference.shear + gamma,
            eps,
            gamma,
            kappa};
  }

  PlanarBeam::Force
  PlanarBeam::force(const Strain &e) const
  {
    const double N = section.axial_stiffness * e.eps;
    const double Q = section.shear_stiffness * e.gamma;
    return {e.cosine * N - e.sine * Q,
            e.sine * N + e.cosine * Q,
            N * e.shear - Q * e.axial};
  }

  // b = d(R^T r')/dtheta = (shear, -axial), db/dtheta = -(axial, shear):
  //     g = R (diag(E A, k G A) b + (-Q, N)),
  //     h = b . diag(E A, k G A) b - N axial - Q shear
  PlanarBeam::Tangent
  PlanarBeam::tangent(const Strain &e) const
  {
    const double EA = section.axial_stiffness, GA = section.shear_stiffness;
    const double N = EA * e.eps, Q = GA * e.gamma;
    const double c = e.cosine, s = e.sine;
    const double axial = EA * e.shear - Q, shear = N - GA * e.axial;
    return {EA * c * c + GA * s * s,
            (EA - GA) * c * s,
            EA * s * s + GA * c * c,
            c * axial - s * shear,
            s * axial + c * shear,
            axial * e.shear - shear * e.axial};
  }

  double
  PlanarBeam::strain_energy(std::span<const double> q) const
  {
    assert(q.size() == n_coordinates());
    double energy = 0.;
    for (unsigned int cell = 0; cell < n_elements; ++cell)
      for (unsigned int k = 0; k < element.degree; ++k)
        {
          const Strain e = strain(q, cell, k);
          energy += 0.5 * element.weights[k] *
                    (section.axial_stiffness * e.eps * e.eps +
                     section.shear_stiffness * e.gamma * e.gamma +
                     section.bending_stiffness * e.kappa * e.kappa);
        }
    return energy;
  }

  void
  PlanarBeam::add_elastic_force(std::span<const double> q,
                                std::span<double>       s) const
  {
    assert(q.size() == n_coordinates() && s.size() == n_coordinates());
    for (unsigned int cell = 0; cell < n_elements; ++cell)
      for (unsigned int k = 0; k < element.degree; ++k)
        {
          const Strain e      = strain(q, cell, k);
          const Force  f      = force(e);
          const double M      = section.bending_stiffness * e.kappa;
          const double weight = element.weights[k];
          for (unsigned int a = 0, i = 3 * element.degree * cell;
               a <= element.degree;
               ++a, i += 3)
            {
              const double N = weight * element.shapes(a, k);
              const double D = weight * element.slopes(a, k);
              s[i] += D * f.x;
              s[i + 1] += D * f.y;
              s[i + 2] += N * f.m + D * M;
            }
        }
  }

  void
  PlanarBeam::add_stiffness_product(std::span<const double> q,
                                    std::span<const double> y,
                                    std::span<double>       z) const
  {
    assert(q.size() == n_coordinates() && y.size() == n_coordinates() &&
           z.size() == n_coordinates());
    for (unsigned int cell = 0; cell < n_elements; ++cell)
      for (unsigned int k = 0; k < element.degree; ++k)
        {
          const Tangent      K        = tangent(strain(q, cell, k));
          const unsigned int first    = 3 * element.degree * cell;
          const auto         N        = element.shapes.col(k);
          const auto         D        = element.slopes.col(k);
          const double       theta    = interpolate(N, &y[first])[2];
          const auto [dx, dy, dtheta] = interpolate(D, &y[first]);
          const double fx             = K.xx * dx + K.xy * dy + K.gx * theta;
          const double fy             = K.xy * dx + K.yy * dy + K.gy * theta;
          const double m              = K.gx * dx + K.gy * dy + K.h * theta;
          const double M              = section.bending_stiffness * dtheta;
          for (unsigned int a = 0, i = first; a <= element.degree; ++a, i += 3)
            {
              const double weight = element.weights[k];
              z[i] += weight * D[a] * fx;
              z[i + 1] += weight * D[a] * fy;
              z[i + 2] += weight * (N[a] * m + D[a] * M);
            }
        }
  }

  void
  PlanarBeam::add_stiffness(std::span<const double>    q,
                            const double               factor,
                            const BandedMatrix::Block &S) const
  {
    assert(q.size() == n_coordinates());
    for (unsigned int cell = 0; cell < n_elements; ++cell)
      for (unsigned int k = 0; k < element.degree; ++k)
        {
          const Tangent K      = tangent(strain(q, cell, k));
          const double  EI     = section.bending_stiffness;
          const double  weight = factor * element.weights[k];
          const auto    N      = element.shapes.col(k);
          const auto    D      = element.slopes.col(k);
          for (unsigned int a = 0; a <= element.degree; ++a)
            for (unsigned int b = 0; b <= element.degree; ++b)
              {
                const unsigned int i  = 3 * (element.degree * cell + a);
                const unsigned int j  = 3 * (element.degree * cell + b);
                const double       DD = weight * D[a] * D[b];
                const double       DN = weight * D[a] * N[b];
                const double       ND = weight * N[a] * D[b];
                const double       NN = weight * N[a] * N[b];
                S(i, j) += DD * K.xx;
                S(i, j + 1) += DD * K.xy;
                S(i, j + 2) += DN * K.gx;
                S(i + 1, j) += DD * K.xy;
                S(i + 1, j + 1) += DD * K.yy;
                S(i + 1, j + 2) += DN * K.gy;
                S(i + 2, j) += ND * K.gx;
                S(i + 2, j + 1) += ND * K.gy;
                S(i + 2, j + 2) += NN * K.h + DD * EI;
              }
        }
  }
} // namespace percuss
