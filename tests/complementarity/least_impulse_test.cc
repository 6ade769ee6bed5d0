// SPDX-License-Identifier: Apache-2.0

// Redundant contacts: impulses and velocities do not depend on the solver, the
// order of contacts, the directions of tangents or the frame of coordinates.

#include "friction_fixture.h"

#include <percuss/complementarity/least_impulse.h>
#include <percuss/complementarity/make_solver.h>

#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <random>
#include <string>
#include <vector>

using namespace percuss;

namespace least_impulse_test
{
  using Eigen::Matrix3d;
  using Eigen::MatrixXd;
  using Eigen::Vector3d;
  using Eigen::VectorXd;

  struct Body
  {
    Vector3d center;
    double   mass;
    Matrix3d inertia; // in the frame of coordinates
    Vector3d velocity, spin;
  };

  struct Contact
  {
    Vector3d point, normal; // towards the first body
    int      body, other;   // or -1, the ground
    double   mu, restitution = 0.;
  };

  /** Bodies on each other before a step h under gravity. */
  struct Scene
  {
    std::vector<Body>    bodies;
    std::vector<Contact> contacts;
    Vector3d             gravity{0., 0., -9.81};
    double               h          = 1e-3;
    double               compliance = 0.; // beside W [1/kg]
  };

  /** The same scene in other coordinates. */
  Scene
  moved(const Scene &scene, const Matrix3d &Q, const Vector3d &shift)
  {
    Scene result = scene;
    for (Body &body : result.bodies)
      {
        body.center   = Q * body.center + shift;
        body.inertia  = Q * body.inertia * Q.transpose();
        body.velocity = Q * body.velocity;
        body.spin     = Q * body.spin;
      }
    for (Contact &contact : result.contacts)
      {
        contact.point  = Q * contact.point + shift;
        contact.normal = Q * contact.normal;
      }
    result.gravity = Q * scene.gravity;
    return result;
  }

  /** Impulses as vectors, by contact, and velocities of the bodies. */
  struct Result
  {
    SolverReport                          report;
    std::vector<Eigen::Vector3d>          impulses;
    std::vector<Eigen::Vector<double, 6>> velocities;
    double                                residual;
  };

  Matrix3d
  directions(const Vector3d &normal, const double angle)
  {
    Matrix3d R;
    R.row(0) = normal;
    R.row(1) = Eigen::AngleAxisd(angle, normal) * normal.unitOrthogonal();
    R.row(2) = normal.cross(R.row(1).transpose());
    return R;
  }

  /** @param order of the contacts @param angles of their tangents */
  Result
  solve(const Scene                    &scene,
        const std::string_view          solver,
        const std::vector<std::size_t> &order,
        const std::vector<double>      &angles,
        const SolverParameters         &parameters = {})
  {
    const auto n = static_cast<Eigen::Index>(6 * scene.bodies.size());
    const auto m = static_cast<Eigen::Index>(3 * order.size());
    MatrixXd   G = MatrixXd::Zero(m, n), mobility = MatrixXd::Zero(n, n);
    VectorXd   v(n), v_free(n);
    for (Eigen::Index k = 0; const Body &body : scene.bodies)
      {
        mobility.block<3, 3>(k, k).diagonal().setConstant(1. / body.mass);
        mobility.block<3, 3>(k + 3, k + 3) = body.inertia.inverse();
        v.segment<3>(k)                    = body.velocity;
        v.segment<3>(k + 3)                = body.spin;
        k += 6;
      }
    v_free = v;
    for (Eigen::Index k = 0; k < n; k += 6)
      v_free.segment<3>(k) += scene.h * scene.gravity;
    std::vector<Cone>     cones;
    std::vector<Matrix3d> frames;
    VectorXd              b(m);
    for (Eigen::Index i = 0; const std::size_t of_all : order)
      {
        const Contact &contact = scene.contacts[of_all];
        const Matrix3d R       = directions(contact.normal, angles[of_all]);
        frames.push_back(R);
        for (const auto &[body, sign] :
             {std::pair{contact.body, 1.}, std::pair{contact.other, -1.}})
          if (body >= 0)
            {
              const Vector3d r =
                contact.point -
                scene.bodies[static_cast<std::size_t>(body)].center;
              for (int d = 0; d < 3; ++d)
                {
                  G.block<1, 3>(i + d, 6 * body) = sign * R.row(d);
                  G.block<1, 3>(i + d, 6 * body + 3) =
                    sign * r.cross(R.row(d).transpose()).transpose();
                }
            }
        cones.push_back(
          Cone::second_order(static_cast<unsigned int>(i), 3, contact.mu));
        i += 3;
      }
    b = G * v_free;
    for (Eigen::Index i = 0; const std::size_t of_all : order)
      {
        b.segment<3>(i) +=
          scene.contacts[of_all].restitution * (G * v).segment<3>(i);
        i += 3;
      }
    const ExplicitDelassus           W((G * mobility * G.transpose() +
                              scene.compliance * MatrixXd::Identity(m, m))
                               .eval());
    const auto                       size = static_cast<std::size_t>(m);
    const ConeComplementarityProblem problem{W, {b.data(), size}, cones};
    std::vector<double>              p(size, 0.);
    Result                           result;
    result.report =
      make_solver(solver, W.size(), parameters)->solve(problem, p);
    result.residual  = natural_map_residual(problem, p);
    const VectorXd P = Eigen::Map<VectorXd>(p.data(), m);
    const VectorXd w = v_free + mobility * G.transpose() * P;
    result.impulses.resize(order.size());
    for (Eigen::Index k = 0; const std::size_t of_all : order)
      {
        result.impulses[of_all] =
          frames[static_cast<std::size_t>(k)].transpose() * P.segment<3>(3 * k);
        ++k;
      }
    for (Eigen::Index k = 0; k < n; k += 6)
      result.velocities.emplace_back(w.segment<6>(k));
    return result;
  }

