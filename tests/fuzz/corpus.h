// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_tests_fuzz_corpus_h
#define percuss_tests_fuzz_corpus_h

#include <filesystem>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace percuss::fuzzing
{
  /** Files that a reader takes, and what is in them. */
  class Corpus
  {
  public:
    explicit Corpus(std::vector<std::string> texts);

    /** One of the texts after one to three changes. In half of them words and
     * numbers are replaced by others of the corpus or by what nobody would
     * write; in the others, too, bytes are flipped, inserted, removed, repeated,
     * lines removed, repeated, exchanged, pieces of other texts inserted, and
     * the end comes too early. */
    std::string
    mutated(std::mt19937_64 &random) const;

  private:
    void
    change(std::string &text, bool only_words, std::mt19937_64 &random) const;

    std::vector<std::string> texts, words;
  };

  /** The content of all files below a folder whose names end so; of at most
   * @p largest bytes. */
  std::vector<std::string>
  contents(const std::filesystem::path &folder,
           std::string_view             ending,
           std::size_t                  largest = 20000);
} // namespace percuss::fuzzing

#endif
