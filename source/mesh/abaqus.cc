// SPDX-License-Identifier: Apache-2.0

// Input files of Abaqus and CalculiX: nodes, elements, sets, surfaces, sections,
// parts and instances, as the manual of keywords has them. What becomes of all
// other keywords is in abaqus_keywords.cc.

#include <percuss/base/text.h>
#include <percuss/mesh/abaqus_keywords.h>
#include <percuss/mesh/abaqus_model.h>

#include <algorithm>
#include <set>

namespace percuss
{
  namespace
  {
    constexpr std::int64_t largest_label = std::int64_t(1) << 53;

    class AbaqusReader
    {
    public:
      AbaqusReader(MeshText &text, const unsigned int dim)
        : text(text)
        , contents(dim)
      {}

      MeshContents
      read()
      {
        while (!text.at_end())
          {
            const std::string line = trim(text.rest_of_line());
            if (line.empty() || line.starts_with("**"))
              continue;
            if (line.starts_with('*'))
              begin_keyword(line);
            else
              (this->*read_data)(fields_of(line));
          }
        end_keyword();
        if (scope != &model.assembly)
          text.fail("*END PART or *END INSTANCE is missing: the file is not "
                    "complete.");
        enter_abaqus_model(model, contents, text);
        if (contents.points.empty())
          text.fail("It has no *NODE: it is no mesh file of Abaqus.");
        note();
        return std::move(contents);
      }

    private:
      using Fields = std::vector<std::string>;

      struct Keyword
      {
        std::string                        name;       // "NODE"
        std::map<std::string, std::string> parameters; // by name in capitals
      };

      /** Blanks removed, none behind a comma at the end. */
      Fields
      fields_of(const std::string &line) const
      {
        Fields fields = split(line, ',');
        if (fields.size() > 1 && fields.back().empty())
          fields.pop_back();
        return fields;
      }

      std::string
      parameter(const char *name) const
      {
        const auto known = keyword.parameters.find(name);
        return known == keyword.parameters.end() ? "" : known->second;
      }

      bool
      has(const char *name) const
      {
        return keyword.parameters.contains(name);
      }

      std::string
      required(const char *name) const
      {
        const std::string value = parameter(name);
        if (value.empty())
          text.fail("*" + keyword.name + " needs the parameter " + name + '.');
        return value;
      }

      /** Fails of parameters that are not known. */
      void
      allow(const std::set<std::string> &known) const
      {
        for (const auto &[name, value] : keyword.parameters)
          if (!known.contains(name))
            text.fail("The parameter " + shortened(name) + " of *" +
                      keyword.name + " is not read.");
      }

      void
      begin_keyword(const std::string &line)
      {
        end_keyword();
        Fields words = fields_of(line.substr(1));
        // they go on in the next line behind a comma
        for (std::string more = line; more.ends_with(',') && !text.at_end();)
          {
            more = trim(text.rest_of_line());
            std::ranges::copy(fields_of(more), std::back_inserter(words));
          }
        keyword = {abaqus_name(with_single_blanks(words[0])), {}};
        for (std::size_t i = 1; i < words.size(); ++i)
          if (const std::size_t equals = words[i].find('='); !words[i].empty())
            keyword.parameters[abaqus_name(
              with_single_blanks(trim(words[i].substr(0, equals))))] =
              equals == std::string::npos ?
                "" :
                without_quotes(trim(words[i].substr(equals + 1)));
        begin_data();
      }

      void
      begin_data()
      {
        read_data        = &AbaqusReader::pass_over;
        const auto known = abaqus_keyword(keyword.name);
        if (!known)
          fail_unknown();
        keyword.name = known->name;
        if (known->use == KeywordUse::refused)
          text.fail("*" + keyword.name +
                    " changes the mesh in a way that is not read: write all "
                    "nodes and elements, in rectangular coordinates, into the "
                    "file.");
        if (known->use == KeywordUse::passed_over)
          passed_over.insert('*' + keyword.name);
        else
          begin_known();
      }

      [[noreturn]] void
      fail_unknown() const
      {
        std::vector<std::string> all;
        for (const auto use :
             {KeywordUse::read, KeywordUse::passed_over, KeywordUse::refused})
          std::ranges::copy(abaqus_keywords(use), std::back_inserter(all));
        const std::string meant = nearest(keyword.name, all);
        text.fail("*" + shortened(keyword.name) +
                  " is no keyword of Abaqus or CalculiX that is known." +
                  (meant.empty() ? "" : " Did you mean *" + meant + '?'));
      }

