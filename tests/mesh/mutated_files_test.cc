// SPDX-License-Identifier: Apache-2.0

// Files with errors are meshes or are refused with file and line; nothing else
// happens, whatever stands in them.

#include "mesh_files.h"

#include <percuss/base/exceptions.h>

#include <gtest/gtest.h>
#include <unistd.h>

#include <random>

using namespace percuss;
using namespace percuss::test;

namespace
{
  /** The text with one to three pieces changed, removed, doubled or replaced by
   * numbers that are out of range. */
  std::string
  mutated(std::string text, std::mt19937 &random)
  {
    static const std::vector<std::string> pieces{
      "-1",
      "0",
      "999999999999999999999",
      "4294967296",
      "1e999",
      "nan",
      "\n",
      "*",
      "$",
      "<",
      ">",
      "\"",
      ",",
      "\x80",
      "2147483648",
      "/",
      "16 ",
      "S9",
      "=",
      "*Nset, nset=a\n",
    };
    const auto below = [&](const std::size_t n) { return random() % n; };
    for (unsigned long i = 0, n = 1 + below(3); i < n && !text.empty(); ++i)
      {
        const std::size_t at = below(text.size()), length = below(12);
        switch (below(6))
          {
            case 0:
              text[at] = static_cast<char>(random());
              break;
            case 1:
              text.erase(at, length);
              break;
            case 2:
              text.insert(at, text.substr(below(text.size()), 4 * length));
              break;
            case 3:
              text.replace(at, length, pieces[below(pieces.size())]);
              break;
            case 4:
              text.insert(at, pieces[below(pieces.size())]);
              break;
            default:
              if (below(8) == 0)
                text.resize(at);
              else if (const auto word = text.find_first_of("0123456789", at);
                       word != std::string::npos)
                text.replace(word, 1, pieces[below(7)]);
          }
      }
    return text;
  }

  TEST(Mesh, MutatedFilesAreReadOrRefused)
  {
    std::mt19937 random(19);
    unsigned int n_read = 0, n_refused = 0;
    const char  *of_environment = std::getenv("PERCUSS_MUTATIONS");
    const int    n = of_environment ? std::atoi(of_environment) : 300;
    for (const unsigned int dim : {1u, 2u, 3u})
      {
        const TwoCells mesh = two_cells(std::max(2u, dim));
        for (const auto &[text, ending] :
             {std::pair(gmsh_2(mesh), ".msh"),
              std::pair(gmsh_4(mesh), ".msh"),
              std::pair(abaqus(mesh), ".inp"),
              std::pair(vtu(mesh, VtuFormat::ascii), ".vtu"),
              std::pair(vtu(mesh, VtuFormat::base_64), ".vtu"),
              std::pair(vtu(mesh, VtuFormat::appended_raw), ".vtu"),
              std::pair(vtu(mesh, VtuFormat::appended_compressed), ".vtu")})
          for (int i = 0; i < n; ++i)
            {
              const std::string changed = mutated(text, random);
              try
                {
                  const Mesh result = read_text(changed, ending, dim);
                  ++n_read;
                  for (const auto &cell : result.cells)
                    for (const std::uint32_t node : cell.nodes)
                      ASSERT_LT(node, result.points.size());
                }
              catch (const InputError &error)
                {
                  ++n_refused;
                  EXPECT_NE(std::string(error.what()).find("', line "),
                            std::string::npos)
                    << error.what();
                }
            }
      }
    EXPECT_GT(n_read, n);
    EXPECT_GT(n_refused, n);
  }
} // namespace
