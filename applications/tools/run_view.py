# SPDX-License-Identifier: Apache-2.0
"""The view of a run in its report, to turn and to zoom, and why there is none."""

import pathlib
import re

from run_record import InputError
from units import scaled_unit

# of Debian's package libjs-three, and where others may have it
FOLDERS = [pathlib.Path(name) for name in (
    "/usr/share/javascript/three", "/usr/local/share/javascript/three")]
PARTS = ("three.min.js", "examples/js/controls/OrbitControls.js")
COPYRIGHT = pathlib.Path("/usr/share/doc/libjs-three/copyright")
HERE = pathlib.Path(__file__).resolve().parent
FIGURE = """<figure class="view"><canvas></canvas>
{picture}
<figcaption><button title="play">▶</button>
<input type="range" min="0" title="time"><output></output>
<select title="colour"></select>
<label><input type="checkbox"{mesh}>mesh</label>
<span class="scale"><b></b><span class="bar"></span>
<span class="ticks"><i></i><i></i><i></i></span></span>
<p class="note">{note}</p>
<p class="note instead">{still}</p></figcaption>
<script type="application/json">{data}</script></figure>
"""


def kind_of(run):
    """What makes the scene, or none."""
    files = {name: any((run.directory / (name + end)).is_file()
                       for end in (".pvd", ".xdmf"))
             for name in ("solution", "bodies")}
    model = run.summary.get("model")
    if model in ("solid", "elastic bar") and files["solution"]:
        return model
    if model in ("mechanism", "spatial mechanism") and files["bodies"]:
        return "body"
    return {"mechanism": "planar mechanism",
            "spatial mechanism": "spatial mechanism"}.get(model)


def three_js():
    """Where three.js is, or none."""
    return next((folder for folder in FOLDERS if all(
        (folder / part).is_file() for part in PARTS)), None)


def notice():
    """What the license of three.js asks copies to include: its text, as the package
    has it."""
    try:
        found = re.search(r"^License: Expat\n((?: .*\n)+)",
                          COPYRIGHT.read_text(encoding="utf-8"), re.MULTILINE)
    except OSError:
        found = None
    text = found[1].replace(" .\n", "\n") if found else " MIT License\n"
    return ("/* three.js, https://threejs.org\n Copyright 2010-2019 three.js "
            f"authors\n\n{text}*/\n")


def first_contact(run):
    """Its time, or none."""
    return next((time for time, active in zip(
        run["time"], run.columns.get("active_contacts", ())) if active > 0),
        None)


def view(run):
    """The figure and its program, and what is said where there is none."""
    kind = kind_of(run)
    if kind is None:
        return "", ""
    try:
        from scene import packed
        from planar_scene import more_than_bodies
        from still_picture import still_picture
        if kind == "solid":
            from solid_scene import solid_scene as make
        elif kind == "elastic bar":
            from bar_scene import bar_scene as make
        elif kind == "planar mechanism" or (
                kind == "body" and more_than_bodies(run.directory)):
            from planar_scene import planar_scene as make
        elif kind == "spatial mechanism":
            from mechanism_scene import mechanism_scene as make
        else:
            from body_scene import body_scene as make
    except ImportError as problem:
        return "", (f"A view to turn needs NumPy: apt-get install "
                    f"python3-numpy ({problem}).")
    folder = three_js()
    if folder is None:
        return "", "A view to turn needs three.js: apt-get install libjs-three."
    try:
        scene = make(run.directory, first_contact(run))
        data, picture = packed(scene), still_picture(scene)
    except (InputError, LookupError, ValueError) as problem:
        # a report without a view rather than none
        return "", f"There is no view to turn: {problem}."
    notes = ("Drag to turn, turn the wheel or pinch to zoom, with the right "
             "button or two fingers to move. ", scene.note)
    programs = [notice()] + [(folder / part).read_text(encoding="utf-8")
                for part in PARTS]
    return FIGURE.format(
        mesh=" checked" if 0 < len(scene.edges) <= 3000 else "",
        note="".join(notes), still=what_is_seen(scene), picture=picture,
        data=data) + "".join(
        f"<script>{text}</script>\n" for text in (
            "".join(programs[:2]), programs[2],
            (HERE / "report_view.js").read_text(encoding="utf-8"))), ""


def what_is_seen(scene):
    """Of the picture that cannot be turned."""
    said = scene.labels()[-1]
    if scene.fields:
        field = scene.fields[0]
        low, _, high = field.ticks()
        _, unit = scaled_unit(field.limits()[1], field.unit)
        said += f"; {field.name} from {low} to {high} {unit}"
    return said + ". To be turned, it needs JavaScript and WebGL."
