// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/finite_element/message_of_first_rank.h>
#include <percuss/models/solid/cell_frequency.h>
#include <percuss/models/solid/elastic_solid.h>
#include <percuss/models/solid/solid_cells.h>
#include <percuss/models/solid/solid_fields.h>
#include <percuss/parallel_algebra/all_gather.h>
#include <percuss/parallel_algebra/petsc_algebra.h>
#include <percuss/parallel_algebra/selected_entries.h>
#include <percuss/parallel_algebra/trilinos_algebra.h>

#include <malloc.h>

#include <algorithm>
#include <cmath>
#include <sstream>

namespace percuss
{
  using namespace dealii;

  namespace
  {
    template <int dim>
    const SolidDescription<dim> &
    checked(const SolidDescription<dim> &description)
    {
      check(description);
      return description;
    }

    /** Gives what was made on the way to large objects back to the system. */
    void
    give_memory_back(const std::size_t n_dofs)
    {
      constexpr std::size_t n_many = 100000;
      if (n_dofs > n_many)
        malloc_trim(0);
    }
  } // namespace

  template <int dim, Algebra A>
  ElasticSolid<dim, A>::ElasticSolid(const SolidDescription<dim> &description,
                                     const MPI_Comm               communicator)
    : description(checked(description))
    , communicator(communicator)
    , mesh(this->description, communicator)
    , own_mapping(SolidCells::mapping(mesh.triangulation, description.degree))
    , mapping(*own_mapping)
    , element(*SolidCells::scalar_element(mesh.triangulation,
                                          description.degree),
              dim)
    , dof_handler(mesh.triangulation)
  {
    dof_handler.distribute_dofs(element);
    make_constraints();
    elements = std::make_unique<const SolidElements<dim>>(this->description,
                                                          mapping,
                                                          dof_handler,
                                                          *partitioner);
    assemble_mass();
    if (description.law == ElasticLaw::j2_plasticity)
      plastic = std::make_unique<PlasticMemory<dim, A>>(this->description,
                                                        *elements,
                                                        dof_handler);
    if (description.stiffness_damping != 0.)
      reinit(lazy_stiffness.rate);
    loads.varying = std::make_unique<const SurfaceLoad<dim>>(
      this->description, mapping, dof_handler, *partitioner, true);
    give_memory_back(n_dofs());
  }

  template <int dim, Algebra A>
  void
  ElasticSolid<dim, A>::read(const Vector &x, LocalVector &local) const
  {
    if (local.size() == 0)
      local.reinit(partitioner);
    A::read_local(x, [&](const double *const entries) {
      std::copy_n(entries, local.locally_owned_size(), local.begin());
    });
    local.update_ghost_values();
    hanging.fill(local.begin());
  }

  template <int dim, Algebra A>
  typename ElasticSolid<dim, A>::LocalVector &
  ElasticSolid<dim, A>::zeros() const
  {
    if (ghosted.s.size() == 0)
      ghosted.s.reinit(partitioner);
    ghosted.s = 0.;
    return ghosted.s;
  }

  template <int dim, Algebra A>
  void
  ElasticSolid<dim, A>::write(LocalVector &local, Vector &x) const
  {
    hanging.fold(local.begin());
    local.compress(VectorOperation::add);
    for (const unsigned int index : held)
      local.local_element(index) = 0.;
    A::write_local(x, [&](double *const entries) {
      std::copy_n(local.begin(), local.locally_owned_size(), entries);
    });
  }

  // On one rank these are the vector's own entries, which are not copied where
  // no node hangs.

  template <int dim, Algebra A>
  template <class Function>
  auto
  ElasticSolid<dim, A>::with_entries(const Vector   &x,
                                     LocalVector    &local,
                                     const Function &f) const
  {
    const double *entries = nullptr;
    if (partitioner->n_mpi_processes() > 1 || mesh.has_hanging_nodes)
      {
        read(x, local);
        entries = local.begin();
      }
    else
      A::read_local(x, [&](const double *const of_x) { entries = of_x; });
    return f(entries);
  }

  template <int dim, Algebra A>
  template <class Function>
  void
  ElasticSolid<dim, A>::sum_into(Vector &x, const Function &f) const
  {
    if (partitioner->n_mpi_processes() > 1)
      {
        f(zeros().begin());
        write(ghosted.s, x);
      }
    else
      A::write_local(x, [&](double *const entries) {
        std::fill_n(entries, partitioner->locally_owned_size(), 0.);
        f(entries);
        hanging.fold(entries);
        for (const unsigned int index : held)
          entries[index] = 0.;
      });
  }

