// SPDX-License-Identifier: Apache-2.0

// Many bodies: a sparse W, lattices of copies, rest.

#include "body_runs.h"

#include <percuss/base/exceptions.h>

namespace percuss::test::many_bodies_test
{
  namespace
  {
    /** A box without a lid about copies of a ball. */
    std::string
    walls(const double half_width)
    {
      const std::string w = exact(half_width);
      return floor_3 + " | east: bodies all ; plane ground " + w +
             ", 0, 0 ; normal -1, 0, 0 | west: bodies all ; plane ground -" +
             w + ", 0, 0 ; normal 1, 0, 0 | north: bodies all ; plane ground " +
             "0, " + w + ", 0 ; normal 0, -1, 0 | south: bodies all ; plane " +
             "ground 0, -" + w + ", 0 ; normal 0, 1, 0 | all: bodies all";
    }

    SpatialRun
    spheres(const std::string &scheme,
            const double       e,
            const double       mu,
            const double       h,
            const double       height = 0.053)
    {
      return spatial_run("s: shape ball 0.05 ; density 1000 ; at -0.105, "
                         "-0.105, " +
                           exact(height) +
                           " ; copies 3, 3, 3 ; spacing 0.105, 0.105, 0.105 "
                           "; scatter 0.002",
                         walls(0.16),
                         law(e, mu),
                         h,
                         {0., 0., -9.81},
                         scheme);
    }
  } // namespace

  // Rows of G are what velocity() is of unit vectors.
  TEST(ManyBodies, RowsOfTheJacobian)
  {
    MechanismTexts texts;
    texts.bodies =
      "s: shape ball 0.05 ; density 1000 ; at -0.1, 0.02, 0.05 ; "
      "copies 2, 2, 2 ; spacing 0.1, 0.1, 0.1 ; scatter 0.0002 | "
      "p: mass 1 ; inertia 1, 2, 3 ; at 1, 0, 0 ; rotation 0.3, 0.2, 0.1";
    texts.joints   = "j: spherical ; p 0.1, 0.2, 0.3 ; ground 1.1, 0.2, 0.3";
    texts.contacts = "tip: ball ; p 0, 0, -1 ; ball radius 0.1 ; plane ground "
                     "0, 0, -1.2 ; normal 0.1, 0, 1 ; friction 0.3 | "
                     "floor: bodies s1, s2, s3, s4, s5, s6, s7, s8 ; plane "
                     "ground 0, 0, 0 ; normal 0, 0, 1 ; friction 0.5 | all: "
                     "bodies all ; friction 0.2";
    SpatialRun  run(spatial(texts, 9.81), scheme_named("moreau-jean"), 1e-3);
    const auto &q       = run.mechanism.initial_position();
    const auto  n       = static_cast<Eigen::Index>(run.mechanism.n_dofs());
    const std::size_t m = run.constraints.n_constraints();
    run.constraints.renew_rows(q, run.mechanism.initial_velocity(), 1e-3);
    std::vector<std::size_t> rows;
    for (std::size_t i = 0; i < m; i += 1 + i % 2)
      rows.push_back(i);
    Eigen::SparseMatrix<double, Eigen::RowMajor> G;
    ASSERT_TRUE(run.constraints.jacobian_rows(q, 0., rows, G));
    ASSERT_EQ(G.cols(), n);
    std::vector<double> u(m);
    DenseVector         v;
    run.mechanism.reinit(v);
    int n_in_use = 0;
    for (Eigen::Index j = 0; j < n; ++j)
      {
        v.entries = Eigen::VectorXd::Unit(n, j);
        run.constraints.velocity(q, 0., v, u);
        for (std::size_t i = 0; i < rows.size(); ++i)
          EXPECT_EQ(G.coeff(static_cast<Eigen::Index>(i), j), u[rows[i]]);
      }
    for (std::size_t i = 0; i < m; ++i)
      n_in_use += run.constraints.is_in_use(i);
    EXPECT_EQ(n_in_use, 3 + 3 + 3 * (4 + 12));
    EXPECT_EQ(run.mechanism.uncoupled_blocks(), [] {
      std::vector<unsigned int> blocks;
      for (unsigned int body = 0; body < 9; ++body)
        blocks.insert(blocks.end(), 6, body);
      return blocks;
    }());
  }

  // Histories show contacts of bodies by their names, also where these are all
  // that there is.
  TEST(ManyBodies, NamesInHistories)
  {
    const SpatialRun run = spheres("moreau-jean", 0., 0.3, 1e-3);
    EXPECT_EQ(run.constraints.totals().names,
              (std::vector<std::string>{
                "floor", "east", "west", "north", "south", "all"}));
  }

