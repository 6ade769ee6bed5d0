// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/run/loaded_library.h>

#include <dlfcn.h>
#include <unistd.h>

#include <charconv>
#include <cstdlib>
#include <stdexcept>
#include <string_view>
#include <utility>

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

    /** Whether the environment has a variable whose name begins so. */
    bool
    has_variable(const std::string_view begin)
    {
      for (char **variable = environ; *variable; ++variable)
        if (std::string_view(*variable).starts_with(begin))
          return true;
      return false;
    }

    /**
     * Open MPI would start a daemon beside a process that no launcher has
     * started, for processes that this one might start in turn: none. It would
     * outlive a process that is killed, and take time. What the user says about
     * it is left.
     */
    void
    stay_alone()
    {
      const char *const chosen = std::getenv("OMPI_MCA_ess_singleton_isolated");
      if (is_launched() || (chosen && std::string_view(chosen) == "0"))
        return;
      for (const char *const launcher : {"OMPI_COMM_WORLD_",
                                         "PMIX_",
                                         "PMI_",
                                         "PRTE_",
                                         "HYDI_",
                                         "SLURM_STEP_ID="})
        if (has_variable(launcher))
          return;
      static constexpr std::pair<const char *, const char *> settings[] = {
        {"OMPI_MCA_ess_singleton_isolated", "1"},
        // nothing is shared with others: no folder in the temporary one, which
        // isolated processes remove from under each other, and no network
        {"OMPI_MCA_orte_create_session_dirs", "0"},
        {"OMPI_MCA_sharedfp", "^sm"},
        {"OMPI_MCA_pml", "ob1"},
        {"OMPI_MCA_btl", "self"}};
      for (const auto &[name, value] : settings)
        setenv(name, value, 0);
    }

    /** Gives the library the functions of the program in which this thread is,
     * if there are some. */
    class FunctionsInLibrary
    {
    public:
      FunctionsInLibrary()
      {
        if (const auto *const functions = ProgramFunctionScope::current())
          use(functions);
      }

      FunctionsInLibrary(const FunctionsInLibrary &) = delete;

      ~FunctionsInLibrary()
      {
        if (ProgramFunctionScope::current())
          use(nullptr);
      }

    private:
      static void
      use(const ProgramFunctions *const functions)
      {
        loaded<UseProgramFunctions>("percuss_use_program_functions")(functions);
      }
    };

    std::unique_ptr<const Processes> running; // of MPI
    unsigned int                     n_sessions = 0;
  } // namespace

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
  template UseProgramFunctions *
  loaded<UseProgramFunctions>(const std::string &);

  void
  load_library()
  {
    try
      {
        library();
      }
    catch (const std::exception &) // whoever needs it says so
      {}
  }

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
      {
        stay_alone();
        running.reset(loaded<StartMPI>("percuss_start_mpi")());
      }
    return *running;
  }

  MpiSession::MpiSession()
  {
    ++n_sessions;
  }

  MpiSession::~MpiSession()
  {
    if (--n_sessions == 0)
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
    const FunctionsInLibrary functions;
    return std::unique_ptr<Model>(
      loaded<MakeModel>(function)(parameters, run, case_file));
  }
} // namespace percuss
