// SPDX-License-Identifier: Apache-2.0

// J2 plasticity of one cell: against the elastic energy, closed forms,
// rotations, and in all lanes.

#include <percuss/models/solid/plastic_kernels.h>

#include <Eigen/Dense>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <new>
#include <vector>

namespace percuss::test::plastic_kernels_test
{
  using Matrix = Eigen::Matrix3d;

  constexpr double mu = 80., lambda = 120., kappa = lambda + 2. / 3. * mu;

  struct Metal
  {
    double k_0, H, R, delta;

    double
    yield(const double a) const
    {
      return k_0 + H * a + R * (1. - std::exp(-delta * a));
    }

    /** The integral of yield() from zero. */
    double
    work(const double a) const
    {
      return k_0 * a + 0.5 * H * a * a +
             (delta > 0. ? R * (a - (1. - std::exp(-delta * a)) / delta) : 0.);
    }
  };
  constexpr Metal metals[] = {{0.3, 0., 0., 0.},
                              {0.3, 2., 0., 0.},
                              {0.3, 0.1, 0.2, 15.}};

  /** Of vectors of lanes. */
  template <class T>
  struct Aligned
  {
    using value_type = T;

    T *
    allocate(const std::size_t n)
    {
      return static_cast<T *>(
        ::operator new(n * sizeof(T), std::align_val_t(64)));
    }

    void
    deallocate(T *const data, std::size_t)
    {
      ::operator delete(data, std::align_val_t(64));
    }

    bool
    operator==(const Aligned &) const = default;
  };
  using Numbers = std::vector<double, Aligned<double>>;

  /** A unit square or cube in each lane, with nodes of its own. */
  template <int dim>
  class Cell
  {
  public:
    Cell(const PlasticKernels &kernels,
         const unsigned int    degree,
         const Metal          &metal)
      : kernels(kernels)
      , n(degree + 1)
      , n_nodes(n * n * (dim == 3 ? n : 1))
    {
      const unsigned int L = kernels.n_lanes;
      for (unsigned int a = 0; a < n_nodes; ++a)
        for (unsigned int lane = 0; lane < L; ++lane)
          first_dof.push_back((lane * n_nodes + a) * dim);
      const auto add = [L](Numbers &list, const double value) {
        list.insert(list.end(), L, value);
      };
      add(lame, lambda);
      add(lame, mu);
      for (int i = 0; i < dim * dim; ++i)
        add(geometry, i % (dim + 1) == 0 ? 1. : 0.);
      add(geometry, 1.);
      for (const double value : {metal.k_0, metal.H, metal.R, metal.delta})
        add(hardening, value);
      state.resize(n_nodes * kernels.n_state * L);
      for (unsigned int k = 0; k < n_nodes; ++k)
        for (unsigned int lane = 0; lane < L; ++lane)
          at(state, k, kernels.n_state - 1, lane) = metal.k_0;
      next = state;
      stress.resize((kernels.n_state - 2) * L);
      q.resize(n_nodes * dim * L);
      s.resize(q.size());
    }

    double &
    at(Numbers           &list,
       const unsigned int point,
       const unsigned int i,
       const unsigned int lane = 0) const
    {
      return list[(point * kernels.n_state + i) * kernels.n_lanes + lane];
    }

    /** The undeformed place of a node. */
    Eigen::Vector3d
    X(const unsigned int a) const
    {
      const double h = 1. / (n - 1.);
      return {h * (a % n), h * (a / n % n), dim == 3 ? h * (a / n / n) : 0.};
    }

    void
    deform(const Matrix &F)
    {
      for (unsigned int lane = 0; lane < kernels.n_lanes; ++lane)
        for (unsigned int a = 0; a < n_nodes; ++a)
          {
            const Eigen::Vector3d u = F * X(a) - X(a);
            for (int i = 0; i < dim; ++i)
              q[(lane * n_nodes + a) * dim + i] = u[i];
          }
    }

