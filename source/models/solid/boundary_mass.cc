// SPDX-License-Identifier: Apache-2.0
#include <percuss/algebra/orthogonal_factors.h>
#include <percuss/base/exceptions.h>
#include <percuss/finite_element/first_message.h>
#include <percuss/models/solid/boundary_mass.h>
#include <percuss/models/solid/cell_mass.h>

#include <deal.II/fe/fe_values.h>
#include <deal.II/numerics/rtree.h>

#include <Eigen/Core>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <numeric>
#include <optional>
#include <set>
#include <sstream>

namespace percuss
{
  using namespace dealii;

  namespace
  {
    using Vector = LinearAlgebra::distributed::Vector<double>;

    /** Disjoint sets of the numbers below n. */
    class Sets
    {
    public:
      explicit Sets(const unsigned int n)
        : parent(n)
      {
        std::iota(parent.begin(), parent.end(), 0u);
      }

      unsigned int
      find(unsigned int i)
      {
        for (; parent[i] != i; i = parent[i])
          parent[i] = parent[parent[i]];
        return i;
      }

      void
      join(const unsigned int i, const unsigned int j)
      {
        parent[find(i)] = find(j);
      }

    private:
      std::vector<unsigned int> parent;
    };

    template <int dim>
    struct Node
    {
      std::array<unsigned int, dim> dofs; // local numbers
      Point<dim>                    X;
      bool                          is_massless = false;
      unsigned int                  body        = 0;
      double                        distance    = 0.; // of massless nodes
      double                        weight      = 1.; // s
    };

    /** The nodes of this rank's cells. */
    template <int dim>
    class Nodes
    {
    public:
      using Cell = typename DoFHandler<dim>::active_cell_iterator;

      Nodes(const SolidDescription<dim> &description,
            const Mapping<dim>          &mapping,
            const DoFHandler<dim>       &dof_handler,
            const Vector                &mass)
        : dof_handler(dof_handler)
        , partitioner(mass.get_partitioner())
        , communicator(mass.get_mpi_communicator())
        , of_dof(n_local(), numbers::invalid_unsigned_int)
        , dofs(dof_handler.get_fe().n_dofs_per_cell())
        , of_cell(dof_handler.get_fe().base_element(0).n_dofs_per_cell())
      {
        const FiniteElement<dim> &element = dof_handler.get_fe();
        const FiniteElement<dim> &scalar  = element.base_element(0);
        FEValues<dim>             points(mapping,
                             scalar,
                             Quadrature<dim>(scalar.get_unit_support_points()),
                             update_quadrature_points);
        Vector                    marks(partitioner);
        for_each_cell([&](const Cell &cell) {
          points.reinit(
            static_cast<typename Triangulation<dim>::active_cell_iterator>(
              cell));
          for (unsigned int a = 0; a < of_cell.size(); ++a)
            {
              Node<dim> node;
              for (unsigned int i = 0; i < dim; ++i)
                node.dofs[i] = partitioner->global_to_local(
                  dofs[element.component_to_system_index(i, a)]);
              unsigned int &number = of_dof[node.dofs[0]];
              if (number == numbers::invalid_unsigned_int)
                {
                  number = static_cast<unsigned int>(all.size());
                  node.X = points.quadrature_point(a);
                  all.push_back(node);
                }
              for (const unsigned int face : cell->face_indices())
                if (cell->face(face)->at_boundary() &&
                    description.massless_boundaries.count(
                      cell->face(face)->boundary_id()) > 0 &&
                    scalar.has_support_on_face(a, face))
                  marks.local_element(node.dofs[0]) = 1.;
            }
        });
        marks.compress(VectorOperation::add);
        marks.update_ghost_values();
        for (Node<dim> &node : all)
          node.is_massless = marks.local_element(node.dofs[0]) > 0.;
        number_bodies();
      }

      /** Calls function(cell) for the cells of this rank; of_cell are then the
       * numbers of the cell's nodes (once they have some). */
      template <class Function>
      void
      for_each_cell(const Function &function)
      {
        const FiniteElement<dim> &element = dof_handler.get_fe();
        for (const Cell &cell : dof_handler.active_cell_iterators())
          if (cell->is_locally_owned())
            {
              cell->get_dof_indices(dofs);
              for (unsigned int a = 0; a < of_cell.size(); ++a)
                of_cell[a] = of_dof[partitioner->global_to_local(
                  dofs[element.component_to_system_index(0, a)])];
              function(cell);
            }
      }

      bool
      is_owned(const Node<dim> &node) const
      {
        return node.dofs[0] < partitioner->locally_owned_size();
      }

