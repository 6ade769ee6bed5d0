// SPDX-License-Identifier: Apache-2.0
"use strict";

// An editor, as far as `percuss language-server` sees it: starts the program,
// sends it messages of the Language Server Protocol, waits for what comes back.

const {spawn} = require("node:child_process");
const {pathToFileURL} = require("node:url");

const PROGRAM = process.env.PERCUSS_PROGRAM;

class Client {
  static started = [];

  /** Ends those that a test has left when it failed. */
  static endAll() {
    for (const {server} of Client.started)
      server.kill("SIGKILL");
  }

  /** @param folder that the editor has opened */
  constructor(folder) {
    this.server = spawn(PROGRAM, ["language-server"],
                        {stdio: ["pipe", "pipe", "inherit"]});
    Client.started.push(this);
    this.folder = folder;
    this.received = Buffer.alloc(0);
    this.waiting = [];  // {matches, resolve}
    this.unclaimed = [];  // messages for which nobody has waited yet
    this.numberOfRequest = 0;
    this.server.stdin.on("error", () => {});  // it has ended
    this.server.stdout.on("data", bytes => this.take(bytes));
    this.ended = new Promise(resolve => this.server.on("exit",
      (code, signal) => resolve({code, signal})));
    this.ended.then(() => this.waiting.forEach(
      one => one.reject(new Error("the server has ended"))));
  }

  take(bytes) {
    this.received = Buffer.concat([this.received, bytes]);
    for (;;) {
      const blank = this.received.indexOf("\r\n\r\n");
      if (blank < 0)
        return;
      const header = this.received.toString("ascii", 0, blank);
      const length = Number(/^Content-Length: (\d+)$/.exec(header)[1]);
      if (this.received.length < blank + 4 + length)
        return;
      const text = this.received.toString("utf8", blank + 4, blank + 4 + length);
      this.received = this.received.subarray(blank + 4 + length);
      this.deliver(JSON.parse(text));
    }
  }

  deliver(message) {
    const i = this.waiting.findIndex(one => one.matches(message));
    if (i < 0)
      this.unclaimed.push(message);
    else
      this.waiting.splice(i, 1)[0].resolve(message);
  }

  /** The first message that matches, which may have come already. */
  message(matches) {
    const i = this.unclaimed.findIndex(matches);
    if (i >= 0)
      return Promise.resolve(this.unclaimed.splice(i, 1)[0]);
    return new Promise((resolve, reject) =>
      this.waiting.push({matches, resolve, reject}));
  }

  write(bytes) {
    this.server.stdin.write(bytes);
  }

  send(message) {
    const text = JSON.stringify({jsonrpc: "2.0", ...message});
    this.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  }

  notify(method, params) {
    this.send({method, params});
  }

  /** The response, with its result or error. */
  response(method, params) {
    const id = ++this.numberOfRequest;
    this.send({id, method, params});
    return this.message(message => message.id === id);
  }

  async request(method, params) {
    const response = await this.response(method, params);
    if (response.error)
      throw new Error(response.error.message);
    return response.result;
  }

  async initialize(capabilities = {}) {
    const result = await this.request("initialize", {
      processId: process.pid,
      rootUri: this.folder ? pathToFileURL(this.folder).href : null,
      capabilities});
    this.notify("initialized", {});
    return result;
  }

  open(uri, text, version = 1) {
    this.notify("textDocument/didOpen", {textDocument:
      {uri, languageId: "prm", version, text}});
  }

  change(uri, text, version) {
    this.notify("textDocument/didChange", {textDocument: {uri, version},
                                           contentChanges: [{text}]});
  }

  close(uri) {
    this.notify("textDocument/didClose", {textDocument: {uri}});
  }

  save(uri, text) {
    this.notify("textDocument/didSave", {textDocument: {uri}, text});
  }

  /** Those of a version of a document, of any without one. */
  async diagnostics(uri, version) {
    const message = await this.message(
      ({method, params}) => method === "textDocument/publishDiagnostics" &&
        params.uri === uri &&
        (version === undefined || params.version === version));
    return message.params.diagnostics;
  }

  /** Opens a text in which the cursor is where '@@' stands; asks for what is
   * there. */
  async at(method, marked, uri) {
    const offset = marked.indexOf("@@");
    const before = marked.slice(0, offset).split("\n");
    this.open(uri, marked.replace("@@", ""));
    return this.request(`textDocument/${method}`, {
      textDocument: {uri},
      position: {line: before.length - 1, character: before.at(-1).length}});
  }

  async end() {
    await this.request("shutdown", null);
    this.notify("exit");
    return this.ended;
  }
}

module.exports = {Client, PROGRAM};
