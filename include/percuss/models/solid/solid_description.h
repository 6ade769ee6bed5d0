// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_solid_solid_description_h
#define percuss_models_solid_solid_description_h

#include <percuss/algebra/linear_solver_choice.h>
#include <percuss/mechanics/boundary_mass.h>
#include <percuss/mesh/mesh.h>

#include <deal.II/base/point.h>

#include <array>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace percuss
{
  /** What a mesh of dimension dim stands for; the last in 3-D, others in 2-D.
   */
  enum class Kinematics
  {
    plane_strain,     ///< u_z = 0, a slice of the given thickness
    plane_stress,     ///< sigma_zz = 0, a thin sheet of the given thickness
    axisymmetric,     ///< x = r >= 0, y = z (the axis); integrals are those of
                      ///< the full turn, 2 pi r dr dz
    three_dimensional ///< dim = 3
  };

  /** Stress of a strain, lambda and mu being Lame's constants. */
  enum class ElasticLaw
  {
    linear,              ///< sigma = lambda tr(eps) I + 2 mu eps, small strains
    st_venant_kirchhoff, ///< S = lambda tr(E) I + 2 mu E, finite rotations
    neo_hookean          ///< psi = mu/2 (I_C - 3 - 2 ln J) + lambda/2 (ln J)^2
  };

  /** An isotropic elastic material. */
  struct SolidMaterial
  {
    double youngs_modulus; ///< E [Pa] > 0
    double poissons_ratio; ///< nu in (-1, 1/2)
    double density;        ///< rho of the undeformed material [kg/m^3] > 0
  };

  /** A dead load t(X, t) per undeformed area [Pa]. */
  template <int dim>
  struct Traction
  {
    std::function<dealii::Tensor<1, dim>(const dealii::Point<dim> &X, double t)>
         value;
    bool varies = true; ///< whether it depends on t; else that of t = 0
  };

  /**
   * Elastic bodies of one mesh, what holds and loads them. Points X are those
   * of the undeformed bodies [m].
   */
  template <int dim>
  struct SolidDescription
  {
    using Field =
      std::function<dealii::Tensor<1, dim>(const dealii::Point<dim> &X,
                                           unsigned int              material)>;

    Kinematics kinematics =
      dim == 2 ? Kinematics::plane_strain : Kinematics::three_dimensional;
    ElasticLaw law       = ElasticLaw::linear;
    double     thickness = 1.; ///< [m] > 0, of plane strain and plane stress

    SolidMaterial                         material{1.,
                           0.,
                           1.}; ///< everywhere where `materials` is empty
    std::map<unsigned int, SolidMaterial> materials; ///< by material id

    std::shared_ptr<const Mesh> mesh; ///< of dimension dim, from a file; else
    std::string generator; ///< a function of dealii::GridGenerator, such as
                           ///< subdivided_hyper_rectangle, and its
    std::string
      generator_arguments;        ///< arguments: 10, 4 : 0, 0 : 1, 0.4 : true
    unsigned int refinements = 0; ///< of every cell, one after the other

    /** Where the vertices of the refined mesh go, to grade it; or empty. Curved
     * boundaries have to stay on their manifolds. */
    std::function<dealii::Point<dim>(const dealii::Point<dim> &)> map;

    /** Ids for the boundary faces whose centers satisfy a predicate, in the
     * mesh as it is at the end; the last that holds wins. */
    std::vector<
      std::pair<unsigned int, std::function<bool(const dealii::Point<dim> &)>>>
      boundary_markers;

    GroupIds material_names, boundary_names; ///< for messages

    unsigned int degree      = 1;     ///< of the polynomials, 1 or 2
    bool         lumped_mass = false; ///< diagonal and positive, see CellMass

    BoundaryMass           boundary_mass = BoundaryMass::kept;
    std::set<unsigned int> massless_boundaries; ///< whose nodes it is about,
                                                ///< see remove_boundary_mass()

    std::map<unsigned int, std::array<bool, dim>>
      held; ///< boundary id: components whose displacement is zero
    std::map<unsigned int, Traction<dim>> tractions; ///< by boundary id

    dealii::Tensor<1, dim> gravity;           ///< [m/s^2]
    double                 mass_damping = 0.; ///< c_M of C = c_M M + c_K K
                                              ///< [1/s] >= 0
    double stiffness_damping = 0.; ///< c_K [s] >= 0, of the linear law only

    LinearSolverChoice linear_solver;

    Field initial_displacement; ///< u(0, X) [m], zero if empty
    Field initial_velocity;     ///< v(0, X) [m/s], zero if empty
  };

  /**
   * Throws InputError for a description that no mesh can make right: values out
   * of their ranges, a law that is not available for these kinematics.
   */
  template <int dim>
  void
  check(const SolidDescription<dim> &description);
} // namespace percuss

#endif
