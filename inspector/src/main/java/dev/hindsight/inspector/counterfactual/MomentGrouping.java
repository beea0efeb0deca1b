package dev.hindsight.inspector.counterfactual;

import dev.hindsight.trainer.outcome.AgentColumn;
import dev.hindsight.trainer.outcome.EventKind;
import dev.hindsight.trainer.outcome.TickEvents;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.rollout.TrialIndex;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/// How finely moments are told apart. No group reaches over a trial's end, but that of a result and
/// the tick that shows it.
public enum MomentGrouping {
  /// Every tick alone, but the tick whose action brought something together with the next, which
  /// shows what it brought: found here, seen here.
  RESULT("results whole", 1),
  /// Every tick alone.
  TICK("every tick", 1),
  /// Ten at a time, from the trial's start.
  TEN_TICKS("ten ticks", 10),
  /// Whole trials.
  TRIAL("whole trials", Integer.MAX_VALUE);

  private final String words;
  private final int most;

  MomentGrouping(String words, int most) {
    this.words = words;
    this.most = most;
  }

  /// For people.
  public String words() {
    return words;
  }

  /// Ticks in a group at most.
  public int most() {
    return most;
  }

  /// The groups of an agent's moments, in order.
  ///
  /// @param ticks the moments
  /// @param shown the tick after the last that may be left out: that of a result at the end of
  ///   `ticks` may be seen later
  public List<Span> groups(Span ticks, int shown, Rollout rollout, int agent) {
    if (this != RESULT) {
      return groups(ticks, rollout.trials());
    }
    BitSet results = ResultTicks.of(rollout, agent, ticks);
    List<Span> groups = new ArrayList<>();
    int from = ticks.from();
    while (from < ticks.to()) {
      int to = results.get(from) && from + 2 <= shown ? from + 2 : from + 1;
      groups.add(new Span(from, to));
      from = to;
    }
    return groups;
  }

  /// The groups of a range of ticks, in order; of [#RESULT] as if nothing had a result.
  public List<Span> groups(Span ticks, TrialIndex trials) {
    List<Span> groups = new ArrayList<>();
    int from = ticks.from();
    while (from < ticks.to()) {
      int stretch = trials.count() == 0 ? -1 : trials.stretchAt(from);
      int end = stretch < 0 ? ticks.to() : Math.min(ticks.to(), trials.end(stretch));
      int to = (int) Math.min(end, (long) from + most);
      groups.add(new Span(from, to));
      from = to;
    }
    return groups;
  }

  /// Ticks whose action brought an agent something: an event, the end of a trial, a reward that is
  /// not the usual one. Row t of a recording holds what was seen before that action; only row t + 1
  /// shows what it brought.
  private static final class ResultTicks {
    private ResultTicks() {}

    /// Those of an agent in a span, by their ticks.
    static BitSet of(Rollout rollout, int agent, Span ticks) {
      BitSet found = new BitSet();
      TickEvents events = new TickEvents(rollout);
      int[] row = new int[rollout.manifest().agents()];
      Optional<AgentColumn> ended = AgentColumn.of(rollout, "trial_ended");
      Optional<AgentColumn> reward = AgentColumn.of(rollout, "reward");
      double usual = reward.isPresent() ? usual(reward.get(), agent, ticks) : 0;
      for (int tick = ticks.from(); tick < ticks.to(); tick++) {
        events.read(tick, row);
        boolean happened = false;
        for (EventKind kind : EventKind.values()) {
          happened |= kind.inEventColumn() && TickEvents.happened(row[agent], kind);
        }
        boolean ends = ended.isPresent() && ended.get().is(tick, agent);
        if (happened || ends || (reward.isPresent() && reward.get().value(tick, agent) != usual)) {
          found.set(tick);
        }
      }
      return found;
    }

    /// What most ticks pay: the median.
    private static double usual(AgentColumn reward, int agent, Span ticks) {
      double[] all = new double[ticks.ticks()];
      Arrays.setAll(all, i -> reward.value(ticks.from() + i, agent));
      Arrays.sort(all);
      return all.length == 0 ? 0 : all[all.length / 2];
    }
  }
}
