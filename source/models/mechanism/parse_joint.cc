// SPDX-License-Identifier: Apache-2.0

// Joints, springs and loads: what acts between frames, or on one.

#include <percuss/models/mechanism/parse_items.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

namespace percuss
{
  /** The name of a frame alone. */
  struct NamedFrame
  {
    int frame = PlanarPoint::ground;
  };

  ValueType
  type_of_value(const Item &, const NamedFrame &)
  {
    return {"body"};
  }

  void
  read_value(const Item &item, ItemValue from, NamedFrame &end)
  {
    end.frame               = take_frame(item, from);
    const std::string &rest = from.text;
    if (!rest.empty())
      throw InputError("write the name of a body, or 'ground', alone; " +
                       item_text::in_quotes(rest) + " is too much.");
  }

  namespace
  {
    std::vector<Item::Kind<PlanarJoint::Kind>>
    kinds_of(const PlanarJoint &)
    {
      using Kind = PlanarJoint::Kind;
      return {{"revolute", Kind::revolute, "The two points stay together."},
              {"prismatic",
               Kind::prismatic,
               "The second point stays on the line through the first one; the "
               "bodies do not turn relative to each other."},
              {"fixed",
               Kind::fixed,
               "The points stay together, and the bodies do not turn relative "
               "to each other."},
              {"distance",
               Kind::distance,
               "The distance between the points stays the same."},
              {"drive",
               Kind::drive,
               "The angle of the second body relative to the first is a "
               "function of time."}};
    }

    std::vector<Item::Kind<SpatialJoint::Kind>>
    kinds_of(const SpatialJoint &)
    {
      using Kind = SpatialJoint::Kind;
      return {{"spherical", Kind::spherical, "The two points stay together."},
              {"revolute",
               Kind::revolute,
               "The points stay together, and the bodies turn about the axis "
               "alone."},
              {"cylindrical",
               Kind::cylindrical,
               "The second point stays on the axis through the first one, "
               "about which the bodies turn."},
              {"prismatic",
               Kind::prismatic,
               "The second point stays on the axis through the first one; the "
               "bodies do not turn relative to each other."},
              {"fixed",
               Kind::fixed,
               "The points stay together, and the bodies do not turn relative "
               "to each other."},
              {"distance",
               Kind::distance,
               "The distance between the points stays the same."},
              {"drive",
               Kind::drive,
               "The turn of the second body relative to the first about the "
               "axis, since the start, is a function of time."}};
    }

    /** Throws for a spring that has none of @p words. */
    void
    check_acts(const Item &item, const std::vector<std::string> &words)
    {
      if (std::ranges::none_of(words,
                               [&](const auto &w) { return item.has(w); }))
        throw InputError("It exerts no force; write " +
                         item_text::one_of(words) + '.');
    }

    /** Two ends, each a point or a frame alone. */
    template <class End>
    void
    declare_ends(Item &item, End &first, End &second)
    {
      constexpr bool is_frame = std::is_same_v<End, NamedFrame>;
      for (End *const end : {&first, &second})
        item.next(is_frame ?
                    "frames; two are needed, a body or the ground each" :
                    "points; two are needed, a body or the ground each",
                  *end,
                  end == &first ? "The first end." : "The second end.");
    }
  } // namespace

  template <int dim>
  JointOf<dim>
  parse_joint(Item &item, const Eigen::VectorXd &q_0, const double time_scale)
  {
    JointOf<dim> joint;
    using Kind          = decltype(joint.kind);
    joint.name          = item.name();
    joint.kind          = item.take_kind("joint", kinds_of(joint));
    const bool is_drive = joint.kind == Kind::drive;

    NamedFrame                    first, second;
    std::optional<double>         angle, length;
    FunctionOfTime                motion;
    std::optional<FunctionOfTime> rate;
    if (is_drive)
      declare_ends(item, first, second);
    else
      declare_ends(item, joint.first, joint.second);
    if constexpr (dim == 2)
      {
        if (joint.kind == Kind::prismatic)
          item.needs("direction [-]",
                     joint.direction,
                     "Direction of the line, in the axes of the first body.");
        if (joint.kind == Kind::prismatic || joint.kind == Kind::fixed)
          item.may("angle [rad]",
                   angle,
                   "Angle of the second body relative to the first; unless "
                   "given, that at the start.");
      }
    else if (joint.kind != Kind::spherical && joint.kind != Kind::fixed &&
             joint.kind != Kind::distance)
      item.needs("axis [-]",
                 joint.axis,
                 "Direction of the axis, in the axes of the first body.");
    if (joint.kind == Kind::distance)
      item.may("length [m]",
               length,
               "The distance; unless given, that at the start.");
    if (is_drive)
      {
        item.needs("angle [rad]", motion, "The angle.");
        item.may("rate [rad/s]",
                 rate,
                 "Its rate; unless given, a difference of the angle.");
      }
    item.read();

    if (is_drive)
      {
        joint.first.frame  = first.frame;
        joint.second.frame = second.frame;
        joint.motion       = {motion.value,
                        rate ? rate->value :
                                     difference(motion.value, time_scale),
                              time_scale,
                              !rate};
      }
    else
      joint.length = length.value_or(distance(q_0, joint.first, joint.second));
    joint.relative =
      relative_turn<dim>(q_0, joint.first.frame, joint.second.frame);
    if constexpr (dim == 2)
      joint.relative = angle.value_or(joint.relative);
    return joint;
  }

