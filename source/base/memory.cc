// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/memory.h>

#include <sys/resource.h>
#include <sys/sysinfo.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <limits>

namespace percuss
{
  namespace
  {
    constexpr double none = std::numeric_limits<double>::infinity();

    double
    of_machine()
    {
      struct sysinfo found;
      if (sysinfo(&found) != 0)
        return none;
      return (static_cast<double>(found.totalram) +
              static_cast<double>(found.totalswap)) *
             found.mem_unit;
    }

    double
    number_in(const std::filesystem::path &file_name)
    {
      std::ifstream file(file_name);
      double        value = none;
      return file >> value ? value : none; // "max" is no number
    }

    /** Of the control groups that the process is in, and of those around
     * them; cgroup(7). */
    double
    of_control_groups()
    {
      namespace fs         = std::filesystem;
      const fs::path all   = "/sys/fs/cgroup";
      double         least = std::min(number_in(all / "memory.max"),
                              number_in(all / "memory/memory.limit_in_bytes"));
      std::ifstream  groups("/proc/self/cgroup"); // 4:memory:/a/b, 0::/a/b
      for (std::string line; std::getline(groups, line);)
        {
          const auto first = line.find(':'), second = line.find(':', first + 1);
          if (second == std::string::npos)
            continue;
          const std::string kind  = line.substr(first + 1, second - first - 1);
          fs::path          group = fs::path(line.substr(second + 1));
          if (!kind.empty() && kind != "memory")
            continue;
          for (; group.has_relative_path(); group = group.parent_path())
            least =
              std::min(least,
                       kind.empty() ?
                         number_in(all / group.relative_path() / "memory.max") :
                         number_in(all / "memory" / group.relative_path() /
                                   "memory.limit_in_bytes"));
        }
      return least;
    }

    double
    of_process(const decltype(RLIMIT_AS) resource)
    {
      struct rlimit limit;
      return getrlimit(resource, &limit) != 0 ||
                 limit.rlim_cur == RLIM_INFINITY ?
               none :
               static_cast<double>(limit.rlim_cur);
    }

    std::string
    in_words(double bytes)
    {
      constexpr std::array units{"kB", "MB", "GB", "TB", "PB", "EB"};
      std::size_t          unit = 0;
      for (bytes /= 1e3; bytes >= 999.5 && unit + 1 < units.size(); ++unit)
        bytes /= 1e3;
      char text[64];
      std::snprintf(text, sizeof text, "%.2g %s", bytes, units[unit]);
      if (bytes >= 99.5)
        std::snprintf(text, sizeof text, "%.0f %s", bytes, units[unit]);
      return text;
    }
  } // namespace

  double
  memory_limit()
  {
    // they are read once: a study makes thousands of runs
    static const double groups = of_control_groups();
    return std::min(
      {of_machine(), groups, of_process(RLIMIT_AS), of_process(RLIMIT_DATA)});
  }

  std::string
  problem_of_memory(const double bytes)
  {
    const double limit = memory_limit();
    return bytes <= limit ? "" :
                            "It would need about " + in_words(bytes) +
                              " of memory, and there are " + in_words(limit);
  }

  void
  refuse_more_memory()
  {
    struct rlimit limit;
    const double  most = memory_limit();
    if (getrlimit(RLIMIT_DATA, &limit) != 0 ||
        most >= static_cast<double>(limit.rlim_cur))
      return;
    limit.rlim_cur = static_cast<rlim_t>(most);
    setrlimit(RLIMIT_DATA, &limit);
  }
} // namespace percuss
