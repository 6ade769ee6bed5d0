// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/base/text.h>
#include <percuss/mesh/mesh_contents.h>

#include <cmath>

namespace percuss
{
  namespace
  {
    std::string
    lower_case(std::string text)
    {
      for (char &c : text)
        if (c >= 'A' && c <= 'Z')
          c = static_cast<char>(c - 'A' + 'a');
      return text;
    }
  } // namespace

  Mesh
  read_mesh(const std::string &file_name, const unsigned int dim)
  {
    MeshText          text(file_name);
    const std::string name = lower_case(file_name);
    const auto        read = name.ends_with(".inp") ? read_abaqus :
                             name.ends_with(".vtu") ? read_vtu :
                                                      read_gmsh;
    return make_mesh(read(text, dim), text);
  }

  std::vector<std::string>
  warnings_of(const Mesh &mesh)
  {
    std::string all;
    for (const std::string &note : mesh.notes)
      all += (all.empty() ? "" : "; ") + note;
    if (all.empty())
      return {};
    return {"the mesh file '" + mesh.file_name +
            "' has what is not in the mesh: " + all +
            ". Materials, loads and constraints are given in the parameter "
            "file."};
  }

  std::set<unsigned int>
  ids_of(const std::string &label, const GroupIds &groups)
  {
    if (const auto exact = groups.find(label); exact != groups.end())
      return exact->second;
    std::set<std::set<unsigned int>> others;
    for (const auto &[name, ids] : groups)
      if (lower_case(name) == lower_case(label))
        others.insert(ids);
    if (!others.empty())
      return others.size() == 1 ? *others.begin() : std::set<unsigned int>();
    const auto value = number(label);
    if (value && *value == std::floor(*value) && *value >= 0. && *value <= 1e9)
      return {static_cast<unsigned int>(*value)};
    return {};
  }

  std::string
  names_in(const GroupIds &groups)
  {
    std::string text;
    for (const auto &[name, ids] : groups)
      if (!ids.empty() &&
          name.find_first_not_of("0123456789") != std::string::npos)
        text += (text.empty() ? "'" : ", '") + name + "'";
    return text.empty() ? "none" : shortened(text);
  }
} // namespace percuss
