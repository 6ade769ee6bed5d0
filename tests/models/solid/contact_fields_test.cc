// SPDX-License-Identifier: Apache-2.0

// The file of the contact surface: its faces, and what its nodes do.

#include "solid_run.h"

#include <percuss/constraints/geometry/plane.h>

#include <cmath>

namespace percuss::test::contact_fields_test
{
  template <class Space>
  class ContactFields : public testing::Test
  {
  public:
    static constexpr int dim = Space::dim;
    using A                  = typename Space::AlgebraType;
    using Run                = SolidRun<dim, A>;
    using Node               = typename ContactSurface<dim>::Node;

    static constexpr double                     h      = Run::time_step;
    static constexpr dealii::types::boundary_id bottom = 2 * dim - 2;

    /** Half spaces below these heights. */
    static typename Run::Contacts::Obstacles
    grounds(const std::vector<double> &heights)
    {
      typename Run::Contacts::Obstacles result;
      for (const double height : heights)
        {
          dealii::Point<dim> point;
          point[dim - 1] = height;
          result.push_back(std::make_unique<ShapeObstacle<dim>>(
            point,
            std::make_unique<Plane<dim>>(Plane<dim>::Vector::Unit(dim - 1))));
        }
      return result;
    }

    /** The box, its bottom tilted: u_z = -0.21 x, velocities 1, 2, (3). */
    static SolidDescription<dim>
    tilted_box(const unsigned int degree)
    {
      auto                   description = box_of_degree<dim>(degree);
      dealii::Tensor<2, dim> H;
      H[dim - 1][0]                    = -0.21;
      description.initial_displacement = linear_field<dim>(H);
      description.initial_velocity     = [](const auto &, unsigned int) {
        dealii::Tensor<1, dim> v;
        for (unsigned int d = 0; d < dim; ++d)
          v[d] = 1. + d;
        return v;
      };
      return description;
    }

    static double
    pressure(const double x)
    {
      return x < 0.35 ? 3. + x : 0.;
    }
  };
  TYPED_TEST_SUITE(ContactFields, Spaces);

  /** Length or area between the corners of the cells. */
  template <int dim>
  double
  area(const VtuFile &file)
  {
    const auto   points       = file.points();
    const auto   connectivity = file.array<std::int32_t>("connectivity");
    const auto   offsets      = file.array<std::int32_t>("offsets");
    double       result       = 0.;
    std::int32_t begin        = 0;
    for (const std::int32_t end : offsets)
      {
        const auto corner = [&](const int i) {
          const auto &X = points[connectivity[begin + i]];
          return dealii::Point<3>(X[0], X[1], X[2]);
        };
        result += dim == 2 ? (corner(1) - corner(0)).norm() :
                             0.5 * cross_product_3d(corner(2) - corner(0),
                                                    corner(3) - corner(1))
                                     .norm();
        begin = end;
      }
    return result;
  }

  TYPED_TEST(ContactFields, NodesShowTheirContact)
  {
    constexpr int dim = TypeParam::dim;
    for (const unsigned int degree : {1, 2})
      {
        auto description      = this->tilted_box(degree);
        description.thickness = dim == 2 ? 0.3 : 1.;
        typename TestFixture::Run run(description,
                                      this->bottom,
                                      this->grounds({-0.1}));
        run.set_impulse([&](const auto &node, std::size_t) {
          return this->h * node.area * this->pressure(node.position[0]);
        });
        const VtuFile file = run.write("contact");

        EXPECT_NEAR(dealii::Utilities::MPI::sum(area<dim>(file),
                                                MPI_COMM_WORLD),
                    dim == 2 ? 1. : 0.7,
                    1e-6);
        const std::size_t n_points = file.points().size();
        EXPECT_EQ(dealii::Utilities::MPI::sum(n_points, MPI_COMM_WORLD),
                  dim == 2 ? 5 * (degree + 1) :
                             10 * (degree + 1) * (degree + 1));

        const auto points       = file.points();
        const auto displacement = file.vectors("displacement");
        const auto velocity     = file.vectors("velocity");
        const auto impulse      = file.vectors("impulse");
        const auto gap          = file.array("gap");
        const auto pressure     = file.array("contact_pressure");
        const auto status       = file.array("contact_status");
        for (std::size_t k = 0; k < n_points; ++k)
          {
            const double x = points[k][0], g = 0.1 - 0.21 * x;
            EXPECT_EQ(points[k][dim - 1], 0.);
            EXPECT_NEAR(displacement[k][dim - 1], -0.21 * x, 1e-7);
            EXPECT_EQ(displacement[k][0], 0.);
            for (unsigned int d = 0; d < 3; ++d)
              EXPECT_NEAR(velocity[k][d], d < dim ? 1. + d : 0., 1e-6);
            EXPECT_NEAR(gap[k], g, 1e-7);
            EXPECT_NEAR(pressure[k], this->pressure(x), 1e-6);
            EXPECT_EQ(status[k], x < 0.35 ? 1.F : g > 0. ? 0.F : 2.F);
            EXPECT_EQ(impulse[k][0], 0.);
            EXPECT_EQ(impulse[k][dim - 1] > 0., x < 0.35);
          }
        if (dim == 2 && degree == 1) // that of a node inside
          for (std::size_t k = 0; k < n_points; ++k)
            if (std::abs(points[k][0] - 0.2) < 1e-6)
              {
                EXPECT_NEAR(impulse[k][1], this->h * 3.2 * 0.2 * 0.3, 1e-7);
              }
      }
  }

