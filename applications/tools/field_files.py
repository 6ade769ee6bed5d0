# SPDX-License-Identifier: Apache-2.0
"""Reads the fields that runs of percuss leave, NAME.pvd with VTK's unstructured
grids, also in pieces of several ranks, and NAME.xdmf, with NumPy alone.
"""

import base64
import dataclasses
import struct
import warnings
import zlib
from xml.etree import ElementTree

import numpy as np

from run_record import InputError

TYPES = {"Float32": "f4", "Float64": "f8", "Int32": "i4", "Int64": "i8",
         "UInt8": "u1", "Int8": "i1", "UInt32": "u4", "UInt64": "u8"}
# VTK's numbers of cells, by their names in XDMF
KINDS = {"Polyline": 3, "Triangle": 5, "Quadrilateral": 9, "Tetrahedron": 10,
         "Hexahedron": 12}


@dataclasses.dataclass
class Grid:
    """points: an array of n x 3; cells: VTK's number of a kind and the points of
    cells of it, in any number of parts; fields: arrays by name, of the points or,
    in the order of the parts, of the cells."""
    points: np.ndarray
    cells: list
    fields: dict

    def n_cells(self):
        return sum(len(nodes) for _, nodes in self.cells)


class FieldSeries:
    """The times of a series, and its grids."""

    def __init__(self, directory, name):
        """Throws InputError where there is none that can be read."""
        self.folder = directory
        self.is_xdmf = not (directory / f"{name}.pvd").is_file()
        self.file = directory / (name + (".xdmf" if self.is_xdmf else ".pvd"))
        root = parsed(self.file)
        if self.is_xdmf:
            self.entries = root.findall("Domain/Grid/Grid")
            self.times = [float(entry.find("Time").get("Value"))
                          for entry in self.entries]
        else:
            self.entries = root.findall("Collection/DataSet")
            self.times = [float(entry.get("timestep"))
                          for entry in self.entries]
        if not self.times:
            raise InputError(f"{self.file} names no file: repeat the run")

    def grid(self, i, names, with_cells=True):
        """At the i-th time, with those of the named fields that there are; of
        cells only with these."""
        entry = self.entries[i]
        try:
            if self.is_xdmf:
                return xdmf_grid(self.folder, entry, names)
            return vtk_grid(self.folder / entry.get("file"), names,
                            with_cells)
        except (OSError, ValueError, LookupError, AttributeError, TypeError,
                zlib.error, struct.error) as problem:
            raise InputError(f"the fields of time {self.times[i]:g} s of "
                             f"{self.file} cannot be read ({problem}): repeat "
                             "the run") from None


def parsed(file):
    try:
        return ElementTree.parse(file).getroot()
    except (OSError, ElementTree.ParseError) as problem:
        raise InputError(f"{file} cannot be read ({problem}): repeat the run"
                         ) from None


def vtk_grid(file, names, with_cells):
    """Of a file or of the pieces that it names."""
    root = parsed(file)
    pieces = [piece.get("Source") for piece in root.iter("Piece")]
    if root.get("type") == "PUnstructuredGrid":
        return joined([vtk_grid(file.with_name(name), names, with_cells)
                       for name in pieces])
    return joined([vtk_piece(root, piece, names, with_cells)
                   for piece in root.iter("Piece")])


def vtk_piece(root, piece, names, with_cells):
    def arrays(kind, names):
        return {item.get("Name"): array_of(root, item)
                for item in piece.findall(kind + "/DataArray")
                if item.get("Name") in names}

    points = array_of(root, piece.find("Points/DataArray")).reshape(-1, 3)
    fields = arrays("PointData", names)
    if not with_cells:
        return Grid(points, [], fields)
    cells = arrays("Cells", ("connectivity", "offsets", "types"))
    parts = parts_of_cells(cells["types"], cells["offsets"])
    connectivity = cells["connectivity"].astype(np.int64)
    order = np.concatenate([chosen for _, chosen, _ in parts]) if parts else []
    for name, values in arrays("CellData", names).items():
        fields[name] = values[order]
    return Grid(points, [(kind, connectivity[places])
                         for kind, _, places in parts], fields)


