// SPDX-License-Identifier: Apache-2.0
"use strict";

// `percuss language-server` as editors see it.

const assert = require("node:assert/strict");
const {execFileSync, spawnSync} = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const {after, before, describe, test} = require("node:test");
const {pathToFileURL} = require("node:url");
const {Client, PROGRAM} = require("./language_client.js");

const ROOT = path.resolve(__dirname, "../..");
const CASES = path.join(ROOT, "applications");
const SNIPPETS = {textDocument: {completion: {completionItem:
  {snippetSupport: true}}}};
const SECTIONS = JSON.parse(execFileSync(PROGRAM,
  ["explain", "--format", "json"], {encoding: "utf8"}));

const BALL = `subsection Model
  set name = bouncing ball
end
subsection Bouncing ball
  set radius = 0.1
end
subsection Time integration
  set scheme    = moreau-jean
  set time step = 1e-3
  set end time  = 0.01
end
`;
const BODIES = `subsection Mechanism
  set bodies = arm: mass 1 ; inertia 2 ; at 0, 0, 0 | \\
               latch arm: mass 2 ; inertia 1 ; at 1, 0, 0
  set beams  = leaf: from 0, 0
`;

let folder, client;
const uriOf = name => pathToFileURL(path.join(folder, name)).href;
const write = (name, text) => {
  fs.writeFileSync(path.join(folder, name), text);
  return uriOf(name);
};
const labels = items => items.map(item => item.label);
const complete = async (text, name = "case.prm") =>
  (await client.at("completion", text, uriOf(name))).items;
const labelsAt = async (text, name) => labels(await complete(text, name));

before(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "percuss-editor-"));
  client = new Client(folder);
  await client.initialize(SNIPPETS);
});

after(async () => {
  const ended = await client.end();
  Client.endAll();
  fs.rmSync(folder, {recursive: true});
  assert.deepEqual(ended, {code: 0, signal: null});
});

