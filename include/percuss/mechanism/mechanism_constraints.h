// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_mechanism_mechanism_constraints_h
#define percuss_mechanism_mechanism_constraints_h

#include <percuss/algebra/dense_algebra.h>
#include <percuss/constraints/constraint_kinematics.h>
#include <percuss/mechanism/planar_row.h>

namespace percuss
{
  /**
   * The joints of a mechanism as bilateral rows, g the violation [m] or [rad],
   * then its contacts as unilateral rows, a contact with friction followed by
   * its tangential one. Named
   *
   *     revolute   "NAME x", "NAME y"          distance, drive   "NAME"
   *     prismatic  "NAME normal", "NAME angle"
   *     fixed      "NAME x", "NAME y", "NAME angle"
   *     contact    "NAME", "NAME tangential"
   *
   * Drives are rheonomic, u = G v - dmotion/dt. The coordinates are those of
   * the frames that the points name, of bodies or others; nothing is allocated
   * after construction.
   */
  class MechanismConstraints final : public ConstraintKinematics<DenseAlgebra>
  {
  public:
    /** Throws InputError for values out of range, joints or contacts within one
     * frame, and names that are not unique. */
    MechanismConstraints(const std::vector<Joint>   &joints,
                         const std::vector<Contact> &contacts);

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

    /** What the rows are. */
    const std::vector<PlanarRow> &
    planar_rows() const
    {
      return rows;
    }

    std::size_t
    n_constraints() const override
    {
      return rows.size();
    }

    const std::string &
    name(const std::size_t row) const override
    {
      return names[row];
    }

    const ContactLaw &
    law(const std::size_t row) const override
    {
      return laws[row];
    }

    bool
    is_linear() const override
    {
      return false;
    }

    bool
    is_moving() const override
    {
      return any_drive;
    }

    void
    gap(const Vector &q, double t, std::span<double> g) const override;

    void
    gap_rate(const Vector &q, double t, std::span<double> rate) const override;

    void
    velocity(const Vector     &q,
             const Vector     &v,
             std::span<double> u) const override;

    /** Rows without an impulse cost nothing. */
    void
    add_impulse(const Vector           &q,
                std::span<const double> p,
                Vector                 &r) const override;

  private:
    void
    add_joint(const Joint &joint);

    void
    add_contact(const Contact &contact);

    void
    add_row(const PlanarRow   &row,
            const ContactLaw  &law,
            const std::string &item,
            const std::string &suffix);

    std::vector<PlanarRow>   rows;
    std::vector<ContactLaw>  laws;
    std::vector<std::string> names, items;
    std::size_t              n_bilateral = 0;
    bool                     any_drive   = false;
  };
} // namespace percuss

#endif
