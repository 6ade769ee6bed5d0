// SPDX-License-Identifier: Apache-2.0
#include <percuss/constraints/geometry/rigid_shapes.h>
#include <percuss/models/obstacle_items.h>

namespace percuss
{
  namespace
  {
    /** Its numbers have no units, as those of all texts with an order. */
    DeclaredWord
    word_of(const ShapeField &field)
    {
      using Kind = ShapeField::Kind;
      switch (field.kind)
        {
          case Kind::direction:
            return {
              field.name, "numbers", "", "Direction, not zero.", {}, true};
          case Kind::length:
            return {field.name, "number", "", "Positive [m].", {}, true};
          case Kind::lengths:
            break;
        }
      return {field.name, "numbers", "", "Positive [m].", {}, true};
    }

    DeclaredItem
    obstacle(const std::string               &kind,
             const std::string               &meaning,
             const std::vector<DeclaredWord> &words)
    {
      DeclaredItem item{"Solid/obstacles", kind, meaning, words};
      item.is_named = false;
      item.words.push_back({"moved by",
                            "expressions of t",
                            "",
                            "Displacement from where the obstacle is [m], one "
                            "per direction.",
                            {},
                            false});
      return item;
    }
  } // namespace

  std::vector<DeclaredItem>
  obstacle_items()
  {
    std::vector<DeclaredItem> items;
    for (const ShapeKind<3> &kind : rigid_shapes<3>())
      {
        std::vector<DeclaredWord> words{
          {kind.base, "numbers", "", "Coordinates [m].", {}, true}};
        for (const ShapeField &field : kind.fields)
          words.push_back(word_of(field));
        items.push_back(
          obstacle(kind.name, "A rigid obstacle: " + kind.remark + '.', words));
      }
    items.push_back(obstacle("expression",
                             "A rigid obstacle where the expression is "
                             "negative.",
                             {{"f",
                               "expression of x, y, z and t",
                               "",
                               "Signed distance [m], positive outside.",
                               {},
                               true}}));
    return items;
  }
} // namespace percuss
