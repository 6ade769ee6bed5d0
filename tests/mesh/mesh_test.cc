// SPDX-License-Identifier: Apache-2.0

// The same mesh from all files; groups by name and number; what is wrong.

#include "mesh_files.h"

#include <percuss/base/exceptions.h>

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>

using namespace percuss;
using namespace percuss::test;

namespace mesh_test
{
  constexpr std::array<VtuFormat, 5> formats{VtuFormat::ascii,
                                             VtuFormat::base_64,
                                             VtuFormat::compressed,
                                             VtuFormat::appended_raw,
                                             VtuFormat::appended_compressed};

  std::vector<std::pair<std::string, std::string>>
  all_files(const unsigned int dim)
  {
    const TwoCells                                   mesh = two_cells(dim);
    std::vector<std::pair<std::string, std::string>> files{
      {gmsh_2(mesh), ".msh"}, {gmsh_4(mesh), ".msh"}, {abaqus(mesh), ".inp"}};
    for (const VtuFormat format : formats)
      files.emplace_back(vtu(mesh, format), ".vtu");
    return files;
  }

  std::string
  refusal(const std::string &text,
          const std::string &ending,
          const unsigned int dim)
  {
    try
      {
        read_text(text, ending, dim);
      }
    catch (const InputError &error)
      {
        return error.what();
      }
    return "";
  }

  std::string
  replaced(std::string text, const std::string &old, const std::string &by)
  {
    const auto at = text.find(old);
    EXPECT_NE(at, std::string::npos) << old;
    return text.replace(at, old.size(), by);
  }

  TEST(Mesh, IsTheSameFromAllFiles)
  {
    for (const unsigned int dim : {2u, 3u})
      for (const auto &[text, ending] : all_files(dim))
        {
          const TwoCells expected = two_cells(dim);
          const Mesh     mesh     = read_text(text, ending, dim);
          EXPECT_EQ(mesh.points, expected.points);
          ASSERT_EQ(mesh.cells.size(), 2u);
          for (unsigned int c = 0; c < 2; ++c)
            for (unsigned int i = 0; i < 1u << dim; ++i)
              EXPECT_EQ(mesh.cells[c].nodes[i], expected.cells[c][i]);

          const auto foot     = ids_of("foot", mesh.boundaries),
                     end      = ids_of("End", mesh.boundaries);
          unsigned int n_foot = 0, n_end = 0;
          for (const auto &face : mesh.faces)
            {
              double y = 0., x = 2.;
              for (unsigned int i = 0; i < 1u << (dim - 1); ++i)
                {
                  y = std::max(y, mesh.points[face.nodes[i]][1]);
                  x = std::min(x, mesh.points[face.nodes[i]][0]);
                }
              EXPECT_EQ(foot.contains(face.id), y == 0.);
              EXPECT_EQ(end.contains(face.id), x == 2.);
              n_foot += foot.contains(face.id);
              n_end += end.contains(face.id);
            }
          EXPECT_EQ(n_foot, 2u) << text;
          EXPECT_EQ(n_end, 1u) << text;

          if (ending == ".vtu")
            EXPECT_EQ(ids_of("7", mesh.materials),
                      std::set<unsigned int>{mesh.cells[0].id});
          else
            for (const auto &[name, c] :
                 {std::pair("left", 0), std::pair("right", 1)})
              EXPECT_EQ(ids_of(name, mesh.materials),
                        std::set<unsigned int>{mesh.cells[c].id});
          if (ending != ".inp")
            {
              EXPECT_EQ(mesh.cells[0].id, 7u);
              EXPECT_EQ(mesh.cells[1].id, 9u);
            }
          if (ending == ".msh")
            {
              EXPECT_EQ(foot, std::set<unsigned int>{3});
              EXPECT_EQ(end, std::set<unsigned int>{4});
            }
          if (ending == ".inp")
            {
              EXPECT_EQ(ids_of("steel", mesh.materials),
                        ids_of("left", mesh.materials));
              EXPECT_EQ(ids_of("both", mesh.materials).size(), 2u);
            }
        }
  }

  TEST(Mesh, GroupsByNameAndNumber)
  {
    const GroupIds groups{{"Top", {3}},
                          {"top", {4, 5}},
                          {"Left", {8}},
                          {"7", {6, 7}}};
    EXPECT_EQ(ids_of("Top", groups), (std::set<unsigned int>{3}));
    EXPECT_EQ(ids_of("top", groups), (std::set<unsigned int>{4, 5}));
    EXPECT_EQ(ids_of("LEFT", groups), (std::set<unsigned int>{8}));
    EXPECT_EQ(ids_of("7", groups), (std::set<unsigned int>{6, 7}));
    EXPECT_EQ(ids_of("9", groups), (std::set<unsigned int>{9}));
    for (const char *label : {"bottom", "", "-1", "1.5", "2e9", "nan"})
      EXPECT_TRUE(ids_of(label, groups).empty()) << label;
    EXPECT_EQ(names_in(groups), "'Left', 'Top', 'top'");
    EXPECT_EQ(names_in({}), "none");
  }

