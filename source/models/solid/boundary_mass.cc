// SPDX-License-Identifier: Apache-2.0
#include <percuss/algebra/orthogonal_factors.h>
#include <percuss/base/exceptions.h>
#include <percuss/finite_element/message_of_first_rank.h>
#include <percuss/models/solid/boundary_mass.h>
#include <percuss/models/solid/cell_mass.h>
#include <percuss/models/solid/solid_nodes.h>
#include <percuss/parallel_algebra/all_gather.h>

#include <deal.II/fe/fe_values.h>
#include <deal.II/numerics/rtree.h>

#include <Eigen/Core>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <sstream>

namespace percuss
{
  using namespace dealii;

  namespace
  {
    using Vector = LinearAlgebra::distributed::Vector<double>;

    /** f = (1, x_i, x_i x_j), x from a body's centre of mass in units of its
     * radius of gyration. */
    template <int dim>
    struct Polynomials
    {
      static constexpr int n = 1 + dim + dim * (dim + 1) / 2;

      Eigen::VectorXd
      operator()(const Point<dim> &X) const
      {
        const Tensor<1, dim> x = (X - center) / radius;
        Eigen::VectorXd      f(n);
        int                  k = 0;
        f[k++]                 = 1.;
        for (int i = 0; i < dim; ++i)
          {
            f[k++] = x[i];
            for (int j = 0; j <= i; ++j)
              f[k++] = x[i] * x[j];
          }
        return f;
      }

      Point<dim> center;
      double     radius = 1.;
    };

    /** Sums of function(node) over the nodes of each body, of n numbers. */
    template <int dim, class Function>
    std::vector<Eigen::VectorXd>
    sums(const SolidNodes<dim> &nodes, const int n, const Function &function)
    {
      const auto          size = static_cast<std::size_t>(n);
      std::vector<double> values(size * nodes.n_bodies, 0.);
      for (const SolidNode<dim> &node : nodes.all)
        if (nodes.is_owned(node))
          {
            const Eigen::VectorXd f = function(node);
            for (int i = 0; i < n; ++i)
              values[size * node.body + static_cast<std::size_t>(i)] += f[i];
          }
      Utilities::MPI::sum(values, nodes.communicator, values);
      std::vector<Eigen::VectorXd> result;
      for (unsigned int body = 0; body < nodes.n_bodies; ++body)
        result.emplace_back(
          Eigen::Map<Eigen::VectorXd>(values.data() + size * body, n));
      return result;
    }

    void
    throw_on_all_ranks(const std::string &problem, const MPI_Comm communicator)
    {
      const std::string message = message_of_first_rank(problem, communicator);
      if (!message.empty())
        throw InputError("'Contact/boundary mass': " + message);
    }
  } // namespace

  namespace
  {
    /** What a lumped mass loses and gets where cells give the mass of their
     * massless nodes to their other nodes. */
    template <int dim>
    Vector
    moved_to_neighbours(const SolidDescription<dim> &description,
                        const Mapping<dim>          &mapping,
                        SolidNodes<dim>             &nodes)
    {
      Vector        moved(nodes.partitioner);
      CellMass<dim> cell_mass(description, mapping, nodes.dof_handler.get_fe());
      std::string   problem;
      nodes.for_each_cell([&](const auto &cell) {
        const FullMatrix<double> &m     = cell_mass(cell);
        double                    taken = 0., left = 0.;
        for (unsigned int a = 0; a < m.m(); ++a)
          (nodes.all[nodes.of_cell[a]].is_massless ? taken : left) += m(a, a);
        if (taken == 0.)
          return;
        if (left == 0.)
          {
            std::ostringstream text;
            text << "all nodes of the cell at X = (" << cell->center()
                 << ") m are contact nodes. Use more cells across the body.";
            problem = text.str();
            return;
          }
        for (unsigned int a = 0; a < m.m(); ++a)
          {
            const SolidNode<dim> &node = nodes.all[nodes.of_cell[a]];
            moved.local_element(node.dofs[0]) +=
              node.is_massless ? -m(a, a) : m(a, a) * taken / left;
          }
      });
      throw_on_all_ranks(problem, nodes.communicator);
      moved.compress(VectorOperation::add);
      return moved;
    }

    /** Sets the distances of the nodes from the massless ones. */
    template <int dim>
    void
    measure_distances(SolidNodes<dim> &nodes)
    {
      std::vector<Point<dim>> massless;
      for (const SolidNode<dim> &node : nodes.all)
        if (node.is_massless && nodes.is_owned(node))
          massless.push_back(node.X);
      std::vector<Point<dim>> of_all;
      for (const auto &of_rank : all_gather(nodes.communicator, massless))
        of_all.insert(of_all.end(), of_rank.begin(), of_rank.end());
      const auto tree = pack_rtree(of_all);
      for (SolidNode<dim> &node : nodes.all)
        {
          std::vector<Point<dim>> nearest;
          tree.query(boost::geometry::index::nearest(node.X, 1),
                     std::back_inserter(nearest));
          node.distance = node.X.distance(nearest.front());
        }
    }

