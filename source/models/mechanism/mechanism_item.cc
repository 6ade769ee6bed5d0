// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/base/text.h>
#include <percuss/models/mechanism/mechanism_item.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <utility>

namespace percuss
{
  using namespace mechanism_text;

  MechanismItem::MechanismItem(const std::string              &text,
                               const std::vector<std::string> &frames,
                               const ParseFunctionOfTime      &parse_function)
    : frames(frames)
    , parse_function(parse_function)
  {
    const std::size_t colon = text.find(':');
    own_name                = trim(text.substr(0, colon));
    if (colon == std::string::npos || own_name.empty())
      throw InputError("It has no name; write 'name: part ; part'.");
    for (const std::string &part : split(text.substr(colon + 1), ';'))
      {
        if (part.empty())
          throw InputError("It has an empty part; write 'name: part ; part' "
                           "without ';' at the ends.");
        const std::string text_of_part = with_single_blanks(part);
        parts.push_back({text_of_part, {}, text_of_part});
      }
  }

  std::string
  MechanismItem::take_kind()
  {
    parts.front().is_read = true;
    return parts.front().text;
  }

  void
  MechanismItem::classify(const std::vector<std::string> &of_item)
  {
    words = of_item;
    for (Part &part : parts)
      if (const auto i = longest_beginning(part.text, words);
          i && !part.is_read)
        {
          if (find(words[*i]))
            throw InputError("It has two parts " + in_quotes(words[*i]) +
                             "; write one.");
          part.word = words[*i];
          part.data = trim(part.text.substr(part.word.size()));
        }
  }

  auto
  MechanismItem::find(const std::string &word) -> Part *
  {
    for (Part &part : parts)
      if (part.word == word)
        return &part;
    return nullptr;
  }

  bool
  MechanismItem::has(const std::string &word) const
  {
    return std::ranges::find(parts, word, &Part::word) != parts.end();
  }

  bool
  MechanismItem::has_part(const std::string &word) const
  {
    return std::ranges::any_of(parts, [&](const Part &part) {
      return begins_with(part.text, word);
    });
  }

  std::string
  MechanismItem::text(const std::string &word)
  {
    return need(word).data;
  }

  Eigen::VectorXd
  MechanismItem::numbers(const std::string &word)
  {
    Part             &part = need(word);
    const std::size_t n =
      within(part, [&] { return numbers_of_list(part.data).size(); });
    return numbers(word,
                   static_cast<Eigen::Index>(std::max<std::size_t>(1, n)));
  }

  auto
  MechanismItem::need(const std::string &word) -> Part &
  {
    if (Part *part = find(word))
      {
        part->is_read = true;
        return *part;
      }
    // it may be there with a mistake
    for (const Part &part : parts)
      if (part.word.empty() && !part.is_read)
        if (const std::string mistake = leading_words(part.text);
            nearest(mistake, std::vector{word}) == word)
          throw InputError("There is no part " + in_quotes(mistake) +
                           "; did you mean " + in_quotes(word) + "?");
    throw InputError("It has no part " + in_quotes(word) +
                     ", which is needed.");
  }

  Eigen::VectorXd
  MechanismItem::numbers(const std::string &word, const Eigen::Index n)
  {
    Part &part = need(word);
    return within(part, [&] { return read_numbers(part.data, n); });
  }

  double
  MechanismItem::number(const std::string &word)
  {
    return numbers(word, 1)[0];
  }

  double
  MechanismItem::number(const std::string &word, const double otherwise)
  {
    return has(word) ? number(word) : otherwise;
  }

  std::size_t
  MechanismItem::choice(const std::string              &word,
                        const std::vector<std::string> &choices)
  {
    Part &part = need(word);
    return within(part, [&]() -> std::size_t {
      const auto found = std::ranges::find(choices, part.data);
      if (found == choices.end())
        throw InputError("there is no " + in_quotes(part.data) + "; write " +
                         (choices.empty() ? "none" : list(choices)) + '.' +
                         did_you_mean(part.data, choices));
      return static_cast<std::size_t>(found - choices.begin());
    });
  }

  auto
  MechanismItem::next(const char *what) -> Part &
  {
    for (Part &part : parts)
      if (!part.is_read && part.word.empty())
        {
          part.is_read = true;
          return part;
        }
    throw InputError(std::string("It names too few ") + what +
                     "; two are needed, a body or the ground each.");
  }

  std::vector<MechanismItem::Expression>
  MechanismItem::expressions(const std::string &word, const std::size_t n)
  {
    Part &part = need(word);
    return within(part, [&] {
      const auto texts = pieces(part.data);
      if (texts.size() != n)
        throw InputError(
          "it has " + count(texts.size(), "expression") + " where " +
          std::to_string(n) +
          (n == 1 ? " is needed." : " are needed, separated by commas."));
      std::vector<Expression> result;
      for (const std::string &text : texts)
        result.push_back(read_expression(text));
      return result;
    });
  }

  void
  MechanismItem::throw_unknown_kind(const char                     *what,
                                    const std::vector<std::string> &kinds) const
  {
    const std::string &kind = parts.front().text;
    throw InputError("There is no " + std::string(what) + ' ' +
                     in_quotes(kind) + ". Allowed are " + list(kinds) + '.' +
                     did_you_mean(kind, kinds));
  }

  void
  MechanismItem::refuse_parts_without_word() const
  {
    for (const Part &part : parts)
      if (!part.is_read && part.word.empty())
        refuse(part);
  }

  void
  MechanismItem::finish() const
  {
    for (const Part &part : parts)
      if (!part.is_read)
        refuse(part);
  }

  void
  MechanismItem::refuse(const Part &part) const
  {
    throw InputError("The part " + in_quotes(part.text) + " is too much here" +
                     (words.empty() ?
                        "." :
                        "; parts may begin with: " + list(words) + '.' +
                          did_you_mean(leading_words(part.text), words)));
  }

  Eigen::VectorXd
  MechanismItem::read_numbers(const std::string &text,
                              const Eigen::Index n) const
  {
    const auto texts = numbers_of_list(text);
    if (static_cast<Eigen::Index>(texts.size()) != n)
      throw InputError("it has " + count(texts.size(), "number") + " where " +
                       std::to_string(n) +
                       (n == 1 ? " is needed." : " are needed."));
    Eigen::VectorXd result(n);
    for (Eigen::Index i = 0; i < n; ++i)
      result[i] = read_number(texts[static_cast<std::size_t>(i)]);
    return result;
  }

  double
  MechanismItem::read_number(const std::string &text) const
  {
    const Expression expression = read_expression(text);
    if (!expression.is_constant)
      throw InputError(in_quotes(text) +
                       " depends on t where a number is needed.");
    return expression.value(0.);
  }

  auto
  MechanismItem::read_expression(const std::string &text) const -> Expression
  {
    char        *end    = nullptr;
    const double number = std::strtod(text.c_str(), &end);
    Expression   result;
    if (!text.empty() && *end == '\0')
      result = {[number](double) { return number; }, true};
    else
      try
        {
          result = {parse_function(text),
                    find_word(text, "t") == std::string::npos};
        }
      catch (const InputError &error)
        {
          throw InputError(
            in_quotes(text) +
            " is neither a number nor an expression: " + error.what());
        }
    if (!std::isfinite(result.value(0.)))
      throw InputError(in_quotes(text) + " is not finite at t = 0.");
    return result;
  }
} // namespace percuss
