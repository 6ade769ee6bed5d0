// SPDX-License-Identifier: Apache-2.0

// Frictional contact problems of bodies with joints, as collections of them
// have them: all contacts with the same number of rows, joints by themselves.

#ifndef percuss_complementarity_friction_contact_problem_h
#define percuss_complementarity_friction_contact_problem_h

#include <percuss/complementarity/cone_complementarity_problem.h>

#include <Eigen/Core>
#include <Eigen/SparseCore>

#include <span>
#include <vector>

namespace percuss
{
  /**
   * The local form: with the m impulses r of the contacts [N s], in d rows each,
   * (N, T) or (N, T1, T2), the p impulses l of the joints, and the gap
   * velocities u [m/s], opening positive,
   *
   *   u = W r + V l + q,   0 = V^T r + R l + s,   K* ∋ û ⊥ r ∈ K,
   *
   * with û and K of Cone::second_order() and one mu for each contact. The V^T
   * of the second equation is that of the first. A contact without friction has
   * mu = 0; its tangential rows have no impulse.
   */
  struct LocalFrictionProblem
  {
    using Sparse = Eigen::SparseMatrix<double, Eigen::RowMajor>;

    unsigned int    dimension = 3; ///< d, 2 or 3
    Sparse          W, V, R;       ///< m x m, m x p, p x p
    Eigen::VectorXd q, s, mu;      ///< m, p, m / d
  };

  /**
   * The global form: with the velocities v of the n degrees of freedom and a
   * regular M,
   *
   *   M v = H r + G l + f,   u = H^T v + w,   0 = G^T v + b,   K* ∋ û ⊥ r ∈ K.
   */
  struct GlobalFrictionProblem
  {
    using Sparse = LocalFrictionProblem::Sparse;

    unsigned int    dimension = 3;
    Sparse          M, H, G;     ///< n x n, n x m, n x p
    Eigen::VectorXd f, w, b, mu; ///< n, m, p, m / d
  };

  /** The local form of a global one, with W = H^T M^-1 H and so on. Throws
   * std::domain_error where M is singular. */
  LocalFrictionProblem
  local_form(const GlobalFrictionProblem &problem);

  /** v = M^-1 (H r + G l + f). @pre M is not singular. */
  Eigen::VectorXd
  global_velocity(const GlobalFrictionProblem &problem,
                  const Eigen::VectorXd       &r,
                  const Eigen::VectorXd       &l);

  /** What a ConeComplementarityProblem refers to. */
  struct ConeProblemData
  {
    ExplicitDelassus  W;
    Eigen::VectorXd   b;
    std::vector<Cone> cones;

    ConeComplementarityProblem
    view() const
    {
      return {W, {b.data(), static_cast<std::size_t>(b.size())}, cones};
    }
  };

  /** The same problem with p = (r, l): a cone of second order for each contact,
   * followed by one of the joints if there are any. @pre m + p > 0. */
  ConeProblemData
  cone_problem(const LocalFrictionProblem &problem);

  /** The problem of a step in the local form, and where its rows are in it. */
  struct LocalFormOfStep
  {
    LocalFrictionProblem problem;

    /** The row of W of each entry of r, or -1 where the contact has none, and
     * of each entry of l. */
    std::vector<int> contact_rows, joint_rows;

    /** r of impulses p, or u of gap velocities; zero where there is no row. */
    Eigen::VectorXd
    of_contacts(std::span<const double> p) const;

    Eigen::VectorXd
    of_joints(std::span<const double> p) const;
  };

  /**
   * Rows that are not inactive, which take no part. A contact with fewer rows
   * than others, or than two, has others whose tangential motion nothing knows
   * of: u_T = W_NN r_T, mu = 0 where it has no tangential row. So have unilateral
   * rows. Joints whose columns of W are not their rows, as some schemes have
   * them, are eliminated. W in its reduced form is read, in its global one assembled. @pre cones have
   * at most three rows
   */
  LocalFormOfStep
  local_form(const ConeComplementarityProblem &problem);
} // namespace percuss

#endif
