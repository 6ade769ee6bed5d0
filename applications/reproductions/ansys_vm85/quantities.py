# SPDX-License-Identifier: Apache-2.0
"""The bar's far end while the front one is stopped."""

import bisect


def lowest(results):
    """(time, position) of the far end where it is lowest."""
    run = results["bar"]
    times, places = run["time"], run["position[end]"]
    stop = bisect.bisect(times, 0.06)
    return min(zip(times[:stop], places[:stop]), key=lambda pair: pair[1])


def time_of_largest_shortening(results):
    return lowest(results)[0]


def shortening(results):
    start = results["bar"]["position[end]"][0]
    return start - lowest(results)[1] - 0.64