def array_of(root, item):
    """The numbers of a DataArray, a row for each point or cell."""
    kind = np.dtype(TYPES[item.get("type")])
    text = item.text or ""
    if item.get("format") == "ascii":
        numbers = written(text, kind)
    else:
        kind = kind.newbyteorder(
            ">" if root.get("byte_order") == "BigEndian" else "<")
        numbers = np.frombuffer(decoded(root, "".join(text.split())), kind)
    n = int(item.get("NumberOfComponents") or 1)
    return numbers.reshape(-1, n) if n > 1 else numbers


def written(text, kind):
    """Numbers in text, with half the time of split()."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # NumPy reads up to what is no number
        try:
            return np.fromstring(text, float if kind.kind == "f" else np.int64,
                                 sep=" ").astype(kind)
        except DeprecationWarning as problem:
            raise ValueError(problem) from None


def decoded(root, text):
    """Bytes of VTK's binary format: base64, compressed in blocks or not."""
    word = "<Q" if root.get("header_type") == "UInt64" else "<I"
    size = struct.calcsize(word)
    if not text:
        return b""
    if not root.get("compressor"):
        return base64.b64decode(text)[size:]
    start = base64.b64decode(text[:4 * -(-3 * size // 3)])
    n_blocks, = struct.unpack_from(word, start)
    n_header = 4 * -(-(3 + n_blocks) * size // 3)
    header = base64.b64decode(text[:n_header])
    data = base64.b64decode(text[n_header:])
    result, begin = [], 0
    for k in range(n_blocks):
        length, = struct.unpack_from(word, header, (3 + k) * size)
        result.append(zlib.decompress(data[begin:begin + length]))
        begin += length
    return b"".join(result)


def parts_of_cells(kinds, offsets):
    """(kind, numbers of the cells, places of their points in the list of all) of
    cells of one kind and size."""
    offsets = np.concatenate([[0], offsets]).astype(np.int64)
    sizes = np.diff(offsets)
    parts = []
    for kind, size in sorted(set(zip(kinds.tolist(), sizes.tolist()))):
        chosen = np.flatnonzero((kinds == kind) & (sizes == size))
        parts.append((kind, chosen,
                      offsets[chosen][:, None] + np.arange(size)))
    return parts


def joined(grids):
    """One grid of several."""
    if len(grids) == 1:
        return grids[0]
    if not grids:
        raise ValueError("there is no piece")
    first = np.cumsum([0] + [len(grid.points) for grid in grids])
    return Grid(
        np.concatenate([grid.points for grid in grids]),
        [(kind, nodes + start) for grid, start in zip(grids, first)
         for kind, nodes in grid.cells],
        {name: np.concatenate([grid.fields[name] for grid in grids])
         for name in grids[0].fields})


def xdmf_grid(folder, entry, names):
    try:
        import h5py
    except ImportError:
        raise InputError("fields in HDF5 need h5py: apt-get install "
                         "python3-h5py") from None

    def values(item):
        file, path = item.find("DataItem").text.strip().split(":")
        with h5py.File(folder / file, "r") as data:
            return data[path][...]

    points = values(entry.find("Geometry"))
    topology = entry.find("Topology")
    nodes = values(topology).astype(np.int64)
    kind = KINDS[topology.get("TopologyType")]
    fields = {item.get("Name"): values(item).squeeze()
              for item in entry.findall("Attribute")
              if item.get("Name") in names}
    return Grid(in_space(points), [(kind, nodes)], fields)


def in_space(vectors):
    """Of the plane, with a third component, 0."""
    return np.pad(vectors, ((0, 0), (0, 3 - vectors.shape[1])))