describe("completion", () => {
  test("every section, behind its keyword and in an empty line", async () => {
    for (const text of ["subsection @@", "@@", "\n\nsub@@\n"])
      for (const section of [...Object.keys(SECTIONS), "Variables"])
        assert.ok((await labelsAt(text)).includes(section), section);
  });

  test("every entry in its section, with its default", async () => {
    for (const [section, entries] of Object.entries(SECTIONS))
      for (const line of ["  @@", "  set @@"]) {
        const items = await complete(`subsection ${section}\n${line}\nend\n`);
        const named = new Map(items.map(item => [item.label, item]));
        for (const [name, entry] of Object.entries(entries)) {
          const item = named.get(name);
          assert.ok(item, `${section}/${name}`);
          assert.equal(item.insertTextFormat, 2);
          const plain = item.textEdit.newText.replaceAll("\\", "");
          assert.ok(plain.includes(`${name} = \${1`), plain);
          assert.ok(plain.includes(entry.default_value), plain);
        }
        const keywords = ["set", "end", "include"];
        for (const label of named.keys())
          assert.ok(label in entries || keywords.includes(label), label);
      }
  });

  test("entries that are set already come last", async () => {
    const items = await complete(
      "subsection Contact\n  set law = newton\n  @@\nend\n");
    const order = item => item.sortText;
    const law = items.find(item => item.label === "law");
    for (const item of items)
      if (item.kind === law.kind && item !== law)
        assert.ok(order(item) < order(law), item.label);
  });

  test("entries with their sections outside of sections", async () => {
    const all = await labelsAt("set @@");
    for (const [section, entries] of Object.entries(SECTIONS))
      for (const name of Object.keys(entries))
        assert.ok(all.includes(`${section}/${name}`), name);
  });

  test("every word of every entry", async () => {
    let n = 0;
    for (const [section, entries] of Object.entries(SECTIONS))
      for (const [name, entry] of Object.entries(entries)) {
        const {pattern_description: allowed} = entry;
        const words = allowed.startsWith("one of: ") ?
          allowed.slice("one of: ".length).split(", ") :
          allowed.endsWith("'automatic'") ? ["automatic"] : [];
        if (words.length === 0)
          continue;
        const found =
          await labelsAt(`subsection ${section}\n  set ${name} = @@\nend\n`);
        assert.deepEqual(new Set(found), new Set(words), name);
        n += words.length;
      }
    assert.ok(n > 100, `${n}`);
  });

  test("without snippets, entries have their defaults", async () => {
    const plain = new Client(folder);
    await plain.initialize();
    const {items} = await plain.at("completion",
      "subsection Contact\n  @@\nend\n", uriOf("plain.prm"));
    const law = items.find(item => item.label === "law");
    assert.equal(law.insertTextFormat, 1);
    assert.equal(law.textEdit.newText, "set law = automatic");
    assert.deepEqual(await plain.end(), {code: 0, signal: null});
  });

  test("names of bodies where an item may have them", async () => {
    for (const item of ["joints = A: revolute ; @@",
                        "joints = A: revolute ; arm 0, 0 ; @@",
                        "joints = A: drive ; @@",
                        "contacts = A: disc ; @@",
                        "contacts = A: bodies @@",
                        "contacts = A: bodies arm, @@",
                        "springs = A: @@",
                        "springs = A: arm 0, 0 ; @@",
                        "springs = A: torsional ; @@",
                        "loads = @@",
                        "loads = arm: moment 1 | @@"]) {
      const found = await labelsAt(`${BODIES}  set ${item}\nend\n`);
      for (const name of ["arm", "latch arm"])
        assert.ok(found.includes(name), `${item}: ${found}`);
    }
    const beams = await labelsAt(`${BODIES}  set contacts = A: beam @@\nend\n`);
    assert.ok(beams.includes("leaf") && !beams.includes("arm"), `${beams}`);
  });

  test("kinds and words of items, each once", async () => {
    const kinds = await labelsAt(`${BODIES}  set joints = A: @@\nend\n`);
    for (const kind of ["revolute", "prismatic", "fixed", "distance", "drive"])
      assert.ok(kinds.includes(kind), kind);
    const words = await labelsAt(
      `${BODIES}  set springs = A: arm 0, 0 ; ground 0, 0 ; ` +
      "stiffness 3 ; @@\nend\n");
    for (const word of ["free length", "damping", "preload"])
      assert.ok(words.includes(word), word);
    assert.ok(!words.includes("stiffness"), "it is there already");
    assert.equal(new Set(words).size, words.length);
    const choices = await labelsAt(
      `${BODIES}  set beams = b: mass matrix @@\nend\n`);
    for (const word of ["consistent", "lumped", "blended"])
      assert.ok(choices.includes(word), word);
  });

  test("every word of every item, which explains itself", async () => {
    let n = 0;
    for (const [section, entries] of Object.entries(SECTIONS))
      for (const [name, {items = []}] of Object.entries(entries))
        for (const {kind, form, documentation, words} of items) {
          const entry = `subsection ${section}\n  set ${name} =`;
          if (!form.startsWith("NAME:")) {  // but the kind
            assert.ok((await labelsAt(`${entry} @@\nend\n`)).includes(kind));
            const hover = await client.at("hover",
              `${entry} ${kind}@@: 0, 0\nend\n`, uriOf("item.prm"));
            assert.ok(hover.contents.value.includes(documentation), kind);
            continue;
          }
          if (kind !== "")
            assert.ok((await labelsAt(`${entry} n: @@\nend\n`))
              .includes(kind), `${name}: ${kind}`);
          const start = kind === "" ? "n:" :
            `n: ${kind.replace(/ [A-Z]+$/, " b")} ;`;
          const found = await labelsAt(`${entry} ${start} @@\nend\n`);
          for (const {word, choices, documentation: meaning, unit} of words) {
            if (word === "" || word === kind)
              continue;
            ++n;
            assert.ok(found.includes(word), `${name}, ${kind}: ${word}`);
            const values =
              await labelsAt(`${entry} ${start} ${word} @@\nend\n`);
            for (const choice of choices)
              assert.ok(values.includes(choice), `${word} ${choice}`);
            const {contents: {value}} = await client.at("hover",
              `${entry} ${start} ${word}@@ 1\nend\n`, uriOf("item.prm"));
            assert.ok(value.includes(meaning) && value.includes(unit), word);
          }
        }
    assert.ok(n > 200, `${n}`);
  });

  test("every word of texts with a grammar, with its meaning", async () => {
    let n = 0;
    for (const [section, entries] of Object.entries(SECTIONS))
      for (const [name, {words = {}}] of Object.entries(entries)) {
        const entry = `subsection ${section}\n  set ${name} =`;
        for (const [word, meaning] of Object.entries(words)) {
          ++n;
          assert.ok((await labelsAt(`${entry} @@\nend\n`)).includes(word),
                    `${name}: ${word}`);
          const hover = await client.at("hover",
            `${entry} ${word}@@\nend\n`, uriOf("grammar.prm"));
          assert.ok(hover.contents.value.includes(meaning), word);
        }
      }
    assert.ok(n > 40, `${n}`);
    for (const [value, words] of [
      ["Contact/pairs = skin : @@", ["self"]],
      ["Contact/pairs = a : b | @@", ["all"]],
      ["Solid/fixed displacements = 1: @@", ["x", "y", "z"]],
      ["Solid/fixed displacements = 1: x, @@", ["y", "z"]],
      ["Contact/force law = if(g@@", ["gap"]],
      ["Study/sweep = Contact/restitution coefficient = g@@", ["geometric"]],
      ["Study/reference = @@", ["exact", "finest", "computed", "none"]]]) {
      const found = await labelsAt(`set ${value}\n`);
      for (const word of words)
        assert.ok(found.includes(word), `${value}: ${found}`);
    }
  });

  test("groups of the mesh that the case names", async () => {
    const mesh = path.join(ROOT, "meshes/disk_on_block.msh");
    const names = /\$PhysicalNames\n\d+\n([^$]*)/.exec(
      fs.readFileSync(mesh, "latin1"))[1].trim().split("\n")
      .map(line => /^(\d+) \d+ "(.*)"/.exec(line));
    const boundaries = names.filter(([, dim]) => dim === "1");
    const materials = names.filter(([, dim]) => dim === "2");
    assert.ok(boundaries.length > 0 && materials.length > 0);
    const text = `set Discretization/mesh file = ${mesh}\n`;
    for (const [entry, expected, others] of [
      ["Solid/contact boundaries = @@", boundaries, materials],
      ["Solid/fixed displacements = 1: x | @@", boundaries, materials],
      ["Contact/pairs = @@", boundaries, materials],
      ["Solid/density = @@", materials, boundaries]]) {
      const found = await labelsAt(`${text}set ${entry}\n`);
      for (const [, , name] of expected)
        assert.ok(found.includes(name), `${entry}: ${found}`);
      for (const [, , name] of others)
        assert.ok(!found.includes(name), `${entry}: ${found}`);
    }
  });

  test("variables behind a dollar sign, of included files, too", async () => {
    write("lengths.prm", "subsection Variables\n  set inner = 2 mm\nend\n");
    const text = "include lengths.prm\n" +
      "subsection Variables\n  set outer = 3 mm\nend\n";
    for (const value of ["$@@", "$(2*@@)", "$(inner + ou@@)", "2 ; $@@"]) {
      const found = await labelsAt(`${text}set Bouncing ball/radius = ${value}\n`);
      assert.deepEqual(found.sort(), ["inner", "outer"], value);
    }
  });

  test("units behind a number, those that fit", async () => {
    for (const [entry, fits, others] of [
      ["Bouncing ball/radius = 3 @@", ["m", "mm", "in"], ["kg", "s", "N"]],
      ["Bouncing ball/radius = 3 m@@", ["m", "mm"], ["kg"]],
      ["Bouncing ball/mass = 3@@", ["kg", "g", "lb"], ["m"]],
      ["Contact/capture speed = 1e-3 @@", ["m/s", "mm/s"], ["m", "s"]],
      ["Solid/gravity = 0, -9.81 @@", ["m/s^2", "mm/s^2"], ["m/s"]],
      ["Mechanism/springs = A: ground ; ground ; stiffness 3 @@",
       ["N/m", "kN/m", "N/mm"], ["N", "m"]]]) {
      const found = await labelsAt(`set ${entry}\n`);
      for (const unit of fits)
        assert.ok(found.includes(unit), `${entry}: ${found}`);
      for (const unit of others)
        assert.ok(!found.includes(unit), `${entry}: ${found}`);
    }
  });

  test("units behind every number with a dimension", async () => {
    let n = 0;
    for (const [section, entries] of Object.entries(SECTIONS))
      for (const [name, entry] of Object.entries(entries)) {
        const unit = /\[([^\]]*)\]/.exec(entry.documentation)?.[1];
        const allowed = entry.pattern_description;
        if (!unit || unit === "-" || allowed.startsWith("one of") ||
            entry.items)
          continue;
        const values = ["3 @@"];
        if (allowed === "any text")
          values.push("1: 3 @@", "1: 0, 3 @@", "1: 3 | 2: 4 @@");
        for (const value of values) {
          ++n;
          const found = await labelsAt(`set ${section}/${name} = ${value}\n`);
          assert.ok(found.includes(unit), `${name} = ${value}: ${found}`);
        }
      }
    assert.ok(n > 80, `${n}`);
  });

  test("files: included ones and meshes", async () => {
    write("other.prm", "");
    write("plate.msh", "");
    write("notes.txt", "");
    assert.ok((await labelsAt("include @@")).includes("other.prm"));
    const meshes = await labelsAt("set Discretization/mesh file = @@");
    assert.ok(meshes.includes("plate.msh") && !meshes.includes("notes.txt"));
  });

  test("behind a keyword without a blank the statement is completed", async () => {
    for (const typed of ["set", "se", "s"]) {
      const [law] = (await complete(`subsection Contact\n${typed}@@\nend\n`))
        .filter(({label}) => label === "law");
      assert.ok(law.textEdit.newText.startsWith("set law = "), typed);
      assert.equal(law.textEdit.range.start.character, 0);
    }
  });

  test("nothing in comments", async () => {
    for (const text of ["# @@", "subsection Contact # @@\n",
                        "set Model/name = solid # @@"])
      assert.deepEqual(await complete(text), [], text);
  });
});

