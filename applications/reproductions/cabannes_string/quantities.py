# SPDX-License-Identifier: Apache-2.0

H = 0.5  # height of the obstacle


def height(x, t):
    """u(x, t) of the string, 0 <= x <= 1/2, (7) for u_0 = 1 - 2 |x|, with which
    the functions f, (2), vanish, and X = x, T = t."""
    def k(y):
        return (abs(y - round(y)) - 0.5)**2

    def both(shift):
        return (k((2 * (x + t) + shift) / (3 - H)) +
                k((2 * (x - t) + shift) / (3 - H)))

    shift = 1 - (H if 4 * x < 1 + H else 3)
    return ((1 + H) / (3 - H) * (1 - 2 * x) +
            (3 - H) / 2 * (both(0) - both(shift)))


def largest_difference(run, column, x, at_zero):
    return max(abs(value - at_zero - height(x, t))
               for t, value in zip(run["time"], run[column]))


def middle(results):
    return largest_difference(results["fine"], "gap[left]", 0, -H)


def middle_coarse(results):
    return largest_difference(results["coarse"], "gap[left]", 0, -H)


def quarter(results):
    """The position is x + gap + w, and u = u_0 + w."""
    return largest_difference(results["fine"], "position[quarter]", 0.25, 0.25)
