// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_solid_solid_description_h
#define percuss_models_solid_solid_description_h

#include <percuss/algebra/linear_solver_choice.h>
#include <percuss/materials/hardening.h>
#include <percuss/mechanics/boundary_mass.h>
#include <percuss/mesh/mesh.h>
#include <percuss/models/solid/kind.h>
#include <percuss/models/solid/relaxation_term.h>

#include <deal.II/base/point.h>
#include <deal.II/grid/cell_id.h>

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
  /** An isotropic material. */
  struct SolidMaterial
  {
    double youngs_modulus; ///< E [Pa] > 0
    double poissons_ratio; ///< nu in (-1, 1/2)
    double density;        ///< rho of the undeformed material [kg/m^3] > 0

    PronySeries relaxation = {}; ///< of the linear law; E, nu at once
    Hardening   hardening  = {}; ///< of J2 plasticity
  };

  /** A dead load t(X, t) per undeformed area [Pa]. */
  template <int dim>
  struct Traction
  {
    std::function<dealii::Tensor<1, dim>(const dealii::Point<dim> &X, double t)>
         value;
    bool varies = true; ///< whether it depends on t; else that of t = 0
  };

  /** Cells that are divided after all others, near boundaries. */
  struct LocalRefinement
  {
    std::set<unsigned int> boundaries;    ///< their ids
    unsigned int           levels   = 1;  ///< how often
    double                 distance = 0.; ///< of cells that are [m] > 0
  };

  /** How the mesh follows the motion; see needed_levels(). */
  struct MeshAdaptation
  {
    unsigned long int interval  = 0;   ///< of steps, > 0
    unsigned int      levels    = 0;   ///< how often cells are divided; 0: none
    double            tolerance = 0.3; ///< of the change of strain in a cell
    std::size_t       max_cells = 1000000;
  };

  /**
   * Elastic bodies of one mesh, what holds and loads them. Points X are those
   * of the undeformed bodies [m].
   */
  template <int dim>
  struct SolidDescription : SolidSettings
  {
    using Field =
      std::function<dealii::Tensor<1, dim>(const dealii::Point<dim> &X,
                                           unsigned int              material)>;

    SolidDescription()
      : SolidDescription(SolidSettings())
    {}

    explicit SolidDescription(const SolidSettings &settings)
      : SolidSettings(settings)
    {
      if (dim == 3)
        kinematics = Kinematics::three_dimensional;
    }

    SolidMaterial                         material{1.,
                           0.,
                           1.}; ///< everywhere where `materials` is empty
    std::map<unsigned int, SolidMaterial> materials; ///< by material id
    std::string materials_entry; ///< that names these, for messages

    std::shared_ptr<const Mesh> mesh; ///< of dimension dim, from a file; else
                                      ///< that of the generator

    /** Of quadrilaterals and hexahedra of degree 1; see refine_locally(). */
    std::vector<LocalRefinement> local_refinements;

    MeshAdaptation           adaptation;
    std::set<dealii::CellId> divided_cells; ///< of it, after all else, with
                                            ///< cells that are parts of others

    /** Where the vertices of the refined mesh go, to grade it; or empty. Curved
     * boundaries have to stay on their manifolds. */
    std::function<dealii::Point<dim>(const dealii::Point<dim> &)> map;

    /** Ids for the boundary faces whose centers satisfy a predicate, in the
     * mesh as it is at the end; the last that holds wins. */
    std::vector<
      std::pair<unsigned int, std::function<bool(const dealii::Point<dim> &)>>>
      boundary_markers;

    GroupIds material_names, boundary_names; ///< for messages

    BoundaryMass           boundary_mass = BoundaryMass::kept;
    std::set<unsigned int> massless_boundaries; ///< whose nodes it is about,
                                                ///< see remove_boundary_mass()

    /** Boundary id: components whose displacement is zero. */
    std::map<unsigned int, std::array<bool, dim>> fixed_displacements;

    std::map<unsigned int, Traction<dim>> tractions; ///< by boundary id

    dealii::Tensor<1, dim> gravity; ///< [m/s^2]

    LinearSolverChoice linear_solver;

    Field initial_displacement; ///< u(0, X) [m], zero if empty
    Field initial_velocity;     ///< v(0, X) [m/s], zero if empty
  };

  /** All materials with their ids; the one that is everywhere has the id 0. */
  template <int dim>
  std::map<unsigned int, SolidMaterial>
  materials_of(const SolidDescription<dim> &description)
  {
    if (description.materials.empty())
      return {{0u, description.material}};
    return description.materials;
  }

  /** Whether a material has a Prony series. */
  template <int dim>
  bool
  relaxes(const SolidDescription<dim> &description)
  {
    for (const auto &[id, material] : materials_of(description))
      if (!material.relaxation.empty())
        return true;
    return false;
  }

  /**
   * Throws InputError for a description that no mesh can make right: values out
   * of their ranges, a law that is not available for these kinematics.
   */
  template <int dim>
  void
  check(const SolidDescription<dim> &description);
} // namespace percuss

#endif
