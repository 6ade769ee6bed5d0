// SPDX-License-Identifier: Apache-2.0

#include <percuss/complementarity/delassus_operator.h>

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cmath>
#include <random>
#include <utility>

namespace percuss
{
  namespace
  {
    constexpr double symmetry_accuracy = 1e-10;

    std::atomic<std::uint64_t> last_identity{0};

    std::uint64_t
    next_identity()
    {
      return ++last_identity;
    }
  } // namespace

  DelassusOperator::DelassusOperator()
    : id(next_identity())
  {}

  void
  DelassusOperator::set_row_scale(std::vector<double> row_scale,
                                  const bool          all_entries_finite)
  {
    scale  = std::move(row_scale);
    finite = all_entries_finite &&
             std::all_of(scale.begin(), scale.end(), [](const double s) {
               return std::isfinite(s) && s > 0.;
             });
  }

  std::vector<double>
  DelassusOperator::take_row_scale()
  {
    return std::move(scale);
  }

  void
  DelassusOperator::renew_identity()
  {
    id = next_identity();
  }

  void
  DelassusOperator::serialize(Archive &archive)
  {
    archive(id);
    std::uint64_t last = last_identity;
    while (last < id && !last_identity.compare_exchange_weak(last, id))
      {} // later identities are others
  }

  bool
  ExplicitDelassus::holds(const Matrix &sparse) const
  {
    const auto n = sparse.nonZeros();
    return sparse.isCompressed() && matrix.rows() == sparse.rows() &&
           matrix.cols() == sparse.cols() && matrix.nonZeros() == n &&
           std::equal(sparse.outerIndexPtr(),
                      sparse.outerIndexPtr() + sparse.rows() + 1,
                      matrix.outerIndexPtr()) &&
           std::equal(sparse.innerIndexPtr(),
                      sparse.innerIndexPtr() + n,
                      matrix.innerIndexPtr()) &&
           std::equal(sparse.valuePtr(),
                      sparse.valuePtr() + n,
                      matrix.valuePtr());
  }

  void
  ExplicitDelassus::make_room_for_all_entries()
  {
    const auto n = matrix.rows();
    if (matrix.nonZeros() == n * n)
      return;
    matrix.resize(n, n);
    matrix.reserve(n * n);
    for (Eigen::Index i = 0; i < n; ++i)
      {
        matrix.startVec(i);
        for (Eigen::Index j = 0; j < n; ++j)
          matrix.insertBack(i, j) = 0.;
      }
    matrix.finalize();
  }

  void
  ExplicitDelassus::initialize()
  {
    assert(matrix.rows() == matrix.cols());
    matrix.makeCompressed();

    bool   all_finite    = true;
    double largest_entry = 0.;
    for (Eigen::Index k = 0; k < matrix.nonZeros(); ++k)
      {
        const double entry = matrix.valuePtr()[k];
        all_finite         = all_finite && std::isfinite(entry);
        largest_entry      = std::max(largest_entry, std::abs(entry));
      }
    if (largest_entry == 0.)
      largest_entry = 1.;

    std::vector<double> row_scale = take_row_scale();
    row_scale.resize(static_cast<std::size_t>(matrix.rows()));
    for (std::size_t i = 0; i < row_scale.size(); ++i)
      {
        const auto   row      = static_cast<Eigen::Index>(i);
        const double diagonal = matrix.coeff(row, row);
        row_scale[i]          = std::sqrt(
          diagonal > 1e-14 * largest_entry ? diagonal : largest_entry);
      }
    set_row_scale(std::move(row_scale), all_finite);
  }

  void
  ExplicitDelassus::apply(const std::span<const double> p,
                          const std::span<double>       u) const
  {
    assert(p.size() == size() && u.size() == size());
    const auto n = matrix.rows();
    if (n == 1)
      {
        u[0] = matrix.nonZeros() == 0 ? 0. : matrix.valuePtr()[0] * p[0];
        return;
      }
    Eigen::Map<Eigen::VectorXd>(u.data(), n).noalias() =
      matrix * Eigen::Map<const Eigen::VectorXd>(p.data(), n);
  }

  bool
  is_dense_the_better_form(const DelassusOperator::Matrix &W,
                           const Eigen::Index              n_rows)
  {
    return W.rows() <= n_rows ||
           4. * static_cast<double>(W.nonZeros()) >=
             static_cast<double>(W.rows()) * static_cast<double>(W.cols());
  }

