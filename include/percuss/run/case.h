// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_run_case_h
#define percuss_run_case_h

#include <percuss/run/model.h>

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace percuss
{
  class ForceLawParameters;

  /** A parameter file with all that reads it. */
  class Case
  {
  public:
    /** Declares the entries of every model and those that all have. */
    explicit Case(const Catalogue &catalogue);

    /** The model that 'Model/name' chooses. */
    const ModelKind &
    kind() const
    {
      return *models[chosen];
    }

    /** Makes it; throws InputError, or NumericalFailure of step 0. Collective. */
    std::unique_ptr<Model>
    make_model() const;

    /** Warnings: values that the file gives to entries of other models. */
    std::vector<std::string>
    warnings() const;

    /** All entries with their values, as a .prm file. */
    std::string
    text() const;

    Parameters    parameters;
    RunParameters run;
    CaseFile      file;

  private:
    const std::vector<const ModelKind *>          models;
    std::vector<std::unique_ptr<ModelParameters>> sections; ///< one each

    /** The entries declared, up to those of each model. */
    std::vector<std::size_t> n_declared;

    std::vector<std::unique_ptr<LawParameters>> laws;      ///< its own, after
    const ForceLawParameters                   *force_law; ///< this one
    std::size_t                                 chosen = 0;
  };
} // namespace percuss

#endif