    PlasticSums
    force()
    {
      std::ranges::fill(s, 0.);
      CellsOfRank cells;
      cells.affine.n         = 1;
      cells.affine.first_dof = first_dof.data();
      cells.affine.lame      = lame.data();
      cells.affine.geometry  = geometry.data();
      PlasticSums sums       = kernels.add_force(
        cells,
        {hardening.data(), state.data(), next.data(), stress.data()},
        {},
        q.data(),
        s.data());
      sums.elastic_energy /= kernels.n_lanes;
      sums.plastic_work /= kernels.n_lanes;
      return sums;
    }

    PlasticSums
    step(const Matrix &F)
    {
      deform(F);
      const PlasticSums sums = force();
      state                  = next;
      return sums;
    }

    Matrix
    sigma() const
    {
      const unsigned int L = kernels.n_lanes;
      Matrix             A = Matrix::Zero();
      for (int i = 0; i < 3; ++i)
        A(i, i) = stress[i * L];
      A(0, 1) = A(1, 0) = stress[3 * L];
      if (dim == 3)
        {
          A(0, 2) = A(2, 0) = stress[4 * L];
          A(1, 2) = A(2, 1) = stress[5 * L];
        }
      return A;
    }

    /** C_p^-1 of a point. */
    Matrix
    plastic(const unsigned int point)
    {
      Matrix A = Matrix::Identity();
      for (int i = 0; i < 3; ++i)
        A(i, i) += at(state, point, i);
      A(0, 1) = A(1, 0) = at(state, point, 3);
      if (dim == 3)
        {
          A(0, 2) = A(2, 0) = at(state, point, 4);
          A(1, 2) = A(2, 1) = at(state, point, 5);
        }
      return A;
    }

    double
    alpha(const unsigned int point = 0)
    {
      return at(state, point, kernels.n_state - 2);
    }

    const PlasticKernels      kernels;
    const unsigned int        n, n_nodes;
    std::vector<unsigned int> first_dof;
    Numbers lame, geometry, hardening, state, next, stress, q, s;
  };

  static Matrix
  deviator(const Matrix &A)
  {
    return A - A.trace() / 3. * Matrix::Identity();
  }

  /** f(cell) of all kernels. */
  template <int dim, class Function>
  void
  for_kernels(const Metal &metal, const Function &f)
  {
    for (const unsigned int degree : {1u, 2u})
      for (const PlasticKernels &kernels :
           all_plastic_kernels(dim, degree, false))
        {
          Cell<dim> cell(kernels, degree, metal);
          f(cell);
        }
  }

  template <int dim>
  Matrix
  arbitrary(const double size)
  {
    Matrix H;
    H << 0.7, -0.4, 0.3, 0.5, -0.9, 0.2, -0.6, 0.1, 0.4;
    if (dim == 2)
      {
        H.row(2).setZero();
        H.col(2).setZero();
      }
    return size * H;
  }

  template <int dim>
  void
  check_elastic_range()
  {
    // Hooke's law of small strains, of which no digit is lost
    for_kernels<dim>({1e9, 0., 0., 0.}, [](auto &cell) {
      for (const double size : {1e-12, 1e-9})
        {
          const Matrix H    = arbitrary<dim>(size),
                       eps  = 0.5 * (H + H.transpose());
          const auto   sums = cell.step(Matrix::Identity() + H);
          const Matrix sigma =
            lambda * eps.trace() * Matrix::Identity() + 2. * mu * eps;
          // H itself has the rounding of F
          EXPECT_LT((cell.sigma() - sigma).norm(),
                    (10. * size + 1e-15 / size) * sigma.norm());
          EXPECT_NEAR(sums.elastic_energy /
                        (0.5 * sigma.cwiseProduct(eps).sum()),
                      1.,
                      10. * size + 1e-15 / size);
          EXPECT_EQ(sums.plastic_work, 0.);
          EXPECT_TRUE(sums.is_right);
        }
      // forces are the derivative of the energy, of any deformation
      cell.deform(Matrix::Identity() + arbitrary<dim>(0.2));
      for (std::size_t i = 0; i < cell.q.size(); ++i)
        cell.q[i] += 0.05 * std::sin(1.7 * (i % (cell.n_nodes * dim)) + 0.3);
      cell.force();
      const auto s = cell.s, q = cell.q;
      double     slope = 0.;
      for (std::size_t i = 0; i < cell.n_nodes * dim; ++i)
        slope += s[i] * std::cos(2.3 * i);
      const auto energy = [&](const double h) {
        for (std::size_t i = 0; i < q.size(); ++i)
          cell.q[i] = q[i] + h * std::cos(2.3 * (i % (cell.n_nodes * dim)));
        return cell.force().elastic_energy;
      };
      const double h = 1e-5;
      EXPECT_NEAR((energy(h) - energy(-h)) / (2. * h),
                  slope,
                  3e-8 * (1. + std::abs(slope)));
    });
  }

