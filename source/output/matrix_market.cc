// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/base/input_text.h>
#include <percuss/output/file_replacement.h>
#include <percuss/output/matrix_market.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iomanip>
#include <sstream>
#include <string_view>
#include <vector>

namespace percuss
{
  namespace
  {
    using Index   = long long;
    using Triplet = Eigen::Triplet<double>;

    constexpr std::string_view header_of_array =
      "%%MatrixMarket matrix array real general";
    constexpr int   n_decimals          = 16; // of the entries of solutions
    constexpr Index largest_market_size = 100'000'000;

    class MarketReader
    {
    public:
      explicit MarketReader(const std::string &file_name);

      Index                n_rows = 0, n_columns = 0;
      std::vector<Triplet> entries; // both triangles

    private:
      void
      read_header();
      void
      read_size();
      void
      read_coordinates();
      void
      read_array();
      bool
      next_line();
      void
      expect_line(Index n_read);
      void
      expect_words(std::size_t n, const std::string &what);
      Index
      whole_number(const std::string &word, Index smallest, Index largest);
      double
      finite_number(const std::string &word);
      void
      add(Index row, Index column, double value);
      [[noreturn]] void
      fail(const std::string &message) const;

      std::string              name;
      std::istringstream       file;
      unsigned long            line = 0;
      std::vector<std::string> words; // of the line
      bool                     is_array = false, is_symmetric = false;
      Index                    n_entries = 0; // in the file
    };

    MarketReader::MarketReader(const std::string &file_name)
      : name(file_name)
    {
      const auto text = input_text(file_name);
      if (!text || text->empty())
        throw InputError("'" + name +
                         "' cannot be read, or is empty. Give the path of a "
                         "Matrix Market file.");
      file.str(*text);
      read_header();
      read_size();
      if (is_array)
        read_array();
      else
        read_coordinates();
      if (next_line())
        fail("Entries follow after the " + std::to_string(n_entries) +
             " that the size line announces: correct it, or remove them.");
      std::ranges::sort(entries, [](const Triplet &a, const Triplet &b) {
        return std::pair(a.row(), a.col()) < std::pair(b.row(), b.col());
      });
      for (std::size_t k = 1; k < entries.size(); ++k)
        if (entries[k].row() == entries[k - 1].row() &&
            entries[k].col() == entries[k - 1].col())
          throw InputError(name + ": Entry (" +
                           std::to_string(entries[k].row() + 1) + ", " +
                           std::to_string(entries[k].col() + 1) +
                           ") is given twice: leave one.");
    }

    void
    MarketReader::read_header()
    {
      std::string text;
      std::getline(file, text);
      ++line;
      std::ranges::transform(text, text.begin(), [](const unsigned char c) {
        return static_cast<char>(std::tolower(c));
      });
      std::istringstream stream(text);
      std::string        word;
      while (stream >> word)
        words.push_back(word);
      if (words.size() != 5 || words[0] != "%%matrixmarket" ||
          words[1] != "matrix")
        fail("A Matrix Market file begins with '%%MatrixMarket matrix "
             "coordinate real general' or a line like it.");
      const auto choose = [&](const std::size_t               k,
                              const std::vector<std::string> &allowed) {
        if (std::ranges::find(allowed, words[k]) != allowed.end())
          return;
        std::string message = "'" + words[k] + "' is not supported. Allowed ";
        for (std::size_t i = 0; i < allowed.size(); ++i)
          message += (i == 0 ? "is " : ", ") + allowed[i];
        fail(message + ".");
      };
      choose(2, {"coordinate", "array"});
      choose(3, {"real", "integer", "double"});
      choose(4, {"general", "symmetric"});
      is_array     = words[2] == "array";
      is_symmetric = words[4] == "symmetric";
    }

    void
    MarketReader::read_size()
    {
      if (!next_line())
        fail("The file ends before the line with the size.");
      expect_words(is_array ? 2 : 3,
                   is_array ? "rows and columns" :
                              "rows, columns and the number of entries");
      n_rows    = whole_number(words[0], 1, largest_market_size);
      n_columns = whole_number(words[1], 1, largest_market_size);
      if (is_symmetric && n_rows != n_columns)
        fail("A symmetric matrix has as many columns as rows.");
      n_entries = is_array ? (is_symmetric ? n_rows * (n_rows + 1) / 2 :
                                             n_rows * n_columns) :
                             whole_number(words[2], 0, n_rows * n_columns);
    }

