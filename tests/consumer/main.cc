// SPDX-License-Identifier: Apache-2.0

// The program `percuss` with one more model and one more scheme.

#include "duffing_model.h"

#include <percuss/models/all_models.h>
#include <percuss/program/percuss_main.h>

int
main(int argc, char **argv)
{
  percuss::Catalogue catalogue{percuss::all_models()};
  catalogue.models.push_back(&duffing_kind);
  catalogue.own_schemes.push_back(semi_implicit_euler_information);
  return percuss::percuss_main(argc, argv, catalogue);
}
