// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/output/signal_file.h>

#include <deal.II/base/hdf5.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <stdexcept>

namespace percuss
{
  using namespace dealii;

  namespace
  {
    /** Linear between the values at 0, h, 2h, ...; constant beyond them. */
    class Polygon
    {
    public:
      Polygon(std::vector<double> values, const double time_step)
        : values(std::make_shared<const std::vector<double>>(std::move(values)))
        , time_step(time_step)
      {}

      double
      operator()(const double t) const
      {
        const double last = static_cast<double>(values->size() - 1);
        const double k    = std::clamp(t / time_step, 0., last);
        const double base = std::min(std::floor(k), std::max(last - 1., 0.));
        const auto   i    = static_cast<std::size_t>(base);
        return i == values->size() - 1 ?
                 values->back() :
                 (*values)[i] + (k - base) * ((*values)[i + 1] - (*values)[i]);
      }

    private:
      std::shared_ptr<const std::vector<double>> values;
      double                                     time_step;
    };
  } // namespace

  SignalWriter::SignalWriter(const std::string &file_name,
                             const RunSignals  &signals)
    : Observer(1)
    , file_name(file_name)
    , signals(signals)
    , values(signals.names().size())
  {}

  void
  SignalWriter::observe(const StepRecord &record)
  {
    time_step         = record.time_step;
    const auto &found = signals.evaluate(record);
    if (!file_name.empty())
      for (std::size_t i = 0; i < values.size(); ++i)
        values[i].push_back(found[i]);
  }

  void
  SignalWriter::finish()
  {
    if (file_name.empty())
      return;
    try
      {
        HDF5::File file(file_name, HDF5::File::FileAccessMode::create);
        file.set_attribute("time_step", time_step);
        file.set_attribute("n_signals",
                           static_cast<unsigned int>(values.size()));
        for (std::size_t i = 0; i < values.size(); ++i)
          {
            const std::string name = "signal_" + std::to_string(i);
            file.write_dataset(name, values[i]);
            file.open_dataset(name).set_attribute("name", signals.names()[i]);
          }
      }
    catch (const ExceptionBase &)
      {
        throw std::runtime_error("Writing '" + file_name +
                                 "' failed: is the disk full?");
      }
  }

  Reference
  read_signals(const std::string &file_name, const double time_step)
  {
    if (!std::filesystem::is_regular_file(file_name))
      throw InputError("There is no file '" + file_name +
                       "'. A run leaves it with --set "
                       "\"Output/record signals=true\".");
    // deal.II opens files for writing, too, which locks out other readers
    setenv("HDF5_USE_FILE_LOCKING", "FALSE", 0);
    try
      {
        HDF5::File file(file_name, HDF5::File::FileAccessMode::open);
        const auto h         = file.get_attribute<double>("time_step");
        const auto n_signals = file.get_attribute<unsigned int>("n_signals");
        Reference  result;
        for (unsigned int i = 0; i < n_signals; ++i)
          {
            HDF5::DataSet data =
              file.open_dataset("signal_" + std::to_string(i));
            const auto    name   = data.get_attribute<std::string>("name");
            const auto    values = data.read<std::vector<double>>();
            const Polygon polygon(values, h);
            result.valid_until = h * static_cast<double>(values.size() - 1);
            result.signals.push_back({name, polygon, {}, h});
          }
        for (ReferenceSignal &force : result.signals)
          if (base_name(force.name) == "contact_force")
            {
              const std::string name =
                "contact_impulse" +
                force.name.substr(base_name(force.name).size());
              const auto impulse =
                std::ranges::find(result.signals, name, &ReferenceSignal::name);
              force.value = [I = impulse->value, time_step](const double t) {
                return (I(t) - I(t - time_step)) / time_step;
              };
            }
        return result;
      }
    catch (const ExceptionBase &)
      {
        throw InputError("'" + file_name +
                         "' is no file of signals that a run has left. Repeat "
                         "that run with --set \"Output/record signals=true\".");
      }
  }
} // namespace percuss
