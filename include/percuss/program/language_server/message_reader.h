// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_program_language_server_message_reader_h
#define percuss_program_language_server_message_reader_h

#include <nlohmann/json.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace percuss::language_server
{
  using Json = nlohmann::json;

  /** Of the answers to what cannot be done, as JSON-RPC numbers them. */
  enum class ErrorCode
  {
    parse_error            = -32700,
    invalid_request        = -32600,
    method_not_found       = -32601,
    invalid_params         = -32602,
    internal_error         = -32603,
    server_not_initialized = -32002
  };

  /** A message, or what is wrong with the bytes in its place. */
  struct IncomingMessage
  {
    Json        message;
    ErrorCode   code = ErrorCode::parse_error;
    std::string problem; ///< empty if the message can be read
  };

  /**
   * Takes messages from a stream of bytes,
   *
   *     Content-Length: 17\r\n
   *     \r\n
   *     {"jsonrpc":"2.0"}
   *
   * After a header that cannot be read it goes on at the next one.
   */
  class MessageReader
  {
  public:
    /** Bytes of one message at most: longer ones are a problem. */
    static constexpr std::size_t longest = 64 << 20;

    void
    add(std::string_view bytes);

    /** The next message that is there as a whole. */
    std::optional<IncomingMessage>
    next();

  private:
    /** Drops bytes to the next header, from @p begin on. */
    void
    drop_to_header(std::size_t begin);

    std::string received;
  };

  /** The bytes of a message with its header. What is no UTF-8 is replaced. */
  std::string
  framed(const Json &message);

  Json
  response(const Json &id, const Json &result);

  Json
  error_response(const Json &id, ErrorCode code, const std::string &message);

  Json
  notification(const std::string &method, const Json &params);
} // namespace percuss::language_server

#endif
