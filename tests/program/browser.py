# SPDX-License-Identifier: Apache-2.0
"""Opens pages as their readers do, in a browser without a display."""

import re
import shutil
import subprocess
import tempfile

CHROMIUM = next(filter(None, map(shutil.which, (
    "chromium", "chromium-browser", "google-chrome"))), None)


def open_page(file, script="", options=()):
    """(what the browser has made of the page, messages of its console).

    script: runs after those of the page; options: words for the browser."""
    text = file.read_text(encoding="utf-8")
    page = file.with_name(file.stem + "_opened.html")
    page.write_text(text.replace("</body>",
                                 f"<script>{script}</script></body>"),
                    encoding="utf-8")
    with tempfile.TemporaryDirectory() as profile:
        browser = subprocess.run(
            [CHROMIUM, "--headless=new", "--no-sandbox", "--use-angle=swiftshader",
             "--enable-unsafe-swiftshader",  # WebGL without a graphics card
             "--disable-dev-shm-usage", "--window-size=1300,2000", *options,
             "--enable-logging=stderr", f"--user-data-dir={profile}",
             "--dump-dom", page.as_uri()],
            capture_output=True, text=True, check=True)
    page.unlink()
    return browser.stdout, re.findall(r".*CONSOLE.*", browser.stderr)
