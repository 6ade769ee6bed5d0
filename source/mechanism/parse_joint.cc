// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/mechanism/parse_items.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace percuss
{
  namespace
  {
    /** f' by five points, error of O(h^4), h = eps^(1/5) @p scale. */
    std::function<double(double)>
    derivative(const std::function<double(double)> &f, const double scale)
    {
      const double h =
        std::pow(std::numeric_limits<double>::epsilon(), 0.2) * scale;
      return [f, h](const double t) {
        return (8. * (f(t + h) - f(t - h)) - (f(t + 2. * h) - f(t - 2. * h))) /
               (12. * h);
      };
    }
  } // namespace

  Joint
  parse_joint(MechanismItem         &item,
              const Eigen::VectorXd &q_0,
              const double           time_scale)
  {
    static const std::vector<std::string> kinds{
      "revolute", "prismatic", "fixed", "distance", "drive"};
    const std::string kind = item.take_kind();
    const auto        i    = std::ranges::find(kinds, kind);
    if (i == kinds.end())
      item.throw_unknown_kind("joint", kinds);
    Joint joint;
    joint.name = item.name();
    joint.kind = static_cast<Joint::Kind>(i - kinds.begin());

    const bool is_drive = joint.kind == Joint::Kind::drive;
    switch (joint.kind)
      {
        case Joint::Kind::revolute:
          item.classify({});
          break;
        case Joint::Kind::prismatic:
          item.classify({"direction", "angle"});
          break;
        case Joint::Kind::fixed:
          item.classify({"angle"});
          break;
        case Joint::Kind::distance:
          item.classify({"length"});
          break;
        case Joint::Kind::drive:
          item.classify({"angle", "rate"});
          break;
      }
    if (is_drive)
      {
        joint.first.frame  = item.next_frame();
        joint.second.frame = item.next_frame();
        joint.motion.value = item.expressions("angle", 1).front().value;
        joint.motion.rate  = item.has("rate") ?
                               item.expressions("rate", 1).front().value :
                               derivative(joint.motion.value, time_scale);
        if (!std::isfinite(joint.motion.rate(0.)))
          throw InputError("The angle has no derivative at t = 0: it is a "
                           "difference, for which the expression must be "
                           "defined shortly before, too. Or write 'rate', "
                           "the derivative.");
      }
    else
      {
        joint.first  = item.next_point();
        joint.second = item.next_point();
        joint.angle  = item.number(
          "angle", relative_angle(q_0, joint.first.frame, joint.second.frame));
        joint.length =
          item.number("length", distance(q_0, joint.first, joint.second));
      }
    if (joint.kind == Joint::Kind::prismatic)
      joint.direction = item.vector("direction");
    return joint;
  }
} // namespace percuss
