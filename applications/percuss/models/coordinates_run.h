// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_applications_percuss_models_coordinates_run_h
#define percuss_applications_percuss_models_coordinates_run_h

#include "../make_stepper.h"
#include "../model_run.h"

#include <percuss/algebra/banded_algebra.h>
#include <percuss/constraints/constraint_kinematics.h>
#include <percuss/mechanics/mechanical_system.h>

#include <algorithm>
#include <functional>
#include <type_traits>
#include <utility>

namespace percuss
{
  /**
   * A model of a few coordinates, of which every rank computes the whole. Model
   * and Contacts are final classes: where their vectors are on the stack, the
   * compiler inlines their functions; others share the stepper of their base
   * classes.
   */
  template <class Model, class Contacts>
  class CoordinatesRun : public ModelRun
  {
  public:
    using A      = typename Model::AlgebraType;
    using Vector = typename A::Vector;

    /** @param check_start throws InputError for a start that is none */
    CoordinatesRun(const RunParameters &parameters,
                   const CaseFile      &case_file,
                   const Model         &model,
                   const Contacts      &contacts,
                   const std::function<void(const Model &, const Contacts &)>
                     &check_start = {})
      : model(model)
      , contacts(contacts)
    {
      if (check_start)
        check_start(this->model, this->contacts);
      objects = make_stepper<System, Kinematics>(this->model,
                                                 this->contacts,
                                                 parameters,
                                                 case_file,
                                                 model.initial_position(),
                                                 model.initial_velocity());
    }

    AbstractStepper &
    stepper() override
    {
      return *objects.stepper;
    }

    ContactTreatment
    contact_treatment() const override
    {
      return objects.scheme->contact_treatment();
    }

    std::size_t
    n_dofs() const override
    {
      return model.n_dofs();
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
              model.is_linear() ? "from the matrices" :
                                  "at the start"};
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
    using System = std::conditional_t<is_dense, MechanicalSystem<A>, Model>;
    using Kinematics =
      std::conditional_t<is_dense, ConstraintKinematics<A>, Contacts>;

    std::vector<std::string>
    coordinate_names() const
    {
      const auto &names = model.coordinate_names();
      return {names.begin(), names.end()};
    }

    /** By the tangents there. */
    Mode
    mode_at_start() const
    {
      State<A> x;
      reinit(model, x);
      x.q = model.initial_position();
      x.v = model.initial_velocity();
      typename A::Matrix M, C, K;
      model.iteration_matrix({1., 0., 0.}, x, M);
      model.iteration_matrix({0., 1., 0.}, x, C);
      model.iteration_matrix({0., 0., 1.}, x, K);
      if constexpr (is_dense)
        return fastest_mode(M.full(), C.full(), K.full());
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
      if constexpr (requires(const Model &m, Vector &x) {
                      m.record_positions(x, x);
                    })
        {
          model.record_positions(q, recorded);
          return recorded;
        }
      else
        return q;
    }

    const Model             model;
    const Contacts          contacts;
    mutable Vector          recorded;
    SteppingObjects<System> objects;
  };
} // namespace percuss

#endif
