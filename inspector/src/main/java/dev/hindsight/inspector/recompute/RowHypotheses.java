package dev.hindsight.inspector.recompute;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.trainer.parity.MemoryKind;
import dev.hindsight.trainer.parity.Outputs;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.scene.AgentNames;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Mistakes in observations: the row of another tick or of another agent, always or for a while.
final class RowHypotheses {
  /// How often a mistake may begin or end within a segment.
  private static final int TURNS = 12;

  /// The most other agents whose observations are tried.
  private static final int AGENTS = 64;

  /// The number of agents with the largest differences that are tried, if agents attend to each
  /// other.
  private static final int SUSPECTS = 4;

  /// The number of ticks after the first difference that a candidate must predict.
  private static final int AHEAD = 4;

  /// Read-only.
  private static final BitSet NEVER = new BitSet();

  private RowHypotheses() {}

  static List<Hypothesis.Family> all() {
    return List.of(new Shifted(1), new Swapped(1), new Shifted(2), new Swapped(2), new Repeated());
  }

  /// Substitutes the rows of the previous or the next tick.
  private static List<RowSubstitution> shifts(DiscrepancyCase about) {
    RowSubstitution before =
        new RowSubstitution(
            wording("RowHypotheses.a_stale_observation_the_policy_saw"),
            (tick, agent) -> new RowSubstitution.Place(tick - 1, agent));
    RowSubstitution within =
        before.where((tick, agent) -> tick > 0 && about.passage(agent).ended()[tick - 1] == 0);
    RowSubstitution after =
        new RowSubstitution(
            wording("RowHypotheses.the_recorded_observations_are_one"),
            (tick, agent) -> new RowSubstitution.Place(tick + 1, agent));
    return List.of(before, within, after);
  }

  private record Moved(Premise premise, boolean later, int ticks) implements Hypothesis {
    @Override
    public String words() {
      return premise.words();
    }

    @Override
    public Outputs predict(DiscrepancyCase about, int agent, Span span, int nudge) {
      return about.network().of(premise, agent, span, nudge);
    }

    @Override
    public boolean knows(DiscrepancyCase about, int agent, int tick) {
      return !later || tick < ticks - 1;
    }
  }

  private static Moved moved(
      DiscrepancyCase about, RowSubstitution changed, RowSubstitution whole) {
    int ticks = about.rollout().ticks();
    boolean later = ticks > 1 && whole.swap().in(0, 0).tick() > 0;
    return new Moved(Premise.of(changed), later, ticks);
  }

  /// The observation of a tick is that of another tick.
  ///
  /// @param level 1 for all ticks, 2 for some of them
  private record Shifted(int level) implements Hypothesis.Family {
    @Override
    public String name() {
      return level == 1
          ? wording("RowHypotheses.observations_of_the_tick_before")
          : wording("RowHypotheses.observations_of_the_tick_before_2");
    }

    @Override
    public List<? extends Hypothesis> of(DiscrepancyCase about, List<Discrepancy> found) {
      return level == 1
          ? shifts(about).stream()
              .map(rowSubstitution -> moved(about, rowSubstitution, rowSubstitution))
              .toList()
          : shifts(about).stream()
              .flatMap(rowSubstitution -> forAWhile(about, rowSubstitution, found).stream())
              .toList();
    }
  }

  /// Agents receive the observations of other agents.
  ///
  /// @param level 1 for all ticks, 2 for some of them
  private record Swapped(int level) implements Hypothesis.Family {
    @Override
    public String name() {
      return level == 1
          ? wording("RowHypotheses.observations_of_other_agents")
          : wording("RowHypotheses.observations_of_other_agents_for");
    }

    @Override
    public List<? extends Hypothesis> of(DiscrepancyCase about, List<Discrepancy> found) {
      Map<Integer, Integer> others = new TreeMap<>();
      for (Discrepancy each : about.network().together() ? List.<Discrepancy>of() : found) {
        if (!others.containsKey(each.agent())) {
          Optional<Integer> other = other(about, each);
          if (other.isEmpty()) {
            return List.of();
          }
          others.put(each.agent(), other.get());
        }
      }
      if (about.network().together()) {
        others.putAll(pair(about, found));
      }
      if (others.isEmpty()) {
        return List.of();
      }
      RowSubstitution rowSubstitution =
          new RowSubstitution(
              words(about, others),
              (tick, agent) -> new RowSubstitution.Place(tick, others.getOrDefault(agent, agent)));
      return level == 1
          ? List.of(moved(about, rowSubstitution, rowSubstitution))
          : forAWhile(about, rowSubstitution, found).stream().toList();
    }

    /// Two agents whose observations, swapped, explain the first tick that differs: if agents
    /// attend to each other, all of them differ there, these two the most.
    private static Map<Integer, Integer> pair(DiscrepancyCase about, List<Discrepancy> found) {
      Discrepancy first = found.getFirst();
      List<Discrepancy> most =
          found.stream()
              .filter(each -> each.first() == first.first())
              .sorted(Comparator.comparingDouble(each -> -each.apart().first().size()))
              .limit(SUSPECTS)
              .toList();
      for (Discrepancy suspect : most) {
        for (int step = 1; step < Math.min(about.agents(), AGENTS); step++) {
          int one = suspect.agent();
          int other = (one + step) % about.agents();
          RowSubstitution rowSubstitution =
              new RowSubstitution(
                  "", (tick, agent) -> new RowSubstitution.Place(tick, swapped(agent, one, other)));
          if (about.holds(
              moved(about, rowSubstitution, rowSubstitution), suspect, first.first() + 1)) {
            return Map.of(one, other, other, one);
          }
        }
      }
      return Map.of();
    }

