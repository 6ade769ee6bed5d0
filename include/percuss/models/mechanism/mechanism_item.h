// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_mechanism_mechanism_item_h
#define percuss_models_mechanism_mechanism_item_h

#include <percuss/base/exceptions.h>
#include <percuss/models/mechanism/frame.h>
#include <percuss/models/mechanism/mechanism_text.h>
#include <percuss/models/mechanism/mechanism_texts.h>

namespace percuss
{
  /**
   * An item of a mechanism's text, "NAME: part ; part ; ...". Parts begin with
   * one of the words that classify() names, or are read in their order.
   * Everything throws InputError that names the part.
   *
   * Points are of the plane, dim = 2, or of space.
   */
  class MechanismItem
  {
  public:
    /** @param frames "ground", then the names of the bodies and of the nodes of
     * beams */
    MechanismItem(const std::string              &text,
                  const std::vector<std::string> &frames,
                  const ParseFunctionOfTime      &parse_function);

    const std::string &
    name() const
    {
      return own_name;
    }

    /** The first part, which says of what kind the item is; it is read. */
    std::string
    take_kind();

    /** Says that the first part is none of @p kinds. */
    [[noreturn]] void
    throw_unknown_kind(const char                     *what,
                       const std::vector<std::string> &kinds) const;

    /** The frame of the body that the item's name is. */
    int
    named_body() const;

    /** The frames of the nodes of a beam, of which the first part is the name
     * behind @p word; it is read. None if it does not begin with the word. */
    std::vector<int>
    take_nodes(const std::string &word);

    /** What the first part is, without reading it. */
    const std::string &
    first_part() const
    {
      return parts.front().text;
    }

    /** Finds the parts that begin with one of @p words. */
    void
    classify(const std::vector<std::string> &words);

    bool
    has(const std::string &word) const;

    /** Whether there is a part that begins with @p word, classified or not. */
    bool
    has_part(const std::string &word) const;

    /** What is behind @p word. */
    std::string
    text(const std::string &word);

    /** All numbers behind @p word, at least one. */
    Eigen::VectorXd
    numbers(const std::string &word);

    /** @p n numbers behind @p word, which must be there. */
    Eigen::VectorXd
    numbers(const std::string &word, Eigen::Index n);

    double
    number(const std::string &word);

    double
    number(const std::string &word, double otherwise);

    template <int dim>
    Eigen::Vector<double, dim>
    vector(const std::string &word)
    {
      return numbers(word, dim);
    }

    /** One of @p choices behind @p word: its index. */
    std::size_t
    choice(const std::string &word, const std::vector<std::string> &choices);

    /** A point behind @p word. */
    template <int dim>
    FramePoint<dim>
    point(const std::string &word);

    /** The next part without a word, a point or a frame. */
    template <int dim>
    FramePoint<dim>
    next_point();

    int
    next_frame();

    /** A function of t, and whether it does not depend on it. */
    struct Expression
    {
      std::function<double(double)> value;
      bool                          is_constant;
    };

    /** @p n functions of t behind @p word, separated by commas. */
    std::vector<Expression>
    expressions(const std::string &word, std::size_t n);

    /** Throws if there are parts, not read so far, that begin with no word. */
    void
    refuse_parts_without_word() const;

    /** Throws if there are parts that nobody has read. */
    void
    finish() const;

  private:
    struct Part
    {
      std::string text, word, data; ///< data: what is behind the word
      bool        is_read = false;
    };

    [[noreturn]] void
    refuse(const Part &part) const;

    /** The part with that word; none if there is none. */
    Part *
    find(const std::string &word);

    Part &
    need(const std::string &word);

    Part &
    next(const char *what);

    /** Adds the part to the message of errors in @p read. */
    template <class Read>
    static auto
    within(Part &part, const Read &read)
    {
      try
        {
          return read();
        }
      catch (const InputError &error)
        {
          throw InputError("in '" + part.text + "': " + error.what());
        }
    }

    template <int dim>
    FramePoint<dim>
    read_point(const std::string &text) const;

    /** The place in the list of the frame that a text begins with, which is
     * taken off it. */
    std::size_t
    read_frame(std::string &text) const;

    double
    read_number(const std::string &text) const;

    Expression
    read_expression(const std::string &text) const;

    Eigen::VectorXd
    read_numbers(const std::string &text, Eigen::Index n) const;

    const std::vector<std::string> &frames;
    const ParseFunctionOfTime      &parse_function;
    std::string                     own_name;
    std::vector<Part>               parts;
    std::vector<std::string>        words;
  };
} // namespace percuss

#endif
