// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_solid_cauchy_stress_h
#define percuss_models_solid_cauchy_stress_h

#include <percuss/models/solid/elastic_law.h>

#include <deal.II/base/symmetric_tensor.h>

#include <cmath>

namespace percuss
{
  /**
   * The stress in a body, force per deformed area [Pa], tension positive:
   *
   *     sigma = P F^T / J,  F = I + H,      of finite strains,
   *     sigma = lambda tr(eps) I + 2 mu eps  of the linear law.
   *
   * All components of space: in plane strain sigma_zz keeps u_z = 0, in plane
   * stress it is 0, and in axisymmetric bodies the axes are (r, z, hoop).
   *
   * @param H du_i/dX_J; its third row and column are 0 in plane problems, where
   *          H_33 is not the strain of the thickness, and H_33 = u_r/r in
   *          axisymmetric ones
   * @pre the law is available for these kinematics; J > 0, else not a number or
   *      meaningless
   */
  inline dealii::SymmetricTensor<2, 3>
  cauchy_stress(const SolidMaterial        &material,
                const Kinematics            kinematics,
                const ElasticLaw            law,
                const dealii::Tensor<2, 3> &H)
  {
    const LameConstants lame(material, kinematics);
    if (law == ElasticLaw::linear)
      {
        const dealii::SymmetricTensor<2, 3> strain = symmetrize(H);
        dealii::SymmetricTensor<2, 3>       sigma  = 2. * lame.mu * strain;
        for (unsigned int i = 0; i < 3; ++i)
          sigma[i][i] += lame.lambda * trace(strain);
        if (kinematics == Kinematics::plane_stress)
          sigma[2][2] = 0.;
        return sigma;
      }

    const VolumeChange<3>      J(H);
    const dealii::Tensor<2, 3> P = law == ElasticLaw::neo_hookean ?
                                     NeoHookean<3>{lame}.stress(H, J) :
                                     StVenantKirchhoff<3>{lame}.stress(H, J);
    return symmetrize(P + P * transpose(H)) / (1. + J.total);
  }

  /** Von Mises' equivalent stress sqrt(3/2 s:s), s the deviator [Pa]. */
  inline double
  von_mises_stress(const dealii::SymmetricTensor<2, 3> &sigma)
  {
    return std::sqrt(1.5) * deviator(sigma).norm();
  }

  /** -tr(sigma)/3 [Pa], compression positive. */
  inline double
  pressure(const dealii::SymmetricTensor<2, 3> &sigma)
  {
    return -trace(sigma) / 3.;
  }
} // namespace percuss

#endif
