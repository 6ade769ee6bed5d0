# SPDX-License-Identifier: Apache-2.0
"""Executes the runs of reproductions, several at a time; keeps what is done.
"""

import concurrent.futures
import dataclasses
import hashlib
import json
import os
import pathlib
import re
import subprocess
import time

from reductions import Results

INCLUDE = re.compile(r"^\s*include\s+(\S+)", re.MULTILINE)
LAUNCHER = ("OMPI_", "PMIX_", "PMI_", "PRTE_", "ORTE_", "HYDI_")


@dataclasses.dataclass
class Job:
    """A run in a directory of its own; key: what its results depend on."""
    plan: object
    directory: pathlib.Path
    words: list
    key: str


class Runner:
    """The program, and how it is called."""

    def __init__(self, program, output, quick=False, again=False):
        self.program, self.output = pathlib.Path(program), output
        self.quick, self.again = quick, again
        self.running = set()
        self.identity = identity(self.program)
        self.version = ", ".join(self.identity.splitlines()[:2])

    def jobs(self, reproduction):
        """Those of its runs that are to be computed or kept, by name."""
        return {name: self.job(reproduction.name, plan)
                for name, plan in reproduction.runs.items()
                if not (self.quick and plan.quick is None)}

    def job(self, name, plan):
        settings = [*plan.settings, *(plan.quick if self.quick else []),
                    "Study/parallel runs = 1" if plan.command == "study" else
                    "Output/field interval = 0"]
        words = [plan.command, str(plan.case)]
        if plan.command == "study":
            words.append("--no-plots")
        for setting in settings:
            words += ["--set", setting]
        key = hashlib.sha256(
            "\0".join([self.identity, *words[2:], plan.command,
                       *texts(plan.case)]).encode()).hexdigest()
        folder = self.output / name / (plan.name + ("-quick" if self.quick
                                                    and plan.quick else ""))
        return Job(plan, folder, words, key)

    def execute(self, jobs, n_parallel, report):
        """Results by job directory. report: called as each one ends."""
        results = {}
        with concurrent.futures.ThreadPoolExecutor(n_parallel) as pool:
            # the long ones, which --quick leaves out, first
            order = sorted(jobs, key=lambda job: job.plan.quick is not None)
            futures = {pool.submit(self.perform, job): job for job in order}
            try:
                for future in concurrent.futures.as_completed(futures):
                    job = futures[future]
                    failure, seconds = future.result()
                    results[job.directory] = Results(job.directory, failure)
                    report(job, failure, seconds)
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                for process in list(self.running):
                    process.terminate()
                raise
        return results

    def perform(self, job):
        """(what failed, seconds), 0 seconds where the results are kept.

        A run that has failed is tried again the next time."""
        note = job.directory.with_name(job.directory.name + ".json")
        if not self.again and is_kept(note, job.key):
            return "", 0
        job.directory.mkdir(parents=True, exist_ok=True)
        note.unlink(missing_ok=True)
        start = time.monotonic()
        with subprocess.Popen(
                [str(self.program), *job.words, "--output",
                 str(job.directory), "--quiet"], text=True,
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                env=environment()) as process:
            self.running.add(process)
            errors = process.communicate()[1]
            self.running.remove(process)
        if process.returncode:
            return (last_line(errors) or f"status {process.returncode}",
                    time.monotonic() - start)
        write_note(note, {"key": job.key})
        return "", time.monotonic() - start


def last_line(text):
    lines = [line for line in text.splitlines()
             if line and "warning" not in line]
    return lines[-1] if lines else ""


def is_kept(note, key):
    """Whether a note says that a run is done, with the same key."""
    try:
        return json.loads(note.read_text(encoding="utf-8"))["key"] == key
    except (OSError, ValueError, LookupError, TypeError):
        return False


def write_note(note, data):
    scratch = note.with_name(note.name + ".part")
    scratch.write_text(json.dumps(data), encoding="utf-8")
    scratch.replace(note)


def identity(program):
    """Version, and what changes with every build."""
    version = subprocess.run([str(program), "--version"], capture_output=True,
                             text=True, check=True,
                             env=environment()).stdout
    files = [program, *sorted(program.parent.glob("libpercuss*.so*"))]
    return version + "".join(f"{file.name} {file.stat().st_mtime_ns} "
                             for file in files)


def texts(case):
    """The text of a case and of those that it includes."""
    text = case.read_text(encoding="utf-8")
    result = [text]
    for name in INCLUDE.findall(text):
        result += texts((case.parent / name).resolve())
    return result


def environment():
    """That of a process alone, whatever launcher is around it."""
    return {name: value for name, value in os.environ.items()
            if not name.startswith(LAUNCHER)
            or name.startswith("OMPI_ALLOW_RUN_AS_ROOT")}
