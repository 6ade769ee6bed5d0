// SPDX-License-Identifier: Apache-2.0
#include <percuss/models/solid/instances.h>
#include <percuss/models/solid/nodal_stress.h>
#include <percuss/models/solid/solid_cells.h>
#include <percuss/models/solid/solid_elements.h>
#include <percuss/parallel_algebra/all_gather.h>

#include <deal.II/fe/fe_values.h>

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <map>
#include <tuple>

namespace percuss
{
  using namespace dealii;

  namespace
  {
    /** d.sigma N of the displacement phi e_c. */
    template <int dim>
    double
    traction(const LameConstants  &lame,
             const Tensor<1, dim> &d,
             const Tensor<1, dim> &N,
             const Tensor<1, dim> &gradient,
             const unsigned int    c)
    {
      return lame.lambda * gradient[c] * (d * N) +
             lame.mu * (d[c] * (gradient * N) + N[c] * (gradient * d));
    }

    /** The largest x^T B x/x^T K x of the x that strain, K x != 0.
     * @pre B x = 0 where K x = 0 */
    double
    largest_ratio(const Eigen::MatrixXd &B, const FullMatrix<double> &K)
    {
      Eigen::MatrixXd stiffness(K.m(), K.m());
      for (unsigned int i = 0; i < K.m(); ++i)
        for (unsigned int j = 0; j < K.m(); ++j)
          stiffness(i, j) = K(i, j);
      const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> modes(stiffness);
      const Eigen::VectorXd &values   = modes.eigenvalues();
      const auto             n_strain = static_cast<Eigen::Index>(
        std::ranges::count_if(values, [&](const double value) {
          return value > 1e-10 * values.maxCoeff();
        }));
      const Eigen::MatrixXd V =
        modes.eigenvectors().rightCols(n_strain) *
        values.tail(n_strain).cwiseSqrt().cwiseInverse().asDiagonal();
      return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(
               V.transpose() * B * V, Eigen::EigenvaluesOnly)
        .eigenvalues()
        .maxCoeff();
    }

    /** B_ie and k_ie of the nodes of a face. */
    template <int dim>
    class FaceStress
    {
    public:
      template <Algebra A>
      explicit FaceStress(const ElasticSolid<dim, A> &solid)
        : d(solid.description)
        , fe(solid.dof_handler.get_fe())
        , values(solid.mapping,
                 fe,
                 SolidCells::face_quadrature(fe, fe.degree + 2),
                 update_values | update_gradients | update_normal_vectors |
                   update_quadrature_points | update_JxW_values)
        , B(fe.n_dofs_per_cell())
      {}

      template <class Cell>
      void
      reinit(const Cell &cell, const unsigned int face)
      {
        values.reinit(cell, face);
        lame       = {material_of(d, cell->material_id()), d.kinematics};
        k_per_area = (lame.lambda + 2. * lame.mu) *
                     cell->face(face)->measure() / cell->measure();
      }

      /** Computes B and k of the node of the shape function @p a for the
       * direction @p e of a row of an obstacle with the normal @p n. */
      void
      compute(const unsigned int    a,
              const Tensor<1, dim> &e,
              const Tensor<1, dim> &n)
      {
        B.setZero();
        k = 0.;
        for (const unsigned int point : values.quadrature_point_indices())
          {
            const Point<dim>     &X = values.quadrature_point(point);
            const Tensor<1, dim> &N = values.normal_vector(point);
            if (n * N > largest_cosine)
              continue;
            const double weight = values.shape_value(a, point) *
                                  values.JxW(point) * volume_factor(d, X);
            k += k_per_area * weight;
            for (unsigned int i = 0; i < fe.n_dofs_per_cell(); ++i)
              {
                const unsigned int c = fe.system_to_component_index(i).first;
                B[i] -=
                  weight *
                  traction<dim>(lame, e, N, values.shape_grad(i, point), c);
                if (d.kinematics == Kinematics::axisymmetric && c == 0)
                  B[i] -= weight * lame.lambda * values.shape_value(i, point) /
                          X[0] * (e * N);
              }
          }
      }

    private:
      static constexpr double largest_cosine = -0.5; // of faces before it

      const SolidDescription<dim> &d;
      const FiniteElement<dim>    &fe;
      FEFaceValues<dim>            values;
      LameConstants                lame;
      double                       k_per_area = 0.;

