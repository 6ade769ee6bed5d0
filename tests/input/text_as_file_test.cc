// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/input/parameter_file.h>
#include <percuss/input/text_as_file.h>

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <thread>

namespace percuss
{
  namespace text_as_file_test
  {
    /** What reading a file says, or the value of its only entry. */
    std::string
    read(const std::string &name)
    {
      try
        {
          return read_parameter_file(name).back().value;
        }
      catch (const InputError &error)
        {
          return error.what();
        }
    }

    const std::string prm  = "subsection S\n  set a = 1\nend\n";
    const std::string json = R"({"S": {"a": 2}})";

    TEST(TextAsFileTest, IsReadInThePlaceOfAFile)
    {
      {
        const TextAsFile text("<t>.prm", prm);
        EXPECT_EQ(read("<t>.prm"), "1");
        EXPECT_NE(read("t.prm").find("cannot be opened"), std::string::npos);
      }
      EXPECT_NE(read("<t>.prm").find("cannot be opened"), std::string::npos);
      {
        const TextAsFile text("<t>.json", json);
        EXPECT_EQ(read("<t>.json"), "2");
      }
      EXPECT_FALSE(TextAsFile::find("").has_value());
    }

    TEST(TextAsFileTest, StandsInMessages)
    {
      const TextAsFile text("<t>.prm", "subsection S\n  sett a = 1\nend\n");
      EXPECT_EQ(read("<t>.prm").find("<t>.prm, line 2: "), 0u);
      const TextAsFile zero("<z>.prm", std::string("a\0b", 3));
      EXPECT_NE(read("<z>.prm").find("zero byte"), std::string::npos);
    }

    TEST(TextAsFileTest, IsOneOfSeveralThatIncludeEachOther)
    {
      const TextAsFile part("<p>.prm", prm);
      {
        const TextAsFile text("<t>.prm", "include <p>.prm\n");
        EXPECT_EQ(read("<t>.prm"), "1");
        const TextAsFile newer("<p>.prm", "subsection S\n  set a = 3\nend\n");
        EXPECT_EQ(read("<t>.prm"), "3");
      }
      EXPECT_EQ(read("<p>.prm"), "1");
      EXPECT_FALSE(TextAsFile::find("<t>.prm").has_value());
    }

    TEST(TextAsFileTest, IsOfOneThread)
    {
      const TextAsFile           text("<t>.prm", prm);
      std::optional<std::string> elsewhere = "";
      std::thread([&] { elsewhere = TextAsFile::find("<t>.prm"); }).join();
      EXPECT_FALSE(elsewhere.has_value());
      EXPECT_EQ(TextAsFile::find("<t>.prm"), prm);
    }
  } // namespace text_as_file_test
} // namespace percuss
