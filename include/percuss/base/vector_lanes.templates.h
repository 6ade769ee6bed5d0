// SPDX-License-Identifier: Apache-2.0

// Numbers of a vector of PERCUSS_LANES lanes for kernels in the namespace
// PERCUSS_KERNELS, which is compiled for one instruction set: included before
// them. No function of a library is called in such a namespace, and none is left
// that is not inline: the linker could take it for one of another instruction
// set.

namespace percuss::PERCUSS_KERNELS
{
#define PERCUSS_INLINE [[gnu::always_inline]] inline

  /** A number of each lane. */
#if PERCUSS_LANES == 1
  using Lanes = double;

  PERCUSS_INLINE double
  lane(const Lanes x, int)
  {
    return x;
  }

  PERCUSS_INLINE Lanes
  square_root(const Lanes x)
  {
    return __builtin_sqrt(x);
  }
#else
  typedef double Lanes __attribute__((vector_size(8 * PERCUSS_LANES)));

  PERCUSS_INLINE double
  lane(const Lanes x, const int i)
  {
    return x[i];
  }

  PERCUSS_INLINE Lanes
  square_root(const Lanes x)
  {
    double roots[PERCUSS_LANES];
    for (int i = 0; i < PERCUSS_LANES; ++i)
      roots[i] = __builtin_sqrt(x[i]);
    Lanes result;
    __builtin_memcpy(&result, roots, sizeof(result));
    return result;
  }
#endif

  PERCUSS_INLINE Lanes
  all(const double x)
  {
    return Lanes{} + x;
  }
} // namespace percuss::PERCUSS_KERNELS
