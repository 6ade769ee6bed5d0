// SPDX-License-Identifier: Apache-2.0

#include <percuss/complementarity/cone.h>
#include <percuss/complementarity/friction/one_contact.h>

#include <Eigen/LU>

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <limits>
#include <numbers>

namespace percuss
{
  namespace
  {
    // Relative to the data |b|. A candidate of the first accuracy is taken at
    // once; of the others the best is, if it has the second.
    constexpr double at_once  = 1e-14;
    constexpr double accuracy = 1e-10;

    // Of the candidate near a given direction.
    constexpr double near_enough = 1e-13;

    constexpr unsigned int n_intervals = 64;

    constexpr unsigned int n_projections = 20;

    // The data in units in which W_NN = 1 and max |b_i| = 1, so that tolerances
    // are pure numbers, and the best candidate so far.
    template <int dim>
    struct Contact
    {
      using Matrix = Eigen::Matrix<double, dim, dim>;
      using Vector = Eigen::Matrix<double, dim, 1>;

      double
      defect_of(const Vector &candidate) const
      {
        const Vector u = W * candidate + b;
        return friction_defect(mu,
                               1.,
                               {candidate.data(), dim},
                               {u.data(), dim});
      }

      // Whether the search may end.
      bool
      propose(const Vector &candidate, const ContactMode candidate_mode)
      {
        const double candidate_defect = defect_of(candidate);
        if (candidate_defect < defect)
          {
            defect = candidate_defect;
            p      = candidate;
            mode   = candidate_mode;
          }
        return defect <= at_once;
      }

      bool
      stick()
      {
        const Eigen::FullPivLU<Matrix> factorization(W);
        return factorization.isInvertible() &&
               propose(-factorization.solve(b), ContactMode::stick);
      }

      // p_N (1, mu d) with u_N = 0; nothing if that needs p_N < 0.
      bool
      slip(const Vector &one_and_direction)
      {
        Vector impulse = one_and_direction;
        impulse.template tail<dim - 1>() *= mu;
        const double compliance = W.row(0).dot(impulse);
        return compliance > 0. &&
               propose((-b[0] / compliance) * impulse, ContactMode::slip);
      }

      Matrix      W;
      Vector      b;
      double      mu;
      Vector      p      = Vector::Zero();
      double      defect = std::numeric_limits<double>::infinity();
      ContactMode mode   = ContactMode::take_off;
    };

    // g(φ) and g'(φ), see the header.
    class SlipAngle
    {
    public:
      explicit SlipAngle(const Contact<3> &contact)
        : W_NN(contact.W(0, 0))
        , b_N(contact.b[0])
        , b_T(contact.b.tail<2>())
        , W_NT(contact.mu * contact.W.block<1, 2>(0, 1).transpose())
        , W_TN(contact.W.block<2, 1>(1, 0))
        , W_TT(contact.mu * contact.W.block<2, 2>(1, 1))
      {}

      struct Value
      {
        double g;
        double derivative;
      };

      Value
      operator()(const Eigen::Vector2d &d) const
      {
        const Eigen::Vector2d normal(-d[1], d[0]); // d'
        const Eigen::Vector2d a =
          (W_NN + W_NT.dot(d)) * b_T - b_N * (W_TN + W_TT * d);
        const Eigen::Vector2d a_derivative =
          W_NT.dot(normal) * b_T - b_N * (W_TT * normal);
        return {normal.dot(a), normal.dot(a_derivative) - d.dot(a)};
      }

      Value
      operator()(const double angle) const
      {
        return (*this)(Eigen::Vector2d(std::cos(angle), std::sin(angle)));
      }

    private:
      double          W_NN, b_N;
      Eigen::Vector2d b_T, W_NT, W_TN;
      Eigen::Matrix2d W_TT;
    };

