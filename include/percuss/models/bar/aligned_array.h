// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_bar_aligned_array_h
#define percuss_models_bar_aligned_array_h

#include <algorithm>
#include <cstddef>
#include <memory>
#include <new>

namespace percuss
{
  /** Numbers that begin at a line of the cache, zero at first. */
  class AlignedArray
  {
  public:
    static constexpr std::size_t alignment = 64;

    AlignedArray() = default;
    explicit AlignedArray(const std::size_t n)
      : entries(static_cast<double *>(
          ::operator new[](n * sizeof(double), std::align_val_t(alignment))))
    {
      std::fill_n(entries.get(), n, 0.);
    }

    double *
    data() const
    {
      return entries.get();
    }

  private:
    struct Delete
    {
      void
      operator()(double *const memory) const
      {
        ::operator delete[](memory, std::align_val_t(alignment));
      }
    };

    std::unique_ptr<double[], Delete> entries;
  };
} // namespace percuss

#endif
