// SPDX-License-Identifier: Apache-2.0

// The Delassus operator  u = W p,  W = G S^{-1} G^T  (m x m):
// from impulses p [N s] to gap velocities u [m/s].

#ifndef percuss_complementarity_delassus_operator_h
#define percuss_complementarity_delassus_operator_h

#include <percuss/base/archive.h>
#include <percuss/complementarity/cone.h>
#include <percuss/complementarity/slip.h>

#include <Eigen/SparseCore>

#include <cstdint>
#include <span>
#include <vector>

namespace percuss
{
  /**
   * The linear map W of a complementarity problem, in one of two forms:
   *
   *   reduced  W is a stored matrix                         ExplicitDelassus
   *   global   W = G S^{-1} G^T is applied, never formed    GlobalDelassus
   *
   * with S the iteration matrix (n x n) and G the constraint Jacobian (m x n).
   * When S or G change, make a new operator, or give ExplicitDelassus its new
   * values: either has a new identity(). A solver may therefore keep whatever
   * it computed for an operator of equal identity().
   *
   * Rows of different units (contacts beside joint torques) and different
   * inertia are made comparable by the scales s_i = sqrt(W_ii) [kg^{-1/2}]:
   * s_i p_i and u_i / s_i are both square roots of energies [J^{1/2}].
   */
  class DelassusOperator
  {
  public:
    using Matrix = Eigen::SparseMatrix<double, Eigen::RowMajor>;

    virtual ~DelassusOperator() = default;

    /** u = W p. @pre p.size() == u.size() == size(), no overlap. */
    virtual void
    apply(std::span<const double> p, std::span<double> u) const = 0;

    enum class RowSolution
    {
      unavailable,
      solved,
      failed
    };

    /**
     * Solves (W p + b)_A = 0 with p = 0 off A where W knows a better way than
     * conjugate gradients with apply(), and sets u = W p + b on all rows.
     * @p active has one entry per row, not zero for those of A.
     */
    virtual RowSolution
    solve_rows(std::span<const unsigned char>,
               std::span<const double>,
               std::span<double>,
               std::span<double>) const
    {
      return RowSolution::unavailable;
    }

    /**
     * The same with contacts that slip, u = W p + b,
     *
     *   u_A = 0,   p_T of each Slip by its equation,   p = 0 in other rows,
     *
     * if W knows a way.
     *
     * The first argument is not zero for the rows of A: those of contacts that
     * stick, the normal ones of contacts that slip; the fourth is the tolerance
     * of the linear system, relative to its solution.
     * Equations: doc/theory/friction_methods.md (17).
     */
    virtual RowSolution
    solve_contacts(std::span<const unsigned char> /*active*/,
                   std::span<const Slip>,
                   std::span<const double> /*b*/,
                   double /*tolerance*/,
                   std::span<double> /*p*/,
                   std::span<double> /*u*/) const
    {
      return RowSolution::unavailable;
    }

    /** W itself, or nullptr in the global form. */
    virtual const Matrix *
    explicit_matrix() const
    {
      return nullptr;
    }

    /** G and H, m x n each, with W = G H^T up to rounding, n the number of
     * degrees of freedom: bodies have H = G M^-1, M block diagonal. */
    struct Factors
    {
      Matrix G, H;
    };

    /** Those of an explicit W, or nullptr where they are not known. */
    virtual const Factors *
    factors() const
    {
      return nullptr;
    }

    /** The number m of rows. */
    unsigned int
    size() const
    {
      return static_cast<unsigned int>(scale.size());
    }

    /**
     * The positive row scales s_i. Reduced form: sqrt(W_ii), and where W_ii is
     * not positive the root of the largest |W_jk| (1 if W = 0). Global form:
     * what the caller gave or, for all rows, sqrt(trace(W) / m), estimated.
     *
     * Equations: doc/theory/complementarity.md (3).
     */
    std::span<const double>
    row_scale() const
    {
      return scale;
    }

    /** Whether the scales, and the entries of W where they are stored, are
     *  finite, and the scales positive. */
    bool
    is_finite() const
    {
      return finite;
    }

    /** Two operators with equal identity are the same linear map. */
    std::uint64_t
    identity() const
    {
      return id;
    }

    /** Writes or reads the identity: that of the same map in an earlier process
     * of the run. */
    void
    serialize(Archive &archive);

  protected:
    DelassusOperator();

