// SPDX-License-Identifier: Apache-2.0
#include <percuss/program/given_reference.h>
#include <percuss/program/prepared_run.h>
#include <percuss/run/check_run.h>
#include <percuss/run/start_case.h>

namespace percuss
{
  PreparedRun
  prepare_run(Case &the_case)
  {
    check_run(the_case.kind(), the_case.run, the_case.file);
    PreparedRun result;
    result.model     = make_started_model(the_case);
    result.reference = find_reference(*result.model, the_case);
    result.warnings  = start_warnings(*result.model, the_case);
    for (const std::string &warning : reference_warnings(the_case))
      result.warnings.push_back(warning);
    return result;
  }
} // namespace percuss
