// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_input_parameters_h
#define percuss_input_parameters_h

#include <percuss/input/item_list.h>

#include <functional>
#include <iosfwd>
#include <limits>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace percuss
{
  /** The numbers that an entry may be, both ends included. */
  template <class Number>
  struct Range
  {
    Number first = std::numeric_limits<Number>::lowest();
    Number last  = std::numeric_limits<Number>::max();

    /** "a number, at least 0"; @p kind is "a number". */
    std::string
    in_words(const std::string &kind) const;
  };

  inline constexpr Range<double> not_negative{0.};

  /** The section whose entries a file declares itself (input/variables.h). */
  inline constexpr const char *variables_section = "Variables";

  /** A word that has a meaning in texts: "self" of pairs of boundaries. */
  struct WordOfText
  {
    std::string word, meaning;
  };

  /** An entry of a parameter file: "Section/name", what it means, what it may
   * be, and what it is. */
  struct Parameter
  {
    std::string section, name, documentation;
    std::string allowed;       ///< in words: "a number, at least 0"
    std::string default_value; ///< as text
    std::string value;         ///< as text

    std::vector<std::string> choices; ///< where it is one of a few words
    bool                     is_whole_number = false; ///< or a list of them
    std::optional<double>    first, last; ///< of the numbers that it may be

    /** What its text may have beside names and numbers. */
    std::vector<WordOfText> words;

    /** Names that the entry had before. */
    std::vector<std::string> old_names;

    /** Whether its texts refer to variables that are known only where they are
     * used: it is kept as it is written (input/variables.h). */
    bool keeps_references = false;

    /** How many entries had been declared before it. */
    std::size_t n_before = 0;

    /** What stands in the place of the value as a .prm file, if not empty. */
    std::string printed;

    /** Sets the variable that the entry stands for; false if it cannot be that
     * text. */
    std::function<bool(const std::string &)> assign;

    /** The same where it is a list of items that no text has to tell apart. */
    std::function<void(const ItemList &)> assign_items;

    /** The text of items of a .json file, whose parts have their words, where
     * that of a .prm file has an order instead; or none. */
    std::function<std::string(const ItemList &)> text_of_items;

    std::string
    path() const
    {
      return section + "/" + name;
    }
  };

  /**
   * The entries that a parameter file may have, in the order in which they were
   * declared. Each stands for a variable, whose value is the default; set()
   * changes both the text and the variable, which must live as long.
   *
   *     parameters.section("Bouncing ball");
   *     parameters.add("radius", ball.radius, "R [m].", not_negative);
   */
  class Parameters
  {
  public:
    Parameters() = default;

    // the entries refer to variables
    Parameters(const Parameters &) = delete;
    Parameters &
    operator=(const Parameters &) = delete;

    /** The entries that follow belong to it; opens it again if it exists. */
    void
    section(const std::string &name);

    void
    add(const std::string   &name,
        double              &value,
        const std::string   &documentation,
        const Range<double> &range = {});

    void
    add(const std::string         &name,
        unsigned int              &value,
        const std::string         &documentation,
        const Range<unsigned int> &range = {});

    void
    add(const std::string &name, bool &value, const std::string &documentation);

    /** Any text. */
    void
    add(const std::string &name,
        std::string       &value,
        const std::string &documentation);

    /** A list of items. */
    void
    add(const std::string &name,
        ItemList          &value,
        const std::string &documentation);

    /** A list of items that is a text, which @p text_of_items makes. */
    void
    add(const std::string                           &name,
        std::string                                 &value,
        const std::string                           &documentation,
        std::function<std::string(const ItemList &)> text_of_items);

    /** One of @p choices. */
    void
    add(const std::string              &name,
        std::string                    &value,
        const std::string              &documentation,
        const std::vector<std::string> &choices);

    /** 'automatic', which is none, or a number. */
    void
    add(const std::string     &name,
        std::optional<double> &value,
        const std::string     &documentation);

    /** 'automatic', which is none, or a whole number. */
    void
    add(const std::string           &name,
        std::optional<unsigned int> &value,
        const std::string           &documentation);

    /** Numbers separated by ';', kept as text. */
    void
    add_numbers(const std::string   &name,
                std::string         &value,
                const std::string   &documentation,
                const Range<double> &range);

    void
    add_whole_numbers(const std::string         &name,
                      std::string               &value,
                      const std::string         &documentation,
                      const Range<unsigned int> &range);

    /** One of a few words, each with the value that it stands for. */
    template <class Value>
    void
    add(const std::string                                &name,
        Value                                            &value,
        const std::string                                &documentation,
        const std::vector<std::pair<std::string, Value>> &choices)
    {
      std::vector<std::string> words;
      std::string              chosen;
      for (const auto &[word, meaning] : choices)
        {
          words.push_back(word);
          if (meaning == value && chosen.empty())
            chosen = word;
        }
      add_choice(name,
                 chosen,
                 documentation,
                 words,
                 [&value, choices](const std::string &text) {
                   for (const auto &[word, meaning] : choices)
                     if (word == text)
                       {
                         value = meaning;
                         return true;
                       }
                   return false;
                 });
    }

    /** The entry @p name of this section was called @p old_name: both find it.
     * @pre @p name has been added */
    void
    renamed(const std::string &old_name, const std::string &name);

    /** The entry @p name of this section keeps references to variables.
     * @pre it has been added */
    void
    keep_references(const std::string &name);

    /** What the text of the entry @p name of this section may have beside names
     * and numbers. @pre it has been added */
    void
    add_words(const std::string &name, std::vector<WordOfText> words);

    /** What print() has in the place of the value; empty: the value.
     * @pre find(path) */
    void
    print_as(const std::string &path, const std::string &text);

    /** The entry "Section/name", of its old names, too, or none. */
    const Parameter *
    find(const std::string &path) const;

    /** Whether @p value is allowed, which it then is. @pre find(path) */
    bool
    set(const std::string &path, const std::string &value);

    /** Where the entry is a list of items, these are its items now. The text
     * of them has been set. @pre find(path) */
    void
    set_items(const std::string &path, const ItemList &items);

    const std::vector<Parameter> &
    all() const
    {
      if (is_scattered)
        gather_sections();
      return parameters;
    }

    /** As a .prm file with the values of all entries, and variables in
     * comments. */
    void
    print(std::ostream &out) const;

  private:
    Parameter &
    append(const std::string                       &name,
           const std::string                       &default_value,
           const std::string                       &documentation,
           const std::string                       &allowed,
           std::function<bool(const std::string &)> assign);

    void
    add_choice(const std::string                       &name,
               const std::string                       &default_value,
               const std::string                       &documentation,
               const std::vector<std::string>          &choices,
               std::function<bool(const std::string &)> assign);

    /** Puts entries of sections that were opened again beside the others:
     * once for all, when they are asked for. */
    void
    gather_sections() const;

    std::string                    current_section;
    mutable std::vector<Parameter> parameters;
    mutable bool                   is_scattered = false;

    mutable std::unordered_map<std::string, std::size_t>
      index; // by path, old names, too
  };
} // namespace percuss

#endif
