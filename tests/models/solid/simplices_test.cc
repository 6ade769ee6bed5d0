// SPDX-License-Identifier: Apache-2.0

// Triangles and tetrahedra: uniform strains, masses, loads, rigid motions,
// frequencies, refinement and points.

#include "simplex_box.h"
#include "solids.h"

#include <percuss/algebra/eigenvalues.h>
#include <percuss/base/exceptions.h>
#include <percuss/mesh/refine_simplices.h>
#include <percuss/models/solid/cell_frequency.h>
#include <percuss/models/solid/contact_surface.h>

#include <cmath>

namespace percuss::test::simplices_test
{
  template <class Case>
  class Simplices : public testing::Test
  {};
  TYPED_TEST_SUITE(Simplices, SolidCases);

  template <int dim>
  dealii::Tensor<2, dim>
  gradient(const double amplitude)
  {
    dealii::Tensor<2, dim> H;
    for (unsigned int i = 0; i < dim; ++i)
      for (unsigned int j = 0; j < dim; ++j)
        H[i][j] = amplitude * std::cos(3. * i + j + 1.);
    return H;
  }

  /** What a law has at one point. */
  template <int dim>
  double
  energy_density(const SolidDescription<dim>  &description,
                 const dealii::Tensor<2, dim> &H)
  {
    const LameConstants     lame(description.material, description.kinematics);
    const VolumeChange<dim> J(H);
    switch (description.law)
      {
        case ElasticLaw::st_venant_kirchhoff:
          return StVenantKirchhoff<dim>{lame}.energy(H, J);
        case ElasticLaw::neo_hookean:
          return NeoHookean<dim>{lame}.energy(H, J);
        case ElasticLaw::j2_plasticity: // refused
        case ElasticLaw::linear:
          break;
      }
    const auto   strain = 0.5 * (H + transpose(H));
    const double tr     = trace(strain);
    return 0.5 * lame.lambda * tr * tr + lame.mu * strain.norm_square();
  }

  /** A box that is distorted inside alone. */
  template <int dim>
  SolidDescription<dim>
  distorted_inside()
  {
    SolidDescription<dim> description = box_of_simplices<dim>(3);
    description.thickness             = 0.3;
    description.map                   = [](const dealii::Point<dim> &X) {
      double bubble = X[0] * (2. - X[0]);
      for (unsigned int d = 1; d < dim; ++d)
        bubble *= 4. * X[d] * (1. - X[d]);
      return dealii::Point<dim>(X + bubble * (distorted(X) - X));
    };
    return description;
  }

  template <int dim>
  double
  volume(const SolidDescription<dim> &description)
  {
    return 2. * (dim == 2 ? description.thickness : 1.);
  }

  // Patch test: u = H X has the energy of the law, and no forces inside.
  TYPED_TEST(Simplices, UniformStrainsAreExact)
  {
    constexpr int dim = TypeParam::dim;
    const auto    H   = gradient<dim>(0.1);
    for (const auto kinematics :
         {Kinematics::plane_strain, Kinematics::plane_stress})
      for (const auto law : {ElasticLaw::linear,
                             ElasticLaw::st_venant_kirchhoff,
                             ElasticLaw::neo_hookean})
        {
          if (kinematics == Kinematics::plane_stress &&
              (dim == 3 || law != ElasticLaw::linear))
            continue;
          auto description = distorted_inside<dim>();
          description.law  = law;
          if (dim == 2)
            description.kinematics = kinematics;
          const typename TypeParam::Solid solid(description, MPI_COMM_WORLD);
          const auto                      displaced =
            field(solid, [&](const dealii::Point<dim> &X) { return H * X; });
          const double expected =
            volume(description) * energy_density(description, H);
          EXPECT_NEAR(energy(solid, displaced), expected, 1e-13 * expected);

          const Eigen::VectorXd s =
            gather(solid, elastic_force(solid, displaced));
          const auto on_boundary =
            gather(solid, field(solid, [](const dealii::Point<dim> &X) {
                     bool is_inside = X[0] > 1e-9 && X[0] < 2. - 1e-9;
                     for (unsigned int d = 1; d < dim; ++d)
                       is_inside = is_inside && X[d] > 1e-9 && X[d] < 1. - 1e-9;
                     dealii::Tensor<1, dim> mark;
                     for (unsigned int d = 0; d < dim; ++d)
                       mark[d] = is_inside ? 0. : 1.;
                     return mark;
                   }));
          unsigned int n_inside = 0;
          for (Eigen::Index i = 0; i < s.size(); ++i)
            if (on_boundary[i] == 0.)
              {
                EXPECT_NEAR(s[i], 0., 1e-14 * s.norm());
                ++n_inside;
              }
          EXPECT_GT(n_inside, 0u);
        }
  }

