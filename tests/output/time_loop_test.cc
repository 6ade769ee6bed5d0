// SPDX-License-Identifier: Apache-2.0

// Nothing constant is computed and no memory is allocated inside the time loop
// of a linear run: calls of malloc, and PETSc's own counts of factorizations
// and assemblies, over some hundred steps through an impact.

#include "bar_run.h"

#include <percuss/parallel_algebra/petsc_algebra.h>
#include <percuss/parallel_algebra/trilinos_algebra.h>

#include <gtest/gtest.h>
#include <petsclog.h>

#include <cstdlib>

namespace
{
  bool              counting      = false;
  unsigned long int n_allocations = 0;
  unsigned long int n_bytes       = 0;

  void
  count(const std::size_t size)
  {
    n_allocations += counting;
    n_bytes += counting * size;
  }
} // namespace

extern "C" {
void *__libc_malloc(std::size_t);
void *__libc_calloc(std::size_t, std::size_t);
void       *
__libc_realloc(void *, std::size_t);
void *__libc_memalign(std::size_t, std::size_t);

void *
malloc(const std::size_t size)
{
  count(size);
  return __libc_malloc(size);
}
void *
calloc(const std::size_t n, const std::size_t size)
{
  count(n * size);
  return __libc_calloc(n, size);
}
void *
realloc(void *memory, const std::size_t size)
{
  count(size);
  return __libc_realloc(memory, size);
}
void *
memalign(const std::size_t alignment, const std::size_t size)
{
  count(size);
  return __libc_memalign(alignment, size);
}
void *
aligned_alloc(const std::size_t alignment, const std::size_t size)
{
  return memalign(alignment, size);
}
int
posix_memalign(void            **memory,
               const std::size_t alignment,
               const std::size_t size)
{
  *memory = memalign(alignment, size);
  return 0;
}
}

namespace percuss::test
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

  template <Algebra A>
  unsigned long int
  allocations_in_the_loop(const std::string &scheme,
                          const unsigned int n_elements = 200)
  {
    BarRowDescription description = steel_bar(n_elements);
    description.stiffness_damping = 1e-9;
    description.right_force       = [](const double t) { return 10. * t; };
    SchemeParameters parameters;
    parameters.name = scheme;
    BarRun<A> run(description, parameters, {0., 1e-6, 1.});

    // the first steps in flight and in contact size what is sized on demand
    run.stepper.advance(20);
    EXPECT_EQ(run.stepper.record().active_contacts, 1u);
    n_allocations = 0;
    n_bytes       = 0;
    counting      = true;
    run.stepper.advance(600);
    counting = false;
    EXPECT_GT(run.stepper.record().contacts->total_impulse, 0.);
    EXPECT_EQ(run.stepper.record().active_contacts, 0u); // and released
    return n_allocations;
  }

  bool
  serial()
  {
    return dealii::Utilities::MPI::n_mpi_processes(MPI_COMM_WORLD) == 1;
  }

  TEST(TimeLoop, TheCounterCounts)
  {
    n_allocations = 0;
    counting      = true;
    std::vector<double> any(
      dealii::Utilities::MPI::n_mpi_processes(MPI_COMM_WORLD));
    counting = false;
    EXPECT_GT(any.size(), 0u);
    EXPECT_EQ(n_allocations, 1u);
  }

  TEST(TimeLoop, AllocatesNothingWithPETSc)
  {
    if (!serial())
      GTEST_SKIP() << "MPI itself allocates its messages";
    EXPECT_EQ(allocations_in_the_loop<PETScAlgebra>("moreau-jean"), 0u);
    EXPECT_EQ(allocations_in_the_loop<PETScAlgebra>("generalized-alpha"), 0u);
  }

  // Epetra's product makes an object for its timer, Amesos' solve a few more:
  // a constant number, no vector, whatever the number of elements.
  TEST(TimeLoop, AllocatesNoVectorWithTrilinos)
  {
    if (!serial())
      GTEST_SKIP() << "MPI itself allocates its messages";
    for (const std::string scheme : {"moreau-jean", "generalized-alpha"})
      {
        const auto few      = allocations_in_the_loop<TrilinosAlgebra>(scheme);
        const auto few_size = n_bytes;
        const auto many = allocations_in_the_loop<TrilinosAlgebra>(scheme, 400);
        EXPECT_EQ(few, many);
        EXPECT_EQ(few_size, n_bytes);
        EXPECT_LT(few_size / 600, 201 * sizeof(double));
        EXPECT_LE(few / 600, 20u);
      }
  }

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
    EXPECT_EQ(petsc_count("KSPSolve"), solves + 600);
    EXPECT_GT(run.stepper.record().contacts->total_impulse, 0.);
  }
} // namespace percuss::test
