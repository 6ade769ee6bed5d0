// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_tests_solid_two_blocks_h
#define percuss_tests_solid_two_blocks_h

#include "solids.h"

#include <percuss/complementarity/make_solver.h>
#include <percuss/finite_element/parallel_steppers.h>
#include <percuss/models/solid/pair_contacts.h>

#include <array>
#include <cmath>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <vector>

namespace percuss::test
{
  /** A block of nx x ny cells, material and boundary ids of its own: the left,
   * right, lower and upper sides have id, id + 1, id + 2, id + 3. */
  struct Block
  {
    std::array<double, 2>       corner, size; // [m]
    std::array<unsigned int, 2> n;
    unsigned int                material, id;
  };

  /** @param distortion of the nodes inside, as a part of a cell */
  inline void
  add_block(Mesh &mesh, const Block &block, const double distortion)
  {
    const auto [nx, ny] = block.n;
    const auto first    = static_cast<std::uint32_t>(mesh.points.size());
    for (unsigned int j = 0; j <= ny; ++j)
      for (unsigned int i = 0; i <= nx; ++i)
        {
          const bool   is_inside = i > 0 && i < nx && j > 0 && j < ny;
          const double d         = is_inside ? distortion : 0.;
          mesh.points.push_back(
            {block.corner[0] +
               block.size[0] * (i + d * std::sin(3. * i + 5. * j)) / nx,
             block.corner[1] +
               block.size[1] * (j + d * std::cos(7. * i + 2. * j)) / ny,
             0.});
        }
    const auto node = [&](const unsigned int i, const unsigned int j) {
      return first + j * (nx + 1) + i;
    };
    for (unsigned int j = 0; j < ny; ++j)
      for (unsigned int i = 0; i < nx; ++i)
        mesh.cells.push_back(
          {{node(i, j), node(i + 1, j), node(i + 1, j + 1), node(i, j + 1)},
           block.material});
    for (unsigned int j = 0; j < ny; ++j)
      {
        mesh.faces.push_back({{node(0, j), node(0, j + 1)}, block.id});
        mesh.faces.push_back({{node(nx, j), node(nx, j + 1)}, block.id + 1});
      }
    for (unsigned int i = 0; i < nx; ++i)
      {
        mesh.faces.push_back({{node(i, 0), node(i + 1, 0)}, block.id + 2});
        mesh.faces.push_back({{node(i, ny), node(i + 1, ny)}, block.id + 3});
      }
  }

  /** The upper block [0, 1] x [1 + gap, 1.5 + gap], material 1, ids 10 to 13,
   * on the lower one [0, 1] x [0, 1], material 2, ids 20 to 23. */
  inline SolidDescription<2>
  two_blocks(const unsigned int n_upper,
             const unsigned int n_lower,
             const double       gap        = 0.,
             const double       distortion = 0.)
  {
    auto mesh = std::make_shared<Mesh>();
    add_block(*mesh,
              {{0., 1. + gap}, {1., 0.5}, {n_upper, 3}, 1, 10},
              distortion);
    add_block(*mesh, {{0., 0.}, {1., 1.}, {n_lower, 4}, 2, 20}, distortion);
    SolidDescription<2> solid;
    solid.mesh        = mesh;
    solid.materials   = {{1, {1., 0.3, 1.}}, {2, {3., 0.25, 2.}}};
    solid.lumped_mass = true;
    return solid;
  }

  /** Where ranks share a core, linear solves take long: there tests have fewer
   * steps. */
  inline unsigned int
  steps_for_ranks(const unsigned int n)
  {
    return dealii::Utilities::MPI::n_mpi_processes(MPI_COMM_WORLD) == 1 ?
             n :
             (n + 3) / 4;
  }

  using Ids = std::set<dealii::types::boundary_id>;

  template <int dim, class A>
  std::unique_ptr<PairContacts<dim, A>>
  pair_contacts(const ElasticSolid<dim, A>             &solid,
                const std::vector<std::pair<Ids, Ids>> &pairs,
                const ContactCoefficients              &law           = {},
                const std::optional<double>             place_of_rows = {})
  {
    const auto side = [&](const Ids &ids) {
      return ContactSide<dim>(solid.dof_handler,
                              solid.mapping,
                              ids,
                              solid.constraints);
    };
    std::vector<ContactPair<dim>> sides;
    for (const auto &[slave, master] : pairs)
      sides.push_back({pairs.size() == 1 ?
                         "pair" :
                         "pair " + std::to_string(sides.size() + 1),
                       side(slave),
                       side(master)});
    return std::make_unique<PairContacts<dim, A>>(
      std::move(sides),
      solid.initial_displacement(),
      law,
      dim == 3 ? 1. : solid.description.thickness,
      solid.dof_handler.locally_owned_dofs(),
      solid.communicator,
      place_of_rows);
  }

  /** A vector of so many components. */
  template <class... X>
  dealii::Tensor<1, sizeof...(X)>
  vector(const X... x)
  {
    return dealii::Point<sizeof...(X)>(x...);
  }

  inline SchemeParameters
  scheme_named(const std::string &name)
  {
    SchemeParameters scheme;
    scheme.name = name;
    return scheme;
  }

  /** Of massless contacts, where the solid has such nodes. */
  inline std::unique_ptr<TimeIntegrationScheme<MechanicalSystem<PETScAlgebra>>>
  scheme_of_pairs(const std::string &name, const BoundaryMass mass)
  {
    using System = MechanicalSystem<PETScAlgebra>;
    return mass == BoundaryMass::kept ?
             make_scheme<System>(scheme_named(name)) :
             make_contact_force_scheme<System>(scheme_named(name), true);
  }

  /** Pairs of a solid, step by step. */
  template <int dim>
  struct SteppedPairs
  {
    using A = PETScAlgebra;

    SteppedPairs(const SolidDescription<dim>            &description,
                 const std::vector<std::pair<Ids, Ids>> &pairs,
                 const ContactCoefficients              &law,
                 const std::string                      &scheme_name,
                 const double                            time_step,
                 const std::optional<double>             place_of_rows = {},
                 const DelassusForm form = DelassusForm::automatic)
      : solid(description, MPI_COMM_WORLD)
      , contacts(pair_contacts(solid, pairs, law, place_of_rows))
      , scheme(scheme_of_pairs(scheme_name, description.boundary_mass))
      , solver(make_solver("automatic",
                           static_cast<unsigned int>(contacts->n_constraints()),
                           {.tolerance = 1e-12}))
      , stepper(solid,
                *scheme,
                *contacts,
                *solver,
                {Activation::Rule::explicit_forecast, 0.5},
                {0., time_step, 1e3},
                solid.initial_displacement(),
                solid.initial_velocity(),
                {.form = form})
    {}

    /** Of the k-th motion of a rigid body, in the undeformed configuration. */
    double
    momentum(const std::size_t k) const
    {
      return modes[k] * stepper.state().momentum;
    }

    ElasticSolid<dim, A>                                        solid;
    std::unique_ptr<PairContacts<dim, A>>                       contacts;
    std::unique_ptr<TimeIntegrationScheme<MechanicalSystem<A>>> scheme;
    std::unique_ptr<ComplementaritySolver>                      solver;
    TimeStepper<MechanicalSystem<A>>                            stepper;
    const std::vector<A::Vector> modes = solid.rigid_body_modes();
  };

  inline const std::vector<std::pair<Ids, Ids>> upper_is_slave{{{12}, {23}}};
  inline const std::vector<std::pair<Ids, Ids>> lower_is_slave{{{23}, {12}}};
} // namespace percuss::test

#endif
