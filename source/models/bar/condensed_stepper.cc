// SPDX-License-Identifier: Apache-2.0
#include <percuss/models/bar/bar_contact_rows.h>
#include <percuss/models/bar/condensed_stepper.h>
#include <percuss/simulation/time_stepper.templates.h>

#include <algorithm>
#include <utility>

namespace percuss
{
  bool
  CondensedStepper::is_possible(const ElasticBar<A> &bars)
  {
    const BarRowDescription &description = bars.description;
    return description.degree == 1 && !bars.has_massless_boundary() &&
           !description.relaxes() && !description.yields() &&
           !description.contact.has_compliance();
  }

  CondensedStepper::CondensedStepper(const ElasticBar<A>       &bars,
                                     const ContactCoefficients &coefficients,
                                     const RunOfBars           &run,
                                     const Vector              &q_0,
                                     const Vector              &v_0)
    : bars(bars)
    , pieces(bars.mesh,
             {bars.description.clamped_left, bars.description.clamped_right})
    , start_time(run.clock.start_time)
    , system(pieces.n_bars(),
             {bars.description.clamped_left ? std::function<double(double)>() :
                                              bars.description.left_force,
              bars.description.clamped_right ? std::function<double(double)>() :
                                               bars.description.right_force})
    , contacts(ContactLaw::normal(coefficients), rows(q_0))
    , scheme(run.scheme,
             pieces,
             start(q_0, v_0),
             force_at(start_time),
             run.treatment,
             run.work_point)
    , stepper(system,
              scheme,
              contacts,
              run.solver,
              run.activation,
              run.clock,
              ends_of(q_0),
              ends_of(v_0),
              run.options)
  {}

  auto
  CondensedStepper::own_nodes(const PieceOfBar &piece) const -> Range
  {
    const std::size_t left  = piece.begin + piece.bar,
                      owned = bars.numbering.owned.nth_index_in_set(0);
    const bool has_left     = piece.is_at_end[0];
    return {left + (has_left ? 0 : 1) - owned,
            piece.n_nodes() - (has_left ? 0 : 1)};
  }

  std::vector<double>
  CondensedStepper::of_separators(const Vector &x) const
  {
    std::vector<double> result(pieces.n_separators(), 0.);
    A::read_local(x, [&](const double *const entries) {
      for (const PieceOfBar &piece : pieces.own())
        {
          const auto [first, n] = own_nodes(piece);
          pieces.enter(piece, {entries[first], entries[first + n - 1]}, result);
        }
    });
    pieces.sum(result);
    return result;
  }

  std::vector<std::vector<double>>
  CondensedStepper::of_pieces(const Vector &x) const
  {
    const std::vector<double>        at_separators = of_separators(x);
    std::vector<std::vector<double>> result;
    A::read_local(x, [&](const double *const entries) {
      for (const PieceOfBar &piece : pieces.own())
        {
          const auto [first, n]      = own_nodes(piece);
          std::vector<double> &nodes = result.emplace_back(piece.n_nodes());
          nodes.front()              = at_separators[piece.left];
          std::copy_n(entries + first, n, nodes.end() - n);
        }
    });
    return result;
  }

  CondensedScheme::Start
  CondensedStepper::start(const Vector &q_0, const Vector &v_0) const
  {
    CondensedScheme::Start result{{}, of_pieces(q_0), of_pieces(v_0)};
    for (const PieceOfBar &piece : pieces.own())
      {
        const std::size_t n      = piece.n_nodes();
        ChainMatrices    &matrix = result.matrices.emplace_back();
        matrix.is_held           = pieces.held_ends(piece);
        matrix.mass.resize(n);
        matrix.coupling.resize(n - 1);
        matrix.stiffness.resize(n - 1);
      }
    auto matrices = result.matrices.begin();
    auto piece    = pieces.own().begin();
    bars.visit_cells(
      [&](const auto &cell, const auto &, const auto &M, const auto &K) {
        if (cell.number == piece->end)
          {
            ++piece;
            ++matrices;
          }
        const std::size_t i = cell.number - piece->begin;
        matrices->mass[i] += M(0, 0);
        matrices->mass[i + 1] += M(1, 1);
        matrices->coupling[i]  = M(0, 1);
        matrices->stiffness[i] = -K(0, 1);
      });
    set_loads(result);
    for (ChainMatrices &of_piece : result.matrices) // nothing is beside a held
      {                                             // node
        if (of_piece.is_held[0])
          of_piece.coupling.front() = 0.;
        if (of_piece.is_held[1])
          of_piece.coupling.back() = 0.;
      }
    return result;
  }

  // The load on a node between two pieces is the left one's.
  void
  CondensedStepper::set_loads(CondensedScheme::Start &start) const
  {
    if (bars.description.gravity == 0.)
      return;
    std::vector<std::vector<double>> loads = of_pieces(bars.constant_load());
    for (std::size_t k = 0; k < loads.size(); ++k)
      {
        if (!pieces.own()[k].is_at_end[0])
          loads[k].front() = 0.;
        start.matrices[k].load = std::move(loads[k]);
      }
  }

