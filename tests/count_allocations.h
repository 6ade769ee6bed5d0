// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_tests_count_allocations_h
#define percuss_tests_count_allocations_h

// Counts what a test allocates, in malloc itself: Eigen calls it, not operator
// new. Replaces malloc for the whole program, hence: included by one of its
// files only.

#include <cstddef>
#include <cstdlib>

// The sanitizers have a malloc of their own, which must stay in place.
#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && \
  !defined(__SANITIZE_THREAD__)
#  define PERCUSS_COUNTS_ALLOCATIONS

namespace percuss::test
{
  struct Allocations
  {
    unsigned long int calls = 0, bytes = 0;
  };

  /** Of this thread so far. */
  inline thread_local Allocations all_allocations;

  inline void
  count_allocation(const std::size_t size)
  {
    ++all_allocations.calls;
    all_allocations.bytes += size;
  }

  /** Those of f(). */
  template <class Function>
  Allocations
  allocations_of(const Function &f)
  {
    const Allocations before = all_allocations;
    f();
    return {all_allocations.calls - before.calls,
            all_allocations.bytes - before.bytes};
  }

  template <class Function>
  unsigned long int
  n_allocations_of(const Function &f)
  {
    return allocations_of(f).calls;
  }
} // namespace percuss::test

extern "C" {
void *__libc_malloc(std::size_t);
void *__libc_calloc(std::size_t, std::size_t);
void       *
__libc_realloc(void *, std::size_t);
void *__libc_memalign(std::size_t, std::size_t);

void *
malloc(const std::size_t size) noexcept
{
  percuss::test::count_allocation(size);
  return __libc_malloc(size);
}

void *
calloc(const std::size_t n, const std::size_t size) noexcept
{
  percuss::test::count_allocation(n * size);
  return __libc_calloc(n, size);
}

void *
realloc(void *const memory, const std::size_t size) noexcept
{
  percuss::test::count_allocation(size);
  return __libc_realloc(memory, size);
}

void *
memalign(const std::size_t alignment, const std::size_t size) noexcept
{
  percuss::test::count_allocation(size);
  return __libc_memalign(alignment, size);
}

void *
aligned_alloc(const std::size_t alignment, const std::size_t size) noexcept
{
  return memalign(alignment, size);
}

int
posix_memalign(void            **memory,
               const std::size_t alignment,
               const std::size_t size) noexcept
{
  *memory = memalign(alignment, size);
  return 0;
}
}

#endif
#endif
