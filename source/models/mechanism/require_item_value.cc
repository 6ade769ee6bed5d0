// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/models/mechanism/require_item_value.h>

#include <cmath>
#include <sstream>

namespace percuss
{
  namespace
  {
    void
    require(const bool         condition,
            const std::string &item,
            const char        *quantity,
            const double       value,
            const char        *rule)
    {
      if (condition && std::isfinite(value))
        return;
      std::ostringstream message;
      message << "The " << quantity << " of " << item << " is " << value
              << "; it must " << rule << '.';
      throw InputError(message.str());
    }
  } // namespace

  void
  require_positive(const std::string &item,
                   const char        *quantity,
                   const double       value)
  {
    require(value > 0., item, quantity, value, "be positive");
  }

  void
  require_not_negative(const std::string &item,
                       const char        *quantity,
                       const double       value)
  {
    require(value >= 0., item, quantity, value, "not be negative");
  }

  void
  require_coefficient(const std::string &item,
                      const char        *quantity,
                      const double       value)
  {
    require(
      value >= 0. && value <= 1., item, quantity, value, "be between 0 and 1");
  }

  void
  require_signed_coefficient(const std::string &item,
                             const char        *quantity,
                             const double       value)
  {
    require(
      std::abs(value) <= 1., item, quantity, value, "be between -1 and 1");
  }

  void
  require_finite(const std::string &item,
                 const char        *quantity,
                 const double       value)
  {
    require(true, item, quantity, value, "be finite");
  }

  void
  require_two_frames(const std::string &item, const int first, const int second)
  {
    if (first == second)
      throw InputError("Both ends of " + item +
                       " are in one frame, where nothing moves; write one of "
                       "them in another body, or on the ground.");
  }
} // namespace percuss
