// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_mechanism_require_item_value_h
#define percuss_models_mechanism_require_item_value_h

#include <Eigen/Core>

#include <string>

namespace percuss
{
  // Each throws InputError unless the value is right: "The mass of body 'ball'
  // is -1; it must be positive."

  void
  require_positive(const std::string &item, const char *quantity, double value);

  void
  require_not_negative(const std::string &item,
                       const char        *quantity,
                       double             value);

  /** In [0, 1]. */
  void
  require_coefficient(const std::string &item,
                      const char        *quantity,
                      double             value);

  /** In [-1, 1]. */
  void
  require_signed_coefficient(const std::string &item,
                             const char        *quantity,
                             double             value);

  void
  require_finite(const std::string &item, const char *quantity, double value);

  /** The unit vector along @p a, whose length must be positive. */
  template <int dim>
  Eigen::Vector<double, dim>
  require_direction(const std::string                &item,
                    const char                       *quantity,
                    const Eigen::Vector<double, dim> &a)
  {
    require_positive(item, quantity, a.norm());
    return a.normalized();
  }

  /** That something acts between two frames, not within one. */
  void
  require_two_frames(const std::string &item, int first, int second);
} // namespace percuss

#endif
