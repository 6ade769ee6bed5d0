// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_complementarity_contact_islands_h
#define percuss_complementarity_contact_islands_h

#include <percuss/complementarity/cone_complementarity_problem.h>

#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace percuss
{
  /** The problem of some rows I, K* ∋ W_II p_I + b_I ⊥ p_I ∈ K: a work space. */
  struct IslandProblem
  {
    std::optional<ExplicitDelassus> W;
    std::vector<Cone>               cones;
    std::vector<double>             b, p;
    DelassusOperator::Matrix        matrix;  // that W is made of
    DelassusOperator::Factors       factors; // of W, where they are known

    /** Not among the rows. */
    static constexpr unsigned int no_row =
      std::numeric_limits<unsigned int>::max();

    /** Takes b, p and W of some rows of a problem; cones and factors are the
     * caller's. @param number_of_row among them, of each row, or no_row
     * @pre W is explicit */
    void
    take_rows(const ConeComplementarityProblem &problem,
              std::span<const unsigned int>     rows,
              std::span<const unsigned int>     number_of_row,
              std::span<const double>           p);

    /** W, by which solvers know whether they have seen it. @pre there is one,
     * or one is read */
    void
    serialize(Archive &archive);
  };

  /**
   * The islands of a problem: groups of contacts and joints of which none acts
   * on those of another one,
   *
   *     W_IJ = W_JI = 0   for all islands I /= J.
   *
   * The components of the graph whose nodes are the cones that are not inactive,
   * each row of one that is not of second order by itself, with an edge where W
   * has an entry that is not zero, in either of its halves. Islands are in the
   * order of their first rows. Inactive rows, p = 0, are in none.
   *
   * Nothing is allocated for a problem with no more rows than ever before, and
   * by take() where the island of the work space had no fewer rows and entries.
   *
   * Equations: doc/theory/friction_methods.md (16a).
   */
  class ContactIslands
  {
  public:
    /** O(entries of W); of a problem that is one island, those that show it,
     * and no list of its rows. */
    void
    find(const DelassusOperator::Matrix &W, std::span<const Cone> cones);

    /** The number of islands. */
    std::size_t
    size() const
    {
      return first_row.size() - 1;
    }

    /** The rows of an island, in order. @pre there are several */
    std::span<const unsigned int>
    rows(const std::size_t island) const
    {
      return {row_list.data() + first_row[island],
              row_list.data() + first_row[island + 1]};
    }

    /** Whether each island is one cone. */
    bool
    are_single() const
    {
      return size() == nodes.size();
    }

    /** The cone of an island that is one cone, or null. */
    const Cone *
    single(const std::size_t island) const
    {
      const unsigned int first = first_node[island];
      return first_node[island + 1] == first + 1 ? &nodes[node_list[first]] :
                                                   nullptr;
    }

    /** Sets the problem of an island, with @p p as guess. A W with the entries
     * that it has already keeps its identity. @pre find() was called with the
     * explicit W and the cones of @p problem, and found several islands. */
    void
    take(const ConeComplementarityProblem &problem,
         std::size_t                       island,
         std::span<const double>           p,
         IslandProblem                    &part);

  private:
    unsigned int
    root(unsigned int node);
    std::size_t
    connect_nodes(const DelassusOperator::Matrix &W);
    void
    number_islands();
    void
    take_factors(const DelassusOperator::Factors &factors,
                 std::span<const unsigned int>    selected,
                 IslandProblem                   &part);

    std::vector<Cone>         nodes;
    std::vector<unsigned int> node_of_row; // or none
    std::vector<unsigned int> parent;      // of a node, in a tree of its island
    std::vector<unsigned int> island_of_node;
    std::vector<unsigned int> first_node, node_list; // of the islands
    std::vector<unsigned int> first_row{0}, row_list;
    std::vector<unsigned int> number_of_row; // in its island
    std::vector<unsigned int> number_of_dof; // in its island, or none
  };
} // namespace percuss

#endif