  Result
  solve(const Scene            &scene,
        const std::string_view  solver     = "automatic",
        const SolverParameters &parameters = {})
  {
    std::vector<std::size_t> order(scene.contacts.size());
    std::iota(order.begin(), order.end(), 0u);
    return solve(
      scene, solver, order, std::vector<double>(order.size(), 0.), parameters);
  }

  Matrix3d
  inertia_of_box(const double mass, const Vector3d &edges)
  {
    const Vector3d squares = edges.cwiseProduct(edges);
    return (mass / 12. * (Vector3d::Constant(squares.sum()) - squares))
      .asDiagonal();
  }

  /** A prism on its @p n lower corners, slides and spins. */
  Scene
  prism(const int n, const double mu, std::mt19937 &generator)
  {
    std::uniform_real_distribution<double> uniform(-1., 1.);
    Scene                                  scene;
    Body body{{0.02 * uniform(generator), 0.02 * uniform(generator), 0.05},
              1. + 0.5 * uniform(generator),
              Matrix3d::Zero(),
              {uniform(generator), uniform(generator), 0.},
              {0., 0., 9. * uniform(generator)}};
    body.inertia = inertia_of_box(body.mass, {0.3, 0.2, 0.1});
    scene.bodies.push_back(body);
    for (int k = 0; k < n; ++k)
      {
        const double phi =
          2. * std::numbers::pi * (k + 0.1 * uniform(generator)) / n;
        scene.contacts.push_back(
          {{0.15 * std::cos(phi), 0.12 * std::sin(phi), 0.},
           Vector3d::UnitZ(),
           0,
           -1,
           mu});
      }
    return scene;
  }

  /** Boxes on each other, the lowest one on the ground, at four points each. */
  Scene
  stack(const int     n,
        const double  mu,
        const double  speed,
        std::mt19937 &generator)
  {
    std::uniform_real_distribution<double> uniform(-1., 1.);
    Scene                                  scene;
    for (int k = 0; k < n; ++k)
      {
        const double mass = std::pow(10., uniform(generator));
        scene.bodies.push_back(
          {{0.01 * uniform(generator),
            0.01 * uniform(generator),
            0.1 * k + 0.05},
           mass,
           inertia_of_box(mass, {0.2, 0.2, 0.1}),
           {speed * uniform(generator), speed * uniform(generator), 0.},
           {0., 0., 5. * speed * uniform(generator)}});
        const Matrix3d turned =
          Eigen::AngleAxisd(uniform(generator), Vector3d::UnitZ())
            .toRotationMatrix();
        for (const double x : {-0.08, 0.08})
          for (const double y : {-0.08, 0.08})
            scene.contacts.push_back(
              {turned * Vector3d(x, y, 0.) + Vector3d(0., 0., 0.1 * k),
               Vector3d::UnitZ(),
               k,
               k - 1,
               mu});
      }
    return scene;
  }