  TEST(PlasticKernels, ElasticRange)
  {
    check_elastic_range<2>();
    check_elastic_range<3>();
  }

  // Shear back and forth in steps of many sizes: on the yield surface where it
  // flows, inside where not; the plastic volume stays.
  template <int dim>
  void
  check_shear(const Metal &metal)
  {
    for_kernels<dim>(metal, [&](auto &cell) {
      double gamma = 0., work = 0., last = 0.;
      bool   has_unloaded = false;
      for (const double change :
           {1e-4, 1e-3, 0.004, 0.1, 0.3, -1e-3, -0.002, -0.5, 0.2, 0.001})
        {
          gamma += change;
          Matrix F        = Matrix::Identity();
          F(0, 1)         = gamma;
          const auto sums = cell.step(F);
          work += sums.plastic_work;
          const double size = deviator(cell.sigma()).norm(),
                       k    = std::sqrt(2. / 3.) * metal.yield(cell.alpha());
          EXPECT_GE(cell.alpha(), last);
          EXPECT_GE(sums.plastic_work, 0.);
          if (cell.alpha() > last)
            EXPECT_NEAR(size, k, 1e-12 * k);
          else
            {
              EXPECT_LT(size, k * (1. + 1e-12));
              has_unloaded |= last > 0.;
            }
          EXPECT_NEAR(work, metal.work(cell.alpha()), 1e-12 * (1. + work));
          EXPECT_NEAR(cell.plastic(0).determinant(), 1., 1e-13);
          last = cell.alpha();
        }
      EXPECT_TRUE(has_unloaded);
    });
  }

  TEST(PlasticKernels, FlowIsOnTheYieldSurface)
  {
    for (const Metal &metal : metals)
      {
        check_shear<2>(metal);
        check_shear<3>(metal);
      }
  }

  // Monotonic shear: alpha = gamma_p/sqrt(3), sigma_xy = k/sqrt(3), up to the
  // elastic strain; no limit of the size of steps but their number.
  TEST(PlasticKernels, MonotonicShear)
  {
    for (const Metal &metal : metals)
      for_kernels<3>(metal, [&](auto &cell) {
        constexpr int    n     = 400;
        constexpr double gamma = 0.4;
        for (int i = 1; i <= n; ++i)
          {
            Matrix F = Matrix::Identity();
            F(0, 1)  = gamma * i / n;
            cell.step(F);
          }
        const double a = cell.alpha(), k = metal.yield(a),
                     of_elastic = k / (std::sqrt(3.) * mu);
        EXPECT_NEAR(a, (gamma - of_elastic) / std::sqrt(3.), 1e-3 * a);
        EXPECT_NEAR(cell.sigma()(0, 1), k / std::sqrt(3.), 2e-3 * k);
      });
  }

  // Uniaxial strain: pressure and deviator are known apart.
  TEST(PlasticKernels, UniaxialStrain)
  {
    for (const Metal &metal : metals)
      for_kernels<3>(metal, [&](auto &cell) {
        for (const double stretch : {0.999, 0.99, 0.9, 0.7, 0.8, 1.1})
          {
            Matrix F = Matrix::Identity();
            F(2, 2)  = stretch;
            cell.step(F);
            const Matrix sigma = cell.sigma();
            EXPECT_NEAR(sigma.trace() / 3.,
                        kappa * std::log(stretch) / stretch,
                        1e-12 * kappa);
            EXPECT_NEAR(std::abs(sigma(2, 2) - sigma(0, 0)) * stretch,
                        std::min(metal.yield(cell.alpha()),
                                 std::abs(sigma(2, 2) - sigma(0, 0)) * stretch),
                        1e-12);
          }
        EXPECT_GT(cell.alpha(), 0.3);
      });
  }