    // A copy is the same map and keeps the identity. Not movable: an emptied
    // object would keep the identity, too.
    DelassusOperator(const DelassusOperator &) = default;
    DelassusOperator &
    operator=(const DelassusOperator &) = default;

    void
    set_row_scale(std::vector<double> row_scale, bool all_entries_finite);

    /** The memory of the row scales, to be given back by set_row_scale(). */
    std::vector<double>
    take_row_scale();

    /** To be called whenever the map has changed. */
    void
    renew_identity();

  private:
    std::vector<double> scale;
    bool                finite = true;
    std::uint64_t       id;
  };

  /** The reduced form: W stored as a compressed sparse matrix, one row or
   *  thousands. @pre W is square. No symmetry is assumed. */
  class ExplicitDelassus final : public DelassusOperator
  {
  public:
    template <class Derived>
    explicit ExplicitDelassus(const Eigen::MatrixBase<Derived> &dense)
      : matrix(dense.sparseView())
    {
      initialize();
    }

    template <class Derived>
    explicit ExplicitDelassus(const Eigen::SparseMatrixBase<Derived> &sparse)
      : matrix(sparse)
    {
      initialize();
    }

    /** Whether W has these very entries, at the same places. */
    bool
    holds(const Matrix &sparse) const;

    /** Another W, under a new identity(); allocates nothing where size and
     * pattern are the same. */
    void
    set_values(const Matrix &sparse)
    {
      matrix = sparse;
      initialize();
      renew_identity();
      has_factors = false;
    }

    /** Gives W its factors, under the same identity(): it is the same map.
     * set_values() takes them away. @pre W = G H^T, compressed */
    void
    set_factors(const Matrix &G, const Matrix &H)
    {
      factors_of_W.G = G;
      factors_of_W.H = H;
      has_factors    = true;
    }

    const Factors *
    factors() const override
    {
      return has_factors ? &factors_of_W : nullptr;
    }

    /**
     * Another W of the same size, under a new identity(): where W changes in
     * every step. The first call makes room for all the m^2 entries, exact
     * zeros included, unless they are all stored; later calls allocate nothing.
     *
     * @pre dense is size() x size().
     */
    template <class Derived>
    void
    set_values(const Eigen::MatrixBase<Derived> &dense)
    {
      make_room_for_all_entries();
      Eigen::Map<
        Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>(
        matrix.valuePtr(), matrix.rows(), matrix.cols()) = dense;
      initialize();
      renew_identity();
      has_factors = false;
    }

    void
    apply(std::span<const double> p, std::span<double> u) const override;

    const Matrix *
    explicit_matrix() const override
    {
      return &matrix;
    }

  private:
    void
    initialize();
    void
    make_room_for_all_entries();

    Matrix  matrix;
    Factors factors_of_W;
    bool    has_factors = false;
  };

  /** Whether systems with W are better factorized as dense matrices: up to
   * @p n_rows, or if a quarter of the entries is stored. */
  bool
  is_dense_the_better_form(const DelassusOperator::Matrix &W,
                           Eigen::Index                    n_rows = 256);

  /**
   * Whether |W_ij - W_ji| <= 1e-10 s_i s_j for all the entries; the rounding of
   * a W computed column by column is smaller. The global form is symmetric by
   * its preconditions.
   */
  bool
  is_symmetric(const DelassusOperator &W);

  /** The reduced form of any operator, by m applications to unit impulses;
   *  exact zeros are not stored. */
  ExplicitDelassus
  assemble(const DelassusOperator &W);

  /** The same where only the unknowns of some cones are not zero: the columns of
   * their rows alone, all other ones are zero. */
  ExplicitDelassus
  assemble_active(const DelassusOperator &W, std::span<const Cone> cones);

  /** Whether impulses at a node move no other one: W is block diagonal, a block
   * for each node, as assemble_local() asks. Of n nodes log2 n applications; the
   * first one tells if it is not. @pre W symmetric */
  bool
  is_local(const DelassusOperator       &W,
           std::span<const unsigned int> node_colors);

  /**
   * The same of a block-diagonal W, a block for each node, by one application
   * for each colour: the rows of a node are neighbours, with the colours 0, 1,
   * ...
   */
  ExplicitDelassus
  assemble_local(const DelassusOperator       &W,
                 std::span<const unsigned int> node_colors);
} // namespace percuss

#endif