    public:
      Eigen::VectorXd B;
      double          k = 0.;
    };

    template <int dim, Algebra A>
    std::vector<typename ElasticSolid<dim, A>::Row>
    on_all_ranks(const std::map<std::pair<std::size_t, types::global_dof_index>,
                                double> &entries,
                 const std::size_t       n_rows,
                 const MPI_Comm          communicator)
    {
      using Item = std::tuple<std::size_t, types::global_dof_index, double>;
      std::vector<Item> here;
      for (const auto &[place, value] : entries)
        here.emplace_back(place.first, place.second, value);
      std::vector<std::map<types::global_dof_index, double>> sums(n_rows);
      for (const auto &of_rank : all_gather(communicator, here))
        for (const auto &[row, dof, value] : of_rank)
          sums[row][dof] += value;
      std::vector<typename ElasticSolid<dim, A>::Row> rows;
      for (const auto &row : sums)
        rows.emplace_back(row.begin(), row.end());
      return rows;
    }
  } // namespace

  template <int dim, Algebra A>
  NodalStress<dim, A>
  nodal_stress(const ElasticSolid<dim, A>         &solid,
               const std::set<types::boundary_id> &boundaries,
               const NodeToRigidContacts<dim, A>  &contacts)
  {
    const FiniteElement<dim> &fe = solid.dof_handler.get_fe();
    std::multimap<types::global_dof_index, std::size_t> rows_of_node;
    for (std::size_t row = 0; row < contacts.n_constraints(); ++row)
      rows_of_node.emplace(contacts.nodes()[contacts.node(row)].first_dof, row);

    std::map<std::pair<std::size_t, types::global_dof_index>, double> entries;
    NodalStress<dim, A>                                               result;
    FaceStress<dim>                      of_face(solid);
    const SolidElements<dim>            &elements = solid.cells();
    std::vector<types::global_dof_index> dofs(fe.n_dofs_per_cell());
    FullMatrix<double>                   K(dofs.size());
    Eigen::MatrixXd of_cell(K.m(), K.m()); // sum B_ie^T B_ie/k_ie
    unsigned int    number = 0;
    for (const auto &cell : solid.dof_handler.active_cell_iterators())
      if (cell->is_locally_owned())
        {
          of_cell.setZero();
          cell->get_dof_indices(dofs);
          for (const unsigned int f : cell->face_indices())
            if (cell->face(f)->at_boundary() &&
                boundaries.contains(cell->face(f)->boundary_id()))
              {
                of_face.reinit(cell, f);
                for (unsigned int a = 0; a < dofs.size(); ++a)
                  if (fe.system_to_component_index(a).first == 0 &&
                      SolidCells::is_on_face(fe, a, f))
                    for (auto [it, last] = rows_of_node.equal_range(dofs[a]);
                         it != last;
                         ++it)
                      {
                        const std::size_t row = it->second;
                        of_face.compute(a,
                                        contacts.flat_direction(row),
                                        contacts.flat_normal(
                                          contacts.obstacle(row)));
                        if (of_face.k == 0.)
                          continue;
                        of_cell +=
                          of_face.B * of_face.B.transpose() / of_face.k;
                        for (unsigned int i = 0; i < dofs.size(); ++i)
                          for_each_free(solid.constraints,
                                        dofs[i],
                                        [&entries, row, B = of_face.B[i]](
                                          const auto j, const double w) {
                                          entries[{row, j}] += w * B;
                                        });
                      }
              }
          if (!of_cell.isZero(0.))
            {
              elements.stiffness(number, K);
              result.bound = std::max(result.bound, largest_ratio(of_cell, K));
            }
          ++number;
        }
    result.bound = Utilities::MPI::max(result.bound, solid.communicator);
    result.rows  = on_all_ranks<dim, A>(entries,
                                       contacts.n_constraints(),
                                       solid.communicator);
    return result;
  }

#define PERCUSS_INSTANTIATE(dim, A)          \
  template NodalStress<dim, A> nodal_stress( \
    const ElasticSolid<dim, A> &,            \
    const std::set<types::boundary_id> &,    \
    const NodeToRigidContacts<dim, A> &);
  PERCUSS_FOR_ALL_SOLIDS(PERCUSS_INSTANTIATE)
#undef PERCUSS_INSTANTIATE
} // namespace percuss