    // A root of g, or of its derivative, in an interval with a change of sign.
    double
    root(const SlipAngle &g, double lower, double upper, const double g_lower)
    {
      double angle = 0.5 * (lower + upper);
      for (unsigned int k = 0; k < 100; ++k)
        {
          const SlipAngle::Value value = g(angle);
          if (value.g == 0.)
            return angle;
          (((value.g < 0.) == (g_lower < 0.)) ? lower : upper) = angle;
          double next = angle - value.g / value.derivative;
          if (!(next > lower && next < upper))
            next = 0.5 * (lower + upper);
          if (std::abs(next - angle) <= 1e-16 * (1. + std::abs(angle)))
            return next;
          angle = next;
        }
      return angle;
    }

    double
    extremum(const SlipAngle &g,
             double           lower,
             double           upper,
             const double     derivative_lower)
    {
      // Bisection: an extremum is needed to half the digits only.
      for (unsigned int k = 0; k < 30; ++k)
        {
          const double middle = 0.5 * (lower + upper);
          (((g(middle).derivative < 0.) == (derivative_lower < 0.)) ? lower :
                                                                      upper) =
            middle;
        }
      return 0.5 * (lower + upper);
    }

    const std::array<Eigen::Vector2d, n_intervals + 1> &
    directions()
    {
      static const auto table = []() {
        std::array<Eigen::Vector2d, n_intervals + 1> result;
        for (unsigned int k = 0; k <= n_intervals; ++k)
          {
            const double angle = 2. * std::numbers::pi * k / n_intervals;
            result[k]          = {std::cos(angle), std::sin(angle)};
          }
        return result;
      }();
      return table;
    }

    void
    slip_in_the_plane(Contact<3> &contact)
    {
      const SlipAngle g(contact);
      const auto      try_angle = [&contact](const double angle) {
        return contact.slip({1., std::cos(angle), std::sin(angle)});
      };
      const double width = 2. * std::numbers::pi / n_intervals;
      auto         left  = g(directions()[0]);
      for (unsigned int k = 0; k < n_intervals; ++k)
        {
          const double lower = k * width, upper = lower + width;
          const auto   right = g(directions()[k + 1]);
          if ((left.g < 0.) != (right.g < 0.))
            {
              if (try_angle(root(g, lower, upper, left.g)))
                return;
            }
          else if ((left.derivative < 0.) != (right.derivative < 0.) &&
                   (left.g < 0.) != (left.derivative < 0.))
            {
              // Towards zero and back: two roots, one, or none.
              const double middle = extremum(g, lower, upper, left.derivative);
              const double g_middle = g(middle).g;
              if ((g_middle < 0.) == (left.g < 0.))
                {
                  if (try_angle(middle))
                    return;
                }
              else if (try_angle(root(g, lower, middle, left.g)) ||
                       try_angle(root(g, middle, upper, g_middle)))
                return;
            }
          left = right;
        }
    }

    // Whether Newton's method from a direction finds a slip.
    bool
    slip_near(Contact<3> &contact, const std::array<double, 2> &direction)
    {
      const SlipAngle g(contact);
      double          angle = std::atan2(direction[1], direction[0]);
      for (unsigned int k = 0; k < 8; ++k)
        {
          const SlipAngle::Value value = g(angle);
          const double           step  = value.g / value.derivative;
          if (!(std::abs(step) < 0.5))
            return false;
          angle -= step;
          if (std::abs(step) < 1e-9) // the error is its square
            break;
        }
      contact.slip({1., std::cos(angle), std::sin(angle)});
      return contact.defect <= near_enough;
    }

    // Of a node with equal masses in all directions W = W_NN 1, up to rounding: the
    // friction is opposite to b_T.
    bool
    solve_isotropic(Contact<3> &contact)
    {
      constexpr double rounding = 1e-14;
      if ((contact.W - Eigen::Matrix3d::Identity()).cwiseAbs().maxCoeff() >
          rounding)
        return false;
      const Eigen::Vector2d b_T  = contact.b.tail<2>();
      const double          size = b_T.norm();
      return size <= -contact.mu * contact.b[0] ?
               contact.propose(-contact.b, ContactMode::stick) :
               contact.slip({1., -b_T[0] / size, -b_T[1] / size});
    }

