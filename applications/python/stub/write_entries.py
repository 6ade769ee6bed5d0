# SPDX-License-Identifier: Apache-2.0
"""Writes the stub file _entries.pyi: the names of all entries, and the dictionary
that a Case may be made of, from what the module declares.

    write_entries.py FILE      with the package percuss in the path
"""

import re
import sys
import textwrap

import percuss

HEAD = '''"""The entries of a case, as they are declared: made by write_entries.py."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, TypedDict

_Function = Callable[..., float]
_Text = str | float | _Function
_Word = str | float | bool
_Words = _Word | Sequence[_Word]
_Point = str | Mapping[str, _Words]
_Items = str | Sequence[Mapping[str, Any]] | Sequence[float] | _Function
'''


def kind(allowed):
    """The type of a value."""
    if allowed == "one of: true, false":
        return "bool | str"
    if allowed.startswith("one of: "):
        words = allowed.removeprefix("one of: ").split(", ")
        return f"Literal[{', '.join(repr(word) for word in words)}]"
    if allowed.startswith("a whole number"):
        return "int | str"
    if allowed.startswith("a number"):
        return "_Text | Sequence[float]"
    return "_Text | _Items"


def kind_of_word(type_name, choices):
    """The type of a word of an item."""
    if choices:
        return f"Literal[{', '.join(repr(word) for word in choices)}]"
    return {"point": "_Point", "nothing": "Literal[True, '']"}.get(type_name,
                                                                "_Words")


def class_of_items(name, items):
    """Lines of the class of an entry's items: the members of all kinds."""
    members = {}
    kinds = [kind for kind, _, _ in items if kind]
    if items[0][1]:
        members["name"] = ("", {"_Word"})
    if kinds:
        is_of_words = all(" " not in kind for kind in kinds)
        members["kind"] = ("", {f"Literal[{', '.join(map(repr, kinds))}]"
                                if is_of_words else "str"})
    for _, _, words in items:
        for word, type_name, choices, meaning in words:
            if word:
                _, types = members.setdefault(word, (meaning, set()))
                types.add(kind_of_word(type_name, choices))
            else:
                members.setdefault("points", ("", {"Sequence[_Point]"}))
    lines = [f"{name} = TypedDict({name!r}, {{"]
    for member, (meaning, types) in members.items():
        if meaning:
            lines.append(comment(meaning))
        lines.append(f"    {member!r}: {' | '.join(sorted(types))},")
    return [*lines, "}, total=False)"]


def class_of(section):
    """The name of the class of a section."""
    return "_" + re.sub(r"[^0-9A-Za-z]", "", section.title())


def comment(text):
    return textwrap.fill(text, 78, initial_indent="    # ",
                         subsequent_indent="    # ", break_long_words=False,
                         break_on_hyphens=False)


def main(file_name):
    case = percuss.Case(text="")
    sections = {}
    for path in case:
        section, _, entry = path.rpartition("/")
        sections.setdefault(section, []).append(entry)
    lines = [HEAD, "Path = Literal["]
    lines += [f"    {path!r}," for path in case]
    lines.append("]")
    for section, entries in sections.items():
        name = class_of(section)
        members = []
        for entry in entries:
            path = f"{section}/{entry}"
            _, allowed, meaning = case._entry(path)
            value = kind(allowed)
            items = case._core.words_of_items(path)
            if items:
                value = class_of(path)
                lines += class_of_items(value, items)
                value = f"_Text | Sequence[{value}]"
            members += [comment(meaning), f"    {entry!r}: {value},"]
        lines += [f"{name} = TypedDict({name!r}, {{", *members]
        lines.append("}, total=False)")
    lines.append("Description = TypedDict('Description', {")
    for section in sections:
        lines.append(f"    {section!r}: {class_of(section)},")
    lines.append("}, total=False)")
    with open(file_name, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main(sys.argv[1])