    /// The agent whose observation explains the first ticks that differ.
    private Optional<Integer> other(DiscrepancyCase about, Discrepancy found) {
      int to = Math.min(found.segment().to(), found.first() + (level == 1 ? AHEAD : 1));
      int agents = about.agents();
      for (int step = 1; step < Math.min(agents, AGENTS); step++) {
        int other = (found.agent() + step) % agents;
        RowSubstitution theirs =
            new RowSubstitution(
                "",
                (tick, agent) ->
                    new RowSubstitution.Place(tick, swapped(agent, found.agent(), other)));
        RowSubstitution rowSubstitution =
            level == 1 ? theirs : theirs.where((tick, _) -> tick >= found.first());
        if (about.holds(moved(about, rowSubstitution, theirs), found, to)) {
          return Optional.of(other);
        }
      }
      return Optional.empty();
    }

    private static int swapped(int agent, int one, int other) {
      return agent == one ? other : agent == other ? one : agent;
    }

    private static String words(DiscrepancyCase about, Map<Integer, Integer> others) {
      AgentNames names = AgentNames.of(about.rollout());
      boolean pair =
          others.size() == 2
              && others.entrySet().stream()
                  .allMatch(each -> each.getKey().equals(others.get(each.getValue())));
      if (pair) {
        return wording(
            "RowHypotheses.the_observations_of_are_swapped",
            others.keySet().stream()
                .map(names::titled)
                .collect(Collectors.joining(wording("RowHypotheses.and"))));
      }
      return wording(
          "RowHypotheses.observations_of_other_agents_2",
          others.entrySet().stream()
              .limit(6)
              .map(each ->
                  wording(
                      "RowHypotheses.sees_those_of",
                      names.titled(each.getKey()),
                      names.titled(each.getValue())))
              .collect(Collectors.joining(", ")),
          others.size() > 6 ? ", ..." : "");
    }
  }

  /// A mistake that begins and ends; if it is not known where, the ticks are found one after the
  /// other.
  private static Optional<Hypothesis> forAWhile(
      DiscrepancyCase about, RowSubstitution rowSubstitution, List<Discrepancy> found) {
    Map<Integer, BitSet> on = new HashMap<>();
    if (about.network().remembers() == MemoryKind.NOTHING) {
      BitSet any = new BitSet();
      for (Discrepancy each : found) {
        on.computeIfAbsent(each.agent(), _ -> new BitSet()).or(each.ticks());
        any.or(each.ticks());
      }
      RowSubstitution.Where where =
          about.network().together()
              ? (tick, _) -> any.get(tick)
              : (tick, agent) -> on.getOrDefault(agent, NEVER).get(tick);
      return Optional.of(moved(about, rowSubstitution.where(where), rowSubstitution));
    }
    for (Discrepancy each : found) {
      if (!turns(
          about, rowSubstitution, each, on.computeIfAbsent(each.agent(), _ -> new BitSet()))) {
        return Optional.empty();
      }
    }
    return Optional.of(moved(about, rowSubstitution.where(in(on)), rowSubstitution));
  }

  private static RowSubstitution.Where in(Map<Integer, BitSet> on) {
    return (tick, agent) -> on.getOrDefault(agent, NEVER).get(tick);
  }

  private static boolean turns(
      DiscrepancyCase about, RowSubstitution rowSubstitution, Discrepancy found, BitSet on) {
    int differs = found.first();
    int end = found.segment().to();
    for (int turn = 0; turn < TURNS; turn++) {
      on.flip(differs, end);
      RowSubstitution now =
          rowSubstitution.where((tick, agent) -> agent == found.agent() && on.get(tick));
      int next =
          about.firstApart(moved(about, now, rowSubstitution), found.agent(), found.segment());
      if (next >= end) {
        return true;
      }
      if (next <= differs) {
        return false;
      }
      differs = next;
    }
    return false;
  }

  /// Rows equal to the previous tick's, bit for bit, wherever outputs of a policy without memory
  /// differ: the actual observation was not recorded.
  private record Repeated() implements Hypothesis.Family {
    @Override
    public String name() {
      return wording("RowHypotheses.rows_of_observations_recorded_twice");
    }

    @Override
    public int level() {
      return 2;
    }

    @Override
    public List<? extends Hypothesis> of(DiscrepancyCase about, List<Discrepancy> found) {
      boolean own =
          about.network().remembers() == MemoryKind.NOTHING && !about.network().together();
      ObservationReader observationReader = new ObservationReader(about.rollout());
      for (Discrepancy each : found) {
        boolean all =
            own
                && each.ticks().stream()
                    .allMatch(tick ->
                        tick > 0
                            && Arrays.equals(
                                observationReader.of(
                                    RowSubstitution.OWN, each.agent(), new Span(tick, tick + 1)),
                                observationReader.of(
                                    RowSubstitution.OWN, each.agent(), new Span(tick - 1, tick))));
        if (!all) {
          return List.of();
        }
      }
      Map<Integer, BitSet> ticks = new HashMap<>();
      found.forEach(
          each -> ticks.computeIfAbsent(each.agent(), _ -> new BitSet()).or(each.ticks()));
      return List.of(new Copied(ticks));
    }
  }

  /// Takes the actual outputs as they are where a row was recorded twice: they cannot be computed.
  private record Copied(Map<Integer, BitSet> ticks) implements Hypothesis {
    @Override
    public String words() {
      return wording("RowHypotheses.a_stale_observation_was_recorded");
    }

    @Override
    public Outputs predict(DiscrepancyCase about, int agent, Span span, int nudge) {
      Outputs right = about.right(agent, span, nudge);
      Outputs target = about.target(agent, span);
      BitSet here = ticks.getOrDefault(agent, new BitSet());
      return MergedOutputs.merged(
          right, target, t -> here.get(span.from() + t), t -> here.get(span.from() + t));
    }
  }
}