  // Elements of Gmsh occur once for each group that they are in.
  TEST(Mesh, CellsAndFacesInTwoGroups)
  {
    const Mesh mesh = read_text(
      "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n4\n1 0 0 0\n2 1 0 0\n"
      "3 1 1 0\n4 0 1 0\n$EndNodes\n$Elements\n6\n1 3 2 1 1 1 2 3 4\n"
      "2 3 2 2 1 3 4 1 2\n3 1 2 1 1 1 2\n4 1 2 2 1 2 1\n5 1 2 2 2 2 3\n"
      "6 1 2 9 3 1 3\n$EndElements\n",
      ".msh",
      2);
    ASSERT_EQ(mesh.cells.size(), 1u);
    EXPECT_EQ(ids_of("1", mesh.materials), ids_of("2", mesh.materials));
    ASSERT_EQ(mesh.faces.size(), 2u); // the diagonal is no face
    EXPECT_EQ(ids_of("1", mesh.boundaries).size(), 1u);
    EXPECT_EQ(ids_of("2", mesh.boundaries).size(), 2u);
    EXPECT_TRUE(ids_of("2", mesh.boundaries).contains(2));
    EXPECT_FALSE(mesh.boundaries.contains("9"));
  }

  TEST(Mesh, RefusesWithFileAndLine)
  {
    const TwoCells square = two_cells(2);
    const auto     expect = [](const std::string              &text,
                           const std::string              &ending,
                           const unsigned int              dim,
                           const std::vector<std::string> &parts) {
      const std::string message = refusal(text, ending, dim);
      for (const std::string &part : parts)
        EXPECT_NE(message.find(part), std::string::npos)
          << part << " in " << message;
      EXPECT_NE(message.find(ending + "', line "), std::string::npos)
        << message;
    };
    const std::string gmsh = gmsh_2(square), inp = abaqus(square),
                      xml = vtu(square, VtuFormat::ascii);
    expect("nonsense", ".msh", 2, {"line 1: ", "$MeshFormat"});
    expect("", ".msh", 2, {"line 1: ", "empty"});
    expect(replaced(gmsh, "2.2 0 8", "2.2 1 8"),
           ".msh",
           2,
           {"line 2: ", "Mesh.Binary"});
    expect(replaced(gmsh, "2.2 0 8", "3.0 0 8"),
           ".msh",
           2,
           {"line 2: ", "version 3.0"});
    expect(gmsh.substr(0, gmsh.find("$Elements")),
           ".msh",
           2,
           {"no quadrilaterals"});
    expect(gmsh, ".msh", 3, {"no hexahedra"});
    expect(gmsh_2(two_cells(3)), ".msh", 2, {"of dimension 3"});
    expect(replaced(gmsh, "5 3 2 7 1 10 11 14 13", "5 2 2 7 1 10 11 14"),
           ".msh",
           2,
           {"line 26: ", "no quadrilateral", "Recombine"});
    expect(replaced(gmsh, "10 11 14 13", "10 11 14 99"),
           ".msh",
           2,
           {"line 26: ", "no node 99"});
    expect(replaced(gmsh, "10 11 14 13", "10 11 14 14"),
           ".msh",
           2,
           {"line 26: ", "flat at a corner"});
    expect(replaced(gmsh, "10 11 14 13", "10 14 11 13"),
           ".msh",
           2,
           {"line 26: ", "inside out"});
    expect(replaced(gmsh, "10 0 0 0\n", "10 0 0 1\n"),
           ".msh",
           2,
           {"line 26: ", "plane of x and y"});
    expect(replaced(gmsh, "10 0 0 0\n", "10 0 zero 0\n"),
           ".msh",
           2,
           {"line 13: ", "'zero'", "a coordinate"});
    expect(replaced(gmsh, "11 1 0 0\n", "10 1 0 0\n"),
           ".msh",
           2,
           {"line 14: ", "node 10 occurs twice"});
    expect(replaced(inp, "CPE4R", "CPE3"),
           ".inp",
           2,
           {"line 12: ", "CPE3", "CPE4"});
    expect(replaced(inp, "CPE4R", "C3D8"), ".inp", 2, {"of dimension 3"});
    expect(replaced(inp, "_foot_S1, S1", "_foot_S1, S7"),
           ".inp",
           2,
           {"'S7' is no face"});
    expect(replaced(inp, "Left, right", "Left, rihgt"),
           ".inp",
           2,
           {"no set 'RIHGT'"});
    expect(replaced(inp, "21, 21, 1", "21, 25, 1"),
           ".inp",
           2,
           {"no element 23"});
    expect("*Include, input=a.inp\n", ".inp", 2, {"line 1: ", "*INCLUDE"});
    expect(replaced(xml, "\"offsets\"", "\"onsets\""),
           ".vtu",
           2,
           {"'offsets'"});
    expect(replaced(xml, "LittleEndian", "BigEndian"),
           ".vtu",
           2,
           {"line 2: ", "BigEndian"});
    expect("<VTKFile type=\"PolyData\">", ".vtu", 2, {"UnstructuredGrid"});
    EXPECT_NE(refusal(xml.substr(0, 700), ".vtu", 2), "");
    try
      {
        read_mesh("no.msh", 2);
        FAIL();
      }
    catch (const InputError &error)
      {
        EXPECT_NE(std::string(error.what()).find("cannot be opened"),
                  std::string::npos);
      }
  }
} // namespace mesh_test
