// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_mechanism_body_contacts_h
#define percuss_models_mechanism_body_contacts_h

#include <percuss/base/archive.h>
#include <percuss/collision/manifold.h>
#include <percuss/collision/near_pairs.h>
#include <percuss/collision/passage.h>
#include <percuss/models/mechanism/last_configurations.h>
#include <percuss/models/mechanism/mechanism_description.h>

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace percuss
{
  /**
   * Contacts of bodies of convex shape, of all pairs or of each with an
   * obstacle. Which points touch, or soon could, is found anew in each step,
   * by renew(). A point is a slot: n rows in a fixed order, the gap and, with
   * friction, the slips along the tangents; then, where bodies have them, the
   * relative angular velocity about the normal times l_S = mu_S / mu [m], and
   * those about the tangents, in the plane that one there is, times l_R = mu_R /
   * mu: velocities like the others, their impulses couples over l. Slots that are
   * not used have no G, and the length() of the bodies as gap. A point of the step
   * before keeps its slot. While no point is near, the nearest of all has a slot,
   * for histories and messages.
   *
   * Within a step a slot is a feature of each body, or of one and the obstacle,
   *
   *     g = n.(x - p) - r,     dg/dt = n.(v_x - v_p),
   *
   * x, p, n the closest_points() of both at any configuration, so that neither
   * the spin of round bodies nor the order of the bodies matters. Friction acts
   * in the middle of both surfaces.
   *
   * Points between bodies that lie flush beside each other are left out
   * (remove_covered()). Bodies that go through each other, or through an
   * obstacle, in a step end it with a StepError (pass_through()).
   *
   * Equations: doc/theory/mechanisms.md (6), doc/theory/impact_laws.md (7), (8).
   */
  template <int dim>
  class BodyContacts
  {
  public:
    using Vector = Eigen::Vector<double, dim>;

    /** Throws InputError for values out of range, and for shapes that an
     * obstacle has no contacts with, and for rolling without friction. */
    explicit BodyContacts(const BodyContactDescription<dim> &description);

    /** Rows behind the gap. */
    static unsigned int
    n_tangential(const ContactCoefficients &coefficients);

    std::size_t
    n_slots() const
    {
      return slots.size();
    }

    /** Rows of a slot. */
    unsigned int
    n_rows_of_slot() const
    {
      return n_rows;
    }

    /** The largest extent of a body [m]. */
    double
    length() const;

    /** Finds the points whose gaps may close in a step of @p h from @p q with
     * the velocities @p v. Throws StepError for too many, and if two bodies have
     * gone through each other, or one through the obstacle, since the last call.
     * Allocates nothing. */
    void
    renew(const Eigen::VectorXd &q, const Eigen::VectorXd &v, double h);

    /** Which rows keep their slots in the next renew(), with one of the normal
     * row: their features stay what they were, unless they are found anew, as
     * long as the points are on both bodies. Slots of points that have left a
     * body stay unused in that renew(). */
    void
    hold(std::span<const unsigned char> rows);

    /** The slots, which the points of the next step keep. */
    void
    serialize(Archive &archive);

    // What ConstraintKinematics asks, of these rows.

    void
    gap(const Eigen::VectorXd &q, std::span<double> g) const;

    void
    velocity(const Eigen::VectorXd &q,
             const Eigen::VectorXd &v,
             std::span<double>      u) const;

    void
    add_impulse(const Eigen::VectorXd  &q,
                std::span<const double> p,
                Eigen::VectorXd        &r) const;

    /** Whether the slot of a row is used. */
    bool
    is_in_use(const std::size_t row) const
    {
      return row < n_used * n_rows && slots[row / n_rows].key != 0;
    }

    /** "'a' and 'b'", the bodies that touch there, or "'a'" on an obstacle.
     * @pre is_in_use() */
    std::string
    bodies_of(std::size_t row) const;

    /** The point that has the slot of a row, 0 if it is not used. */
    std::uint64_t
    contact_of(const std::size_t row) const
    {
      return slots[row / n_rows].key;
    }

    /** Appends the entries of @p row at @p q as row @p i of @p G, which are those
     * of both frames: none if its slot is not used. */
    void
    append_row(const Eigen::VectorXd                        &q,
               std::size_t                                   row,
               Eigen::Index                                  i,
               Eigen::SparseMatrix<double, Eigen::RowMajor> &G) const;

  private:
    using Placed = PlacedShape<dim>;
    using Key    = std::uint64_t;

    /** Of a pair and of a point of it, 0 if a slot is not used. */
    static Key
    key_of(unsigned int i, unsigned int j, unsigned int feature);

    /** i and j of a key. */
    static std::array<std::size_t, 2>
    bodies_of_key(Key key);

    struct Slot
    {
      using Feature = ContactFeature<dim>;

      Key key     = 0;
      int frame_a = FramePoint<dim>::ground, frame_b = FramePoint<dim>::ground;
      Feature a, b; ///< in their frames; b of an obstacle that is flat
      Vector  normal       = Vector::Zero(); ///< when found, in frame b
      bool    is_on_curved = false;          ///< of a, on a curved obstacle
    };

    /** Its features at q. */
    ClosestPoints<dim>
    closest(const Slot &slot, const Eigen::VectorXd &q) const;

    struct Gradient
    {
      FrameVector<dim> a, b;
    };

    /** Moves the bodies to @p q; throws StepError if two have gone through each
     * other, or one through the obstacle. */
    void
    place(const Eigen::VectorXd &q);

    void
    check_passages();

    void
    check_obstacle_passages(const Eigen::VectorXd &q);

    /** How far a body may come in a step [m]. */
    double
    reach(std::size_t body, const Eigen::VectorXd &v, double h) const;

    void
    find_near_pairs();

    void
    find_pairs(const Eigen::VectorXd &q);

    /** The points of a body that are nearest to the obstacle, in its axes, to
     * near_obstacle. */
    void
    find_on_obstacle(std::size_t          body,
                     double               reach,
                     const Rotation<dim> &R,
                     const Vector        &p);

    void
    find_obstacles(const Eigen::VectorXd &q,
                   const Eigen::VectorXd &v,
                   double                 h);

    /** Adds the nearest point of all bodies if nothing is within the reaches. */
    void
    add_nearest(const Eigen::VectorXd &q);

    /** Of two bodies that are apart. */
    ManifoldPoint<dim>
    nearest_of_pair(unsigned int i, unsigned int j);

    /** The slot of a point of two bodies, or of one, i = j, and the obstacle. */
    Slot
    slot_of(const Eigen::VectorXd    &q,
            unsigned int              i,
            unsigned int              j,
            const ManifoldPoint<dim> &point) const;

    /** Adds the points of slots that are held and were not found, or releases
     * them. */
    void
    add_held(const Eigen::VectorXd &q);

    /** Whether the points of a slot are still on both bodies. */
    bool
    is_on_both(const Slot &slot, Key key, const Eigen::VectorXd &q) const;

    /** Puts the points found into slots. */
    void
    assign();

    [[noreturn]] void
    throw_no_room() const;

    const std::string                      name;
    const std::vector<CollisionBody<dim>>  bodies;
    std::shared_ptr<const RigidShape<dim>> obstacle; // or none
    FramePoint<dim>                        base;     // of it
    const unsigned int                     n_rows;
    double                                 spin_length = 0.; // l_S [m]
    double                                 roll_length = 0.; // l_R [m]

    std::vector<Placed> placed;
    struct Poses
    {
      std::vector<Pose<dim>> current, previous;
      Pose<dim>              base, previous_base; ///< of the obstacle
      bool                   has_previous = false;
    } poses;

    struct BroadPhase
    {
      explicit BroadPhase(const std::size_t n_bodies)
        : near_pairs(n_bodies)
      {}

      std::vector<typename NearPairs<dim>::Ball> balls; ///< around the bodies
      NearPairs<dim>                             near_pairs;
      std::vector<std::array<unsigned int, 2>>   pairs;      ///< that are near
      std::vector<unsigned int> neighbours, first_neighbour; ///< by bodies
    } broad_phase;
    std::vector<double> reaches, ways, inner_radii;
    ManifoldFinder<dim> finder;
    bool                has_faces = false;

    std::vector<Slot>                         slots;
    std::vector<Slot>                         found;
    std::vector<ManifoldPoint<dim>>           near_obstacle; // of a body
    std::vector<std::pair<Key, unsigned int>> by_key, old_by_key;
    std::size_t                               n_used = 0; // the last, + 1
    std::vector<unsigned char>                held;       // of slots
    std::vector<unsigned char>                released;   // of slots

    using Gradients = std::vector<Gradient>; // of all rows

    const Gradients &
    gradients_at(const Eigen::VectorXd &q) const;
    void
    set_gradients(const Eigen::VectorXd &q, Gradients &gradients) const;

    mutable LastConfigurations<Gradients> gradients;

    double far_gap = 0.; // [m]
  };
} // namespace percuss

#endif