describe("hover", () => {
  test("every entry: meaning, default, what is allowed", async () => {
    for (const [section, entries] of Object.entries(SECTIONS)) {
      const names = Object.keys(entries);
      const text = `subsection ${section}\n` +
        names.map(name => `  set ${name} = \n`).join("") + "end\n";
      const uri = uriOf("hover.prm");
      client.open(uri, text);
      for (const [i, name] of names.entries()) {
        const hover = await client.request("textDocument/hover", {
          textDocument: {uri}, position: {line: i + 1, character: 8}});
        for (const part of [entries[name].documentation,
                            entries[name].default_value,
                            entries[name].pattern_description])
          assert.ok(hover.contents.value.includes(part), name);
      }
    }
  });

  test("variables, units, words, examples", async () => {
    const variables = "subsection Variables\n  set a = 2 in\n" +
      "  set b = 2*a\nend\n";
    for (const [text, part] of [
      [`${variables}set Bouncing ball/radius = $@@b\n`, "0.1016"],
      [`${variables}set Bouncing ball/radius = $(3*@@a)\n`, "0.0508"],
      ["set Bouncing ball/radius = 2 i@@n\n", "0.0508"],
      ["set Solid/density = 7.8 kg/m^@@3\n", "7.8"],
      ["set Model/name = solid@@\n", "solid"],
      ["set Time integration/sch@@eme = moreau-jean\n", "Example"],
      ["set Time integration/scheme = moreau@@-jean\n", "theta"],
      [`${BODIES}  set joints = A: revolute ; ar@@m 0, 0\n`, "mass 1"],
      [`${BODIES}  set joints = A: revo@@lute ; arm 0, 0\n`, "revolute"],
      [`${BODIES}  set springs = A: arm 0, 0 ; arm 0, 0 ; stiff@@ness 3\n`,
       "N/m"]]) {
      const hover = await client.at("hover", text, uriOf("hover.prm"));
      assert.ok(hover && hover.contents.value.includes(part),
                `${text} ${JSON.stringify(hover)}`);
    }
    assert.equal(await client.at("hover", "# not@@hing\n", uriOf("h.prm")), null);
  });
});

