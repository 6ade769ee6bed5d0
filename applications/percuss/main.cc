// SPDX-License-Identifier: Apache-2.0
#include <percuss/models/all_models.h>
#include <percuss/program/percuss_main.h>

int
main(int argc, char **argv)
{
  return percuss::percuss_main(argc, argv, {percuss::all_models()});
}
