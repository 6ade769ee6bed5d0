// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_mortar_self_contact_h
#define percuss_mortar_self_contact_h

#include <percuss/mortar/face_normals.h>
#include <percuss/mortar/mortar_rows.h>

#include <vector>

namespace percuss
{
  /**
   * Which nodes of a surface that touches itself are slaves. mortar_rows() of
   * the surface with itself has a row for each node that sees some of it, on
   * both sides of a contact; those of one side alone are kept:
   *
   *     no slave is the master of a slave,
   *
   * so that sum_b P_jb x_b - x_j is made of nodes that no other row moves, and
   * G_A R = 1 has its R.
   *
   * Slaves spread from a first node along the surface as far as this lasts, so
   * that each side of a fold is of one kind. Of the nodes with a row the one with
   * the smallest faces is the first, of equal ones the softest, then the one
   * next to the middle of the undeformed surface, then the fastest: surfaces that
   * are turned, mirrored or numbered otherwise have the same slaves. Where all
   * these are equal, as on both sides of a symmetric surface, the smallest number
   * decides. Rows determine the slaves, which have no memory of other times.
   *
   * Equations: doc/theory/mortar_contact.md (10).
   */
  class SlaveSelection
  {
  public:
    /** What is known of the nodes of a surface; none: equal. */
    struct Nodes
    {
      std::vector<double> sizes;       ///< int N_j > 0, undeformed
      std::vector<double> moduli = {}; ///< > 0, of the bodies
      std::vector<double> speeds = {}; ///< at the start
    };

    /** Of a surface, undeformed. */
    template <class Faces>
    SlaveSelection(const Faces &surface, Nodes nodes)
      : neighbours(surface.nodes.size())
    {
      nodes.moduli.resize(neighbours.size(), 1.);
      nodes.speeds.resize(neighbours.size(), 0.);
      for (const auto &face : surface.faces)
        for (const unsigned int i : nodes_of(face))
          for (const unsigned int j : nodes_of(face))
            if (i != j)
              neighbours[i].push_back(j);
      if (!neighbours.empty())
        set_order(nodes, distances(surface.nodes, nodes.sizes));
    }

    /** Leaves the rows of the slaves. @param rows of the surface with itself,
     * their nodes ascending */
    template <int dim>
    void
    keep_slaves(std::vector<MortarRow<dim>> &rows) const;

  private:
    /** Of nodes from their mean with weights @p sizes. */
    template <class Point>
    static std::vector<double>
    distances(const std::vector<Point> &nodes, const std::vector<double> &sizes)
    {
      Point  sum    = 0. * nodes.front();
      double weight = 0.;
      for (std::size_t i = 0; i < nodes.size(); ++i)
        {
          sum += sizes[i] * nodes[i];
          weight += sizes[i];
        }
      std::vector<double> result;
      for (const Point &x : nodes)
        result.push_back((x - sum / weight).norm());
      return result;
    }

    void
    set_order(const Nodes &nodes, const std::vector<double> &distances);

    std::vector<std::vector<unsigned int>> neighbours; // of nodes
    std::vector<unsigned int>              order,      // nodes, the first first
      place;                                           // of nodes in the order
  };
} // namespace percuss

#endif
