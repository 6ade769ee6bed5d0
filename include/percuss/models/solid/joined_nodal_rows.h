// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_solid_joined_nodal_rows_h
#define percuss_models_solid_joined_nodal_rows_h

#include <percuss/constraints/nodal_rows.h>

#include <algorithm>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace percuss
{
  /** G = (G_1; G_2). */
  template <class SparseMatrix>
  void
  stack_rows(const SparseMatrix &G_1, const SparseMatrix &G_2, SparseMatrix &G)
  {
    G.resize(G_1.rows() + G_2.rows(), G_2.cols());
    G.reserve(G_1.nonZeros() + G_2.nonZeros());
    Eigen::Index row = 0;
    for (const SparseMatrix *const part : {&G_1, &G_2})
      for (int i = 0; i < part->outerSize(); ++i, ++row)
        {
          G.startVec(row);
          for (typename SparseMatrix::InnerIterator it(*part, i); it; ++it)
            G.insertBack(row, it.col()) = it.value();
        }
    G.finalize();
  }

  /**
   * The rows of two sets, where those of the second act on nodes of the first,
   * too, but not the other way round: masters that touch an obstacle. With X what
   * G_2 has of them,
   *
   *     G = (G_1),   R = (R_1, R_2) ( 1     0),   X = G_2 R_1,
   *         (G_2)                   (-X     1)
   *
   * which is R_1 first, then R_2: 1 - R G = (1 - R_2 G_2) (1 - R_1 G_1).
   *
   * Equations: doc/theory/mortar_contact.md (8).
   */
  template <Algebra A>
  class JoinedNodalRows final : public NodalRows<A>
  {
  public:
    using typename NodalRows<A>::Vector;
    using typename NodalRows<A>::SparseJacobian;
    using ActiveRows = std::span<const unsigned char>;
    using Slips      = std::span<const Slip>;

    JoinedNodalRows(std::unique_ptr<NodalRows<A>> of_first,
                    std::unique_ptr<NodalRows<A>> of_second,
                    const std::size_t             n_first)
      : first(std::move(of_first))
      , second(std::move(of_second))
      , n_first(n_first)
    {}

    void
    update(const Vector &q, const double t) override
    {
      first->update(q, t);
      second->update(q, t);
      if (force.size() != q.size())
        force.reinit(q);
    }

    bool
    act_on_single_nodes() const override
    {
      return false;
    }

    bool
    have_own_nodes() const override
    {
      return first->have_own_nodes() && second->have_own_nodes();
    }

    void
    constrain_forces(const ActiveRows active,
                     const Slips      slips,
                     Vector          &r) const override
    {
      const auto [of_first, of_second] = split(slips);
      second->constrain_forces(active.subspan(n_first), of_second, r);
      first->constrain_forces(active.first(n_first), of_first, r);
    }

    void
    project(const ActiveRows active, Vector &x) const override
    {
      first->project(active.first(n_first), x);
      second->project(active.subspan(n_first), x);
    }

    void
    active_rows(const ActiveRows active, SparseJacobian &G) const override
    {
      SparseJacobian of_first, of_second;
      first->active_rows(active.first(n_first), of_first);
      second->active_rows(active.subspan(n_first), of_second);
      stack_rows(of_first, of_second, G);
    }

    // x is in the null space of G_A: what R_1 adds must not leave that of G_2
    void
    add_lift(const ActiveRows              active,
             const std::span<const double> c,
             Vector                       &x) const override
    {
      first->add_lift(active.first(n_first), c.first(n_first), x);
      second->project(active.subspan(n_first), x);
      second->add_lift(active.subspan(n_first), c.subspan(n_first), x);
    }

    void
    multipliers(const ActiveRows        active,
                const Slips             slips,
                const Vector           &r,
                const std::span<double> p) const override
    {
      const auto [of_first, of_second] = split(slips);
      second->multipliers(active.subspan(n_first),
                          of_second,
                          r,
                          p.subspan(n_first));
      force = r;
      second->constrain_forces(active.subspan(n_first), of_second, force);
      first->multipliers(active.first(n_first),
                         of_first,
                         force,
                         p.first(n_first));
    }

    bool
    are_separate(const ActiveRows active, const Slips slips) const override
    {
      const auto [of_first, of_second] = split(slips);
      return first->are_separate(active.first(n_first), of_first) &&
             second->are_separate(active.subspan(n_first), of_second);
    }

    void
    add_resistance(const Slips                   slips,
                   const double                  c,
                   const std::span<const double> b,
                   const Vector                 &z,
                   Vector                       &r) const override
    {
      const auto [of_first, of_second] = split(slips);
      const std::span<const double> none;
      first->add_resistance(
        of_first, c, b.empty() ? none : b.first(n_first), z, r);
      second->add_resistance(
        of_second, c, b.empty() ? none : b.subspan(n_first), z, r);
    }

    void
    precondition_resistance(const Slips  slips,
                            const double w,
                            Vector      &z) const override
    {
      const auto [of_first, of_second] = split(slips);
      first->precondition_resistance(of_first, w, z);
      second->precondition_resistance(of_second, w, z);
    }

  private:
    /** The slips of each set, with its numbers of rows; those of the first come
     * first. */
    std::pair<Slips, Slips>
    split(const Slips slips) const
    {
      const auto middle = std::ranges::find_if(slips, [&](const Slip &slip) {
        return slip.first_row >= n_first;
      });
      shifted.assign(middle, slips.end());
      for (Slip &slip : shifted)
        slip.first_row -= static_cast<unsigned int>(n_first);
      return {Slips(slips.begin(), middle), Slips(shifted)};
    }

    const std::unique_ptr<NodalRows<A>> first, second;
    const std::size_t                   n_first;
    mutable Vector                      force;
    mutable std::vector<Slip>           shifted;
  };
} // namespace percuss

#endif
