// SPDX-License-Identifier: Apache-2.0

// Readers of files, compiled with the address and undefined behaviour
// sanitizers, on files that are changed at random.

#include "../mesh/mesh_files.h"
#include "fuzzing.h"

#include <percuss/base/archive.h>
#include <percuss/base/exceptions.h>
#include <percuss/input/expression.h>
#include <percuss/input/parameter_file.h>
#include <percuss/output/checked_file.h>
#include <percuss/output/matrix_market.h>

#include <fstream>
#include <sstream>

namespace
{
  using namespace percuss;
  namespace fs = std::filesystem;

  std::string
  content(const fs::path &path)
  {
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return text.str();
  }

  void
  read_expression(const fs::path &path)
  {
    try
      {
        const Expression expression(content(path), {"x", "y", "t"});
        expression({0.3, -0.2, 1.});
        expression.uses("t");
      }
    catch (const InputError &error) // which does not know the file
      {
        throw InputError(path.string() + ": " + error.what());
      }
  }

  /** All that an archive holds of, with sizes that its bytes say. */
  struct Content
  {
    std::vector<double>      numbers;
    std::vector<std::size_t> counts;
    std::string              text;
    bool                     flag = false;

    void
    serialize(Archive &archive)
    {
      archive.section("state");
      archive(numbers, text);
      archive.section("counts");
      archive(counts, flag);
    }
  };

  std::string
  archive_bytes()
  {
    Archive archive;
    Content content{{1., 2., 3.}, {4, 5}, "text", true};
    content.serialize(archive);
    return archive.common();
  }

  void
  read_archive(const fs::path &path)
  {
    try
      {
        Archive archive(content(path));
        Content read;
        read.serialize(archive);
        archive.end();
      }
    catch (const ArchiveError &error)
      {
        throw InputError(path.string() + ": " + error.what());
      }
  }

  std::vector<std::string>
  checked_files()
  {
    const fs::path path = fs::temp_directory_path() / "percuss_fuzz_checked";
    write_checked(path, archive_bytes());
    const std::string bytes = content(path);
    fs::remove(path);
    return {bytes};
  }

  void
  read_checked_file(const fs::path &path)
  {
    std::string problem;
    begins_as_checked_file(path);
    read_checked(path, problem);
    if (!problem.empty())
      throw InputError(path.string() + ": " + problem);
  }

  std::vector<std::string>
  matrices()
  {
    return {"%%MatrixMarket matrix coordinate real general\n% W\n3 3 4\n"
            "1 1 2.0\n2 2 1e-3\n3 3 4\n1 3 -1.5\n",
            "%%MatrixMarket matrix coordinate integer symmetric\n2 2 2\n"
            "1 1 7\n2 1 -3\n",
            "%%MatrixMarket matrix array real general\n3 1\n1.\n-2.5\n0\n",
            "%%MatrixMarket matrix array real symmetric\n2 2\n1.\n2.\n3.\n"};
  }

  std::vector<std::string>
  meshes(std::string (*text_of)(const test::TwoCells &))
  {
    return {text_of(test::two_cells(2)),
            text_of(test::two_cells(3)),
            text_of(test::two_cells(2, true)),
            text_of(test::two_cells(3, true))};
  }

  /** With parts and an assembly, too. */
  std::vector<std::string>
  abaqus_meshes()
  {
    std::vector<std::string> texts = meshes(test::abaqus);
    std::string              text  = texts[0];
    text.insert(text.find("*Surface"),
                "*Assembly, name=A\n*Instance, name=I, part=P\n1, 2, 3\n"
                "0, 0, 0, 0, 0, 1, 30\n*End Instance\n*Node\n1, 0, 0\n"
                "*Nset, nset=end, instance=I\nend, 10\n");
    text.replace(text.find("_foot_S1, S1"), 8, "I._foot_S1");
    texts.push_back(text);
    return texts;
  }

  std::vector<std::string>
  vtu_meshes()
  {
    using test::VtuFormat;
    std::vector<std::string> texts;
    for (const unsigned int dim : {2u, 3u})
      for (const auto format : {VtuFormat::ascii,
                                VtuFormat::base_64,
                                VtuFormat::appended_raw,
                                VtuFormat::appended_compressed})
        for (const bool has_simplices : {false, true})
          texts.push_back(
            test::vtu(test::two_cells(dim, has_simplices), format));
    return texts;
  }

  /** In each dimension; the one that takes it decides. */
  void
  read_mesh_file(const fs::path &path)
  {
    for (const unsigned int dim : {1u, 2u})
      try
        {
          read_mesh(path, dim);
        }
      catch (const InputError &)
        {}
    for (const Mesh mesh = read_mesh(path, 3); const auto &cell : mesh.cells)
      for (const std::uint32_t node : cell.nodes)
        if (node >= mesh.points.size())
          throw std::runtime_error("a node is out of range");
  }

  std::vector<std::string>
  expressions()
  {
    return {"if(x < 0.5, 2 * sin(pi * t), -1)",
            "1e-3 * (t > 0 && t < 2) ? exp(-x^2 / 2) : y",
            "max(x, min(y, abs(t))) + pow(x, 3) - log10(10 + t)",
            "int(x) + floor(y) * ceil(t) - erf(x) / erfc(y)"};
  }
} // namespace

int
main(int argc, char **argv)
{
  using fuzzing::contents, fuzzing::Corpus;
  const fs::path root       = fs::path(PERCUSS_SOURCE_DIR) / "applications";
  const auto     parameters = [](const fs::path &path) {
    read_parameter_file(path);
  };
  std::vector<std::string> msh = meshes(test::gmsh_2);
  for (std::string &text : meshes(test::gmsh_4))
    msh.push_back(std::move(text));
  for (const unsigned int dim : {2u, 3u})
    for (const auto write : {test::gmsh_2_binary, test::gmsh_4_binary})
      msh.push_back(write(test::two_cells(dim), dim == 3));
  return fuzzing::main(
    argc,
    argv,
    {{"parameter_file", "case.prm", Corpus(contents(root, ".prm")), parameters},
     {"json", "case.json", Corpus(contents(root, ".json")), parameters},
     {"expression", "expression", Corpus(expressions()), read_expression},
     {"matrix",
      "W.mtx",
      Corpus(matrices()),
      [](const fs::path &path) { read_market_matrix(path); }},
     {"vector",
      "b.mtx",
      Corpus(matrices()),
      [](const fs::path &path) { read_market_vector(path); }},
     {"gmsh", "mesh.msh", Corpus(msh), read_mesh_file},
     {"abaqus", "mesh.inp", Corpus(abaqus_meshes()), read_mesh_file},
     {"vtu", "mesh.vtu", Corpus(vtu_meshes()), read_mesh_file},
     {"archive", "archive", Corpus({archive_bytes()}), read_archive},
     {"checked_file",
      "checkpoint",
      Corpus(checked_files()),
      read_checked_file}});
}
