// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_bar_aligned_array_h
#define percuss_models_bar_aligned_array_h

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>

namespace percuss
{
  /** Numbers that begin at a line of the cache, zero at first. Pages of a large
   * one that nobody writes take no memory. */
  class AlignedArray
  {
  public:
    static constexpr std::size_t alignment = 64;

    AlignedArray() = default;
    explicit AlignedArray(const std::size_t n)
      : memory(std::calloc(n * sizeof(double) + alignment, 1))
    {
      if (!memory)
        throw std::bad_alloc();
      void       *begin = memory.get();
      std::size_t size  = n * sizeof(double) + alignment;
      entries           = static_cast<double *>(
        std::align(alignment, n * sizeof(double), begin, size));
    }

    double *
    data() const
    {
      return entries;
    }

  private:
    struct Free
    {
      void
      operator()(void *const pointer) const
      {
        std::free(pointer);
      }
    };

    std::unique_ptr<void, Free> memory;
    double                     *entries = nullptr;
  };
} // namespace percuss

#endif
