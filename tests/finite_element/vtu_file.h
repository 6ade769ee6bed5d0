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
   * The arrays of a VTU file as deal.II writes them: base64 of four numbers,
   * the last being the compressed size, and of what zlib made of the data. A
   * rank without cells leaves no file and has no values.
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
      const auto header =
        dealii::Utilities::decode_base64(encoded.substr(0, 24));
      const auto data = dealii::Utilities::decode_base64(encoded.substr(24));
      std::array<std::uint32_t, 4> sizes;
      std::memcpy(sizes.data(), header.data(), sizeof(sizes));
      std::vector<T> values(sizes[1] / sizeof(T));
      uLongf         n_bytes = sizes[1];
      EXPECT_EQ(uncompress(reinterpret_cast<Bytef *>(values.data()),
                           &n_bytes,
                           data.data(),
                           sizes[3]),
                Z_OK);
      return values;
    }

    const std::string text;
  };
} // namespace percuss::test

#endif
