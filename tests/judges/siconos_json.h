// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_tests_judges_siconos_json_h
#define percuss_tests_judges_siconos_json_h

#include <nlohmann/json.hpp>
#include <SiconosVector.hpp>

#include <memory>

inline SP::SiconosVector
vector_of(const nlohmann::json &list)
{
  auto result = std::make_shared<SiconosVector>(list.size());
  for (std::size_t i = 0; i < list.size(); ++i)
    result->setValue(i, list[i].get<double>());
  return result;
}

#endif
