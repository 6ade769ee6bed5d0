// SPDX-License-Identifier: Apache-2.0
#include <percuss/mesh/vtu_data.h>

#include <zlib.h>

#include <algorithm>
#include <cstring>

namespace percuss
{
  namespace
  {
    using Bytes = std::vector<unsigned char>;

    constexpr std::string_view blanks = " \t\r\n";

    VtuTag
    tag_at(const MeshText   &text,
           const std::size_t begin,
           const std::size_t end,
           const std::size_t line)
    {
      VtuTag tag;
      tag.begin = begin;
      tag.end   = end + 1;
      tag.line  = line;
      std::string_view inside =
        std::string_view(text.content).substr(begin + 1, end - begin - 1);
      if (inside.ends_with('/'))
        {
          tag.is_empty = true;
          inside.remove_suffix(1);
        }
      std::size_t at = std::min(inside.find_first_of(blanks), inside.size());
      tag.name       = inside.substr(0, at);
      while ((at = inside.find_first_not_of(blanks, at)) !=
             std::string_view::npos)
        {
          const std::size_t equals = inside.find('=', at);
          const std::size_t open   = inside.find_first_of("\"'", at);
          if (equals == std::string_view::npos ||
              open == std::string_view::npos || open < equals)
            text.fail(
              "The tag is damaged: an attribute must be name=\"value\".", line);
          const std::size_t close = inside.find(inside[open], open + 1);
          if (close == std::string_view::npos)
            text.fail("The tag is damaged: a quote is not closed.", line);
          std::string_view name = inside.substr(at, equals - at);
          name = name.substr(0, name.find_last_not_of(blanks) + 1);
          tag.attributes[std::string(name)] =
            inside.substr(open + 1, close - open - 1);
          at = close + 1;
        }
      return tag;
    }

    int
    digit_in_base_64(const char c)
    {
      if (c >= 'A' && c <= 'Z')
        return c - 'A';
      if (c >= 'a' && c <= 'z')
        return c - 'a' + 26;
      if (c >= '0' && c <= '9')
        return c - '0' + 52;
      return c == '+' ? 62 : c == '/' ? 63 : -1;
    }

    /** Reads the data of an array, in base 64 or as they are. */
    class Source
    {
    public:
      Source(const std::string_view data,
             const bool             is_text,
             const MeshText        &text,
             const std::size_t      line)
        : data(data)
        , is_text(is_text)
        , text(text)
        , line(line)
      {}

      [[noreturn]] void
      fail(const std::string &what) const
      {
        text.fail("The data of the array " + what +
                    ": the file is damaged or not complete.",
                  line);
      }

      /** The next bytes, which remain the next. */
      Bytes
      peek(const std::size_t n) const
      {
        Source copy(data, is_text, text, line);
        return copy.block(n);
      }

      /** The next bytes; what is encoded together ends behind them. */
      Bytes
      block(const std::size_t n)
      {
        if (n > data.size()) // in base 64 they are still fewer
          fail("are too short");
        Bytes bytes;
        bytes.reserve(n);
        if (!is_text)
          {
            bytes.assign(data.begin(),
                         data.begin() + static_cast<std::ptrdiff_t>(n));
            data.remove_prefix(n);
          }
        while (bytes.size() < n)
          add_three(bytes);
        bytes.resize(n);
        return bytes;
      }

    private:
      void
      add_three(Bytes &bytes)
      {
        unsigned int four = 0, n_digits = 0;
        for (unsigned int i = 0; i < 4; ++i)
          {
            const auto begin = data.find_first_not_of(blanks);
            if (begin == std::string_view::npos)
              fail("are too short");
            const int digit = digit_in_base_64(data[begin]);
            if (digit < 0 && data[begin] != '=')
              fail("are not in base 64");
            n_digits += digit >= 0;
            four = 64 * four + static_cast<unsigned int>(std::max(digit, 0));
            data.remove_prefix(begin + 1);
          }
        if (n_digits < 2)
          fail("are not in base 64");
        for (unsigned int i = 0; i + 1 < n_digits; ++i)
          bytes.push_back(static_cast<unsigned char>(four >> (16 - 8 * i)));
      }

      std::string_view  data;
      const bool        is_text;
      const MeshText   &text;
      const std::size_t line;
    };

    /** The i-th number of a header. */
    std::size_t
    header_number(const Bytes      &header,
                  const std::size_t i,
                  const std::size_t n_bytes)
    {
      std::size_t value = 0;
      for (std::size_t b = n_bytes; b-- > 0;)
        value = 256 * value + header[i * n_bytes + b];
      return value;
    }

    /** The number of blocks, their size, that of the last one, and the sizes of
     * what they are compressed to; then these. */
    Bytes
    uncompressed(Source           &source,
                 const std::size_t n_bytes,
                 const std::size_t n_available)
    {
      const auto n_blocks = header_number(source.peek(n_bytes), 0, n_bytes);
      if (n_blocks > n_available)
        source.fail("are too short");
      const Bytes header       = source.block((3 + n_blocks) * n_bytes);
      const auto  size         = header_number(header, 1, n_bytes),
                 last          = header_number(header, 2, n_bytes);
      std::size_t n_compressed = 0;
      for (std::size_t b = 0; b < n_blocks; ++b)
        {
          const auto n = header_number(header, 3 + b, n_bytes);
          if (n > n_available)
            source.fail("are too short");
          n_compressed += n;
        }
      const Bytes compressed = source.block(n_compressed);
      Bytes       result;
      const auto *from = compressed.data();
      for (std::size_t b = 0; b < n_blocks; ++b)
        {
          const auto n        = header_number(header, 3 + b, n_bytes);
          uLongf     n_result = b + 1 == n_blocks && last > 0 ? last : size;
          if (n_result > 1100 * n + 100) // zlib makes them no smaller
            source.fail("have a wrong header");
          const std::size_t begin = result.size();
          result.resize(begin + n_result);
          const uLongf announced = n_result;
          if (uncompress(result.data() + begin, &n_result, from, n) != Z_OK ||
              n_result != announced)
            source.fail("cannot be uncompressed");
          from += n;
        }
      return result;
    }

