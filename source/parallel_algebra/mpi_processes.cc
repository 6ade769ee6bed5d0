// SPDX-License-Identifier: Apache-2.0

// What programs load of this module, see percuss/run/loaded_library.h.

#include <percuss/algebra/blas_threads.h>
#include <percuss/base/processes.h>
#include <percuss/parallel_algebra/petsc_variational_inequality.h>

#include <deal.II/base/exceptions.h>
#include <deal.II/base/mpi.h>

#include <petscsys.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <limits>
#include <optional>
#include <sstream>

namespace percuss
{
  namespace
  {
    PetscErrorCode
    status(const bool is_done)
    {
      return is_done ? 0 : PETSC_ERR_MEM;
    }

    /** Memory of PETSc by the C library, whose calloc() does not write to new
     * pages: vectors that a scheme does not use take none. PETSc's own malloc
     * writes zeros. */
    void
    leave_unused_vectors_to_the_system()
    {
      static_assert(PETSC_MEMALIGN <= alignof(std::max_align_t));
      PetscMallocSet(
        [](const std::size_t size,
           const PetscBool   is_cleared,
           int,
           const char[],
           const char[],
           void **result) {
          *result = size == 0  ? nullptr :
                    is_cleared ? std::calloc(1, size) :
                                 std::malloc(size);
          return status(*result || size == 0);
        },
        [](void *block, int, const char[], const char[]) {
          std::free(block);
          return status(true);
        },
        [](const std::size_t size, int, const char[], const char[], void **p) {
          void *const moved = size == 0 ? nullptr : std::realloc(*p, size);
          if (size == 0)
            std::free(*p);
          if (moved || size == 0)
            *p = moved;
          return status(moved || size == 0);
        });
    }

    /** Those of MPI_COMM_WORLD; MPI runs as long as the object that has started
     * it. */
    class MpiProcesses final : public Processes
    {
    public:
      MpiProcesses()
      {
        use_one_blas_thread();
        dealii::deal_II_exceptions::disable_abort_on_exception();
        int is_running = 0;
        MPI_Initialized(&is_running);
        if (is_running)
          return;
        leave_unused_vectors_to_the_system();
        session.emplace(n_arguments, arguments, 1);
      }

      unsigned int
      rank() const override
      {
        return dealii::Utilities::MPI::this_mpi_process(MPI_COMM_WORLD);
      }

      unsigned int
      size() const override
      {
        return dealii::Utilities::MPI::n_mpi_processes(MPI_COMM_WORLD);
      }

      std::string
      broadcast(const std::string &text) const override
      {
        unsigned long long size = text.size();
        MPI_Bcast(&size, 1, MPI_UNSIGNED_LONG_LONG, 0, MPI_COMM_WORLD);
        std::string result = text;
        result.resize(size);
        // MPI counts with an int
        constexpr std::size_t most = std::numeric_limits<int>::max();
        for (std::size_t start = 0; start < size; start += most)
          MPI_Bcast(result.data() + start,
                    static_cast<int>(std::min<std::size_t>(most, size - start)),
                    MPI_CHAR,
                    0,
                    MPI_COMM_WORLD);
        return result;
      }

      unsigned int
      max(const unsigned int value) const override
      {
        return dealii::Utilities::MPI::max(value, MPI_COMM_WORLD);
      }

      void
      wait() const override
      {
        MPI_Barrier(MPI_COMM_WORLD);
      }

      void
      abort() const override
      {
        if (size() > 1)
          MPI_Abort(MPI_COMM_WORLD, 1);
      }

      std::string
      describe(const std::exception &error) const override
      {
        const auto *const of_deal_ii =
          dynamic_cast<const dealii::ExceptionBase *>(&error);
        if (!of_deal_ii)
          return Processes::describe(error);
        std::ostringstream text; // without the stack
        of_deal_ii->print_info(text);
        return text.str();
      }

    private:
      // what a run computes is in its parameter file, and in PETSC_OPTIONS: no
      // file .petscrc changes it unseen; signals are the program's
      std::array<char, 8>   program{"percuss"};
      std::array<char, 14>  no_file{"-skip_petscrc"};
      std::array<char, 19>  no_handler{"-no_signal_handler"};
      std::array<char *, 4> words{program.data(),
                                  no_file.data(),
                                  no_handler.data(),
                                  nullptr};
      int                   n_arguments = 3;
      char                **arguments   = words.data();

      std::optional<dealii::Utilities::MPI::MPI_InitFinalize> session;
    };
  } // namespace

  extern "C" const Processes *
  percuss_start_mpi()
  {
    return new MpiProcesses();
  }

  extern "C" ComplementaritySolver *
  percuss_make_petsc_snes_vi(const SolverParameters &parameters)
  {
    return new PETScVariationalInequality(parameters);
  }
} // namespace percuss
