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
  all_files(const unsigned int dim, const bool has_simplices)
  {
    const TwoCells mesh = two_cells(dim, has_simplices);
    std::vector<std::pair<std::string, std::string>> files{
      {gmsh_2(mesh), ".msh"}, {gmsh_4(mesh), ".msh"}, {abaqus(mesh), ".inp"}};
    for (const bool is_swapped : {false, true})
      for (const auto write : {gmsh_2_binary, gmsh_4_binary})
        files.emplace_back(write(mesh, is_swapped), ".msh");
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
    for (const auto &[dim, has_simplices] : {std::pair(2u, false),
                                             std::pair(3u, false),
                                             std::pair(2u, true),
                                             std::pair(3u, true)})
      for (const auto &[text, ending] : all_files(dim, has_simplices))
        {
          const TwoCells expected = two_cells(dim, has_simplices);
          const Mesh     mesh     = read_text(text, ending, dim);
          EXPECT_EQ(mesh.has_simplices, has_simplices);
          EXPECT_EQ(mesh.points, expected.points);
          ASSERT_EQ(mesh.cells.size(), 2u);
          for (unsigned int c = 0; c < 2; ++c)
            for (unsigned int i = 0; i < expected.cells[c].size(); ++i)
              EXPECT_EQ(mesh.cells[c].nodes[i], expected.cells[c][i]);

          const auto foot     = ids_of("foot", mesh.boundaries),
                     end      = ids_of("End", mesh.boundaries);
          unsigned int n_foot = 0, n_end = 0;
          for (const auto &face : mesh.faces)
            {
              double y = 0., x = 2.;
              for (unsigned int i = 0; i < expected.end[0].size(); ++i)
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
    EXPECT_TRUE(ids_of("TOP", groups).empty()); // which of both?
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

  std::string
  notes(const Mesh &mesh)
  {
    std::string all;
    for (const std::string &note : mesh.notes)
      all += note + '\n';
    return all;
  }

  // Comments stand anywhere; other sections are known, or refused.
  TEST(Mesh, SectionsOfGmsh)
  {
    const TwoCells mesh    = two_cells(2);
    const auto     comment = [](const std::string &text) {
      return "$Comments\n made by $a $script, 2.2 0 8\n$EndComments\n" + text;
    };
    for (const std::string &text :
         {gmsh_2(mesh), gmsh_4(mesh), gmsh_2_binary(mesh), gmsh_4_binary(mesh)})
      {
        const std::string commented =
          comment(replaced(text, "$Nodes", comment("$Nodes")));
        EXPECT_EQ(notes(read_text(commented, ".msh", 2)), "");
        EXPECT_EQ(read_text(commented, ".msh", 2).cells.size(), 2u);
        EXPECT_EQ(notes(read_text(text + "$NodeData\n1\n$EndNodeData\n"
                                         "$Periodic\n0\n$EndPeriodic\n",
                                  ".msh",
                                  2)),
                  "$NodeData, $Periodic\n");
        EXPECT_NE(refusal(text + "$Surprise\n$EndSurprise\n", ".msh", 2)
                    .find("section $Surprise is not known"),
                  std::string::npos);
        EXPECT_NE(refusal(text + "$Periodic\n0\n", ".msh", 2)
                    .find("'$EndPeriodic' is missing"),
                  std::string::npos);
      }
    const std::string first =
      "$NOD\n4\n1 0 0 0\n2 1 0 0\n3 1 1 0\n4 0 1 0\n$ENDNOD\n"
      "$ELM\n3\n1 15 8 1 1 2\n2 1 5 1 2 1 2\n3 3 7 1 4 1 2 3 4\n$ENDELM\n";
    const Mesh square = read_text(first, ".msh", 2);
    ASSERT_EQ(square.cells.size(), 1u);
    EXPECT_EQ(square.cells[0].id, 7u);
    ASSERT_EQ(square.faces.size(), 1u);
    EXPECT_EQ(square.faces[0].id, 5u);
    const Mesh line =
      read_text("$NOD\n2\n1 0 0 0\n2 1 0 0\n$ENDNOD\n$ELM\n2\n1 15 8 1 1 2\n"
                "2 1 5 1 2 1 2\n$ENDELM\n",
                ".msh",
                1);
    EXPECT_EQ(line.cells[0].id, 5u);
    ASSERT_EQ(line.faces.size(), 1u); // a point
    EXPECT_EQ(line.faces[0].id, 8u);
    EXPECT_NE(refusal(replaced(first, "3 3 7 1 4", "3 3 7 1 8"), ".msh", 2)
                .find("has 8 nodes, its type 4"),
              std::string::npos);
    EXPECT_NE(refusal(first + "$Nodes\n0\n$EndNodes\n", ".msh", 2)
                .find("$Nodes is not known in files of version 1"),
              std::string::npos);
  }

  // Parts of an entity are in its groups.
  TEST(Mesh, PartitionedGmsh)
  {
    std::string text = gmsh_4(two_cells(2));
    text             = replaced(text,
                    "$Nodes",
                    "$PartitionedEntities\n2\n1\n7 1\n1 1 3 0\n"
                                "8 0 5 1 1 0 0 0 0\n"
                                "11 1 1 1 1 0 0 0 2 0 0 0 2 1 2\n"
                                "11 2 1 1 1 0 0 0 1 1 0 0 1 11\n"
                                "12 2 2 1 2 1 0 0 2 1 0 1 9 1 11\n"
                                "13 1 2 2 1 2 1 0 0 1 1 0 0 0\n"
                                "$EndPartitionedEntities\n$Nodes");
    for (const auto &[old, by] : {std::pair("\n2 1 3 1\n4", "\n2 11 3 1\n4"),
                                  std::pair("\n2 2 3 1\n5", "\n2 12 3 1\n5"),
                                  std::pair("\n1 1 1 2\n1", "\n1 11 1 2\n1")})
      text = replaced(text, old, by);
    const Mesh mesh = read_text(text, ".msh", 2);
    EXPECT_EQ(mesh.cells[0].id, 7u);
    EXPECT_EQ(mesh.cells[1].id, 9u);
    EXPECT_EQ(ids_of("foot", mesh.boundaries), std::set<unsigned int>{3});
    EXPECT_EQ(mesh.faces.size(), 3u);
  }

  // ParaView adds information to arrays, and arrays that are no sets.
  TEST(Mesh, VtuOfParaView)
  {
    const std::string information =
      "<InformationKey name=\"L2_NORM_RANGE\" location=\"vtkDataArray\" "
      "length=\"2\">\n<Value index=\"0\">\n0\n</Value>\n<Value "
      "index=\"1\">\n2.2\n</Value>\n</InformationKey>\n";
    const std::string field_data =
      "<FieldData>\n<DataArray type=\"Float64\" Name=\"TimeValue\" "
      "NumberOfTuples=\"1\" format=\"ascii\">0</DataArray>\n</FieldData>\n";
    for (const VtuFormat format : formats)
      {
        std::string text = vtu(two_cells(2), format);
        for (std::size_t at = 0;
             (at = text.find("</DataArray>", at)) != std::string::npos;
             at += information.size() + 1)
          text.insert(at, information);
        for (std::size_t at = 0;
             (at = text.find("\"/>\n", at)) != std::string::npos;
             at += information.size())
          text.replace(at, 3, "\">" + information + "</DataArray>");
        text            = replaced(text, "<Piece", field_data + "<Piece");
        const Mesh mesh = read_text(text, ".vtu", 2);
        EXPECT_EQ(mesh.points, two_cells(2).points);
        EXPECT_EQ(mesh.cells[1].id, 9u);
        EXPECT_EQ(ids_of("foot", mesh.boundaries).size(), 1u);
        EXPECT_EQ(notes(mesh), "the field 'heat'\n");
      }
  }

  TEST(Mesh, ArraysOfVtu)
  {
    const std::string text  = vtu(two_cells(2), VtuFormat::ascii);
    const auto        added = [&](const std::string &array) {
      return replaced(text, "</CellData>", array + "</CellData>");
    };
    const std::string head = "<DataArray type=\"UInt8\" format=\"ascii\" Name=";
    EXPECT_NE(notes(read_text(added(head + "\"region\">1 2 3 0</DataArray>"),
                              ".vtu",
                              2))
                .find("'region' of cells, whose numbers are not all 0 or 1"),
              std::string::npos);
    EXPECT_NE(
      notes(read_text(added("<Array type=\"String\" Name=\"who\">65</Array>"),
                      ".vtu",
                      2))
        .find("'who' of texts"),
      std::string::npos);
    EXPECT_FALSE(
      read_text(added(head + "\"vtkGhostType\">0 0 0 0</DataArray>"), ".vtu", 2)
        .boundaries.contains("vtkGhostType"));
    for (const auto &[array, part] :
         {std::pair(head + "\"vtkGhostType\">0 1 0 0</DataArray>", "ghosts"),
          std::pair(head + "\"foot\">0 1 0 0</DataArray>", "occurs twice"),
          std::pair(head + "\"a\">0 1 0 0", "is not closed"),
          std::pair(std::string("<Surprise/>"), "<Surprise> is not known")})
      EXPECT_NE(refusal(added(array), ".vtu", 2).find(part), std::string::npos)
        << refusal(added(array), ".vtu", 2);
    const std::string material = "<DataArray type=\"Int32\" Name=\"material\"";
    EXPECT_EQ(read_text(replaced(text,
                                 material,
                                 "<DataArray type=\"Float32\" "
                                 "Name=\"material\""),
                        ".vtu",
                        2)
                .cells[1]
                .id,
              9u);
    EXPECT_NE(refusal(replaced(text, "7 9 0 0", "7 9.5 0 0"), ".vtu", 2)
                .find("'material' must be a whole number"),
              std::string::npos);
    EXPECT_EQ(read_text(replaced(text, "LittleEndian", "BigEndian"), ".vtu", 2)
                .cells.size(),
              2u);
  }

  // What has been cut off behind any byte is missed, and said.
  TEST(Mesh, CutGmsh)
  {
    const TwoCells square = two_cells(2);
    for (const std::string &text : {gmsh_2(square),
                                    gmsh_4(square),
                                    gmsh_2_binary(square, false),
                                    gmsh_4_binary(square, false)})
      for (std::size_t n = text.find("$EndMeshFormat") + 14;
           n < text.find_last_not_of('\n');
           ++n)
        {
          const std::string message = refusal(text.substr(0, n), ".msh", 2);
          for (const char *const part : {"', line ", "not complete. Save it"})
            EXPECT_NE(message.find(part), std::string::npos)
              << n << " of " << text.size() << ": " << message;
        }
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
           {"line 3: ", "does not begin with the number 1"});
    expect(replaced(gmsh, "2.2 0 8", "2.2 1 4"),
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
           {"no section $Elements", "not complete"});
    expect(gmsh, ".msh", 3, {"no hexahedra"});
    expect(gmsh_2(two_cells(3)), ".msh", 2, {"of dimension 3"});
    expect(replaced(gmsh, "5 3 2 7 1 10 11 14 13", "5 2 2 7 1 10 11 14"),
           ".msh",
           2,
           {"line 27: ",
            "is a quadrilateral",
            "in line 26 a triangle",
            "Recombine"});
    expect(replaced(gmsh, "5 3 2 7 1 10 11 14 13", "5 9 2 7 1 10 11 14"),
           ".msh",
           2,
           {"line 26: ", "no quadrilateral", "Mesh.ElementOrder = 1"});
    const std::string tetrahedra = gmsh_2(two_cells(3, true));
    expect(replaced(tetrahedra,
                    "5 4 2 7 1 10 11 14 17",
                    "5 4 2 7 1 10 11 13 14"),
           ".msh",
           3,
           {"line 32: ", "tetrahedron has no volume"});
    expect(
      replaced(tetrahedra, "2 2 2 3 1 10 11 17", "2 3 2 3 1 10 11 17 16"),
      ".msh",
      3,
      {"line 29: ", "face is a quadrilateral", "line 32 is a tetrahedron"});
    expect(replaced(tetrahedra,
                    "6 4 2 9 2 11 12 15 18",
                    "6 7 2 9 2 11 12 15 18 10"),
           ".msh",
           3,
           {"line 33: ", "no hexahedron", "no tetrahedron"});
    expect(replaced(gmsh_2(two_cells(2, true)), "10 11 14", "10 11 12"),
           ".msh",
           2,
           {"line 26: ", "triangle has no area"});
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
           {"line 13: ", "has 4 nodes; it must have 3"});
    expect(replaced(inp, "CPE4R", "CPE6"),
           ".inp",
           2,
           {"line 12: ", "CPE6", "CPE4", "CPE3"});
    expect(replaced(inp, "CPE4R", "C3D8"), ".inp", 2, {"of dimension 3"});
    expect(replaced(inp, "_foot_S1, S1", "_foot_S1, S7"),
           ".inp",
           2,
           {"'S7' is no face"});
    expect(replaced(inp, "Left, right", "Left, rihgt"),
           ".inp",
           2,
           {"no set 'rihgt'"});
    expect(replaced(inp, "21, 21, 1", "21, 25, 1"),
           ".inp",
           2,
           {"no element 23"});
    expect("*Include, input=a.inp\n",
           ".inp",
           2,
           {"line 1: ", "'a.inp' that it asks for cannot be opened"});
    expect(replaced(xml, "\"offsets\"", "\"onsets\""),
           ".vtu",
           2,
           {"'offsets'"});
    expect(replaced(vtu(square, VtuFormat::base_64),
                    "LittleEndian",
                    "BigEndian"),
           ".vtu",
           2,
           {"BigEndian"});
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
