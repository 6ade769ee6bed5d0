// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_tests_judges_siconos_mechanics_h
#define percuss_tests_judges_siconos_mechanics_h

#include <SiconosKernel.hpp>

#include <array>
#include <cmath>

/** Relations and a system that Siconos has not: planar bodies (x, y, angle), one
 * behind the other in q, and the slider-crank of [A12] 6.4.1. */

using Pair = std::array<double, 2>;

/** A point of a planar body, fixed to it at the local place p. */
struct BodyPoint
{
  int  body = -1; ///< -1: the ground
  Pair p{};

  /** p turned by the angle of the body. */
  Pair
  arm(const BlockVector &q) const
  {
    if (body < 0)
      return {0., 0.};
    const double s = std::sin(q(3 * body + 2)), c = std::cos(q(3 * body + 2));
    return {c * p[0] - s * p[1], s * p[0] + c * p[1]};
  }

  Pair
  place(const BlockVector &q) const
  {
    if (body < 0)
      return p;
    const Pair r = arm(q);
    return {q(3 * body) + r[0], q(3 * body + 1) + r[1]};
  }

  /** Adds factor (velocity of the point + offset from it, along d) to a row. */
  void
  add_row(SimpleMatrix      &G,
          const int          row,
          const double       factor,
          const Pair         d,
          const BlockVector &q,
          const Pair         offset = {0., 0.}) const
  {
    if (body < 0)
      return;
    const Pair   r = arm(q);
    const double x = r[0] + offset[0], y = r[1] + offset[1];
    const int    i = 3 * body;
    G.setValue(row, i, G(row, i) + factor * d[0]);
    G.setValue(row, i + 1, G(row, i + 1) + factor * d[1]);
    G.setValue(row, i + 2, G(row, i + 2) + factor * (d[1] * x - d[0] * y));
  }
};

/** Gap of a disc of radius r about a point of a body, r = 0: the point, over the
 * line through c with the normal n; the second row, with friction, is the
 * velocity of the point of contact along (-n_y, n_x). */
class DiscOnLine : public LagrangianScleronomousR
{
public:
  DiscOnLine(const BodyPoint &point, const Pair c, const Pair n, const double r)
    : point(point)
    , c(c)
    , n(n)
    , r(r)
  {}

  void
  computeh(const BlockVector &q, BlockVector &, SiconosVector &y) override
  {
    const Pair x = point.place(q);
    y.zero();
    y.setValue(0, n[0] * (x[0] - c[0]) + n[1] * (x[1] - c[1]) - r);
  }

  void
  computeJachq(const BlockVector &q, BlockVector &) override
  {
    _jachq->zero();
    const Pair foot{-r * n[0], -r * n[1]};
    auto      &G = static_cast<SimpleMatrix &>(*_jachq);
    point.add_row(G, 0, 1., n, q, foot);
    if (G.size(0) > 1)
      point.add_row(G, 1, 1., {-n[1], n[0]}, q, foot);
  }

private:
  const BodyPoint point;
  const Pair      c, n;
  const double    r;
};

/** Gap of two discs about centres of bodies. */
class DiscOnDisc : public LagrangianScleronomousR
{
public:
  DiscOnDisc(const BodyPoint &first, const BodyPoint &second, const double sum)
    : first(first)
    , second(second)
    , sum(sum)
  {}

  void
  computeh(const BlockVector &q, BlockVector &, SiconosVector &y) override
  {
    const Pair a = first.place(q), b = second.place(q);
    y.zero();
    y.setValue(0, std::hypot(b[0] - a[0], b[1] - a[1]) - sum);
  }

  void
  computeJachq(const BlockVector &q, BlockVector &) override
  {
    const Pair   a = first.place(q), b = second.place(q);
    const double l = std::hypot(b[0] - a[0], b[1] - a[1]);
    const Pair   n{(b[0] - a[0]) / l, (b[1] - a[1]) / l};
    _jachq->zero();
    auto &G = static_cast<SimpleMatrix &>(*_jachq);
    first.add_row(G, 0, -1., n, q);
    second.add_row(G, 0, 1., n, q);
  }

private:
  const BodyPoint first, second;
  const double    sum;
};

/** Two points that stay together. */
class Hinge : public LagrangianScleronomousR
{
public:
  Hinge(const BodyPoint &first, const BodyPoint &second)
    : first(first)
    , second(second)
  {}

  void
  computeh(const BlockVector &q, BlockVector &, SiconosVector &y) override
  {
    const Pair a = first.place(q), b = second.place(q);
    y.setValue(0, b[0] - a[0]);
    y.setValue(1, b[1] - a[1]);
  }

  void
  computeJachq(const BlockVector &q, BlockVector &) override
  {
    _jachq->zero();
    auto &G = static_cast<SimpleMatrix &>(*_jachq);
    for (int row = 0; row < 2; ++row)
      {
        const Pair d{row == 0 ? 1. : 0., row == 0 ? 0. : 1.};
        first.add_row(G, row, -1., d, q);
        second.add_row(G, row, 1., d, q);
      }
  }

private:
  const BodyPoint first, second;
};

/** Lengths, masses, inertias of [A12] Table 2 with J_2 of [C13]. */
struct SliderCrankData
{
  double l_1 = 0.153, l_2 = 0.306, a = 0.05, b = 0.025, c = 0.001;
  double m_1 = 0.038, m_2 = 0.038, m_3 = 0.076, g = 9.81;
  double J_1 = 7.4e-5, J_2 = 5.9e-4, J_3 = 2.7e-6;
};

/** The angles of crank, rod and slider:
 *
 *     M = (A, D cos, 0; D cos, B, 0; 0, 0, J_3) of the angle q_1 - q_2,
 *     forces on the left: D sin(q_1 - q_2) (v_2^2, -v_1^2, 0) and
 *     (V_1 cos q_1, V_2 cos q_2, 0).
 */
