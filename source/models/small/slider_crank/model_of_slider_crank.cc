// SPDX-License-Identifier: Apache-2.0
#include <percuss/models/small/slider_crank/slider_guide.h>
#include <percuss/models/small/small_model.h>

namespace percuss
{
  namespace
  {
    template <std::size_t n_rows>
    std::unique_ptr<Model>
    make_in_guide(const SliderCrank &crank, const ContactParameters &contact)
    {
      return std::make_unique<SmallModel<SliderCrank, SliderGuide<n_rows>>>(
        crank, SliderGuide<n_rows>(crank.description, contact.coefficients));
    }

    struct SliderCrankSection final : ModelParameters
    {
      void
      add_to(Parameters &prm) override
      {
        prm.section("Slider crank");
        prm.add("crank length", d.crank_length, "l_1 [m].");
        prm.add("rod length", d.rod_length, "l_2 [m].");
        prm.add("half length",
                d.half_length,
                "a [m], half of the slider along its guide.");
        prm.add("half width",
                d.half_width,
                "b [m], half of the slider across its guide.");
        prm.add("clearance",
                d.clearance,
                "c [m], play above and below the slider.");
        prm.add("crank mass", d.crank_mass, "m_1 [kg].");
        prm.add("rod mass", d.rod_mass, "m_2 [kg].");
        prm.add("slider mass", d.slider_mass, "m_3 [kg].");
        prm.add("crank inertia",
                d.crank_inertia,
                "J_1 [kg m^2] about the centre of mass.");
        prm.add("rod inertia", d.rod_inertia, "J_2 [kg m^2].");
        prm.add("slider inertia", d.slider_inertia, "J_3 [kg m^2].");
        prm.add("gravity", d.gravity, "g [m/s^2], downwards positive.");
        prm.add("crank angle",
                d.crank_angle,
                "theta_1 [rad] with the axis of the guide at the start.");
        prm.add("rod angle", d.rod_angle, "theta_2 [rad].");
        prm.add("slider angle", d.slider_angle, "theta_3 [rad].");
        prm.add("crank velocity",
                d.crank_velocity,
                "dtheta_1/dt [rad/s] at the start.");
        prm.add("rod velocity", d.rod_velocity, "dtheta_2/dt [rad/s].");
        prm.add("slider velocity", d.slider_velocity, "dtheta_3/dt [rad/s].");
      }

      std::unique_ptr<Model>
      make(const RunParameters &run, const CaseFile &case_file) const override
      {
        const auto crank =
          make_small_system<SliderCrank>(d, "Slider crank", case_file);
        return run.contact.coefficients.friction == 0. ?
                 make_in_guide<4>(crank, run.contact) :
                 make_in_guide<8>(crank, run.contact);
      }

      SliderCrankDescription d;
    };
  } // namespace

  extern const ModelKind slider_crank_kind{
    .name = "slider crank",
    .description =
      "a rigid slider-crank in its three angles, the slider with play in its guide",
    .section      = make_section<SliderCrankSection>,
    .has_friction = true};
} // namespace percuss
