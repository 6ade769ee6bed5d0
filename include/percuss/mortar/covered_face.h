// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_mortar_covered_face_h
#define percuss_mortar_covered_face_h

#include <percuss/mortar/face_normals.h>
#include <percuss/mortar/mortar_matrices.h>

#include <array>
#include <span>
#include <vector>

namespace percuss
{
  /** A point of integration on a slave's face. */
  struct CurveSample
  {
    double      s, weight; ///< place on the face; part of its length [m]
    std::size_t face;      ///< of the master
    double      eta;       ///< there
  };

  /** What is covered of a face of a slave's cell, of each of its parts. */
  struct CoveredFace
  {
    std::array<std::vector<CurveSample>, 2> samples;
    std::array<double, 2>                   least_gap; ///< [m]
  };

  /** Of the nodes of a face, as face_normals() has them. */
  using CurveNormals = decltype(face_normals(ContactCurve()))::value_type;

  /**
   * Adds D_j, M_jb and - int psi_j n_f of a face of a slave's cell, whose first
   * part is @p first. Of degree 2 psi_j are dual to its quadratic functions,
   *
   *     psi = D_e (int N N^T)^{-1} N,    D_j = int N_j,
   *
   * as long as each D_j is at least a quarter of that of the whole straight face:
   * of less they lose their sign. Where less is covered each half is a face by
   * itself, with psi_j dual to the linear functions of its two nodes.
   *
   * @param normals at the nodes of its parts
   *
   * Equations: doc/theory/mortar_contact.md (2), (7), (13), (15).
   */
  void
  add_cell_face(const ContactCurve           &slave,
                std::size_t                   first,
                const CoveredFace            &covered,
                std::span<const CurveNormals> normals,
                const ContactCurve           &master,
                MortarMatrices<2>            &result);
} // namespace percuss

#endif