/** Ten cases that are wrong, by the names of their files. */
const broken = {
  "entry.prm": BALL.replace("radius", "radus"),
  "section.prm": BALL.replace("Bouncing", "Bounzing"),
  "word.prm": BALL.replace("moreau-jean", "moreau-jaen"),
  "range.prm": BALL.replace("0.1", "-0.1"),
  "unit.prm": BALL.replace("0.1", "0.1 kg"),
  "twice.prm": BALL.replace("  set radius = 0.1\n",
                            "  set radius = 0.1\n  set radius = 0.2\n"),
  "open.prm": BALL.slice(0, -4),
  "several.prm": BALL.replace("0.1", "x").replace("1e-3", "fast")
    .replace("set end", "sett end"),
  "joint.prm": `set Model/name = mechanism\n${BODIES}
  set joints = A: revolute ; arm 0, 0 ; leg 0, 0 | \\
               B: revolut ; arm 0, 0 ; ground 0, 0
end\n`,
  "including.prm": `include part.prm\n${BALL}`,
  "case.json": '{\n  "Model": {"name": "bouncing ball"},\n' +
    '  "Bouncing ball": {"radus": 1}\n}\n',
  "bar.prm": "set Model/name = elastic bar\n" +
    "set Elastic bar/number of elements = 0\n",
  "solid.prm": "set Model/name = solid\n" +
    "set Solid/contact boundaries = 17\n" +
    "set Time integration/time step = 1e-6\n"};

