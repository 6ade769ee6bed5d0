// SPDX-License-Identifier: Apache-2.0

// Fields and momenta that go over to a mesh with other cells, and the cells that
// are divided.

#include "refined_boxes.h"

#include <percuss/models/solid/mesh_transfer.h>
#include <percuss/models/solid/needed_levels.h>

#include <cmath>
#include <memory>

namespace percuss::test::mesh_transfer_test
{
  template <class Case>
  class MeshTransfers : public testing::Test
  {};
  TYPED_TEST_SUITE(MeshTransfers, SolidCases);

  /** The box, a cell at one corner divided twice; distorted, perhaps, as bodies
   * of several coarse cells that are no parallelograms are. */
  template <class Case>
  struct Pair
  {
    using Solid       = typename Case::Solid;
    using Description = typename Case::Description;

    explicit Pair(const bool       is_lumped,
                  const bool       is_distorted,
                  const ElasticLaw law = ElasticLaw::linear)
    {
      Description description = box<Case::dim>(2);
      description.lumped_mass = is_lumped;
      description.law         = law;
      description.adaptation  = {5, 2};
      if (is_distorted)
        description.map = distorted_inside<Case::dim>;
      coarse = std::make_unique<Solid>(description, MPI_COMM_SELF);
      description.divided_cells = {dealii::CellId("0_0:"),
                                   dealii::CellId("1_0:"),
                                   dealii::CellId("0_1:0")};
      fine = std::make_unique<Solid>(description, MPI_COMM_SELF);
      EXPECT_TRUE(fine->mesh.has_hanging_nodes);
    }

    std::unique_ptr<Solid> coarse, fine;
  };

  /** Linear momentum, then moments about the origin, of every plane. */
  template <int dim, class A>
  std::vector<double>
  momenta(const ElasticSolid<dim, A> &solid,
          const typename A::Vector   &q,
          const typename A::Vector   &v)
  {
    const auto          p = momentum(solid, v);
    std::vector<double> sums(dim == 2 ? 3 : 6);
    for_each_vertex(solid, [&](const auto &X, const auto, const auto i) {
      dealii::Point<dim> x = X;
      if (!solid.is_linear())
        for (unsigned int d = 0; d < dim; ++d)
          x[d] += q(i + d);
      for (unsigned int d = 0; d < dim; ++d)
        sums[d] += p(i + d);
      std::size_t plane = dim;
      for (unsigned int d = 0; d < dim; ++d)
        for (unsigned int e = d + 1; e < dim; ++e)
          sums[plane++] += x[d] * p(i + e) - x[e] * p(i + d);
    });
    return sums;
  }

  void
  expect_equal(const std::vector<double> &a,
               const std::vector<double> &b,
               const double               size)
  {
    for (std::size_t i = 0; i < a.size(); ++i)
      EXPECT_NEAR(a[i], b[i], 1e-12 * size) << i;
  }

  template <class Vector>
  double
  difference(Vector a, const Vector &b)
  {
    a.add(-1., b);
    return a.linfty_norm();
  }

  // What is divided has the same field, energies and momenta, and what is joined
  // again what it was.
  TYPED_TEST(MeshTransfers, DividedCellsHaveTheSameField)
  {
    using Vector = typename TypeParam::Vector;
    for (const bool is_lumped : {false, true})
      {
        const Pair<TypeParam> pair(is_lumped, false);
        const MeshTransfer<TypeParam::dim, typename TypeParam::Algebra>
                                        transfer(*pair.coarse, *pair.fine);
        const Vector                    x      = arbitrary(*pair.coarse, 1.);
        const Vector                    y      = transfer.refined(x);
        const typename TypeParam::Point inside = [] {
          typename TypeParam::Point point;
          for (unsigned int d = 0; d < TypeParam::dim; ++d)
            point[d] = 0.11 + 0.07 * d;
          return point;
        }();
        for (unsigned int d = 0; d < TypeParam::dim; ++d)
          {
            double at_point = 0.;
            for (const auto &[i, w] : pair.fine->point_value(inside, d))
              at_point += w * y(i);
            for (const auto &[i, w] : pair.coarse->point_value(inside, d))
              at_point -= w * x(i);
            EXPECT_NEAR(at_point, 0., 1e-13);
          }
        EXPECT_EQ(difference(transfer.restricted(y), x), 0.);
        EXPECT_LT(difference(transfer.projected(y), x), 1e-12);
        const double V = energy(*pair.coarse, x);
        EXPECT_NEAR(energy(*pair.fine, y), V, 1e-12 * V);
        const double T = x * momentum(*pair.coarse, x);
        if (!is_lumped)
          EXPECT_NEAR(y * momentum(*pair.fine, y), T, 1e-12 * T);
        else // Jensen
          EXPECT_LT(y * momentum(*pair.fine, y), T);
      }
  }

