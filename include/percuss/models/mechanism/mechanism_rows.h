// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_mechanism_mechanism_rows_h
#define percuss_models_mechanism_mechanism_rows_h

#include <percuss/algebra/banded_algebra.h>
#include <percuss/constraints/constraint_kinematics.h>
#include <percuss/models/mechanism/body_contacts.h>
#include <percuss/models/mechanism/make_rows.h>
#include <percuss/simulation/contact_totals.h>

#include <string>
#include <type_traits>
#include <variant>
#include <vector>

namespace percuss
{
  /**
   * The rows of a mechanism: those of its joints, bilateral, g the violation
   * [m] or [rad], then those of its contacts, unilateral, a contact with
   * friction followed by its tangential ones, "NAME tangential" in the plane,
   * "NAME tangential 1" and "NAME tangential 2" in space. Drives are rheonomic,
   * u = G v - dmotion/dt. Behind them are those of bodies of convex shape,
   * which come and go (BodyContacts).
   */
  class MechanismRows : public ConstraintKinematics<BandedAlgebra>
  {
  public:
    /** Of the joints; the rows before the contacts. */
    std::size_t
    n_joint_rows() const
    {
      return n_bilateral;
    }

    /** The joint or contact of a row. */
    const std::string &
    item(const std::size_t row) const
    {
      return items[row];
    }

    /** Whether the gap of a row is in rad. */
    virtual bool
    is_angle(std::size_t row) const = 0;

    /** "'NAME'" of a row, or "'NAME' of 'a' and 'b'" with the bodies that touch
     * there. */
    virtual std::string
    description(std::size_t row) const = 0;

    /** The largest arm or length of a row [m]. */
    virtual double
    length(std::size_t row) const = 0;

    /** Each row, but bodies of convex shape by the contact that they are in. */
    ContactTotals
    totals() const;

    std::size_t
    n_constraints() const final
    {
      return names.size();
    }

    const std::string &
    name(const std::size_t row) const final
    {
      return names[row];
    }

    const ContactLaw &
    law(const std::size_t row) const final
    {
      return laws[row];
    }

    bool
    is_linear() const final
    {
      return false;
    }

    bool
    is_moving() const final
    {
      return any_drive;
    }

  protected:
    /** Throws InputError if there is a row "ITEM SUFFIX". */
    void
    add_law(const ContactLaw  &law,
            const std::string &item,
            const std::string &suffix);

    /** The laws of @p n slots of body contacts. Throws InputError as add_law().
     */
    void
    add_laws_of_bodies(const std::string         &contact,
                       const ContactCoefficients &coefficients,
                       const ContactLaw          &normal,
                       std::size_t                n);

    /** The law of a contact's row; throws InputError for coefficients out of
     * range. */
    static ContactLaw
    normal_law(const std::string         &contact,
               const ContactCoefficients &coefficients,
               unsigned int               n_tangential);

    std::size_t n_bilateral = 0;
    bool        any_drive   = false;

  private:
    std::vector<ContactLaw>  laws;
    std::vector<std::string> names, items;
    std::size_t              n_single = 0; // rows that are not of bodies
  };

  /** The same made of MechanismRow<dim> and of rows of other kinds. Nothing is
   * allocated after the first evaluations. */
  template <int dim, class... Others>
  class MechanismRowsOf : public MechanismRows
  {
  public:
    using Row = std::variant<MechanismRow<dim>, Others...>;

    std::string
    description(const std::size_t i) const final
    {
      if (i >= rows.size())
        for (const Bodies &one : bodies)
          if (i < one.first_row + one.n_rows &&
              one.contacts->is_in_use(i - one.first_row))
            return "'" + name(i) + "' of " +
                   one.contacts->bodies_of(i - one.first_row);
      return "'" + name(i) + "'";
    }

    /** What a row is. */
    const Row &
    row(const std::size_t i) const
    {
      return rows[i];
    }

    bool
    is_angle(const std::size_t i) const final
    {
      return i < rows.size() &&
             visit(i, [](const auto &row) { return row.is_angle(); });
    }

    double
    length(const std::size_t i) const final
    {
      if (i >= rows.size())
        return length_of_bodies;
      return visit(i, [](const auto &row) { return row.length(); });
    }

    void
    gap(const Vector &q, const double t, const std::span<double> g) const final
    {
      for (std::size_t i = 0; i < rows.size(); ++i)
        g[i] = visit(i, [&](const auto &row) { return row.gap(q.entries, t); });
      for (const Bodies &one : bodies)
        one.contacts->gap(q.entries, one.of(g));
    }

