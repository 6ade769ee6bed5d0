# SPDX-License-Identifier: Apache-2.0
"""An elastic bar on a rigid obstacle with matrices assembled by GetFEM.

The bar of the unit interval, E = A = rho = 1, is clamped at x = 1, starts at rest
with u = (1 - x)/2 and meets the obstacle at u(0) = 0 (F. Dabaghi, A. Petrov,
J. Pousin, Y. Renard, ESAIM M2AN 48 (2014) 1147-1169). Every method is a contact
force

    f = f_lambda max(0, -(gap q)/c)

or an impulse, and a way to step M u_tt + K u = f.
"""

import getfem as gf
import numpy as np

CONTACT = 1


class Bar:
    """Matrices of the free degrees of freedom, the contact node first."""

    def __init__(self, n, mass="consistent", boundary_mass="kept"):
        self.h = 1 / n
        self.mesh = gf.Mesh("cartesian", np.linspace(0, 1, n + 1))
        faces = self.mesh.outer_faces()
        normals = self.mesh.normal_of_faces(faces)
        self.mesh.set_region(CONTACT, faces[:, normals[0] < 0])
        self.fem = gf.MeshFem(self.mesh)
        self.fem.set_classical_fem(1)
        self.rule = gf.MeshIm(self.mesh, 4)
        self.model = gf.Model("real")
        self.model.add_fem_variable("u", self.fem)
        place = self.fem.basic_dof_nodes()[0]
        self.free = np.argsort(place)[:-1]
        self.K = self.matrix("Grad_u*Grad_Test_u")
        self.M = self.masses(mass, boundary_mass)
        self.massless = boundary_mass != "kept"
        self.end = self.vector("Test_u")            # u(0)
        self.slope = self.vector("Grad_Test_u")     # u'(0), the stress
        self.start = 0.5 * (1 - np.sort(place)[:-1])

    def matrix(self, form, region=-1):
        full = gf.asm_generic(self.rule, 2, form, region, self.model).full()
        return full[np.ix_(self.free, self.free)]

    def vector(self, form):
        full = gf.asm_generic(self.rule, 1, form, CONTACT, self.model)
        return np.ravel(full)[self.free]

    def masses(self, mass, boundary_mass):
        M = self.matrix("u*Test_u")
        if mass == "lumped":
            M = self.h * np.eye(len(M))
            M[0, 0] = self.h / 2
        if boundary_mass == "redistributed":
            assert mass == "lumped"
            M[1, 1] += M[0, 0]
        if boundary_mass == "singular":
            M -= np.outer(M[0], M[0]) / M[0, 0]
        if boundary_mass != "kept":
            M[0] = M[:, 0] = 0
        return M


class Law:
    """lambda = max(0, -gap q/c), along force, beside the stiffness K."""

    def __init__(self, bar, method, parameter=0., theta=0.):
        self.K, self.gap, self.force, self.c = bar.K, bar.end, bar.end, 0.
        self.theta = 1.
        if method != "signorini":
            self.c = bar.h / parameter
        if method == "nitsche":
            self.gap = bar.end + self.c * bar.slope
            self.force = bar.end + theta * self.c * bar.slope
            self.K = bar.K - theta * self.c * np.outer(bar.slope, bar.slope)
            self.theta = theta

    def of(self, u):
        return max(0., -(self.gap @ u) / self.c)

    def closed(self):
        return np.outer(self.force, self.gap) / self.c

    def energy(self, u, factor):
        return 0.5 * u @ self.K @ u + 0.5 * self.theta * self.c * factor**2


def constrained(S, right, law):
    """S u = right + force lambda, 0 <= gap u + c lambda perp lambda >= 0."""
    u = np.linalg.solve(S, right)
    if law.gap @ u >= 0:
        return u, 0.
    push = np.linalg.solve(S, law.force)
    factor = -(law.gap @ u) / (law.gap @ push + law.c)
    return u + factor * push, factor


def at_rest(bar, law, u):
    """u with its contact node in equilibrium where that has no mass."""
    if not bar.massless:
        return u, (law.of(u) if law.c else 0.)
    S = np.eye(len(u))
    S[0] = law.K[0]
    right = u.copy()
    right[0] = 0
    first = Law.__new__(Law)
    first.gap, first.c = law.gap, law.c
    first.force = np.zeros(len(u))
    first.force[0] = law.force[0]
    return constrained(S, right, first)


def with_unit(bar):
    """M that can be inverted; of accelerations 0 where there is no mass."""
    M = bar.M.copy()
    if bar.massless:
        M[0, 0] = 1
    return M


def explicit(bar, law, h, n_steps):
    """Velocity Verlet, central differences; lambda is that of u."""
    M = with_unit(bar)

    def acceleration(u, factor):
        f = law.force * factor - law.K @ u
        if bar.massless:
            f[0] = 0
        return np.linalg.solve(M, f)

    u, factor = at_rest(bar, law, bar.start)
    v, a = np.zeros(len(u)), acceleration(u, factor)
    for _ in range(n_steps):
        u = u + h * v + 0.5 * h * h * a
        u, factor = at_rest(bar, law, u)
        v = v + 0.5 * h * a
        a = acceleration(u, factor)
        v = v + 0.5 * h * a
        yield u, factor, 0.5 * v @ bar.M @ v + law.energy(u, factor)


def newmark(bar, law, h, n_steps):
    """The trapezoidal rule, beta = 1/4; lambda is that of the step's end."""
    S = bar.M + 0.25 * h * h * law.K
    step = Law.__new__(Law)
    step.gap, step.c = law.gap, law.c
    step.force = 0.25 * h * h * law.force
    u, factor = at_rest(bar, law, bar.start)
    Mv, Ma = np.zeros(len(u)), law.force * factor - law.K @ u
    if bar.massless:
        Ma[0] = 0
    for _ in range(n_steps):
        right = bar.M @ u + h * Mv + 0.25 * h * h * Ma
        u, factor = constrained(S, right, step)
        last, Ma = Ma, law.force * factor - law.K @ u
        Mv = Mv + 0.5 * h * (last + Ma)
        v = np.linalg.solve(with_unit(bar), Mv)
        yield u, factor, 0.5 * v @ bar.M @ v + law.energy(u, factor)


def with_impulses(bar, impulse, h, n_steps, beta=0.):
    """M (u_next - 2 u + u_old)/h^2 + K (beta u_next + (1 - 2 beta) u +
    beta u_old) = f with impulses h f in the velocities between the times:
    central differences of the mass M + beta h^2 K. The energy is
    |V|^2/2 + u K u_next/2."""
    u, V = bar.start, np.zeros(len(bar.start))
    M = bar.M + beta * h * h * bar.K
    old, inverse = u, np.linalg.inv(M)
    half = 0.5
    for _ in range(n_steps + 1):
        V = V - half * h * inverse @ bar.K @ u
        half = 1.
        P = impulse(u, old, V, inverse[0, 0], h)
        V = V + inverse[:, 0] * P
        old, u = u, u + h * V
        yield old, P / h, 0.5 * V @ M @ V + 0.5 * old @ bar.K @ u


def paoli_schatzman(e):
    """u_next = -e u_old where that would be violated."""
    def impulse(u, old, V, inverse, h):
        following = u[0] + h * V[0]
        return max(0., -(following + e * old[0]) / (h * inverse))
    return impulse


def taylor_flanagan(u, _old, V, inverse, h):
    """Stops what would be inside in the next step."""
    return -V[0] / inverse if u[0] + h * V[0] < 0 else 0.
