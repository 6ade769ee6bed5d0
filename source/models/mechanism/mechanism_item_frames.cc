// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/base/text.h>
#include <percuss/models/mechanism/mechanism_item.h>

#include <algorithm>
#include <type_traits>

namespace percuss
{
  using namespace mechanism_text;

  namespace
  {
    /** The frame of a place in the list of all, where the ground is first. */
    template <class Point>
    int
    frame_at(const std::size_t i)
    {
      if (i == 0)
        return Point::ground;
      return std::is_same_v<Point, PlanarPoint> ? body_frame(i - 1) :
                                                  static_cast<int>(i - 1);
    }
  } // namespace

  template <class Point>
  Point
  MechanismItem::point(const std::string &word)
  {
    Part &part = need(word);
    return within(part, [&] { return read_point<Point>(part.data); });
  }

  template <class Point>
  Point
  MechanismItem::next_point()
  {
    Part &part = next("points");
    return within(part, [&] { return read_point<Point>(part.text); });
  }

  template <class Point>
  int
  MechanismItem::next_frame()
  {
    Part &part = next("frames");
    return within(part, [&] {
      std::string rest  = part.text;
      const int   frame = frame_at<Point>(read_frame(rest));
      if (!rest.empty())
        throw InputError("write the name of a body, or 'ground', alone; " +
                         in_quotes(rest) + " is too much.");
      return frame;
    });
  }

  template <class Point>
  int
  MechanismItem::named_body() const
  {
    const auto body = std::ranges::find(frames, own_name);
    if (body == frames.end() || body == frames.begin())
      throw InputError("There is no body " + in_quotes(own_name) + '.' +
                       did_you_mean(own_name, frames));
    return frame_at<Point>(static_cast<std::size_t>(body - frames.begin()));
  }

  template <class Point>
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
          frame_at<Point>(static_cast<std::size_t>(node - frames.begin())));
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

  template <class Point>
  Point
  MechanismItem::read_point(const std::string &text) const
  {
    std::string rest  = text;
    const int   frame = frame_at<Point>(read_frame(rest));
    return {frame,
            read_numbers(rest, decltype(Point::local)::SizeAtCompileTime)};
  }

  template PlanarPoint
  MechanismItem::point(const std::string &);
  template PlanarPoint
  MechanismItem::next_point();
  template int
  MechanismItem::next_frame<PlanarPoint>();
  template int
  MechanismItem::named_body<PlanarPoint>() const;
  template std::vector<int>
  MechanismItem::take_nodes<PlanarPoint>(const std::string &);

  template SpatialPoint
  MechanismItem::point(const std::string &);
  template SpatialPoint
  MechanismItem::next_point();
  template int
  MechanismItem::next_frame<SpatialPoint>();
  template int
  MechanismItem::named_body<SpatialPoint>() const;
  template std::vector<int>
  MechanismItem::take_nodes<SpatialPoint>(const std::string &);
} // namespace percuss
