// SPDX-License-Identifier: Apache-2.0

// The fields of bars as files of VTK.

#include "../../finite_element/vtu_file.h"
#include "nodes.h"

#include <percuss/models/bar/bar_field_file.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <sstream>

namespace percuss::test::bar_field_file_test
{
  template <class A>
  class BarFields : public testing::Test
  {
  public:
    using Vector = typename A::Vector;

    explicit BarFields()
      : file_name(testing::TempDir() + "bar_fields_" + A::name + "_" +
                  std::to_string(
                    dealii::Utilities::MPI::this_mpi_process(MPI_COMM_WORLD)) +
                  ".vtu")
    {}

    ~BarFields() override
    {
      std::remove(file_name.c_str());
    }

    VtuFile
    read(const std::string &text) const
    {
      std::ofstream(file_name, std::ios::binary) << text;
      return VtuFile(file_name);
    }

    const std::string file_name;
  };
  TYPED_TEST_SUITE(BarFields, BarAlgebras);

  /** Two bars of different moduli and sections, 3 and 2 elements. */
  BarRowDescription
  two_bars(const unsigned int degree)
  {
    BarDescription second = bar_of(1., 2);
    second.youngs_modulus =
      BarProperty([](const double x, unsigned int) { return 5. + x; });
    second.cross_section  = 0.25;
    BarRowDescription row = row_of({bar_of(1.5, 3), second});
    row.degree            = degree;
    return row;
  }

  /** Lines go from point to point, none between elements. */
  void
  check_lines(const VtuFile     &file,
              const unsigned int degree,
              const std::size_t  n_points)
  {
    const auto nodes = file.array<std::int32_t>("connectivity");
    ASSERT_EQ(nodes.size(), n_points / (degree + 1) * 2 * degree);
    for (std::size_t i = 0; i < nodes.size(); i += 2)
      {
        const std::size_t k = i / 2;
        EXPECT_EQ(nodes[i], k / degree * (degree + 1) + k % degree);
        EXPECT_EQ(nodes[i + 1], nodes[i] + 1);
      }
  }

  void
  check_on_axis(const std::vector<std::array<double, 3>> &vectors)
  {
    for (const auto &vector : vectors)
      {
        EXPECT_EQ(vector[1], 0.);
        EXPECT_EQ(vector[2], 0.);
      }
  }

  // Polynomials of the degree of the elements are exact between the nodes, too.
  TYPED_TEST(BarFields, HavePolynomialsAndTheirStresses)
  {
    using A = TypeParam;
    for (const unsigned int degree : {1u, 2u, 3u, 5u})
      {
        const ElasticBar<A> bars(two_bars(degree), MPI_COMM_WORLD);
        const Nodes<A>      nodes(bars);
        const auto          field = [&](const double factor) {
          return nodes.scatter(nodes.coordinates.unaryExpr(
            [&](const double x) { return factor * std::pow(x, degree); }));
        };
        const auto q = field(2.), v = field(-3.), P = field(0.), g = field(4.);
        BarFieldFile<A> fields(bars,
                               nodes.scatter(-Eigen::VectorXd::Ones(
                                 nodes.coordinates.size())));
        StepRecord      record;
        record.step     = 7;
        record.time     = 0.125;
        const auto text = [&](const auto &...x) {
          std::ostringstream stream;
          fields.write(stream, record, {fields.values_of(x)...});
          return stream.str();
        };
        const std::string first = text(q, v, P, g);
        const VtuFile     file  = this->read(first);
        const auto        x = file.points(), u = file.vectors("displacement"),
                   velocity = file.vectors("velocity"),
                   impulse  = file.vectors("contact_impulse");
        const auto gap = file.array("gap"), stress = file.array("stress"),
                   radius = file.array("radius"), bar = file.array("bar"),
                   side = file.array("contact_boundary");
        ASSERT_EQ(x.size(), bars.mesh.n_own_elements() * (degree + 1));
        for (const std::size_t size : {u.size(),
                                       velocity.size(),
                                       impulse.size(),
                                       gap.size(),
                                       stress.size(),
                                       radius.size(),
                                       bar.size(),
                                       side.size()})
          ASSERT_EQ(size, x.size());
        for (std::size_t i = 0; i < x.size(); ++i)
          {
            const double X = x[i][0], value = std::pow(X, degree);
            const bool   is_second = X > 1.6;
            const double slope     = 2. * degree * std::pow(X, degree - 1.),
                         modulus   = is_second ? 5. + X - 1.75 : 9.,
                         area      = is_second ? 0.25 : 0.5;
            const double around    = 1e-5 * (1. + std::pow(3., degree));
            EXPECT_NEAR(u[i][0], 2. * value, around);
            EXPECT_NEAR(velocity[i][0], -3. * value, around);
            EXPECT_NEAR(gap[i], 4. * value, around);
            EXPECT_NEAR(side[i], 1., 1e-6);
            EXPECT_NEAR(stress[i], modulus * slope, 100. * around);
            EXPECT_NEAR(radius[i], std::sqrt(area / M_PI), 1e-6);
            EXPECT_EQ(bar[i], is_second ? 2.f : 1.f);
            check_on_axis({x[i], u[i], velocity[i], impulse[i]});
          }
        check_lines(file, degree, x.size());
        // what was written before leaves no trace
        text(v, q, g, P);
        EXPECT_EQ(text(q, v, P, g), first);
      }
  }