    template <class T>
    std::vector<double>
    numbers_of(const Bytes &bytes)
    {
      std::vector<double> numbers(bytes.size() / sizeof(T));
      for (std::size_t i = 0; i < numbers.size(); ++i)
        {
          T value;
          std::memcpy(&value, bytes.data() + i * sizeof(T), sizeof(T));
          numbers[i] = static_cast<double>(value);
        }
      return numbers;
    }

    std::vector<double>
    numbers_of_type(const Bytes       &bytes,
                    const std::string &type,
                    const MeshText    &text,
                    const std::size_t  line)
    {
      using Convert = std::vector<double> (*)(const Bytes &);
      static const std::map<std::string, Convert> conversions{
        {"Int8", numbers_of<std::int8_t>},
        {"UInt8", numbers_of<std::uint8_t>},
        {"Int16", numbers_of<std::int16_t>},
        {"UInt16", numbers_of<std::uint16_t>},
        {"Int32", numbers_of<std::int32_t>},
        {"UInt32", numbers_of<std::uint32_t>},
        {"Int64", numbers_of<std::int64_t>},
        {"UInt64", numbers_of<std::uint64_t>},
        {"Float32", numbers_of<float>},
        {"Float64", numbers_of<double>}};
      const auto conversion = conversions.find(type);
      if (conversion == conversions.end())
        text.fail("The array has no type of numbers: Int32, Float64, ...",
                  line);
      return conversion->second(bytes);
    }

    std::vector<double>
    numbers_in_text(const std::string_view content,
                    const MeshText        &text,
                    const std::size_t      line)
    {
      std::vector<double> numbers;
      for (std::size_t at = 0;
           (at = content.find_first_not_of(blanks, at)) != content.npos;)
        {
          const auto end =
            std::min(content.find_first_of(blanks, at), content.size());
          numbers.push_back(real_number_in(content.substr(at, end - at),
                                           "a number of the array that begins "
                                           "in this line",
                                           text,
                                           line));
          at = end;
        }
      return numbers;
    }
  } // namespace

  std::string
  VtuTag::attribute(const std::string_view name) const
  {
    const auto known = attributes.find(name);
    return known == attributes.end() ? "" : known->second;
  }

  std::vector<VtuTag>
  vtu_tags(const MeshText &text)
  {
    const std::string  &content = text.content;
    std::vector<VtuTag> tags;
    std::size_t         line = 1, counted = 0;
    for (std::size_t at = 0; (at = content.find('<', at)) != content.npos;)
      {
        line += static_cast<std::size_t>(
          std::count(content.begin() + static_cast<std::ptrdiff_t>(counted),
                     content.begin() + static_cast<std::ptrdiff_t>(at),
                     '\n'));
        counted            = at;
        const bool comment = content.compare(at, 4, "<!--") == 0;
        const auto end     = content.find(comment ? "-->" : ">", at);
        if (end == content.npos)
          text.fail("The file ends within a tag: it is not complete.", line);
        if (!comment && content[at + 1] != '?' && content[at + 1] != '!')
          {
            tags.push_back(tag_at(text, at, end, line));
            if (tags.back().name == "AppendedData")
              break;
          }
        at = end + 1;
      }
    return tags;
  }

  std::vector<double>
  vtu_numbers(const MeshText    &text,
              const VtuTag      &array,
              const std::size_t  end,
              const VtuEncoding &encoding)
  {
    const std::string_view content(text.content);
    const std::string      format = array.attribute("format");
    std::string_view       data   = content.substr(array.end, end - array.end);
    if (format == "ascii" || format.empty())
      return numbers_in_text(data, text, array.line);
    if (encoding.is_swapped)
      text.fail("Its byte order is BigEndian: save it as text (ascii).",
                array.line);
    const bool is_appended = format == "appended";
    if (!is_appended && format != "binary")
      text.fail("The array has no format ascii, binary or appended.",
                array.line);
    if (is_appended)
      {
        const auto offset =
          static_cast<std::size_t>(whole_number_in(array.attribute("offset"),
                                                   "the offset of the array",
                                                   0,
                                                   std::int64_t(1) << 53,
                                                   text,
                                                   array.line));
        if (encoding.appended == 0 ||
            offset >= content.size() - encoding.appended)
          text.fail("The data of the array are not in the file: it is not "
                    "complete.",
                    array.line);
        data = content.substr(encoding.appended + offset);
      }
    Source            source(data,
                  !is_appended || encoding.appended_is_text,
                  text,
                  array.line);
    const std::size_t h = encoding.bytes_of_header;
    Bytes             bytes;
    if (encoding.is_compressed)
      bytes = uncompressed(source, h, data.size());
    else
      {
        const auto n = header_number(source.peek(h), 0, h);
        if (n > data.size())
          source.fail("are too short");
        bytes = source.block(h + n);
        bytes.erase(bytes.begin(),
                    bytes.begin() + static_cast<std::ptrdiff_t>(h));
      }
    return numbers_of_type(bytes, array.attribute("type"), text, array.line);
  }
} // namespace percuss
