// SPDX-License-Identifier: Apache-2.0

// Errors are collected, thrown as one, and know their places.

#include <percuss/input/case_file.h>
#include <percuss/input/input_errors.h>

#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>

using namespace percuss;

namespace input_errors_test
{
  struct Entries
  {
    Entries()
      : file(parameters)
    {
      parameters.section("Bar");
      parameters.add("Young's modulus", modulus, "E [Pa].", {0.});
      parameters.add("length", length, "l [m].", {0.});
      parameters.add("kind", kind, "Of it.", {"elastic", "rigid"});
      parameters.section("Other");
      parameters.add("count", count, "How many.", {1});
    }

    /** The problems of a file with a text. */
    std::vector<InputProblem>
    read(const std::string &text)
    {
      const std::string name = "input_errors_test.prm";
      std::ofstream(name) << text;
      ErrorCollector errors;
      errors.in_turn([&] { file.read(name); });
      std::remove(name.c_str());
      std::vector<InputProblem> problems;
      for (const InputError &error : errors.all())
        problems.push_back(problem_of(error, parameters));
      return problems;
    }

    double       modulus = 1., length = 1.;
    unsigned int count = 1;
    std::string  kind  = "elastic";
    Parameters   parameters;
    CaseFile     file;
  };

  TEST(ErrorCollector, ThrowsAllAsOneWithTheMessageOfTheFirst)
  {
    ErrorCollector errors;
    EXPECT_NO_THROW(errors.throw_all());
    EXPECT_TRUE(errors.in_turn([] {}));
    EXPECT_FALSE(errors.in_turn([] { throw InputError("one"); }));
    ErrorCollector outer;
    EXPECT_FALSE(outer.in_turn([&] { errors.throw_all(); }));
    outer.add(InputError("two"));
    outer.add(InputError("three"));
    try
      {
        outer.throw_all();
        FAIL();
      }
    catch (const InputError &error)
      {
        EXPECT_STREQ(error.what(), "one");
        ASSERT_EQ(all_errors(error).size(), 3U);
        EXPECT_STREQ(all_errors(error)[2].what(), "three");
        const auto change = [](const InputError &one) {
          return InputError(std::string("in it: ") + one.what());
        };
        try
          {
            throw_changed(error, change);
          }
        catch (const InputError &changed)
          {
            ASSERT_EQ(all_errors(changed).size(), 3U);
            EXPECT_STREQ(all_errors(changed)[1].what(), "in it: two");
          }
      }
  }

  TEST(InputProblem, HasFileLineEntryAndTheNearestName)
  {
    Entries    entries;
    const auto problems = entries.read("subsection Bar\n"
                                       "  set Young's modulus = -1\n"
                                       "  set lenght = 2\n"
                                       "  set kind = elstic\n"
                                       "end\n"
                                       "set Other/count = 0\n");
    ASSERT_EQ(problems.size(), 4U);
    // what depends on them is judged with what was meant
    EXPECT_EQ(entries.length, 2.);
    EXPECT_TRUE(entries.file.is_set("Bar/kind"));
    const char *const paths[]        = {"Bar/Young's modulus",
                                        "Bar/lenght",
                                        "Bar/kind",
                                        "Other/count"},
                      *suggestions[] = {"", "length", "elastic", ""};
    const std::size_t lines[]        = {2, 3, 4, 6};
    for (std::size_t i = 0; i < 4; ++i)
      {
        EXPECT_EQ(problems[i].file, "input_errors_test.prm");
        EXPECT_EQ(problems[i].line, lines[i]);
        EXPECT_EQ(problems[i].entry, paths[i]);
        EXPECT_EQ(problems[i].suggestion, suggestions[i]);
        EXPECT_EQ(problems[i].text,
                  problems[i].file + ", line " +
                    std::to_string(problems[i].line) + ": " +
                    problems[i].message);
      }
  }

  TEST(InputProblem, IsFoundOnceWhereAnotherFollowsFromIt)
  {
    Entries    entries;
    const auto problems = entries.read("subsection Barr\n"
                                       "  set length = 2\n"
                                       "  set kind = soft\n"
                                       "end\n"
                                       "sett Other/count = 7\n");
    ASSERT_EQ(problems.size(), 3U);
    EXPECT_EQ(problems[0].line, 5U); // what is no statement comes first
    EXPECT_EQ(problems[0].suggestion, "set");
    EXPECT_EQ(problems[1].suggestion, "Bar");
    EXPECT_EQ(problems[2].entry, "Bar/kind");
    // what was meant holds for what is judged by it
    EXPECT_EQ(entries.length, 2.);
    EXPECT_EQ(entries.count, 7U);
  }

  TEST(InputProblem, OfTheCommandLineHasNoLine)
  {
    Entries entries;
    try
      {
        entries.file.override_entry("Bar/length = long");
        FAIL();
      }
    catch (const InputError &error)
      {
        const InputProblem problem = problem_of(error, entries.parameters);
        EXPECT_EQ(problem.file, "--set \"Bar/length = long\"");
        EXPECT_EQ(problem.line, 0U);
        EXPECT_EQ(problem.entry, "Bar/length");
      }
  }

  TEST(Suggestion, IsTheWordTheEntryOrNothing)
  {
    EXPECT_EQ(suggestion_of("No 'a'. Did you mean 'Young's modulus'?"),
              "Young's modulus");
    EXPECT_EQ(suggestion_of("There is no entry 'b' in section 'A'. It belongs "
                            "in section 'C'."),
              "C/b");
    EXPECT_EQ(suggestion_of("There is no entry 'b' in section 'A'. Its only "
                            "one is 'name'."),
              "name");
    EXPECT_EQ(suggestion_of("Allowed is a number."), "");
  }
} // namespace input_errors_test
