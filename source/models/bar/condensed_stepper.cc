// SPDX-License-Identifier: Apache-2.0
#include <percuss/models/bar/bar_contact_rows.h>
#include <percuss/models/bar/condensed_stepper.h>
#include <percuss/simulation/time_stepper.templates.h>

#include <deal.II/base/mpi.h>

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
           !description.contact.has_compliance() &&
           dealii::Utilities::MPI::n_mpi_processes(bars.communicator) == 1;
  }

  CondensedStepper::CondensedStepper(const ElasticBar<A>       &bars,
                                     const ContactCoefficients &coefficients,
                                     const RunOfBars           &run,
                                     const Vector              &q_0,
                                     const Vector              &v_0)
    : bars(bars)
    , nodes(nodes_of(bars))
    , start_time(run.clock.start_time)
    , system(nodes.size(),
             {bars.description.clamped_left ? std::function<double(double)>() :
                                              bars.description.left_force,
              bars.description.clamped_right ? std::function<double(double)>() :
                                               bars.description.right_force})
    , contacts(ContactLaw::normal(coefficients), rows(q_0))
    , scheme(run.scheme,
             matrices(q_0, v_0),
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

  std::vector<CondensedStepper::Nodes>
  CondensedStepper::nodes_of(const ElasticBar<A> &bars)
  {
    std::vector<Nodes> result;
    for (std::size_t bar = 0; bar < bars.mesh.extents.size(); ++bar)
      result.push_back(
        {bars.numbering.end(bar, false), bars.numbering.end(bar, true)});
    return result;
  }

  std::vector<CondensedScheme::Bar>
  CondensedStepper::matrices(const Vector &q_0, const Vector &v_0) const
  {
    const BarRowDescription          &description = bars.description;
    const std::size_t                 last        = nodes.size() - 1;
    std::vector<CondensedScheme::Bar> result(nodes.size());
    for (std::size_t bar = 0; bar < nodes.size(); ++bar)
      {
        const std::size_t n  = nodes[bar].size();
        auto &[of_bar, q, v] = result[bar];
        of_bar.is_held       = {bar == 0 && description.clamped_left,
                                bar == last && description.clamped_right};
        of_bar.mass.resize(n);
        of_bar.coupling.resize(n - 1);
        of_bar.stiffness.resize(n - 1);
        const auto copy = [&](const Vector &x, std::vector<double> &of_nodes) {
          A::read_local(x, [&](const double *const entries) {
            of_nodes.assign(entries + nodes[bar].first,
                            entries + nodes[bar].last + 1);
          });
        };
        copy(q_0, q);
        copy(v_0, v);
        if (description.gravity != 0.)
          copy(bars.constant_load(), of_bar.load);
      }
    bars.visit_cells(
      [&](const auto &cell, const auto &dofs, const auto &M, const auto &K) {
        ChainMatrices    &of_bar = result[cell.bar].matrices;
        const std::size_t i      = dofs[0] - nodes[cell.bar].first;
        of_bar.mass[i] += M(0, 0);
        of_bar.mass[i + 1] += M(1, 1);
        of_bar.coupling[i]  = M(0, 1);
        of_bar.stiffness[i] = -K(0, 1);
      });
    for (auto &[of_bar, q, v] : result) // nothing is beside a held node
      {
        if (of_bar.is_held[0])
          of_bar.coupling.front() = 0.;
        if (of_bar.is_held[1])
          of_bar.coupling.back() = 0.;
      }
    return result;
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
          for (std::size_t bar = 0; bar < nodes.size(); ++bar)
            for (const std::size_t end : {0, 1})
              if (dof == (end == 0 ? nodes[bar].first : nodes[bar].last))
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
    DenseVector result;
    system.reinit(result);
    for (std::size_t bar = 0; bar < nodes.size(); ++bar)
      {
        const auto i          = static_cast<Eigen::Index>(2 * bar);
        result.entries[i]     = x(nodes[bar].first);
        result.entries[i + 1] = x(nodes[bar].last);
      }
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
      for (std::size_t bar = 0; bar < nodes.size(); ++bar)
        scheme.bars()[bar].read(field,
                                {entries + nodes[bar].first,
                                 nodes[bar].size()});
    });
  }

  void
  CondensedStepper::write(const ChainField field, const Vector &x)
  {
    A::read_local(x, [&](const double *const entries) {
      for (std::size_t bar = 0; bar < nodes.size(); ++bar)
        scheme.bars()[bar].write(field,
                                 {entries + nodes[bar].first,
                                  nodes[bar].size()});
    });
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
    std::vector<std::size_t> ends;
    for (const Nodes &bar : nodes)
      ends.insert(ends.end(), {bar.first, bar.last});
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
          for (std::size_t i = 0; i < ends.size(); ++i)
            entries[ends[i]] = filtered[static_cast<Eigen::Index>(i)];
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
