// SPDX-License-Identifier: Apache-2.0
"use strict";

// The JSON Schema of cases in the JSON service of editors (Visual Studio Code
// and others), which is in PERCUSS_NODE_PACKAGES/node_modules:
//
//     npm install --prefix build/node_packages vscode-json-languageservice
//
// Where it is not there, the test is skipped: its exit status is 77.

const assert = require("node:assert/strict");
const {execFileSync} = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");
const {createRequire} = require("node:module");
const {test} = require("node:test");

const PACKAGES = process.env.PERCUSS_NODE_PACKAGES ?? ".";
const CASES = path.resolve(__dirname, "../../applications");

let getLanguageService, TextDocument;
try {
  ({getLanguageService, TextDocument} = createRequire(
    path.resolve(PACKAGES, "package.json"))("vscode-json-languageservice"));
} catch (error) {
  console.log("skipped: vscode-json-languageservice is not in " +
              `${PACKAGES}/node_modules (${error.code})`);
  process.exit(77);
}

const explain = format => JSON.parse(execFileSync(process.env.PERCUSS_PROGRAM,
  ["explain", "--format", format], {encoding: "utf8"}));
const SECTIONS = explain("json");
const service = getLanguageService({});
service.configure({validate: true, schemas: [
  {uri: "file:///percuss.schema.json", fileMatch: ["*.json"],
   schema: explain("schema")}]});

/** Calls a function of the service where '@@' stands in a text. */
const at = (work, marked) => {
  const text = marked.replace("@@", "");
  const document = TextDocument.create("file:///case.json", "json", 1, text);
  return service[work](document, document.positionAt(marked.indexOf("@@")),
                       service.parseJSONDocument(document));
};
const labelsAt = async marked =>
  (await at("doComplete", marked)).items.map(({label}) => label);
const problemsOf = text => {
  const document = TextDocument.create("file:///case.json", "json", 1, text);
  return service.doValidation(document, service.parseJSONDocument(document));
};

test("every section completes at the root", async () => {
  const found = await labelsAt("{\n  @@\n}");
  for (const section of [...Object.keys(SECTIONS), "Variables", "$schema"])
    assert.ok(found.includes(section), section);
});

test("every entry completes in its section, and says what it is", async () => {
  for (const [section, entries] of Object.entries(SECTIONS)) {
    const {items} = await at("doComplete", `{"${section}": {@@}}`);
    const named = new Map(items.map(item => [item.label, item]));
    for (const [name, entry] of Object.entries(entries)) {
      assert.ok(named.has(name), `${section}/${name}`);
      const letters = text => text.replace(/[^A-Za-z]/g, "");
      for (const value of [1, "2 mm", entry.default_value]) {
        const hover = await at("doHover",
          `{"${section}": {"${name}@@": ${JSON.stringify(value)}}}`);
        const shown = hover.contents.map(part => part.value ?? part).join(" ");
        assert.ok(letters(shown).includes(letters(entry.documentation)),
                  `${section}/${name} = ${value}: ${shown}`);
      }
    }
  }
});

test("every word of every entry completes", async () => {
  let n = 0;
  for (const [section, entries] of Object.entries(SECTIONS))
    for (const [name, {pattern_description: allowed}] of
         Object.entries(entries)) {
      if (!allowed.startsWith("one of: "))
        continue;
      const found = await labelsAt(`{"${section}": {"${name}": @@}}`);
      for (const word of allowed.slice("one of: ".length).split(", ")) {
        assert.ok(found.includes(`"${word}"`) || found.includes(word),
                  `${name}: ${word}: ${found}`);
        ++n;
      }
    }
  assert.ok(n > 100, `${n}`);
});

test("what is misspelt is found, what is right is not", async () => {
  const text = fs.readFileSync(
    path.join(CASES, "mechanisms/slider_crank.json"), "utf8");
  assert.deepEqual(await problemsOf(text), []);
  const sections = JSON.parse(text);
  for (const [section, entries] of Object.entries(sections))
    for (const entry of Object.keys(entries)) {
      const wrong = structuredClone(sections);
      wrong[section][`${entry}x`] = wrong[section][entry];
      delete wrong[section][entry];
      const lines = JSON.stringify(wrong, null, 1).split("\n");
      const [problem, ...others] = await problemsOf(lines.join("\n"));
      assert.deepEqual(others, [], entry);
      assert.ok(lines[problem.range.start.line].includes(`"${entry}x"`), entry);
      assert.ok(problem.message.includes(`${entry}x`), problem.message);
    }
});
