// SPDX-License-Identifier: Apache-2.0

// The linear systems of the methods for friction,
//   (A + B (W + ε)) x = f,   A and B block diagonal, one block a contact.

#ifndef percuss_complementarity_friction_linear_system_h
#define percuss_complementarity_friction_linear_system_h

#include <percuss/algebra/sparse_factors.h>
#include <percuss/algebra/symmetric_factors.h>
#include <percuss/complementarity/cone_rows.h>

#include <Eigen/Core>
#include <Eigen/LU>

#include <vector>

namespace percuss
{
  /** f(cone) for every second-order cone, and for every row of the others as
   *  a cone of its own, in the order of the rows. */
  template <class Function>
  void
  for_each_block(const std::span<const Cone> cones, const Function &f)
  {
    for (const Cone &cone : cones)
      if (cone.kind == Cone::Kind::second_order)
        f(cone);
      else
        for (unsigned int k = 0; k < cone.n_rows; ++k)
          f(Cone{cone.kind, cone.first_row + k, 1, 0.});
  }

  /**
   * LU factors, dense up to 64 rows and where more than a quarter of W is not
   * zero, n^3 2/3 operations, else sparse. W is scaled, W_ij / (s_i s_j).
   * Where the dense form is taken, only the first system of a size allocates.
   *
   * Symmetric systems (factorize_symmetric()) have Cholesky's factors where the
   * form is sparse.
   *
   * Where W = G H^T is known to have few degrees of freedom, systems are those
   * of them and of the impulses, with G and H scaled as W is,
   *
   *   (A + B ε) x + B G z = f,   -H^T x + z = 0,
   *
   * whose matrix has the determinant of A + B (W + ε).
   *
   * Equations: doc/theory/friction_methods.md (14a).
   */
  class FrictionLinearSystem
  {
  public:
    /** Of one block; the entries beyond its rows do not count. */
    struct Block
    {
      ConeMatrix A = ConeMatrix::Zero(), B = ConeMatrix::Zero();
    };

    /** The blocks of the next system, to be filled in. */
    std::vector<Block> blocks;

    /** Whether the LU factors of systems with W are dense. */
    static bool
    takes_dense_form(const DelassusOperator &W);

    /** Whether they are those of the degrees of freedom, too. */
    static bool
    takes_factored_form(const DelassusOperator &W);

    /** Makes room for the dense form, where it is taken. */
    void
    reserve(const DelassusOperator &W);

    /** Makes room for the blocks of a problem, all zero. */
    void
    reset(const ConeComplementarityProblem &problem);

    /** @pre the blocks are those of for_each_block(); W is explicit. */
    void
    factorize(const ConeComplementarityProblem &problem,
              const Eigen::VectorXd            &s,
              double                            epsilon);

    /** The same where W is symmetric, the A are and each row of B is that of the
     *  unit matrix, or zero with one of A: by Cholesky's factors, if W is sparse
     *  and they exist. @pre f of solve() is zero in inactive rows */
    void
    factorize_symmetric(const ConeComplementarityProblem &problem,
                        const Eigen::VectorXd            &s,
                        double                            epsilon);

    /** x is not finite where the matrix is singular. */
    void
    solve(const Eigen::VectorXd &f, Eigen::VectorXd &x) const;

  private:
    void
    factorize_dense(const ConeComplementarityProblem &problem,
                    const Eigen::VectorXd            &s,
                    double                            epsilon);
    void
    factorize_sparse(const ConeComplementarityProblem &problem,
                     const Eigen::VectorXd            &s,
                     double                            epsilon);
    void
    set_symmetric(const ConeComplementarityProblem &problem,
                  const Eigen::VectorXd            &s,
                  double                            epsilon);
    void
    factorize_factored(const ConeComplementarityProblem &problem,
                       const Eigen::VectorXd            &s,
                       double                            epsilon);
    void
    scale_factors(const DelassusOperator::Factors &factors,
                  const Eigen::VectorXd           &s);

    // Of systems of the degrees of freedom, which are solved twice.
    static constexpr double pivot_tolerance = 1e-6;

    enum class Form
    {
      dense,
      sparse,
      symmetric,
      factored
    };

    static Form
    form_of(const DelassusOperator &W);

    Form                                 form = Form::dense;
    Eigen::MatrixXd                      matrix;
    Eigen::PartialPivLU<Eigen::MatrixXd> dense_lu;
    SparseFactors::Matrix                sparse;
    SparseFactors                        sparse_factors;
    SymmetricFactors                     symmetric_factors;
    std::vector<int>                     position;
    std::vector<unsigned char>           is_coupled;      // rows
    DelassusOperator::Matrix             G, H_transposed; // scaled
    Eigen::VectorXd                      of_G, of_H;
    mutable Eigen::VectorXd              f_z, x_z, rest;
    SparseFactors                        factored_factors{pivot_tolerance};
  };
} // namespace percuss

#endif