describe("diagnostics", () => {
  test("are those of percuss check, of the text in the editor", async () => {
    write("part.prm", "\nsubsection Contact\n  set restitution = 2\nend\n");
    for (const [name, text] of Object.entries(broken)) {
      const uri = write(name, text);
      const check = spawnSync(PROGRAM,
        ["check", path.join(folder, name), "--json"],
        {cwd: folder, encoding: "utf8"});
      fs.writeFileSync(path.join(folder, name), BALL);  // the disk is right
      const {errors} = JSON.parse(check.stdout);
      assert.ok(errors.length > 0, name);
      client.open(uri, text);
      const found = (await client.diagnostics(uri))
        .filter(({severity}) => severity === 1);
      assert.equal(found.length, errors.length, name);
      for (const [i, {file, line, message}] of errors.entries()) {
        const isOther = !file.endsWith(name);
        assert.equal(found[i].message,
                     isOther ? `${file}, line ${line}: ${message}` : message);
        if (isOther)
          assert.equal(found[i].range.start.line, 0, name);
        else if (line !== null)
          assert.equal(found[i].range.start.line, line - 1, name);
      }
    }
  });

  test("of right cases are what is known of the run", async () => {
    for (const name of ["small_systems/linear_oscillator.prm",
                        "mechanisms/stick_slip.prm",
                        "impacting_bar/acary.prm"]) {
      const file = path.join(CASES, name);
      const uri = pathToFileURL(file).href;
      client.open(uri, fs.readFileSync(file, "utf8"));
      const found = await client.diagnostics(uri);
      assert.deepEqual(found.filter(({severity}) => severity === 1), [], name);
      const notes = found.filter(({severity}) => severity === 3);
      assert.equal(notes.length, 1, name);
      assert.match(notes[0].message, /degrees of freedom +\d+/);
    }
  });

  test("warn of what check warns", async () => {
    const uri = uriOf("warned.prm");
    client.open(uri, `${BALL}set Solid/density = 1\n`);
    const found = await client.diagnostics(uri);
    assert.ok(found.some(({severity, message}) =>
      severity === 2 && message.includes("has no effect")));
  });

  test("follow the last of fifty changes", async () => {
    const uri = uriOf("burst.prm");
    client.open(uri, BALL);
    for (let version = 2; version <= 51; ++version)
      client.change(uri, BALL.replace("0.1", version < 51 ? `x${version}` :
                                      "last"), version);
    const found = await client.diagnostics(uri, 51);
    assert.equal(found.length, 1);
    assert.ok(found[0].message.includes("'last'"));
    client.change(uri, BALL, 52);
    assert.ok((await client.diagnostics(uri, 52))
      .every(({severity}) => severity !== 1));
  });

  test("read included files as they are in the editor", {timeout: 30000},
       async () => {
    const part = write("open_part.prm",
      "subsection Contact\n  set restitution coefficient = 1\nend\n");
    for (const [name, folderOf] of [["main.prm", ""], ["sub/main.prm", "../"]]) {
      fs.mkdirSync(path.join(folder, "sub"), {recursive: true});
      const main = `include ${folderOf}open_part.prm\n${BALL}`;
      const uri = write(name, main);
      const errors = async version =>
        (await client.diagnostics(uri, version))
          .filter(({severity}) => severity === 1);
      client.open(uri, main);
      assert.deepEqual(await errors(1), [], name);
      client.open(part,
        "subsection Contact\n  set restitution coefficient = 7\nend\n");
      client.change(uri, `${main}\n`, 2);
      const found = await errors(2);
      assert.equal(found.length, 1, name);
      assert.match(found[0].message, /open_part.prm, line 2: .*between 0 and 1/);
      assert.equal(found[0].range.start.line, 0);
      client.change(part, "", 2);  // the one that includes it is checked, too
      for (let tries = 0; (await client.diagnostics(uri, 2))
        .some(({severity}) => severity === 1); ++tries)
        assert.ok(tries < 20, name);
      client.change(part, "subsection Contact\n  set law = no law\nend\n", 3);
      for (let tries = 0; (await errors(2)).length === 0; ++tries)
        assert.ok(tries < 20, name);
      client.close(part);          // as on the disk, where it is right
      for (let tries = 0; (await errors(2)).length > 0; ++tries)
        assert.ok(tries < 20, name);
    }
  });

  test("make no large mesh while a text is changed", async () => {
    const solid = cells => `set Model/name = solid
set Solid/mesh generator arguments = ${cells}, ${cells} : 0, 0 : 1, 1 : true
set Time integration/time step = 1e-9
set Time integration/end time = 1e-8
`;
    const uri = uriOf("large.prm");
    const hasNotes = found => found.some(({severity}) => severity === 3);
    client.open(uri, solid(4));
    assert.ok(hasNotes(await client.diagnostics(uri, 1)));
    client.change(uri, solid(1000), 2);
    assert.deepEqual(await client.diagnostics(uri, 2), []);
    client.change(uri, solid(1000) + "set Solid/denstiy = 1\n", 3);
    const found = await client.diagnostics(uri, 3);
    assert.equal(found.length, 1);
    assert.equal(found[0].range.start.line, 4);
    client.change(uri, solid(5), 4);  // still without its mesh
    assert.ok(!hasNotes(await client.diagnostics(uri, 4)));
    client.save(uri, solid(5));
    assert.ok(hasNotes(await client.diagnostics(uri, 4)));
  });

  test("follow an included file that is saved", async () => {
    const text = `include friction.prm\n${BALL}`;
    const isError = ({severity}) => severity === 1;
    const included = write("friction.prm",
                           "set Contact/restitution coefficient = 2\n");
    const uri = uriOf("with_friction.prm");
    client.open(uri, text, 7);
    const [wrong] = (await client.diagnostics(uri, 7)).filter(isError);
    assert.ok(wrong.message.includes("friction.prm, line 1: "));
    const right = "set Contact/restitution coefficient = 0.5\n";
    client.open(included, right);
    write("friction.prm", right);
    client.save(included, right);
    assert.deepEqual((await client.diagnostics(uri, 7)).filter(isError), []);
  });

  test("follow an included file as it is in the editor", async () => {
    const text = `include in_editor.prm\n${BALL}`;
    const isError = ({severity}) => severity === 1;
    const right = "set Contact/restitution coefficient = 0.5\n";
    const included = write("in_editor.prm", right);
    const uri = uriOf("with_editor.prm");
    client.open(uri, text, 3);
    const errors = async () =>
      (await client.diagnostics(uri, 3)).filter(isError);
    assert.deepEqual(await errors(), []);
    client.open(included, right.replace("0.5", "2"));
    assert.ok((await errors())[0].message.includes("in_editor.prm, line 1: "));
    client.change(included, right.replace("0.5", "1"), 2);
    assert.deepEqual(await errors(), []);
    client.change(included, right.replace("0.5", "-1"), 3);
    assert.equal((await errors()).length, 1);
    client.notify("textDocument/didClose", {textDocument: {uri: included}});
    assert.deepEqual(await errors(), []);
  });

  test("of a closed document are none", async () => {
    const uri = uriOf("closed.prm");
    client.open(uri, BALL.replace("0.1", "x"));
    assert.equal((await client.diagnostics(uri)).length, 1);
    client.notify("textDocument/didClose", {textDocument: {uri}});
    assert.deepEqual(await client.diagnostics(uri), []);
  });
});

