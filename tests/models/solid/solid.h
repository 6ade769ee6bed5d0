// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_tests_contact_solid_h
#define percuss_tests_contact_solid_h

#include <percuss/models/solid/contact_surface.h>
#include <percuss/parallel_algebra/petsc_algebra.h>
#include <percuss/parallel_algebra/trilinos_algebra.h>

#include <deal.II/base/mpi.h>
#include <deal.II/distributed/tria.h>
#include <deal.II/dofs/dof_tools.h>
#include <deal.II/fe/fe_q.h>
#include <deal.II/fe/fe_system.h>
#include <deal.II/fe/mapping_q.h>
#include <deal.II/grid/grid_generator.h>
#include <deal.II/lac/affine_constraints.h>

#include <functional>
#include <map>

namespace percuss::test
{
  using dealii::Point;
  using dealii::Tensor;

  /** A displacement field on a mesh: what a finite-element solid has. */
  template <int dim>
  struct Solid
  {
    using Mesh = dealii::parallel::distributed::Triangulation<dim>;

    Solid(const std::function<void(Mesh &)> &make_mesh,
          const unsigned int                 degree,
          const MPI_Comm                     communicator = MPI_COMM_WORLD)
      : mesh(communicator)
      , mapping(degree)
      , element(dealii::FE_Q<dim>(degree), dim)
      , dof_handler(mesh)
    {
      make_mesh(mesh);
      dof_handler.distribute_dofs(element);
      dealii::DoFTools::extract_locally_relevant_dofs(dof_handler, relevant);
      held.reinit(relevant);
    }

    /** Holds component @p d where @p is_held says so. */
    void
    hold(const unsigned int                             d,
         const std::function<bool(const Point<dim> &)> &is_held)
    {
      for (const auto &[dof, X] : positions())
        if (component(dof) == d && is_held(X))
          held.add_line(dof);
    }

    /** Nodal values of f; components that are held are zero. */
    template <class A>
    typename A::Vector
    interpolate(
      const std::function<Tensor<1, dim>(const Point<dim> &)> &f) const
    {
      const auto        &owned = dof_handler.locally_owned_dofs();
      typename A::Vector x(owned, mesh.get_communicator());
      const auto         X = positions();
      A::write_local(x, [&](double *local) {
        for (const auto dof : owned)
          local[owned.index_within_set(dof)] =
            held.is_constrained(dof) ? 0. : f(X.at(dof))[component(dof)];
      });
      return x;
    }

    /** Numbers that no symmetry relates, as a field. */
    template <class A>
    typename A::Vector
    irregular(const double size, const double seed) const
    {
      return interpolate<A>([=](const Point<dim> &X) {
        Tensor<1, dim> v;
        for (unsigned int d = 0; d < dim; ++d)
          v[d] = size * std::sin(seed + 17. * (X[0] + 2. * d) +
                                 29. * X[1] * X[1] + 41. * X[dim - 1]);
        return v;
      });
    }

    ContactSurface<dim>
    surface(const std::set<dealii::types::boundary_id> &ids,
            const typename ContactSurface<dim>::Weight &weight = {}) const
    {
      return {dof_handler, mapping, ids, weight};
    }

    Mesh                              mesh;
    dealii::MappingQ<dim>             mapping;
    dealii::FESystem<dim>             element;
    dealii::DoFHandler<dim>           dof_handler;
    dealii::IndexSet                  relevant;
    dealii::AffineConstraints<double> held;

  private:
    std::map<dealii::types::global_dof_index, Point<dim>>
    positions() const
    {
      std::map<dealii::types::global_dof_index, Point<dim>> X;
      dealii::DoFTools::map_dofs_to_support_points(mapping, dof_handler, X);
      return X;
    }

    // by the consecutive numbers of a node's components
    unsigned int
    component(const dealii::types::global_dof_index dof) const
    {
      return static_cast<unsigned int>(dof % dim);
    }
  };

  /** [0, 1]^dim, n elements along each edge; ids 0, 1: x = 0, 1 and so on. */
  template <int dim>
  auto
  cube(const unsigned int n)
  {
    return [n](typename Solid<dim>::Mesh &mesh) {
      dealii::GridGenerator::subdivided_hyper_cube(mesh, n, 0., 1., true);
    };
  }

  /** Half a ball of radius 1 with x > 0; ids 0: round, 1: flat. */
  template <int dim>
  auto
  half_ball(const unsigned int refinements)
  {
    return [refinements](typename Solid<dim>::Mesh &mesh) {
      dealii::GridGenerator::half_hyper_ball(mesh);
      mesh.refine_global(refinements);
    };
  }
} // namespace percuss::test

#endif
