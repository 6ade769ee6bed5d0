// SPDX-License-Identifier: Apache-2.0
#include <percuss/parallel_algebra/petsc_check.h>
#include <percuss/parallel_algebra/petsc_variational_inequality.h>

#include <petscsnes.h>

#include <cmath>
#include <vector>

namespace percuss
{
  namespace
  {
    using petsc::check;

    /** Owns an object of PETSc. */
    template <class Object, PetscErrorCode (*destroy)(Object *)>
    struct Handle
    {
      Handle()               = default;
      Handle(const Handle &) = delete;
      Handle &
      operator=(const Handle &) = delete;
      ~Handle()
      {
        destroy(&object);
      }

      operator Object() const
      {
        return object;
      }

      Object object = nullptr;
    };
    using Matrix = Handle<Mat, MatDestroy>;
    using Vector = Handle<Vec, VecDestroy>;
    using Solver = Handle<SNES, SNESDestroy>;

    /** The rows that are not inactive, scaled, as PETSc's objects. */
    struct LiveProblem
    {
      LiveProblem(const ConeComplementarityProblem &problem,
                  std::span<const double>           p);

      void
      get_impulses(const ConeComplementarityProblem &problem,
                   std::span<double>                 p) const;

      double                    scale;
      std::vector<unsigned int> row_of; // live row -> row
      Matrix                    A, jacobian;
      Vector                    x, F, c, lower, upper;

    private:
      std::vector<PetscInt>    offsets, columns;
      std::vector<PetscScalar> entries;
    };

    LiveProblem::LiveProblem(const ConeComplementarityProblem &problem,
                             const std::span<const double>     p)
      : scale(data_scale(problem))
    {
      const auto              s = problem.W.row_scale();
      std::vector<int>        live_of(problem.size(), -1);
      std::vector<Cone::Kind> kind;
      for (const Cone &cone : problem.cones)
        for (unsigned int k = 0; k < cone.n_rows; ++k)
          if (cone.kind != Cone::Kind::inactive)
            {
              live_of[cone.first_row + k] = static_cast<int>(row_of.size());
              row_of.push_back(cone.first_row + k);
              kind.push_back(cone.kind);
            }

      // In order, with all of the diagonal, which PETSc's factors ask for.
      const auto n = static_cast<PetscInt>(row_of.size());
      offsets.push_back(0);
      for (PetscInt i = 0; i < n; ++i)
        {
          const unsigned int row  = row_of[i];
          using Entry             = DelassusOperator::Matrix::InnerIterator;
          bool       has_diagonal = false;
          const auto add          = [&](const PetscInt j, const double entry) {
            columns.push_back(j);
            entries.push_back(entry);
            has_diagonal |= j == i;
          };
          for (Entry w(*problem.W.explicit_matrix(), row); w; ++w)
            if (const int j = live_of[w.col()]; j >= 0)
              {
                if (j > i && !has_diagonal)
                  add(i, 0.);
                add(j, w.value() / (s[row] * s[w.col()]));
              }
          if (!has_diagonal)
            add(i, 0.);
          offsets.push_back(static_cast<PetscInt>(columns.size()));
        }
      check(MatCreateSeqAIJWithArrays(PETSC_COMM_SELF,
                                      n,
                                      n,
                                      offsets.data(),
                                      columns.data(),
                                      entries.data(),
                                      &A.object));
      check(MatDuplicate(A, MAT_COPY_VALUES, &jacobian.object));
      for (Vector *vector : {&x, &F, &c, &lower, &upper})
        check(VecCreateSeq(PETSC_COMM_SELF, n, &vector->object));
      for (PetscInt i = 0; i < n; ++i)
        {
          const unsigned int row     = row_of[i];
          const double       guess   = s[row] * p[row] / scale;
          const bool         is_free = kind[i] == Cone::Kind::bilateral;
          check(
            VecSetValue(c, i, problem.b[row] / s[row] / scale, INSERT_VALUES));
          check(
            VecSetValue(x,
                        i,
                        std::isfinite(guess) ? project_row(kind[i], guess) : 0.,
                        INSERT_VALUES));
          check(VecSetValue(
            lower, i, is_free ? PETSC_NINFINITY : 0., INSERT_VALUES));
          check(VecSetValue(upper, i, PETSC_INFINITY, INSERT_VALUES));
        }
    }

