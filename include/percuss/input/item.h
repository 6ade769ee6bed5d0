// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_input_item_h
#define percuss_input_item_h

#include <percuss/base/exceptions.h>
#include <percuss/base/text.h>
#include <percuss/input/input_errors.h>
#include <percuss/input/item_list.h>
#include <percuss/input/item_recording.h>
#include <percuss/input/item_text.h>
#include <percuss/input/item_values.h>

#include <Eigen/Core>

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace percuss
{
  /**
   * An item of an entry's list, "NAME: part ; part ; ...", read into variables.
   * A part is a word and a value, or a value alone. Each word is declared once,
   * with the variable that it stands for; read() then sets the variables:
   *
   *     // the first value alone
   *     item.next("points", spring.first, "Where it begins.");
   *     // must be there
   *     item.needs("stiffness", spring.stiffness, "Its stiffness k.");
   *     // else stays as it is
   *     item.may("damping", spring.damping, "Its damping c.");
   *     item.read();
   *
   * A word may say the unit of its value, or those of the components of a
   * vector, the last of which is that of all that follow:
   *
   *     item.may("free length [m]", spring.free_length, "...");
   *     item.needs("at [m, m, rad]", body.position, "...");
   *     item.may("exponent [-]", spring.exponent, "..."); // a pure number
   *
   * Numbers may then have units of the same dimension, "free length 2 in", and
   * are read in SI. What is there is then known to has(); of words that are
   * only known(), get() reads the values.
   *
   * These calls are also the list of what there is: declared_by() runs the
   * function that makes them without an item (input/declared_items.h), and
   * pages, schema and editors have words, types, units and meanings from it.
   * So it declares all words before read(), whatever names an item has, and
   * asks for the kind of the item by take_kind(), is_kind() or has_part().
   *
   * The type of the variable is the type of the value:
   *
   *     double                   a number, or an expression without t
   *     unsigned int             a whole number from 1 to 1e6
   *     Eigen::Vector<double, n> n numbers; of any size at least one
   *     FunctionOfTime           an expression of t; of a vector as many
   *     std::string              a text
   *     std::vector<std::string> texts between commas
   *     std::optional<T>         that of T
   *     std::monostate           nothing, the word stands alone
   *     others                   read_value(item, from, value), and
   *                              type_of_value(item, value)
   *     with a list of choices   one of their words
   *
   * Everything throws InputError, which names the part.
   */
  class Item
  {
  public:
    using Words = std::vector<std::string>;

    template <class Value>
    using Choices = std::vector<std::pair<std::string, Value>>;

    /** A kind of item: its word, with a name behind it if @p named is what
     * that stands for in the documentation, such as "BEAM". */
    template <class Value>
    struct Kind
    {
      std::string word;
      Value       value;
      std::string meaning;
      std::string named = {};
    };

    /** @param names that values may refer to */
    Item(const ItemSource &source, const Words &names);

    /** None: @p recording is told what is declared, until read(). */
    explicit Item(ItemRecording &recording);

    // what reads refers to it
    Item(const Item &) = delete;

    const std::string &
    name() const
    {
      return own_name;
    }

    const Words &
    names() const
    {
      return all_names;
    }

    /** What the item is, if it says no kind; nothing else. */
    void
    describe(std::string_view meaning);

    /** Whether there is a part that begins with @p word, which says the kind
     * of the item wherever it stands. */
    bool
    has_part(const std::string &word);

    /** Whether the first part is @p word, which is then read and says the kind
     * of the item. */
    bool
    is_kind(const std::string &word);

    /** The first part, which says of what kind the item is, such as a "joint".
     */
    template <class Value>
    Value
    take_kind(const std::string &what, const std::vector<Kind<Value>> &kinds)
    {
      if (recording)
        {
          const Kind<Value> &kind = kinds[recording->choose(kinds.size())];
          recording->set_kind(kind.word + (kind.named.empty() ? "" : " ") +
                                kind.named,
                              kind.meaning);
          return kind.value;
        }
      Words words;
      for (const Kind<Value> &kind : kinds)
        {
          if (takes_kind(kind.word, !kind.named.empty()))
            return kind.value;
          words.push_back(kind.word);
        }
      refuse_kind(what, words);
    }

    /** The name behind the word of the kind. */
    const std::string &
    name_of_kind() const
    {
      return own_name_of_kind;
    }

    /** The next value without a word; @p what there are too few of if it is not
     * there: "points". */
    template <class Value>
    void
    next(const char *what, Value &value, const std::string_view meaning)
    {
      fields.push_back({"", what, true, reader(value)});
      record("", true, value, meaning);
    }

    template <class Value>
    void
    needs(const std::string &word, Value &value, const std::string_view meaning)
    {
      fields.push_back({word, "", true, reader(value)});
      record(word, true, value, meaning);
    }

    template <class Value>
    void
    may(const std::string &word, Value &value, const std::string_view meaning)
    {
      fields.push_back({word, "", false, reader(value)});
      record(word, false, value, meaning);
    }

    template <class Value>
    void
    may(const std::string     &word,
        Value                 &value,
        const Choices<Value>  &choices,
        const std::string_view meaning)
    {
      fields.push_back({word, "", false, chooser(value, choices)});
      record(word, choices, meaning);
    }

    /** A word that may be there, whose value, of the type of @p example, get()
     * reads where it means something. */
    template <class Value>
    void
    know(const std::string     &word,
         const std::string_view meaning,
         const Value           &example)
    {
      add_word(word);
      record(word, false, example, meaning);
    }

    /** The same of one of @p choices. */
    template <class Value>
    void
    know(const std::string     &word,
         const std::string_view meaning,
         const Choices<Value>  &choices)
    {
      add_word(word);
      record(word, choices, meaning);
    }

    /** Reads what is declared, first the values without a word; throws for
     * parts that begin with no word. */
    void
    read();

    bool
    has(const std::string &word) const;

    /** What is behind @p word, which must be there. */
    template <class Value>
    Value
    get(const std::string &word, Value value = {})
    {
      read_part(need(word), reader(value));
      return value;
    }

    template <class Value>
    Value
    get(const std::string &word, const Choices<Value> &choices)
    {
      Value value{};
      read_part(need(word), chooser(value, choices));
      return value;
    }

    /** Reads it if it is there. */
    template <class Value>
    Value
    get_or(const std::string &word, const Value &otherwise)
    {
      return has(word) ? get(word, otherwise) : otherwise;
    }

    /** The words that parts may begin with. */
    const Words &
    known() const
    {
      return words;
    }

    /** Throws if there are parts that nobody has read. */
    void
    finish() const;

  private:
    struct Part
    {
      std::string text, given_word; ///< of a .json file, or empty
      std::string word;             ///< of those that are known
      std::string unit;             ///< or none
      ItemValue   value;            ///< what is behind the word
      bool        is_read = false;
    };

    using Read = std::function<void(const ItemValue &)>;

    struct Field
    {
      std::string word; ///< or none
      const char *what;
      bool        is_needed;
      Read        read;
    };

    /** Adds "WORD" and its unit of "WORD [UNIT]"; returns the word. */
    const std::string &
    add_word(const std::string &declared);

    template <class Value>
    void
    record(const std::string     &declared,
           const bool             is_needed,
           const Value           &value,
           const std::string_view meaning)
    {
      if (recording)
        record_word(declared, is_needed, type_of_value(*this, value), meaning);
    }

    template <class Value>
    void
    record(const std::string     &declared,
           const Choices<Value>  &choices,
           const std::string_view meaning)
    {
      if (recording)
        record_word(declared, false, {"choice"}, meaning, words_of(choices));
    }

    void
    record_word(const std::string &declared,
                bool               is_needed,
                const ValueType   &type,
                std::string_view   meaning,
                const Words       &choices = {});

    bool
    takes_kind(const std::string &word, bool has_name);

    [[noreturn]] void
    refuse_kind(const std::string &what, const Words &words) const;

    template <class Value>
    Read
    reader(Value &value) const
    {
      return [this, &value](const ItemValue &from) {
        read_value(*this, from, value);
      };
    }

    template <class Value>
    static Words
    words_of(const Choices<Value> &choices)
    {
      Words words;
      for (const auto &[word, value] : choices)
        words.push_back(word);
      return words;
    }

    template <class Value>
    static Read
    chooser(Value &value, const Choices<Value> &choices)
    {
      return [&value, choices](const ItemValue &from) {
        const std::string &text = from.text;
        for (const auto &[word, meaning] : choices)
          if (word == text)
            {
              value = meaning;
              return;
            }
        throw InputError(
          "there is no " + item_text::in_quotes(text) + "; write " +
          (choices.empty() ? "none" : item_text::list(words_of(choices))) +
          '.' + item_text::did_you_mean(text, words_of(choices)));
      };
    }

    static void
    read_part(Part &part, const Read &read);

    [[noreturn]] void
    refuse(const Part &part) const;

    /** The part with that word; none if there is none. */
    Part *
    find(const std::string &word);

    Part &
    need(const std::string &word);

    /** The first part without a word that is not read, or none. */
    Part *
    next_part();

    const Words       &all_names;
    std::string        own_name, own_name_of_kind;
    std::vector<Part>  parts;
    std::vector<Field> fields;
    Words              words;

    std::map<std::string, std::string> units; // of words
    ItemRecording                     *recording = nullptr;
  };
} // namespace percuss

#endif
