// SPDX-License-Identifier: Apache-2.0
#include <percuss/output/field_list.h>
#include <percuss/output/field_times.h>
#include <percuss/output/file_replacement.h>
#include <percuss/output/result_files.h>

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
    if (!writes)
      return;
    std::error_code error;
    std::filesystem::create_directory(directory + "/solution", error);
    if (error)
      throw std::runtime_error("The directory '" + directory +
                               "/solution' cannot be made: " + error.message() +
                               '.');
  }

  void
  FieldTimes::write(const double                                    time,
                    const std::string                              &file,
                    const std::function<void(const std::string &)> &write,
                    const std::string                              &grid)
  {
    if (writes)
      {
        announce({file});
        write(directory + "/solution/" + file);
      }
    add(time, file, grid);
  }

  void
  FieldTimes::announce(const std::vector<std::string> &files) const
  {
    if (writes)
      for (const std::string &file : files)
        announce_result(directory, "solution/" + file);
  }

  void
  FieldTimes::add(const double                    time,
                  const std::string              &file,
                  const std::string              &grid,
                  const std::vector<std::string> &all)
  {
    entries.push_back({time, "solution/" + file, grid});
    if (!writes)
      return;
    text += text_of(entries.back());
    for (const std::string &written :
         all.empty() ? std::vector<std::string>{file} : all)
      enter_result(directory, "solution/" + written);
    write_list();
  }

  std::string
  FieldTimes::begin_of_list() const
  {
    const std::string begin =
      "<?xml version=\"1.0\"?>\n<!-- written by percuss -->\n";
    return format == FieldFormat::vtu ?
             begin + "<VTKFile type=\"Collection\" version=\"0.1\">\n"
                     "<Collection>\n" :
             begin + "<Xdmf Version=\"2.0\">\n<Domain>\n<Grid Name=\"" + name +
               "\" GridType=\"Collection\" CollectionType=\"Temporal\">\n";
  }

  std::string
  FieldTimes::text_of(const Entry &entry) const
  {
    if (format == FieldFormat::xdmf)
      return entry.grid;
    std::ostringstream text;
    text << std::setprecision(12) << "<DataSet timestep=\"" << entry.time
         << "\" group=\"\" part=\"0\" file=\"" << entry.file << "\"/>\n";
    return text.str();
  }

  std::string
  FieldTimes::end_of_list() const
  {
    return format == FieldFormat::vtu ? "</Collection>\n</VTKFile>\n" :
                                        "</Grid>\n</Domain>\n</Xdmf>\n";
  }

  void
  FieldTimes::write_list() const
  {
    replace_file(directory + '/' + list_of_fields(name, format),
                 begin_of_list() + text + end_of_list());
  }

  void
  FieldTimes::serialize(Archive &archive)
  {
    archive.section(name + ".pvd");
    std::size_t n = entries.size();
    archive(n);
    if (archive.is_reading())
      entries.assign(n, {});
    for (Entry &entry : entries)
      {
        archive(entry.time, entry.file);
        if (format == FieldFormat::xdmf)
          archive(entry.grid);
      }
    if (!archive.is_reading())
      return;
    text.clear();
    for (const Entry &entry : entries)
      text += text_of(entry);
  }

  void
  FieldTimes::go_on() const
  {
    if (!writes)
      return;
    const ResultFiles     results(directory);
    std::set<std::string> listed; // NAME_00000012
    for (const Entry &entry : entries)
      listed.insert(std::filesystem::path(entry.file).stem().string());
    std::vector<std::filesystem::path> unlisted;
    std::error_code                    ignored;
    for (const auto &file :
         std::filesystem::directory_iterator(directory + "/solution", ignored))
      {
        const std::string file_name = file.path().filename().string();
        const std::string stem      = file_name.substr(0, name.size() + 9);
        if (file_name.starts_with(name + '_') && !listed.contains(stem) &&
            results.has("solution/" + file_name))
          unlisted.push_back(file.path());
      }
    for (const auto &file : unlisted)
      std::filesystem::remove(file, ignored);
    write_list();
  }
} // namespace percuss
