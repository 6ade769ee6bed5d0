// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/base/text.h>
#include <percuss/models/mechanism/mechanism_item.h>

#include <algorithm>

namespace percuss
{
  using namespace mechanism_text;

  namespace
  {
    /** The frame of a place in the list of all, where the ground is first. */
    int
    frame_at(const std::size_t i)
    {
      static_assert(PlanarPoint::ground == -1 && SpatialPoint::ground == -1);
      return static_cast<int>(i) - 1;
    }
  } // namespace

  template <int dim>
  FramePoint<dim>
  MechanismItem::point(const std::string &word)
  {
    Part &part = need(word);
    return within(part, [&] { return read_point<dim>(part.data); });
  }

  template <int dim>
  FramePoint<dim>
  MechanismItem::next_point()
  {
    Part &part = next("points");
    return within(part, [&] { return read_point<dim>(part.text); });
  }

  int
  MechanismItem::next_frame()
  {
    Part &part = next("frames");
    return within(part, [&] {
      std::string rest  = part.text;
      const int   frame = frame_at(read_frame(rest));
      if (!rest.empty())
        throw InputError("write the name of a body, or 'ground', alone; " +
                         in_quotes(rest) + " is too much.");
      return frame;
    });
  }

  int
  MechanismItem::named_body() const
  {
    const auto body = std::ranges::find(frames, own_name);
    if (body == frames.end() || body == frames.begin())
      throw InputError("There is no body " + in_quotes(own_name) + '.' +
                       did_you_mean(own_name, frames));
    return frame_at(static_cast<std::size_t>(body - frames.begin()));
  }

  std::vector<int>
  MechanismItem::take_nodes(const std::string &word)
  {
    Part &part = parts.front();
    if (!begins_with(part.text, word))
      return {};
    part.is_read = true;
    return within(part, [&] {
      const std::string name = trim(part.text.substr(word.size()));
      const std::string first{".start"};
      const auto        start = std::ranges::find(frames, name + first),
                 end          = std::find(start, frames.end(), name + ".end");
      if (end == frames.end())
        {
          std::vector<std::string> beams;
          for (const std::string &frame : frames)
            if (frame.ends_with(first))
              beams.push_back(frame.substr(0, frame.size() - first.size()));
          throw InputError("there is no " + word + ' ' + in_quotes(name) +
                           (beams.empty() ? "." :
                                            "; there are " + list(beams) + '.' +
                                              did_you_mean(name, beams)));
        }
      std::vector<int> nodes;
      for (auto node = start; node <= end; ++node)
        nodes.push_back(
          frame_at(static_cast<std::size_t>(node - frames.begin())));
      return nodes;
    });
  }

  std::size_t
  MechanismItem::read_frame(std::string &text) const
  {
    const auto i = longest_beginning(text, frames);
    if (!i)
      {
        std::vector<std::string> candidates = frames;
        candidates.insert(candidates.end(), words.begin(), words.end());
        const std::string name = leading_words(text);
        throw InputError("there is no body " + in_quotes(name) +
                         "; there are " + list(frames) + '.' +
                         did_you_mean(name, candidates));
      }
    text = trim(text.substr(frames[*i].size()));
    return *i;
  }

  template <int dim>
  FramePoint<dim>
  MechanismItem::read_point(const std::string &text) const
  {
    std::string rest  = text;
    const int   frame = frame_at(read_frame(rest));
    return {frame, read_numbers(rest, dim)};
  }

  template PlanarPoint
  MechanismItem::point(const std::string &);
  template PlanarPoint
  MechanismItem::next_point();

  template SpatialPoint
  MechanismItem::point(const std::string &);
  template SpatialPoint
  MechanismItem::next_point();
} // namespace percuss
