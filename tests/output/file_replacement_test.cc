// SPDX-License-Identifier: Apache-2.0

// Files take the place of others at once; a directory has one writer.

#include <percuss/output/directory_lock.h>
#include <percuss/output/file_replacement.h>
#include <percuss/output/output_directory.h>

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

namespace percuss::test::file_replacement_test
{
  namespace fs = std::filesystem;

  /** A fresh folder. */
  class OutputTest : public testing::Test
  {
  protected:
    OutputTest()
      : folder(fs::path(testing::TempDir()) /
               testing::UnitTest::GetInstance()->current_test_info()->name())
    {
      fs::remove_all(folder);
      fs::create_directory(folder);
    }

    ~OutputTest() override
    {
      fs::remove_all(folder);
    }

    std::string
    path(const std::string &name) const
    {
      return (folder / name).string();
    }

    void
    write(const std::string &name, const std::string &content) const
    {
      std::ofstream(path(name)) << content;
    }

    std::string
    content(const std::string &name) const
    {
      std::ifstream file(path(name));
      return {std::istreambuf_iterator<char>(file), {}};
    }

    std::size_t
    n_files() const
    {
      return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(folder), {}));
    }

    fs::path folder;
  };

  TEST_F(OutputTest, TheOldFileStandsUntilTheNewOneIsWhole)
  {
    write("a", "old");
    {
      const FileReplacement given_up(path("a"));
      std::ofstream(given_up.name()) << "half";
      EXPECT_EQ(content("a"), "old");
    }
    EXPECT_EQ(content("a"), "old");
    EXPECT_EQ(n_files(), 1u);
    FileReplacement replacement(path("a"));
    std::ofstream(replacement.name()) << "new";
    EXPECT_EQ(content("a"), "old");
    replacement.take_place();
    EXPECT_EQ(content("a"), "new");
    EXPECT_EQ(n_files(), 1u);
  }

  TEST_F(OutputTest, LinksAreReplacedAndWhatTheyPointToStays)
  {
    write("a", "old");
    fs::create_symlink("a", path("symbolic"));
    fs::create_hard_link(path("a"), path("hard"));
    for (const char *name : {"symbolic", "hard"})
      {
        replace_file(path(name), "new");
        EXPECT_EQ(content(name), "new");
        EXPECT_EQ(content("a"), "old");
      }
    EXPECT_FALSE(fs::is_symlink(path("symbolic")));
  }

  TEST_F(OutputTest, FailuresNameTheFile)
  {
    const auto message = [](const std::string &name) {
      try
        {
          replace_file(name, "new");
        }
      catch (const std::runtime_error &error)
        {
          return std::string(error.what());
        }
      return std::string();
    };
    EXPECT_EQ(message(path("no/a")),
              "Writing '" + path("no/a") +
                "' failed: No such file or directory.");
    EXPECT_EQ(message("/dev/full"),
              "Writing '/dev/full' failed: is the disk full?");
    EXPECT_EQ(message("/dev/null"), "");
  }

  TEST_F(OutputTest, ADirectoryHasOneWriter)
  {
    DirectoryLock first, second, third;
    EXPECT_EQ(first.take(folder.string()), "");
    EXPECT_NE(second.take(folder.string()).find("is writing there"),
              std::string::npos);
    EXPECT_EQ(n_files(), 1u);
    first.release();
    EXPECT_EQ(n_files(), 0u);
    write(".percuss_lock", "process 1"); // that was killed
    EXPECT_EQ(third.take(folder.string()), "");
    third.release();
    EXPECT_EQ(n_files(), 0u);
  }

  TEST_F(OutputTest, ResultsAreToldFromFilesOfOthers)
  {
    const std::string              directory = folder.string();
    const std::vector<std::string> files{"summary.json", "history.csv"};
    EXPECT_EQ(obstruction(directory, files), "");
    EXPECT_FALSE(earlier_run(directory));
    for (const std::string &name : files)
      {
        write(name, "of others");
        EXPECT_NE(obstruction(directory, files).find("in the way"),
                  std::string::npos);
        remove_earlier_results(directory);
        EXPECT_EQ(content(name), "of others");
        fs::remove(path(name));
      }
    write("summary.json",
          R"({"case": "a", "status": "done", "versions": {"percuss": "1"}})");
    write("history.csv", "step,time,energy_kinetic,energy_strain\r\n");
    EXPECT_EQ(obstruction(directory, files), "");
    EXPECT_EQ(earlier_run(directory)->case_name, "a");
    EXPECT_EQ(earlier_run(directory)->status, "done");
    remove_earlier_results(directory);
    EXPECT_EQ(n_files(), 0u);
  }
} // namespace percuss::test::file_replacement_test
