// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_solid_elastic_law_h
#define percuss_models_solid_elastic_law_h

#include <percuss/models/solid/solid_description.h>

#include <deal.II/base/tensor.h>

#include <boost/math/special_functions/log1p.hpp>

#include <cmath>

namespace percuss
{
  /** lambda and mu [Pa]; in plane stress lambda is 2 lambda mu/(lambda + 2 mu),
   * which is what is left of it where sigma_zz = 0. */
  struct LameConstants
  {
    LameConstants(const SolidMaterial &material, const Kinematics kinematics)
    {
      const double E = material.youngs_modulus, nu = material.poissons_ratio;
      mu     = E / (2. * (1. + nu));
      lambda = kinematics == Kinematics::plane_stress ?
                 E * nu / (1. - nu * nu) :
                 E * nu / ((1. + nu) * (1. - 2. * nu));
    }

    LameConstants() = default;

    double lambda = 0., mu = 0.;
  };

  /** lambda + 2 mu = rho c^2 of longitudinal waves [Pa]. */
  inline double
  longitudinal_modulus(const SolidMaterial &material,
                       const Kinematics     kinematics)
  {
    const LameConstants lame(material, kinematics);
    return lame.lambda + 2. * lame.mu;
  }

  /**
   * The elastic moduli dP/dF of the first Piola-Kirchhoff stress P,
   *
   *     A_iJkL = d_ik T_JL + B_ik d_JL + lambda X_iJ X_kL + c X_iL X_kJ,
   *
   * T and B symmetric, d the identity: the form that all the isotropic laws
   * here have. For nodes a, b with gradients N_a, N_b and x_a = X N_a,
   *
   *     K_aibk = int (N_a.T N_b) d_ik + (N_a.N_b) B_ik + lambda x_ai x_bk
   *                  + c x_bi x_ak dV.
   */
  template <int dim>
  struct ElasticModuli
  {
    dealii::Tensor<2, dim> T, B, X; ///< [Pa], [Pa], [1]
    double                 lambda, c;

    /** dP = A : H of an increment H of the displacement gradient. */
    dealii::Tensor<2, dim>
    operator()(const dealii::Tensor<2, dim> &H) const
    {
      return H * T + B * H + (lambda * scalar_product(X, H)) * X +
             c * (X * transpose(H) * X);
    }
  };

  /** The identity tensor. */
  template <int dim>
  dealii::Tensor<2, dim>
  identity()
  {
    dealii::Tensor<2, dim> I;
    for (unsigned int i = 0; i < dim; ++i)
      I[i][i] = 1.;
    return I;
  }

  /** Moduli of sigma = lambda tr(eps) I + 2 mu eps, eps = sym(H). */
  template <int dim>
  ElasticModuli<dim>
  linear_moduli(const LameConstants &lame)
  {
    const dealii::Tensor<2, dim> I = identity<dim>();
    return {lame.mu * I, {}, I, lame.lambda, lame.mu};
  }

  /**
   * J - 1 of the deformation gradient F = I + H, and its part of second and
   * third order in H; nothing is cancelled where H is small.
   */
  template <int dim>
  struct VolumeChange
  {
    explicit VolumeChange(const dealii::Tensor<2, dim> &H)
      : higher_order(determinant(H))
    {
      if constexpr (dim == 3)
        for (unsigned int i = 0; i < 3; ++i)
          {
            const unsigned int j = (i + 1) % 3;
            higher_order += H[i][i] * H[j][j] - H[i][j] * H[j][i];
          }
      total = trace(H) + higher_order;
    }

    double higher_order, total;
  };

  /**
   * S = lambda tr(E) I + 2 mu E with Green and Lagrange's strain
   * E = (H + H^T + H^T H)/2, P = F S, per undeformed volume. In 2-D plane
   * strain. Not for large compression: it softens there.
   */
  template <int dim>
  struct StVenantKirchhoff
  {
    using Tensor = dealii::Tensor<2, dim>;

    LameConstants lame;

    Tensor
    strain(const Tensor &H) const
    {
      return 0.5 * (H + transpose(H) + transpose(H) * H);
    }

    /** S(E) [Pa]. */
    Tensor
    second_stress(const Tensor &E) const
    {
      return (lame.lambda * trace(E)) * identity<dim>() + (2. * lame.mu) * E;
    }

    /** psi [J/m^3]. */
    double
    energy(const Tensor &H, const VolumeChange<dim> &) const
    {
      const Tensor E  = strain(H);
      const double tr = trace(E);
      return 0.5 * lame.lambda * tr * tr + lame.mu * scalar_product(E, E);
    }

    /** P = dpsi/dF [Pa]. */
    Tensor
    stress(const Tensor &H, const VolumeChange<dim> &) const
    {
      const Tensor S = second_stress(strain(H));
      return S + H * S;
    }

    ElasticModuli<dim>
    moduli(const Tensor &H, const VolumeChange<dim> &) const
    {
      const Tensor F = identity<dim>() + H;
      return {second_stress(strain(H)),
              lame.mu * (F * transpose(F)),
              F,
              lame.lambda,
              lame.mu};
    }
  };

  /**
   * psi = mu/2 (I_C - 3 - 2 ln J) + lambda/2 (ln J)^2 per undeformed volume,
   *
   *     P = mu (F - F^-T) + lambda ln J F^-T,  F - F^-T = H + (F^-1 H)^T,
   *
   * (Simo and Pister, 1984, and textbooks since). Written in H, with
   * tr E - (J - 1) = H:H/2 - higher orders of J, it loses no digits where
   * strains are small. In 2-D plane strain, F_33 = 1. J > 0.
   */
  template <int dim>
  struct NeoHookean
  {
    using Tensor = dealii::Tensor<2, dim>;

    LameConstants lame;

    double
    energy(const Tensor &H, const VolumeChange<dim> &J) const
    {
      const double log_J = std::log1p(J.total);
      return lame.mu * (0.5 * scalar_product(H, H) - J.higher_order -
                        boost::math::log1pmx(J.total)) +
             0.5 * lame.lambda * log_J * log_J;
    }

    Tensor
    stress(const Tensor &H, const VolumeChange<dim> &J) const
    {
      const Tensor inverse = invert(identity<dim>() + H);
      return lame.mu * (H + transpose(inverse * H)) +
             (lame.lambda * std::log1p(J.total)) * transpose(inverse);
    }

    ElasticModuli<dim>
    moduli(const Tensor &H, const VolumeChange<dim> &J) const
    {
      const Tensor I = identity<dim>();
      return {lame.mu * I,
              {},
              transpose(invert(I + H)),
              lame.lambda,
              lame.mu - lame.lambda * std::log1p(J.total)};
    }
  };
} // namespace percuss

#endif