  template <int dim, Algebra A>
  void
  ElasticSolid<dim, A>::multiply_by_stiffness(const Vector &y, Vector &z) const
  {
    with_entries(y, ghosted.y, [&](const double *const of_y) {
      sum_into(z, [&](double *const of_z) { elements->add_force(of_y, of_z); });
    });
    if (added.rows.empty())
      return;
    A::vmult(added.stiffness, added.force, y);
    z.add(1., added.force);
  }

  template <int dim, Algebra A>
  void
  ElasticSolid<dim, A>::multiply(const CellModuli &moduli,
                                 const Vector     &y,
                                 Vector           &z) const
  {
    with_entries(y, ghosted.y, [&](const double *const of_y) {
      sum_into(z, [&](double *const of_z) {
        elements->add_force(moduli, of_y, of_z);
      });
    });
  }

  template <int dim, Algebra A>
  void
  ElasticSolid<dim, A>::add_load(const SurfaceLoad<dim> &loads,
                                 const double            t,
                                 LocalVector            &F) const
  {
    on_all_ranks([&] { loads.add(t, F); }, "tractions", communicator);
  }

  template <int dim, Algebra A>
  void
  ElasticSolid<dim, A>::load(const double t, Vector &F) const
  {
    if (has_varying_load())
      {
        LocalVector &local = zeros();
        try
          {
            add_load(*loads.varying, t, local);
          }
        catch (const InputError &error)
          {
            throw StepError("'Solid/tractions' have no value",
                            std::nan(""),
                            error.what());
          }
        write(local, F);
        F.add(1., loads.constant);
      }
    else if (loads.has_constant || F.linfty_norm() != 0.)
      F.equ(1., loads.constant); // zeros that nobody writes take no memory
  }

  template <int dim, Algebra A>
  bool
  ElasticSolid<dim, A>::has_varying_load() const
  {
    return std::ranges::any_of(description.tractions, [](const auto &entry) {
      return entry.second.varies;
    });
  }

  template <int dim, Algebra A>
  void
  ElasticSolid<dim, A>::elastic_force(const Vector &q, Vector &s) const
  {
    if (memory)
      {
        memory->force(q, s);
        return;
      }
    if (is_linear())
      {
        multiply_by_stiffness(q, s);
        return;
      }
    std::string where;
    with_entries(q, ghosted.q, [&](const double *const of_q) {
      sum_into(s, [&](double *const of_s) {
        if (plastic ? plastic->elements.add_force(of_q, of_s) :
                      elements->add_force(of_q, of_s))
          return;
        std::ostringstream text;
        if (const auto X = elements->inverted_point(of_q))
          text << *X;
        else // it is the hoop that is
          text << "near the axis";
        where = text.str();
      });
    });
    where = message_of_first_rank(where, communicator);
    if (!where.empty())
      throw ElementInversionError(
        "The deformation gradient has no positive determinant at X = (" +
          where +
          ") m of the undeformed solid: an element is turned inside out",
        0.,
        std::string("Reduce the time step, also by a smaller Courant number: "
                    "what is squeezed has a shorter one. If it happens at any "
                    "step, refine the mesh there") +
          (description.law == ElasticLaw::neo_hookean ?
             "." :
             ", or take the neo-Hookean law, which resists compression."));
  }

  template <int dim, Algebra A>
  void
  ElasticSolid<dim, A>::momentum(const Vector &,
                                 const Vector &v,
                                 Vector       &p) const
  {
    if (description.lumped_mass)
      for_entries([](double      &p_i,
                     const double m_i,
                     const double v_i) { p_i = m_i * v_i; },
                  p,
                  mass.diagonal,
                  v);
    else
      A::vmult(mass.matrix, p, v);
  }

  template <int dim, Algebra A>
  void
  ElasticSolid<dim, A>::retract(const Vector &q_0,
                                const Vector &dq,
                                Vector       &q) const
  {
    for_entries([](double      &q_i,
                   const double q_0_i,
                   const double dq_i) { q_i = q_0_i + dq_i; },
                q,
                q_0,
                dq);
  }

  template <int dim, Algebra A>
  void
  ElasticSolid<dim, A>::damping_force(const Vector &,
                                      const Vector &v,
                                      Vector       &d) const
  {
    momentum(v, v, d);
    d *= description.mass_damping;
    if (description.stiffness_damping == 0.)
      return;
    multiply_by_stiffness(v, lazy_stiffness.rate);
    d.add(description.stiffness_damping, lazy_stiffness.rate);
  }

  template <int dim, Algebra A>
  void
  ElasticSolid<dim, A>::massless_part(const Vector &x, Vector &x_c) const
  {
    select_entries<A>(boundary.dofs, x, x_c);
  }

