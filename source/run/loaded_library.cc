// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/run/loaded_library.h>

#include <dlfcn.h>

#include <charconv>
#include <cstdlib>
#include <stdexcept>

namespace percuss
{
  namespace
  {
    constexpr const char *library_name = "libpercuss_parallel.so";

    /** deal.II ends the program for what is no number when it is loaded. */
    void
    check_environment()
    {
      const char *const name  = "DEAL_II_NUM_THREADS";
      const char *const value = std::getenv(name);
      if (!value)
        return;
      const std::string text   = value;
      int               number = 0;
      const auto        read =
        std::from_chars(text.data(), text.data() + text.size(), number);
      if (read.ec != std::errc() || *read.ptr != '\0' || number < 1)
        throw InputError(std::string("The environment variable ") + name +
                         " is '" + text +
                         "'. Allowed is a whole number, at least 1; unset, it "
                         "is the number of cores.");
    }

    /** Found by the run path of the program, or LD_LIBRARY_PATH. It is never
     * closed: what it has made may live until the end. */
    void *
    library()
    {
      check_environment();
      // what MPI loads in turn looks for its symbols among the global ones
      static void *const handle = dlopen(library_name, RTLD_LAZY | RTLD_GLOBAL);
      if (!handle)
        throw std::runtime_error(
          std::string("the library with the models that need deal.II cannot be "
                      "loaded: ") +
          dlerror() + ". Is percuss installed completely?");
      return handle;
    }

    void *
    symbol(const std::string &function)
    {
      void *const address = dlsym(library(), function.c_str());
      if (!address)
        throw std::runtime_error(std::string(library_name) + " has no '" +
                                 function + "': is it of this version?");
      return address;
    }

    std::unique_ptr<const Processes> running; // of MPI
  }                                           // namespace

  template <class Function>
  Function *
  loaded(const std::string &function)
  {
    return reinterpret_cast<Function *>(symbol(function));
  }

  template StartMPI *
  loaded<StartMPI>(const std::string &);
  template MakeModel *
  loaded<MakeModel>(const std::string &);
  template MakeSolver *
  loaded<MakeSolver>(const std::string &);

  bool
  is_launched()
  {
    for (const char *variable :
         {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMIX_RANK", "MPI_LOCALRANKID"})
      if (std::getenv(variable))
        return true;
    return false;
  }

  const Processes &
  start_mpi()
  {
    if (!running)
      running.reset(loaded<StartMPI>("percuss_start_mpi")());
    return *running;
  }

  MpiSession::~MpiSession()
  {
    running.reset();
  }

  const Processes &
  processes()
  {
    static const Processes alone;
    return running ? *running : alone;
  }

  std::unique_ptr<Model>
  make_loaded_model(const std::string     &function,
                    const ModelParameters &parameters,
                    const RunParameters   &run,
                    const CaseFile        &case_file)
  {
    start_mpi();
    return std::unique_ptr<Model>(
      loaded<MakeModel>(function)(parameters, run, case_file));
  }
} // namespace percuss