  const std::vector<std::string_view> with_friction =
    {"automatic", "semismooth-newton", "projected-gauss-seidel"};

  /** Solves it by every solver, in other orders, tangents and coordinates. */
  void
  expect_one_solution(const Scene &scene, std::mt19937 &generator)
  {
    const Result reference = solve(scene);
    ASSERT_TRUE(reference.report.is_solution_usable());
    double speed = 1e-3, impulse = 0.;
    for (const auto &v : reference.velocities)
      speed = std::max(speed, v.norm());
    for (const Vector3d &P : reference.impulses)
      impulse = std::max(impulse, P.norm());
    std::uniform_real_distribution<double> uniform(-3., 3.);
    for (const std::string_view solver : with_friction)
      for (int k = 0; k < 3; ++k)
        {
          SCOPED_TRACE(std::string(solver) + ' ' + std::to_string(k));
          const Matrix3d Q = Eigen::Quaterniond(uniform(generator),
                                                uniform(generator),
                                                uniform(generator),
                                                uniform(generator))
                               .normalized()
                               .toRotationMatrix();
          const Vector3d           shift(uniform(generator),
                               uniform(generator),
                               uniform(generator));
          std::vector<std::size_t> order(scene.contacts.size());
          std::iota(order.begin(), order.end(), 0u);
          std::shuffle(order.begin(), order.end(), generator);
          std::vector<double> angles(order.size());
          for (double &angle : angles)
            angle = uniform(generator);
          const Result result =
            solve(moved(scene, Q, shift), solver, order, angles);
          ASSERT_TRUE(result.report.is_solution_usable());
          for (std::size_t i = 0; i < result.velocities.size(); ++i)
            {
              EXPECT_LE((Q.transpose() * result.velocities[i].head<3>() -
                         reference.velocities[i].head<3>())
                          .norm(),
                        1e-10 * speed);
              EXPECT_LE((Q.transpose() * result.velocities[i].tail<3>() -
                         reference.velocities[i].tail<3>())
                          .norm(),
                        1e-10 * speed);
            }
          for (std::size_t i = 0; i < result.impulses.size(); ++i)
            EXPECT_LE((Q.transpose() * result.impulses[i] -
                       reference.impulses[i])
                        .norm(),
                      1e-8 * impulse)
              << i;
        }
  }

  TEST(LeastImpulse, PrismsSlideAndSpinTheSameWay)
  {
    std::mt19937 generator(1);
    for (int n = 3; n <= 12; ++n)
      for (const double mu : {0., 0.1, 0.4, 0.8})
        {
          SCOPED_TRACE(std::to_string(n) + " points, mu " + std::to_string(mu));
          expect_one_solution(prism(n, mu, generator), generator);
        }
  }

  TEST(LeastImpulse, StacksSlideAndStandTheSameWay)
  {
    std::mt19937 generator(2);
    for (int n = 1; n <= 5; ++n)
      for (const double speed : {0., 1e-3, 1.})
        {
          SCOPED_TRACE(std::to_string(n) + " boxes, " + std::to_string(speed));
          expect_one_solution(stack(n, 0.5, speed, generator), generator);
        }
  }

  // All with the same e: the impacts of Moreau's law.
  TEST(LeastImpulse, ImpactsAreTheSame)
  {
    std::mt19937 generator(3);
    for (int n = 4; n <= 12; n += 4)
      {
        SCOPED_TRACE(n);
        Scene scene = prism(n, 0.3, generator);
        scene.bodies[0].velocity -= Vector3d(0., 0., 2.);
        for (Contact &contact : scene.contacts)
          contact.restitution = 0.5;
        expect_one_solution(scene, generator);
      }
  }

  /** The scene after the impulses of a first phase, and e of each of them. */
  Scene
  after_expansion(Scene scene, const Result &compression)
  {
    for (std::size_t k = 0; k < scene.contacts.size(); ++k)
      {
        const Contact &contact = scene.contacts[k];
        const Vector3d P = (1. + contact.restitution) * compression.impulses[k];
        for (const auto &[index, sign] :
             {std::pair{contact.body, 1.}, std::pair{contact.other, -1.}})
          if (index >= 0)
            {
              Body &body = scene.bodies[static_cast<std::size_t>(index)];
              body.velocity += sign / body.mass * P;
              body.spin += sign * body.inertia.inverse() *
                           (contact.point - body.center).cross(P);
            }
      }
    for (Contact &contact : scene.contacts)
      contact.restitution = 0.;
    return scene;
  }

