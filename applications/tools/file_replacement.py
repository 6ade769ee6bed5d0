# SPDX-License-Identifier: Apache-2.0
"""Files that take the place of others, as those of the program do."""

import contextlib
import os


@contextlib.contextmanager
def replacement(file):
    """The name of a file to write beside `file`, whose place it then takes, with
    rename: whoever looks finds the whole old or the whole new one, and a link
    goes, what it points to stays. A device or a pipe is written as it is."""
    if file.exists() and not file.is_file() and not file.is_dir():
        yield file
        return
    new = file.with_name(f".{file.stem}.new{file.suffix}")
    new.unlink(missing_ok=True)  # of a process that was killed
    try:
        yield new
        os.replace(new, file)
    finally:
        new.unlink(missing_ok=True)
