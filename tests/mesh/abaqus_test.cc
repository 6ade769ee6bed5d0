// SPDX-License-Identifier: Apache-2.0

// Input files of Abaqus: what a name means where several sets have it, parts in
// their places, several files, shells; all keywords are known.

#include "mesh_files.h"

#include <percuss/base/exceptions.h>
#include <percuss/mesh/abaqus_keywords.h>

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

using namespace percuss;
using namespace percuss::test;

namespace abaqus_test
{
  std::string
  refusal(const std::string &text, const unsigned int dim = 2)
  {
    try
      {
        read_text(text, ".inp", dim);
      }
    catch (const InputError &error)
      {
        return error.what();
      }
    return "";
  }

  void
  expect_refusal(const std::string &text, const std::vector<std::string> &parts)
  {
    const std::string message = refusal(text);
    for (const std::string &part : parts)
      EXPECT_NE(message.find(part), std::string::npos)
        << part << " in " << message;
  }

  /** The sum of the lengths of the faces of a boundary. */
  double
  length(const Mesh &mesh, const std::string &name)
  {
    const auto ids = ids_of(name, mesh.boundaries);
    double     sum = 0.;
    for (const auto &face : mesh.faces)
      if (ids.contains(face.id))
        {
          const auto &a = mesh.points[face.nodes[0]],
                     &b = mesh.points[face.nodes[1]];
          sum += std::hypot(b[0] - a[0], b[1] - a[1]);
        }
    return sum;
  }

  std::size_t
  n_cells(const Mesh &mesh, const std::string &name)
  {
    const auto ids = ids_of(name, mesh.materials);
    return static_cast<std::size_t>(std::ranges::count_if(
      mesh.cells, [&](const auto &cell) { return ids.contains(cell.id); }));
  }

  /** A bar of two squares: a set 'Set-1' of all of it. */
  const std::string part =
    "*Part, name=Bar\n*Node\n1, 0., 0.\n2, 1., 0.\n3, 2., 0.\n4, 0., 0.5\n"
    "5, 1., 0.5\n6, 2., 0.5\n*Element, type=CPS4R\n1, 1, 2, 5, 4\n"
    "2, 2, 3, 6, 5\n*Nset, nset=Set-1, generate\n1, 6, 1\n"
    "*Elset, elset=Set-1, generate\n1, 2, 1\n*Elset, elset=First\n1\n"
    "*Solid Section, elset=Set-1, material=Steel\n,\n*End Part\n";

  std::string
  assembly(const std::string &instances, const std::string &sets)
  {
    return part + "*Assembly, name=Assembly\n" + instances + sets +
           "*End Assembly\n";
  }

  const std::string in_place =
    "*Instance, name=Bar-1, part=Bar\n*End Instance\n";

  // Abaqus means the assembly's set, whatever a part has.
  TEST(Abaqus, NamesOfThePartAndOfTheAssembly)
  {
    for (const std::string order : {"a", "b"})
      {
        const std::string point = "*Node\n1, -0.25, 0.25\n*Nset, nset=RP\n1\n",
                          set   = "*Nset, nset=Set-1, instance=Bar-1\n1, 4\n";
        const Mesh mesh =
          read_text(assembly(in_place,
                             order == "a" ? set + point : point + set),
                    ".inp",
                    2);
        EXPECT_EQ(mesh.faces.size(), 6u);
        EXPECT_EQ(length(mesh, "Set-1"), 0.5);
        EXPECT_EQ(length(mesh, "bar-1.set-1"), 5.);
        EXPECT_EQ(n_cells(mesh, "Bar-1.Set-1"), 2u);
        EXPECT_EQ(n_cells(mesh, "Set-1"), 0u);
        EXPECT_EQ(n_cells(mesh, "First"), 1u);
        EXPECT_EQ(n_cells(mesh, "Steel"), 2u);
        EXPECT_TRUE(ids_of("RP", mesh.boundaries).empty());
      }
  }

