// SPDX-License-Identifier: Apache-2.0

// Entries stand for variables, refuse what they may not be, and print as a
// parameter file that reads back.

#include <percuss/base/exceptions.h>
#include <percuss/input/case_file.h>
#include <percuss/input/parameters.h>

#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <sstream>

using namespace percuss;

namespace parameters_test
{
  enum class Colour
  {
    red,
    blue
  };

  struct Variables
  {
    double                number = 0.1;
    unsigned int          count  = 3;
    bool                  flag   = false;
    std::string           text = "a text", word = "one", list = "1; 2";
    std::optional<double> perhaps;
    Colour                colour = Colour::blue;

    void
    add_to(Parameters &prm)
    {
      prm.section("First");
      prm.add("number", number, "Of it [m].", {0., 2.});
      prm.add("count", count, "How many.", {1});
      prm.add("flag", flag, "Whether.");
      prm.section("Second");
      prm.add("text", text, "Any.");
      prm.add("word", word, "One of them.", {"one", "two"});
      prm.add_numbers("list", list, "Some.", not_negative);
      prm.add("perhaps", perhaps, "Or not.");
      prm.add<Colour>("colour",
                      colour,
                      "Of it.",
                      {{"red", Colour::red}, {"blue", Colour::blue}});
    }
  };

  TEST(Parameters, SetTheirVariables)
  {
    Variables  v;
    Parameters prm;
    v.add_to(prm);
    EXPECT_TRUE(prm.set("First/number", "1e-3"));
    EXPECT_EQ(v.number, 1e-3);
    EXPECT_TRUE(prm.set("First/count", "12"));
    EXPECT_EQ(v.count, 12u);
    EXPECT_TRUE(prm.set("First/flag", "true"));
    EXPECT_TRUE(v.flag);
    EXPECT_TRUE(prm.set("Second/word", "two"));
    EXPECT_EQ(v.word, "two");
    EXPECT_TRUE(prm.set("Second/perhaps", "0.5"));
    EXPECT_EQ(v.perhaps, 0.5);
    EXPECT_TRUE(prm.set("Second/perhaps", "automatic"));
    EXPECT_FALSE(v.perhaps);
    EXPECT_TRUE(prm.set("Second/colour", "red"));
    EXPECT_EQ(v.colour, Colour::red);
    EXPECT_TRUE(prm.set("Second/list", "3;4 ; 5"));
    EXPECT_EQ(prm.find("Second/colour")->value, "red");
    EXPECT_EQ(prm.find("Second/colour")->default_value, "blue");
    EXPECT_EQ(prm.find("First/colour"), nullptr);
  }

  TEST(Parameters, RefuseOtherValues)
  {
    Variables  v;
    Parameters prm;
    v.add_to(prm);
    for (const auto &[path, value] :
         std::initializer_list<std::pair<const char *, const char *>>{
           {"First/number", "2.1"},
           {"First/number", "-1"},
           {"First/number", "nan"},
           {"First/number", "inf"},
           {"First/number", "1 m"},
           {"First/number", ""},
           {"First/count", "0"},
           {"First/count", "-3"},
           {"First/count", "1.5"},
           {"First/count", "99999999999"},
           {"First/flag", "yes"},
           {"Second/word", "three"},
           {"Second/list", "1; -2"},
           {"Second/list", "1;"},
           {"Second/perhaps", "maybe"},
           {"Second/colour", "green"}})
      EXPECT_FALSE(prm.set(path, value)) << path << " = " << value;
    EXPECT_EQ(v.number, 0.1);
    EXPECT_EQ(v.count, 3u);
    EXPECT_EQ(prm.find("First/number")->value, "0.1");
  }

  TEST(Parameters, SayWhatIsAllowed)
  {
    Variables  v;
    Parameters prm;
    v.add_to(prm);
    EXPECT_EQ(prm.find("First/number")->allowed, "a number between 0 and 2");
    EXPECT_EQ(prm.find("First/count")->allowed, "a whole number, at least 1");
    EXPECT_EQ(prm.find("Second/word")->allowed, "one of: one, two");
    EXPECT_EQ(prm.find("Second/list")->allowed,
              "a number, at least 0, or several separated by ';'");
    EXPECT_THROW(prm.add("word", v.word, "Again."), std::logic_error);
  }

  TEST(Parameters, PrintAFileThatReadsBack)
  {
    for (const char *text : {"x = 1; y | z",
                             "a # b",
                             "#",
                             "\\#",
                             "\\\\##",
                             "a\\",
                             "a \\\\",
                             "#\\",
                             "\\ #"})
      {
        Variables  v;
        Parameters prm;
        v.add_to(prm);
        prm.set("First/number", "0.30000000000000004");
        prm.set("Second/text", text);
        std::ostringstream printed;
        prm.print(printed);

        const std::string name = testing::TempDir() + "parameters_test.prm";
        std::ofstream(name) << printed.str();
        Variables  again;
        Parameters read;
        again.add_to(read);
        CaseFile(read).read(name);
        std::remove(name.c_str());
        EXPECT_EQ(again.number, 0.30000000000000004);
        EXPECT_EQ(again.text, text);
        std::ostringstream printed_again;
        read.print(printed_again);
        EXPECT_EQ(printed_again.str(), printed.str());
      }
  }