class SliderCrankDS
  : public LagrangianDS
  , private SliderCrankData
{
public:
  SliderCrankDS(SP::SiconosVector q, SP::SiconosVector v)
    : LagrangianDS(q, v)
  {
    const auto matrix = [] { return std::make_shared<SimpleMatrix>(3, 3); };
    _mass             = matrix();
    _fInt             = std::make_shared<SiconosVector>(3);
    _jacobianFIntq    = matrix();
    _fGyr             = std::make_shared<SiconosVector>(3);
    _jacobianFGyrq    = matrix();
    _jacobianFGyrqDot = matrix();
    _hasConstantMass  = false;
    init_forces();
  }

  void
  computeMass() override
  {
    computeMass(_q[0]);
  }

  void
  computeMass(SP::SiconosVector q) override
  {
    const double coupling = D * std::cos((*q)(0) - (*q)(1));
    _mass->zero();
    _mass->setValue(0, 0, J_1 + (0.25 * m_1 + m_2 + m_3) * l_1 * l_1);
    _mass->setValue(1, 1, J_2 + (0.25 * m_2 + m_3) * l_2 * l_2);
    _mass->setValue(0, 1, coupling);
    _mass->setValue(1, 0, coupling);
    _mass->setValue(2, 2, J_3);
  }

  void
  computeFGyr() override
  {
    computeFGyr(_q[0], _q[1]);
  }

  void
  computeFGyr(SP::SiconosVector q, SP::SiconosVector v) override
  {
    const double s = D * std::sin((*q)(0) - (*q)(1));
    _fGyr->setValue(0, s * (*v)(1) * (*v)(1));
    _fGyr->setValue(1, -s * (*v)(0) * (*v)(0));
    _fGyr->setValue(2, 0.);
  }

  void
  computeJacobianFGyrq() override
  {
    computeJacobianFGyrq(_q[0], _q[1]);
  }

  void
  computeJacobianFGyrq(SP::SiconosVector q, SP::SiconosVector v) override
  {
    const double c   = D * std::cos((*q)(0) - (*q)(1));
    const double k_1 = c * (*v)(1) * (*v)(1), k_2 = c * (*v)(0) * (*v)(0);
    _jacobianFGyrq->zero();
    _jacobianFGyrq->setValue(0, 0, k_1);
    _jacobianFGyrq->setValue(0, 1, -k_1);
    _jacobianFGyrq->setValue(1, 0, -k_2);
    _jacobianFGyrq->setValue(1, 1, k_2);
  }

  void
  computeJacobianFGyrqDot() override
  {
    computeJacobianFGyrqDot(_q[0], _q[1]);
  }

  void
  computeJacobianFGyrqDot(SP::SiconosVector q, SP::SiconosVector v) override
  {
    const double s = 2. * D * std::sin((*q)(0) - (*q)(1));
    _jacobianFGyrqDot->zero();
    _jacobianFGyrqDot->setValue(0, 1, s * (*v)(1));
    _jacobianFGyrqDot->setValue(1, 0, -s * (*v)(0));
  }

  void
  computeFInt(double time) override
  {
    computeFInt(time, _q[0], _q[1]);
  }

  void
  computeFInt(double, SP::SiconosVector q, SP::SiconosVector) override
  {
    _fInt->setValue(0, V_1 * std::cos((*q)(0)));
    _fInt->setValue(1, V_2 * std::cos((*q)(1)));
    _fInt->setValue(2, 0.);
  }

  void
  computeJacobianFIntq(double time) override
  {
    computeJacobianFIntq(time, _q[0], _q[1]);
  }

  void
  computeJacobianFIntq(double, SP::SiconosVector q, SP::SiconosVector) override
  {
    _jacobianFIntq->zero();
    _jacobianFIntq->setValue(0, 0, -V_1 * std::sin((*q)(0)));
    _jacobianFIntq->setValue(1, 1, -V_2 * std::sin((*q)(1)));
  }

private:
  const double D   = (0.5 * m_2 + m_3) * l_1 * l_2;
  const double V_1 = (0.5 * m_1 + m_2 + m_3) * g * l_1;
  const double V_2 = (0.5 * m_2 + m_3) * g * l_2;
};

/** A corner (xi, eta) of the slider and the wall of its guide on that side; the
 * second row is the velocity along x. */
class SliderCorner
  : public LagrangianScleronomousR
  , private SliderCrankData
{
public:
  SliderCorner(const double sign_x, const double sign_y)
    : xi(sign_x * a)
    , eta(sign_y * b)
    , side(-sign_y)
  {}

  void
  computeh(const BlockVector &q, BlockVector &, SiconosVector &y) override
  {
    y.zero();
    y.setValue(0,
               b + c +
                 side * (l_1 * std::sin(q(0)) + l_2 * std::sin(q(1)) +
                         xi * std::sin(q(2)) + eta * std::cos(q(2))));
  }

  void
  computeJachq(const BlockVector &q, BlockVector &) override
  {
    const double x     = xi * std::cos(q(2)) - eta * std::sin(q(2)),
                 y     = xi * std::sin(q(2)) + eta * std::cos(q(2));
    const Pair rows[3] = {{side * l_1 * std::cos(q(0)), -l_1 * std::sin(q(0))},
                          {side * l_2 * std::cos(q(1)), -l_2 * std::sin(q(1))},
                          {side * x, -y}};
    for (int i = 0; i < 3; ++i)
      for (unsigned int row = 0; row < _jachq->size(0); ++row)
        _jachq->setValue(row, i, rows[i][row]);
  }

private:
  const double xi, eta, side;
};

#endif