  bool
  is_symmetric(const DelassusOperator &W)
  {
    const auto *const matrix = W.explicit_matrix();
    if (matrix == nullptr)
      return true;
    using Entries = DelassusOperator::Matrix::InnerIterator;
    const auto s  = W.row_scale();
    const auto is_near =
      [&](const double difference, const Eigen::Index i, const Eigen::Index j) {
        return std::abs(difference) <= symmetry_accuracy * s[i] * s[j];
      };
    // of each row the first entry beyond the diagonal that no row has met yet
    std::vector<Entries> beyond;
    for (Eigen::Index i = 0; i < matrix->rows(); ++i)
      {
        Entries w(*matrix, i);
        for (; w && w.col() < i; ++w)
          {
            const Eigen::Index j     = w.col();
            Entries           &other = beyond[static_cast<std::size_t>(j)];
            for (; other && other.col() < i; ++other) // alone
              if (!is_near(other.value(), j, other.col()))
                return false;
            const bool is_met = other && other.col() == i;
            if (!is_near(w.value() - (is_met ? other.value() : 0.), i, j))
              return false;
            if (is_met)
              ++other;
          }
        if (w && w.col() == i)
          ++w;
        beyond.push_back(w);
      }
    for (Eigen::Index j = 0; j < matrix->rows(); ++j)
      for (Entries &rest = beyond[static_cast<std::size_t>(j)]; rest; ++rest)
        if (!is_near(rest.value(), j, rest.col()))
          return false;
    return true;
  }

  namespace
  {
    /** By the columns of the rows for which @p is_needed(row). */
    template <class IsNeeded>
    ExplicitDelassus
    assemble_columns(const DelassusOperator &W, const IsNeeded &is_needed)
    {
      const unsigned int                  n = W.size();
      std::vector<double>                 unit(n, 0.), column(n);
      std::vector<Eigen::Triplet<double>> entries;
      for (unsigned int j = 0; j < n; ++j)
        if (is_needed(j))
          {
            unit[j] = 1.;
            W.apply(unit, column);
            unit[j] = 0.;
            for (unsigned int i = 0; i < n; ++i)
              if (column[i] != 0.)
                entries.emplace_back(i, j, column[i]);
          }
      DelassusOperator::Matrix matrix(n, n);
      matrix.setFromTriplets(entries.begin(), entries.end());
      return ExplicitDelassus(matrix);
    }
  } // namespace

  ExplicitDelassus
  assemble(const DelassusOperator &W)
  {
    return assemble_columns(W, [](unsigned int) { return true; });
  }

  ExplicitDelassus
  assemble_active(const DelassusOperator &W, const std::span<const Cone> cones)
  {
    std::vector<char> is_active(W.size(), 0);
    for (const Cone &cone : cones)
      if (cone.kind != Cone::Kind::inactive)
        std::fill_n(is_active.begin() + cone.first_row, cone.n_rows, 1);
    return assemble_columns(W, [&](const unsigned int j) {
      return is_active[j] != 0;
    });
  }

  bool
  is_local(const DelassusOperator             &W,
           const std::span<const unsigned int> node_colors)
  {
    if (node_colors.empty())
      return false;
    std::mt19937                           generator(1);
    std::uniform_real_distribution<double> number(1., 2.);
    std::vector<double>                    probe(W.size()), image(W.size());
    std::size_t                            n_nodes = 1;
    // two nodes differ in a digit of their numbers
    for (std::size_t digit = 1; digit < std::max<std::size_t>(n_nodes, 2);
         digit *= 2)
      {
        n_nodes = 0;
        for (std::size_t i = 0; i < probe.size(); ++i)
          {
            n_nodes += node_colors[i] == 0 ? 1 : 0;
            probe[i] = ((n_nodes - 1) & digit) != 0 ? number(generator) : 0.;
          }
        W.apply(probe, image);
        for (std::size_t i = 0; i < probe.size(); ++i)
          if (probe[i] == 0. && image[i] != 0.)
            return false;
      }
    return true;
  }

  ExplicitDelassus
  assemble_local(const DelassusOperator             &W,
                 const std::span<const unsigned int> node_colors)
  {
    const unsigned int                  n = W.size();
    std::vector<double>                 units(n), columns(n);
    std::vector<Eigen::Triplet<double>> entries;
    const unsigned int n_colors = 1 + std::ranges::max(node_colors);
    for (unsigned int color = 0; color < n_colors; ++color)
      {
        for (unsigned int j = 0; j < n; ++j)
          units[j] = node_colors[j] == color ? 1. : 0.;
        W.apply(units, columns);
        for (unsigned int i = 0; i < n; ++i)
          {
            const unsigned int j = i - node_colors[i] + color;
            if (columns[i] != 0. && j < n && node_colors[j] == color)
              entries.emplace_back(i, j, columns[i]);
          }
      }
    DelassusOperator::Matrix matrix(n, n);
    matrix.setFromTriplets(entries.begin(), entries.end());
    return ExplicitDelassus(matrix);
  }
} // namespace percuss
