// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_simulation_serialize_delassus_h
#define percuss_simulation_serialize_delassus_h

#include <percuss/base/archive.h>
#include <percuss/complementarity/delassus_operator.h>

#include <Eigen/SparseCore>

#include <optional>

namespace percuss
{
  /**
   * Writes or reads whether there is a W, its size, and whether each of its
   * entries has a place, zeros too, as where values have been set more than
   * once. Solvers see the places: a W without entries off the diagonal is solved
   * in closed form.
   *
   * @param is_current whether W has the values of the next solution. Its entries
   *   are not written: after reading, they are to be set, by set_values() where
   *   there is a W, else by its constructor; the places are then those of the W
   *   that was written.
   */
  inline void
  serialize_places(Archive                         &archive,
                   std::optional<ExplicitDelassus> &W,
                   const bool                       is_current)
  {
    constexpr std::int64_t none = -1;

    std::int64_t n       = W ? W->explicit_matrix()->rows() : none;
    bool         has_all = W && W->explicit_matrix()->nonZeros() == n * n;
    archive(n, has_all);
    if (!archive.is_reading())
      return;
    W.reset();
    if (n == none || (is_current && !has_all))
      return;
    Eigen::SparseMatrix<double> some(n, n);
    some.setIdentity();
    W.emplace(some);
    if (has_all && n > 0)
      W->set_values(Eigen::MatrixXd::Identity(n, n));
  }
} // namespace percuss

#endif
