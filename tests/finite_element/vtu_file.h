// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_tests_finite_element_vtu_file_h
#define percuss_tests_finite_element_vtu_file_h

#include <deal.II/base/utilities.h>

#include <gtest/gtest.h>
#include <zlib.h>

#include <array>
#include <cstring>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace percuss::test
{
  /** Empty if there is no such file. */
  inline std::string
  text_of(const std::string &file_name)
  {
    std::ifstream      file(file_name, std::ios::binary);
    std::ostringstream text;
    if (file)
      text << file.rdbuf();
    return text.str();
  }

  /**
   * The arrays of a VTU file: base64 of the number of blocks, their size, that
   * of the last one and the compressed sizes, and of what zlib made of the
   * blocks. deal.II's have one. A rank without cells leaves no file and has no values.
   */
  class VtuFile
  {
  public:
    explicit VtuFile(const std::string &file_name)
      : text(text_of(file_name))
    {}

    /** Values at the points or of the mesh, components running fastest. */
    template <class T = float>
    std::vector<T>
    array(const std::string &name) const
    {
      return decode<T>("Name=\"" + name + '"');
    }

    std::vector<std::array<double, 3>>
    points() const
    {
      return triples("<Points>\n    <DataArray");
    }

    /** A vector field. */
    std::vector<std::array<double, 3>>
    vectors(const std::string &name) const
    {
      return triples("Name=\"" + name + '"');
    }

  private:
    std::vector<std::array<double, 3>>
    triples(const std::string &mark) const
    {
      const auto                         values = decode<float>(mark);
      std::vector<std::array<double, 3>> result(values.size() / 3);
      for (std::size_t i = 0; i < values.size(); ++i)
        result[i / 3][i % 3] = static_cast<double>(values[i]);
      return result;
    }

    template <class T>
    std::vector<T>
    decode(const std::string &mark) const
    {
      if (text.empty())
        return {};
      const std::size_t place = text.find(mark);
      if (place == std::string::npos)
        {
          ADD_FAILURE() << mark << " is missing";
          return {};
        }
      const std::size_t  begin = text.find('>', place + mark.size()) + 1;
      std::istringstream words(
        text.substr(begin, text.find('<', begin) - begin));
      std::string encoded;
      words >> encoded;
      if (encoded.size() < 24) // an exception of one rank would stop the others
        {
          ADD_FAILURE() << mark << " is empty";
          return {};
        }
      const auto numbers = [&](const std::size_t n) {
        const auto bytes = dealii::Utilities::decode_base64(
          encoded.substr(0, (n * sizeof(std::uint32_t) + 2) / 3 * 4));
        std::vector<std::uint32_t> result(n);
        std::memcpy(result.data(), bytes.data(), n * sizeof(std::uint32_t));
        return result;
      };
      const std::size_t n_blocks = numbers(1).front();
      const auto        header   = numbers(3 + n_blocks);
      const auto        data     = dealii::Utilities::decode_base64(
        encoded.substr((header.size() * sizeof(std::uint32_t) + 2) / 3 * 4));
      std::vector<T> values(((n_blocks - 1) * header[1] + header[2]) /
                            sizeof(T));
      std::size_t    from = 0;
      for (std::size_t b = 0; b < n_blocks; ++b)
        {
          uLongf n_bytes = b + 1 == n_blocks ? header[2] : header[1];
          EXPECT_EQ(uncompress(reinterpret_cast<Bytef *>(values.data()) +
                                 b * header[1],
                               &n_bytes,
                               data.data() + from,
                               header[3 + b]),
                    Z_OK);
          from += header[3 + b];
        }
      return values;
    }

    const std::string text;
  };
} // namespace percuss::test

#endif
