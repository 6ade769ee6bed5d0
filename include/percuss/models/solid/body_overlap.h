// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_solid_body_overlap_h
#define percuss_models_solid_body_overlap_h

#include <percuss/algebra/algebra.h>

#include <deal.II/base/point.h>
#include <deal.II/dofs/dof_handler.h>

#include <array>
#include <functional>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace percuss
{
  /**
   * Finds out whether bodies of one mesh, which no contact keeps apart, have
   * moved into each other. A body is what cells that share vertices make up.
   *
   * With straight edges between the displaced vertices: the bodies overlap
   * where a vertex, the middle of an edge or of a face on the boundary, or of a
   * cell there is in a cell of another body, behind what is boundary of it by
   * more than a depth, in parts of the distance to the middle of the cell. Thin bodies that cross without, or pass each
   * other within a step, are not found.
   *
   * The boxes around the bodies are compared first, with work for each vertex;
   * only where two of them overlap are points in there looked for in cells,
   * sorted along the first axis.
   */
  template <int dim, Algebra A>
  class BodyOverlap
  {
  public:
    using Vector = typename A::Vector;

    using Complete = std::function<Vector(const Vector &)>;

    /** @param dof_handler of displacements, whose first degrees of freedom are
     * those of vertices; it must outlive this object
     * @param complete makes of the displacement of find() one with those of
     * hanging nodes; empty where none hang */
    explicit BodyOverlap(const dealii::DoFHandler<dim> &dof_handler,
                         double                         depth    = 1e-6,
                         Complete                       complete = {});

    double
    least_depth() const
    {
      return depth;
    }

    /** Number of bodies in the mesh. */
    unsigned int
    n_bodies() const
    {
      return n;
    }

    /** Contacts keep the bodies that have faces with ids of @p a and those with
     * ids of @p b apart: overlaps of one with the other are not looked for.
     * Collective. */
    void
    let_touch(const std::set<dealii::types::boundary_id> &a,
              const std::set<dealii::types::boundary_id> &b);

    /** Whether some bodies may not touch some other ones. */
    bool
    is_needed() const;

    /** A point of one body in another one. */
    struct Overlap
    {
      dealii::Point<dim>          point; ///< where it is [m]
      std::array<unsigned int, 2> bodies{};
    };

    /** An overlap at the displacement @p q, if there is one; the same on all
     * ranks. Collective. */
    std::optional<Overlap>
    find(const Vector &q) const;

  private:
    using Cell = typename dealii::DoFHandler<dim>::active_cell_iterator;

    struct OwnedVertex
    {
      dealii::Point<dim> X;
      unsigned int       first_dof; ///< counted within this rank
      unsigned int       body;
    };

    struct Candidate
    {
      dealii::Point<dim> x;
      unsigned int       body;
    };

    struct Box
    {
      dealii::Point<dim> lower, upper;
    };

    void
    find_bodies();
    std::set<unsigned int>
    bodies_with(const std::set<dealii::types::boundary_id> &ids) const;
    bool
    may_touch(unsigned int body, unsigned int other) const;
    void
    find_vertices();
    std::optional<Overlap>
    find_in(const Vector &q) const;
    std::vector<Box>
    boxes(const Vector &q) const;
    std::vector<Candidate>
    candidates(const Vector &ghosted_q, const std::vector<Box> &common) const;
    std::vector<dealii::Point<dim>>
    displaced_vertices(const Cell &cell, const Vector &ghosted_q) const;
    bool
    is_inside(const Cell                            &cell,
              const std::vector<dealii::Point<dim>> &vertices,
              const dealii::Point<dim>              &x) const;

    const dealii::DoFHandler<dim>                  &dof_handler;
    const double                                    depth;
    const Complete                                  complete;
    unsigned int                                    n = 0;
    std::vector<unsigned int>                       body_of_coarse_cell;
    std::vector<OwnedVertex>                        owned_vertices;
    std::vector<bool>                               on_boundary; // vertices
    std::set<std::pair<unsigned int, unsigned int>> touching;    // (less, more)
    mutable Vector ghosted; // of the last overlap of boxes
  };
} // namespace percuss

#endif
