// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_mechanism_springs_h
#define percuss_models_mechanism_springs_h

#include <percuss/models/mechanism/force_element.h>
#include <percuss/models/mechanism/planar_mechanism_description.h>

#include <memory>
#include <vector>

namespace percuss
{
  /**
   * Springs and dampers on the lines between points of frames. With d = x_1 -
   * x_2 = l n, D = dd/dq along the tangents of the frames, g = D^T n = dl/dq,
   * w = D v,
   *
   *     dV/dq = V' g,    c = d_0 l' g,    l' = n.w,    F = (V' + d_0 l') n,
   *     C = d_0 g g^T,   K = D^T dF/dq + d(D^T F)/dq at fixed F,
   *
   * V' = k (l - l_0) + T_0, d_0 the damping; with P = (I - n n^T)/l,
   *
   *     dF/dq = ((V'' + d_0' l') n n^T + V' P + d_0 (n w^T + l' I) P) D
   *           + d_0 n n^T dw/dq.
   *
   * Of a compliant contact V' = -k d^n, d_0 = chi k d^n, d = max(l_0 - l, 0). K is
   * unsymmetric by the dampers and, in space, where it is the derivative of
   * components, by the moments' axes, which turn.
   *
   * Where l = 0 the direction is not defined: a StepError, except for k l_0 =
   * T_0 and d_0 = 0, where V'/l = k.
   *
   * Equations: doc/theory/mechanisms.md (4), (4a).
   *
   * Throws InputError for values out of range, or a spring in one frame.
   */
  template <int dim>
  std::shared_ptr<const ForceElement>
  make_line_springs(const std::vector<LineSpring<dim>> &springs);

  /**
   * The springs and dampers between the angles of two frames of the plane,
   * phi = theta_2 - theta_1,
   *
   *     moments k (phi - phi_0) + c dphi/dt,    K = k,    C = c.
   *
   * Throws InputError for values out of range, or a spring in one frame.
   */
  std::shared_ptr<const ForceElement>
  make_torsional_springs(const std::vector<PlanarTorsionalSpring> &springs);
} // namespace percuss

#endif
