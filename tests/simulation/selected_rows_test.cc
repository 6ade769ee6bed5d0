// SPDX-License-Identifier: Apache-2.0
#include <percuss/simulation/selected_rows.h>

#include <gtest/gtest.h>

namespace percuss::test::selected_rows_test
{
  using Numbers = std::vector<double>;

  std::vector<std::size_t>
  rows_of(const SelectedRows &selection)
  {
    return {selection.rows().begin(), selection.rows().end()};
  }

  // rows: contact 0 | joint 1 | contact with friction 2, 3, 4 | contact 5
  struct SelectedRowsTest : testing::Test
  {
    std::vector<Cone> cones = {Cone::inactive(0),
                               Cone::bilateral(1),
                               Cone::second_order(2, 3, 0.3),
                               Cone::inactive(5)};
    SelectedRows      selection{6};
  };

  TEST_F(SelectedRowsTest, AddsAndTakesOutContacts)
  {
    EXPECT_TRUE(rows_of(selection).empty());
    EXPECT_TRUE(selection.add(cones));
    EXPECT_EQ(rows_of(selection), (std::vector<std::size_t>{1, 2, 3, 4}));
    EXPECT_FALSE(selection.add(cones));
    cones[2].kind = Cone::Kind::inactive;
    cones[3].kind = Cone::Kind::unilateral;
    EXPECT_TRUE(selection.add(cones)); // what it had stays
    EXPECT_EQ(rows_of(selection), (std::vector<std::size_t>{1, 2, 3, 4, 5}));
    selection.remove_inactive(cones);
    EXPECT_EQ(rows_of(selection), (std::vector<std::size_t>{1, 5}));
  }

  TEST_F(SelectedRowsTest, GathersAndScatters)
  {
    selection.add(cones);
    std::vector<Cone> some;
    cones[1].kind = Cone::Kind::inactive; // for a while, say
    selection.gather(cones, some);
    ASSERT_EQ(some.size(), 2u);
    EXPECT_EQ(some[0].kind, Cone::Kind::inactive);
    EXPECT_EQ(some[0].first_row, 0u);
    EXPECT_EQ(some[1].kind, Cone::Kind::second_order);
    EXPECT_EQ(some[1].first_row, 1u);
    EXPECT_EQ(some[1].n_rows, 3u);
    EXPECT_EQ(some[1].friction_coefficient, 0.3);

    Numbers part;
    selection.gather(Numbers{10., 11., 12., 13., 14., 15.}, part);
    EXPECT_EQ(part, (Numbers{11., 12., 13., 14.}));
    Numbers all(6, 7.);
    selection.scatter(part, all);
    EXPECT_EQ(all, (Numbers{0., 11., 12., 13., 14., 0.}));
  }
} // namespace percuss::test::selected_rows_test
