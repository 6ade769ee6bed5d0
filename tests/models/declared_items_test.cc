// SPDX-License-Identifier: Apache-2.0

// The list of the words of items is that of the entries and of the parser.

#include <percuss/models/all_models.h>
#include <percuss/models/mechanism/parse_mechanism.h>
#include <percuss/run/case.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

using namespace percuss;

namespace declared_items_of_models_test
{
  TEST(DeclaredItemsOfModels, AreOfEntriesThatExist)
  {
    const Case            all{Catalogue{all_models()}};
    std::set<std::string> entries;
    for (const DeclaredItem &item : declared_items(Catalogue{all_models()}))
      {
        EXPECT_TRUE(all.parameters.find(item.entry)) << item.entry;
        entries.insert(item.entry);
      }
    // every list of items has its words here
    for (const Parameter &entry : all.parameters.all())
      if (entry.assign_items || entry.text_of_items)
        {
          EXPECT_TRUE(entries.contains(entry.path())) << entry.path();
        }
  }

  TEST(DeclaredItemsOfModels, SayWhatEachWordIs)
  {
    const std::set<std::string> types{"number",
                                      "whole number",
                                      "numbers",
                                      "expression of t",
                                      "expressions of t",
                                      "expression of x, y, z and t",
                                      "choice",
                                      "nothing",
                                      "texts",
                                      "point",
                                      "body",
                                      "beam"};
    std::set<std::string>       seen;
    for (const DeclaredItem &item : declared_items(Catalogue{all_models()}))
      {
        const std::string which = item.entry + ": " + item.kind;
        EXPECT_TRUE(item.meaning.ends_with('.')) << which;
        EXPECT_TRUE(seen.insert(which).second) << which;
        EXPECT_FALSE(item.words.empty()) << which;
        for (const DeclaredWord &word : item.words)
          {
            EXPECT_TRUE(word.meaning.ends_with('.')) << which << word.word;
            const std::size_t begin =
              word.type.find_first_not_of("0123456789 ");
            EXPECT_TRUE(types.contains(word.type.substr(begin)))
              << which << ", " << word.word << ": " << word.type;
            EXPECT_EQ(word.type == "choice", !word.choices.empty());
          }
      }
    for (const char *const kind : {"Mechanism/bodies: ",
                                   "Mechanism/bodies: fixed",
                                   "Mechanism/joints: drive",
                                   "Mechanism/contacts: beam BEAM",
                                   "Mechanism/contacts: bodies",
                                   "Mechanism/springs: torsional",
                                   "Spatial mechanism/joints: cylindrical",
                                   "Spatial mechanism/springs: bumper",
                                   "Solid/obstacles: cavity"})
      EXPECT_TRUE(seen.contains(kind)) << kind;
  }

  /** A value of that word, as a .prm file has it. */
  std::string
  value_of(const DeclaredWord &word)
  {
    if (word.type == "choice")
      return word.choices.back();
    if (word.type == "nothing")
      return "";
    if (word.type == "body")
      return "A";
    if (word.type == "beam")
      return "B";
    if (word.type == "texts")
      return "A";
    const auto  n = std::ranges::count(word.unit, ',') + 1;
    std::size_t n_values =
      word.type == "point" ? static_cast<std::size_t>(n) :
      std::isdigit(static_cast<unsigned char>(word.type[0])) ?
                             std::stoul(word.type) :
      word.type == "numbers" ? 6 :
                               1;
    std::string text = word.type == "point" ? "A 1" : "1";
    while (--n_values > 0)
      text += ", 1";
    return text;
  }

  /** The error of a mechanism in which the item has that part. */
  template <int dim>
  std::string
  error_of(const DeclaredItem &item, const std::string &part)
  {
    MechanismTexts texts;
    texts.bodies = dim == 2 ? "A: mass 1 ; inertia 1 ; at 0, 0, 0" :
                              "A: mass 1 ; inertia 1, 1, 1 ; at 0, 0, 0";
    const std::string beam =
      std::string("B: from ") + (dim == 2 ? "0, 0" : "0, 0, 0") +
      " ; length 1 ; section circle 0.1 ; Young's modulus 1 ; density 1";
    texts.beams      = beam;
    std::string text = "X: ";
    const bool  is_by_word =
      std::ranges::find(item.words, item.kind, &DeclaredWord::word) !=
      item.words.end();
    if (!item.kind.empty() && !is_by_word)
      text += item.kind.substr(0, item.kind.find(' ')) +
              (item.kind.find(' ') == std::string::npos ? "" : " B") + " ; ";
    for (const DeclaredWord &word : item.words)
      if (word.is_needed && !part.starts_with(word.word + ' '))
        text += word.word + ' ' + value_of(word) + " ; ";
    text += part;
    const std::string entry = item.entry.substr(item.entry.find('/') + 1);
    ItemList         &list  = entry == "joints"   ? texts.joints :
                              entry == "contacts" ? texts.contacts :
                              entry == "springs"  ? texts.springs :
                              entry == "loads"    ? texts.loads :
                              entry == "bodies"   ? texts.bodies :
                                                    texts.beams;
    list = (list.items.empty() ? "" : list.text() + " | ") + text;
    try
      {
        parse_mechanism<dim>(texts);
      }
    catch (const InputError &error)
      {
        return error.what();
      }
    return "";
  }

  template <int dim>
  void
  expect_parser_knows(const std::string &section)
  {
    for (const DeclaredItem &item : mechanism_items<dim>(section))
      for (const DeclaredWord &word : item.words)
        if (!word.word.empty())
          {
            const std::string part =
              word.word + (word.type == "nothing" ? "" : " ") + value_of(word);
            // it may lack what belongs to it, but the word is known
            EXPECT_EQ(error_of<dim>(item, part).find("parts may begin with"),
                      std::string::npos)
              << item.entry << ": " << item.kind << " ; " << part << '\n'
              << error_of<dim>(item, part);
          }
  }

  TEST(DeclaredItemsOfModels, AreKnownToTheParser)
  {
    expect_parser_knows<2>("Mechanism");
    expect_parser_knows<3>("Spatial mechanism");
  }
} // namespace declared_items_of_models_test