  TEST(VtuArrays, TellZerosOfBothSignsApart)
  {
    RepeatedVtuArray   array;
    std::vector<float> numbers{0.f, 1.f, 2.f};
    const std::string  first = array.text("x", 1, numbers);
    numbers                  = {-0.f, 1.f, 2.f};
    EXPECT_NE(array.text("x", 1, numbers), first);
    numbers = {0.f, 1.f, 2.f};
    EXPECT_EQ(array.text("x", 1, numbers), first);
    numbers = {0.f, 1.f};
    EXPECT_NE(array.text("x", 1, numbers), first);
  }

  // Numbers that come one after the other are those of an array; of one block
  // the text is the same, and the remainder of the last one may be any.
  TEST(VtuArrays, OfAnyLengthAreWrittenInBlocks)
  {
    const std::string name =
      testing::TempDir() + "long_vtu_arrays_" +
      std::to_string(dealii::Utilities::MPI::this_mpi_process(MPI_COMM_WORLD));
    constexpr std::size_t n_block =
      LongVtuArray<float>::n_of_block / sizeof(float);
    for (const std::size_t n : {std::size_t{0},
                                std::size_t{1},
                                n_block - 1,
                                n_block,
                                n_block + 1,
                                2 * n_block,
                                3 * n_block + 7})
      {
        std::vector<float>  numbers(n);
        LongVtuArray<float> array("x", 3);
        for (std::size_t i = 0; i < n; ++i)
          {
            numbers[i] = static_cast<float>((i * i * 37) % 1001) + 0.1f;
            array.add(numbers[i]);
          }
        std::ostringstream text;
        array.write(text);
        if (n <= n_block)
          {
            EXPECT_EQ(text.str(), vtu_array<float>("x", 3, numbers));
          }
        std::ofstream(name) << text.str();
        if (n > 0)
          {
            EXPECT_TRUE(VtuFile(name).array<float>("x") == numbers) << n;
          }
      }
    std::remove(name.c_str());
  }

  // Every remainder of three bytes, and none.
  TEST(VtuArrays, HaveAnyNumberOfBytes)
  {
    const std::string name =
      testing::TempDir() + "vtu_arrays_" +
      std::to_string(dealii::Utilities::MPI::this_mpi_process(MPI_COMM_WORLD));
    for (std::size_t n = 1; n < 200; ++n)
      {
        std::vector<unsigned char> bytes(n);
        for (std::size_t i = 0; i < n; ++i)
          bytes[i] = static_cast<unsigned char>(i * i * 37 + n);
        std::ofstream(name) << vtu_array<unsigned char>("x", 1, bytes);
        EXPECT_EQ(VtuFile(name).array<unsigned char>("x"), bytes);
      }
    std::remove(name.c_str());
    EXPECT_EQ(vtu_array<float>("y", 3, {}),
              "    <DataArray type=\"Float32\" Name=\"y\" "
              "NumberOfComponents=\"3\" format=\"binary\">\n\n"
              "    </DataArray>\n");
  }
} // namespace percuss::test::bar_field_file_test
