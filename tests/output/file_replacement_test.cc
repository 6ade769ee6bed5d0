// SPDX-License-Identifier: Apache-2.0

// Files take the place of others at once; a directory has one writer.

#include <percuss/output/directory_lock.h>
#include <percuss/output/file_replacement.h>
#include <percuss/output/output_directory.h>
#include <percuss/output/result_files.h>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

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

  TEST_F(OutputTest, FilesBesideAreNotTaken)
  {
    write(".a.new", "of others");
    write(".a.new1", "of others");
    replace_file(path("a"), "new");
    EXPECT_EQ(content("a"), "new");
    EXPECT_EQ(content(".a.new"), "of others");
    EXPECT_EQ(content(".a.new1"), "of others");
    EXPECT_EQ(n_files(), 3u);
  }

  TEST_F(OutputTest, APipeWithoutAReaderIsNotWaitedFor)
  {
    ASSERT_EQ(mkfifo(path("a").c_str(), 0600), 0);
    try
      {
        replace_file(path("a"), "new");
        ADD_FAILURE() << "no exception";
      }
    catch (const std::runtime_error &error)
      {
        EXPECT_EQ(error.what(),
                  "Writing '" + path("a") +
                    "' failed: it is a pipe that nobody reads.");
      }
    const int reader = open(path("a").c_str(), O_RDONLY | O_NONBLOCK);
    replace_file(path("a"), "new");
    char text[4];
    EXPECT_EQ(read(reader, text, sizeof text), 3);
    close(reader);
  }

  TEST_F(OutputTest, TheListKnowsWhatARunHasLeft)
  {
    const std::string directory = folder.string();
    write("b", "of others");
    begin_result_files(directory, {"a"});
    announce_result(directory, "a");
    EXPECT_FALSE(ResultFiles(directory).has("a")); // it is not there
    write("a", "half");
    EXPECT_TRUE(ResultFiles(directory).has("a"));
    write("a", "whole");
    enter_result(directory, "a");
    EXPECT_TRUE(ResultFiles(directory).has("a"));
    EXPECT_FALSE(ResultFiles(directory).has("b"));
    for (const char *const other : {"whale", "wholes"})
      {
        write("a", other);
        EXPECT_FALSE(ResultFiles(directory).has("a"));
      }
    write("a", "whole");
    announce_result(directory, "b");
    EXPECT_TRUE(ResultFiles(directory).has("b"));
    end_result_files(directory, {"a"});
    EXPECT_TRUE(ResultFiles(directory).has("b")); // as it was then
    write("b", "of others again");
    EXPECT_FALSE(ResultFiles(directory).has("b"));
    EXPECT_EQ(ResultFiles(directory).names(), std::vector<std::string>{"a"});
    fs::create_directory(path("others"));
    write("others/c", "whole");
    fs::create_directory_symlink("others", path("link"));
    enter_result(directory, "link/c");
    EXPECT_FALSE(ResultFiles(directory).has("link/c"));
    remove_result_files(directory);
    EXPECT_TRUE(ResultFiles(directory).names().empty());
    write("percuss_files.txt", "of others");
    enter_result(directory, "a");
    remove_result_files(directory);
    EXPECT_EQ(content("percuss_files.txt"), "of others");
    EXPECT_NE(obstruction_of_result_files(directory), "");
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
