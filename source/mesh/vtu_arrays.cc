// SPDX-License-Identifier: Apache-2.0
#include <percuss/mesh/vtu_arrays.h>

#include <zlib.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <new>
#include <sstream>
#include <stdexcept>
#include <type_traits>

namespace percuss
{
  namespace
  {
    using VtuBytes = std::span<const unsigned char>;

    template <class Number>
    constexpr const char *vtu_type_of =
      std::is_same_v<Number, float>        ? "Float32" :
      std::is_same_v<Number, std::int32_t> ? "Int32" :
                                             "UInt8";

    /** Appends bytes in base 64. */
    void
    add_in_base_64(const VtuBytes bytes, std::string &text)
    {
      constexpr char    digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                   "abcdefghijklmnopqrstuvwxyz0123456789+/";
      const std::size_t begin = text.size(), n = bytes.size();
      text.resize(begin + 4 * ((n + 2) / 3), '=');
      char *place = text.data() + begin;
      for (std::size_t i = 0; i < n; i += 3, place += 4)
        {
          const unsigned int  left = static_cast<unsigned int>(n - i);
          const std::uint32_t three =
            static_cast<std::uint32_t>(bytes[i]) << 16 |
            (left > 1 ? static_cast<std::uint32_t>(bytes[i + 1]) << 8 : 0u) |
            (left > 2 ? static_cast<std::uint32_t>(bytes[i + 2]) : 0u);
          place[0] = digits[three >> 18];
          place[1] = digits[three >> 12 & 63];
          if (left > 1)
            place[2] = digits[three >> 6 & 63];
          if (left > 2)
            place[3] = digits[three & 63];
        }
    }

    void
    add_compressed(const VtuBytes bytes, std::string &text)
    {
      if (bytes.empty())
        return;
      uLongf n_compressed = compressBound(bytes.size());
      if (n_compressed > UINT32_MAX)
        throw std::runtime_error(
          "Fields of more than 4 GiB cannot be written: start the run on "
          "several processes, or set 'Output/field format' to XDMF.");
      std::vector<unsigned char> compressed(n_compressed);
      if (compress2(compressed.data(),
                    &n_compressed,
                    bytes.data(),
                    bytes.size(),
                    Z_BEST_SPEED) != Z_OK)
        throw std::bad_alloc();
      const auto size = static_cast<std::uint32_t>(bytes.size());
      const std::array<std::uint32_t, 4> header{
        1, size, size, static_cast<std::uint32_t>(n_compressed)};
      std::array<unsigned char, sizeof header> bytes_of_header;
      std::memcpy(bytes_of_header.data(), header.data(), sizeof header);
      add_in_base_64(bytes_of_header, text);
      add_in_base_64({compressed.data(), n_compressed}, text);
    }

    /** What zlib makes of the bytes at its highest speed. */
    std::vector<unsigned char>
    compressed_bytes(const VtuBytes bytes)
    {
      uLongf                     n = compressBound(bytes.size());
      std::vector<unsigned char> result(n);
      if (compress2(
            result.data(), &n, bytes.data(), bytes.size(), Z_BEST_SPEED) !=
          Z_OK)
        throw std::bad_alloc();
      result.resize(n);
      result.shrink_to_fit();
      return result;
    }

    /** Bytes that come in pieces, in base 64. */
    class Base64
    {
    public:
      explicit Base64(std::ostream &file)
        : file(file)
      {}

      void
      add(VtuBytes bytes)
      {
        while (!rest.empty() && rest.size() < 3 && !bytes.empty())
          {
            rest.push_back(bytes.front());
            bytes = bytes.subspan(1);
          }
        if (rest.size() == 3)
          end();
        const std::size_t n = bytes.size() / 3 * 3;
        if (rest.empty())
          {
            write(bytes.first(n));
            bytes = bytes.subspan(n);
          }
        rest.insert(rest.end(), bytes.begin(), bytes.end());
      }

      void
      end()
      {
        write(rest);
        rest.clear();
      }

    private:
      void
      write(const VtuBytes bytes)
      {
        text.clear();
        add_in_base_64(bytes, text);
        file << text;
      }

      std::ostream              &file;
      std::string                text;
      std::vector<unsigned char> rest; // less than three bytes
    };

    template <class Number>
    std::string
    start_of_array(const std::string &name,
                   const unsigned int n_components,
                   const std::string &unit = {})
    {
      std::string text =
        std::string("    <DataArray type=\"") + vtu_type_of<Number> + '"';
      if (!name.empty())
        text += " Name=\"" + name + '"';
      if (n_components > 1)
        text += " NumberOfComponents=\"" + std::to_string(n_components) + '"';
      text += " format=\"binary\"";
      if (!unit.empty())
        text += " units=\"" + unit + '"';
      return text + ">\n";
    }

    const char *
    byte_order()
    {
      const std::uint16_t one = 1;
      unsigned char       first;
      std::memcpy(&first, &one, 1);
      return first == 1 ? "LittleEndian" : "BigEndian";
    }

