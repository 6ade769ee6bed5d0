// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/version.h>
#include <percuss/program/language_server/diagnostics.h>
#include <percuss/program/language_server/server.h>

#include <unistd.h>

#include <algorithm>
#include <exception>

namespace percuss::language_server
{
  namespace
  {
    /** The folder that an editor has opened, or nothing. */
    std::string
    folder_of(const Json &params)
    {
      const Json &folders = member(params, "workspaceFolders");
      if (folders.is_array() && !folders.empty() &&
          member(folders[0], "uri").is_string())
        return file_of_uri(folders[0].at("uri"));
      if (member(params, "rootUri").is_string())
        return file_of_uri(params.at("rootUri"));
      if (member(params, "rootPath").is_string())
        return params.at("rootPath");
      return "";
    }

    Json
    capabilities(const Encoding encoding)
    {
      return {{"positionEncoding",
               encoding == Encoding::utf_8 ? "utf-8" : "utf-16"},
              {"textDocumentSync",
               {{"openClose", true},
                {"change", 1}, // the whole text
                {"save", {{"includeText", true}}}}},
              {"completionProvider",
               {{"triggerCharacters",
                 {" ", "=", "$", "(", ":", ";", "|", ",", "/"}}}},
              {"hoverProvider", true},
              {"definitionProvider", true},
              {"documentSymbolProvider", true}};
    }
  } // namespace

  Server::Server(const Catalogue &catalogue, const Send &send)
    : send(send)
    , vocabulary(catalogue)
    , checks(catalogue)
  {}

  void
  Server::take(const IncomingMessage &incoming)
  {
    const Json &message = incoming.message;
    if (!incoming.problem.empty())
      return send(error_response(nullptr, incoming.code, incoming.problem));
    const Json &id         = member(message, "id");
    const bool  is_request = id.is_string() || id.is_number();
    const Json &method     = member(message, "method");
    if (!method.is_string())
      {
        const bool is_response =
          message.contains("result") || message.contains("error");
        if (!is_response)
          send(error_response(is_request ? id : Json(),
                              ErrorCode::invalid_request,
                              "The message has no method."));
        return;
      }
    try
      {
        const Json &params = member(message, "params");
        if (is_request)
          send(response(id, answer(method, params)));
        else
          take_notification(method, params);
      }
    catch (const RequestError &error)
      {
        if (is_request)
          send(error_response(id, error.code, error.message));
      }
    catch (const std::exception &error)
      {
        if (is_request)
          send(error_response(id, ErrorCode::internal_error, error.what()));
      }
  }

  Json
  Server::answer(const std::string &method, const Json &params)
  {
    if (method == "initialize")
      return initialize(params);
    if (phase == Phase::starting)
      throw RequestError{ErrorCode::server_not_initialized,
                         "The first request has to be 'initialize'."};
    if (phase == Phase::shut_down)
      throw RequestError{ErrorCode::invalid_request,
                         "The server has been shut down."};
    if (method == "shutdown")
      {
        phase = Phase::shut_down;
        return nullptr;
      }
    static const std::map<std::string, Json (Server::*)(const Json &)> methods{
      {"textDocument/completion", &Server::complete},
      {"textDocument/hover", &Server::hover},
      {"textDocument/definition", &Server::define},
      {"textDocument/documentSymbol", &Server::symbols}};
    const auto found = methods.find(method);
    if (found == methods.end())
      throw RequestError{ErrorCode::method_not_found,
                         "There is no method '" + method + "'."};
    return (this->*found->second)(params);
  }

  void
  Server::take_notification(const std::string &method, const Json &params)
  {
    if (method == "exit")
      status = phase == Phase::shut_down ? 0 : 1;
    if (phase != Phase::running)
      return;
    static const std::map<std::string, void (Server::*)(const Json &)> methods{
      {"textDocument/didOpen", &Server::open},
      {"textDocument/didChange", &Server::change},
      {"textDocument/didSave", &Server::save},
      {"textDocument/didClose", &Server::close}};
    if (const auto found = methods.find(method); found != methods.end())
      (this->*found->second)(params);
  }

  Json
  Server::initialize(const Json &params)
  {
    if (phase != Phase::starting)
      throw RequestError{ErrorCode::invalid_request,
                         "'initialize' has been answered already."};
    phase               = Phase::running;
    const Json &capable = member(params, "capabilities");
    const Json &encodings =
      member(member(capable, "general"), "positionEncodings");
    const Json &item =
      member(member(member(capable, "textDocument"), "completion"),
             "completionItem");
    client.has_snippets = member(item, "snippetSupport") == Json(true);
    if (encodings.is_array() &&
        std::ranges::find(encodings, Json("utf-8")) != encodings.end())
      client.encoding = Encoding::utf_8;
    if (const std::string folder = folder_of(params); !folder.empty())
      if (chdir(folder.c_str()) != 0)
        send(notification("window/logMessage",
                          {{"type", 2},
                           {"message",
                            "percuss: the folder '" + folder +
                              "' cannot be entered: names of files in cases "
                              "are relative to another one."}}));
    return {{"capabilities", capabilities(client.encoding)},
            {"serverInfo", {{"name", "percuss"}, {"version", version()}}}};
  }

