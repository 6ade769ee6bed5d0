// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_tests_finite_element_solids_h
#define percuss_tests_finite_element_solids_h

#include <percuss/models/solid/elastic_solid.h>
#include <percuss/parallel_algebra/petsc_algebra.h>
#include <percuss/parallel_algebra/trilinos_algebra.h>

#include <deal.II/base/function.h>
#include <deal.II/numerics/vector_tools_interpolate.h>

#include <Eigen/Core>
#include <gtest/gtest.h>

#include <set>
#include <string>

namespace percuss::test
{
  template <int d, class A>
  struct SolidCase
  {
    static constexpr int dim = d;
    using Algebra            = A;
    using Solid              = ElasticSolid<d, A>;
    using Vector             = typename A::Vector;
    using Description        = SolidDescription<d>;
    using Point              = dealii::Point<d>;
    using Tensor             = dealii::Tensor<1, d>;
  };

  using SolidCases = testing::Types<SolidCase<2, PETScAlgebra>,
                                    SolidCase<3, PETScAlgebra>,
                                    SolidCase<2, TrilinosAlgebra>,
                                    SolidCase<3, TrilinosAlgebra>>;

  /** The box [0, 2] x [0, 1] (x [0, 1]) of 2 n x n (x n) cells; boundary ids
   * 2 i and 2 i + 1 at the lower and upper end of direction i. */
  template <int dim>
  SolidDescription<dim>
  box(const unsigned int n = 1)
  {
    SolidDescription<dim> solid;
    solid.material  = {200., 0.3, 4.};
    solid.generator = "subdivided_hyper_rectangle";
    const std::string N(std::to_string(n)), N2(std::to_string(2 * n));
    solid.generator_arguments =
      dim == 2 ? N2 + ", " + N + " : 0, 0 : 2, 1 : true" :
                 N2 + ", " + N + ", " + N + " : 0, 0, 0 : 2, 1, 1 : true";
    return solid;
  }

  /** A map that distorts the box and moves its boundary, J > 0. */
  template <int dim>
  dealii::Point<dim>
  distorted(const dealii::Point<dim> &X)
  {
    dealii::Point<dim> x = X;
    for (unsigned int i = 0; i < dim; ++i)
      x[i] += 0.06 * std::sin(5. * X[(i + 1) % dim] + 2. * X[i] + i);
    return x;
  }

  template <int dim, class F>
  class VectorField final : public dealii::Function<dim>
  {
  public:
    explicit VectorField(const F &f)
      : dealii::Function<dim>(dim)
      , f(f)
    {}

    void
    vector_value(const dealii::Point<dim> &X,
                 dealii::Vector<double>   &u) const override
    {
      const dealii::Tensor<1, dim> value = f(X);
      for (unsigned int i = 0; i < dim; ++i)
        u(i) = value[i];
    }

  private:
    const F &f;
  };

  /** Nodal values of a function X -> u, zero where components are held. */
  template <int dim, class A, class Function>
  typename A::Vector
  field(const ElasticSolid<dim, A> &solid, const Function &f)
  {
    dealii::LinearAlgebra::distributed::Vector<double> values(
      solid.dof_handler.locally_owned_dofs(),
      solid.constraints.get_local_lines(),
      solid.communicator);
    dealii::VectorTools::interpolate(solid.mapping,
                                     solid.dof_handler,
                                     VectorField<dim, Function>(f),
                                     values);
    solid.constraints.set_zero(values);
    typename A::Vector x;
    solid.reinit(x);
    A::write_local(x, [&](double *const entries) {
      std::copy_n(values.begin(), values.locally_owned_size(), entries);
    });
    return x;
  }

  /** A field without any symmetry, of gradients of the order of the amplitude,
   * the same on any number of ranks. */
  template <int dim, class A>
  typename A::Vector
  arbitrary(const ElasticSolid<dim, A> &solid,
            const double                amplitude,
            const int                   seed = 0)
  {
    return field(solid, [=](const dealii::Point<dim> &X) {
      dealii::Tensor<1, dim> u;
      for (unsigned int i = 0; i < dim; ++i)
        for (unsigned int j = 0; j < dim; ++j)
          u[i] += amplitude * std::sin((2.3 + i - 0.7 * j) * X[j] + 0.9 * i +
                                       1.3 * seed + 0.4 * j * j);
      return u;
    });
  }

