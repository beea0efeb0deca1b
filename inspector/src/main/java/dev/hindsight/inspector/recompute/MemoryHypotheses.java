package dev.hindsight.inspector.recompute;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.trainer.attention.EpisodeFlags;
import dev.hindsight.trainer.attention.MemoryRules;
import dev.hindsight.trainer.attention.MemoryRules.LimboRule;
import dev.hindsight.trainer.attention.MemoryRules.MaskRule;
import dev.hindsight.trainer.attention.MemoryRules.PositionRule;
import dev.hindsight.trainer.parity.MemoryKind;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.rollout.TrialIndex;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Mistakes in keeping a memory: when it is wiped, what it keeps, how its positions count, what
/// each query may see.
final class MemoryHypotheses {
  /// The number of windows shorter than the first difference that are tried one by one.
  private static final int NEAR = 16;

  /// The most wipes searched for in an agent's recording.
  private static final int WIPES = 64;

  private MemoryHypotheses() {}

  static List<Hypothesis.Family> all() {
    return List.of(new Rules(1), new Windows(), new SharedCounter(), new Rules(2), new Wipes());
  }

  private static boolean remembers(DiscrepancyCase about) {
    return about.network().remembers() != MemoryKind.NOTHING;
  }

  /// Broken memory rules that the network implements.
  ///
  /// @param level 1 for single mistakes, 2 for several at once
  private record Rules(int level) implements Hypothesis.Family {
    @Override
    public String name() {
      return level == 1
          ? wording("MemoryHypotheses.when_memory_is_wiped_limbo_positions")
          : wording("MemoryHypotheses.several_rules_of_memory_at_once");
    }

    @Override
    public List<Hypothesis.Recomputed> of(DiscrepancyCase about, List<Discrepancy> found) {
      return MemoryRules.broken().stream()
          .filter(rules -> (rules.faults() == 1) == (level == 1))
          .filter(rules -> meant(about, rules))
          .filter(rules -> seen(about, rules, found))
          .map(rules -> new Hypothesis.Recomputed(Premise.of(rules)))
          .toList();
    }

    private static boolean meant(DiscrepancyCase about, MemoryRules rules) {
      boolean onlyWiped =
          rules.position() == PositionRule.EPISODE
              && rules.mask() == MaskRule.CAUSAL
              && rules.limbo() == LimboRule.CLOSED;
      return switch (about.network().remembers()) {
        case ATTENTION -> true;
        case STATE -> onlyWiped;
        case NOTHING ->
            about.network().together()
                && rules.equals(
                    new MemoryRules(
                        MemoryRules.WipeRule.TERMINALS, LimboRule.OPEN, PositionRule.EPISODE));
      };
    }

    /// Whether a rule changes the network's outputs where it would have to.
    private static boolean seen(DiscrepancyCase about, MemoryRules rules, List<Discrepancy> found) {
      MemoryKeeping memoryKeeping = new MemoryKeeping.ByRules(rules);
      Discrepancy first = found.getFirst();
      EpisodeFlags episodeFlags = about.passage(first.agent());
      int horizon = about.network().horizon();
      Span whole = new Span(0, episodeFlags.ticks());
      return about.network().together()
          || !memoryKeeping
              .layout(first.agent(), episodeFlags, whole, horizon)
              .same(MemoryKeeping.RIGHT.layout(first.agent(), episodeFlags, whole, horizon));
    }
  }

  /// Attention limited to a number of recent keys.
  private record Windows() implements Hypothesis.Family {
    @Override
    public String name() {
      return wording("MemoryHypotheses.a_window_of_keys");
    }

    @Override
    public int level() {
      return 1;
    }

    @Override
    public List<Hypothesis.Recomputed> of(DiscrepancyCase about, List<Discrepancy> found) {
      if (about.network().remembers() != MemoryKind.ATTENTION) {
        return List.of();
      }
      Discrepancy first = found.getFirst();
      int tick = first.first();
      int begun =
          MemoryRules.RIGHT
              .stretches(about.passage(first.agent()), about.network().horizon())
              .stream()
              .mapToInt(Span::from)
              .filter(from -> from <= tick)
              .max()
              .orElse(0);
      // A window of n keys closes the first key at position n.
      int place = tick - begun;
      Set<Integer> windows = new LinkedHashSet<>();
      for (int n = place; n > Math.max(0, place - NEAR); n--) {
        windows.add(n);
      }
      IntStream.iterate(1, n -> n < place, n -> 2 * n).forEach(windows::add);
      IntStream.iterate(10, n -> n < place, n -> n + 10).limit(20).forEach(windows::add);
      return windows.stream()
          .map(n -> new Hypothesis.Recomputed(Premise.of(MemoryRules.RIGHT.within(n))))
          .toList();
    }
  }

  /// A single position counter for all agents, reset whenever any of them begins an episode.
  private record SharedCounter() implements Hypothesis.Family {
    @Override
    public String name() {
      return wording("MemoryHypotheses.one_counter_of_positions_for_all");
    }