  template <int dim>
  LineSpring<dim>
  parse_spring(Item &item, const Eigen::VectorXd &q_0)
  {
    LineSpring<dim>       spring;
    std::optional<double> free_length;
    spring.name      = item.name();
    spring.is_bumper = item.is_kind("bumper");
    declare_ends(item, spring.first, spring.second);
    // of a compliant contact its unit depends on the exponent
    item.may(spring.is_bumper ? "stiffness" : "stiffness [N/m]",
             spring.stiffness,
             spring.is_bumper ? "Stiffness k [N/m^n]." : "Stiffness k.");
    item.may("free length [m]",
             free_length,
             "Length without elastic force; unless given, the distance at the "
             "start.");
    if (spring.is_bumper)
      {
        item.describe("Compliant contact of balls with their centres at the "
                      "points, whose free length is the sum of their radii: "
                      "a force k d^n (1 + chi dd/dt) where they overlap by d.");
        spring.exponent = 1.5;
        item.may("exponent [-]",
                 spring.exponent,
                 "Exponent n, unless given that of Hertz, 1.5.");
        item.may("dissipation [s/m]",
                 spring.dissipation,
                 "Dissipation chi of Hunt and Crossley.");
      }
    else
      {
        item.describe("A spring and a damper on the line between two points.");
        item.may("damping [N s/m]", spring.damping, "Damping c.");
        item.may("preload [N]", spring.preload, "Tension at the free length.");
      }
    item.read();
    check_acts(item,
               spring.is_bumper ?
                 std::vector<std::string>{"stiffness"} :
                 std::vector<std::string>{"stiffness", "damping", "preload"});
    spring.free_length =
      free_length.value_or(distance(q_0, spring.first, spring.second));
    return spring;
  }

  bool
  is_torsional_spring(Item &item)
  {
    return item.is_kind("torsional");
  }

  PlanarTorsionalSpring
  parse_torsional_spring(Item &item, const Eigen::VectorXd &q_0)
  {
    PlanarTorsionalSpring spring;
    NamedFrame            first, second;
    std::optional<double> free_angle;
    item.describe("A spring and a damper of the angle of the second body "
                  "relative to the first.");
    declare_ends(item, first, second);
    item.may("stiffness [N m/rad | N m]", spring.stiffness, "Stiffness k.");
    item.may("free angle [rad]",
             free_angle,
             "Angle without a moment; unless given, that at the start.");
    item.may("damping [N m s/rad | N m s]", spring.damping, "Damping c.");
    item.read();
    check_acts(item, {"stiffness", "damping"});
    spring.name   = item.name();
    spring.first  = first.frame;
    spring.second = second.frame;
    spring.free_angle =
      free_angle.value_or(relative_angle(q_0, first.frame, second.frame));
    return spring;
  }

  namespace
  {
    /** The function, which throws where it is not finite. */
    std::function<double(double)>
    checked(const std::function<double(double)> &f,
            const std::string                   &body,
            const std::string                   &word)
    {
      return [f, body, word](const double t) {
        const double value = f(t);
        if (!std::isfinite(value))
          throw StepError("The " + word + " of load '" + body +
                            "' is not finite at t = " + short_text(t) + " s",
                          value,
                          "Write an expression that is finite at all times.");
        return value;
      };
    }
  } // namespace

  template <int dim>
  std::vector<MechanismLoad<dim>>
  parse_loads(Item &item)
  {
    constexpr int               n = FramePoint<dim>::n_coordinates;
    std::vector<FunctionOfTime> force(dim), moment(n - dim);
    item.describe("Acts at the centre of mass of the body that it has the name "
                  "of.");
    item.may("force [N]", force, "Force along the fixed axes.");
    item.may("moment [N m]",
             moment,
             dim == 2 ? "Moment." : "Moment about the body's own axes.");
    item.read();

    const auto &names = item.names();
    const auto  body  = std::ranges::find(names, item.name());
    if (body != names.end() && body == names.begin())
      throw InputError("A load acts on a body that moves, not on the ground.");
    if (body == names.end())
      throw InputError("There is no body " + item_text::in_quotes(item.name()) +
                       '.' + item_text::did_you_mean(item.name(), names));
    std::vector<MechanismLoad<dim>> loads;
    for (const auto &[word, functions, first] :
         {std::tuple("force", &force, 0), std::tuple("moment", &moment, dim)})
      if (item.has(word))
        {
          MechanismLoad<dim> load{
            frame_at(static_cast<std::size_t>(body - names.begin())), first};
          for (const FunctionOfTime &f : *functions)
            {
              load.constant = f.is_constant ? f.value(0.) : 0.;
              load.varying =
                f.is_constant ? nullptr : checked(f.value, item.name(), word);
              loads.push_back(load);
              ++load.component;
            }
        }
    return loads;
  }

  template PlanarJoint
  parse_joint<2>(Item &, const Eigen::VectorXd &, double);
  template SpatialJoint
  parse_joint<3>(Item &, const Eigen::VectorXd &, double);
  template LineSpring<2>
  parse_spring(Item &, const Eigen::VectorXd &);
  template LineSpring<3>
  parse_spring(Item &, const Eigen::VectorXd &);
  template std::vector<MechanismLoad<2>>
  parse_loads(Item &);
  template std::vector<MechanismLoad<3>>
  parse_loads(Item &);
} // namespace percuss