  // Names of one instance are short; of two, they are told apart.
  TEST(Abaqus, InstancesInTheirPlaces)
  {
    const Mesh mesh =
      read_text(assembly("*Instance, name=Left, part=Bar\n*End Instance\n"
                         "*Instance, name=Up, part=Bar\n10., 1., 0.\n"
                         "10., 1., 0., 10., 1., 1., 90.\n*End Instance\n",
                         "*Nset, nset=Ends, instance=Left\n1, 4\n"
                         "*Nset, nset=Ends, instance=Up\n1, 4\n"
                         "*Elset, elset=_Top, internal, instance=Up\n2\n"
                         "*Surface, name=Top\n_Top, S2\nLeft.First, S1\n"
                         "*Surface, name=One\nUp.1, S3\n"),
                ".inp",
                2);
    EXPECT_EQ(mesh.cells.size(), 4u);
    EXPECT_EQ(length(mesh, "Ends"), 1.);
    EXPECT_EQ(length(mesh, "Top"), 1.5);
    EXPECT_EQ(length(mesh, "One"), 1.);
    EXPECT_EQ(n_cells(mesh, "Left.First"), 1u);
    EXPECT_EQ(n_cells(mesh, "Up.First"), 1u);
    EXPECT_EQ(n_cells(mesh, "First"), 0u);
    EXPECT_EQ(n_cells(mesh, "Steel"), 4u);
    EXPECT_FALSE(mesh.materials.contains("_Top"));
    const std::array<double, 3> corner{10. - 0.5, 1. + 2., 0.};
    EXPECT_NE(std::ranges::find(mesh.points, corner), mesh.points.end());
  }

  // Rigid motions in space, against the axis and the angle by hand.
  TEST(Abaqus, TurnsAboutAnyAxis)
  {
    std::string text = abaqus(two_cells(3));
    text.insert(text.find("*Surface"),
                "*Assembly, name=A\n*Instance, name=I, part=P\n1, 2, 3\n"
                "1, 2, 3, 2, 3, 4, 120\n*End Instance\n");
    text.replace(text.find("_foot_S1, S3"), 8, "I._foot_S1");
    const Mesh mesh = read_text(text, ".inp", 3);
    // a third of a turn about (1, 1, 1) makes (x, y, z) to (z, x, y)
    const auto points = two_cells(3).points;
    for (std::size_t i = 0; i < points.size(); ++i)
      for (unsigned int c = 0; c < 3; ++c)
        EXPECT_NEAR(mesh.points[i][c],
                    points[i][(c + 2) % 3] + 1. + c,
                    1e-15 * 10);
  }

  // The mesh may stand in the instance, in the frame of the part.
  TEST(Abaqus, IndependentInstances)
  {
    std::string       text  = part;
    const std::size_t nodes = text.find("*Node"), end = text.find("*End Part");
    const std::string body = text.substr(nodes, end - nodes);
    text.erase(nodes, end - nodes);
    const Mesh mesh = read_text(text +
                                  "*Assembly\n*Instance, name=I, "
                                  "part=Bar\n5., 0., 0.\n" +
                                  body + "*End Instance\n*End Assembly\n",
                                ".inp",
                                2);
    EXPECT_EQ(mesh.cells.size(), 2u);
    EXPECT_EQ(mesh.points[0][0], 5.);
    EXPECT_EQ(n_cells(mesh, "First"), 1u);
  }

  const std::string square =
    "*Node\n1, 0, 0\n2, 1, 0\n3, 1, 1\n4, 0, 1\n*Element, type=CPS4\n"
    "7, 1, 2, 3, 4\n";

  // Sets of nodes, elements and faces of one name are apart where they differ.
  TEST(Abaqus, KindsOfOneName)
  {
    const std::string surface = "*Surface, name=Top\n7, S3\n";
    const Mesh        equal =
      read_text(square + surface + "*Nset, nset=Top\n3, 4\n", ".inp", 2);
    EXPECT_EQ(length(equal, "Top"), 1.);
    for (const std::string nodes : {"2, 3, 4", "3"})
      {
        const Mesh mesh =
          read_text(square + surface + "*Nset, nset=TOP\n" + nodes + '\n',
                    ".inp",
                    2);
        EXPECT_TRUE(ids_of("Top", mesh.boundaries).empty());
        EXPECT_EQ(length(mesh, "Top (surface)"), 1.);
        EXPECT_EQ(length(mesh, "Top (nodes)"), nodes == "3" ? 0. : 2.);
      }
    const Mesh mesh =
      read_text(square + "*Element, type=CPS4, elset=Steel\n8, 2, 5, 6, 3\n" +
                  "*Node\n5, 2, 0\n6, 2, 1\n*Elset, elset=All\n7, 8\n"
                  "*Solid Section, elset=All, material=STEEL\n",
                ".inp",
                2);
    EXPECT_EQ(n_cells(mesh, "Steel"), 0u);
    EXPECT_EQ(n_cells(mesh, "Steel (elements)"), 1u);
    EXPECT_EQ(n_cells(mesh, "Steel (material)"), 2u);
    EXPECT_EQ(n_cells(mesh, "All"), 2u);
  }

