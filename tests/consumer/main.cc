// SPDX-License-Identifier: Apache-2.0

// The program `percuss` with one more model, scheme, law with a state, friction
// method and rigid shape. Each is in a file of its own, and has one line here.

#include "capsule.h"
#include "de_saxce_fixed_point.h"
#include "duffing_model.h"
#include "slip_weakening.h"

#include <percuss/models/all_models.h>
#include <percuss/program/percuss_main.h>

int
main(int argc, char **argv)
{
  percuss::Catalogue catalogue{percuss::all_models()};
  catalogue.models.push_back(&duffing_kind);
  catalogue.own_schemes.push_back(semi_implicit_euler_information);
  catalogue.own_laws.push_back(percuss::make_law<SlipWeakeningParameters>);
  catalogue.own_solvers.push_back(de_saxce_solver);
  catalogue.own_shapes.in_plane.push_back(capsule_kind<2>());
  catalogue.own_shapes.in_space.push_back(capsule_kind<3>());
  return percuss::percuss_main(argc, argv, catalogue);
}
