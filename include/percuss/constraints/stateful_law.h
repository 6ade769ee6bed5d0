// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_constraints_stateful_law_h
#define percuss_constraints_stateful_law_h

#include <percuss/base/archive.h>
#include <percuss/complementarity/cone.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace percuss
{
  struct ContactLaw;

  /** A contact as laws see it when they are made. */
  struct ContactOfLaw
  {
    std::size_t       cone; ///< its number among the cones
    std::size_t       row;  ///< its normal row
    const ContactLaw *law;
    double            area; ///< [m^2] that it stands for, or 1
  };

  /** Of all rows, at the end of a step. */
  struct RowsAfterStep
  {
    double                  time_step; ///< h [s]
    std::span<const Cone>   cones;     ///< those of the step
    std::span<const double> velocity;  ///< u_{k+1} [m/s]
    std::span<const double> gap;       ///< g_{k+1} [m]

    /** The sum of h U_{k+sigma}, which works with the impulses, on top of the
     * gap at the start [m]; empty if no law has impulses. */
    std::span<const double> opening;
  };

  /** Which contacts the rows are of, where these come and go. */
  struct ContactsOfRows
  {
    std::function<bool(std::size_t row)> is_in_use; ///< whether of one at all

    /** A number of the contact, other than those of others. */
    std::function<std::uint64_t(std::size_t row)> contact_of;
  };

  /** What a run says of a law in the end. */
  struct LawReport
  {
    using Number = std::variant<double, std::size_t>;

    std::vector<std::pair<std::string_view, Number>>
                summary;     ///< of summary.json
    std::string title, text; ///< a line of the printed summary, or empty
    std::string warning;     ///< or empty
  };

  /**
   * A law of contact whose contacts have a state: it owns the states of all of
   * them. In the step from t_k to t_{k+1} it may change the cones of the contact
   * problem and add impulses that do not depend on the motion; both depend on
   * the state at t_k, and end_step() brings that to t_{k+1}. The time step knows
   * the laws by these functions alone, each of which is called once a step.
   */
  class StatefulLaw
  {
  public:
    virtual ~StatefulLaw() = default;

    /** The key of its summary. */
    virtual std::string_view
    name() const = 0;

    /** Whether add_impulses() adds any. */
    virtual bool
    has_impulses() const
    {
      return false;
    }

    /** The gaps of all rows at the start [m]. */
    virtual void
    start(std::span<const double>)
    {}

    /** Sets those of the @p rows to one whose contacts must stay theirs, near or
     * not. */
    virtual void
    hold_rows(std::span<unsigned char>) const
    {}

    /** Rows may be of others contacts than before. */
    virtual void
    renew(std::span<const Cone>, const ContactsOfRows &)
    {}

    /** A step begins with the velocities u_k of all rows [m/s]. */
    virtual void
    begin_step(std::span<const Cone>, std::span<const double>)
    {}

    /** Adds to @p p the impulses of a step of @p h, positive if they push [N s]. */
    virtual void
    add_impulses(double, std::span<double>) const
    {}

    /** Changes the cones that are active. */
    virtual void
    modify(std::span<Cone>) const
    {}

    virtual void
    end_step(const RowsAfterStep &rows) = 0;

    /** The states of the same contacts, computed by another stepper. */
    virtual void
    take_states(const StatefulLaw &other) = 0;

    /** Writes or reads what the next step depends on. */
    virtual void
    serialize(Archive &archive) = 0;

    /** The columns of history.csv, and their values after the last step. */
    virtual std::vector<std::string>
    column_names() const = 0;
    virtual void
    set_columns(std::span<double> values) const = 0;

    virtual LawReport
    report() const = 0;

    /** Whether contacts were closed from the start. */
    virtual bool
    was_closed_at_start() const
    {
      return false;
    }
  };

  /** Makes the law of those of the contacts that have it; null if none has. */
  using MakeStatefulLaw =
    std::function<std::unique_ptr<StatefulLaw>(std::span<const ContactOfLaw>)>;

  /**
   * Those that some of the contacts have, in the order of the list in
   * stateful_law.cc, and then of @p own_laws, those of a program of one's own.
   * @param have_impulses whether the time step has laws with impulses: that of
   *                      the velocity level has
   */
  std::vector<std::unique_ptr<StatefulLaw>>
  make_stateful_laws(std::span<const ContactOfLaw>    contacts,
                     std::span<const MakeStatefulLaw> own_laws,
                     bool                             have_impulses);
} // namespace percuss

#endif
