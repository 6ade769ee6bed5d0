// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_algebra_algebra_h
#define percuss_algebra_algebra_h

#include <percuss/base/always_inline.h>

#include <array>
#include <cassert>
#include <concepts>
#include <cstddef>
#include <span>

namespace percuss
{
  /**
   * The entries of a vector that this rank owns, as an array, for as long as it
   * lives: for a vector V that can be written and for a const one. Specialized
   * beside each class of vectors, with
   *
   *     LocalEntries(V &x);
   *     std::size_t size() const;
   *     double or const double *data;
   *     static void add_over_ranks(V &x, std::span<double> sums);
   *
   * and, of vectors that ranks share, the lists of all of them, one after the
   * other:
   *
   *     static void append_over_ranks(V &x, std::vector<double> &list);
   *     static unsigned int n_ranks(V &x);
   */
  template <class V>
  struct LocalEntries;

  /**
   * What the time step asks of a vector: the operations of an inner-product
   * space under deal.II's names, so that the library's vectors model it as they
   * are. Vectors of one computation have the same size and distribution.
   */
  template <class V>
  concept VectorSpaceVector = requires(V x, const V y, const V z, double a)
  {
    {
      y *y
      } -> std::convertible_to<double>; // inner product
    x = a;                              // all entries
    x = y;                              // once, or where vectors are small
    x.equ(a, y);                        // x = a y
    x.add(a, y);                        // x = x + a y
    x.add(a, y, a, z);                  // x = x + a y + a z
    x.sadd(a, a, y);                    // x = a x + a y
  };

  /**
   * One way to hold vectors and matrices: the only thing that differs between
   * a ball with one degree of freedom and a mesh on a cluster.
   *
   * `is_small` says that vectors live on the stack: the time loop then copies
   * its work space into locals, which the compiler keeps in registers.
   */
  template <class A>
  concept Algebra = VectorSpaceVector<typename A::Vector> &&
    std::default_initializable<typename A::Vector> &&
    std::default_initializable<typename A::Matrix> &&
    requires(typename A::LinearSolver solver,
             const typename A::Matrix S,
             typename A::Vector       x,
             const typename A::Vector b)
  {
    {
      A::is_small
      } -> std::convertible_to<bool>;
    solver.factorize(S); // once, outside the time loop
    solver.solve(x, b);  // S x = b
  };

  /**
   * f(x_i, y_i, ...) for all entries of vectors of one size and distribution:
   * sums and products of vectors in one pass over memory, where operations of
   * VectorSpaceVector would take one each.
   * @pre the vectors are different ones
   */
  template <class Function, class V, class... Others>
  PERCUSS_ALWAYS_INLINE void
  for_entries(const Function &f, V &x, Others &...others)
  {
    const auto loop = [&f](const std::size_t n, auto *const... entries) {
#pragma GCC ivdep
      for (std::size_t i = 0; i < n; ++i)
        f(entries[i]...);
    };
    const LocalEntries<V> entries(x);
    assert(((LocalEntries<Others>(others).size() == entries.size()) && ...));
    loop(entries.size(), entries.data, LocalEntries<Others>(others).data...);
  }

  /** The sums over all entries, and over ranks, of the n numbers that f(x_i, y_i,
   * ...) returns: inner products in one pass over memory.
   * @pre as above */
  template <int n, class Function, class V, class... Others>
  PERCUSS_ALWAYS_INLINE std::array<double, n>
  sums_over_entries(const Function &f, V &x, Others &...others)
  {
    // sums of their own, which need not wait for each other
    constexpr std::size_t n_parts = 4;
    const auto loop = [&f](const std::size_t size, auto *const... entries) {
      std::array<std::array<double, n>, n_parts> parts{};
      const auto add = [&](const std::size_t part, const std::size_t i) {
        const std::array<double, n> terms = f(entries[i]...);
        for (int k = 0; k < n; ++k)
          parts[part][k] += terms[k];
      };
      const std::size_t rest = size % n_parts;
      for (std::size_t i = 0; i < size - rest; i += n_parts)
        for (std::size_t part = 0; part < n_parts; ++part)
          add(part, i + part);
      for (std::size_t part = 0; part < rest; ++part)
        add(part, size - rest + part);
      for (int k = 0; k < n; ++k)
        parts[0][k] = (parts[0][k] + parts[1][k]) + (parts[2][k] + parts[3][k]);
      return parts[0];
    };
    const LocalEntries<V> entries(x);
    assert(((LocalEntries<Others>(others).size() == entries.size()) && ...));
    std::array<double, n> sums =
      loop(entries.size(), entries.data, LocalEntries<Others>(others).data...);
    LocalEntries<V>::add_over_ranks(x, sums);
    return sums;
  }
} // namespace percuss

#endif