    void
    MarketReader::read_coordinates()
    {
      for (Index k = 0; k < n_entries; ++k)
        {
          expect_line(k);
          expect_words(3, "row, column and value");
          const Index row    = whole_number(words[0], 1, n_rows);
          const Index column = whole_number(words[1], 1, n_columns);
          if (is_symmetric && column > row)
            fail("A symmetric file holds the lower triangle only: give entry "
                 "(" +
                 words[1] + ", " + words[0] + ") instead, or write 'general'.");
          add(row - 1, column - 1, finite_number(words[2]));
        }
    }

    void
    MarketReader::read_array()
    {
      Index k = 0;
      for (Index column = 0; column < n_columns; ++column)
        for (Index row = is_symmetric ? column : 0; row < n_rows; ++row, ++k)
          {
            expect_line(k);
            expect_words(1, "one value");
            if (const double value = finite_number(words[0]); value != 0.)
              add(row, column, value);
          }
    }

    /** The next line that is neither blank nor a comment, in words. */
    bool
    MarketReader::next_line()
    {
      std::string text;
      while (std::getline(file, text))
        {
          ++line;
          words.clear();
          std::istringstream stream(text);
          std::string        word;
          while (stream >> word)
            words.push_back(word);
          if (!words.empty() && words[0][0] != '%')
            return true;
        }
      return false;
    }

    void
    MarketReader::expect_line(const Index n_read)
    {
      if (!next_line())
        fail("The file ends after " + std::to_string(n_read) + " of " +
             std::to_string(n_entries) + " entries: it is not complete.");
    }

    void
    MarketReader::expect_words(const std::size_t n, const std::string &what)
    {
      if (words.size() != n)
        fail("Here should be " + what + ", not " +
             std::to_string(words.size()) + " words.");
    }

    Index
    MarketReader::whole_number(const std::string &word,
                               const Index        smallest,
                               const Index        largest)
    {
      char       *end   = nullptr;
      const Index value = std::strtoll(word.c_str(), &end, 10);
      if (*end != '\0' || value < smallest || value > largest)
        fail("'" + word + "' is no whole number from " +
             std::to_string(smallest) + " to " + std::to_string(largest) + ".");
      return value;
    }

    double
    MarketReader::finite_number(const std::string &word)
    {
      char        *end   = nullptr;
      const double value = std::strtod(word.c_str(), &end);
      if (*end != '\0' || !std::isfinite(value))
        fail("'" + word + "' is no finite number.");
      return value;
    }

    void
    MarketReader::add(const Index row, const Index column, const double value)
    {
      const auto i = static_cast<int>(row), j = static_cast<int>(column);
      entries.emplace_back(i, j, value);
      if (is_symmetric && i != j)
        entries.emplace_back(j, i, value);
    }

    void
    MarketReader::fail(const std::string &message) const
    {
      throw InputError(name + ", line " + std::to_string(line) + ": " +
                       message);
    }
  } // namespace

  Eigen::SparseMatrix<double, Eigen::RowMajor>
  read_market_matrix(const std::string &file_name)
  {
    const MarketReader                           file(file_name);
    Eigen::SparseMatrix<double, Eigen::RowMajor> matrix(file.n_rows,
                                                        file.n_columns);
    matrix.setFromTriplets(file.entries.begin(), file.entries.end());
    return matrix;
  }

  Eigen::VectorXd
  read_market_vector(const std::string &file_name)
  {
    const MarketReader file(file_name);
    if (file.n_columns != 1)
      throw InputError(file_name + ": A vector has one column, this has " +
                       std::to_string(file.n_columns) + ".");
    Eigen::VectorXd x = Eigen::VectorXd::Zero(file.n_rows);
    for (const Triplet &entry : file.entries)
      x[entry.row()] = entry.value();
    return x;
  }

  void
  write_market_solution(const Eigen::VectorXd &x, const std::string &file_name)
  {
    std::ostringstream content;
    content << header_of_array << '\n'
            << x.size() << " 1\n"
            << std::scientific << std::setprecision(n_decimals);
    for (const double entry : x)
      content << entry << '\n';
    try
      {
        replace_file(file_name, content.str());
      }
    catch (const std::runtime_error &)
      {
        throw InputError("'" + file_name +
                         "' cannot be written. Choose another path.");
      }
  }

  bool
  is_market_solution(const std::string &file_name)
  {
    std::ifstream file(file_name, std::ios::binary);
    std::string   header, size, entry;
    std::getline(file, header);
    std::getline(file, size);
    if (header != header_of_array || !size.ends_with(" 1"))
      return false;
    unsigned long n_entries = 0;
    for (; std::getline(file, entry); ++n_entries)
      if (const auto point = entry.find('.');
          point == std::string::npos ||
          entry.find('e') != point + 1 + n_decimals ||
          !(std::atof(entry.c_str()) >= 0.))
        return false;
    return size == std::to_string(n_entries) + " 1";
  }
} // namespace percuss
