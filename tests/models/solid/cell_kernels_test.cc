// SPDX-License-Identifier: Apache-2.0

// The sums over cells by SIMD lanes: for each instruction set of this processor
// they are those of the matrices of cells and of the laws of a point.

#include "simplex_box.h"
#include "solids.h"

#include <percuss/models/solid/solid_elements.h>

#include <deal.II/dofs/dof_tools.h>

#include <cmath>
#include <random>

namespace percuss::test::cell_kernels_test
{
  using dealii::FullMatrix;
  using dealii::Point;
  using dealii::Tensor;

  template <int d>
  struct Dimension
  {
    static constexpr int dim = d;
  };
  template <class Case>
  class CellKernels : public testing::Test
  {};
  using Dimensions = testing::Types<Dimension<2>, Dimension<3>>;
  TYPED_TEST_SUITE(CellKernels, Dimensions);

  /** Cells of a box, all affine, none, or the first half; of a parallelepiped;
   * or triangles and tetrahedra. */
  enum class Cells
  {
    affine,
    skewed,
    general,
    both,
    simplices
  };
  constexpr Cells all_cells[] = {Cells::affine,
                                 Cells::skewed,
                                 Cells::general,
                                 Cells::both,
                                 Cells::simplices};

  std::vector<unsigned int>
  degrees(const Cells cells)
  {
    return cells == Cells::simplices ? std::vector{1u} : std::vector{1u, 2u};
  }

  template <int dim>
  SolidDescription<dim>
  mesh_of(const Cells cells, const ElasticLaw law, const unsigned int degree)
  {
    SolidDescription<dim> solid =
      cells == Cells::simplices ? box_of_simplices<dim>(2) : box<dim>(2);
    solid.law       = law;
    solid.degree    = degree;
    solid.thickness = dim == 2 ? 0.3 : 1.;
    if (cells == Cells::skewed)
      solid.map = [](const Point<dim> &X) {
        Point<dim> x = X;
        for (unsigned int i = 0; i < dim; ++i)
          for (unsigned int j = 0; j < dim; ++j)
            x[i] += 0.1 * (1. + i - 2. * j) * X[j];
        return x;
      };
    else if (cells != Cells::affine)
      solid.map = [cells](const Point<dim> &X) {
        return cells != Cells::both || X[0] > 1. + 1e-9 ? distorted(X) : X;
      };
    return solid;
  }

  /** SolidElements of a solid for each instruction set. */
  template <int dim>
  struct Problem
  {
    using Solid       = ElasticSolid<dim, PETScAlgebra>;
    using Partitioner = dealii::Utilities::MPI::Partitioner;
    using Elements    = SolidElements<dim>;

    explicit Problem(const SolidDescription<dim> &description)
      : solid(description, MPI_COMM_WORLD)
      , partitioner(solid.dof_handler.locally_owned_dofs(),
                    solid.constraints.get_local_lines(),
                    MPI_COMM_WORLD)
    {
      for (const percuss::CellKernels &kernels :
           all_cell_kernels(dim,
                            description.degree,
                            cell_law(description),
                            cell_shape(solid.dof_handler)))
        elements.push_back(std::make_unique<const Elements>(solid.description,
                                                            solid.mapping,
                                                            solid.dof_handler,
                                                            partitioner,
                                                            kernels));
    }

    std::vector<double>
    zero() const
    {
      return std::vector<double>(partitioner.locally_owned_size() +
                                 partitioner.n_ghost_indices());
    }

    std::vector<double>
    random(const double amplitude, const unsigned int seed) const
    {
      std::mt19937                     generator(seed);
      std::uniform_real_distribution<> number(-amplitude, amplitude);
      std::vector<double>              x = zero();
      for (double &entry : x)
        entry = number(generator);
      return x;
    }

    /** u(X) = H X, whatever is held. */
    std::vector<double>
    linear_field(const Tensor<2, dim> &H) const
    {
      std::map<dealii::types::global_dof_index, Point<dim>> points;
      dealii::DoFTools::map_dofs_to_support_points(solid.mapping,
                                                   solid.dof_handler,
                                                   points);
      std::vector<double> x = zero();
      for (const auto &cell : solid.dof_handler.active_cell_iterators())
        if (cell->is_locally_owned())
          {
            const auto dofs = dofs_of(cell);
            for (unsigned int i = 0; i < dofs.size(); ++i)
              x[partitioner.global_to_local(dofs[i])] =
                (H *
                 points.at(
                   dofs[i]))[solid.element.system_to_component_index(i).first];
          }
      return x;
    }