  // u_r = a r, u_z = b z: hoop strain a as the radial one.
  TEST(AxisymmetricTriangles, UniformStrainsAreExact)
  {
    auto description                      = box_of_simplices<2>(3);
    description.kinematics                = Kinematics::axisymmetric;
    const double                        a = 0.02, b = -0.05;
    const ElasticSolid<2, PETScAlgebra> solid(description, MPI_COMM_WORLD);
    const auto          u = field(solid, [&](const dealii::Point<2> &X) {
      return dealii::Tensor<1, 2>({a * X[0], b * X[1]});
    });
    const LameConstants lame(description.material, Kinematics::axisymmetric);
    const double        tr = 2. * a + b;
    const double        psi =
      0.5 * lame.lambda * tr * tr + lame.mu * (2. * a * a + b * b);
    const double V = 4. * dealii::numbers::PI; // radius 2, height 1
    EXPECT_NEAR(energy(solid, u), V * psi, 1e-13 * V * psi);
    EXPECT_NEAR(solid.total_mass(), 4. * V, 1e-13 * V);
    const Eigen::VectorXd s = gather(solid, elastic_force(solid, u)),
                          inside =
                            gather(solid,
                                   field(solid, [](const dealii::Point<2> &X) {
                                     const bool is_inside = X[0] < 2. - 1e-9 &&
                                                            X[1] > 1e-9 &&
                                                            X[1] < 1. - 1e-9;
                                     return is_inside ?
                                              dealii::Tensor<1, 2>({1., 1.}) :
                                              dealii::Tensor<1, 2>();
                                   }));
    // forces in r on the axis vanish with r
    EXPECT_LT((s.array() * inside.array()).matrix().norm(), 1e-14 * s.norm());
  }

  TYPED_TEST(Simplices, MassesOfRigidMotions)
  {
    constexpr int dim = TypeParam::dim;
    for (const bool is_lumped : {false, true})
      {
        auto description        = distorted_inside<dim>();
        description.lumped_mass = is_lumped;
        const typename TypeParam::Solid solid(description, MPI_COMM_WORLD);
        const double                    m = 4. * volume(description);
        EXPECT_NEAR(solid.total_mass(), m, 1e-13 * m);
        const auto one = field(solid, [](const dealii::Point<dim> &) {
          return dealii::Point<dim>::unit_vector(dim - 1);
        });
        EXPECT_NEAR(one * momentum(solid, one), m, 1e-13 * m);
        // int rho x_0 dV, of the lumped mass, too: N_a has the mean 1/(dim + 1)
        const auto x = field(solid, [](const dealii::Point<dim> &X) {
          return X[0] * dealii::Point<dim>::unit_vector(dim - 1);
        });
        EXPECT_NEAR(one * momentum(solid, x), m, 1e-13 * m);
        if (!is_lumped)
          { // int rho x_0^2 dV
            EXPECT_NEAR(x * momentum(solid, x), m * 4. / 3., 1e-13 * m);
          }
        for (const double p : gather(solid, momentum(solid, one)))
          EXPECT_GE(p, 0.);
      }
  }

  // Finite strains see no rotation, by any angle.
  TYPED_TEST(Simplices, RotationsHaveNoEnergy)
  {
    constexpr int dim = TypeParam::dim;
    for (const auto law :
         {ElasticLaw::st_venant_kirchhoff, ElasticLaw::neo_hookean})
      for (const double angle : {1e-6, 0.3, 2., 3.1})
        {
          auto description = distorted_inside<dim>();
          description.law  = law;
          const typename TypeParam::Solid solid(description, MPI_COMM_WORLD);
          const auto q = field(solid, [&](const dealii::Point<dim> &X) {
            dealii::Tensor<1, dim> u;
            const double           c = -2. * std::pow(std::sin(angle / 2.), 2.),
                         s           = std::sin(angle);
            u[0]                     = c * X[0] - s * X[1];
            u[1]                     = s * X[0] + c * X[1];
            return u;
          });
          EXPECT_LT(gather(solid, elastic_force(solid, q)).norm(),
                    1e-12 * 200.);
          EXPECT_LT(std::abs(energy(solid, q)), 1e-16 * 200.);
        }
  }

  // The area, the normal force and the moment of a traction on a side.
  TYPED_TEST(Simplices, TractionsAndContactAreas)
  {
    constexpr int dim                  = TypeParam::dim;
    auto          description          = distorted_inside<dim>();
    const double  t                    = dim == 2 ? description.thickness : 1.;
    description.tractions[2 * dim - 1] = {
      [](const dealii::Point<dim> &X, double) {
        return (1. + X[0]) * dealii::Point<dim>::unit_vector(1);
      },
      false};
    const typename TypeParam::Solid solid(description, MPI_COMM_WORLD);
    const auto                      F   = load(solid, 0.);
    const auto                      one = field(solid,
                           [](const dealii::Point<dim> &) {
                             return dealii::Point<dim>::unit_vector(1);
                           }),
               x = field(solid, [](const dealii::Point<dim> &X) {
                 return X[0] * dealii::Point<dim>::unit_vector(1);
               });
    EXPECT_NEAR(one * F, 4. * t, 1e-13);
    EXPECT_NEAR(x * F, (2. + 8. / 3.) * t, 1e-13);
    const ContactSurface<dim> surface(
      solid.dof_handler,
      solid.mapping,
      {2 * dim - 1},
      [&](const dealii::Point<dim> &) { return t; },
      [](const dealii::types::material_id) { return 1.; });
    EXPECT_EQ(surface.nodes().size(), dim == 2 ? 7u : 7u * 4u);
    double area = 0., moment = 0.;
    for (const auto &node : surface.nodes())
      {
        EXPECT_NEAR(node.position[dim - 1], 1., 1e-14);
        EXPECT_GT(node.area, 0.);
        EXPECT_GT(node.stiffness, 0.);
        area += node.area;
        moment += node.area * node.position[0];
      }
    EXPECT_NEAR(area, 2. * t, 1e-13);
    EXPECT_NEAR(moment, 2. * t, 1e-13);
  }

