// SPDX-License-Identifier: Apache-2.0

// PETSc's Newton methods for variational inequalities, on the contact problem
//   F(x) = A x + c,   0 <= x ⊥ F >= 0,   A_ij = W_ij / (s_i s_j), x_i = s_i
//   p_i.

#ifndef percuss_parallel_algebra_petsc_variational_inequality_h
#define percuss_parallel_algebra_petsc_variational_inequality_h

#include <percuss/complementarity/complementarity_solver.h>

#include <memory>
#include <span>
#include <string_view>

namespace percuss
{
  /**
   * SNES of type vinewtonssls: Newton's method with a line search for the
   * Fischer-Burmeister function, x_i + F_i - sqrt(x_i^2 + F_i^2) = 0, with LU
   * factors, shifted where a pivot is zero (redundant contacts). Bounds are 0
   * and infinity in unilateral rows, none in bilateral ones; inactive rows are
   * left out. It begins with the impulses it is given, projected onto K.
   *
   * For comparison with the solvers of percuss, and to try what PETSc has:
   * options -percuss_contact_..., as PETSc names them, override type, line
   * search and linear solver. Each rank solves the whole problem by itself, on
   * PETSC_COMM_SELF. PETSc's objects are made in every call of solve().
   *
   * Whatever SNESConvergedReason says, the status is converged if and only if
   * natural_map_residual() is within the tolerance. Else it is
   *
   *   iteration_limit   SNES_DIVERGED_MAX_IT, _FUNCTION_COUNT
   *   singular          everything else: a linear system without solution
   *                     (redundant contacts), a line search without success,
   *                     a convergence that the residual does not confirm
   *
   * and p is the last iterate. It does not recognize infeasible problems.
   * unsupported: friction, and W in the global form. SolverReport::iterations
   * counts Newton steps.
   *
   * Why this type: of the 164 solvable problems of the tests' collection it
   * solves 160 within 300 steps; vinewtonrsls, Newton's method on the rows off
   * their bounds, solves 138, in a third of the steps where it does (without
   * the shift 152 and 123).
   *
   * @pre PETSc is initialized. Throws ExcPETScError where PETSc reports an
   *   error of its own, as for options that it cannot use.
   *
   * Source: T. S. Munson, F. Facchinei, M. C. Ferris, A. Fischer, C. Kanzow,
   * INFORMS J. Comput. 13 (2001) 294-311; S. J. Benson, T. S. Munson, Optim.
   * Methods Softw. 21 (2006) 155-168.
   */
  class PETScVariationalInequality final : public ComplementaritySolver
  {
  public:
    explicit PETScVariationalInequality(
      const SolverParameters &parameters = {});

    std::string_view
    name() const override
    {
      return "petsc-snes-vi";
    }

    bool
    reads_entries() const override
    {
      return true;
    }

    std::unique_ptr<ComplementaritySolver>
    make_another(unsigned int n_rows) const override;

  private:
    SolverReport
    do_solve(const ConeComplementarityProblem &problem,
             std::span<double>                 p) override;
  };
} // namespace percuss

#endif
