// SPDX-License-Identifier: Apache-2.0

// Nothing constant is computed and no memory is allocated inside the time loop
// of a linear run: calls of malloc, and PETSc's own counts of factorizations
// and assemblies, over some hundred steps through an impact.

#include "../../count_allocations.h"
#include "bar_run.h"

#include <percuss/parallel_algebra/petsc_algebra.h>
#include <percuss/parallel_algebra/trilinos_algebra.h>

#include <gtest/gtest.h>
#include <petsclog.h>

namespace percuss::test::time_loop_test
{
  /** How often PETSc executed an event so far. */
  int
  petsc_count(const char *event)
  {
    PetscLogEvent      id;
    PetscEventPerfInfo info;
    PetscLogEventGetId(event, &id);
    PetscLogEventGetPerfInfo(0, id, &info);
    return info.count;
  }

#ifdef PERCUSS_COUNTS_ALLOCATIONS

  template <Algebra A>
  Allocations
  allocations_in_the_loop(const std::string &scheme,
                          const unsigned int n_elements    = 200,
                          const BoundaryMass boundary_mass = BoundaryMass::kept)
  {
    BarRowDescription description = steel_bar(n_elements);
    description.boundary_mass     = boundary_mass;
    if (boundary_mass == BoundaryMass::kept)
      description.stiffness_damping = 1e-9;
    description.right_force = [](const double t) { return 10. * t; };
    SchemeParameters parameters;
    parameters.name = scheme;
    BarRun<A> run(description, parameters, {0., 1e-6, 1.});

    // the first steps in flight and in contact size what is sized on demand
    run.stepper.advance(20);
    EXPECT_EQ(run.stepper.record().active_contacts, 1u);
    const Allocations count = allocations_of([&] { run.stepper.advance(600); });
    EXPECT_GT(run.stepper.record().contacts->total_impulse, 0.);
    EXPECT_EQ(run.stepper.record().active_contacts, 0u); // and released
    return count;
  }

  bool
  serial()
  {
    return dealii::Utilities::MPI::n_mpi_processes(MPI_COMM_WORLD) == 1;
  }

  TEST(TimeLoop, TheCounterCounts)
  {
    const unsigned int n =
      dealii::Utilities::MPI::n_mpi_processes(MPI_COMM_WORLD);
    EXPECT_EQ(n_allocations_of([n] { std::vector<double> any(n); }), 1u);
  }

  TEST(TimeLoop, AllocatesNothingWithPETSc)
  {
    if (!serial())
      GTEST_SKIP() << "MPI itself allocates its messages";
    EXPECT_EQ(allocations_in_the_loop<PETScAlgebra>("moreau-jean").calls, 0u);
    EXPECT_EQ(allocations_in_the_loop<PETScAlgebra>("generalized-alpha").calls,
              0u);
    for (const char *const scheme :
         {"cd-lagrange", "moreau-jean-dissipative", "generalized-alpha"})
      EXPECT_EQ(allocations_in_the_loop<PETScAlgebra>(scheme,
                                                      20,
                                                      BoundaryMass::weighted)
                  .calls,
                0u)
        << scheme;
  }

  // Epetra's product makes an object for its timer, Amesos' solve a few more:
  // a constant number, no vector, whatever the number of elements.
  TEST(TimeLoop, AllocatesNoVectorWithTrilinos)
  {
    if (!serial())
      GTEST_SKIP() << "MPI itself allocates its messages";
    for (const std::string scheme : {"moreau-jean", "generalized-alpha"})
      {
        const auto few  = allocations_in_the_loop<TrilinosAlgebra>(scheme);
        const auto many = allocations_in_the_loop<TrilinosAlgebra>(scheme, 400);
        EXPECT_EQ(few.calls, many.calls);
        EXPECT_EQ(few.bytes, many.bytes);
        EXPECT_LT(few.bytes / 600, 201 * sizeof(double));
        EXPECT_LE(few.calls / 600, 20u);
      }
  }

#endif

  TEST(TimeLoop, FactorizesAndAssemblesNothing)
  {
    PetscLogDefaultBegin();
    SchemeParameters parameters;
    parameters.name = "generalized-alpha";
    BarRun<PETScAlgebra> run(steel_bar(200), parameters, {0., 1e-6, 1.});

    const int factorizations = petsc_count("MatCholFctrNum");
    const int assemblies     = petsc_count("MatAssemblyBegin");
    const int solves         = petsc_count("KSPSolve");
    EXPECT_GT(factorizations, 0);
    EXPECT_GT(assemblies, 0);
    run.stepper.advance(600);
    EXPECT_EQ(petsc_count("MatCholFctrNum"), factorizations);
    EXPECT_EQ(petsc_count("MatAssemblyBegin"), assemblies);
    EXPECT_GT(run.stepper.record().contacts->total_impulse, 0.);
    const int of_operator = petsc_count("KSPSolve") - solves - 600;
    EXPECT_GT(of_operator, 0); // W, when the contact first closes
    EXPECT_LE(of_operator, 3);
    run.stepper.advance(600);
    EXPECT_EQ(petsc_count("KSPSolve"), solves + of_operator + 1200);
  }
} // namespace percuss::test::time_loop_test