  TEST(Parameters, KeepSectionsTogether)
  {
    double     numbers[6] = {1., 2., 3., 4., 5., 6.};
    Parameters parameters;
    const auto add = [&](const char *section, const char *name, const int i) {
      parameters.section(section);
      parameters.add(name, numbers[i], "A number.");
    };
    const auto paths = [&] {
      std::string all;
      for (const Parameter &parameter : parameters.all())
        all += parameter.path() + ' ';
      return all;
    };
    add("A", "first", 0);
    add("B", "second", 1);
    add("A", "third", 2);
    add("C", "fourth", 3);
    add("B", "fifth", 4);
    EXPECT_EQ(parameters.find("B/fifth")->name, "fifth");
    parameters.renamed("old", "fifth");
    EXPECT_EQ(paths(), "A/first A/third B/second B/fifth C/fourth ");
    add("A", "sixth", 5);
    EXPECT_TRUE(parameters.set("B/old", "50"));
    EXPECT_EQ(numbers[4], 50.);
    EXPECT_EQ(paths(), "A/first A/third A/sixth B/second B/fifth C/fourth ");
    const char *const all[] = {
      "A/first", "B/second", "A/third", "C/fourth", "B/fifth", "A/sixth"};
    for (int i = 0; i < 6; ++i)
      {
        EXPECT_TRUE(parameters.set(all[i], std::to_string(10 + i)));
        EXPECT_EQ(numbers[i], 10. + i) << all[i];
        EXPECT_EQ(parameters.find(all[i])->value, std::to_string(10 + i));
      }
    EXPECT_THROW(add("B", "second", 0), std::logic_error);
  }

  TEST(CaseFile, TakesOldNamesOfEntries)
  {
    Variables  v;
    Parameters prm;
    v.add_to(prm);
    prm.section("First");
    prm.renamed("amount", "number");
    prm.add("another", v.count, "Moves the entries behind it.", {1});
    prm.renamed("any", "another");
    CaseFile file(prm);
    file.override_entry("First/amount = 0.5");
    file.override_entry("First/any = 7");
    EXPECT_EQ(v.number, 0.5);
    EXPECT_EQ(v.count, 7u);
    EXPECT_TRUE(file.is_set("First/number"));
    ASSERT_EQ(file.warnings().size(), 2u);
    EXPECT_NE(file.warnings()[0].find(
                "'First/amount' is called 'First/number'"),
              std::string::npos);
    file.override_entry("First/number = 0.5");
    EXPECT_EQ(file.warnings().size(), 2u);
    file.override_entry("First/number = 1");
    ASSERT_EQ(file.warnings().size(), 3u);
    EXPECT_EQ(file.warnings()[2],
              "--set \"First/number = 1\" replaces what --set "
              "\"First/number = 0.5\" says: the last one counts");
    EXPECT_EQ(v.number, 1.);
    EXPECT_EQ(
      std::string(file.error("First/another", "It is odd.").what()),
      "--set \"First/any = 7\": 'First/another' (set as 'First/any') is "
      "'7'. It is odd.");
    EXPECT_THROW(file.override_entry("Second/amount = 1"), InputError);

    std::ostringstream out;
    prm.print(out);
    EXPECT_EQ(out.str().find("amount"), std::string::npos);
  }

  TEST(CaseFile, NamesThePlaceOfWhatIsWrong)
  {
    Variables  v;
    Parameters prm;
    v.add_to(prm);
    CaseFile   file(prm);
    const auto message = [&](const std::string &assignment) {
      try
        {
          file.override_entry(assignment);
        }
      catch (const InputError &error)
        {
          return std::string(error.what());
        }
      return std::string();
    };
    EXPECT_EQ(message("First/number = 1"), "");
    EXPECT_EQ(message("Second/colour = bleu"),
              "--set \"Second/colour = bleu\": 'Second/colour' is 'bleu'. "
              "Allowed is one of: red, blue. Did you mean 'blue'?");
    EXPECT_NE(message("First/numbr = 1").find("Did you mean 'number'?"),
              std::string::npos);
    const auto make = [] { return throw InputError("It is odd."), 0; };
    try
      {
        file.at("First/number", make);
        FAIL();
      }
    catch (const InputError &error)
      {
        EXPECT_STREQ(error.what(),
                     "--set \"First/number = 1\": 'First/number' is '1'. It "
                     "is odd.");
      }
  }
} // namespace parameters_test
