// SPDX-License-Identifier: Apache-2.0
#include <percuss/output/field_times.h>
#include <percuss/output/file_replacement.h>

#include <cstdio>
#include <filesystem>
#include <iomanip>
#include <set>
#include <sstream>
#include <stdexcept>

namespace percuss
{
  std::string
  FieldTimes::base(const unsigned long int step) const
  {
    char number[32];
    std::snprintf(number, sizeof number, "_%08lu", step);
    return name + number;
  }

  void
  FieldTimes::make_folder() const
  {
    std::error_code error;
    std::filesystem::create_directory(directory + "/solution", error);
    if (error)
      throw std::runtime_error("The directory '" + directory +
                               "/solution' cannot be made: " + error.message() +
                               '.');
  }

  void
  FieldTimes::add(const double time, const std::string &file)
  {
    times_and_names.emplace_back(time, "solution/" + file);
    write();
  }

  void
  FieldTimes::write() const
  {
    std::ostringstream list;
    list << std::setprecision(12)
         << "<?xml version=\"1.0\"?>\n<!-- written by percuss -->\n"
            "<VTKFile type=\"Collection\" version=\"0.1\">\n<Collection>\n";
    for (const auto &[time, file] : times_and_names)
      list << "<DataSet timestep=\"" << time
           << "\" group=\"\" part=\"0\" file=\"" << file << "\"/>\n";
    list << "</Collection>\n</VTKFile>\n";
    replace_file(directory + '/' + name + ".pvd", list.str());
  }

  void
  FieldTimes::serialize(Archive &archive)
  {
    archive.section(name + ".pvd");
    std::size_t n = times_and_names.size();
    archive(n);
    if (archive.is_reading())
      times_and_names.assign(n, {});
    for (auto &[time, file] : times_and_names)
      archive(time, file);
  }

  void
  FieldTimes::go_on() const
  {
    std::set<std::string> listed; // NAME_00000012
    for (const auto &[time, file] : times_and_names)
      listed.insert(std::filesystem::path(file).stem().string());
    std::vector<std::filesystem::path> unlisted;
    std::error_code                    ignored;
    for (const auto &file :
         std::filesystem::directory_iterator(directory + "/solution", ignored))
      {
        const std::string file_name = file.path().filename().string();
        const std::string stem      = file_name.substr(0, name.size() + 9);
        if (file_name.starts_with(name + '_') && !listed.contains(stem) &&
            file_name.find("vtu") != std::string::npos &&
            !file.is_symlink(ignored))
          unlisted.push_back(file.path());
      }
    for (const auto &file : unlisted)
      std::filesystem::remove(file, ignored);
    write();
  }
} // namespace percuss