  std::vector<CondensedContacts::Row>
  CondensedStepper::rows(const Vector &q_0) const
  {
    const DenseVector                   q = ends_of(q_0);
    std::vector<CondensedContacts::Row> result;
    for (const BarContactRow<A> &row : bar_contact_rows(bars))
      {
        CondensedContacts::Row own{row.name, {}, row.initial_gap, row.area};
        for (const auto &[dof, factor] : row.gap)
          for (std::size_t bar = 0; bar < pieces.n_bars(); ++bar)
            for (const std::size_t end : {0, 1})
              if (dof == bars.numbering.end(bar, end == 1))
                {
                  own.ends.emplace_back(2 * bar + end, factor);
                  own.gap -=
                    factor * q[static_cast<Eigen::Index>(2 * bar + end)];
                }
        result.push_back(own);
      }
    return result;
  }

  DenseVector
  CondensedStepper::ends_of(const Vector &x) const
  {
    const std::vector<double> at_separators = of_separators(x);
    DenseVector               result;
    system.reinit(result);
    for (std::size_t bar = 0; bar < pieces.n_bars(); ++bar)
      for (const std::size_t end : {0, 1})
        result.entries[static_cast<Eigen::Index>(2 * bar + end)] =
          at_separators[pieces.ends_of(bar)[end]];
    return result;
  }

  DenseVector
  CondensedStepper::force_at(const double t) const
  {
    DenseVector result;
    system.reinit(result);
    system.load(t, result);
    return result;
  }

  void
  CondensedStepper::advance(const unsigned long int n_steps)
  {
    is_full = false;
    try
      {
        stepper.advance(n_steps);
      }
    catch (...)
      {
        scheme.undo(record().step);
        throw;
      }
  }

  void
  CondensedStepper::read(const ChainField field, Vector &x) const
  {
    A::write_local(x, [&](double *const entries) {
      for (std::size_t k = 0; k < pieces.own().size(); ++k)
        {
          const auto [first, n] = own_nodes(pieces.own()[k]);
          scheme.own_chains()[k].read(field, {entries + first, n});
        }
    });
  }

  void
  CondensedStepper::write(const ChainField field, const Vector &x)
  {
    const std::vector<std::vector<double>> nodes = of_pieces(x);
    for (std::size_t k = 0; k < nodes.size(); ++k)
      scheme.own_chains()[k].write(field, nodes[k]);
  }

  const State<PETScAlgebra> &
  CondensedStepper::state() const
  {
    if (full.q.size() == 0)
      for (Vector *const x : {&full.q, &full.v})
        bars.reinit(*x);
    if (!is_full)
      {
        read(ChainField::q, full.q);
        read(ChainField::v, full.v);
        full.t  = record().time;
        is_full = true;
      }
    return full;
  }

  // The vectors of all nodes, as those of a TimeStepper of bars, come after what
  // all processes have alike, which is the same.
  void
  CondensedStepper::serialize(Archive &archive)
  {
    stepper.serialize(archive);

    State<A>         x;
    SchemeHistory<A> history;
    reinit(bars, x);
    reinit(bars, history);
    x.t                                                 = record().time;
    std::vector<std::pair<ChainField, Vector *>> fields = {
      {ChainField::q, &x.q}, {ChainField::v, &x.v}};
    fields.insert(fields.end(),
                  {{ChainField::a, &x.a},
                   {ChainField::filter_q, &history.filter_q},
                   {ChainField::filter_v, &history.filter_v}});
    Eigen::VectorXd &filtered = scheme.load_filter().entries;
    if (!archive.is_reading())
      {
        for (const auto &[field, vector] : fields)
          read(field, *vector);
        bars.load(x.t, x.load);
        evaluate_forces(bars, x);
        bars.elastic_force(history.filter_q, history.filter_force);
        bars.momentum(x.q, x.a, history.inertia);
        A::write_local(history.filter_load, [&](double *const entries) {
          for (const PieceOfBar &piece : pieces.own())
            {
              const auto [first, n] = own_nodes(piece);
              const auto of_bar     = static_cast<Eigen::Index>(2 * piece.bar);
              if (piece.is_at_end[0])
                entries[first] = filtered[of_bar];
              if (piece.is_at_end[1])
                entries[first + n - 1] = filtered[of_bar + 1];
            }
        });
      }
    Vector configuration = x.q;
    for (Vector *const vector : vectors_of(x))
      serialize_vector<A>(archive, *vector);
    for (Vector *const vector : vectors_of(history))
      serialize_vector<A>(archive, *vector);
    serialize_vector<A>(archive, configuration);
    if (!archive.is_reading())
      return;

    for (const auto &[field, vector] : fields)
      write(field, *vector);
    filtered = ends_of(history.filter_load).entries;
    // the stepper's own state is that of this object
    auto &own = const_cast<State<CondensedAlgebra> &>(stepper.state());
    system.load(own.t, own.load);
    scheme.take_ends(own);
    scheme.set_steps(record().step);
    is_full = false;
  }
} // namespace percuss