  // Springs join bodies to one block.
  TEST(ManyBodies, SpringsCoupleBlocks)
  {
    MechanismTexts texts;
    texts.bodies  = "a: mass 1 ; inertia 1, 1, 1 ; at 0, 0, 0 ; copies 5, 1, 1 "
                    "; spacing 1, 1, 1";
    texts.springs = "s: a4 0, 0, 0 ; a2 0, 0, 0 ; stiffness 1 | t: a5 0, 0, 0 "
                    "; ground 0, 0, 0 ; stiffness 1";
    const SpatialMechanism    mechanism(spatial(texts, 9.81));
    const auto                blocks = mechanism.uncoupled_blocks();
    std::vector<unsigned int> of_body;
    for (std::size_t i = 0; i < blocks.size(); i += 6)
      of_body.push_back(blocks[i]);
    EXPECT_EQ(of_body, (std::vector<unsigned int>{0, 1, 2, 1, 3}));
  }

  // Springs without stiffness change no motion, but leave one block: W is
  // dense with them, and sparse without.
  TEST(ManyBodies, SparseAndDenseProblemsGiveOneMotion)
  {
    std::string springs;
    for (int i = 1; i < 48; ++i)
      springs += (i > 1 ? " | t" : "t") + std::to_string(i) + ": s" +
                 std::to_string(i) + " 0, 0, 0 ; s" + std::to_string(i + 1) +
                 " 0, 0, 0 ; stiffness 0";
    for (const std::string scheme : {"moreau-jean", "generalized-alpha"})
      {
        const auto run_with = [&](const std::string &text) {
          auto d = parse_mechanism<3>(
            {"s: shape ball 0.05 ; density 1000 ; at -0.15, -0.15, 0.05 ; "
             "copies 4, 4, 3 ; spacing 0.1, 0.1, 0.1 ; scatter 0.0005",
             "",
             floor_3 + " | all: bodies all",
             text,
             ""},
            law(0., 0.3));
          d.gravity = {0., 0., -9.81};
          return SpatialRun(d, scheme_named(scheme), 1e-3, of_bodies());
        };
        SpatialRun   sparse = run_with(""), dense = run_with(springs);
        unsigned int most = 0;
        for (int k = 0; k < 20; ++k)
          {
            sparse.stepper.advance(1);
            dense.stepper.advance(1);
            most = std::max(most, sparse.stepper.record().active_contacts);
          }
        EXPECT_GT(most, 35u) << scheme; // 105 rows
        const auto &v = sparse.stepper.state().v.entries;
        EXPECT_GT(v.norm(), 1e-3);
        EXPECT_LT((v - dense.stepper.state().v.entries).norm(), 1e-7 * v.norm())
          << scheme;
      }
  }

  // Without friction to rest, whatever e; no energy is gained with it.
  TEST(ManyBodies, SpheresGainNoEnergy)
  {
    for (const double e : {0., 0.5})
      for (const double mu : {0., 0.4})
        {
          SpatialRun   run   = spheres("moreau-jean", e, mu, 2e-3);
          const double scale = run.ledger().energy.total();
          const double rise =
            largest_rise(run, mu > 0. ? 80 : 500, scale, [] {});
          EXPECT_LT(rise, 1e-9) << e << ' ' << mu;
          EXPECT_LT(run.ledger().energy.kinetic, (mu > 0. ? 0.1 : 1e-3) * scale)
            << e << ' ' << mu;
        }
  }

  TEST(ManyBodies, WrongCopies)
  {
    const auto message = [](const std::string &copies) -> std::string {
      try
        {
          parse_mechanism<3>(
            {"s: shape ball 0.05 ; density 1 ; at 0, 0, 0 ; " + copies,
             "",
             "",
             "",
             ""});
        }
      catch (const InputError &error)
        {
          return error.what();
        }
      return "";
    };
    EXPECT_EQ(message("copies 1, 2, 3 ; spacing 1, 1, 1"), "");
    for (const auto &[text, part] :
         {std::pair{"copies 0, 2, 3 ; spacing 1, 1, 1", "whole ones"},
          {"copies 1.5, 2, 3 ; spacing 1, 1, 1", "whole ones"},
          {"copies 100, 100, 100 ; spacing 1, 1, 1", "100000"},
          {"copies 2, 2, 2", "spacing"},
          {"spacing 1, 1, 1", "without 'copies'"},
          {"copies 2, 2, 2 ; spacing 1, 1, 1 ; scatter -1", "negative"}})
      EXPECT_NE(message(text).find(part), std::string::npos)
        << text << ": " << message(text);
  }
} // namespace percuss::test::many_bodies_test
