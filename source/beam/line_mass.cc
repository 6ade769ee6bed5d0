// SPDX-License-Identifier: Apache-2.0
#include <percuss/algebra/orthogonal_factors.h>
#include <percuss/base/exceptions.h>
#include <percuss/beam/line_mass.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace percuss
{
  namespace
  {
    /** mu of an element that begins at @p start, s in elements. */
    Eigen::Vector3d
    moments(const LineElement                       &element,
            const Eigen::Ref<const Eigen::MatrixXd> &m,
            const double                             start)
    {
      const Eigen::VectorXd s =
        Eigen::Map<const Eigen::VectorXd>(element.nodes.data(), m.rows())
          .array() +
        start;
      const Eigen::VectorXd row_sums = m.rowwise().sum();
      return {row_sums.sum(), row_sums.dot(s), s.dot(m * s)};
    }

    /** f of the elements with the moments @p mu, the sum of f mu being that of
     * @p mu and of @p lacking; nothing where an f is below a quarter: the
     * largest frequency would more than double. */
    std::optional<Eigen::VectorXd>
    factors(const Eigen::Matrix3Xd &mu,
            const Eigen::Vector3d  &lacking,
            const Eigen::VectorXd  &weights)
    {
      const Eigen::VectorXd scale =
        weights.cwiseQuotient(mu.row(0).transpose());
      const Eigen::Matrix3d A = mu * scale.asDiagonal() * mu.transpose();
      const Eigen::Vector3d l = least_norm_solution(A, lacking);
      if (!((A * l - lacking).norm() <= 1e-12 * mu.rowwise().sum().norm()))
        return {};
      Eigen::VectorXd f = (mu.transpose() * l).cwiseProduct(scale).array() + 1.;
      if (f.minCoeff() < 0.25)
        return {};
      return f;
    }
  } // namespace

  LineMass::LineMass(const LineElement         &element,
                     const unsigned int         n_elements,
                     const LineMassDescription &description,
                     const std::string         &beam)
    : m(element.degree + 1, (element.degree + 1) * n_elements)
    , of_nodes(n_elements * element.degree + 1, 0.)
    , diagonal_kept(of_nodes)
    , of_nodes_kept(of_nodes)
  {
    const Eigen::Index    n = element.degree + 1;
    const Eigen::MatrixXd whole =
      (1. - description.lumping) * element.mass +
      description.lumping *
        Eigen::MatrixXd(
          Eigen::Map<const Eigen::VectorXd>(element.node_weights.data(), n)
            .asDiagonal());
    if (description.boundary_mass != BoundaryMass::kept)
      massless = description.contact_nodes;
    std::ranges::sort(massless);
    massless.erase(std::unique(massless.begin(), massless.end()),
                   massless.end());

    Eigen::Matrix3Xd mu(3, n_elements);
    Eigen::Vector3d  lacking = Eigen::Vector3d::Zero();
    Eigen::VectorXd  distances(n_elements); // of midpoints, in elements
    for (unsigned int cell = 0; cell < n_elements; ++cell)
      {
        auto of_cell  = m.middleCols(cell * n, n);
        of_cell       = whole;
        auto distance = std::numeric_limits<double>::infinity();
        for (const unsigned int node : massless)
          {
            distance =
              std::min(distance,
                       std::abs(double(node) / element.degree - cell - 0.5));
            if (node >= cell * element.degree &&
                node <= (cell + 1) * element.degree)
              {
                const auto a = static_cast<Eigen::Index>(node) -
                               static_cast<Eigen::Index>(cell * element.degree);
                if (description.boundary_mass == BoundaryMass::singular)
                  of_cell -= Eigen::MatrixXd(of_cell.col(a) * of_cell.row(a)) /
                             of_cell(a, a);
                of_cell.row(a).setZero();
                of_cell.col(a).setZero();
              }
          }
        if (of_cell.isZero(0.))
          throw InputError("All nodes of an element of '" + beam +
                           "' are at contacts, which leaves it no mass; use "
                           "more elements or a higher degree, or set "
                           "'Contact/boundary mass' to 'kept'.");
        const double start = cell - 0.5 * n_elements;
        mu.col(cell)       = moments(element, of_cell, start);
        lacking += moments(element, whole, start) - mu.col(cell);
        distances[cell] = distance;
      }

    if (description.boundary_mass == BoundaryMass::redistributed)
      for (unsigned int cell = 0; cell < n_elements; ++cell)
        m.middleCols(cell * n, n) *= whole.sum() / mu(0, cell);
    else if (description.boundary_mass == BoundaryMass::weighted &&
             !massless.empty())
      {
        std::optional<Eigen::VectorXd> f;
        for (const double power : {1., 0.}) // less on coarse meshes
          if (!f)
            f = factors(mu, lacking, distances.array().pow(power).matrix());
        if (!f)
          throw InputError("Too few elements: the others of '" + beam +
                           "' cannot take over the mass and inertia of the "
                           "nodes at contacts. Use more elements, or 'none' "
                           "for 'Contact/boundary mass', which leaves that "
                           "mass out.");
        for (unsigned int cell = 0; cell < n_elements; ++cell)
          m.middleCols(cell * n, n) *= (*f)[cell];
      }
    for (unsigned int cell = 0; cell < n_elements; ++cell)
      for (unsigned int a = 0; a <= element.degree; ++a)
        {
          const unsigned int node = cell * element.degree + a;
          of_nodes[node] += m.row(a).segment(cell * n, n).sum();
          of_nodes_kept[node] += whole.row(a).sum();
          diagonal_kept[node] += whole(a, a);
        }
  }
} // namespace percuss
