// SPDX-License-Identifier: Apache-2.0
#include <percuss/mortar/quadratic_sums.h>

#include <Eigen/LU>

namespace percuss
{
  namespace
  {
    /** The place among the nodes of a cell's face of that which is @p i-th for a
     * quarter. */
    std::array<Eigen::Index, 9>
    places_of(const std::size_t quarter)
    {
      std::array<Eigen::Index, 9> result{};
      for (std::size_t i = 0; i < 4; ++i)
        {
          result[i]     = static_cast<Eigen::Index>((i + quarter) % 4);
          result[4 + i] = 4 + result[i];
        }
      result[8] = 8;
      return result;
    }
  } // namespace

  QuadraticPlaces
  quadratic_places(const SlaveFacet    &slave,
                   const ContactFacets &facets,
                   const std::size_t    face)
  {
    QuadraticPlaces result;
    for (std::size_t        i = 0;
         const unsigned int node : facets.quadratic_nodes(face))
      result[i++] = slave.local(facets.nodes[node]).head<2>();
    return result;
  }

  void
  QuadraticSums::start(const std::size_t first_quarter)
  {
    first = first_quarter;
    area  = 0.;
    mass.setZero();
    normals.fill(Eigen::Vector3d::Zero());
    parts.clear();
  }

  void
  QuadraticSums::add(const SlaveFacet &quarter, const Matrix &N_N)
  {
    const auto at = places_of(quarter.number % 4);
    mass(at, at) += N_N;
    area += quarter.area;
    // its corners are the corner, two nodes beside it and that in the middle
    for (const auto &[place, i] :
         {std::pair(0u, 0u), {4u, 1u}, {8u, 2u}, {7u, 3u}})
      normals[static_cast<std::size_t>(at[place])] += quarter.normals[i];
  }

  void
  QuadraticSums::add(const SlaveFacet &quarter,
                     const std::size_t of_master,
                     const Matrix     &N_N_b)
  {
    Matrix in_order;
    in_order(places_of(quarter.number % 4), Eigen::all) = N_N_b;
    parts.push_back({of_master, in_order});
  }

  bool
  QuadraticSums::add_to(const ContactFacets &slave,
                        const ContactFacets &master,
                        const FacetPieces   &cutter,
                        MortarMatrices<3>   &result) const
  {
    const Vector D = mass.rowwise().sum(); // sum_j N_j = 1
    Vector       straight;
    straight << Vector::Constant(1. / 9.);
    straight.head<4>().setConstant(1. / 36.);
    straight[8] = 4. / 9.;
    if (!(D.array() >=
          MortarMatrices<3>::least_weight * area * straight.array())
           .all())
      return false;
    const Matrix dual  = D.asDiagonal() * mass.inverse();
    const auto   nodes = slave.quadratic_nodes(first);
    for (std::size_t j = 0; j < 9; ++j)
      {
        const double D_j = D[static_cast<Eigen::Index>(j)];
        result.D[nodes[j]] += D_j;
        result.normal[nodes[j]] += D_j * normals[j].normalized();
      }
    for (const Part &part : parts)
      {
        const Matrix M   = dual * part.N_N_b;
        const Vector psi = M.rowwise().sum(); // int psi_j
        const auto   b   = master.quadratic_nodes(part.face);
        for (std::size_t j = 0; j < 9; ++j)
          {
            const auto row = static_cast<Eigen::Index>(j);
            result.opposite_normal[nodes[j]] +=
              psi[row] * cutter.master_normal(part.face);
            for (std::size_t k = 0; k < 9; ++k)
              result.M[nodes[j]][b[k]] += M(row, static_cast<Eigen::Index>(k));
          }
      }
    return true;
  }
} // namespace percuss
