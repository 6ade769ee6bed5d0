// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/archive.h>

#include <algorithm>
#include <cstring>

namespace percuss
{
  void
  Archive::section(const std::string_view name)
  {
    std::string text(name);
    value(text);
    if (text != name)
      throw ArchiveError("it has '" + text + "' where this run has '" +
                         std::string(name) + "'");
  }

  void
  Archive::value(std::string &text)
  {
    resize(text, 1);
    raw(text.data(), text.size());
  }

  void
  Archive::raw(void *const data, const std::size_t size)
  {
    if (size == 0)
      return;
    if (!reads)
      {
        bytes.append(static_cast<const char *>(data), size);
        return;
      }
    if (size > bytes.size() - position)
      throw ArchiveError("it ends too early");
    std::memcpy(data, bytes.data() + position, size);
    position += size;
  }

  void
  Archive::own_entries(const std::span<double> entries)
  {
    if (!reads)
      {
        own.insert(own.end(), entries.begin(), entries.end());
        return;
      }
    if (entries.size() > own.size() - own_position)
      throw ArchiveError("its vectors are shorter");
    std::copy_n(own.begin() + static_cast<std::ptrdiff_t>(own_position),
                entries.size(),
                entries.begin());
    own_position += entries.size();
  }

  void
  Archive::end() const
  {
    if (position != bytes.size() || own_position != own.size())
      throw ArchiveError("it has more than this run needs");
  }
} // namespace percuss
