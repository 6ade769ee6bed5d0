// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_small_slider_crank_slider_guide_h
#define percuss_models_small_slider_crank_slider_guide_h

#include <percuss/base/always_inline.h>
#include <percuss/constraints/constraint_kinematics.h>
#include <percuss/models/small/slider_crank/slider_crank.h>

namespace percuss
{
  /**
   * The corners of the slider of a SliderCrank between the lines y = -(b + c)
   * and y = b + c of its guide ([A12] 6.4.1). The corners (xi, eta) are (-a,
   * -b), (a, -b), (a, b), (-a, b); at the height y_i the gap is
   *
   *     g_i = b + c + s_i y_i,      s_i = 1 below, -1 above,
   *     y_i = l_1 sin theta_1 + l_2 sin theta_2 + xi sin theta_3
   *           + eta cos theta_3.
   *
   * With friction a second row per corner follows, the velocity along x.
   *
   * @tparam n_rows 4, or 8 with friction
   */
  template <std::size_t n_rows>
  class SliderGuide final : public ConstraintKinematics<SmallAlgebra<3>>
  {
  public:
    static_assert(n_rows == 4 || n_rows == 8);
    using Reduced = std::array<double, n_rows>;

    /**
     * @param geometry     lengths of the mechanism
     * @param coefficients with friction if and only if there are eight rows
     */
    SliderGuide(const SliderCrankDescription &geometry,
                const ContactCoefficients    &coefficients)
      : l_1(geometry.crank_length)
      , l_2(geometry.rod_length)
      , a(geometry.half_length)
      , b(geometry.half_width)
      , c(geometry.clearance)
      , laws{ContactLaw::normal(coefficients, stride - 1),
             ContactLaw::tangential(coefficients)}
    {}

    std::size_t
    n_constraints() const override
    {
      return n_rows;
    }

    const std::string &
    name(const std::size_t row) const override
    {
      return names[stride == 1 ? 2 * row : row];
    }

    const ContactLaw &
    law(const std::size_t row) const override
    {
      return laws[row % stride];
    }

    bool
    is_linear() const override
    {
      return false;
    }

    PERCUSS_ALWAYS_INLINE void
    gap(const Vector &q, double, const std::span<double> g) const override
    {
      const double y = l_1 * std::sin(q[0]) + l_2 * std::sin(q[1]);
      const double s = a * std::sin(q[2]), k = b * std::cos(q[2]);
      const double below = b + c + y - k, above = b + c - y - k;
      set(g, {below - s, below + s, above - s, above + s}, {});
    }

    PERCUSS_ALWAYS_INLINE void
    velocity(const Vector &q,
             double,
             const Vector           &v,
             const std::span<double> u) const override
    {
      const Arms   r(*this, q);
      const double y = r.y_1 * v[0] + r.y_2 * v[1],
                   x = r.x_1 * v[0] + r.x_2 * v[1];
      std::array<double, 4> normal, tangential;
      for (std::size_t i = 0; i < 4; ++i)
        {
          normal[i]     = side[i] * (y + r.xi[i] * v[2]);
          tangential[i] = x - r.eta[i] * v[2];
        }
      set(u, normal, tangential);
    }

    PERCUSS_ALWAYS_INLINE void
    add_impulse(const Vector &q,
                double,
                const std::span<const double> p,
                Vector                       &impulse) const override
    {
      const Arms r(*this, q);
      double     x = 0., y = 0., moment = 0.;
      for (std::size_t i = 0; i < 4; ++i)
        {
          const double p_y = side[i] * p[stride * i];
          y += p_y;
          moment += r.xi[i] * p_y;
          if constexpr (stride == 2)
            {
              x += p[2 * i + 1];
              moment -= r.eta[i] * p[2 * i + 1];
            }
        }
      impulse[0] += r.y_1 * y + r.x_1 * x;
      impulse[1] += r.y_2 * y + r.x_2 * x;
      impulse[2] += moment;
    }

  private:
    static constexpr unsigned int stride = n_rows / 4;

    static constexpr std::array<double, 4> side{1., 1., -1., -1.};

    /** Derivatives of the slider's centre by theta_1, theta_2, and the corners
     * as seen from it, in the axes x, y. */
    struct Arms
    {
      PERCUSS_ALWAYS_INLINE
      Arms(const SliderGuide &guide, const Vector &q)
        : x_1(-guide.l_1 * std::sin(q[0]))
        , y_1(guide.l_1 * std::cos(q[0]))
        , x_2(-guide.l_2 * std::sin(q[1]))
        , y_2(guide.l_2 * std::cos(q[1]))
      {
        const double s = std::sin(q[2]), k = std::cos(q[2]);
        const double as = guide.a * s, ak = guide.a * k, bs = guide.b * s,
                     bk = guide.b * k;
        xi              = {-ak + bs, ak + bs, ak - bs, -ak - bs};
        eta             = {-as - bk, as - bk, as + bk, -as + bk};
      }

      double                x_1, y_1, x_2, y_2;
      std::array<double, 4> xi, eta;
    };

    PERCUSS_ALWAYS_INLINE static void
    set(const std::span<double>      z,
        const std::array<double, 4> &normal,
        const std::array<double, 4> &tangential)
    {
      for (std::size_t i = 0; i < 4; ++i)
        {
          z[stride * i] = normal[i];
          if constexpr (stride == 2)
            z[2 * i + 1] = tangential[i];
        }
    }

    const double                     l_1, l_2, a, b, c;
    const std::array<ContactLaw, 2>  laws;
    const std::array<std::string, 8> names{"lower rear",
                                           "lower rear tangential",
                                           "lower front",
                                           "lower front tangential",
                                           "upper front",
                                           "upper front tangential",
                                           "upper rear",
                                           "upper rear tangential"};
  };
} // namespace percuss

#endif