    void
    LiveProblem::get_impulses(const ConeComplementarityProblem &problem,
                              const std::span<double>           p) const
    {
      const auto s = problem.W.row_scale();
      std::ranges::fill(p, 0.);
      const PetscScalar *entries_of_x;
      check(VecGetArrayRead(x, &entries_of_x));
      for (std::size_t i = 0; i < row_of.size(); ++i)
        p[row_of[i]] = entries_of_x[i] * scale / s[row_of[i]];
      check(VecRestoreArrayRead(x, &entries_of_x));
      for (const Cone &cone : problem.cones) // off by less than rounding
        for (unsigned int k = 0; k < cone.n_rows; ++k)
          p[cone.first_row + k] = project_row(cone.kind, p[cone.first_row + k]);
    }

    PetscErrorCode
    evaluate(SNES, Vec x, Vec F, void *problem)
    {
      const auto &live = *static_cast<const LiveProblem *>(problem);
      return MatMultAdd(live.A, x, live.c, F);
    }

    // vinewtonssls scales what it is given.
    PetscErrorCode
    copy_matrix(SNES, Vec, Mat, Mat jacobian, void *problem)
    {
      return MatCopy(static_cast<const LiveProblem *>(problem)->A,
                     jacobian,
                     SAME_NONZERO_PATTERN);
    }

    SolverStatus
    status_of(const SNESConvergedReason reason)
    {
      return reason == SNES_DIVERGED_MAX_IT ||
                 reason == SNES_DIVERGED_FUNCTION_COUNT ?
               SolverStatus::iteration_limit :
               SolverStatus::singular;
    }
  } // namespace

  PETScVariationalInequality::PETScVariationalInequality(
    const SolverParameters &options)
    : ComplementaritySolver(options)
  {}

  std::unique_ptr<ComplementaritySolver>
  PETScVariationalInequality::make_another(const unsigned int) const
  {
    return std::make_unique<PETScVariationalInequality>(parameters);
  }

  SolverReport
  PETScVariationalInequality::do_solve(
    const ConeComplementarityProblem &problem,
    const std::span<double>           p)
  {
    if (problem.W.explicit_matrix() == nullptr || has_friction(problem))
      return unsupported_problem();

    LiveProblem live(problem, p);
    Solver      snes;
    check(SNESCreate(PETSC_COMM_SELF, &snes.object));
    check(SNESSetOptionsPrefix(snes, "percuss_contact_"));
    check(SNESSetType(snes, SNESVINEWTONSSLS));
    check(SNESSetFunction(snes, live.F, evaluate, &live));
    check(
      SNESSetJacobian(snes, live.jacobian, live.jacobian, copy_matrix, &live));
    check(SNESVISetVariableBounds(snes, live.lower, live.upper));
    // In the 2-norm, and with room for what the bounds hide from SNES.
    check(SNESSetTolerances(snes,
                            0.1 * parameters.tolerance,
                            0.,
                            0.,
                            static_cast<PetscInt>(parameters.max_iterations),
                            -1));
    KSP ksp;
    PC  pc;
    check(SNESGetKSP(snes, &ksp));
    check(KSPSetType(ksp, KSPPREONLY));
    check(KSPGetPC(ksp, &pc));
    check(PCSetType(pc, PCLU));
    check(PCFactorSetShiftType(pc, MAT_SHIFT_NONZERO)); // redundant contacts
    check(SNESSetFromOptions(snes));
    check(SNESSolve(snes, nullptr, live.x));

    SNESConvergedReason reason;
    PetscInt            n_steps;
    check(SNESGetConvergedReason(snes, &reason));
    check(SNESGetIterationNumber(snes, &n_steps));
    live.get_impulses(problem, p);
    const double residual = natural_map_residual(problem, p);
    return {residual <= parameters.tolerance ? SolverStatus::converged :
                                               status_of(reason),
            static_cast<unsigned int>(n_steps),
            residual};
  }
} // namespace percuss
