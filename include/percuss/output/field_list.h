// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_output_field_list_h
#define percuss_output_field_list_h

#include <percuss/output/field_times.h>

#include <string>

namespace percuss
{
  /** The file in which FieldTimes lists the times of a series. */
  inline std::string
  list_of_fields(const std::string &name, const FieldFormat format)
  {
    return name + (format == FieldFormat::xdmf ? ".xdmf" : ".pvd");
  }
} // namespace percuss

#endif
