// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_run_coordinates_model_h
#define percuss_run_coordinates_model_h

#include <percuss/constraints/constraint_kinematics.h>
#include <percuss/mechanics/mechanical_system.h>
#include <percuss/run/make_stepper.h>
#include <percuss/run/model.h>
#include <percuss/simulation/banded_stepper.h>

#include <algorithm>
#include <functional>
#include <type_traits>
#include <utility>

namespace percuss
{
  /**
   * A model of a few coordinates, of which every process computes the whole.
   * System and Contacts are final classes: where their vectors are on the
   * stack, the compiler inlines their functions; others share the stepper of
   * their base classes.
   */
  template <class System, class Contacts>
  class CoordinatesModel
    : public SteppedModel<std::conditional_t<
        std::is_same_v<typename System::AlgebraType, BandedAlgebra>,
        MechanicalSystem<BandedAlgebra>,
        System>>
  {
  public:
    using A      = typename System::AlgebraType;
    using Vector = typename A::Vector;

    CoordinatesModel(const System &system, const Contacts &contacts)
      : system(system)
      , contacts(contacts)
    {}

    void
    start(const RunParameters &parameters, const CaseFile &case_file) override
    {
      objects =
        make_stepper<StepperSystem, Kinematics>(system,
                                                contacts,
                                                parameters,
                                                case_file,
                                                system.initial_position(),
                                                system.initial_velocity());
    }

    std::size_t
    n_dofs() const override
    {
      return system.n_dofs();
    }

    std::size_t
    n_contacts() const override
    {
      return n_rows_of_kind(contacts, ContactLaw::Kind::unilateral);
    }

    std::size_t
    n_contact_rows() const override
    {
      return contacts.n_constraints() - n_joint_rows();
    }

    ContactTotals
    contact_totals() const override
    {
      if constexpr (requires(const Contacts &c) { c.totals(); })
        return contacts.totals();
      else
        return names_of(contacts);
    }

    MonitoredPoints
    monitored_points() const override
    {
      return {coordinate_names(),
              [this](const std::span<double> positions,
                     const std::span<double> velocities) {
                const State<A> &x = objects.stepper->state();
                const Vector   &q = recorded_positions(x.q);
                for (std::size_t i = 0; i < positions.size(); ++i)
                  {
                    positions[i]  = q[static_cast<int>(i)];
                    velocities[i] = x.v[static_cast<int>(i)];
                  }
              }};
    }

    std::string
    linear_algebra() const override
    {
      return "Eigen";
    }

    FrequencyOfModel
    frequency() const override
    {
      return {[this] { return mode_at_start(); },
              [this] {
                // joints only make motions slower
                return n_joint_rows() > 0 ? Mode() : mode_at_start();
              },
              n_joint_rows() > 0 ?
                "at the start, of the bodies without joints" :
              system.is_linear() ? "from the matrices" :
                                   "at the start"};
    }

    /** The natural period is that without joints and contacts. */
    Scales
    scales() const override
    {
      Scales   scales;
      State<A> x;
      reinit(system, x);
      x.q = system.initial_position();
      x.v = system.initial_velocity();
      typename A::Matrix M, K;
      system.iteration_matrix({1., 0., 0.}, x, M);
      const double arm = largest_arm(),
                   q   = x.q.entries.template lpNorm<Eigen::Infinity>();
      scales.extent    = arm + q;
      if constexpr (is_dense)
        scales.small_gap = small_share * arm;
      else
        {
          scales.small_gap = small_share * q;
          scales.inertia   = Eigen::MatrixXd(M).diagonal().maxCoeff();
        }
      if (system.is_linear() && system.is_elastic() && n_joint_rows() == 0)
        {
          system.iteration_matrix({0., 0., 1.}, x, K);
          if constexpr (is_dense)
            scales.period = longest_period(M.full(), K.full());
          else
            scales.period = longest_period(M, K);
        }
      return scales;
    }

    /** The largest arm of a row; where there are angles, at most 1. */
    double
    joint_scale() const override
    {
      double scale = 0.;
      if constexpr (requires(const Contacts &c) {
                      c.length(0);
                      c.is_angle(0);
                    })
        if (n_joint_rows() > 0)
          {
            bool any_angle = false;
            for (std::size_t row = 0; row < contacts.n_constraints(); ++row)
              {
                scale = std::max(scale, contacts.length(row));
                any_angle |= row < n_joint_rows() && contacts.is_angle(row);
              }
            if (scale == 0. || (any_angle && scale > 1.))
              scale = 1.;
          }
      return scale;
    }

  protected:
    static constexpr bool is_dense = std::is_same_v<A, BandedAlgebra>;

    /** Of lengths: smaller gaps are not judged. */
    static constexpr double small_share = 1e-3;

    /** Of the rows, 0 where they have none [m]. */
    double
    largest_arm() const
    {
      double arm = 0.;
      if constexpr (requires(const Contacts &c) { c.length(0); })
        for (std::size_t row = 0; row < contacts.n_constraints(); ++row)
          arm = std::max(arm, contacts.length(row));
      return arm;
    }
    using StepperSystem =
      std::conditional_t<is_dense, MechanicalSystem<A>, System>;
    using SteppedModel<StepperSystem>::objects;
    using Kinematics =
      std::conditional_t<is_dense, ConstraintKinematics<A>, Contacts>;

    std::vector<std::string>
    coordinate_names() const
    {
      const auto &names = system.coordinate_names();
      return {names.begin(), names.end()};
    }

    /** Coordinates with mass: the others follow them, held where they touch. */
    std::vector<Eigen::Index>
    with_mass() const
    {
      Vector all, massless;
      system.reinit(all);
      system.reinit(massless);
      all.entries.setOnes();
      if (system.has_massless_boundary())
        system.massless_part(all, massless);
      std::vector<Eigen::Index> coordinates;
      for (Eigen::Index i = 0; i < all.size(); ++i)
        if (massless[i] == 0.)
          coordinates.push_back(i);
      return coordinates;
    }

    /** By the tangents there. */
    Mode
    mode_at_start() const
    {
      State<A> x;
      reinit(system, x);
      x.q = system.initial_position();
      x.v = system.initial_velocity();
      typename A::Matrix M, C, K;
      system.iteration_matrix({1., 0., 0.}, x, M);
      system.iteration_matrix({0., 1., 0.}, x, C);
      system.iteration_matrix({0., 0., 1.}, x, K);
      if constexpr (is_dense)
        {
          const std::vector<Eigen::Index> moving = with_mass();
          return fastest_mode(M.full()(moving, moving),
                              C.full()(moving, moving),
                              K.full()(moving, moving));
        }
      else
        return fastest_mode(M, C, K);
    }

    std::size_t
    n_joint_rows() const
    {
      if constexpr (requires(const Contacts &c) { c.n_joint_rows(); })
        return contacts.n_joint_rows();
      return 0;
    }

    /** One number for each velocity: a model whose configurations are longer
     * says which; it counts turns from those before. */
    const Vector &
    recorded_positions(const Vector &q) const
    {
      if constexpr (requires(const System &m, Vector &x) {
                      m.record_positions(x, x);
                    })
        {
          system.record_positions(q, recorded);
          return recorded;
        }
      else
        return q;
    }

    const System   system;
    const Contacts contacts;
    mutable Vector recorded;
  };
} // namespace percuss

#endif