  // A rotation in every step changes nothing but the directions of forces.
  TEST(PlasticKernels, Objectivity)
  {
    for_kernels<3>(metals[2], [&](auto &cell) {
      auto still = cell;
      for (int i = 1; i <= 12; ++i)
        {
          const Matrix F = Matrix::Identity() + arbitrary<3>(0.02 * i);
          const Matrix Q =
            Eigen::AngleAxisd(0.9 * i,
                              Eigen::Vector3d(1., -2., 3.).normalized())
              .toRotationMatrix();
          const auto turned = cell.step(Q * F), other = still.step(F);
          EXPECT_NEAR(turned.plastic_work, other.plastic_work, 1e-12);
          EXPECT_NEAR(turned.elastic_energy, other.elastic_energy, 1e-13);
          EXPECT_LT((cell.sigma() - Q * still.sigma() * Q.transpose()).norm(),
                    1e-11);
          EXPECT_LT((cell.plastic(0) - still.plastic(0)).norm(), 1e-11);
          for (unsigned int a = 0; a < cell.n_nodes; ++a)
            {
              const Eigen::Map<const Eigen::Vector3d> f(&cell.s[3 * a]),
                g(&still.s[3 * a]);
              EXPECT_LT((f - Q * g).norm(), 1e-11);
            }
        }
      EXPECT_GT(cell.alpha(), 0.1);
    });
  }

  // A cell of degree 1 that bends without a change of its volume has the forces
  // of its shear alone, whatever the bulk modulus is.
  TEST(PlasticKernels, VolumeIsOneUnknownOfACell)
  {
    const auto          kernels = plastic_kernels(2, 1, false);
    std::vector<double> forces;
    for (const double stiffness : {lambda, 1e3 * lambda})
      {
        Cell<2> cell(kernels, 1, {1e9, 0., 0., 0.});
        std::fill_n(cell.lame.begin(), kernels.n_lanes, stiffness);
        for (unsigned int lane = 0; lane < kernels.n_lanes; ++lane)
          for (unsigned int a = 0; a < 4; ++a)
            cell.q[(lane * 4 + a) * 2] = 1e-7 * (a == 0 || a == 3 ? 1. : -1.);
        cell.force();
        forces.push_back(cell.s[0]);
      }
    EXPECT_GT(std::abs(forces[0]), 1e-8 * mu);
    EXPECT_NEAR(forces[1], forces[0], 1e-3 * std::abs(forces[0]));
  }

  // Cells that are turned inside out are seen.
  TEST(PlasticKernels, InversionIsSeen)
  {
    for_kernels<3>(metals[0], [](auto &cell) {
      Matrix F = Matrix::Identity();
      F(0, 0)  = -0.1;
      cell.deform(F);
      EXPECT_FALSE(cell.force().is_right);
    });
  }

  // Instruction sets differ by rounding.
  TEST(PlasticKernels, LanesAgree)
  {
    for (const unsigned int degree : {1u, 2u})
      {
        std::vector<std::vector<double>> forces;
        for (const PlasticKernels &kernels :
             all_plastic_kernels(3, degree, false))
          {
            Cell<3> cell(kernels, degree, metals[2]);
            for (const double size : {0.01, 0.2})
              cell.step(Matrix::Identity() + arbitrary<3>(size));
            forces.emplace_back(cell.s.begin(),
                                cell.s.begin() + 3 * cell.n_nodes);
            for (const auto &other : forces)
              for (std::size_t i = 0; i < other.size(); ++i)
                EXPECT_NEAR(forces.back()[i], other[i], 1e-12);
            // lanes, too
            for (std::size_t i = 0; i < cell.s.size(); ++i)
              EXPECT_NEAR(cell.s[i], cell.s[i % (3 * cell.n_nodes)], 1e-13);
          }
      }
  }
} // namespace percuss::test::plastic_kernels_test