      void
      begin_known()
      {
        const std::string &name = keyword.name;
        if (name == "NODE")
          begin_nodes();
        else if (name == "ELEMENT")
          begin_elements();
        else if (name == "NSET" || name == "ELSET")
          begin_set();
        else if (name == "SURFACE")
          begin_surface();
        else if (name.ends_with("SECTION"))
          scope->sections.push_back(
            {required("ELSET"),
             has("MATERIAL") ? model.enter_name(required("MATERIAL")) : "",
             text.line()});
        else if (name == "PART")
          begin_part();
        else if (name == "INSTANCE")
          begin_instance();
        else if (name == "END PART" || name == "END INSTANCE")
          scope = &model.assembly;
        else if (name == "ASSEMBLY")
          {
            allow({"NAME"});
            model.assembly.name = parameter("NAME");
          }
        else if (name == "INCLUDE")
          {
            allow({"INPUT"});
            text.include(required("INPUT"));
          }
      }

      void
      begin_nodes()
      {
        allow({"NSET", "INPUT", "SYSTEM"});
        if (has("SYSTEM") && abaqus_name(parameter("SYSTEM")) != "R")
          text.fail("The parameter SYSTEM = " + shortened(parameter("SYSTEM")) +
                    " is not read: nodes must have rectangular coordinates.");
        read_data = &AbaqusReader::read_node;
        if (has("NSET"))
          scope->ranges_of_nodes.push_back({model.enter_name(required("NSET")),
                                            scope->nodes.size(),
                                            scope->nodes.size()});
        include_input();
      }

      /** Data that stand in a file of their own. */
      void
      include_input()
      {
        if (has("INPUT"))
          text.include(required("INPUT"));
      }

      void
      begin_elements()
      {
        allow({"TYPE", "ELSET", "INPUT"});
        const std::string type = abaqus_name(required("TYPE"));
        shape                  = abaqus_shape(type, text);
        if (shape.dimension == contents.dim && shape.n_nodes == 0)
          text.fail("Elements of type " + type + " are no " +
                    cells_of_dimension(contents.dim) +
                    " of first order. Mesh with " +
                    (contents.dim == 3 ?
                       "C3D8 or C3D4" :
                       "CPS4, CPE4 or CAX4, or with CPS3, CPE3 or CAX3") +
                    "; 'polynomial degree = 2' makes second order, of " +
                    (contents.dim == 3 ? "C3D8." : "the first three."));
        if (shape.dimension > contents.dim)
          text.fail("Elements of type " + type + " are of dimension " +
                    std::to_string(shape.dimension) +
                    ", but the mesh is to be of dimension " +
                    std::to_string(contents.dim) + '.');
        if (has("ELSET"))
          scope->ranges_of_elements.push_back(
            {model.enter_name(required("ELSET")),
             scope->elements.size(),
             scope->elements.size()});
        if (shape.n_nodes > 0 && shape.dimension + 1 >= contents.dim)
          read_data = &AbaqusReader::read_element;
        else
          {
            scope->has_other_elements = true;
            passed_over.insert("elements of type " + type);
          }
        include_input();
      }

      AbaqusScope::SetLine
      set_line(const std::string &set, const bool of_nodes) const
      {
        return {set,
                of_nodes,
                has("GENERATE"),
                has("INTERNAL"),
                false,
                parameter("INSTANCE"),
                {},
                text.line()};
      }

      void
      begin_set()
      {
        const bool of_nodes = keyword.name == "NSET";
        allow(
          of_nodes ?
            std::set<std::string>{
              "NSET", "GENERATE", "INSTANCE", "INTERNAL", "UNSORTED", "ELSET"} :
            std::set<std::string>{
              "ELSET", "GENERATE", "INSTANCE", "INTERNAL", "UNSORTED"});
        set =
          set_line(model.enter_name(required(keyword.name.c_str())), of_nodes);
        if (of_nodes && has("ELSET"))
          {
            set.by_elements = true;
            set.fields      = {set.instance.empty() ?
                                 required("ELSET") :
                                 set.instance + '.' + required("ELSET")};
            scope->node_sets.push_back(set);
            read_data = &AbaqusReader::refuse_data;
            return;
          }
        AbaqusScope::SetLine none = set; // that the set is there
        none.is_range             = false;
        (of_nodes ? scope->node_sets : scope->element_sets).push_back(none);
        read_data = &AbaqusReader::read_set;
      }

      void
      begin_surface()
      {
        const std::string name = required("NAME"),
                          type = abaqus_name(parameter("TYPE"));
        if ((!type.empty() && type != "ELEMENT" && type != "NODE") ||
            has("COMBINE") || has("CROP"))
          {
            passed_over.insert("the surface '" + name + "' of *SURFACE, " +
                               (has("COMBINE") ? "COMBINE" :
                                has("CROP")    ? "CROP" :
                                                 "TYPE=" + shortened(type)));
            return;
          }
        allow({"NAME", "TYPE", "INTERNAL", "TRIM", "PROPERTY"});
        set       = set_line(model.enter_name(name), type == "NODE");
        read_data = type == "NODE" ? &AbaqusReader::read_surface_of_nodes :
                                     &AbaqusReader::read_surface;
      }

      void
      begin_part()
      {
        allow({"NAME"});
        if (scope != &model.assembly)
          text.fail("*END PART is missing above it.");
        model.parts.push_back({});
        scope       = &model.parts.back();
        scope->name = required("NAME");
      }

