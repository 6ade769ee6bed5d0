// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_input_variables_h
#define percuss_input_variables_h

#include <percuss/input/parameters.h>
#include <percuss/input/quantity.h>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

/** Names for numbers, and texts that refer to them. */
namespace percuss
{
  /**
   * The variables of a case in their order, each a number, a number with a
   * unit, or an expression of those before it:
   *
   *     d    = 2 in
   *     area = pi/4*d^2
   *     n    = 3
   *
   * A text refers to one by $name, to an expression of some by $(expression):
   * "box: half size $(d/2), $d". The number takes the place of the reference,
   * with all its digits, a negative one in parentheses where it stands beside
   * an operator. "$$" is a dollar sign; one before anything but a letter or a
   * parenthesis is itself. Without variables there are no references at all.
   *
   * Expressions are those of Expression; in them numbers may have units, "d + 3
   * mm", and those that have none are pure numbers: an expression whose terms
   * have different dimensions is refused. One in which there is a variable
   * without a unit is not judged.
   */
  class Variables
  {
  public:
    bool
    are_there() const
    {
      return !all.empty();
    }

    /** The place in the order, or none. */
    std::optional<std::size_t>
    find(const std::string &name) const;

    std::size_t
    size() const
    {
      return all.size();
    }

    const std::string &
    name(const std::size_t number) const
    {
      return all[number].name;
    }

    const std::string &
    text(const std::size_t number) const
    {
      return all[number].text;
    }

    /** Enters a variable, the last one if it is new, without its value; returns
     * its place. Throws InputError for what cannot be a name. */
    std::size_t
    declare(const std::string &name, const std::string &text);

    /** Computes the value of one from those before it; throws InputError: then
     * it has none. */
    void
    evaluate(std::size_t number);

    /** Whether a text refers to any variable, known or not. */
    bool
    has_references(const std::string &text) const;

    /** The variables that a text, or that of a variable, refers to. */
    std::vector<std::size_t>
    used_in(const std::string &text) const;

    std::vector<std::size_t>
    used_by(std::size_t number) const;

    /** Whether all variables of a text have a value, as far as there are. */
    bool
    are_known(const std::string &text) const;

    /** The text with numbers in the place of references; throws InputError for
     * names that are not known, and for those that join with a digit or a unit
     * beside them. */
    std::string
    with_values(const std::string &text) const;

    /** Throws InputError where a reference is all of the value, or of one of
     * several between ';', and has another dimension than the entry. */
    void
    check_dimension(const std::string &text, const Parameter &entry) const;

  private:
    struct Variable
    {
      std::string             name, text;
      std::optional<Quantity> value;
    };

    /** Of the first @p n_known variables. */
    Quantity
    value_of(const std::string &expression, std::size_t n_known) const;

    std::vector<Variable> all;
  };
} // namespace percuss

#endif