  template <int dim, Algebra A>
  LinearSolverSettings<typename ElasticSolid<dim, A>::Vector>
  ElasticSolid<dim, A>::linear_solver_settings(const Weights &weights) const
  {
    using Settings       = LinearSolverSettings<Vector>;
    using Method         = LinearSolverChoice::Method;
    using Preconditioner = LinearSolverChoice::Preconditioner;
    const auto &[method, preconditioner, tolerance] = description.linear_solver;

    Settings settings;
    settings.counter = &for_linear_solver.iterations;
    if (weights.boundary != 0.) // a diagonal, and the nodes of a surface
      return settings;
    settings.block_size = dim;
    settings.tolerance  = tolerance;
    settings.method =
      method == Method::direct ||
          (method == Method::automatic && n_dofs() <= max_direct_dofs) ?
        Settings::Method::direct :
        Settings::Method::conjugate_gradients;
    if (settings.method == Settings::Method::direct || weights.stiffness == 0.)
      return settings;

    bool is_multigrid = preconditioner == Preconditioner::multigrid;
    if (preconditioner == Preconditioner::incomplete_factors)
      settings.preconditioner = Settings::Preconditioner::incomplete_factors;
    else if (preconditioner == Preconditioner::automatic)
      {
        // of M^{-1} S; conjugate gradients take its root times a constant
        constexpr double largest_condition = 2000.;
        const double     frequency         = frequency_bound();
        is_multigrid                       = weights.mass * largest_condition <
                       weights.stiffness * frequency * frequency;
      }
    if (is_multigrid)
      {
        settings.preconditioner = Settings::Preconditioner::multigrid;
        auto &modes             = for_linear_solver.modes;
        if (modes.empty())
          modes = rigid_body_modes();
        settings.rigid_body_modes = modes;
      }
    return settings;
  }

  template <int dim, Algebra A>
  const typename ElasticSolid<dim, A>::Vector &
  ElasticSolid<dim, A>::stiffness_diagonal() const
  {
    Vector &diagonal = lazy_stiffness.diagonal;
    if (diagonal.size() > 0)
      return diagonal;
    reinit(diagonal);
    if (mesh.has_hanging_nodes)
      constrained_diagonal(diagonal);
    else
      sum_into(diagonal, [&](double *const d) { elements->add_diagonal(d); });
    if (!added.rows.empty())
      for (const auto i : dof_handler.locally_owned_dofs())
        diagonal[i] += added.stiffness.diag_element(i);
    diagonal.compress(VectorOperation::add);
    return diagonal;
  }

  template <int dim, Algebra A>
  std::optional<LinearOperator<typename ElasticSolid<dim, A>::Vector>>
  ElasticSolid<dim, A>::iteration_operator(const Weights  &weights,
                                           const State<A> &x) const
  {
    using Settings               = LinearSolverSettings<Vector>;
    const auto [of_mass, factor] = factors_of(weights);
    LinearOperator<Vector> S;
    if (description.lumped_mass && factor == 0. && weights.boundary == 0.)
      {
        reinit(S.diagonal);
        S.diagonal.equ(of_mass, mass.diagonal);
        S.is_diagonal = true;
        S.multiply    = [this, m = of_mass](const Vector &y, Vector &z) {
          for_entries([m](double      &z_i,
                          const double m_i,
                          const double y_i) { z_i = m * m_i * y_i; },
                      z,
                      mass.diagonal,
                      y);
        };
        return S;
      }
    const Settings settings = linear_solver_settings(weights);
    if (settings.method != Settings::Method::conjugate_gradients ||
        settings.preconditioner != Settings::Preconditioner::jacobi ||
        !description.lumped_mass || factor == 0.)
      return {};

    reinit(S.diagonal);
    S.diagonal.equ(factor, stiffness_diagonal());
    S.diagonal.add(of_mass, mass.diagonal);

    State<A> at; // of the tangent
    if (!is_linear())
      at.q = x.q;
    S.multiply = [this, m = of_mass, k = factor, at](const Vector &y,
                                                     Vector       &z) {
      stiffness_product(at, y, z);
      for_entries([m, k](double      &z_i,
                         const double m_i,
                         const double y_i) { z_i = k * z_i + m * m_i * y_i; },
                  z,
                  mass.diagonal,
                  y);
    };
    return S;
  }

  template <int dim, Algebra A>
  void
  ElasticSolid<dim, A>::stiffness_product(const State<A> &x,
                                          const Vector   &y,
                                          Vector         &z) const
  {
    if (is_linear())
      {
        multiply_by_stiffness(y, z);
        return;
      }
    with_entries(x.q, ghosted.q, [&](const double *const of_q) {
      with_entries(y, ghosted.y, [&](const double *const of_y) {
        sum_into(z, [&](double *const of_z) {
          elements->add_product(of_q, of_y, of_z);
        });
      });
    });
  }