      void
      begin_instance()
      {
        allow({"NAME", "PART"});
        if (scope != &model.assembly)
          text.fail("*END INSTANCE is missing above it.");
        model.instances.push_back({});
        AbaqusInstance &instance = model.instances.back();
        instance.part            = required("PART");
        instance.line            = text.line();
        scope                    = &instance.own;
        scope->name              = required("NAME");
        model.enter_name(scope->name);
        n_placements = 0;
        read_data    = &AbaqusReader::read_placement;
      }

      void
      end_keyword()
      {
        if (!element.empty())
          text.fail("The element " + element[0] + " has too few nodes.");
      }

      void
      pass_over(const Fields &)
      {}

      void
      refuse_first(const Fields &)
      {
        text.fail("It does not begin with a keyword, '*': it is no mesh file "
                  "of Abaqus.");
      }

      void
      refuse_data(const Fields &)
      {
        text.fail("*NSET with ELSET must have no data.");
      }

      std::int64_t
      label(const std::string &field) const
      {
        return whole_number_in(
          field, "a number", 0, largest_label, text, text.line());
      }

      void
      read_node(const Fields &fields)
      {
        if (fields.size() < 2)
          text.fail("A node must be its number and its coordinates.");
        AbaqusScope::Node node{label(fields[0]), {}, text.line()};
        for (std::size_t c = 1; c < std::min<std::size_t>(fields.size(), 4);
             ++c)
          if (!fields[c].empty())
            node.point[c - 1] =
              real_number_in(fields[c], "a coordinate", text, text.line());
        scope->nodes.push_back(node);
        if (has("NSET"))
          scope->ranges_of_nodes.back().end = scope->nodes.size();
      }

      void
      read_element(const Fields &fields)
      {
        element.insert(element.end(), fields.begin(), fields.end());
        if (element.size() < shape.n_nodes + 1)
          return;
        if (element.size() > shape.n_nodes + 1)
          text.fail("The element " + element[0] + " has " +
                    std::to_string(element.size() - 1) +
                    " nodes; it must have " + std::to_string(shape.n_nodes) +
                    '.');
        AbaqusScope::Element found{label(element[0]), shape, {}, text.line()};
        for (unsigned int i = 0; i < shape.n_nodes; ++i)
          found.nodes[i] = label(element[i + 1]);
        scope->elements.push_back(found);
        if (has("ELSET"))
          scope->ranges_of_elements.back().end = scope->elements.size();
        element.clear();
      }

      void
      read_set(const Fields &fields)
      {
        set.fields = fields;
        set.line   = text.line();
        (set.of_nodes ? scope->node_sets : scope->element_sets).push_back(set);
      }

      void
      read_surface(const Fields &fields)
      {
        scope->surfaces.push_back(
          {set.set,
           set.is_internal,
           fields[0],
           fields.size() > 1 ? abaqus_name(fields[1]) : "",
           text.line()});
      }

      void
      read_surface_of_nodes(const Fields &fields)
      {
        set.fields = {fields[0]};
        set.line   = text.line();
        scope->node_surfaces.push_back(set);
      }

      /** The displacement, then two points of an axis and an angle. */
      void
      read_placement(const Fields &fields)
      {
        AbaqusInstance     &instance = model.instances.back();
        std::vector<double> x;
        for (const std::string &field : fields)
          x.push_back(field.empty() ?
                        0. :
                        real_number_in(field, "a number", text, text.line()));
        if (n_placements == 0 && x.size() <= 3)
          std::ranges::copy(x, instance.translation.begin());
        else if (n_placements == 1 && x.size() == 7)
          {
            std::copy_n(x.begin(), 3, instance.a.begin());
            std::copy_n(x.begin() + 3, 3, instance.b.begin());
            instance.angle = x[6];
            if (instance.a == instance.b)
              text.fail("The axis of the rotation has one point twice.");
          }
        else
          text.fail("An instance must have a displacement and, in the next "
                    "line, two points and an angle.");
        ++n_placements;
      }

      void
      note()
      {
        std::string all;
        for (const std::string &what : passed_over)
          all += (all.empty() ? "" : ", ") + what;
        if (!all.empty())
          contents.notes.push_back(all);
      }

      MeshText    &text;
      MeshContents contents;
      AbaqusModel  model;
      AbaqusScope *scope = &model.assembly; // that lines belong to
      Keyword      keyword;
      void (AbaqusReader::*read_data)(const Fields &) =
        &AbaqusReader::refuse_first;
      AbaqusShape           shape;
      Fields                element; // of which lines are read
      AbaqusScope::SetLine  set{};   // or surface
      unsigned int          n_placements = 0;
      std::set<std::string> passed_over;
    };
  } // namespace

  MeshContents
  read_abaqus(MeshText &text, const unsigned int dim)
  {
    return AbaqusReader(text, dim).read();
  }
} // namespace percuss
