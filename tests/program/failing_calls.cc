// SPDX-License-Identifier: Apache-2.0

// A library to be preloaded: the call that $FAILING_CALL names fails for the
// files whose path ends in $FAILING_FILE, as on a disk that is full
// (ENOSPC) or broken (EIO).

#include <dlfcn.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

namespace
{
  bool
  fails(const char *const call, const int file)
  {
    const char *const failing = std::getenv("FAILING_CALL");
    const char *const name    = std::getenv("FAILING_FILE");
    if (!failing || !name || std::strcmp(failing, call) != 0)
      return false;
    char       path[4096];
    const auto n = readlink(("/proc/self/fd/" + std::to_string(file)).c_str(),
                            path,
                            sizeof path);
    return n > 0 &&
           std::string(path, static_cast<std::size_t>(n)).ends_with(name);
  }

  int
  error()
  {
    const char *const name = std::getenv("FAILING_ERROR");
    return name && std::strcmp(name, "EIO") == 0 ? EIO : ENOSPC;
  }

  template <class Function>
  Function *
  real(const char *const name)
  {
    return reinterpret_cast<Function *>(dlsym(RTLD_NEXT, name));
  }
} // namespace

extern "C" int
fsync(const int file)
{
  if (!fails("fsync", file))
    return real<int(int)>("fsync")(file);
  errno = error();
  return -1;
}

extern "C" int
close(const int file)
{
  const bool failing = fails("close", file);
  const int  result  = real<int(int)>("close")(file);
  if (!failing)
    return result;
  errno = error();
  return -1;
}

extern "C" int
fclose(std::FILE *const stream)
{
  const bool failing = fails("close", fileno(stream));
  const int  result  = real<int(std::FILE *)>("fclose")(stream);
  if (!failing)
    return result;
  errno = error();
  return EOF;
}
