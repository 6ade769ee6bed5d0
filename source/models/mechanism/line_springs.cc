// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/models/mechanism/require_item_value.h>
#include <percuss/models/mechanism/springs.h>

#include <algorithm>
#include <cmath>

namespace percuss
{
  namespace
  {
    /** The entries of both frames of a spring; zero of the ground. */
    template <int dim>
    auto
    of_both_frames(const Eigen::VectorXd &b, const LineSpring<dim> &spring)
    {
      Eigen::Vector<double, 2 * FramePoint<dim>::n_coordinates> result;
      result << of_frame<dim>(b, spring.first.frame),
        of_frame<dim>(b, spring.second.frame);
      return result;
    }

    template <int dim, class Pair>
    void
    add_to_both_frames(Eigen::VectorXd       &b,
                       const LineSpring<dim> &spring,
                       const Pair            &a)
    {
      constexpr int n = FramePoint<dim>::n_coordinates;
      add_to_frame<dim>(b, spring.first.frame, a.template head<n>());
      add_to_frame<dim>(b, spring.second.frame, a.template tail<n>());
    }

    template <int dim>
    bool
    is_damper(const LineSpring<dim> &spring)
    {
      return spring.damping > 0. || spring.dissipation > 0.;
    }

    /** k d^n */
    template <int dim>
    double
    contact_force(const LineSpring<dim> &spring, const double depth)
    {
      return spring.stiffness * std::pow(depth, spring.exponent);
    }
    template <int dim>
    class LineSprings final : public ForceElement
    {
      using Spring = LineSpring<dim>;
      using Vector = Eigen::VectorXd;

      static constexpr int n = FramePoint<dim>::n_coordinates;
      using Pair             = Eigen::Matrix<double, 2 * n, 1>;
      using PairMatrix       = Eigen::Matrix<double, 2 * n, 2 * n>;

      /** A spring's geometry. */
      struct Line
      {
        Line(const Spring &spring, const Eigen::VectorXd &q)
          : d(position(q, spring.first) - position(q, spring.second))
          , normal(decltype(normal)::Zero())
          , length(d.norm())
          , slope(spring.stiffness)
          , force_density(spring.stiffness)
          , damping(spring.damping)
          , damping_slope(0.)
        {
          D << position_derivative(q, spring.first),
            -position_derivative(q, spring.second);
          if (spring.is_bumper)
            {
              const double depth = std::max(spring.free_length - length, 0.);
              const double force = contact_force(spring, depth);
              slope         = depth > 0. ? spring.exponent * force / depth : 0.;
              damping       = spring.dissipation * force;
              damping_slope = -spring.dissipation * slope;
              force_density = length > 0. ? -force / length : 0.;
            }
          const double rest_force =
            spring.stiffness * spring.free_length - spring.preload;
          if (length > 0.)
            {
              normal = d / length;
              if (!spring.is_bumper)
                force_density -= rest_force / length;
            }
          else if (rest_force != 0. || damping > 0.)
            throw StepError("The ends of the spring '" + spring.name +
                              "' meet: it has no direction",
                            length,
                            "Move one of its points, or reduce the time step.");
        }

        /** g */
        Pair
        gradient() const
        {
          return D.transpose() * normal;
        }

        Eigen::Vector<double, dim> d, normal;
        double                     length;
        double                     slope;         ///< V'' [N/m]
        double                     force_density; ///< V'/l [N/m]
        double                     damping;       ///< d_0 [N s/m]
        double                     damping_slope; ///< its derivative by l
        Eigen::Matrix<double, dim, 2 * n> D;
      };

      /** stiffness K + damping C by the coordinates of the first frame, then
   * those of the second. */
      static PairMatrix
      tangent_of(const Spring &spring,
                 const double  stiffness,
                 const double  damping,
                 const Vector &q,
                 const Vector &v)
      {
        using Square = Eigen::Matrix<double, dim, dim>;

        const Line line(spring, q);
        const Pair g = line.gradient();
        PairMatrix A = damping * line.damping * g * g.transpose();
        if (stiffness == 0.)
          return A;

        const Square nn = line.normal * line.normal.transpose();
        auto         F  = (line.force_density * line.d).eval();
        auto         dF = (line.force_density * line.D +
                   (line.slope - line.force_density) * nn * line.D)
                    .eval();
        if (line.damping > 0.)
          {
            const Pair   y    = of_both_frames(v, spring);
            const auto   w    = (line.D * y).eval();
            const double rate = line.normal.dot(w);
            const auto   PD =
              ((Square::Identity() - nn) / line.length * line.D).eval();
            auto dw = line.D;
            dw << velocity_derivative<dim>(q,
                                           spring.first,
                                           y.template head<n>()),
              -velocity_derivative<dim>(q, spring.second, y.template tail<n>());
            F += line.damping * rate * line.normal;
            dF += line.damping *
                    (line.normal * (w.transpose() * PD) + rate * PD + nn * dw) +
                  line.damping_slope * rate * nn * line.D;
          }
        A += stiffness * line.D.transpose() * dF;
        A.template topLeftCorner<n, n>() +=
          stiffness * force_derivative<dim>(q, spring.first, F);
        A.template bottomRightCorner<n, n>() -=
          stiffness * force_derivative<dim>(q, spring.second, F);
        return A;
      }

