// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_mechanism_mechanism_rows_h
#define percuss_models_mechanism_mechanism_rows_h

#include <percuss/algebra/banded_algebra.h>
#include <percuss/constraints/constraint_kinematics.h>
#include <percuss/models/mechanism/make_rows.h>

#include <string>
#include <variant>
#include <vector>

namespace percuss
{
  /**
   * The rows of a mechanism: those of its joints, bilateral, g the violation
   * [m] or [rad], then those of its contacts, unilateral, a contact with
   * friction followed by its tangential ones, "NAME tangential" in the plane,
   * "NAME tangential 1" and "NAME tangential 2" in space. Drives are rheonomic,
   * u = G v - dmotion/dt.
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

    /** The largest arm or length of a row [m]. */
    virtual double
    length(std::size_t row) const = 0;

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
  };

  /** The same made of MechanismRow<dim> and of rows of other kinds. Nothing is
   * allocated after construction. */
  template <int dim, class... Others>
  class MechanismRowsOf : public MechanismRows
  {
  public:
    using Row = std::variant<MechanismRow<dim>, Others...>;

    /** What a row is. */
    const Row &
    row(const std::size_t i) const
    {
      return rows[i];
    }

    bool
    is_angle(const std::size_t i) const final
    {
      return visit(i, [](const auto &row) { return row.is_angle(); });
    }

    double
    length(const std::size_t i) const final
    {
      return visit(i, [](const auto &row) { return row.length(); });
    }

    void
    gap(const Vector &q, const double t, const std::span<double> g) const final
    {
      for (std::size_t i = 0; i < rows.size(); ++i)
        g[i] = visit(i, [&](const auto &row) { return row.gap(q.entries, t); });
    }

    void
    gap_rate(const Vector &,
             const double            t,
             const std::span<double> rate) const final
    {
      for (std::size_t i = 0; i < rows.size(); ++i)
        rate[i] = visit(i, [t](const auto &row) { return row.gap_rate(t); });
    }

    void
    velocity(const Vector &q,
             double,
             const Vector           &v,
             const std::span<double> u) const final
    {
      for (std::size_t i = 0; i < rows.size(); ++i)
        u[i] = visit(i, [&](const auto &row) {
          return row.velocity(q.entries, v.entries);
        });
    }

    /** Rows without an impulse cost nothing. */
    void
    add_impulse(const Vector &q,
                double,
                const std::span<const double> p,
                Vector                       &r) const final
    {
      for (std::size_t i = 0; i < rows.size(); ++i)
        if (p[i] != 0.)
          visit(i, [&](const auto &row) {
            row.add_impulse(q.entries, p[i], r.entries);
          });
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

  private:
    template <class Function>
    auto
    visit(const std::size_t i, const Function &f) const
    {
      return std::visit(f, rows[i]);
    }

    std::vector<Row> rows;
  };
} // namespace percuss

#endif
