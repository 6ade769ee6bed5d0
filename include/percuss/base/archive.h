// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_base_archive_h
#define percuss_base_archive_h

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace percuss
{
  /** What is read is not what was written. */
  class ArchiveError : public std::runtime_error
  {
  public:
    using std::runtime_error::runtime_error;
  };

  /**
   * What a run needs to go on, as bytes. One function of a class, serialize(),
   * writes its values or reads them back, so that both cannot differ:
   *
   *     void serialize(Archive &archive)
   *     {
   *       archive.section("energy balance");
   *       archive(n_steps, energy, residuals);
   *     }
   *
   * Numbers keep all their bits; on another kind of computer they are not
   * read. What all processes hold alike is written and read alike by all of
   * them; entries of distributed vectors are apart, each process has its own.
   */
  class Archive
  {
  public:
    /** Writes. */
    Archive() = default;

    /** Reads what another one has written.
     * @param entries of distributed vectors on this process, vector by vector
     */
    explicit Archive(std::string common, std::vector<double> entries = {})
      : reads(true)
      , bytes(std::move(common))
      , own(std::move(entries))
    {}

    bool
    is_reading() const
    {
      return reads;
    }

    /** A part begins; throws ArchiveError where it is another one. */
    void
    section(std::string_view name);

    /** Values without pointers, arrays of them, vectors with their size (what
     * is read has the size that was written), texts. */
    template <class... T>
    void
    operator()(T &...values)
    {
      (value(values), ...);
    }

    /** Numbers whose count the reader knows; throws ArchiveError for another
     * count. */
    template <class T>
    void
    array(const std::span<T> values)
    {
      static_assert(std::is_trivially_copyable_v<T>);
      std::uint64_t size = values.size();
      raw(&size, sizeof(size));
      if (size != values.size())
        throw ArchiveError("it has " + std::to_string(size) + " numbers for " +
                           std::to_string(values.size()));
      raw(values.data(), values.size_bytes());
    }

    /** The entries of a distributed vector that this process holds. */
    void
    own_entries(std::span<double> entries);

    /** Throws ArchiveError if not all of it was read. */
    void
    end() const;

    /** What was written, of all processes and of this one. */
    const std::string &
    common() const
    {
      return bytes;
    }
    const std::vector<double> &
    entries() const
    {
      return own;
    }

  private:
    void
    raw(void *data, std::size_t size);

    template <class T>
    void
    value(T &x)
    {
      static_assert(std::is_trivially_copyable_v<T> && !std::is_pointer_v<T>);
      raw(&x, sizeof(x));
    }

    void
    value(std::string &text);

    template <class T>
    void
    value(std::vector<T> &list)
    {
      static_assert(std::is_trivially_copyable_v<T>);
      resize(list, sizeof(T));
      raw(list.data(), list.size() * sizeof(T));
    }

    /** Writes or reads the size. */
    template <class List>
    void
    resize(List &list, const std::size_t bytes_each)
    {
      std::uint64_t size = list.size();
      raw(&size, sizeof(size));
      if (!reads)
        return;
      if (size > (bytes.size() - position) / bytes_each)
        throw ArchiveError("it ends too early");
      list.resize(size);
    }

    bool                reads = false;
    std::string         bytes;
    std::vector<double> own;
    std::size_t         position = 0, own_position = 0;
  };
} // namespace percuss

#endif