      unsigned int
      n_local() const
      {
        return partitioner->locally_owned_size() +
               partitioner->n_ghost_indices();
      }

      const DoFHandler<dim>                                   &dof_handler;
      const std::shared_ptr<const Utilities::MPI::Partitioner> partitioner;
      const MPI_Comm                                           communicator;
      std::vector<Node<dim>>                                   all;
      unsigned int                                             n_bodies = 0;

    private:
      /** Cells with a common node belong to one body. */
      void
      number_bodies()
      {
        Sets sets(static_cast<unsigned int>(all.size()));
        for_each_cell([&](const Cell &) {
          for (const unsigned int node : of_cell)
            sets.join(node, of_cell[0]);
        });
        // a body's smallest number goes from rank to rank
        std::vector<double> label(all.size(), 0.), old;
        for (std::size_t i = 0; i < all.size(); ++i)
          label[i] = double(partitioner->local_to_global(all[i].dofs[0]));
        do
          {
            old                          = label;
            std::vector<double> smallest = label;
            for (unsigned int i = 0; i < all.size(); ++i)
              {
                double &value = smallest[sets.find(i)];
                value         = std::min(value, label[i]);
              }
            Vector values(partitioner);
            for (unsigned int i = 0; i < n_local(); ++i)
              values.local_element(i) = std::numeric_limits<double>::max();
            for (unsigned int i = 0; i < all.size(); ++i)
              values.local_element(all[i].dofs[0]) = smallest[sets.find(i)];
            values.compress(VectorOperation::min);
            values.update_ghost_values();
            for (unsigned int i = 0; i < all.size(); ++i)
              label[i] = values.local_element(all[i].dofs[0]);
        } while (Utilities::MPI::logical_or(label != old, communicator));

        const std::set<double> here(label.begin(), label.end());
        std::set<double>       labels;
        for (const auto &of_rank : Utilities::MPI::all_gather(
               communicator, std::vector<double>(here.begin(), here.end())))
          labels.insert(of_rank.begin(), of_rank.end());
        n_bodies = static_cast<unsigned int>(labels.size());
        for (std::size_t i = 0; i < all.size(); ++i)
          all[i].body = static_cast<unsigned int>(
            std::distance(labels.begin(), labels.find(label[i])));
      }

      std::vector<unsigned int>            of_dof; // by a node's first number
      std::vector<types::global_dof_index> dofs;

    public:
      std::vector<unsigned int> of_cell;
    };

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
    sums(const Nodes<dim> &nodes, const int n, const Function &function)
    {
      const auto          size = static_cast<std::size_t>(n);
      std::vector<double> values(size * nodes.n_bodies, 0.);
      for (const Node<dim> &node : nodes.all)
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
      const std::string message = first_message(problem, communicator);
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
                        Nodes<dim>                  &nodes)
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
            const Node<dim> &node = nodes.all[nodes.of_cell[a]];
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
    measure_distances(Nodes<dim> &nodes)
    {
      std::vector<Point<dim>> massless;
      for (const Node<dim> &node : nodes.all)
        if (node.is_massless && nodes.is_owned(node))
          massless.push_back(node.X);
      std::vector<Point<dim>> of_all;
      for (const auto &of_rank :
           Utilities::MPI::all_gather(nodes.communicator, massless))
        of_all.insert(of_all.end(), of_rank.begin(), of_rank.end());
      const auto tree = pack_rtree(of_all);
      for (Node<dim> &node : nodes.all)
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
    with_moments_kept(const Nodes<dim> &nodes,
                      const Vector     &mass,
                      const Vector     &moved)
    {
      const auto mass_of = [&](const Node<dim> &node) {
        return mass.local_element(node.dofs[0]);
      };
      const auto geometry = sums(nodes, dim + 2, [&](const Node<dim> &node) {
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
      constexpr int n        = Polynomials<dim>::n;
      const auto    lacking  = sums(nodes, n, [&](const Node<dim> &node) {
        return Eigen::VectorXd(-moved.local_element(node.dofs[0]) *
                               f[node.body](node.X));
      });
      const auto    matrices = sums(nodes, n * n, [&](const Node<dim> &node) {
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
      for (const Node<dim> &node : nodes.all)
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
    Nodes<dim> nodes(description, mapping, dof_handler, mass);
    if (!Utilities::MPI::logical_or(
          std::ranges::any_of(nodes.all, &Node<dim>::is_massless),
          nodes.communicator))
      throw InputError(
        "'Contact/boundary mass': no face of the mesh has the id of a "
        "contact boundary.");

    Vector taken(nodes.partitioner);
    for (const Node<dim> &node : nodes.all)
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
              for (Node<dim> &node : nodes.all)
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