describe("definition and symbols", () => {
  test("of bodies, variables, included files", async () => {
    write("shared.prm", "# lengths\nsubsection Variables\n  set r = 1\nend\n");
    const uri = uriOf("main.prm"), shared = uriOf("shared.prm");
    for (const [text, target, line, character] of [
      [`${BODIES}  set joints = A: revolute ; latch @@arm 0, 0\nend\n`,
       uri, 2, 15],
      [`${BODIES}  set joints = A: revolute ; a@@rm 0, 0\nend\n`, uri, 1, 15],
      [`${BODIES}  set contacts = A: beam le@@af\nend\n`, uri, 3, 15],
      ["subsection Variables\n  set r = 1\nend\n" +
       "set Bouncing ball/radius = $@@r\n", uri, 1, 6],
      ["include shared.prm\nset Bouncing ball/radius = $(2*@@r)\n",
       shared, 2, 6],
      ["include sha@@red.prm\n", shared, 0, 0]]) {
      const found = await client.at("definition", text, uri);
      assert.equal(found && found.uri, target, text);
      assert.deepEqual(found.range.start, {line, character}, text);
    }
    assert.equal(await client.at("definition", "set x = @@y\n", uri), null);
  });

  test("sections, entries, items", async () => {
    const [model, mechanism] =
      await client.at("documentSymbol", `subsection Model
  set name = mechanism
end
${BODIES}end@@
`, uriOf("symbols.prm"));
    assert.deepEqual([model.name, model.children[0].name],
                     ["Model", "name"]);
    assert.equal(mechanism.range.end.line, 7);
    assert.deepEqual(mechanism.children.map(entry =>
      [entry.name, labels(entry.children.map(({name}) => ({label: name})))]),
      [["bodies", ["arm", "latch arm"]], ["beams", ["leaf"]]]);
  });
});