    public:
      explicit LineSprings(std::vector<Spring> springs)
        : springs(std::move(springs))
      {
        for (const Spring &spring : this->springs)
          {
            const std::string item = "spring '" + spring.name + "'";
            require_not_negative(item, "stiffness", spring.stiffness);
            require_not_negative(item, "damping", spring.damping);
            require_two_frames(item, spring.first.frame, spring.second.frame);
            require_not_negative(item, "free length", spring.free_length);
            require_finite(item, "preload", spring.preload);
            require_not_negative(item, "dissipation", spring.dissipation);
            if (spring.is_bumper && !(spring.exponent >= 1.))
              throw InputError("The exponent of " + item +
                               " must be at least 1: 1.5 is Hertz's.");
          }
      }

      bool
      is_damped() const override
      {
        return std::ranges::any_of(springs, [](const Spring &spring) {
          return is_damper(spring);
        });
      }

      void
      add_couples(FrameCouples &couples) const override
      {
        for (const Spring &spring : springs)
          if (spring.first.frame != FramePoint<dim>::ground &&
              spring.second.frame != FramePoint<dim>::ground)
            couples.emplace_back(spring.first.frame, spring.second.frame);
      }

      double
      energy(const Vector &q) const override
      {
        double V = 0.;
        for (const Spring &spring : springs)
          {
            const double stretch =
              (position(q, spring.first) - position(q, spring.second)).norm() -
              spring.free_length;
            if (spring.is_bumper)
              {
                const double depth = std::max(-stretch, 0.);
                V +=
                  contact_force(spring, depth) * depth / (spring.exponent + 1.);
              }
            else
              V +=
                (0.5 * spring.stiffness * stretch + spring.preload) * stretch;
          }
        return V;
      }

      double
      damping_power(const Vector &q,
                    const Vector &v,
                    const Vector &y) const override
      {
        double product = 0.;
        for (const Spring &spring : springs)
          if (is_damper(spring))
            {
              const Line line(spring, q);
              const Pair g = line.gradient();
              product += line.damping * g.dot(of_both_frames(v, spring)) *
                         g.dot(of_both_frames(y, spring));
            }
        return product;
      }

      void
      add_elastic_force(const Vector &q, Vector &s) const override
      {
        for (const Spring &spring : springs)
          {
            const Line line(spring, q);
            const Pair force = line.force_density * line.D.transpose() * line.d;
            add_to_both_frames(s, spring, force);
          }
      }

      void
      add_damping_force(const Vector &q,
                        const Vector &v,
                        Vector       &d) const override
      {
        for (const Spring &spring : springs)
          if (is_damper(spring))
            {
              const Line line(spring, q);
              const Pair g = line.gradient();
              const Pair force =
                line.damping * g.dot(of_both_frames(v, spring)) * g;
              add_to_both_frames(d, spring, force);
            }
      }

      void
      add_tangents(const double  stiffness,
                   const double  damping,
                   const Vector &q,
                   const Vector &v,
                   BandedMatrix &S) const override
      {
        for (const Spring &spring : springs)
          {
            const PairMatrix A = tangent_of(spring, stiffness, damping, q, v);
            const int frames[] = {spring.first.frame, spring.second.frame};
            for (int i = 0; i < 2; ++i)
              for (int j = 0; j < 2; ++j)
                if (frames[i] != FramePoint<dim>::ground &&
                    frames[j] != FramePoint<dim>::ground)
                  S.add(first_coordinate<dim>(frames[i]),
                        first_coordinate<dim>(frames[j]),
                        A.template block<n, n>(n * i, n * j));
          }
      }

      void
      add_product(const Tangent tangent,
                  const Vector &q,
                  const Vector &v,
                  const Vector &y,
                  Vector       &z) const override
      {
        const bool is_stiffness = tangent == Tangent::stiffness;
        for (const Spring &spring : springs)
          {
            const Pair product =
              tangent_of(spring, is_stiffness, !is_stiffness, q, v) *
              of_both_frames(y, spring);
            add_to_both_frames(z, spring, product);
          }
      }

    private:
      const std::vector<Spring> springs;
    };
  } // namespace

  template <int dim>
  std::shared_ptr<const ForceElement>
  make_line_springs(const std::vector<LineSpring<dim>> &springs)
  {
    return std::make_shared<LineSprings<dim>>(springs);
  }

  template std::shared_ptr<const ForceElement>
  make_line_springs(const std::vector<LineSpring<2>> &);
  template std::shared_ptr<const ForceElement>
  make_line_springs(const std::vector<LineSpring<3>> &);
} // namespace percuss