  // Poisson's law gives e of the impulses of the first phase once more, so that
  // the motion depends on them where e differs, with sticking points, too.
  TEST(LeastImpulse, PoissonsLawWithSeveralRestitutions)
  {
    std::mt19937 generator(8);
    for (const int n : {4, 6, 9})
      for (const double mu : {0., 0.3, 5.})
        {
          SCOPED_TRACE(std::to_string(n) + " points, mu " + std::to_string(mu));
          Scene scene = prism(n, mu, generator);
          scene.bodies[0].velocity -= Vector3d(0., 0., 2.);
          Scene impact = scene;
          impact.h     = 0.;
          for (std::size_t k = 0; k < scene.contacts.size(); ++k)
            scene.contacts[k].restitution = 0.3 * static_cast<double>(k % 3);
          expect_one_solution(impact, generator);
          const Result first   = solve(impact),
                       swept   = solve(impact, "projected-gauss-seidel");
          const Result v       = solve(after_expansion(scene, first)),
                       v_swept = solve(after_expansion(scene, swept),
                                       "projected-gauss-seidel");
          EXPECT_LE((v.velocities[0] - v_swept.velocities[0]).norm(), 1e-9);
          EXPECT_GT(v.velocities[0].tail<3>().norm(), 1e-3);
        }
  }

  // Without friction a body on points presses on them by a function that is linear
  // in their positions, or by nothing where that would pull.
  TEST(LeastImpulse, PressureIsLinear)
  {
    std::mt19937 generator(4);
    int          n_unloaded = 0;
    for (int n = 4; n <= 12; ++n)
      for (const double eccentricity : {0., 0.04, 0.08})
        {
          Scene scene = prism(n, 0., generator);
          scene.bodies[0].center += Vector3d(eccentricity, 0., 0.);
          for (const std::string_view solver : {"automatic",
                                                "lemke",
                                                "mprgp",
                                                "projected-gauss-seidel",
                                                "semismooth-newton"})
            {
              if (solver == "lemke" || solver == "mprgp")
                continue; // the cones here are of second order
              const Result result = solve(scene, solver);
              ASSERT_TRUE(result.report.is_solution_usable());
              MatrixXd A(n, 3);
              VectorXd P(n);
              for (int k = 0; k < n; ++k)
                {
                  const auto i = static_cast<std::size_t>(k);
                  A.row(k) << 1., scene.contacts[i].point.head<2>().transpose();
                  P[k] = result.impulses[i][2];
                }
              MatrixXd loaded   = A;
              VectorXd P_loaded = P;
              for (int k = 0; k < n; ++k)
                if (P[k] == 0.)
                  {
                    loaded.row(k).setZero();
                    ++n_unloaded;
                  }
              const VectorXd plane =
                loaded.completeOrthogonalDecomposition().solve(P_loaded);
              EXPECT_LE((P - (A * plane).cwiseMax(0.)).norm(), 1e-9 * P.norm())
                << n << ' ' << eccentricity << ' ' << solver;
            }
        }
    EXPECT_GT(n_unloaded, 10);
  }

  // Of unilateral rows, by all solvers.
  TEST(LeastImpulse, IsTheSolutionOfLeastNorm)
  {
    std::mt19937 generator(5);
    for (int k = 0; k < 200; ++k)
      {
        const int      n = 3 + k % 20, rank = 1 + k % 4;
        const MatrixXd G    = MatrixXd::NullaryExpr(n, rank, [&] {
          return std::normal_distribution<double>()(generator);
        });
        const VectorXd free = enumeration::random_vector(rank, generator);
        VectorXd       b    = G * free;
        const ExplicitDelassus           W(G * G.transpose());
        const auto                       size = static_cast<unsigned int>(n);
        const Cone                       cone = Cone::unilateral(0, size);
        const ConeComplementarityProblem problem{W,
                                                 {b.data(), size},
                                                 {&cone, 1}};
        VectorXd                         reference;
        for (const SolverDescription &description : solver_names())
          {
            std::vector<double> p(size, 0.);
            const SolverReport  report =
              make_solver(description.name, size)->solve(problem, p);
            if (!report.is_solution_usable())
              continue;
            const VectorXd P = Eigen::Map<VectorXd>(p.data(), n);
            const VectorXd u = W.explicit_matrix()->operator*(P) + b;
            if (reference.size() == 0)
              reference = P;
            EXPECT_LE((P - reference).norm(), 1e-8 * reference.norm())
              << k << ' ' << description.name;
            // P = max(G y, 0) on closed rows: no closed row may be left out
            MatrixXd loaded = G;
            for (int i = 0; i < n; ++i)
              if (P[i] == 0.)
                loaded.row(i).setZero();
            const VectorXd y =
              loaded.completeOrthogonalDecomposition().solve(P);
            EXPECT_LE((loaded * y - P).norm(), 1e-8 * P.norm());
          }
      }
  }

