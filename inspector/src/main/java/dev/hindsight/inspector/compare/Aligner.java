package dev.hindsight.inspector.compare;

import dev.hindsight.trainer.outcome.EventLog;
import dev.hindsight.trainer.outcome.EventScan;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.TrialIndex;
import dev.hindsight.trainer.task.Cancellation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/// Pairs the ticks of two recordings by a rule. Reads events from every tick: for a background
/// thread.
///
/// Swapping the recordings swaps the alignment. A recording is always aligned with itself tick by
/// tick, whatever the rule.
public final class Aligner {
  private final Rollout one;
  private final Rollout other;
  private final List<Alignment.SideBySide> spans = new ArrayList<>();

  /// The same trial of the same episode in both.
  private record Stretches(int one, int other) {}

  /// An episode ends where trial numbers start again, so keys ascend in every recording.
  private record Key(int episode, int trial) {}

  private Aligner(Rollout one, Rollout other) {
    this.one = one;
    this.other = other;
  }

  /// Pairs ticks.
  ///
  /// @param agents says which agents, and so which events, correspond
  public static Alignment align(
      AlignmentRule rule,
      Rollout one,
      Rollout other,
      AgentPairs agents,
      Cancellation cancellation) {
    Aligner aligner = new Aligner(one, other);
    switch (rule) {
      case AlignmentRule.ByTick _ -> aligner.span(0, 0, Math.min(one.ticks(), other.ticks()));
      case AlignmentRule.ByTrial _ -> aligner.trials();
      case AlignmentRule.ByEvent event -> aligner.events(event, agents, cancellation);
    }
    return new Alignment(aligner.spans, one.ticks(), other.ticks());
  }

  private void span(int first, int otherFirst, int length) {
    if (length > 0) {
      spans.add(new Alignment.SideBySide(first, otherFirst, length));
    }
  }

  private void trials() {
    for (Stretches same : stretches()) {
      span(one.trials().start(same.one), other.trials().start(same.other), shorter(same));
    }
  }

  private int shorter(Stretches same) {
    TrialIndex mine = one.trials();
    TrialIndex theirs = other.trials();
    return Math.min(
        mine.end(same.one) - mine.start(same.one),
        theirs.end(same.other) - theirs.start(same.other));
  }

  /// Stretches of the same trial of the same episode, in time order.
  private List<Stretches> stretches() {
    Map<Key, Integer> theirs = new HashMap<>();
    List<Key> keys = keys(other.trials());
    for (int i = 0; i < keys.size(); i++) {
      theirs.put(keys.get(i), i);
    }
    List<Stretches> same = new ArrayList<>();
    List<Key> mine = keys(one.trials());
    for (int i = 0; i < mine.size(); i++) {
      int found = theirs.getOrDefault(mine.get(i), -1);
      if (found >= 0) {
        same.add(new Stretches(i, found));
      }
    }
    return same;
  }

  private static List<Key> keys(TrialIndex trials) {
    List<Key> keys = new ArrayList<>();
    int episode = 0;
    for (int i = 0; i < trials.count(); i++) {
      episode += i > 0 && trials.beginsEpisode(i) ? 1 : 0;
      keys.add(new Key(episode, trials.trial(i)));
    }
    return keys;
  }

  private void events(AlignmentRule.ByEvent rule, AgentPairs agents, Cancellation cancellation) {
    OptionalInt whose =
        rule.agent().isPresent() ? agents.other(rule.agent().getAsInt()) : OptionalInt.empty();
    int[] mine = begins(one, rule, rule.agent(), cancellation);
    int[] theirs =
        rule.agent().isPresent() && whose.isEmpty()
            ? new int[0]
            : begins(other, rule, whose, cancellation);
    for (Stretches same : stretches()) {
      TrialIndex trials = one.trials();
      TrialIndex others = other.trials();
      int start = trials.start(same.one);
      int otherStart = others.start(same.other);
      int[] a = within(mine, start, trials.end(same.one));
      int[] b = within(theirs, otherStart, others.end(same.other));
      if (a.length == 0 || b.length == 0) {
        span(start, otherStart, shorter(same));
      } else {
        anchored(
            a,
            b,
            new Alignment.SideBySide(start, otherStart, 1),
            trials.end(same.one) - start,
            others.end(same.other) - otherStart);
      }
    }
  }

  /// Ticks of a trial at which the event began, counted from the trial's start.
  private static int[] within(int[] ticks, int from, int end) {
    return IntStream.of(ticks)
        .filter(tick -> tick >= from && tick < end)
        .map(tick -> tick - from)
        .toArray();
  }

  private static int[] begins(
      Rollout rollout, AlignmentRule.ByEvent rule, OptionalInt agent, Cancellation cancellation) {
    boolean there = agent.isEmpty() || agent.getAsInt() < rollout.manifest().agents();
    EventLog log =
        !there
            ? EventLog.EMPTY
            : agent.isPresent()
                ? EventScan.of(rollout, agent.getAsInt(), cancellation)
                : EventScan.ofAll(rollout, cancellation);
    return NearestPairs.distinct(
        IntStream.range(0, log.count())
            .filter(event -> log.kind(event).equals(rule.kind()) && log.caused(event))
            .map(log::tick)
            .toArray());
  }

  /// Aligns the ticks around each pair of events: before the first and after the last pair, as far
  /// as both recordings have ticks. Between two pairs, half of the shorter gap follows the earlier
  /// event and half leads up to the later one, so that the longer gap's extra ticks lie in the
  /// middle.
  ///
  /// @param start where the trial begins in both
  /// @param ticks ticks of the trial in the first recording
  /// @param others ticks of the trial in the second recording
  private void anchored(int[] a, int[] b, Alignment.SideBySide start, int ticks, int others) {
    List<NearestPairs.IndexPair> pairs = NearestPairs.of(a, b);
    int one = 0;
    int other = 0;
    int lead = Math.min(a[pairs.getFirst().one()], b[pairs.getFirst().other()]);
    for (int i = 0; i < pairs.size(); i++) {
      int anchor = a[pairs.get(i).one()];
      int otherAnchor = b[pairs.get(i).other()];
      boolean last = i + 1 == pairs.size();
      int next = last ? ticks : a[pairs.get(i + 1).one()];
      int otherNext = last ? others : b[pairs.get(i + 1).other()];
      int gap = Math.min(next - anchor, otherNext - otherAnchor);
      int trail = last ? gap : (gap + 1) / 2;
      one = anchor - lead;
      other = otherAnchor - lead;
      span(start.one() + one, start.other() + other, lead + trail);
      lead = gap - trail;
    }
  }
}