  // A projection has the momenta of what is projected, and not more energy.
  TYPED_TEST(MeshTransfers, ProjectionKeepsMomenta)
  {
    const Pair<TypeParam> pair(false, false);
    const MeshTransfer<TypeParam::dim, typename TypeParam::Algebra> transfer(
      *pair.coarse, *pair.fine);
    const auto   y = arbitrary(*pair.fine, 1., 3);
    const auto   x = transfer.projected(y);
    const double T = y * momentum(*pair.fine, y);
    expect_equal(momenta(*pair.coarse, x, x), momenta(*pair.fine, y, y), T);
    EXPECT_LT(x * momentum(*pair.coarse, x), T * (1. - 1e-6));
    EXPECT_GT(difference(transfer.restricted(y), x), 1e-6);
  }

  // Where masses are not nested, and rotations are finite, they are restored.
  TYPED_TEST(MeshTransfers, MomentaAreRestored)
  {
    for (const bool is_lumped : {false, true})
      for (const ElasticLaw law : {ElasticLaw::linear, ElasticLaw::neo_hookean})
        {
          const Pair<TypeParam> pair(is_lumped, true, law);
          const MeshTransfer<TypeParam::dim, typename TypeParam::Algebra>
                       transfer(*pair.coarse, *pair.fine);
          const auto   q    = arbitrary(*pair.fine, 0.1, 1);
          const auto   v    = arbitrary(*pair.fine, 1., 2);
          const double size = v * momentum(*pair.fine, v);
          const auto   u    = transfer.restricted(q);
          auto         w    = transfer.projected(v);
          restore_momentum(*pair.fine, q, v, *pair.coarse, u, w);
          expect_equal(momenta(*pair.coarse, u, w),
                       momenta(*pair.fine, q, v),
                       size);
          const auto q_fine = transfer.refined(u);
          auto       v_fine = transfer.refined(w);
          restore_momentum(*pair.coarse, u, w, *pair.fine, q_fine, v_fine);
          expect_equal(momenta(*pair.coarse, u, w),
                       momenta(*pair.fine, q_fine, v_fine),
                       size);
        }
  }

  // Cells at a kink of the displacement are divided as often as they may be, and
  // those at contacts; none of a strain that is the same everywhere or turns.
  TYPED_TEST(MeshTransfers, CellsThatAreDivided)
  {
    constexpr int                   dim         = TypeParam::dim;
    typename TypeParam::Description description = box<dim>(4);
    description.adaptation                      = {5, 2};
    const typename TypeParam::Solid solid(description, MPI_COMM_SELF);
    const NeededLevels<dim, typename TypeParam::Algebra> needed(solid,
                                                                7.,
                                                                1e-9);
    const auto cells = [&](const auto &of_X, const auto &dofs) {
      double     largest = 0.;
      const auto q       = field(solid, of_X);
      auto       v       = q;
      v                  = 0.;
      return needed.divided_cells(q, v, dofs, 0.1, largest);
    };
    const std::set<dealii::types::global_dof_index> none;
    const auto stretch = [](const double from) {
      return [from](const dealii::Point<dim> &X) {
        dealii::Tensor<1, dim> u;
        u[0] = std::max(X[0] - from, 0.);
        return u;
      };
    };
    EXPECT_TRUE(cells(stretch(0.), none).empty());
    const auto at_kink = cells(stretch(1.), none);
    // two layers, their parts, and those beside them, once more
    const std::size_t n_layer = dim == 2 ? 4 : 16, n_parts = 1 << dim;
    EXPECT_GE(at_kink.size(), 2 * n_layer * (1 + n_parts / 2));
    EXPECT_LE(at_kink.size(), 4 * n_layer * (1 + n_parts));
    for (const dealii::CellId &id : at_kink)
      EXPECT_LT(id.get_child_indices().size(), 2u);
    EXPECT_FALSE(
      cells(stretch(0.),
            std::set{solid.dof_handler.begin_active()->vertex_dof_index(0, 0)})
        .empty());
    EXPECT_TRUE(cells(stretch(3.), none).empty());
  }
} // namespace percuss::test::mesh_transfer_test
