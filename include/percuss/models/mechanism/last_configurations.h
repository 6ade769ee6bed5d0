// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_mechanism_last_configurations_h
#define percuss_models_mechanism_last_configurations_h

#include <Eigen/Core>

#include <array>

namespace percuss
{
  /**
   * What depends on a configuration q alone, kept of the last two: where
   * positions are projected, G at one and G at another are asked for in turn.
   */
  template <class Content>
  class LastConfigurations
  {
  public:
    explicit LastConfigurations(const Content &content = {})
      : kept{Of{content, {}}, Of{content, {}}}
    {}

    /** That of @p q: kept, or what make(content) makes of an older one. */
    template <class Make>
    Content &
    at(const Eigen::VectorXd &q, const Make &make)
    {
      if (!is_of(q))
        {
          last = 1 - last;
          if (!is_of(q))
            {
              kept[last].q          = q;
              kept[last].is_current = true;
              make(kept[last].content);
            }
        }
      return kept[last].content;
    }

    /** Keeps nothing: it depends on something else that has changed. */
    void
    forget()
    {
      for (Of &one : kept)
        one.is_current = false;
    }

  private:
    struct Of
    {
      Content         content;
      Eigen::VectorXd q;
      bool            is_current = false;
    };

    bool
    is_of(const Eigen::VectorXd &q) const
    {
      const Of &one = kept[last];
      return one.is_current && one.q.size() == q.size() && one.q == q;
    }

    std::array<Of, 2> kept;
    std::size_t       last = 0;
  };
} // namespace percuss

#endif