/** The name of a symbol stands within it. */
const checkSymbols = symbols => {
  const isBefore = (one, other) => one.line < other.line ||
    (one.line === other.line && one.character <= other.character);
  for (const {name, range, selectionRange, children} of symbols) {
    assert.notEqual(name, "");
    assert.ok(isBefore(range.start, selectionRange.start) &&
              isBefore(selectionRange.end, range.end), name);
    checkSymbols(children);
  }
};

describe("protocol", () => {
  test("letters count as the editor counts them", async () => {
    // of an umlaut and of a letter beyond U+FFFF
    const text = "subsection Bouncing ball # ä\n" +
      "  set radius = x # 🙂\nend\n# 🙂 @@\n";
    for (const [encodings, expected, character] of [
      [undefined, "utf-16", 16], [["utf-16", "utf-8"], "utf-8", 16]]) {
      const one = new Client(folder);
      const {capabilities} = await one.initialize(
        {general: {positionEncodings: encodings}});
      assert.equal(capabilities.positionEncoding, expected);
      const uri = uriOf("umlaut.prm");
      one.open(uri, text.replace("@@", ""));
      await one.diagnostics(uri);
      one.open(uri, "set Model/name = 🙂x\n", 2);
      const [found] = await one.diagnostics(uri, 2);
      assert.equal(found.range.end.character, expected === "utf-16" ? 20 : 22);
      assert.equal(character, 16);
      await one.end();
    }
  });

  test("what is not known or comes too early is answered", async () => {
    const one = new Client(folder);
    const codeOf = async (method, params) =>
      (await one.response(method, params)).error.code;
    assert.equal(await codeOf("textDocument/hover", {}), -32002);
    await one.initialize();
    assert.equal(await codeOf("initialize", {}), -32600);
    assert.equal(await codeOf("textDocument/rename", {}), -32601);
    assert.equal(await codeOf("textDocument/hover", {}), -32602);
    assert.equal(await codeOf("textDocument/hover",
      {textDocument: {uri: "file:///x"}, position: {}}), -32602);
    one.notify("$/unknown", {});
    one.notify("textDocument/didChange", 3);
    one.write("Content-Length: 5\r\n\r\n{\"a\":");
    assert.equal((await one.message(({id}) => id === null)).error.code, -32700);
    one.write("Content-Length: 2\r\n\r\n[]");
    assert.equal((await one.message(({id}) => id === null)).error.code, -32600);
    one.send({id: "a"});
    assert.equal((await one.message(({id}) => id === "a")).error.code, -32600);
    await one.request("shutdown");
    assert.equal(await codeOf("textDocument/hover", {}), -32600);
    one.notify("exit");
    assert.deepEqual(await one.ended, {code: 0, signal: null});
  });

  test("without shutdown the status is 1", async () => {
    for (const leave of [one => one.notify("exit"),
                         one => one.server.stdin.end()]) {
      const one = new Client(folder);
      await one.initialize();
      leave(one);
      assert.deepEqual(await one.ended, {code: 1, signal: null});
    }
  });

  test("garbage, truncated and changed messages end nothing", async () => {
    let seed = 1;
    const random = n => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      return Math.floor(seed / 65536) % n;
    };
    const one = new Client(folder);
    await one.initialize(SNIPPETS);
    const uri = uriOf("garbage.prm");
    const text = fs.readFileSync(
      path.join(CASES, "mechanisms/circuit_breaker.prm"));
    for (let i = 0; i < 100; ++i) {
      const wrong = Buffer.from(text.subarray(0, random(text.length)));
      for (let k = random(20); k > 0 && wrong.length > 0; --k)
        wrong[random(wrong.length)] = 9 + random(118);
      const position = {line: random(80), character: random(120)};
      const method = ["completion", "hover", "definition", "documentSymbol"]
        [random(4)];
      one.open(uri, wrong.toString("latin1"), i);
      one.send({id: `r${i}`, method: `textDocument/${method}`,
                params: {textDocument: {uri}, position}});
      const {result, error} = await one.message(({id}) => id === `r${i}`);
      assert.equal(error, undefined);
      for (const {textEdit: {range: {start, end}}} of result?.items ?? [])
        assert.ok(start.line === end.line &&
                  start.character <= end.character);
      if (Array.isArray(result))
        checkSymbols(result);
      // a message of which some bytes differ, or that has no header
      const message = Buffer.from(JSON.stringify(
        {jsonrpc: "2.0", id: "x", method: `textDocument/${method}`,
         params: {textDocument: {uri: i % 3 ? uri : i}, position: [i]}}));
      for (let k = random(4); k > 0; --k)
        message[random(message.length)] = random(256);
      if (i % 2)
        one.write(`Content-Length: ${message.length}\r\n\r\n`);
      else
        one.write("Content-Length: x\r\n\r\n");
      one.write(message);
    }
    assert.equal((await one.request("textDocument/hover",
      {textDocument: {uri}, position: {line: 0, character: 0}})), null);
    await one.diagnostics(uri, 99);
    one.write("Content-Length: 100\r\n\r\n{\"jsonrpc\":");  // truncated
    one.server.stdin.end();
    assert.deepEqual(await one.ended, {code: 1, signal: null});
  });
});
