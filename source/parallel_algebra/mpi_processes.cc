// SPDX-License-Identifier: Apache-2.0

// What programs load of this module, see percuss/run/loaded_library.h.

#include <percuss/algebra/blas_threads.h>
#include <percuss/base/processes.h>
#include <percuss/parallel_algebra/petsc_variational_inequality.h>

#include <deal.II/base/exceptions.h>
#include <deal.II/base/mpi.h>

#include <petscsys.h>
#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <optional>
#include <sstream>
#include <unordered_map>
#include <utility>

namespace percuss
{
  namespace
  {
    PetscErrorCode
    status(const bool is_done)
    {
      return is_done ? 0 : PETSC_ERR_MEM;
    }

    /**
     * Memory of PETSc by the C library; of vectors of more than n_large bytes,
     * which PETSc asks for with zeros, by new pages of the system, which take
     * none until they are written to: vectors that a scheme does not use take
     * none. PETSc's own malloc writes zeros, as calloc() does to memory that has
     * been freed.
     */
    namespace petsc_memory
    {
      constexpr std::size_t n_large = 1 << 20, page = 4096, line = 64;

      /** The places and sizes [bytes] of the mappings, by their arrays. */
      std::unordered_map<void *, std::pair<void *, std::size_t>> mappings;

      /** Zeros in new pages, or null. Arrays begin at different places of a
       * page: caches keep few lines of one place. */
      void *
      map(const std::size_t size)
      {
        static std::size_t n     = 0;
        const std::size_t  shift = line * (n++ % (page / line)),
                          length = size + shift;
        void *const start        = mmap(nullptr,
                                 length,
                                 PROT_READ | PROT_WRITE,
                                 MAP_PRIVATE | MAP_ANONYMOUS,
                                 -1,
                                 0);
        if (start == MAP_FAILED)
          return nullptr;
        void *const array = static_cast<char *>(start) + shift;
        mappings[array]   = {start, length};
        return array;
      }

      PetscErrorCode
      allocate(const std::size_t size,
               const PetscBool   is_cleared,
               int,
               const char[],
               const char[],
               void **result)
      {
        *result = size == 0                     ? nullptr :
                  is_cleared && size >= n_large ? map(size) :
                  is_cleared                    ? std::calloc(1, size) :
                                                  std::malloc(size);
        return status(*result || size == 0);
      }

      PetscErrorCode
      release(void *block, int, const char[], const char[])
      {
        if (const auto mapping = mappings.find(block);
            mapping != mappings.end())
          {
            munmap(mapping->second.first, mapping->second.second);
            mappings.erase(mapping);
          }
        else
          std::free(block);
        return status(true);
      }

      PetscErrorCode
      resize(const std::size_t size,
             int               line_of_code,
             const char        function[],
             const char        file[],
             void            **block)
      {
        if (size == 0)
          {
            release(*block, line_of_code, function, file);
            return status(true);
          }
        void *moved = nullptr;
        if (const auto mapping = mappings.find(*block);
            mapping == mappings.end())
          moved = std::realloc(*block, size);
        else if ((moved = std::malloc(size)))
          {
            const auto &[start, length] = mapping->second;
            const auto old =
              length - static_cast<std::size_t>(static_cast<char *>(*block) -
                                                static_cast<char *>(start));
            std::memcpy(moved, *block, std::min(size, old));
            release(*block, line_of_code, function, file);
          }
        if (moved)
          *block = moved;
        return status(moved);
      }
    } // namespace petsc_memory

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
        static_assert(PETSC_MEMALIGN <= alignof(std::max_align_t));
        PetscMallocSet(petsc_memory::allocate,
                       petsc_memory::release,
                       petsc_memory::resize);
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
