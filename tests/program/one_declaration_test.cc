// SPDX-License-Identifier: Apache-2.0

// An entry and a word of an item are declared once: where the declaration is
// taken away, all that is made from it lacks them.

#include <percuss/input/all_items.h>
#include <percuss/models/all_models.h>
#include <percuss/program/case_schema.h>
#include <percuss/program/commands.h>
#include <percuss/program/item_tables.h>
#include <percuss/program/language_server/check_text.h>
#include <percuss/program/language_server/completion.h>
#include <percuss/program/language_server/hover.h>
#include <percuss/program/run_in_program.h>
#include <percuss/run/case.h>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

using namespace percuss;

namespace one_declaration_test
{
  const bool *is_declared; ///< whether the entry and the word are

  /** Section "Pendulum" with one entry, or with two. */
  struct PendulumParameters final : ModelParameters
  {
    double      length = 1., friction = 0.;
    ItemList    weights;
    std::string clock;

    void
    add_to(Parameters &prm) override
    {
      prm.section("Pendulum");
      prm.add("length", length, "l [m].");
      if (*is_declared)
        prm.add("bearing friction", friction, "b [N m].", not_negative);
      prm.add("weights", weights, "What hangs there.");
      prm.add("clock", clock, "When it strikes.");
      if (*is_declared)
        prm.add_words("clock", {{"noon", "At twelve."}});
    }

    std::unique_ptr<Model>
    make(const RunParameters &, const CaseFile &) const override
    {
      return nullptr;
    }
  };

  /** A weight of the pendulum. */
  void
  read_weight(Item &item)
  {
    double mass = 0., height = 0.;
    item.describe("A weight.");
    item.needs("mass [kg]", mass, "Its mass.");
    if (*is_declared)
      item.may("height [m]", height, "Its height above the end.");
    item.read();
  }

  const ModelKind pendulum_kind{.name        = "pendulum",
                                .description = "a pendulum",
                                .section     = make_section<PendulumParameters>,
                                .items       = [] {
                                  return declared_by("Pendulum/weights",
                                                     read_weight);
                                }};

  Catalogue
  catalogue()
  {
    Catalogue all{all_models()};
    all.models.push_back(&pendulum_kind);
    return all;
  }

  std::string
  explained(const Arguments &arguments)
  {
    testing::internal::CaptureStdout();
    const int   status = explain_command.execute(arguments, catalogue());
    std::string text   = testing::internal::GetCapturedStdout();
    EXPECT_EQ(status, 0);
    return text;
  }

  /** What the editor is told about a word in a line of the section. */
  std::string
  hover_over(const std::string &word, const std::string &line)
  {
    using namespace language_server;
    const Vocabulary  vocabulary(catalogue());
    const std::string text = "subsection Pendulum\n" + line + "end\n";
    const CaseNames   names(CaseText("case.prm", text), {}, vocabulary);
    const auto        found =
      explanation_at(names, vocabulary, text.find(word) + word.size() - 1);
    return found ? found->markdown : "";
  }

  /** What the editor offers behind a text of the section. */
  std::string
  completed_behind(const std::string &line)
  {
    using namespace language_server;
    const Vocabulary  vocabulary(catalogue());
    const std::string begin = "subsection Pendulum\n" + line;
    const CaseNames   names(CaseText("case.prm", begin + "\nend\n"),
                          {},
                          vocabulary);
    std::string       all;
    for (const Completion &one :
         completions_at(names, vocabulary, begin.size()))
      all += one.label + ": " + one.documentation + '\n';
    return all;
  }

  /** What `percuss check` and editors say of a text, with its line. */
  std::string
  checked(const std::string &text)
  {
    const auto report = language_server::check_text(
      {"file:///case.prm", 1, "case.prm", text, MakesModel::no}, catalogue());
    std::string problems;
    for (const auto &problem : report.at("problems"))
      problems += "case.prm, line " + problem.at("line").dump() + ": " +
                  problem.at("message").get<std::string>() + '\n';
    return problems;
  }

