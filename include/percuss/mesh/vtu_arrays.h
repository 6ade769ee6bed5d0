// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_mesh_vtu_arrays_h
#define percuss_mesh_vtu_arrays_h

#include <future>
#include <ostream>
#include <span>
#include <string>
#include <vector>

namespace percuss
{
  // Files of VTK, UnstructuredGrid in XML with compressed arrays in base 64.

  /** The start of a file, up to its first piece: byte order, compression, step
   * and time [s]. */
  std::string
  vtu_begin(double time, unsigned long int step);

  /**
   * An element DataArray of 4-byte numbers or of bytes; the data are those of
   * zlib at its highest speed, in one block of less than 4 GiB.
   * @param name          none where it is empty, as of points
   * @param n_components  of a value
   */
  template <class Number>
  std::string
  vtu_array(const std::string      &name,
            unsigned int            n_components,
            std::span<const Number> numbers);

  /**
   * The same of any number of numbers, which come one after the other and are
   * compressed in blocks of n_of_block bytes: one while there are no more. A
   * thread of its own compresses a block while the next one is filled. Memory
   * is that of the compressed numbers, and of two blocks.
   */
  template <class Number>
  class LongVtuArray
  {
  public:
    static constexpr std::size_t n_of_block = 1 << 21;

    /** @param unit none where it is empty */
    LongVtuArray(const std::string &name,
                 unsigned int       n_components,
                 const std::string &unit = {});

    LongVtuArray(const LongVtuArray &) = delete; // threads refer to it

    void
    add(const Number number)
    {
      block.push_back(number);
      if (block.size() == n_of_block / sizeof(Number))
        end_block();
    }

    /** No more numbers: the last ones are compressed, too. */
    void
    end()
    {
      if (!block.empty())
        end_block();
    }

    /** The element DataArray, after which there are no numbers any more. */
    void
    write(std::ostream &file);

  private:
    using Bytes = std::vector<unsigned char>;

    void
    end_block();
    void
    take_compressed(); // of the thread, if there is one

    std::string         start;
    std::vector<Number> block, in_work;   // the latter compressed by a thread
    std::size_t         size_of_last = 0; // of the blocks [bytes]
    std::vector<Bytes>  compressed;       // of each block
    std::future<Bytes>  of_thread;        // waits for it where it is destroyed
  };

  /**
   * An array that is written time after time: where its numbers are those of
   * the last time, so is its text.
   */
  class RepeatedVtuArray
  {
  public:
    /** Takes the numbers, leaves others in their place; see vtu_array(). */
    const std::string &
    text(const std::string  &name,
         unsigned int        n_components,
         std::vector<float> &numbers);

  private:
    std::vector<float> last;
    std::string        last_text;
  };

  /** An array that the pieces of several ranks have. */
  struct VtuField
  {
    std::string  name;
    unsigned int n_components;
  };

  /** The file that joins pieces with these fields at points, floats all of
   * them. */
  std::string
  joined_vtu(double                          time,
             unsigned long int               step,
             const std::vector<VtuField>    &fields,
             const std::vector<std::string> &pieces);
} // namespace percuss

#endif
