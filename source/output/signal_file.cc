// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/output/hdf5_file.h>
#include <percuss/output/signal_file.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <utility>

namespace percuss
{
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

    using Handle = HDF5Object;

    void
    write_attribute(const hid_t       object,
                    const char *const name,
                    const hid_t       type,
                    const void *const value)
    {
      const Handle scalar(hdf5().H5Screate(H5S_SCALAR), hdf5().H5Sclose);
      const Handle attribute(
        hdf5().H5Acreate2(object, name, type, scalar, H5P_DEFAULT, H5P_DEFAULT),
        hdf5().H5Aclose);
      valid(hdf5().H5Awrite(attribute, type, value));
    }

    void
    read_attribute(const hid_t       object,
                   const char *const name,
                   const hid_t       type,
                   void *const       value)
    {
      const Handle attribute(hdf5().H5Aopen(object, name, H5P_DEFAULT),
                             hdf5().H5Aclose);
      valid(hdf5().H5Aread(attribute, type, value));
    }

    /** The type of a text of variable length. */
    Handle
    text_type()
    {
      return {[] {
                const hid_t type = valid(hdf5().H5Tcopy(hdf5().c_string));
                valid(hdf5().H5Tset_size(type, H5T_VARIABLE));
                return type;
              }(),
              hdf5().H5Tclose};
    }

    std::string
    read_name(const hid_t data)
    {
      const Handle attribute(hdf5().H5Aopen(data, "name", H5P_DEFAULT),
                             hdf5().H5Aclose);
      const Handle type(hdf5().H5Aget_type(attribute), hdf5().H5Tclose);
      if (hdf5().H5Tis_variable_str(type) > 0)
        {
          char *text = nullptr;
          valid(hdf5().H5Aread(attribute, type, &text));
          const std::string name = text;
          valid(hdf5().H5free_memory(text));
          return name;
        }
      std::string name(hdf5().H5Tget_size(type), '\0');
      valid(hdf5().H5Aread(attribute, type, name.data()));
      name.resize(std::strlen(name.c_str()));
      return name;
    }

    std::vector<double>
    read_values(const hid_t data)
    {
      const Handle space(hdf5().H5Dget_space(data), hdf5().H5Sclose);
      const auto   size = hdf5().H5Sget_simple_extent_npoints(space);
      if (size < 1)
        throw HDF5Error();
      std::vector<double> values(static_cast<std::size_t>(size));
      valid(hdf5().H5Dread(data,
                           hdf5().native_double,
                           H5S_ALL,
                           H5S_ALL,
                           H5P_DEFAULT,
                           values.data()));
      return values;
    }
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
  SignalWriter::serialize(Archive &archive)
  {
    archive.section("signals.h5");
    signals.serialize(archive);
    archive(time_step);
    for (std::vector<double> &signal : values)
      archive(signal);
  }

  void
  SignalWriter::finish()
  {
    if (file_name.empty())
      return;
    replace_hdf5_file(file_name, [&](const hid_t file) {
      const auto n_signals = static_cast<unsigned int>(values.size());
      write_attribute(file, "time_step", hdf5().native_double, &time_step);
      write_attribute(file, "n_signals", hdf5().native_uint, &n_signals);
      const Handle text = text_type();
      for (std::size_t i = 0; i < values.size(); ++i)
        {
          const Handle      data        = write_hdf5_array(file,
                                               "signal_" + std::to_string(i),
                                               hdf5().native_double,
                                               {values[i].size()},
                                               values[i].data());
          const char *const signal_name = signals.names()[i].c_str();
          write_attribute(data, "name", text, &signal_name);
        }
    });
  }

  bool
  is_signal_file(const std::string &file_name)
  {
    setenv("HDF5_USE_FILE_LOCKING", "FALSE", 0);
    try
      {
        hdf5().H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
        const Handle file(hdf5().H5Fopen(file_name.c_str(),
                                         hdf5_read_only,
                                         H5P_DEFAULT),
                          hdf5().H5Fclose);
        return hdf5().H5Aexists(file, "time_step") > 0 &&
               hdf5().H5Aexists(file, "n_signals") > 0;
      }
    catch (const HDF5Error &)
      {
        return false;
      }
  }

  Reference
  read_signals(const std::string &file_name, const double time_step)
  {
    if (!std::filesystem::is_regular_file(file_name))
      throw InputError("There is no file '" + file_name +
                       "'. A run leaves it with --set "
                       "\"Output/record signals=true\".");
    // runs of a study read the same file at the same time
    setenv("HDF5_USE_FILE_LOCKING", "FALSE", 0);
    try
      {
        hdf5().H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
        const Handle file(hdf5().H5Fopen(file_name.c_str(),
                                         hdf5_read_only,
                                         H5P_DEFAULT),
                          hdf5().H5Fclose);
        double       h         = 0.;
        unsigned int n_signals = 0;
        read_attribute(file, "time_step", hdf5().native_double, &h);
        read_attribute(file, "n_signals", hdf5().native_uint, &n_signals);
        Reference result;
        for (unsigned int i = 0; i < n_signals; ++i)
          {
            const std::string         data_name = "signal_" + std::to_string(i);
            const Handle              data(hdf5().H5Dopen2(file,
                                              data_name.c_str(),
                                              H5P_DEFAULT),
                              hdf5().H5Dclose);
            const std::string         name   = read_name(data);
            const std::vector<double> values = read_values(data);
            const Polygon             polygon(values, h);
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
    catch (const HDF5Error &)
      {
        throw InputError("'" + file_name +
                         "' is no file of signals that a run has left. Repeat "
                         "that run with --set \"Output/record signals=true\".");
      }
  }
} // namespace percuss