  /** The stub of the entries of Python, as write_entries.py makes it of what is
   * declared: the module percuss of the build, which knows no pendulum, is
   * replaced by one that hands on the list. */
  std::string
  stub()
  {
    namespace fs          = std::filesystem;
    const fs::path folder = fs::temp_directory_path() /
                            ("one_declaration_" + std::to_string(getpid()));
    fs::create_directories(folder);
    std::ofstream(folder / "entries.json") << explained({"--format", "json"});
    std::ofstream(folder / "percuss.py") << R"(
import json, pathlib
ENTRIES = {f"{section}/{name}": entry for section, entries in json.loads(
    pathlib.Path(__file__).with_name("entries.json").read_text()).items()
    for name, entry in entries.items()}
class Core:
    def words_of_items(self, path):
        return [(item["kind"], item["form"].startswith("NAME:"),
                 [(word["word"], word["type"], word["choices"],
                   word["documentation"]) for word in item["words"]])
                for item in ENTRIES[path].get("items", [])]
class Case:
    _core = Core()
    def __init__(self, text): pass
    def __iter__(self): return iter(ENTRIES)
    def _entry(self, path):
        entry = ENTRIES[path]
        return (entry["value"], entry["pattern_description"],
                entry["documentation"])
)";
    const std::string command =
      "PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=" + folder.string() + " python3 " +
      PERCUSS_WRITE_ENTRIES + " " + (folder / "_entries.pyi").string();
    EXPECT_EQ(std::system(command.c_str()), 0);
    std::ifstream     file(folder / "_entries.pyi");
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    fs::remove_all(folder);
    return text;
  }

  /** What is wrong with a case, or nothing. */
  std::string
  error_of(const std::string &value)
  {
    const std::string text = "subsection Pendulum\n  set length = 2\n  set "
                             "bearing friction = " +
                             value + "\nend\n";
    try
      {
        const auto the_case =
          make_case(CaseSource{"case.prm", text, {}}, catalogue());
        EXPECT_EQ(the_case->parameters.find("Pendulum/bearing friction")->value,
                  "3");
      }
    catch (const InputError &error)
      {
        return error.what();
      }
    return "";
  }

  TEST(OneDeclaration, OfAnEntryIsInAllThatIsMadeFromIt)
  {
    for (const bool is_there : {true, false})
      {
        is_declared      = &is_there;
        const auto is_in = [&](const std::string &text) {
          return text.find("bearing friction") != std::string::npos &&
                 text.find("b [N m].") != std::string::npos;
        };
        // `percuss explain`, hover texts, doc/parameters.md, JSON, the schema
        for (const char *const format : {"prm", "markdown", "json", "schema"})
          EXPECT_EQ(is_in(explained({"Pendulum", "--format", format})),
                    is_there)
            << format;
        // `percuss check`
        const std::string wrong_case =
          "subsection Pendulum\n  set bearing friction = 2 kg\nend\n";
        const std::string problems = checked(wrong_case);
        EXPECT_NE(problems.find("case.prm, line 2: "), std::string::npos);
        EXPECT_EQ(problems.find("There is no") == std::string::npos, is_there)
          << problems;
        EXPECT_EQ(problems.find("friction' is '2 kg'") != std::string::npos &&
                    problems.find("Pendulum/bearing") != std::string::npos,
                  is_there)
          << problems;
        EXPECT_EQ(is_in(stub()), is_there);
        // the editor
        EXPECT_EQ(is_in(hover_over("set bearing",
                                   "  set bearing friction = "
                                   "3\n")),
                  is_there);
        // the parser, `percuss check`, Python's case["..."] and its stubs
        const Case all(catalogue());
        EXPECT_EQ(all.parameters.find("Pendulum/bearing friction") != nullptr,
                  is_there);
        const std::string right = error_of("3 kN mm"), wrong = error_of("-1");
        EXPECT_EQ(right.empty(), is_there) << right;
        EXPECT_NE(wrong.find("case.prm, line 3"), std::string::npos) << wrong;
        EXPECT_EQ(wrong.find("at least 0") != std::string::npos, is_there)
          << wrong;
        EXPECT_EQ(all.text().find("set bearing friction") != std::string::npos,
                  is_there);
      }
  }

  TEST(OneDeclaration, OfAWordOfATextIsInAllThatIsMadeFromIt)
  {
    for (const bool is_there : {true, false})
      {
        is_declared      = &is_there;
        const auto is_in = [&](const std::string &text) {
          return text.find("At twelve.") != std::string::npos;
        };
        if (is_there)
          EXPECT_TRUE(is_in(explained({"noon"})));
        else
          EXPECT_THROW(explain_command.execute({"noon"}, catalogue()),
                       InputError);
        EXPECT_EQ(is_in(hover_over("noon", "  set clock = noon\n")), is_there);
        EXPECT_EQ(is_in(completed_behind("  set clock = n")), is_there);
      }
  }

  TEST(OneDeclaration, OfAWordIsInAllThatIsMadeFromIt)
  {
    for (const bool is_there : {true, false})
      {
        is_declared      = &is_there;
        const auto items = declared_items(catalogue());
        const auto of_it = items_of("Pendulum/weights", items);
        const auto is_in = [&](const std::string &text) {
          return text.find("height") != std::string::npos &&
                 text.find("Its height above the end.") != std::string::npos;
        };
        std::string lines, tables;
        for (const std::string &line : lines_of(of_it))
          lines += line + '\n';
        for (const std::string &line : tables_of(of_it))
          tables += line + '\n';
        EXPECT_EQ(is_in(lines), is_there) << lines;
        EXPECT_EQ(is_in(tables), is_there) << tables;
        EXPECT_EQ(is_in(objects_of(of_it).dump()), is_there);
        const Case        all(catalogue());
        const std::string schema =
          case_schema(all.parameters.all(), items).dump();
        EXPECT_EQ(is_in(schema), is_there);
        for (const char *const format : {"prm", "markdown", "json", "schema"})
          EXPECT_EQ(is_in(explained({"Pendulum/weights", "--format", format})),
                    is_there)
            << format;
        EXPECT_EQ(is_in(stub()), is_there);
        EXPECT_EQ(is_in(hover_over("height",
                                   "  set weights = a: mass 1 ; "
                                   "height 2\n")),
                  is_there);
        EXPECT_EQ(is_in(completed_behind("  set weights = a: mass 1 ; ")),
                  is_there);
        // the parser, and what it says is allowed
        std::string error;
        try
          {
            for_all_items("a: mass 1 ; height 2 mm | b: mass 1 ; hight 3",
                          "Weight",
                          {},
                          read_weight);
          }
        catch (const InputError &wrong)
          {
            error = wrong.what();
          }
        EXPECT_EQ(error.find("Weight 'a:") == std::string::npos, is_there)
          << error;
        EXPECT_EQ(error.find("Did you mean 'height'?") != std::string::npos,
                  is_there)
          << error;
      }
  }
} // namespace one_declaration_test