    std::string
    step_and_time(const double time, const unsigned long int step)
    {
      std::ostringstream text;
      text.precision(12);
      text << "<FieldData>\n"
              "<DataArray type=\"Float32\" Name=\"CYCLE\" NumberOfTuples=\"1\""
              " format=\"ascii\">"
           << step
           << "</DataArray>\n"
              "<DataArray type=\"Float32\" Name=\"TIME\" NumberOfTuples=\"1\""
              " format=\"ascii\">"
           << time << "</DataArray>\n</FieldData>\n";
      return text.str();
    }

  } // namespace

  std::string
  vtu_begin(const double time, const unsigned long int step)
  {
    return "<?xml version=\"1.0\"?>\n<!-- written by percuss -->\n"
           "<VTKFile type=\"UnstructuredGrid\" version=\"0.1\" "
           "compressor=\"vtkZLibDataCompressor\" byte_order=\"" +
           std::string(byte_order()) + "\">\n<UnstructuredGrid>\n" +
           step_and_time(time, step);
  }

  template <class Number>
  std::string
  vtu_array(const std::string            &name,
            const unsigned int            n_components,
            const std::span<const Number> numbers)
  {
    std::string text = start_of_array<Number>(name, n_components);
    add_compressed({reinterpret_cast<const unsigned char *>(numbers.data()),
                    numbers.size_bytes()},
                   text);
    return text + "\n    </DataArray>\n";
  }

  template <class Number>
  LongVtuArray<Number>::LongVtuArray(const std::string &name,
                                     const unsigned int n_components,
                                     const std::string &unit)
    : start(start_of_array<Number>(name, n_components, unit))
  {}

  // Of few bytes a thread would cost more than it saves.
  template <class Number>
  void
  LongVtuArray<Number>::end_block()
  {
    constexpr std::size_t few = 1 << 16;

    take_compressed();
    in_work.swap(block);
    block.clear();
    size_of_last = in_work.size() * sizeof(Number);
    of_thread    = std::async(
      size_of_last < few ? std::launch::deferred : std::launch::async, [this] {
        return compressed_bytes(
          {reinterpret_cast<const unsigned char *>(in_work.data()),
           size_of_last});
      });
  }

  template <class Number>
  void
  LongVtuArray<Number>::take_compressed()
  {
    if (of_thread.valid())
      compressed.push_back(of_thread.get());
  }

  template <class Number>
  void
  LongVtuArray<Number>::write(std::ostream &file)
  {
    end();
    take_compressed();
    file << start;
    if (!compressed.empty())
      {
        const auto n_blocks = static_cast<std::uint32_t>(compressed.size());
        const auto last     = static_cast<std::uint32_t>(size_of_last);
        std::vector<std::uint32_t> header{
          n_blocks,
          n_blocks > 1 ? static_cast<std::uint32_t>(n_of_block) : last,
          last};
        for (const Bytes &of_block : compressed)
          header.push_back(static_cast<std::uint32_t>(of_block.size()));
        std::string text;
        add_in_base_64({reinterpret_cast<const unsigned char *>(header.data()),
                        header.size() * sizeof(std::uint32_t)},
                       text);
        file << text;
        Base64 numbers(file);
        for (Bytes &of_block : compressed)
          {
            numbers.add(of_block);
            of_block = {};
          }
        numbers.end();
      }
    file << "\n    </DataArray>\n";
    compressed.clear();
    block   = {};
    in_work = {};
  }

  const std::string &
  RepeatedVtuArray::text(const std::string  &name,
                         const unsigned int  n_components,
                         std::vector<float> &numbers)
  {
    // bit by bit: 0 is not -0
    if (last_text.empty() || numbers.size() != last.size() ||
        std::memcmp(numbers.data(),
                    last.data(),
                    numbers.size() * sizeof(float)) != 0)
      last_text = vtu_array<float>(name, n_components, numbers);
    last.swap(numbers);
    return last_text;
  }

  std::string
  joined_vtu(const double                    time,
             const unsigned long int         step,
             const std::vector<VtuField>    &fields,
             const std::vector<std::string> &pieces)
  {
    std::string text =
      "<?xml version=\"1.0\"?>\n<!-- written by percuss -->\n"
      "<VTKFile type=\"PUnstructuredGrid\" version=\"0.1\" byte_order=\"" +
      std::string(byte_order()) +
      "\">\n<PUnstructuredGrid GhostLevel=\"0\">\n" +
      step_and_time(time, step) + "<PPointData>\n";
    for (const VtuField &field : fields)
      text += "<PDataArray type=\"Float32\" Name=\"" + field.name +
              "\" NumberOfComponents=\"" + std::to_string(field.n_components) +
              "\" format=\"binary\"/>\n";
    text += "</PPointData>\n<PPoints>\n<PDataArray type=\"Float32\" "
            "NumberOfComponents=\"3\"/>\n</PPoints>\n";
    for (const std::string &piece : pieces)
      text += "<Piece Source=\"" + piece + "\"/>\n";
    return text + "</PUnstructuredGrid>\n</VTKFile>\n";
  }

  template class LongVtuArray<float>;
  template class LongVtuArray<std::int32_t>;
  template class LongVtuArray<unsigned char>;
  template std::string
  vtu_array(const std::string &, unsigned int, std::span<const float>);
  template std::string
  vtu_array(const std::string &, unsigned int, std::span<const std::int32_t>);
  template std::string
  vtu_array(const std::string &, unsigned int, std::span<const unsigned char>);
} // namespace percuss