    template <class Cell>
    std::vector<dealii::types::global_dof_index>
    dofs_of(const Cell &cell) const
    {
      std::vector<dealii::types::global_dof_index> dofs(
        solid.element.n_dofs_per_cell());
      cell->get_dof_indices(dofs);
      return dofs;
    }

    /** sum K_e y, K_e of @p matrix(number, K) */
    template <class CellMatrix>
    std::vector<double>
    product(const CellMatrix &matrix, const std::vector<double> &y) const
    {
      std::vector<double> z = zero();
      FullMatrix<double>  K(solid.element.n_dofs_per_cell());
      unsigned int        number = 0;
      for (const auto &cell : solid.dof_handler.active_cell_iterators())
        if (cell->is_locally_owned())
          {
            matrix(number++, K);
            const auto dofs = dofs_of(cell);
            for (unsigned int i = 0; i < dofs.size(); ++i)
              for (unsigned int j = 0; j < dofs.size(); ++j)
                z[partitioner.global_to_local(dofs[i])] +=
                  K(i, j) * y[partitioner.global_to_local(dofs[j])];
          }
      return z;
    }

    const Solid                                  solid;
    const Partitioner                            partitioner;
    std::vector<std::unique_ptr<const Elements>> elements;
  };

  double
  norm(const std::vector<double> &x)
  {
    double square = 0.;
    for (const double entry : x)
      square += entry * entry;
    return std::sqrt(square);
  }

  double
  distance(std::vector<double> x, const std::vector<double> &y)
  {
    for (std::size_t i = 0; i < x.size(); ++i)
      x[i] -= y[i];
    return norm(x);
  }

  template <int dim>
  void
  compare_linear(const SolidDescription<dim> &description)
  {
    const Problem<dim> problem(description);
    const auto         y = problem.random(1., 3);
    ASSERT_GE(problem.elements.size(), 1u);
    for (const auto &elements : problem.elements)
      {
        const auto reference = problem.product(
          [&](const unsigned int cell, FullMatrix<double> &K) {
            elements->stiffness(cell, K);
          },
          y);
        auto force = problem.zero(), product = force;
        EXPECT_TRUE(elements->add_force(y.data(), force.data()));
        elements->add_product(force.data(), y.data(), product.data());
        EXPECT_LE(distance(force, reference), 1e-13 * norm(reference));
        EXPECT_EQ(force, product);
      }
  }

  TYPED_TEST(CellKernels, LinearForceIsThatOfTheMatrices)
  {
    constexpr int dim = TypeParam::dim;
    for (const Cells cells : all_cells)
      for (const unsigned int degree : degrees(cells))
        compare_linear(mesh_of<dim>(cells, ElasticLaw::linear, degree));
  }

  TEST(AxisymmetricKernels, ForceIsThatOfTheMatrices)
  {
    for (const Cells cells : all_cells)
      for (const unsigned int degree : degrees(cells))
        {
          auto description = mesh_of<2>(cells, ElasticLaw::linear, degree);
          description.kinematics = Kinematics::axisymmetric;
          if (cells != Cells::affine && cells != Cells::both) // r > 0
            description.map = [](const Point<2> &X) {
              return distorted(X) + Tensor<1, 2>({1., 0.});
            };
          compare_linear(description);
        }
  }

  constexpr ElasticLaw finite_laws[] = {ElasticLaw::st_venant_kirchhoff,
                                        ElasticLaw::neo_hookean};

  TYPED_TEST(CellKernels, ProductIsThatOfTheTangents)
  {
    constexpr int dim = TypeParam::dim;
    for (const ElasticLaw law : finite_laws)
      for (const Cells cells : all_cells)
        for (const unsigned int degree : degrees(cells))
          {
            const Problem<dim> problem(mesh_of<dim>(cells, law, degree));
            const auto         q = problem.random(0.02, 1);
            const auto         y = problem.random(1., 2);
            for (const auto &elements : problem.elements)
              {
                const auto reference = problem.product(
                  [&](const unsigned int cell, FullMatrix<double> &K) {
                    elements->tangent(cell, q.data(), K);
                  },
                  y);
                auto product = problem.zero();
                elements->add_product(q.data(), y.data(), product.data());
                EXPECT_LE(distance(product, reference),
                          1e-13 * norm(reference));
              }
          }
  }