  template <int dim, class A>
  typename A::Vector
  elastic_force(const ElasticSolid<dim, A> &solid, const typename A::Vector &q)
  {
    typename A::Vector s;
    solid.reinit(s);
    solid.elastic_force(q, s);
    return s;
  }

  template <int dim, class A>
  double
  energy(const ElasticSolid<dim, A> &solid, const typename A::Vector &q)
  {
    return solid.strain_energy(q, elastic_force(solid, q));
  }

  template <int dim, class A>
  typename A::Vector
  momentum(const ElasticSolid<dim, A> &solid, const typename A::Vector &v)
  {
    typename A::Vector p;
    solid.reinit(p);
    solid.momentum(v, v, p);
    return p;
  }

  template <int dim, class A>
  typename A::Vector
  load(const ElasticSolid<dim, A> &solid, const double t)
  {
    typename A::Vector F;
    solid.reinit(F);
    solid.load(t, F);
    return F;
  }

  /** K q = F(t), linear. */
  template <int dim, class A>
  typename A::Vector
  static_solution(const ElasticSolid<dim, A> &solid, const double t = 0.)
  {
    typename A::Vector       q;
    typename A::Matrix       K;
    typename A::LinearSolver solver;
    solid.reinit(q);
    solid.iteration_matrix({0., 0., 1.}, {}, K);
    solver.factorize(K);
    solver.solve(q, load(solid, t));
    return q;
  }

  /** u(X) of a component. */
  template <int dim, class A>
  double
  value(const ElasticSolid<dim, A> &solid,
        const typename A::Vector   &u,
        const dealii::Point<dim>   &X,
        const unsigned int          component)
  {
    const SparseRows<A> row({solid.point_value(X, component)},
                            solid.dof_handler.locally_owned_dofs(),
                            solid.communicator);
    double              result;
    row.vmult(u, {&result, 1});
    return result;
  }

  /** All entries, on all ranks. */
  template <int dim, class A>
  Eigen::VectorXd
  gather(const ElasticSolid<dim, A> &solid, const typename A::Vector &x)
  {
    Eigen::VectorXd all(solid.n_dofs());
    all.setZero();
    const auto &owned = solid.dof_handler.locally_owned_dofs();
    A::read_local(x, [&](const double *const local) {
      for (const auto dof : owned)
        all(static_cast<Eigen::Index>(dof)) =
          local[owned.index_within_set(dof)];
    });
    MPI_Allreduce(MPI_IN_PLACE,
                  all.data(),
                  static_cast<int>(all.size()),
                  MPI_DOUBLE,
                  MPI_SUM,
                  solid.communicator);
    return all;
  }

  /** The matrix of a linear map (x, y): y = B x, by its unit vectors. */
  template <int dim, class A, class Map>
  Eigen::MatrixXd
  dense(const ElasticSolid<dim, A> &solid, const Map &map)
  {
    const auto     &owned = solid.dof_handler.locally_owned_dofs();
    const auto      n     = static_cast<Eigen::Index>(solid.n_dofs());
    Eigen::MatrixXd B(n, n);

    typename A::Vector x, y;
    solid.reinit(x);
    solid.reinit(y);
    for (Eigen::Index j = 0; j < n; ++j)
      {
        A::write_local(x, [&](double *const local) {
          for (const auto dof : owned)
            local[owned.index_within_set(dof)] =
              static_cast<Eigen::Index>(dof) == j ? 1. : 0.;
        });
        map(x, y);
        B.col(j) = gather(solid, y);
      }
    return B;
  }

  template <int dim, class A>
  Eigen::MatrixXd
  dense_matrix(const ElasticSolid<dim, A> &solid, const typename A::Matrix &B)
  {
    return dense(solid, [&](const auto &x, auto &y) { A::vmult(B, y, x); });
  }

  /** Calls visit(X, id, i) of the vertices of this rank, i the first of dim
   * entries, id the material. */
  template <int dim, class A, class Visit>
  void
  for_each_vertex(const ElasticSolid<dim, A> &solid, const Visit &visit)
  {
    const auto &owned = solid.dof_handler.locally_owned_dofs();
    std::set<dealii::types::global_dof_index> done;
    for (const auto &cell : solid.dof_handler.active_cell_iterators())
      if (cell->is_locally_owned())
        for (const unsigned int v : cell->vertex_indices())
          if (const auto dof = cell->vertex_dof_index(v, 0);
              owned.is_element(dof) && done.insert(dof).second)
            visit(cell->vertex(v),
                  cell->material_id(),
                  owned.index_within_set(dof));
  }
} // namespace percuss::test

#endif