    template <int dim>
    void
    try_all_modes(Contact<dim>                &contact,
                  const std::array<double, 2> &first_direction)
    {
      if constexpr (dim == 1)
        contact.propose(-contact.b / contact.W(0, 0), ContactMode::stick);
      else
        {
          if constexpr (dim == 3)
            if (solve_isotropic(contact))
              return;
          if (contact.stick())
            return;
          if constexpr (dim == 2)
            {
              if (!contact.slip({1., -1.}))
                contact.slip({1., 1.});
            }
          else if ((first_direction[0] == 0. && first_direction[1] == 0.) ||
                   !slip_near(contact, first_direction))
            slip_in_the_plane(contact);
        }
    }

    template <int dim>
    std::optional<ContactMode>
    solve(const std::span<const double> W,
          const std::span<const double> b,
          const double                  friction_coefficient,
          const std::span<double>       p,
          const std::array<double, 2>  &first_direction)
    {
      using RowMajor =
        Eigen::Matrix<double, dim, dim, dim == 1 ? 0 : Eigen::RowMajor>;
      const Eigen::Map<const RowMajor>                      W_given(W.data());
      const Eigen::Map<const Eigen::Matrix<double, dim, 1>> b_given(b.data());
      const double compliance = W_given(0, 0);
      const double scale      = b_given.cwiseAbs().maxCoeff();

      Contact<dim> contact{W_given / compliance,
                           b_given / scale,
                           friction_coefficient};
      try_all_modes(contact, first_direction);
      if (!(contact.defect <= accuracy))
        return {};
      for (int i = 0; i < dim; ++i)
        p[i] = contact.p[i] * scale / compliance;
      return contact.mode;
    }
    // p <- proj_K(p - ρ û), ρ = 1 / |W|, of more rows than are enumerated.
    std::optional<ContactMode>
    project(const std::span<const double> W,
            const std::span<const double> b,
            const double                  friction_coefficient,
            const std::span<double>       p)
    {
      using Vector =
        Eigen::Matrix<double, Eigen::Dynamic, 1, 0, Cone::max_rows, 1>;
      using Matrix                     = Eigen::Matrix<double,
                                   Eigen::Dynamic,
                                   Eigen::Dynamic,
                                   Eigen::RowMajor,
                                   Cone::max_rows,
                                   Cone::max_rows>;
      const auto                     n = static_cast<Eigen::Index>(b.size());
      const Eigen::Map<const Matrix> W_given(W.data(), n, n);
      const Eigen::Map<const Vector> b_given(b.data(), n);
      Eigen::Map<Vector>             impulse(p.data(), n);
      const double rho = 1. / W_given.cwiseAbs().rowwise().sum().maxCoeff();
      for (unsigned int k = 0; k < n_projections; ++k)
        {
          Vector u = W_given * impulse + b_given;
          u[0] += friction_coefficient * u.tail(n - 1).norm();
          const Vector before = impulse;
          impulse -= rho * u;
          project_onto_second_order_cone(friction_coefficient, p);
          if ((impulse - before).norm() <= at_once * impulse.norm())
            break;
        }
      return ContactMode::slip;
    }
  } // namespace

  std::optional<ContactMode>
  solve_one_contact(const std::span<const double> W,
                    const std::span<const double> b,
                    const double                  friction_coefficient,
                    const std::span<double>       p,
                    const std::array<double, 2>   first_direction)
  {
    assert(b.size() == p.size() && W.size() == b.size() * b.size());
    if (b[0] >= 0.)
      {
        std::fill(p.begin(), p.end(), 0.);
        return ContactMode::take_off;
      }
    switch (b.size())
      {
        case 1:
          return solve<1>(W, b, friction_coefficient, p, first_direction);
        case 2:
          return solve<2>(W, b, friction_coefficient, p, first_direction);
        case 3:
          return solve<3>(W, b, friction_coefficient, p, first_direction);
        default:
          return project(W, b, friction_coefficient, p);
      }
  }
} // namespace percuss