  void
  Server::set_text(const std::string &uri,
                   const std::string &text,
                   const Json        &version,
                   const Occasion     occasion)
  {
    const std::string file = case_file_of(uri);
    documents.set(uri, {{file, text}, version});
    add_check(uri, *documents.find(uri), occasion);
  }

  void
  Server::add_check(const std::string  &uri,
                    const OpenDocument &open,
                    const Occasion      occasion)
  {
    CheckRequest    request{uri,
                         open.version,
                         open.text.file,
                         open.text.document.text()};
    const CaseNames names = documents.names_of(open, vocabulary);
    for (std::size_t i = 1; i < names.texts().size(); ++i)
      request.included.emplace(names.texts()[i].file,
                               names.texts()[i].document.text());
    checks.add(request, occasion);
  }

  void
  Server::open(const Json &params)
  {
    const Json &opened = member(params, "textDocument");
    set_text(text_member(opened, "uri"),
             text_member(opened, "text"),
             member(opened, "version"),
             Occasion::opened);
    check_including(documents.at(params).text.file);
  }

  void
  Server::change(const Json &params)
  {
    const Json &changes = member(params, "contentChanges");
    documents.at(params); // throws
    if (!changes.is_array() || changes.empty())
      return;
    set_text(text_member(member(params, "textDocument"), "uri"),
             text_member(changes.back(), "text"),
             member(member(params, "textDocument"), "version"),
             Occasion::changed);
    check_including(documents.at(params).text.file);
  }

  void
  Server::save(const Json &params)
  {
    const OpenDocument &open = documents.at(params);
    const Json         &text = member(params, "text");
    set_text(text_member(member(params, "textDocument"), "uri"),
             text.is_string() ? text.get<std::string>() :
                                open.text.document.text(),
             open.version,
             Occasion::saved);
    check_including(open.text.file);
  }

  void
  Server::check_including(const std::string &file)
  {
    for (const auto &[uri, other] : documents.all())
      {
        const CaseNames names = documents.names_of(other, vocabulary);
        for (const CaseText &text : names.texts())
          if (is_same_file(text.file, file) && other.text.file != file)
            add_check(uri, other, Occasion::changed);
      }
  }

  void
  Server::close(const Json &params)
  {
    const std::string uri = text_member(member(params, "textDocument"), "uri");
    checks.remove(uri);
    if (!documents.erase(uri))
      return;
    send(notification("textDocument/publishDiagnostics",
                      {{"uri", uri}, {"diagnostics", Json::array()}}));
    check_including(case_file_of(uri)); // as it is on the disk
  }

  Json
  Server::complete(const Json &params)
  {
    const OpenDocument &open  = documents.at(params);
    Json                items = Json::array();
    if (open.is_prm())
      for (const Completion &one :
           completions_at(documents.names_of(open, vocabulary),
                          vocabulary,
                          offset_in(open, params, client.encoding)))
        items.push_back(completion_as_json(one, open.text.document, client));
    return {{"isIncomplete", false}, {"items", items}};
  }

  Json
  Server::hover(const Json &params)
  {
    const OpenDocument &open = documents.at(params);
    if (!open.is_prm())
      return nullptr;
    const auto found = explanation_at(documents.names_of(open, vocabulary),
                                      vocabulary,
                                      offset_in(open, params, client.encoding));
    if (!found)
      return nullptr;
    Json result = {
      {"contents", {{"kind", "markdown"}, {"value", found->markdown}}}};
    if (!found->range.is_empty())
      result["range"] =
        range_as_json(open.text.document, found->range, client.encoding);
    return result;
  }

  Json
  Server::define(const Json &params)
  {
    const OpenDocument &open = documents.at(params);
    if (!open.is_prm())
      return nullptr;
    const CaseNames names = documents.names_of(open, vocabulary);
    const auto      found =
      definition_at(names, offset_in(open, params, client.encoding));
    if (!found)
      return nullptr;
    const TextDocument empty;
    return {{"uri", uri_of_file(found->file)},
            {"range",
             range_as_json(found->of_text == std::string::npos ?
                             empty :
                             names.texts()[found->of_text].document,
                           found->range,
                           client.encoding)}};
  }

  Json
  Server::symbols(const Json &params)
  {
    const OpenDocument &open = documents.at(params);
    Json                all  = Json::array();
    if (open.is_prm())
      for (const Symbol &symbol : symbols_of(open.text, vocabulary))
        all.push_back(
          symbol_as_json(symbol, open.text.document, client.encoding));
    return all;
  }

  void
  Server::take_report(const Json &report)
  {
    const std::string         uri   = report.at("uri");
    const OpenDocument *const found = documents.find(uri);
    if (!found)
      return;
    Json params = {{"uri", uri},
                   {"diagnostics",
                    diagnostics_of(report,
                                   documents.names_of(*found, vocabulary),
                                   client.encoding)}};
    if (report.at("version").is_number())
      params["version"] = report.at("version");
    send(notification("textDocument/publishDiagnostics", params));
  }
} // namespace percuss::language_server