  // The pressure is that of the normal impulses, the impulse has all of them.
  TYPED_TEST(ContactFields, TwoObstaclesAndFriction)
  {
    constexpr int             dim = TypeParam::dim;
    typename TestFixture::Run run(this->tilted_box(1),
                                  this->bottom,
                                  this->grounds({-0.05, -0.1}),
                                  {0., 0.5, 0.});
    run.set_impulse([&](const auto &node, const std::size_t row) {
      const bool is_normal =
        run.contacts.law(row).kind == ContactLaw::Kind::unilateral;
      return this->h * node.area *
             (is_normal ? 2. + run.contacts.obstacle(row) : 0.5);
    });
    const VtuFile file     = run.write("contact");
    const auto    points   = file.points();
    const auto    gap      = file.array("gap");
    const auto    pressure = file.array("contact_pressure");
    const auto    impulse  = file.vectors("impulse");
    for (std::size_t k = 0; k < points.size(); ++k)
      {
        EXPECT_NEAR(gap[k], 0.05 - 0.21 * points[k][0], 1e-7);
        EXPECT_NEAR(pressure[k], 5., 1e-5);
        double sliding = 0.;
        for (unsigned int d = 0; d + 1 < dim; ++d)
          sliding += impulse[k][d] * impulse[k][d];
        // of each obstacle 0.5 along each tangent; tangents are equal
        EXPECT_NEAR(std::sqrt(sliding) / impulse[k][dim - 1],
                    std::sqrt(dim - 1.) / 5.,
                    1e-6);
      }
  }

  TYPED_TEST(ContactFields, HeldNodesAreOpen)
  {
    constexpr int dim                = TypeParam::dim;
    auto          description        = this->tilted_box(1);
    description.initial_displacement = {};
    description.fixed_displacements[0].fill(true);
    typename TestFixture::Run run(description,
                                  this->bottom,
                                  this->grounds({-0.1}));
    EXPECT_EQ(run.contacts.n_constraints(), dim == 2 ? 5U : 15U);
    std::size_t i = 0;
    for (double &g : run.stepper.gap)
      g = -0.01 * static_cast<double>(++i);
    const VtuFile file   = run.write("contact");
    const auto    points = file.points();
    const auto    gap    = file.array("gap");
    const auto    status = file.array("contact_status");
    for (std::size_t k = 0; k < points.size(); ++k)
      if (points[k][0] == 0.)
        {
          EXPECT_EQ(gap[k], -0.01F); // the largest
          EXPECT_EQ(status[k], 0.F);
        }
  }

  TYPED_TEST(ContactFields, NoObstacles)
  {
    const typename TestFixture::Run run(this->tilted_box(2), this->bottom);
    const VtuFile                   file = run.write("contact");
    for (const char *name : {"gap", "contact_pressure", "contact_status"})
      for (const float value : file.array(name))
        EXPECT_EQ(value, 0.F);
  }

  // Curved: the nodes of the sphere and nothing else.
  TYPED_TEST(ContactFields, SurfaceOfABall)
  {
    constexpr int         dim = TypeParam::dim;
    SolidDescription<dim> description;
    description.generator = "hyper_ball";
    description.generator_arguments =
      dim == 2 ? "0, 0 : 2 : true" : "0, 0, 0 : 2 : true";
    description.refinements = 1;
    description.degree      = 2;
    const typename TestFixture::Run run(description, 0);
    const VtuFile                   file = run.write("contact");
    unsigned int                    n    = 0;
    for (const auto &X : file.points())
      {
        EXPECT_NEAR(std::hypot(X[0], X[1], X[2]), 2., 1e-6);
        ++n;
      }
    EXPECT_EQ(dealii::Utilities::MPI::sum(n, MPI_COMM_WORLD),
              dim == 2 ? 8 * 3U : 24 * 9U);
  }

  // The node on the axis has no area where the degree is 2, and perhaps an
  // impulse nevertheless.
  TYPED_TEST(ContactFields, UniformPressureOnTheAxis)
  {
    if constexpr (TypeParam::dim == 2)
      for (const unsigned int degree : {1, 2})
        {
          auto description       = this->tilted_box(degree);
          description.kinematics = Kinematics::axisymmetric;
          typename TestFixture::Run run(description,
                                        this->bottom,
                                        this->grounds({-0.1}));
          run.set_impulse([&](const auto &node, std::size_t) {
            return node.position[0] == 0. && degree == 2 ?
                     1e-3 :
                     this->h * node.area * 4.;
          });
          const VtuFile file = run.write("contact");
          for (const float p : file.array("contact_pressure"))
            EXPECT_NEAR(p, 4., 1e-5);
        }
  }
} // namespace percuss::test::contact_fields_test
