// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_solid_pair_watch_h
#define percuss_models_solid_pair_watch_h

#include <percuss/base/exceptions.h>
#include <percuss/models/solid/pair_contacts.h>
#include <percuss/simulation/observer.h>
#include <percuss/simulation/stepper.h>

#include <Eigen/Core>

#include <cmath>
#include <sstream>
#include <vector>

namespace percuss
{
  /**
   * Ends a run, with a NumericalFailure, in which contacts of pairs leave what
   * their rows are made for: where one with an impulse has slid since the start
   * by more than the shortest face of its slave, or its normal has turned by
   * more than largest_turn.
   */
  template <int dim, Algebra A>
  class PairWatch final : public Observer
  {
  public:
    static constexpr double largest_turn = 0.1; ///< [rad]

    /** @param first_row of the pairs among those of a step */
    PairWatch(const PairContacts<dim, A> &contacts,
              const std::size_t           first_row,
              const Stepper<A>           &stepper)
      : Observer(1)
      , contacts(contacts)
      , first_row(first_row)
      , stepper(stepper)
      , distance(contacts.n_constraints())
    {}

    void
    observe(const StepRecord &record) override
    {
      const auto P = record.impulse.subspan(first_row);
      contacts.slide(stepper.state().q, distance);
      using Direction = Eigen::Matrix<double, dim, 1>;
      std::vector<std::vector<Direction>> normals;
      for (const ContactPair<dim> &pair : contacts.pairs())
        normals.push_back(
          nodal_normals(pair.slave.template displaced<A>(stepper.state().q)));
      for (std::size_t row = 0; row < P.size(); ++row)
        {
          if (P[row] == 0. || !contacts.law(row).is_contact())
            continue;
          const ContactPair<dim> &pair = contacts.pairs()[contacts.pair(row)];
          const Direction        &n    = contacts.normal(row);
          const Direction now = normals[contacts.pair(row)][contacts.node(row)];
          const double    turn =
            2. * std::atan2((n - now).norm(), (n + now).norm());
          if (std::abs(distance[row]) > pair.slave.shortest_face())
            fail(record, row, "slid by ", std::abs(distance[row]), " m");
          if (turn > largest_turn)
            fail(record, row, "turned by ", turn, " rad");
        }
    }

  private:
    [[noreturn]] void
    fail(const StepRecord &record,
         const std::size_t row,
         const char       *what,
         const double      how_much,
         const char       *unit) const
    {
      std::ostringstream message;
      message << "The contact '" << contacts.name(row) << "' has " << what
              << how_much << unit << " since the start";
      throw NumericalFailure(
        message.str(),
        record.step,
        record.time,
        0.,
        std::string("With 'Contact/sliding = small' contacts are those of the "
                    "start: bodies may slide by the length of a face of the "
                    "slave, and turn by 0.1 rad. ") +
          (dim == 2 ? "Set 'Contact/sliding' to 'finite'." :
                      "End the run before."));
    }

    const PairContacts<dim, A> &contacts;
    const std::size_t           first_row;
    const Stepper<A>           &stepper;
    std::vector<double>         distance;
  };
} // namespace percuss

#endif
