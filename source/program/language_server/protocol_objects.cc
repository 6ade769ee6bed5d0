// SPDX-License-Identifier: Apache-2.0
#include <percuss/program/language_server/diagnostics.h>
#include <percuss/program/language_server/protocol_objects.h>

namespace percuss::language_server
{
  namespace
  {
    /** A snippet with its defaults. */
    std::string
    without_snippet(const Completion &one)
    {
      std::string text;
      for (std::size_t i = 0; i < one.text.size(); ++i)
        if (one.text[i] == '\\' && i + 1 < one.text.size())
          text += one.text[++i];
        else if (one.text.compare(i, 2, "${") == 0)
          {
            const char        kind = one.text[i + 3]; // ':' or '|'
            const std::size_t end  = one.text.find(kind == ':' ? "}" : "|}", i);
            const std::string word = one.text.substr(i + 4, end - i - 4);
            text += kind == ':' ? word : word.substr(0, word.find(','));
            i = end + (kind == ':' ? 0 : 1);
          }
        else if (one.text.compare(i, 2, "$0") == 0)
          ++i;
        else
          text += one.text[i];
      return text;
    }

  } // namespace

  const Json &
  member(const Json &object, const char *const name)
  {
    static const Json none;
    if (!object.is_object())
      return none;
    const auto found = object.find(name);
    return found == object.end() ? none : *found;
  }

  std::string
  text_member(const Json &object, const char *const name)
  {
    const Json &found = member(object, name);
    if (!found.is_string())
      throw RequestError{ErrorCode::invalid_params,
                         std::string("A text '") + name + "' has to be there."};
    return found;
  }

  std::size_t
  number_member(const Json &object, const char *const name)
  {
    const Json &found = member(object, name);
    if (!found.is_number_unsigned())
      throw RequestError{ErrorCode::invalid_params,
                         std::string("A whole number '") + name +
                           "' has to be there."};
    return found;
  }

  Json
  completion_as_json(const Completion   &one,
                     const TextDocument &document,
                     const Client       &client)
  {
    const bool is_snippet = one.is_snippet && client.has_snippets;
    Json       item       = {
                  {"label", one.label},
                  {"kind", static_cast<int>(one.kind)},
                  {"sortText", std::to_string(one.rank) + one.label},
                  {"filterText", one.filter.empty() ? one.label : one.filter},
                  {"insertTextFormat", is_snippet ? 2 : 1},
                  {"textEdit",
                   {{"range", range_as_json(document, one.range, client.encoding)},
                    {"newText",
         is_snippet || !one.is_snippet ? one.text : without_snippet(one)}}}};
    if (!one.detail.empty())
      item["detail"] = one.detail;
    if (!one.documentation.empty())
      item["documentation"] = {{"kind", "markdown"},
                               {"value", one.documentation}};
    return item;
  }

  Json
  symbol_as_json(const Symbol       &symbol,
                 const TextDocument &document,
                 const Encoding      encoding)
  {
    Json children = Json::array();
    for (const Symbol &child : symbol.children)
      children.push_back(symbol_as_json(child, document, encoding));
    return {{"name", symbol.name.empty() ? "?" : symbol.name},
            {"detail", symbol.detail},
            {"kind", static_cast<int>(symbol.kind)},
            {"range", range_as_json(document, symbol.range, encoding)},
            {"selectionRange",
             range_as_json(document, symbol.name_range, encoding)},
            {"children", children}};
  }
} // namespace percuss::language_server
