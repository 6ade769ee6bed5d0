// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_tests_solid_refusal_h
#define percuss_tests_solid_refusal_h

#include <percuss/base/exceptions.h>
#include <percuss/models/solid/elastic_solid.h>
#include <percuss/parallel_algebra/petsc_algebra.h>

#include <string>

namespace percuss::test
{
  /** The message of the InputError, which all ranks throw, or "accepted".
   * @param entry  what it must name, if that is known */
  template <int dim>
  std::string
  refusal(const SolidDescription<dim> &description,
          const std::string           &entry = "")
  {
    try
      {
        ElasticSolid<dim, PETScAlgebra>(description, MPI_COMM_WORLD);
      }
    catch (const InputError &error)
      {
        if (!entry.empty())
          {
            EXPECT_EQ(error.entry, entry);
          }
        return error.what();
      }
    return "accepted";
  }
} // namespace percuss::test

#endif
