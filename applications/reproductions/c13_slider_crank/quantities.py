# SPDX-License-Identifier: Apache-2.0


def corners_that_touch(results):
    run = results["fine"]
    columns = [name for name in run.lines[0]
               if name.startswith("impulse[corner")
               and "tangential" not in name]
    return sum(max(run[name]) > 0 for name in columns)
