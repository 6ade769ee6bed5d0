// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/text.h>
#include <percuss/mesh/abaqus_model.h>

#include <algorithm>

namespace percuss
{
  namespace
  {
    struct Family
    {
      const char *beginning; // of the names of its types
      AbaqusShape shape;
    };

    /** The first beginning that fits decides. */
    constexpr Family families[] = {
      // hexahedra, tetrahedra, and other elements of space
      {"C3D8", {3, 8}},
      {"DC3D8", {3, 8}},
      {"AC3D8", {3, 8}},
      {"EC3D8", {3, 8}},
      {"SC8R", {3, 8}},
      {"C3D4", {3, 4}},
      {"DC3D4", {3, 4}},
      {"AC3D4", {3, 4}},
      {"C3D", {3, 0}},
      {"DC3D", {3, 0}},
      {"DCC3D", {3, 0}},
      {"AC3D", {3, 0}},
      {"CIN3D", {3, 0}},
      {"ACIN3D", {2, 0}},
      {"COH3D", {3, 0}},
      {"COD3D", {3, 0}},
      {"GK3D", {3, 0}},
      {"SC6R", {3, 0}},
      {"CSS8", {3, 0}},
      {"EMC3D", {3, 0}},
      {"EC3D", {3, 0}},
      {"Q3D", {3, 0}},
      {"F3D8", {3, 8}},
      {"F3D", {3, 0}},
      {"CCL", {3, 0}},
      {"CPEG4", {2, 4}},
      {"CPEG3", {2, 3}},
      // quadrilaterals and triangles in the plane, and others
      {"CPS4", {2, 4}},
      {"CPE4", {2, 4}},
      {"CAX4", {2, 4}},
      {"CGAX4", {2, 4}},
      {"DC2D4", {2, 4}},
      {"DCAX4", {2, 4}},
      {"AC2D4", {2, 4}},
      {"ACAX4", {2, 4}},
      {"CPS3", {2, 3}},
      {"CPE3", {2, 3}},
      {"CAX3", {2, 3}},
      {"CGAX3", {2, 3}},
      {"DC2D3", {2, 3}},
      {"DCAX3", {2, 3}},
      {"AC2D3", {2, 3}},
      {"ACAX3", {2, 3}},
      {"CPS", {2, 0}},
      {"CPE", {2, 0}},
      {"CAX", {2, 0}},
      {"CGAX", {2, 0}},
      {"DC2D", {2, 0}},
      {"DCC2D", {2, 0}},
      {"DCAX", {2, 0}},
      {"DCCAX", {2, 0}},
      {"AC2D", {2, 0}},
      {"ACAX", {2, 0}},
      {"CINPS", {2, 0}},
      {"CINPE", {2, 0}},
      {"CINAX", {2, 0}},
      {"COH2D", {2, 0}},
      {"COHAX", {2, 0}},
      {"COD2D", {2, 0}},
      {"CODAX", {2, 0}},
      {"GKPS", {2, 0}},
      {"GKPE", {2, 0}},
      {"GKAX", {2, 0}},
      {"GK2D", {2, 0}},
      {"EMC2D", {2, 0}},
      {"WARP2D", {2, 0}},
      // shells, membranes and surfaces
      {"STRI3", {2, 3, true}},
      {"STRI", {2, 0}},
      {"SFM3D4", {2, 4, true}},
      {"SFM3D3", {2, 3, true}},
      {"SFM3D", {2, 0}},
      {"SFMAX1", {1, 2}},
      {"SFMGAX1", {1, 2}},
      {"SFMCL", {2, 0}},
      {"SFMAX", {1, 0}},
      {"SFMGAX", {1, 0}},
      {"SAXA", {1, 0}},
      {"SAX1", {1, 2}},
      {"SAX", {1, 0}},
      {"DSAX1", {1, 2}},
      {"DSAX", {1, 0}},
      {"DS4", {2, 4, true}},
      {"DS3", {2, 3, true}},
      {"DS", {2, 0}},
      {"M3D4", {2, 4, true}},
      {"M3D3", {2, 3, true}},
      {"M3D", {2, 0}},
      {"MCL", {2, 0}},
      {"MAX1", {1, 2}},
      {"MAX", {1, 0}},
      {"MGAX1", {1, 2}},
      {"MGAX", {1, 0}},
      {"R3D4", {2, 4, true}},
      {"R3D3", {2, 3, true}},
      {"R3D", {2, 0}},
      // lines
      {"R2D2", {1, 2}},
      {"RAX2", {1, 2}},
      {"RB2D2", {1, 0}},
      {"RB3D2", {1, 0}},
      {"T2D2", {1, 2}},
      {"T3D2", {1, 2}},
      {"T2D", {1, 0}},
      {"T3D", {1, 0}},
      {"B21", {1, 2}},
      {"B23", {1, 2}},
      {"B31", {1, 2}},
      {"B33", {1, 2}},
      {"B22", {1, 0}},
      {"B32", {1, 0}},
      {"PIPE", {1, 0}},
      {"ELBOW", {1, 0}},
      {"FRAME", {1, 0}},
      {"DC1D", {1, 0}},
      {"DCC1D", {1, 0}},
      {"AC1D", {1, 0}},
      {"ACIN2D", {1, 0}},
      {"ACINAX", {1, 0}},
      {"ISL", {1, 0}},
      {"IRS", {1, 0}},
      {"LS", {1, 0}},
      // points, and what connects two of them
      {"MASS", {}},
      {"ROTARYI", {}},
      {"HEATCAP", {}},
      {"SPRING", {}},
      {"DASHPOT", {}},
      {"CONN", {}},
      {"GAP", {}},
      {"DGAP", {}},
      {"JOINT", {}},
      {"DCOUP", {}},
      {"ITS", {}},
      {"PSI", {}},
      {"DRAG", {}},
      {"KL", {}},
      {"PC3D", {}},
      {"PD3D", {}},
      {"FPC", {}},
      {"FP", {}},
      {"FAC", {}}};
    static_assert(families[0].shape.n_nodes == 8);
  } // namespace

  AbaqusShape
  abaqus_shape(const std::string &type, const MeshText &text)
  {
    // S4, S4R5 and so on are shells; networks of CalculiX are of type D
    if (type.size() > 1 && type[0] == 'S' && type[1] >= '0' && type[1] <= '9')
      return {2, type[1] == '4' ? 4u : type[1] == '3' ? 3u : 0u, true};
    if (type == "D")
      return {};
    for (const Family &family : families)
      if (type.starts_with(family.beginning))
        return family.shape;
    if (type.size() > 1 && type[0] == 'U' && type[1] >= '0' && type[1] <= '9')
      text.fail("Elements of type " + shortened(type) +
                " are the user's own, which are not read.");
    text.fail("Elements of type " + shortened(type) + " are not known.");
  }
} // namespace percuss
