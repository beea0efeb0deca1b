package dev.hindsight.inspector.counterfactual;

import static dev.hindsight.inspector.text.InspectorText.wording;

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

/// How moments are grouped. No group crosses the end of a trial, except a result together with the
/// tick that shows it.
public enum MomentGrouping {
  /// Every tick alone, except that a tick whose action had a result is grouped with the next one,
  /// which shows the result: found here, seen here.
  RESULT(wording("MomentGrouping.results_whole"), 1),
  /// Every tick alone.
  TICK(wording("MomentGrouping.every_tick"), 1),
  /// Ten ticks at a time, from the trial's start.
  TEN_TICKS(wording("MomentGrouping.ten_ticks"), 10),
  /// Whole trials.
  TRIAL(wording("MomentGrouping.whole_trials"), Integer.MAX_VALUE);

  private final String words;
  private final int most;

  MomentGrouping(String words, int most) {
    this.words = words;
    this.most = most;
  }

  /// A description for users.
  public String words() {
    return words;
  }

  /// The largest number of ticks in a group.
  public int most() {
    return most;
  }

  /// The groups of an agent's moments, in order.
  ///
  /// @param ticks the moments
  /// @param shown one after the last tick that may be left out: a result at the end of `ticks` may
  ///   be observed after them
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

  /// The groups of a span, in order; treats [#RESULT] as if no action had a result.
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

  /// Finds ticks whose action had a result for an agent: an event, the end of a trial, an unusual
  /// reward. Row t of a recording holds the observation before that action; only row t + 1 shows
  /// the result.
  private static final class ResultTicks {
    private ResultTicks() {}

    /// The result ticks of an agent within a span, indexed by tick.
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
        for (EventKind kind : events.kinds().noted()) {
          happened |= TickEvents.happened(row[agent], kind);
        }
        boolean ends = ended.isPresent() && ended.get().is(tick, agent);
        if (happened || ends || (reward.isPresent() && reward.get().value(tick, agent) != usual)) {
          found.set(tick);
        }
      }
      return found;
    }

    /// The usual reward of a tick: the median.
    private static double usual(AgentColumn reward, int agent, Span ticks) {
      double[] all = new double[ticks.ticks()];
      Arrays.setAll(all, i -> reward.value(ticks.from() + i, agent));
      Arrays.sort(all);
      return all.length == 0 ? 0 : all[all.length / 2];
    }
  }
}
