#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Mesh files of others, as percuss reads them and as another program does.

    compare_meshes.py DESCRIBE_MESH FOLDER... [--list]

DESCRIBE_MESH is the program of describe_mesh.cc. Cells, their length, area or
volume, materials and boundaries must be those that Gmsh's own library
(python3-gmsh) finds in .msh files, meshio in .vtu files and a plain reading in
.inp files; otherwise the file must be refused with its name and
line. Ends with 1 if a file is read otherwise, or ends the program."""

import argparse
import collections
import json
import pathlib
import re
import subprocess
import sys

import numpy as np

CORNERS = {1: 2, 2: 4, 3: 8}
FACES = {1: [[0], [1]], 2: [[0, 1], [1, 2], [2, 3], [3, 0]],
         3: [[0, 3, 2, 1], [4, 5, 6, 7], [0, 1, 5, 4], [1, 2, 6, 5],
             [2, 3, 7, 6], [3, 0, 4, 7]]}


class Unreadable(Exception):
    """The other program reads nothing, or there is none."""


def measures(points, elements, dimension):
    """Length, area or volume of elements, with planes as faces."""
    x = points[np.asarray(elements, int)]
    if dimension == 0:
        return np.ones(len(x))
    if dimension == 1:
        return np.linalg.norm(x[:, 1] - x[:, 0], axis=1)
    if dimension == 2:
        return sum(0.5 * np.linalg.norm(np.cross(
            x[:, i] - x[:, 0], x[:, i + 1] - x[:, 0]), axis=1) for i in (1, 2))
    volume = np.zeros(len(x))
    for face in FACES[3]:
        a, *rest = (x[:, i] - x[:, 0] for i in face)
        for b, c in zip(rest, rest[1:]):
            volume += np.einsum("ij,ij->i", a, np.cross(b, c)) / 6
    return np.abs(volume)


class Mesh:
    """What another program finds: `cells` and `faces` of nodes, each with the
    names of its groups; sets of nodes."""

    def __init__(self, dimension, points):
        self.dimension, self.points = dimension, points
        self.cells, self.faces, self.node_sets = {}, {}, {}

    def add(self, nodes, dimension, names):
        if dimension == self.dimension:
            where = self.cells
        elif dimension == self.dimension - 1:
            where = self.faces
        else:
            return
        where.setdefault(frozenset(nodes), (list(nodes), set()))[1].update(
            names)

    def described(self):
        """As describe_mesh does it."""
        n = collections.Counter(
            frozenset(nodes[i] for i in face)
            for nodes, _ in self.cells.values()
            for face in FACES[self.dimension])
        outer = {key: (list(key), set()) for key, k in n.items() if k == 1}
        for nodes, _ in self.cells.values():
            for face in FACES[self.dimension]:
                key = frozenset(nodes[i] for i in face)
                if key in outer:
                    outer[key] = ([nodes[i] for i in face], outer[key][1])
        for key, (_, names) in self.faces.items():
            if key in outer:
                outer[key][1].update(names)
        for name, nodes in self.node_sets.items():
            for key, (_, names) in outer.items():
                if key <= nodes:
                    names.add(name)
        cells = list(self.cells.values())
        return {"cells": len(cells),
                "measure": float(measures(self.points, [c[0] for c in cells],
                                          self.dimension).sum()),
                "materials": self.groups(cells, self.dimension),
                "boundaries": self.groups(outer.values(), self.dimension - 1)}

    def groups(self, elements, dimension):
        members = collections.defaultdict(list)
        for nodes, names in elements:
            for name in names:
                members[name].append(nodes)
        return {name: {"n": len(m), "measure":
                       float(measures(self.points, m, dimension).sum())}
                for name, m in members.items()}


def read_gmsh(path):
    """By the library of Gmsh: physical groups by number and name. Group 0 is
    none."""
    import gmsh
    names_of = {  # the library knows them of some files only
        (int(d), int(n)): name for d, n, name in re.findall(
            r'^(\d) +(\d+) +"(.*)"', path.read_text(errors="replace"),
            re.MULTILINE)}
    gmsh.initialize(["gmsh", "-v", "0"], False)
    try:
        gmsh.option.setNumber("General.Terminal", 0)
        gmsh.open(str(path))
        model = gmsh.model
        tags, coordinates, _ = model.mesh.getNodes()
        place = {int(tag): i for i, tag in enumerate(tags)}
        points = np.array(coordinates).reshape(-1, 3)
        blocks = []
        for dimension, entity in model.getEntities():
            kinds, _, nodes = model.mesh.getElements(dimension, entity)
            names = set()
            for group in model.getPhysicalGroupsForEntity(dimension, entity):
                names.add(str(abs(group)))
                names.add(names_of.get((dimension, abs(group)), ""))
            names -= {"", "0"}
            for kind, of_kind in zip(kinds, nodes):
                _, d, _, n, *_ = model.mesh.getElementProperties(kind)
                if d and n != CORNERS[d]:
                    raise Unreadable("other cells")
                blocks.append((d, np.array(
                    [place[int(node)] for node in of_kind],
                    int).reshape(-1, n), names))
    except Exception as error:
        raise Unreadable(str(error)) from error
    finally:
        gmsh.finalize()
    mesh = Mesh(max((b[0] for b in blocks), default=0), points)
    for dimension, elements, names in blocks:
        for nodes in elements:
            mesh.add(nodes.tolist(), dimension, names)
    return mesh


def read_gmsh_apart(path):
    """The library may end its process."""
    run = subprocess.run([sys.executable, __file__, "--by-gmsh", str(path)],
                         capture_output=True, check=False, text=True)
    if run.returncode != 0:
        raise Unreadable(f"Gmsh: {run.stderr[-200:]}")
    return json.loads(run.stdout.splitlines()[-1])


def read_vtu(path):
    """By meshio: 'material' by number, other whole numbers that are 0 or 1."""
    import meshio
    kinds = {"vertex": 0, "line": 1, "quad": 2, "hexahedron": 3}
    try:
        found = meshio.read(path)
    except (Exception, SystemExit) as error:
        raise Unreadable(f"meshio: {error}") from error
    if not {block.type for block in found.cells} <= set(kinds):
        raise Unreadable("other cells")
    mesh = Mesh(max(kinds[block.type] for block in found.cells), found.points)

    def is_set(values):
        return all(np.issubdtype(v.dtype, np.integer) and v.ndim == 1 and
                   np.isin(v, (0, 1)).all() for v in values)

    for b, block in enumerate(found.cells):
        names = [set() for _ in block.data]
        for name, values in found.cell_data.items():
            for i, value in enumerate(values[b]):
                if name == "material" and value:
                    names[i].add(str(int(value)))
                elif name != "material" and is_set(values) and value:
                    names[i].add(name)
        for nodes, of_cell in zip(block.data, names):
            mesh.add(nodes.tolist(), kinds[block.type], of_cell)
    for name, values in found.point_data.items():
        if is_set([values]):
            mesh.node_sets[name] = frozenset(np.flatnonzero(values).tolist())
    return mesh


class Abaqus:
    """A plain reading. Nodes and elements have numbers of their scope, an
    instance or "", the assembly."""

    def __init__(self, path):
        self.nodes, self.elements, self.surfaces = {}, {}, {}
        self.sets = {"NSET": {}, "ELSET": {}}
        self.materials, self.shown = {}, collections.defaultdict(set)
        self.scope, self.place = "", lambda x: x
        self.parts, part = {}, None
        for keyword in self.keywords(path):
            name, parameters, _ = keyword
            if name == "PART":
                part = self.parts.setdefault(parameters["NAME"], [])
            elif name == "END PART":
                part = None
            elif part is not None:
                part.append(keyword)
            else:
                self.read(keyword)
        if part is not None or self.parts and not any(
                scope for scope, _ in self.nodes):
            raise Unreadable("parts without instances")

    def read(self, keyword):
        name, parameters, lines = keyword
        reader = getattr(self, "read_" + name.replace(" ", "_").lower(), None)
        if reader:
            reader(parameters, [[w.strip().upper().strip('"')
                                 for w in line.split(",")] for line in lines])

    def keywords(self, path):
        text = path.read_text(errors="replace").replace("\r", "")
        lines = [line.strip() for line in text.split("\n")]
        lines = [line for line in lines if line and not line.startswith("**")]
        text = re.sub(r"^(\*.*),\n", r"\1,", "\n".join(lines),
                      flags=re.MULTILINE)
        for block in re.split(r"^\*", text, flags=re.MULTILINE)[1:]:
            head, *data = block.rstrip("\n").split("\n")
            name, *words = head.split(",")
            parameters = {}
            for word in words:
                key, _, value = word.partition("=")
                parameters[key.strip().upper()] = value.strip().strip(
                    '"').upper()
            name = " ".join(name.upper().split())
            if name in ("NODE", "ELEMENT", "INCLUDE") and "INPUT" in parameters:
                raise Unreadable("several files")
            yield name, parameters, data

    def read_instance(self, parameters, lines):
        x = [[float(word or 0) for word in words] for words in lines]
        moved = np.array((x or [[0, 0, 0]])[0])
        turn, centre = np.eye(3), np.zeros(3)
        if len(x) > 1:
            centre, end = np.array(x[1][:3]), np.array(x[1][3:6])
            angle = x[1][6]
            n = (end - centre) / np.linalg.norm(end - centre)
            cross = np.cross(np.eye(3), n)
            angle = np.radians(angle)
            # exp of the angle times the cross product with n
            turn = np.eye(3) - np.sin(angle) * cross + (
                1 - np.cos(angle)) * cross @ cross
        self.place = lambda y: turn @ (np.array(y) + moved - centre) + centre
        self.scope = parameters["NAME"]
        for keyword in self.parts[parameters["PART"]]:
            self.read(keyword)

    def read_end_instance(self, *_):
        self.scope, self.place = "", lambda x: x

    def read_node(self, parameters, lines):
        for number, *x in lines:
            x = [float(c.replace("D", "E") or 0) for c in x[:3]]
            node = self.scope, int(number)
            self.nodes[node] = self.place(x + [0.] * (3 - len(x)))
            if parameters.get("NSET"):
                self.members("NSET", parameters).add(node)

    def members(self, kind, parameters):
        """Of a set, which is new or known."""
        if "INTERNAL" not in parameters:
            self.shown[self.scope].add(parameters[kind])
        return self.sets[kind].setdefault((self.scope, parameters[kind]), set())

    def read_element(self, parameters, lines):
        kind = parameters["TYPE"]
        d = 3 if re.match("C3D8|F3D8|DC3D8|EC3D8", kind) else 2 if re.match(
            "CP[SE]4|CAX4|S4|M3D4|R3D4|DCAX4|DC2D4", kind) else 1 if re.match(
                "T[23]D2|B[23]1", kind) else None
        words = [w for line in lines for w in line if w]
        of_set = self.members("ELSET", parameters) if parameters.get(
            "ELSET") else set()
        if d is None:
            return
        for i in range(0, len(words), CORNERS[d] + 1):
            number, *nodes = map(int, words[i:i + CORNERS[d] + 1])
            if len(nodes) != CORNERS[d]:
                raise Unreadable("other numbers of nodes")
            self.elements[self.scope, number] = d, [(self.scope, n)
                                                    for n in nodes]
            of_set.add((self.scope, number))

    def find(self, kind, word, scope):
        """Members of a set or the number of one, perhaps "instance.word"."""
        if "." in word:
            scope, word = word.rsplit(".", 1)
        if word.isdigit():
            return {(scope, int(word))}
        return self.sets[kind][scope, word]

    def read_set(self, kind, parameters, lines):
        members = self.members(kind, parameters)
        scope = parameters.get("INSTANCE", self.scope)
        if kind == "NSET" and "ELSET" in parameters:
            for element in self.find("ELSET", parameters["ELSET"], scope):
                members.update(self.elements[element][1])
        for words in lines:
            words = [w for w in words if w]
            if "GENERATE" in parameters:
                first, last, step = (list(map(int, words)) + [1])[:3]
                members.update((scope, n) for n in range(first, last + 1, step))
                continue
            for word in words:
                members.update(self.find(kind, word, scope))

    def read_nset(self, parameters, lines):
        self.read_set("NSET", parameters, lines)

    def read_elset(self, parameters, lines):
        self.read_set("ELSET", parameters, lines)

    def read_surface(self, parameters, lines):
        kind = parameters.get("TYPE") or "ELEMENT"
        faces = self.surfaces.setdefault(
            (self.scope, parameters["NAME"], kind), [])
        if "INTERNAL" not in parameters:
            self.shown[self.scope].add(parameters["NAME"])
        for what, *face in lines:
            key = "NSET" if kind == "NODE" else "ELSET"
            faces += [(m, face[0] if face else "")
                      for m in self.find(key, what, self.scope)]

    def read_section(self, parameters, _):
        if parameters.get("MATERIAL"):
            self.materials.setdefault(parameters["MATERIAL"], set()).update(
                self.find("ELSET", parameters["ELSET"], self.scope))

    read_solid_section = read_shell_section = read_section
    read_membrane_section = read_beam_section = read_section

    # of hexahedra, as the manual has them
    SIDES = {3: [[0, 1, 2, 3], [4, 7, 6, 5], [0, 4, 5, 1], [1, 5, 6, 2],
                 [2, 6, 7, 3], [3, 7, 4, 0]], 2: FACES[2], 1: FACES[1]}

    def name(self, scope, name):
        """As percuss calls a set of a scope; none of internal ones."""
        if name not in self.shown[scope]:
            return None
        n_scopes = sum(name in shown for shown in self.shown.values())
        return f"{scope}.{name}" if scope and n_scopes > 1 else name

    def mesh(self):
        numbers = {n: i for i, n in enumerate(self.nodes)}
        mesh = Mesh(max((d for d, _ in self.elements.values()), default=0),
                    np.array(list(self.nodes.values())))
        names = collections.defaultdict(set)
        for key, members in self.sets["ELSET"].items():
            for element in members:
                if self.name(*key):
                    names[element].add((self.name(*key), "elements"))
        for material, members in self.materials.items():
            for element in members:
                if element in self.elements and self.elements[element][
                        0] == mesh.dimension:
                    names[element].add((material, "material"))
        for element, (d, nodes) in self.elements.items():
            mesh.add([numbers[n] for n in nodes], d, names[element])
        for (scope, name, kind), faces in self.surfaces.items():
            name = self.name(scope, name)
            if name and kind == "NODE":
                mesh.node_sets[name, "surface of nodes"] = frozenset(
                    numbers[n] for n, _ in faces)
                continue
            for element, face in faces if name else []:
                d, nodes = self.elements[element]
                sides = self.SIDES[d] if face == "" else [
                    self.SIDES[d][int(face[-1]) - 1]]
                for side in sides:
                    mesh.add([numbers[nodes[i]] for i in side], d - 1,
                             [(name, "surface")])
        for key, nodes in self.sets["NSET"].items():
            if self.name(*key):
                mesh.node_sets[self.name(*key), "nodes"] = frozenset(
                    numbers[n] for n in nodes if n in numbers)
        return mesh


def read_abaqus(path):
    """Or Unreadable."""
    try:
        return Abaqus(path).mesh()
    except (ValueError, KeyError, IndexError, TypeError) as error:
        raise Unreadable(repr(error)) from error


def without_kinds(described):
    """Names with kinds become those that percuss gives."""
    for what in ("materials", "boundaries"):
        groups = collections.defaultdict(dict)
        for key, value in described[what].items():
            name, kind = key if isinstance(key, tuple) else (key, "")
            groups[name][kind] = value
        described[what] = dict(groups)
    return described


def differences(found, expected):
    """What is not equal, in words."""
    def close(a, b):
        return abs(a - b) <= 1e-10 * max(abs(a), abs(b))

    result = []
    if found["cells"] != expected["cells"]:
        result.append(f"{found['cells']} cells, not {expected['cells']}")
    if not close(found["measure"], expected["measure"]):
        result.append(f"measure {found['measure']}, not {expected['measure']}")
    for what in ("materials", "boundaries"):
        groups = {k.upper(): v for k, v in found[what].items()}
        for name, kinds in expected[what].items():
            for kind, group in kinds.items():
                one = groups.get(f"{name} ({kind})".upper(),
                                 groups.get(name.upper()))
                if one is None:
                    result.append(f"no '{name}' ({kind}) in {what}")
                elif one["n"] != group["n"] or not close(one["measure"],
                                                         group["measure"]):
                    result.append(f"'{name}' ({kind}): {one}, not {group}")
        expected_names = {n.upper() for n in expected[what]}
        for name in groups:
            if re.sub(r" \((NODES|ELEMENTS|MATERIAL|SURFACE.*)\)$", "",
                      name) not in expected_names:
                result.append(f"'{name}' in {what}, which there is not")
    return result


def main():
    if sys.argv[1:2] == ["--by-gmsh"]:
        mesh = read_gmsh(pathlib.Path(sys.argv[2]))
        print("\n" + json.dumps({"dimension": mesh.dimension,
                                 **mesh.described()}))
        return 0
    parser = argparse.ArgumentParser()
    parser.add_argument("describe_mesh")
    parser.add_argument("folder", nargs="+", type=pathlib.Path)
    parser.add_argument("--list", action="store_true", help="a line per file")
    arguments = parser.parse_args()
    def described(read):
        def of_file(path):
            mesh = read(path)
            return {"dimension": mesh.dimension, **mesh.described()}
        return of_file

    readers = {".msh": read_gmsh_apart, ".vtu": described(read_vtu),
               ".inp": described(read_abaqus)}
    count = collections.Counter()
    for path in sorted(p for folder in arguments.folder
                       for p in folder.rglob("*") if p.suffix in readers):
        try:
            mesh, why = readers[path.suffix](path), ""
            dimensions = [mesh["dimension"] or 2]
        except Unreadable as error:
            mesh, why, dimensions = None, str(error), [3, 2, 1]
        found = None
        for dimension in dimensions:
            run = subprocess.run(
                [arguments.describe_mesh, str(dimension), str(path)],
                capture_output=True, check=False, text=True)
            if run.returncode != 0:
                found = None
                break
            one = json.loads(run.stdout)
            # the reason is that of the right dimension
            if found is None or not re.search("dimension|no (hexah|quadr)",
                                              one.get("refused", "")):
                found = one
            if "refused" not in one:
                found = one
                break
        if found is None:
            outcome, text = "ended", run.stderr
        elif "refused" in found:
            outcome, text = "refused", found["refused"]
            if not re.search(r"line \d+: ", text):
                outcome = "refused without a line"
        elif mesh is None:
            outcome, text = "read here alone", why
        else:
            text = "; ".join(differences(found, without_kinds(mesh)))
            outcome = "different" if text else "equal"
        count[path.suffix, outcome] += 1
        if arguments.list or outcome not in ("equal", "refused",
                                             "read here alone"):
            print(f"{outcome}: {path}: {text}", flush=True)
    for (suffix, outcome), n in sorted(count.items()):
        print(f"{suffix}: {n} {outcome}")
    return int(any(outcome not in ("equal", "refused", "read here alone")
                   for _, outcome in count))


if __name__ == "__main__":
    sys.exit(main())