    /** Throws StepError if something has gone through an obstacle since the
     * last call, too. */
    bool
    renew_rows(const Vector &q, const Vector &v, const double h) const final
    {
      if (q_before.size() > 0)
        for (std::size_t i = n_bilateral; i < rows.size(); ++i)
          if (const auto *const row = std::get_if<MechanismRow<dim>>(&rows[i]))
            row->check_passage(item(i), q_before, q.entries);
      q_before = q.entries;
      for (const Bodies &one : bodies)
        one.contacts->renew(q.entries, v.entries, h);
      return !bodies.empty();
    }

    void
    hold_rows(const std::span<const unsigned char> held) const final
    {
      for (const Bodies &one : bodies)
        one.contacts->hold(one.of(held));
    }

    bool
    is_in_use(const std::size_t row) const final
    {
      if (row < rows.size())
        return true;
      auto one = bodies.begin();
      while (row >= one->first_row + one->n_rows)
        ++one;
      return one->contacts->is_in_use(row - one->first_row);
    }

    std::uint64_t
    contact_of(const std::size_t row) const final
    {
      if (row < rows.size())
        return 0;
      auto one = bodies.begin();
      while (row >= one->first_row + one->n_rows)
        ++one;
      return one->contacts->contact_of(row - one->first_row);
    }

    /** What contacts that come and go keep of the last step. */
    void
    serialize(Archive &archive) const
    {
      for (const Bodies &one : bodies)
        one.contacts->serialize(archive);
    }

    void
    gap_rate(const Vector &,
             const double            t,
             const std::span<double> rate) const final
    {
      for (std::size_t i = 0; i < rows.size(); ++i)
        rate[i] = visit(i, [t](const auto &row) { return row.gap_rate(t); });
      std::ranges::fill(rate.subspan(rows.size()), 0.);
    }

    void
    velocity(const Vector &q,
             double,
             const Vector           &v,
             const std::span<double> u) const final
    {
      auto &kept = gradients_at(q.entries);
      for (std::size_t i = 0; i < rows.size(); ++i)
        u[i] = visit(i, [&](const auto &row) {
          if constexpr (is_of_frames<decltype(row)>)
            {
              const auto &[x, p] = gradient(i, q.entries, kept);
              return x.dot(of_frame<dim>(v.entries, row.x.frame)) +
                     p.dot(of_frame<dim>(v.entries, row.p.frame));
            }
          else
            return row.velocity(q.entries, v.entries);
        });
      for (const Bodies &one : bodies)
        one.contacts->velocity(q.entries, v.entries, one.of(u));
    }

    /** Rows without an impulse cost nothing. */
    void
    add_impulse(const Vector &q,
                double,
                const std::span<const double> p,
                Vector                       &r) const final
    {
      auto &kept = gradients_at(q.entries);
      for (std::size_t i = 0; i < rows.size(); ++i)
        if (p[i] != 0.)
          visit(i, [&](const auto &row) {
            if constexpr (is_of_frames<decltype(row)>)
              {
                const auto &g = gradient(i, q.entries, kept);
                add_to_frame<dim>(r.entries, row.x.frame, p[i] * g.x);
                add_to_frame<dim>(r.entries, row.p.frame, p[i] * g.p);
              }
            else
              row.add_impulse(q.entries, p[i], r.entries);
          });
      for (const Bodies &one : bodies)
        one.contacts->add_impulse(q.entries, one.of(p), r.entries);
    }

    bool
    jacobian_rows(const Vector &q,
                  double,
                  const std::span<const std::size_t> some,
                  SparseJacobian                    &G) const final
    {
      if constexpr (sizeof...(Others) > 0)
        for (const std::size_t i : some)
          if (i < rows.size() &&
              !std::holds_alternative<MechanismRow<dim>>(rows[i]))
            return false;
      constexpr int n = FramePoint<dim>::n_coordinates;
      G.resize(static_cast<Eigen::Index>(some.size()),
               q.size() / FramePoint<dim>::n_entries * n);
      G.reserve(static_cast<Eigen::Index>(2 * n * some.size()));
      auto &kept          = gradients_at(q.entries);
      auto  bodies_of_row = bodies.begin();
      for (Eigen::Index i = 0; const std::size_t row : some)
        {
          if (row < rows.size())
            {
              const auto &of_frames = std::get<MechanismRow<dim>>(rows[row]);
              const auto &[x, p]    = gradient(row, q.entries, kept);
              G.startVec(i);
              append_to_row<dim>({of_frames.x.frame, x},
                                 {of_frames.p.frame, p},
                                 i,
                                 G);
            }
          else
            {
              while (row >= bodies_of_row->first_row + bodies_of_row->n_rows)
                ++bodies_of_row;
              bodies_of_row->contacts->append_row(
                q.entries, row - bodies_of_row->first_row, i, G);
            }
          ++i;
        }
      G.finalize();
      return true;
    }