  TEST(Abaqus, NodesOfElementsAndEdgesOfShells)
  {
    const Mesh mesh =
      read_text(square + "*Elset, elset=E\n7\n*Nset, nset=N, elset=E\n",
                ".inp",
                2);
    EXPECT_EQ(length(mesh, "N"), 4.);
    std::string shell = square;
    shell.replace(shell.find("CPS4"), 4, "S4R");
    for (const std::string edge : {"E1", "E2", "E3", "E4"})
      {
        const Mesh of_edge =
          read_text(shell + "*Surface, name=A\n7, " + edge + '\n', ".inp", 2);
        ASSERT_EQ(of_edge.faces.size(), 1u);
        const auto first = static_cast<unsigned int>(edge[1] - '1');
        EXPECT_EQ(of_edge.faces[0].nodes[0], first);
      }
    // S1 of a shell of CalculiX is the lower side, S3 its first edge
    for (const char *face : {"S1", "S3", "SPOS", "E5"})
      expect_refusal(shell + "*Surface, name=A\n7, " + face + '\n',
                     {"line 9: ", "no face of shells", "E1 to E4"});
    expect_refusal(square + "*Surface, name=A\n7, E1\n", {"S1 to S4"});
  }

  // Lines and files of what is wrong in several files.
  TEST(Abaqus, SeveralFiles)
  {
    namespace fs          = std::filesystem;
    const fs::path folder = "abaqus_" + std::to_string(getpid());
    fs::create_directories(folder / "sub");
    const auto write = [&](const char *name, const std::string &text) {
      std::ofstream(folder / name) << text;
    };
    const std::string main =
      "*Node, input=sub/nodes.txt\n*Include, input=sub/elements.inc\n"
      "*Nset, nset=Foot\n1, 2\n";
    const auto read = [&](const std::string &text) {
      write("main.inp", text);
      return read_mesh((folder / "main.inp").string(), 2);
    };
    const auto message = [&](const std::string &text) -> std::string {
      try
        {
          read(text);
        }
      catch (const InputError &error)
        {
          return error.what();
        }
      return "";
    };
    write("sub/nodes.txt", "1, 0, 0\n2, 1, 0\n3, 1, 1\n4, 0, 1");
    write("sub/elements.inc",
          "*Element, type=CPS4\n7, 1, 2, 3, 4\n*Include, input=more.inc\n"
          "*Elset, elset=E\n7\n");
    write("sub/more.inc", "*Nset, nset=Top\n3, 4\n");
    const Mesh mesh = read(main);
    EXPECT_EQ(length(mesh, "Foot"), 1.);
    EXPECT_EQ(length(mesh, "Top"), 1.);
    EXPECT_EQ(n_cells(mesh, "E"), 1u);
    EXPECT_NE(message(main + "*Nset, nset=No\n9\n").find("main.inp', line 6: "),
              std::string::npos);
    write("sub/more.inc", "*Nset, nset=Top\n3, 9\n");
    EXPECT_NE(message(main).find("more.inc', line 2: There is no node 9"),
              std::string::npos)
      << message(main);
    write("sub/more.inc", "** nothing\n");
    EXPECT_NE(message(main + "*Elset, elset=F\n8\n")
                .find("main.inp', line 6: There is no element 8"),
              std::string::npos)
      << message(main + "*Elset, elset=F\n8\n");
    write("sub/more.inc", "*Include, input=../main.inp\n");
    EXPECT_NE(message(main).find("includes itself"), std::string::npos);
    EXPECT_NE(message("*Include, input=sub\n").find("cannot be opened"),
              std::string::npos);
    fs::remove_all(folder);
  }

  TEST(Abaqus, RefusesByName)
  {
    expect_refusal("*Nodes\n1, 0, 0\n",
                   {"line 1: ", "*NODES is no keyword", "*NODE?"});
    expect_refusal("** a comment\n4 1 0 0 0\n",
                   {"line 2: ", "does not begin with a keyword"});
    expect_refusal("*System\n0, 0, 0, 1, 1, 0\n" + square, {"*SYSTEM"});
    expect_refusal("*Node, system=C\n1, 0, 0\n", {"SYSTEM = C"});
    expect_refusal("*Node, nodeset=A\n1, 0, 0\n", {"NODESET of *NODE"});
    expect_refusal("*Element, type=CPX4\n1, 1, 2, 3, 4\n",
                   {"CPX4 are not known"});
    expect_refusal("*Element, type=U1\n1, 1, 2, 3, 4\n",
                   {"U1 are the user's own"});
    expect_refusal(square + "*Nset, nset=A, elset=B\n", {"'B'"});
    expect_refusal(part + "*Part, name=Two\n*End Part\n", {"2 parts"});
    expect_refusal(assembly(in_place, "*Nset, nset=A\n1\n"),
                   {"There is no node 1."});
    expect_refusal(assembly(in_place, "*Elset, elset=A\nFirst\n"),
                   {"no set 'First'", "'Bar-1.First'"});
    expect_refusal(assembly(in_place, "*Nset, nset=A, instance=Bar-2\n1\n"),
                   {"no instance 'Bar-2'"});
    expect_refusal(assembly("*Instance, name=I, part=Bra\n*End Instance\n", ""),
                   {"no part 'Bra'"});
    expect_refusal(assembly("*Instance, name=I, part=Bar, library=x\n", ""),
                   {"LIBRARY of *INSTANCE"});
    expect_refusal(assembly("*Instance, name=I, part=Bar\n0, 0, 0\n"
                            "0, 0, 0, 0, 0, 0, 90\n*End Instance\n",
                            ""),
                   {"one point twice"});
    expect_refusal(part.substr(0, part.find("*End Part")), {"*END PART"});
    expect_refusal(assembly("*Instance, name=I, part=Bar\n*End Instance\n"
                            "*Instance, name=J, part=Bar\n0, 9, 1\n"
                            "*End Instance\n",
                            ""),
                   {"not in the plane of constant z"});
  }