    @Override
    public int level() {
      return 1;
    }

    @Override
    public List<Hypothesis.Recomputed> of(DiscrepancyCase about, List<Discrepancy> found) {
      if (about.network().remembers() != MemoryKind.ATTENTION || about.agents() < 2) {
        return List.of();
      }
      int ticks = about.rollout().ticks();
      long[] sinceAny = new long[ticks];
      long[] sinceFirst = new long[ticks];
      for (int tick = 1; tick < ticks; tick++) {
        boolean any = false;
        for (int agent = 0; agent < about.agents(); agent++) {
          any |= about.passage(agent).ended()[tick - 1] != 0;
        }
        boolean first = about.passage(0).ended()[tick - 1] != 0;
        sinceAny[tick] = any ? 0 : sinceAny[tick - 1] + 1;
        sinceFirst[tick] = first ? 0 : sinceFirst[tick - 1] + 1;
      }
      return List.of(
          new Hypothesis.Recomputed(
              Premise.of(
                  wording("MemoryHypotheses.positions_counted_by_one_counter"),
                  new MemoryKeeping.WithPositions(sinceAny))),
          new Hypothesis.Recomputed(
              Premise.of(
                  wording("MemoryHypotheses.positions_counted_by_one_counter_2"),
                  new MemoryKeeping.WithPositions(sinceFirst))));
    }
  }

  /// Memory wiped where no episode ends; the ticks are found one after the other.
  private record Wipes() implements Hypothesis.Family {
    @Override
    public String name() {
      return wording("MemoryHypotheses.memory_wiped_at_other_ticks");
    }

    @Override
    public int level() {
      return 2;
    }

    @Override
    public List<Hypothesis.Recomputed> of(DiscrepancyCase about, List<Discrepancy> found) {
      if (!remembers(about)) {
        return List.of();
      }
      List<NavigableSet<Integer>> wipes = new ArrayList<>();
      for (int agent = 0; agent < about.agents(); agent++) {
        wipes.add(new TreeSet<>());
      }
      for (Discrepancy each : found) {
        if (!wipe(about, each, wipes)) {
          return List.of();
        }
      }
      return List.of(
          new Hypothesis.Recomputed(
              Premise.of(words(about, wipes), new MemoryKeeping.WithWipes(List.copyOf(wipes)))));
    }

    /// Adds the wipes of a segment.
    ///
    /// @return whether wipes explain it
    private static boolean wipe(
        DiscrepancyCase about, Discrepancy found, List<NavigableSet<Integer>> wipes) {
      int agent = found.agent();
      NavigableSet<Integer> own = wipes.get(agent);
      int differs = found.first();
      int before = own.size();
      while (differs < found.segment().to()) {
        int next = differs;
        for (int tick : places(about, agent, found.segment().from(), differs)) {
          if (tick == found.segment().from() || !own.add(tick)) {
            continue;
          }
          Hypothesis.Recomputed wiped =
              new Hypothesis.Recomputed(Premise.of("", new MemoryKeeping.WithWipes(wipes)));
          next = about.firstApart(wiped, agent, found.segment());
          if (next > differs) {
            break;
          }
          own.remove(tick);
        }
        if (next <= differs || own.size() - before > WIPES) {
          return false;
        }
        differs = next;
      }
      return true;
    }

    /// The ticks before which the memory may have been wiped if a given tick is the first to
    /// differ: this tick, and those in limbo before it.
    private static List<Integer> places(DiscrepancyCase about, int agent, int from, int differs) {
      List<Integer> places = new ArrayList<>(List.of(differs));
      EpisodeFlags episodeFlags = about.passage(agent);
      int tick = differs;
      while (tick - 1 > from && !episodeFlags.live(tick - 1)) {
        tick--;
        if (tick == differs - 1 || episodeFlags.truncation()[tick - 1] != 0) {
          places.add(tick);
        }
      }
      if (tick < differs - 1) {
        places.add(tick);
      }
      return places;
    }

    private static String words(DiscrepancyCase about, List<NavigableSet<Integer>> wipes) {
      NavigableSet<Integer> all = new TreeSet<>();
      wipes.forEach(all::addAll);
      TrialIndex trials = about.rollout().trials();
      Set<Integer> starts =
          IntStream.range(0, trials.count())
              .mapToObj(trials::start)
              .collect(Collectors.toCollection(TreeSet::new));
      if (starts.containsAll(all)) {
        return wording("MemoryHypotheses.memory_wiped_at_the_start_of");
      }
      String ticks = all.stream().limit(6).map(String::valueOf).collect(Collectors.joining(", "));
      return wording(
          "MemoryHypotheses.memory_wiped_before_tick_where_no",
          ticks,
          all.size() > 6 ? wording("MemoryHypotheses.and_others", all.size() - 6) : "");
    }
  }
}