  // By first order in it, the same for all contacts.
  TEST(LeastImpulse, IsTheLimitOfComplianceThatVanishes)
  {
    std::mt19937 generator(6);
    for (int n = 4; n <= 8; ++n)
      for (const double slow : {1., 0.01})
        {
          Scene scene = prism(n, 0.4, generator);
          scene.bodies[0].velocity *= slow;
          scene.bodies[0].spin *= slow;
          const Result        limit = solve(scene);
          std::vector<double> errors;
          for (const double compliance : {1e-2, 1e-3, 1e-4})
            {
              scene.compliance    = compliance;
              const Result result = solve(scene);
              double       error = 0., largest = 0.;
              for (std::size_t i = 0; i < result.impulses.size(); ++i)
                {
                  error =
                    std::max(error,
                             (result.impulses[i] - limit.impulses[i]).norm());
                  largest = std::max(largest, limit.impulses[i].norm());
                }
              errors.push_back(error / largest);
            }
          EXPECT_LE(errors[0], 0.1) << n << ' ' << slow;
          EXPECT_LE(errors[1], 0.12 * errors[0]) << n << ' ' << slow;
          EXPECT_LE(errors[2], 0.12 * errors[1]) << n << ' ' << slow;
        }
  }

  // Joints are stiffer: what they can carry does not load contacts.
  TEST(LeastImpulse, JointsBeforeContacts)
  {
    // one mass, two joints and two contacts in its only direction
    const MatrixXd          G{{1.}, {1.}, {1.}, {1.}};
    const VectorXd          b = -VectorXd::Ones(4);
    const ExplicitDelassus  W(G * G.transpose());
    const std::vector<Cone> cones{Cone::bilateral(0),
                                  Cone::unilateral(1),
                                  Cone::bilateral(2),
                                  Cone::unilateral(3)};
    for (const std::string_view solver : {"automatic", "lemke", "mprgp"})
      {
        std::vector<double> p(4, 0.);
        ASSERT_TRUE(make_solver(solver, 4)
                      ->solve({W, {b.data(), 4}, cones}, p)
                      .is_solution_usable());
        EXPECT_NEAR(p[0], 0.5, 1e-3);
        EXPECT_NEAR(p[2], p[0], 1e-8);
        EXPECT_LE(p[1], 1e-3);
        EXPECT_NEAR(p[3], p[1], 1e-8);
      }
  }

  // To the last bit as without it where nothing is redundant.
  TEST(LeastImpulse, LeavesRegularProblemsAlone)
  {
    std::mt19937     generator(7);
    SolverParameters without;
    without.takes_least_impulse = false;
    for (const int n_contacts : {1, 2, 5, 20})
      for (const std::string_view solver : with_friction)
        {
          const MatrixXd values =
            friction::random_delassus(3, n_contacts, 9 * n_contacts, generator);
          const VectorXd b =
            enumeration::random_vector(3 * n_contacts, generator);
          const ExplicitDelassus W(values);
          const auto             cones = friction::cones(3, n_contacts, 0.4);
          const ConeComplementarityProblem problem{W,
                                                   {b.data(), W.size()},
                                                   cones};
          std::vector<double>              p(W.size(), 0.), q(W.size(), 0.);
          make_solver(solver, W.size())->solve(problem, p);
          make_solver(solver, W.size(), without)->solve(problem, q);
          EXPECT_EQ(p, q);
          EXPECT_FALSE(LeastImpulse().is_needed(problem));
        }
  }
} // namespace least_impulse_test