    /** The masses and what they lost and got, corrected so that the moments are
     * those of the masses; nothing where that takes more than three quarters of
     * a mass: the largest frequency would more than double. */
    template <int dim>
    std::optional<Vector>
    with_moments_kept(const SolidNodes<dim> &nodes,
                      const Vector          &mass,
                      const Vector          &moved)
    {
      const auto mass_of = [&](const SolidNode<dim> &node) {
        return mass.local_element(node.dofs[0]);
      };
      const auto geometry =
        sums(nodes, dim + 2, [&](const SolidNode<dim> &node) {
          Eigen::VectorXd g(dim + 2);
          g[0] = 1.;
          for (int i = 0; i < dim; ++i)
            g[1 + i] = node.X[i];
          g[1 + dim] = node.X.square();
          return Eigen::VectorXd(mass_of(node) * g);
        });
      std::vector<Polynomials<dim>> f(nodes.n_bodies);
      for (unsigned int body = 0; body < nodes.n_bodies; ++body)
        {
          const Eigen::VectorXd g = geometry[body] / geometry[body][0];
          for (int i = 0; i < dim; ++i)
            f[body].center[i] = g[1 + i];
          f[body].radius = std::sqrt(g[1 + dim] - f[body].center.square());
        }

      // A l = what the moments lack, A = sum m f f^T
      constexpr int n       = Polynomials<dim>::n;
      const auto    lacking = sums(nodes, n, [&](const SolidNode<dim> &node) {
        return Eigen::VectorXd(-moved.local_element(node.dofs[0]) *
                               f[node.body](node.X));
      });
      const auto matrices = sums(nodes, n * n, [&](const SolidNode<dim> &node) {
        Eigen::VectorXd A(n * n); // column after column
        A.setZero();
        if (!node.is_massless)
          {
            const Eigen::VectorXd values = f[node.body](node.X);
            const double m = mass_of(node) + moved.local_element(node.dofs[0]);
            for (int j = 0; j < n; ++j)
              A.segment(n * j, n) = (node.weight * m * values[j]) * values;
          }
        return A;
      });
      std::vector<Eigen::VectorXd> l;
      double                       smallest = 1.;
      for (unsigned int body = 0; body < nodes.n_bodies; ++body)
        {
          const Eigen::MatrixXd A =
            Eigen::Map<const Eigen::MatrixXd>(matrices[body].data(), n, n);
          // of rank below n in bodies one cell wide
          l.push_back(least_norm_solution(A, lacking[body]));
          if ((A * l[body] - lacking[body]).norm() > 1e-10 * geometry[body][0])
            smallest = 0.;
        }

      Vector result(nodes.partitioner);
      for (const SolidNode<dim> &node : nodes.all)
        if (nodes.is_owned(node) && !node.is_massless)
          {
            const double factor =
              1. + node.weight * l[node.body].dot(f[node.body](node.X));
            smallest = std::min(smallest, factor);
            for (const unsigned int dof : node.dofs)
              result.local_element(dof) =
                factor * (mass_of(node) + moved.local_element(node.dofs[0]));
          }
      if (Utilities::MPI::min(smallest, nodes.communicator) < 0.25)
        return {};
      return result;
    }
  } // namespace

  template <int dim>
  void
  remove_boundary_mass(const SolidDescription<dim> &description,
                       const Mapping<dim>          &mapping,
                       const DoFHandler<dim>       &dof_handler,
                       Vector                      &mass)
  {
    SolidNodes<dim> nodes(description, mapping, dof_handler, mass);
    if (!Utilities::MPI::logical_or(
          std::ranges::any_of(nodes.all, &SolidNode<dim>::is_massless),
          nodes.communicator))
      {
        std::string ids;
        for (const unsigned int id : description.massless_boundaries)
          ids += (ids.empty() ? "" : ", ") + std::to_string(id);
        throw InputError("No face of the mesh has the boundary id " + ids +
                           ", whose nodes would have no mass.",
                         "contact boundaries");
      }

    Vector taken(nodes.partitioner);
    for (const SolidNode<dim> &node : nodes.all)
      if (node.is_massless && nodes.is_owned(node))
        for (const unsigned int dof : node.dofs)
          taken.local_element(dof) = -mass.local_element(dof);
    if (description.boundary_mass == BoundaryMass::none)
      {
        mass += taken;
        return;
      }
    std::optional<Vector> result;
    if (description.boundary_mass == BoundaryMass::redistributed)
      result =
        with_moments_kept(nodes,
                          mass,
                          moved_to_neighbours(description, mapping, nodes));
    else
      {
        measure_distances(nodes);
        for (const double power : {2., 1., 0.}) // less on coarse meshes
          if (!result)
            {
              for (SolidNode<dim> &node : nodes.all)
                node.weight = std::pow(node.distance, power);
              result = with_moments_kept(nodes, mass, taken);
            }
      }
    if (!result)
      throw InputError(
        "'Contact/boundary mass': nodes without contact cannot take over "
        "the mass and inertia of the contact nodes. Use a finer "
        "mesh, or 'none', which leaves that mass out.");
    mass = *result;
  }

  template void
  remove_boundary_mass(const SolidDescription<2> &,
                       const Mapping<2> &,
                       const DoFHandler<2> &,
                       Vector &);
  template void
  remove_boundary_mass(const SolidDescription<3> &,
                       const Mapping<3> &,
                       const DoFHandler<3> &,
                       Vector &);
} // namespace percuss