  TYPED_TEST(Simplices, FrequencyBoundIsOneAndNotFarOff)
  {
    constexpr int dim = TypeParam::dim;
    for (const bool lumped : {false, true})
      for (const bool is_regular : {true, false})
        {
          auto description        = box_of_simplices<dim>(2);
          description.lumped_mass = lumped;
          if (!is_regular)
            description.map = distorted<dim>;
          const typename TypeParam::Solid     solid(description, MPI_COMM_SELF);
          typename TypeParam::Algebra::Matrix K;
          solid.iteration_matrix({0., 0., 1.}, {}, K);
          const double exact = std::sqrt(largest_generalized_eigenvalue(
            dense_matrix(solid, K), dense_matrix(solid, solid.mass_matrix())));
          const double bound = solid.frequency_bound();
          EXPECT_GE(bound, exact * (1. - 1e-12));
          EXPECT_LT(bound, (is_regular ? 1.5 : 1.8) * exact);
          EXPECT_NEAR(typename TypeParam::Solid(description, MPI_COMM_WORLD)
                        .frequency_bound(),
                      bound,
                      2e-8 * bound);
        }
  }

  TYPED_TEST(Simplices, RefinementKeepsVolumesFacesAndIds)
  {
    constexpr int dim         = TypeParam::dim;
    auto          description = box_of_simplices<dim>(1);
    const auto    n           = description.mesh->cells.size();
    for (const unsigned int refinements : {0u, 1u, 2u})
      {
        description.refinements = refinements;
        const typename TypeParam::Solid solid(description, MPI_COMM_WORLD);
        EXPECT_EQ(solid.mesh.triangulation.n_active_cells(),
                  n << (dim * refinements));
        EXPECT_NEAR(solid.total_mass(), 8., 1e-12);
        const auto edges = solid.mesh.edge_lengths();
        EXPECT_NEAR(edges.shortest, std::pow(2., -1. * refinements), 1e-14);
        // shortest diagonals: no edge longer than the cube's
        EXPECT_LE(edges.longest,
                  std::sqrt(1. * dim) * edges.shortest * (1. + 1e-14));
        for (unsigned int id = 0; id < 2 * dim; ++id)
          {
            const ContactSurface<dim> surface(solid.dof_handler,
                                              solid.mapping,
                                              {id});
            double                    area = 0.;
            for (const auto &node : surface.nodes())
              area += node.area;
            EXPECT_NEAR(area, id < 2 ? 1. : 2., 1e-12);
          }
      }
  }

  TYPED_TEST(Simplices, PointsOfALinearField)
  {
    constexpr int                   dim = TypeParam::dim;
    const typename TypeParam::Solid solid(distorted_inside<dim>(),
                                          MPI_COMM_WORLD);
    const auto                      H = gradient<dim>(1.);
    const auto                      u =
      field(solid, [&](const dealii::Point<dim> &X) { return H * X; });
    for (int k = 0; k < 40; ++k)
      {
        dealii::Point<dim> X;
        for (unsigned int d = 0; d < dim; ++d)
          X[d] = (d == 0 ? 2. : 1.) * std::abs(std::sin(1. + 7. * k + 3. * d));
        if (k < 3) // on the boundary, at a corner
          X[k % dim] = 0.;
        for (unsigned int i = 0; i < dim; ++i)
          EXPECT_NEAR(value(solid, u, X, i), (H * X)[i], 1e-12);
        double sum = 0.; // of the cell that X is in, none is negative
        for (const auto &[dof, weight] : solid.point_value(X, 0))
          {
            EXPECT_GT(weight, -1e-7);
            sum += weight;
          }
        EXPECT_NEAR(sum, 1., 1e-13);
      }
    dealii::Point<dim> outside;
    outside[0] = 2.01;
    EXPECT_THROW(solid.point_value(outside, 0), InputError);
  }

  TEST(SimplicesOfDegreeTwo, AreRefusedByName)
  {
    auto description   = box_of_simplices<2>(1);
    description.degree = 2;
    try
      {
        const ElasticSolid<2, PETScAlgebra> solid(description, MPI_COMM_WORLD);
        FAIL();
      }
    catch (const InputError &error)
      {
        EXPECT_NE(std::string(error.what()).find("triangles"),
                  std::string::npos);
        EXPECT_EQ(error.entry, "polynomial degree");
      }
  }
} // namespace percuss::test::simplices_test
