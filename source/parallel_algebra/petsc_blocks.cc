// SPDX-License-Identifier: Apache-2.0
#include <percuss/parallel_algebra/petsc_blocks.h>
#include <percuss/parallel_algebra/petsc_check.h>

#include <deal.II/base/mpi.h>

#include <algorithm>
#include <vector>

namespace percuss::petsc
{
  bool
  has_blocks(Mat matrix, const PetscInt n)
  {
    PetscInt begin, end;
    check(MatGetOwnershipRange(matrix, &begin, &end));
    return !dealii::Utilities::MPI::logical_or(
      begin % n != 0 || end % n != 0,
      PetscObjectComm(reinterpret_cast<PetscObject>(matrix)));
  }

  // Filled here because MatConvert() of PETSc 3.18 makes a matrix with other
  // products on several ranks.
  Mat
  copy_by_blocks(Mat matrix, const PetscInt n)
  {
    PetscInt begin, end, n_rows;
    check(MatGetOwnershipRange(matrix, &begin, &end));
    check(MatGetSize(matrix, &n_rows, nullptr));
    const MPI_Comm communicator =
      PetscObjectComm(reinterpret_cast<PetscObject>(matrix));
    const auto for_each_row = [&](const auto &f) {
      for (PetscInt row = begin; row < end; ++row)
        {
          PetscInt           size;
          const PetscInt    *columns;
          const PetscScalar *values;
          check(MatGetRow(matrix, row, &size, &columns, &values));
          f(row, size, columns, values);
          check(MatRestoreRow(matrix, row, &size, &columns, &values));
        }
    };
    std::vector<PetscInt> n_here, n_elsewhere, blocks;
    for_each_row([&](const PetscInt        row,
                     const PetscInt        size,
                     const PetscInt *const columns,
                     const PetscScalar *) {
      if (row % n == 0)
        blocks.clear();
      for (PetscInt k = 0; k < size; ++k)
        blocks.push_back(columns[k] / n);
      if (row % n == n - 1)
        {
          std::ranges::sort(blocks);
          const auto end_of_blocks = std::ranges::unique(blocks).begin();
          const auto n_blocks      = end_of_blocks - blocks.begin();
          const auto here =
            std::count_if(blocks.begin(),
                          end_of_blocks,
                          [&](const PetscInt block) {
                            return begin <= block * n && block * n < end;
                          });
          n_here.push_back(static_cast<PetscInt>(here));
          n_elsewhere.push_back(static_cast<PetscInt>(n_blocks - here));
        }
    });

    Mat copy;
    check(MatCreateBAIJ(communicator,
                        n,
                        end - begin,
                        end - begin,
                        n_rows,
                        n_rows,
                        0,
                        n_here.data(),
                        0,
                        n_elsewhere.data(),
                        &copy));
    for_each_row([&](const PetscInt           row,
                     const PetscInt           size,
                     const PetscInt *const    columns,
                     const PetscScalar *const values) {
      check(MatSetValues(copy, 1, &row, size, columns, values, INSERT_VALUES));
    });
    check(MatAssemblyBegin(copy, MAT_FINAL_ASSEMBLY));
    check(MatAssemblyEnd(copy, MAT_FINAL_ASSEMBLY));
    return copy;
  }
} // namespace percuss::petsc