  TEST(Abaqus, NotesWhatIsPassedOver)
  {
    const Mesh mesh = read_text(
      square + "*Element, type=B21, elset=Beams\n9, 1, 2\n"
               "*Element, type=MASS, elset=M\n10, 1\n*Mass, elset=M\n5.\n"
               "*Surface, type=CYLINDER, name=Roll\n0, 0, 1, 0\n"
               "*Tie, name=T\nA, B\n*Step\n*End Step\n*Nset, nset=L\n1, 2, 4\n"
               "*Node\n11, 5, 5\n12, 6, 5\n*Element, type=T2D2\n13, 11, 12\n",
      ".inp",
      2);
    std::string all;
    for (const std::string &note : mesh.notes)
      all += note + '\n';
    for (const char *what : {"*MASS",
                             "*TIE",
                             "elements of type MASS",
                             "'Roll' of *SURFACE, TYPE=CYLINDER",
                             "1 elements of dimension 1 that are on no cell"})
      EXPECT_NE(all.find(what), std::string::npos) << what << " in " << all;
    EXPECT_EQ(all.find("STEP"), std::string::npos) << all;
    EXPECT_TRUE(read_text(square, ".inp", 2).notes.empty());
    const Mesh corner = read_text(
      square + "*Node\n5, 2, 0\n6, 2, 1\n*Element, type=CPS4\n8, 2, 5, 6, 3\n"
               "*Nset, nset=L\n1, 2, 6\n",
      ".inp",
      2);
    ASSERT_EQ(corner.notes.size(), 1u);
    EXPECT_EQ(corner.notes[0].substr(0, 27), "1 nodes of the set 'L' that");
  }

  // The page lists what the reader does with each keyword.
  TEST(Abaqus, KeywordsAreAsThePageSays)
  {
    std::ifstream     file(PERCUSS_KEYWORDS_PAGE);
    std::stringstream all;
    all << file.rdbuf();
    const std::string page = all.str();
    for (const auto &[use, title] :
         {std::pair(KeywordUse::read, "### Read\n"),
          std::pair(KeywordUse::passed_over, "### Passed over, with a note\n"),
          std::pair(KeywordUse::refused, "### Refused\n")})
      {
        const std::size_t begin = page.find(title);
        ASSERT_NE(begin, std::string::npos) << title;
        const std::size_t end =
          std::min(page.find("\n#", begin + 4), page.size());
        std::vector<std::string> listed;
        for (std::size_t at = begin;
             (at = page.find("`*", at)) != std::string::npos && at < end;)
          {
            const std::size_t close = page.find('`', at + 1);
            listed.push_back(page.substr(at + 2, close - at - 2));
            at = close + 1;
          }
        EXPECT_EQ(listed, abaqus_keywords(use)) << title;
        for (const std::string &keyword : abaqus_keywords(use))
          {
            std::string without_blanks = keyword;
            std::erase(without_blanks, ' ');
            for (const std::string &name : {keyword, without_blanks})
              {
                const auto known = abaqus_keyword(name);
                ASSERT_TRUE(known) << name;
                EXPECT_EQ(known->use, use) << name;
                EXPECT_EQ(known->name, keyword);
              }
            if (use == KeywordUse::refused)
              expect_refusal(square + '*' + keyword + '\n',
                             {"line 8: *" + keyword + ' '});
            if (use == KeywordUse::passed_over)
              {
                const Mesh mesh =
                  read_text(square + '*' + keyword + "\n1, 2\n", ".inp", 2);
                ASSERT_EQ(mesh.notes.size(), 1u) << keyword;
                EXPECT_EQ(mesh.notes[0], '*' + keyword);
              }
          }
      }
  }
} // namespace abaqus_test
