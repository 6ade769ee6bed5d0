// SPDX-License-Identifier: Apache-2.0
#include "bindings.h"

#include <percuss/base/exceptions.h>
#include <percuss/base/text.h>
#include <percuss/input/quantity.h>

#include <pybind11/stl.h>

#include <string>
#include <utility>

namespace percuss::python
{
  namespace
  {
    /** The unit of SI, "m^2 kg s^-2", empty of a pure number. */
    std::string
    unit_of_si(const Quantity::Dimension &dimension)
    {
      const std::string words = in_words(dimension);
      return words.starts_with("in ") ? words.substr(3) : "";
    }

    /** "2 in" is 0.0508 and "m". Throws InputError. */
    std::pair<double, std::string>
    quantity_in_si(const std::string &text)
    {
      const auto no_names = [](const std::string &name) -> Quantity {
        throw InputError("There is no number '" + name + "'.");
      };
      const Quantity quantity = evaluate_quantity(text, {}, no_names);
      if (quantity.has_unit && !quantity.dimension)
        throw InputError("'" + text + "' has no unit that is known.");
      return {quantity.value,
              quantity.dimension ? unit_of_si(*quantity.dimension) : ""};
    }
  } // namespace

  void
  bind_quantities(pybind11::module_ &module)
  {
    module.def("quantity_in_si", quantity_in_si);
  }
} // namespace percuss::python
