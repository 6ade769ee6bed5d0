// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_mortar_mortar_rows_h
#define percuss_mortar_mortar_rows_h

#include <percuss/mortar/contact_curve.h>
#include <percuss/mortar/contact_facets.h>

#include <limits>
#include <span>
#include <utility>
#include <vector>

namespace percuss
{
  /**
   * What a node x_j of the slave has opposite: the point sum_b P_jb x_b
   * of the master's nodes x_b,
   *
   *     g_j = n_j . (sum_b P_jb x_b - x_j),    sum_b P_jb = 1.
   */
  template <int dim>
  struct MortarRow
  {
    unsigned int                  node;   ///< j, of the slave
    Eigen::Matrix<double, dim, 1> normal; ///< n_j, points out of the slave

    /** D_j = int N_j over what is covered: in the plane int N_j w ds [m], or
     * [m^2], in space int N_j dA [m^2]. */
    double area;

    /** D_j over int N_j of all faces, in (0, 1]; of degree 2 up to 3/2, in space
     * 9/4, where faces that are covered in part have linear functions. */
    double covered;

    /** b and P_jb, b ascending. */
    std::vector<std::pair<unsigned int, double>> masters;

    /** - int psi_j n_f w ds over its norm, n_f the outer normals of the master's
     * faces: how the master looks where j sees it. Where the slave slides, its
     * opposite point moves at a right angle to this, but for how the faces of a
     * round master turn. n_j where the integral is zero. */
    Eigen::Matrix<double, dim, 1> opposite_normal;

    /** The least distance of what is covered of the node's faces from the planes
     * of the master's faces there, negative behind them [m]. Where little is
     * covered, g_j is extrapolated from there to the node and may be less:
     * bodies that are apart do not touch. */
    double least_gap;
  };

  /** Where faces of the master are looked for. */
  struct MortarSearch
  {
    /** How far away from a face of the slave [m]. */
    double reach = std::numeric_limits<double>::infinity();

    /** Whether the slave is the master: a surface with itself. Faces that share
     * a node do not see each other then. */
    bool is_of_itself = false;

    /** How far behind each face of the slave a master is seen [m]; empty: as far
     * as the face is long, of degree 2 twice as far. */
    std::span<const double> depths = {};
  };

  /**
   * The dual mortar rows of two curves that face each other, j ascending. With
   * the shape functions N_j of the slave and N_b of the master, linear on
   * faces, and chi, the projection onto the master along the slave's normals
   * sum_j N_j n_j,
   *
   *     P_jb = int psi_j N_b(chi) / D_j,   int psi_j N_k = D_j delta_jk,
   *
   * psi_j the dual functions of that part of each face that is covered, all
   * integrals over this part alone. Of degree 2 N_j and N_b are the quadratic ones
   * of ContactCurve::values(), psi_j those of add_cell_face().
   *
   * The covered part is cut exactly into the segments that
   * see one face of the master each, with five points of Gauss on each of them:
   * exact where the normals of a face's nodes are equal. The master may be at any
   * distance, also behind the slave by up to the length of the slave's face, or
   * the depth given; a point of the slave that sees several faces has the nearest one.
   *
   * A face is seen if its outer normal is at more than 120 degrees to that of
   * the slave. Nodes of which less than 1e-3 of int N_j is covered have no row.
   *
   * The integrals are those along the curve, w = 1, or, of bodies of revolution
   * about x = 0, with w = x >= 0, the radius: 2 pi D_j is an area then.
   *
   * The rows do not change if both curves are moved, turned or scaled, and
   * their number does not depend on the order of faces. With a reach [m],
   * the only faces of the master that are seen are those whose boxes come as
   * near to that of the slave's face (NearFaces), so that the work is in
   * proportion to the number of faces; without one each face of the slave
   * looks at all of the master's.
   *
   * Equations: doc/theory/mortar_contact.md (1), (2), (3), (4), (7), (13) to (15).
   * Reference: A. Popp, B. I. Wohlmuth, M. W. Gee and W. A. Wall, Dual
   * quadratic mortar finite element methods for 3D finite deformation contact,
   * SIAM J. Sci. Comput. 34 (2012) B421-B446; S. Cichosz and M. Bischoff,
   * Consistent treatment of boundaries with mortar contact formulations using
   * dual Lagrange multipliers, CMAME 200 (2011) 1317-1332.
   */
  std::vector<MortarRow<2>>
  mortar_rows(const ContactCurve &slave,
              const ContactCurve &master,
              bool                is_axisymmetric = false,
              const MortarSearch &search          = {});

  /**
   * The same of surfaces in space. N_j and N_b are bilinear on quadrilaterals,
   * linear on triangles; chi projects each face of the slave along one
   * direction, that of the sum of the normals of its nodes. Both sides'
   * faces, projected onto the plane across this direction, are polygons: what
   * they have in common is cut into triangles with 3 or 6 points on each of
   * them, exact for the products of shape functions on triangles and
   * parallelograms, 12 on other faces. int N_j is over the slave's face itself,
   * not over its projection. Of degree 2 N_j and N_b are biquadratic, 16 points
   * are on each triangle, and psi_j are those of QuadraticSums, of faces of which
   * little is covered those of its quarters.
   *
   * A face is seen if its outer normal is at more than 120 degrees to this
   * direction, at any distance, also behind the slave by up to the square root
   * of the area of the slave's face, or the depth given. The time grows with the
   * number of slave faces and the logarithm of that of master faces. With a reach, faces
   * of the master all of which is farther away than this from the slave's face,
   * along this direction, are not seen, and what is far costs little.
   *
   * @pre faces are convex, also as they are projected
   *
   * Equations: doc/theory/mortar_contact.md (1), (2), (3), (4), (7), (13) to (15).
   * Reference: M. A. Puso and T. A. Laursen, A mortar segment-to-segment
   * contact method for large deformation solid mechanics, CMAME 193 (2004)
   * 601-629; A. Popp, M. Gitterle, M. W. Gee and W. A. Wall, A dual mortar
   * approach for 3D finite deformation contact with consistent linearization,
   * Int. J. Numer. Meth. Engng 83 (2010) 1428-1465.
   */
  std::vector<MortarRow<3>>
  mortar_rows(const ContactFacets &slave,
              const ContactFacets &master,
              const MortarSearch  &search = {});

  /** int N_j dA of the nodes of a surface, over all their faces [m^2]. */
  std::vector<double>
  nodal_areas(const ContactFacets &facets);
} // namespace percuss

#endif
