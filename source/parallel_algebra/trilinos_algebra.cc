// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/parallel_algebra/trilinos_algebra.h>

#include <deal.II/base/mpi.h>
#include <deal.II/lac/solver_cg.h>
#include <deal.II/lac/trilinos_precondition.h>
#include <deal.II/lac/trilinos_solver.h>

#include <Teuchos_ParameterList.hpp>

#include <optional>

namespace percuss
{
  static_assert(Algebra<TrilinosAlgebra>);

  namespace
  {
    using Vector       = TrilinosAlgebra::Vector;
    using Matrix       = TrilinosAlgebra::Matrix;
    using Settings     = TrilinosAlgebra::LinearSolver::Settings;
    namespace Trilinos = dealii::TrilinosWrappers;

    /** Smoothed aggregation by ML that knows the rigid-body modes. */
    std::unique_ptr<Trilinos::PreconditionBase>
    make_multigrid(const Matrix        &S,
                   const Settings      &settings,
                   std::vector<double> &modes)
    {
      Teuchos::ParameterList list;
      list.set("default values", "SA");
      list.set("smoother: type", "Chebyshev");
      list.set("coarse: type", "Amesos-KLU");
      list.set("ML output", 0);
      list.set("PDE equations", static_cast<int>(settings.block_size));
      if (!settings.rigid_body_modes.empty())
        {
          modes.clear();
          for (const Vector &mode : settings.rigid_body_modes)
            modes.insert(modes.end(), mode.begin(), mode.end());
          list.set("null space: type", "pre-computed");
          list.set("null space: dimension",
                   static_cast<int>(settings.rigid_body_modes.size()));
          list.set("null space: vectors", modes.data());
        }
      auto result = std::make_unique<Trilinos::PreconditionAMG>();
      result->initialize(S, list);
      return result;
    }

    std::unique_ptr<Trilinos::PreconditionBase>
    make_preconditioner(const Matrix        &S,
                        const Settings      &settings,
                        std::vector<double> &modes)
    {
      switch (settings.preconditioner)
        {
          case Settings::Preconditioner::multigrid:
            return make_multigrid(S, settings, modes);
            case Settings::Preconditioner::incomplete_factors: {
              auto result = std::make_unique<Trilinos::PreconditionIC>();
              result->initialize(S);
              return result;
            }
          case Settings::Preconditioner::jacobi:
            break;
        }
      auto result = std::make_unique<Trilinos::PreconditionJacobi>();
      result->initialize(S);
      return result;
    }
  } // namespace

  struct TrilinosAlgebra::LinearSolver::Implementation
  {
    Matrix S;

    // factors of S
    dealii::SolverControl                 direct_control;
    std::optional<Trilinos::SolverDirect> direct;

    // the inverse of a diagonal S, or an iteration
    Vector                                      inverse;
    dealii::ReductionControl                    control;
    std::optional<dealii::SolverCG<Vector>>     conjugate_gradients;
    std::unique_ptr<Trilinos::PreconditionBase> preconditioner;
    std::vector<double>                         modes; // of the multigrid

    bool
    is_diagonal() const
    {
      return inverse.size() > 0;
    }
  };

  TrilinosAlgebra::LinearSolver::LinearSolver()  = default;
  TrilinosAlgebra::LinearSolver::~LinearSolver() = default;

  void
  TrilinosAlgebra::LinearSolver::factorize(const Matrix   &S,
                                           const Settings &settings)
  {
    const bool is_serial =
      dealii::Utilities::MPI::n_mpi_processes(S.get_mpi_communicator()) == 1;
    const bool iterates =
      settings.method == Settings::Method::conjugate_gradients;

    counts.shared     = settings.counter;
    implementation    = std::make_unique<Implementation>();
    Implementation &i = *implementation;
    i.S.copy_from(S);
    try
      {
        if (S.n_nonzero_elements() == S.m())
          {
            i.inverse.reinit(S.locally_owned_range_indices(),
                             S.get_mpi_communicator());
            for (const auto row : S.locally_owned_range_indices())
              {
                AssertThrow(S.diag_element(row) != 0.,
                            dealii::ExcMessage("zero on the diagonal"));
                i.inverse(row) = 1. / S.diag_element(row);
              }
            i.inverse.compress(dealii::VectorOperation::insert);
          }
        else if (settings.method == Settings::Method::direct ||
                 (is_serial && !iterates))
          {
            i.direct.emplace(
              i.direct_control,
              Trilinos::SolverDirect::AdditionalData(false, "Amesos_Klu"));
            i.direct->initialize(i.S);
          }
        else
          {
            const double tolerance = iterates ? settings.tolerance : 1e-14;
            i.control =
              dealii::ReductionControl(10000, 1e-300, tolerance, false, false);
            i.conjugate_gradients.emplace(i.control);
            if (iterates)
              i.preconditioner = make_preconditioner(i.S, settings, i.modes);
            else
              {
                auto blocks =
                  std::make_unique<Trilinos::PreconditionBlockwiseDirect>();
                blocks->initialize(i.S);
                i.preconditioner = std::move(blocks);
              }
          }
      }
    catch (const dealii::ExceptionBase &)
      {
        throw LinearSolverError(
          "Trilinos could not factorize the iteration matrix: it is singular",
          0.);
      }
  }

  void
  TrilinosAlgebra::LinearSolver::solve(Vector &x, const Vector &b) const
  {
    if (!implementation->conjugate_gradients)
      {
        precondition(x, b);
        return;
      }
    x = 0.;
    try
      {
        implementation->conjugate_gradients->solve(
          implementation->S, x, b, *implementation->preconditioner);
        enter_iterations(implementation->control.last_step());
      }
    catch (const dealii::SolverControl::NoConvergence &failure)
      {
        throw LinearSolverError(
          "Trilinos' conjugate gradients did not converge in " +
            std::to_string(failure.last_step) + " iterations",
          failure.last_residual);
      }
  }

  void
  TrilinosAlgebra::LinearSolver::vmult(Vector &y, const Vector &x) const
  {
    TrilinosAlgebra::vmult(implementation->S, y, x);
  }

  void
  TrilinosAlgebra::LinearSolver::precondition(Vector &y, const Vector &r) const
  {
    if (implementation->is_diagonal())
      {
        y = r;
        y.scale(implementation->inverse);
      }
    else if (implementation->direct)
      implementation->direct->solve(y, r);
    else
      implementation->preconditioner->vmult(y, r);
  }

  bool
  TrilinosAlgebra::LinearSolver::is_diagonal() const
  {
    return implementation->is_diagonal();
  }

  bool
  TrilinosAlgebra::LinearSolver::iterates() const
  {
    return implementation->conjugate_gradients.has_value();
  }
} // namespace percuss
