// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_run_force_law_parameters_h
#define percuss_run_force_law_parameters_h

#include <percuss/run/model.h>

#include <memory>
#include <span>
#include <string>

namespace percuss
{
  /** The entry 'Contact/force law', an expression of gap and speed, and the
   * law that it makes (constraints/force_law.h). */
  class ForceLawParameters final : public LawParameters
  {
  public:
    /** @param run is of the same case, and is read when the law is made */
    explicit ForceLawParameters(const RunParameters &run)
      : run(run)
    {}

    void
    add_to(Parameters &parameters) override;

    /** Throws InputError if there is a law and the model, its scheme or what
     * else the case says of contacts cannot have it. */
    void
    check(const ModelKind &model, const CaseFile &case_file) const;

    /** None where the entry is empty. Throws InputError for contacts that have
     * coefficients of impacts. */
    std::unique_ptr<StatefulLaw>
    make(std::span<const ContactOfLaw> contacts) const override;

  private:
    const RunParameters &run;
    std::string          text;
  };
} // namespace percuss

#endif
