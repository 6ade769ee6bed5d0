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

    /** @param first_row of the pairs among those of a step
     * @param q_0 the displacement that the rows are made for */
    PairWatch(const PairContacts<dim, A> &contacts,
              const std::size_t           first_row,
              const Stepper<A>           &stepper,
              const typename A::Vector   &q_0)
      : Observer(1)
      , contacts(contacts)
      , first_row(first_row)
      , stepper(stepper)
      , distance(contacts.n_constraints())
      , at_start(normals(q_0))
    {}

    void
    observe(const StepRecord &record) override
    {
      const auto P = record.impulse.subspan(first_row);
      contacts.slide(stepper.state().q, distance);
      const Normals now = normals(stepper.state().q);
      for (std::size_t row = 0; row < P.size(); ++row)
        {
          if (P[row] == 0. || !contacts.law(row).is_contact())
            continue;
          const ContactPair<dim> &pair = contacts.pairs()[contacts.pair(row)];
          const auto  &n_0 = at_start[contacts.pair(row)][contacts.node(row)];
          const auto  &n   = now[contacts.pair(row)][contacts.node(row)];
          const double turn =
            2. * std::atan2((n - n_0).norm(), (n + n_0).norm());
          if (std::abs(distance[row]) > pair.slave.shortest_face())
            fail(record, row, "slid by ", std::abs(distance[row]), " m");
          if (turn > largest_turn)
            fail(record, row, "turned by ", turn, " rad");
        }
    }

  private:
    using Normals = std::vector<std::vector<Eigen::Matrix<double, dim, 1>>>;

    /** Those of the slaves' nodes at a displacement. */
    Normals
    normals(const typename A::Vector &q) const
    {
      Normals result;
      for (const ContactPair<dim> &pair : contacts.pairs())
        result.push_back(nodal_normals(pair.slave.template displaced<A>(q)));
      return result;
    }

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
    const Normals               at_start;
  };
} // namespace percuss

#endif
