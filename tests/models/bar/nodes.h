// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_tests_finite_element_nodes_h
#define percuss_tests_finite_element_nodes_h

#include <percuss/models/bar/elastic_bar.h>
#include <percuss/parallel_algebra/petsc_algebra.h>
#include <percuss/parallel_algebra/trilinos_algebra.h>

#include <Eigen/Core>
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace percuss::test
{
  using BarAlgebras = testing::Types<PETScAlgebra, TrilinosAlgebra>;

  /** rho A = 2, E A = 4.5. */
  inline BarDescription
  bar_of(const double length, const unsigned int n_elements)
  {
    BarDescription bar;
    bar.length         = length;
    bar.n_elements     = n_elements;
    bar.cross_section  = 0.5;
    bar.youngs_modulus = 9.;
    bar.density        = 4.;
    return bar;
  }

  /** Bars in a row at distances of 0.25 m. */
  inline BarRowDescription
  row_of(const std::vector<BarDescription> &bars)
  {
    BarRowDescription row;
    row.bars = bars;
    row.gaps_between_bars.assign(bars.size() - 1, 0.25);
    return row;
  }

  /** Nodes of all bars from left to right, whatever the mesh's numbering. */
  template <Algebra A>
  class Nodes
  {
  public:
    using Vector = typename A::Vector;

    explicit Nodes(const ElasticBar<A> &bars)
      : bars(bars)
    {
      Vector x;
      bars.reinit(x);
      Eigen::VectorXd X(bars.n_dofs());
      X.setZero();
      std::vector<BarDofs::Index> dofs(bars.element.n_dofs_per_cell());
      for (const BarElement &cell : bars.mesh.own_elements())
        {
          bars.numbering.of_element(cell, dofs);
          for (unsigned int i = 0; i < dofs.size(); ++i)
            if (owned().is_element(dofs[i]))
              X(static_cast<Eigen::Index>(dofs[i])) =
                cell.left + cell.length * bars.element.unit_support_point(i)[0];
        }
      sum(X);
      for (Eigen::Index dof = 0; dof < X.size(); ++dof)
        order.push_back(dof);
      std::sort(order.begin(), order.end(), [&](const auto i, const auto j) {
        return X(i) < X(j);
      });
      coordinates = X(order);
    }

    Eigen::VectorXd
    gather(const Vector &x) const
    {
      Eigen::VectorXd all = Eigen::VectorXd::Zero(coordinates.size());
      A::read_local(x, [&](const double *local) {
        for (const auto dof : owned())
          all(static_cast<Eigen::Index>(dof)) =
            local[owned().index_within_set(dof)];
      });
      sum(all);
      return all(order);
    }

    Vector
    scatter(const Eigen::VectorXd &values) const
    {
      Vector x;
      bars.reinit(x);
      A::write_local(x, [&](double *local) {
        for (std::size_t i = 0; i < order.size(); ++i)
          if (const auto dof = static_cast<unsigned int>(order[i]);
              owned().is_element(dof))
            local[owned().index_within_set(dof)] =
              values(static_cast<Eigen::Index>(i));
      });
      return x;
    }

    /** The matrix of a linear map (x, y): y = B x, by its unit vectors. */
    template <class Map>
    Eigen::MatrixXd
    matrix(const Map &map) const
    {
      const Eigen::Index n = coordinates.size();
      Eigen::MatrixXd    B(n, n);
      Vector             y;
      bars.reinit(y);
      for (Eigen::Index j = 0; j < n; ++j)
        {
          map(scatter(Eigen::VectorXd::Unit(n, j)), y);
          B.col(j) = gather(y);
        }
      return B;
    }

    Eigen::MatrixXd
    mass() const
    {
      return matrix([&](const auto &x, auto &y) { bars.momentum(x, x, y); });
    }

    Eigen::MatrixXd
    stiffness() const
    {
      return matrix([&](const auto &x, auto &y) { bars.elastic_force(x, y); });
    }

    Eigen::VectorXd coordinates; ///< ascending [m]

  private:
    const dealii::IndexSet &
    owned() const
    {
      return bars.numbering.owned;
    }

    static void
    sum(Eigen::VectorXd &all)
    {
      MPI_Allreduce(MPI_IN_PLACE,
                    all.data(),
                    static_cast<int>(all.size()),
                    MPI_DOUBLE,
                    MPI_SUM,
                    MPI_COMM_WORLD);
    }

    const ElasticBar<A>      &bars;
    std::vector<Eigen::Index> order;
  };
} // namespace percuss::test

#endif
