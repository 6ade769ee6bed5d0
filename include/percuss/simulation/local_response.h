// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_simulation_local_response_h
#define percuss_simulation_local_response_h

#include <percuss/mechanics/mechanical_system.h>

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace percuss
{
  /**
   * What impulses do to the motion where no degree of freedom answers another
   * one's impulse, as of explicit schemes with a lumped mass matrix,
   *
   *     (dq, dv, da)_j = (D_q, D_v, D_a)_j r_j,   r = G^T P,
   *
   * in the degrees of freedom of this rank that rows act on: what a step does
   * with its impulses takes no pass over all of them.
   */
  template <Algebra A>
  class LocalResponse
  {
  public:
    using Vector = typename A::Vector;

    /**
     * @param dofs   of this rank, that rows of a constant G act on; ascending
     * @param of_one the increments by r_j = 1 in all degrees of freedom
     * @param shift  s of the velocity V = v + s a that the scheme constrains
     * @param mass   M 1
     */
    LocalResponse(std::vector<std::size_t>   dofs,
                  const ImpulseIncrement<A> &of_one,
                  const double               shift,
                  const Vector              &mass)
      : dofs(std::move(dofs))
      , shift(shift)
      , increments(this->dofs.size())
      , other_side(this->dofs.size())
    {
      for_dofs(
        [](Increment   &of,
           const double dq,
           const double dv,
           const double da,
           const double m) {
          of = {dq, dv, da, m};
        },
        increments,
        of_one.dq,
        of_one.dv,
        of_one.da,
        mass);
    }

    /** x = 0 there. */
    void
    clear(Vector &x) const
    {
      for_dofs([](double &x_j) { x_j = 0.; }, x);
    }

    /** z = factor x there. */
    void
    scale(const double factor, const Vector &x, Vector &z) const
    {
      for_dofs([factor](double &z_j, const double x_j) { z_j = factor * x_j; },
               z,
               x);
    }

    /** V = v + s a there. */
    void
    constrained_velocity(const State<A> &x, Vector &V) const
    {
      for_dofs([s = shift](double      &V_j,
                           const double v,
                           const double a) { V_j = v + s * a; },
               V,
               x.v,
               x.a);
    }

    /** Adds the response to @p r to @p motion. */
    void
    add(const Vector &r, State<A> &motion) const
    {
      for_dofs(
        [](const Increment &of,
           const double     r_j,
           double          &dq,
           double          &v,
           double          &a) {
          dq += of.dq * r_j;
          v += of.dv * r_j;
          a += of.da * r_j;
        },
        increments,
        r,
        motion.dq,
        motion.v,
        motion.a);
    }

    /** The other side of an impact at @p x: the velocity that is constrained
     * by the response to @p r apart from v, and V as it is. */
    void
    set_other_side(const Vector &r, const State<A> &x)
    {
      for_dofs(
        [s = shift](Side            &side,
                    const Increment &of,
                    const double     r_j,
                    const double     v,
                    const double     a) {
          const double jump = (of.dv + s * of.da) * r_j;
          side.v            = v + jump;
          side.a            = a - jump / s;
          side.momentum     = of.mass * side.v;
        },
        other_side,
        increments,
        r,
        x.v,
        x.a);
    }

    /** Keeps @p x as the other side. */
    void
    keep_side(const State<A> &x)
    {
      for_dofs(
        [](Side &side, const double v, const double a, const double p) {
          side = {v, a, p};
        },
        other_side,
        x.v,
        x.a,
        x.momentum);
    }

    /** Exchanges velocities, accelerations and momenta for those of the other
     * side. */
    void
    exchange_sides(State<A> &x)
    {
      for_dofs(
        [](Side &side, double &v, double &a, double &p) {
          std::swap(side.v, v);
          std::swap(side.a, a);
          std::swap(side.momentum, p);
        },
        other_side,
        x.v,
        x.a,
        x.momentum);
    }

  private:
    struct Increment
    {
      double dq, dv, da, mass;
    };
    struct Side
    {
      double v, a, momentum;
    };

    /** Entries of a vector by the numbers of degrees of freedom. */
    template <class V>
    struct At
    {
      explicit At(V &x)
        : entries(x)
      {}
      auto &
      operator()(std::size_t, const std::size_t dof) const
      {
        return entries.data[dof];
      }
      LocalEntries<V> entries;
    };

    /** Those of a list that has one of each of dofs. */
    template <class List>
    struct InList
    {
      explicit InList(List &list)
        : list(list)
      {}
      auto &
      operator()(const std::size_t k, std::size_t) const
      {
        return list[k];
      }
      List &list;
    };

    template <class T>
    static At<T>
    access(T &x) requires requires
    {
      LocalEntries<T>(x);
    }
    {
      return At<T>(x);
    }
    template <class T>
    static InList<std::vector<T>>
    access(std::vector<T> &x)
    {
      return InList<std::vector<T>>(x);
    }
    template <class T>
    static InList<const std::vector<T>>
    access(const std::vector<T> &x)
    {
      return InList<const std::vector<T>>(x);
    }

    /** f(entries of vectors and lists) of each degree of freedom. */
    template <class Function, class... Vectors>
    void
    for_dofs(const Function &f, Vectors &...vectors) const
    {
      const auto loop = [&](const auto &...entries) {
        for (std::size_t k = 0; k < dofs.size(); ++k)
          f(entries(k, dofs[k])...);
      };
      loop(access(vectors)...);
    }

    const std::vector<std::size_t> dofs;
    const double                   shift;
    std::vector<Increment>         increments;
    std::vector<Side>              other_side;
  };
} // namespace percuss

#endif
