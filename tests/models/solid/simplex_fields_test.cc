// SPDX-License-Identifier: Apache-2.0

// Fields of triangles and tetrahedra, of bodies and of contact surfaces.

#include "simplex_box.h"
#include "solid_run.h"

#include <percuss/models/solid/cauchy_stress.h>

#include <cmath>

namespace percuss::test::simplex_fields_test
{
  template <class Space>
  class SimplexFields : public testing::Test
  {
  public:
    static constexpr int    dim       = Space::dim;
    static constexpr double tolerance = 3e-6; // of single precision

    /** Values of a field H X at the points of a file. */
    static void
    expect_linear(const VtuFile                &file,
                  const char                   *name,
                  const dealii::Tensor<2, dim> &H)
    {
      const auto points = file.points(), values = file.vectors(name);
      ASSERT_EQ(values.size(), points.size());
      for (std::size_t k = 0; k < points.size(); ++k)
        for (unsigned int i = 0; i < dim; ++i)
          {
            double expected = 0.;
            for (unsigned int j = 0; j < dim; ++j)
              expected += H[i][j] * points[k][j];
            EXPECT_NEAR(values[k][i], expected, tolerance) << name;
          }
    }

    static void
    expect_cells(const VtuFile      &file,
                 const unsigned int  type,
                 const std::size_t   n_nodes,
                 const unsigned long n_cells)
    {
      const auto types = file.template array<std::uint8_t>("types");
      for (const unsigned int of_cell : types)
        EXPECT_EQ(of_cell, type);
      EXPECT_EQ(dealii::Utilities::MPI::sum(types.size(), MPI_COMM_WORLD),
                n_cells);
      EXPECT_EQ(file.template array<std::int32_t>("connectivity").size(),
                n_nodes * types.size());
    }
  };
  TYPED_TEST_SUITE(SimplexFields, Spaces);

  TYPED_TEST(SimplexFields, LinearFieldsAndTheirStress)
  {
    constexpr int          dim = TypeParam::dim;
    dealii::Tensor<2, dim> H, L;
    for (unsigned int i = 0; i < dim; ++i)
      for (unsigned int j = 0; j < dim; ++j)
        {
          H[i][j] = 0.1 * std::cos(3. * i + j + 1.);
          L[i][j] = std::sin(2. * i + j);
        }
    auto description                 = box_of_simplices<dim>(2);
    description.law                  = ElasticLaw::neo_hookean;
    description.initial_displacement = linear_field<dim>(H);
    description.initial_velocity     = linear_field<dim>(L);
    const unsigned int                                   side = 2 * dim - 2;
    const SolidRun<dim, typename TypeParam::AlgebraType> run(description, side);

    const VtuFile bodies = run.write("solution");
    this->expect_cells(bodies,
                       dim == 2 ? 5 : 10,
                       dim + 1,
                       description.mesh->cells.size());
    this->expect_linear(bodies, "displacement", H);
    this->expect_linear(bodies, "velocity", L);
    dealii::Tensor<2, 3> H_space;
    for (unsigned int i = 0; i < dim; ++i)
      for (unsigned int j = 0; j < dim; ++j)
        H_space[i][j] = H[i][j];
    const auto sigma  = cauchy_stress(description.material,
                                     description.kinematics,
                                     description.law,
                                     H_space);
    const auto stress = bodies.array("stress");
    EXPECT_EQ(stress.size(), 9 * bodies.points().size());
    for (std::size_t k = 0; k < stress.size(); ++k)
      {
        const auto component = static_cast<unsigned int>(k % 9);
        EXPECT_NEAR(stress[k],
                    sigma[component / 3][component % 3],
                    this->tolerance * sigma.norm());
      }

    const VtuFile surface = run.write("contact");
    this->expect_cells(surface, dim == 2 ? 3 : 5, dim, dim == 2 ? 4 : 16);
    this->expect_linear(surface, "displacement", H);
    this->expect_linear(surface, "velocity", L);
    for (const auto &X : surface.points())
      EXPECT_EQ(X[dim - 1], 0.);
  }
} // namespace percuss::test::simplex_fields_test