  template <int dim>
  void
  compare_with_point(const auto         &law,
                     const Problem<dim> &problem,
                     const double        volume)
  {
    std::mt19937                     generator(5);
    std::uniform_real_distribution<> number(-1., 1.);
    int                              n_right = 0, n_large = 0;
    for (int k = 0; k < 200; ++k)
      {
        const double   amplitude = std::pow(10., -8. + 0.045 * k);
        Tensor<2, dim> H, dH;
        for (int i = 0; i < dim; ++i)
          for (int j = 0; j < dim; ++j)
            {
              H[i][j]  = amplitude * number(generator);
              dH[i][j] = number(generator);
            }
        const VolumeChange<dim> J(H);
        const auto q = problem.linear_field(H), y = problem.linear_field(dH);
        for (const auto &elements : problem.elements)
          {
            auto         force    = problem.zero();
            const bool   is_right = elements->add_force(q.data(), force.data());
            const double energy   = elements->strain_energy(q.data());
            EXPECT_EQ(is_right, J.total > -1.);
            EXPECT_EQ(std::isnan(energy), !is_right);
            EXPECT_EQ(elements->inverted_point(q.data()).has_value(),
                      !is_right);
            if (!is_right)
              continue;
            ++n_right;
            n_large += J.total > 0.45 || J.total < -0.3;
            const Tensor<2, dim> P = law.stress(H, J);
            EXPECT_NEAR(energy,
                        volume * law.energy(H, J),
                        1e-12 * volume * law.energy(H, J) +
                          1e-14 * H.norm_square());
            double power = 0.;
            for (std::size_t i = 0; i < y.size(); ++i)
              power += force[i] * y[i];
            EXPECT_NEAR(power,
                        volume * scalar_product(P, dH),
                        1e-12 * volume * P.norm() * dH.norm());
          }
      }
    EXPECT_GT(n_right, 100);
    EXPECT_GT(n_large, 10);
  }

  // Uniform gradients from 1e-8 to 10, J from zero to large: energy and power of
  // the forces are those of a point times the volume; where J <= 0 it is seen.
  TYPED_TEST(CellKernels, FiniteStrainsAreThoseOfAPoint)
  {
    constexpr int dim = TypeParam::dim;
    if (dealii::Utilities::MPI::n_mpi_processes(MPI_COMM_WORLD) > 1)
      GTEST_SKIP() << "sums over the cells of one rank";
    for (const ElasticLaw finite : finite_laws)
      for (const auto &[cells, degree] : {std::pair(Cells::affine, 1u),
                                          std::pair(Cells::affine, 2u),
                                          std::pair(Cells::simplices, 1u)})
        {
          auto description = mesh_of<dim>(cells, finite, degree);
          description.map  = {};
          const Problem<dim>  problem(description);
          const LameConstants lame(description.material,
                                   description.kinematics);
          const double        volume = 2. * description.thickness;
          if (finite == ElasticLaw::neo_hookean)
            compare_with_point<dim>(NeoHookean<dim>{lame}, problem, volume);
          else
            compare_with_point<dim>(StVenantKirchhoff<dim>{lame},
                                    problem,
                                    volume);
        }
  }

  // A rotation by a small angle about an axis, and a strain that has none.
  TYPED_TEST(CellKernels, RotationsOfCells)
  {
    constexpr int dim = TypeParam::dim;
    for (const Cells cells : all_cells)
      {
        const Problem<dim> problem(mesh_of<dim>(cells, ElasticLaw::linear, 1u));
        if (problem.elements.front()->n_cells() == 0)
          continue;
        Tensor<2, dim> H;
        H[0][0]      = 0.4;
        H[1][0]      = 0.003;
        H[0][1]      = -0.001;
        const auto q = problem.linear_field(H);
        for (const auto &elements : problem.elements)
          EXPECT_NEAR(elements->largest_rotation(q.data()), 0.002, 1e-15);
      }
  }

  TYPED_TEST(CellKernels, CongruentCells)
  {
    constexpr int dim         = TypeParam::dim;
    const auto    n_congruent = [](const Cells cells) {
      const Problem<dim> problem(mesh_of<dim>(cells, ElasticLaw::linear, 1u));
      const auto        &elements = *problem.elements.back();
      unsigned int       n        = 0;
      for (unsigned int cell = 1; cell < elements.n_cells(); ++cell)
        n += elements.are_congruent(cell, cell - 1);
      return std::pair(n, elements.n_cells());
    };
    const auto [same, n] = n_congruent(Cells::affine);
    EXPECT_EQ(same + (n > 0 ? 1 : 0), n);
    EXPECT_EQ(n_congruent(Cells::general).first, 0u);
  }
} // namespace percuss::test::cell_kernels_test