  template <int dim, Algebra A>
  double
  ElasticSolid<dim, A>::strain_energy(const Vector &q, const Vector &s) const
  {
    if (memory)
      return memory->strain_energy(q, s);
    if (plastic)
      return plastic->elastic_energy();
    if (is_linear())
      return 0.5 * (q * s);
    return Utilities::MPI::sum(with_entries(q,
                                            ghosted.q,
                                            [&](const double *const of_q) {
                                              return elements->strain_energy(
                                                of_q);
                                            }),
                               communicator);
  }

  template <int dim, Algebra A>
  std::vector<SymmetricTensor<2, 3>>
  ElasticSolid<dim, A>::plastic_stresses(const Vector &q) const
  {
    return with_entries(q, ghosted.q, [&](const double *const of_q) {
      return plastic->elements.stresses(of_q);
    });
  }

  template <int dim, Algebra A>
  double
  ElasticSolid<dim, A>::largest_rotation(const Vector &q) const
  {
    return Utilities::MPI::max(with_entries(q,
                                            ghosted.q,
                                            [&](const double *const of_q) {
                                              return elements->largest_rotation(
                                                of_q);
                                            }),
                               communicator);
  }

  template <int dim, Algebra A>
  typename ElasticSolid<dim, A>::Vector
  ElasticSolid<dim, A>::interpolate(const Field       &field,
                                    const std::string &entry) const
  {
    Vector x;
    reinit(x);
    if (field)
      {
        LocalVector values(partitioner);
        on_all_ranks(
          [&] {
            SolidFields::interpolate<dim>(mapping, dof_handler, field, values);
          },
          entry,
          communicator);
        hanging.clear(values.begin());
        write(values, x);
      }
    give_memory_back(n_dofs());
    return x;
  }

  template <int dim, Algebra A>
  std::vector<typename ElasticSolid<dim, A>::Vector>
  ElasticSolid<dim, A>::rigid_body_modes() const
  {
    Tensor<1, dim> sum;
    for (const auto &cell : dof_handler.active_cell_iterators())
      if (cell->is_locally_owned())
        sum += cell->center();
    const Point<dim> center(Utilities::MPI::sum(sum, communicator) /
                            double(mesh.triangulation.n_global_active_cells()));

    std::vector<Vector> modes;
    for (const Field &field :
         SolidFields::rigid_displacements(description.kinematics, center))
      modes.push_back(interpolate(field, {}));
    return modes;
  }

  template <int dim, Algebra A>
  typename ElasticSolid<dim, A>::Row
  ElasticSolid<dim, A>::point_value(const Point<dim>  &X,
                                    const unsigned int component) const
  {
    Assert(component < dim, ExcIndexRange(component, 0, dim));
    const auto found =
      SolidFields::point_value(mapping, dof_handler, constraints, X, component);
    // a row may be empty where the component is held
    const auto rows = all_gather(communicator, found.value_or(Row()));
    const auto is_here =
      all_gather(communicator, std::vector<char>{found.has_value()});
    for (std::size_t rank = 0; rank < rows.size(); ++rank)
      if (is_here[rank].front())
        return rows[rank];
    std::ostringstream message;
    message << "The point X = (" << X
            << ") m is outside of the undeformed solid. Give a point of its "
               "mesh.";
    throw InputError(message.str());
  }

  template <int dim, Algebra A>
  double
  ElasticSolid<dim, A>::wave_speed() const
  {
    double c_squared = 0.;
    for (const auto &cell : dof_handler.active_cell_iterators())
      if (cell->is_locally_owned())
        {
          const SolidMaterial &material =
            material_of(description, cell->material_id());
          c_squared =
            std::max(c_squared,
                     longitudinal_modulus(material, description.kinematics) /
                       material.density);
        }
    return std::sqrt(Utilities::MPI::max(c_squared, communicator));
  }

  template <int dim, Algebra A>
  double
  ElasticSolid<dim, A>::frequency_bound() const
  {
    double &frequency = for_linear_solver.frequency;
    if (frequency == 0.)
      frequency =
        Utilities::MPI::max(largest_cell_frequency(description,
                                                   mapping,
                                                   dof_handler,
                                                   *elements,
                                                   has_massless_boundary() ?
                                                     &boundary.mass_factors :
                                                     nullptr),
                            communicator);
    return frequency;
  }

  template class ElasticSolid<2, PETScAlgebra>;
  template class ElasticSolid<3, PETScAlgebra>;
  template class ElasticSolid<2, TrilinosAlgebra>;
  template class ElasticSolid<3, TrilinosAlgebra>;
} // namespace percuss