  protected:
    /** Adds a row of a joint. @pre no contact was added before it */
    void
    add_joint_row(const MechanismRow<dim> &row,
                  const std::string       &joint,
                  const std::string       &suffix)
    {
      add_law(ContactLaw::joint(), joint, suffix);
      rows.push_back(row);
      any_drive = any_drive || row.motion.value;
      ++n_bilateral;
    }

    /** Adds the rows x_2 - x_1 = 0 of a joint, "NAME x", "NAME y", ... */
    void
    add_components(const MechanismJoint<dim> &joint)
    {
      MechanismRow<dim> row = joint_row(joint);
      for (int i = 0; i < dim; ++i)
        {
          row.axis = MechanismRow<dim>::Vector::Unit(i);
          add_joint_row(row, joint.name, std::string(" ") + "xyz"[i]);
        }
    }

    /** Adds the row of a contact and its tangential ones. */
    template <class ContactRow>
    void
    add_contact_rows(const ContactRow          &row,
                     const std::string         &contact,
                     const ContactCoefficients &coefficients)
    {
      const ContactLaw law =
        normal_law(contact, coefficients, ContactRow::n_tangential);
      add_law(law, contact, "");
      rows.push_back(row);
      for (unsigned int k = 0; k < law.n_tangential; ++k)
        {
          add_law(ContactLaw::tangential(coefficients),
                  contact,
                  " tangential" + (law.n_tangential > 1 ?
                                     ' ' + std::to_string(k + 1) :
                                     std::string()));
          rows.push_back(row.tangential(k));
        }
    }

    /** Adds the rows of bodies. @pre no other row is added after it */
    void
    add_bodies(const BodyContactDescription<dim> &description)
    {
      const ContactLaw law =
        normal_law(description.name,
                   description.parameters,
                   BodyContacts<dim>::n_tangential(description.parameters));
      auto contacts       = std::make_shared<BodyContacts<dim>>(description);
      const std::size_t n = contacts->n_slots();
      bodies.push_back(
        {contacts, n_constraints(), n * contacts->n_rows_of_slot()});
      add_laws_of_bodies(description.name, description.parameters, law, n);
      length_of_bodies = std::max(length_of_bodies, contacts->length());
    }

  private:
    template <class AnyRow>
    static constexpr bool is_of_frames =
      std::is_same_v<std::remove_cvref_t<AnyRow>, MechanismRow<dim>>;

    /** The gradients of the rows at a configuration, which are evaluated when
     * they are asked for. */
    struct Gradients
    {
      std::vector<typename MechanismRow<dim>::Gradient> of_rows;
      std::vector<unsigned char>                        is_known;
    };

    Gradients &
    gradients_at(const Eigen::VectorXd &q) const
    {
      return gradients.at(q, [this](Gradients &kept) {
        kept.of_rows.resize(rows.size());
        kept.is_known.assign(rows.size(), 0);
      });
    }

    /** Of row @p i, one of two frames. @p kept is gradients_at() @p q. */
    const typename MechanismRow<dim>::Gradient &
    gradient(const std::size_t      i,
             const Eigen::VectorXd &q,
             Gradients             &kept) const
    {
      if (!kept.is_known[i])
        {
          kept.of_rows[i]  = std::get<MechanismRow<dim>>(rows[i]).gradient(q);
          kept.is_known[i] = 1;
        }
      return kept.of_rows[i];
    }

    // constant but for the points of a step
    struct Bodies
    {
      std::shared_ptr<BodyContacts<dim>> contacts;
      std::size_t                        first_row, n_rows;

      template <class Number>
      std::span<Number>
      of(const std::span<Number> all) const
      {
        return all.subspan(first_row, n_rows);
      }
    };

    template <class Function>
    auto
    visit(const std::size_t i, const Function &f) const
    {
      return std::visit(f, rows[i]);
    }

    std::vector<Row>    rows;
    std::vector<Bodies> bodies;
    double              length_of_bodies = 0.; // the largest [m]

    mutable Eigen::VectorXd               q_before; // of the last renew_rows()
    mutable LastConfigurations<Gradients> gradients;
  };
} // namespace percuss

#endif
