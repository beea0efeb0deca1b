package dev.hindsight.inspector.audit;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.trainer.CountWords;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.edit.EditedPlaces;
import dev.hindsight.trainer.env.RecordingRules;
import dev.hindsight.trainer.env.RecordingRules.Knob;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.outcome.AgentColumn;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.NpyArray;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.scene.BodyNames;
import dev.hindsight.trainer.task.Cancellation;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// Compares later trials with the first, row by row. One owner thread.
final class TrialComparison {
  private static final int NONE = Integer.MAX_VALUE;

  /// Whose actions count.
  private enum Whose {
    ALL,
    EGOS
  }

  private final Rollout rollout;
  private final EditedPlaces byHand;
  private final AuditFindings auditFindings;
  private final List<Channel> world;
  private final boolean others;
  private final BitSet mayDiffer;
  private final BitSet marks;

  /// Numbers of an observation that noise disturbs, of those that are compared otherwise.
  private final BitSet disturbed;

  private final int size;
  private final Optional<Channel> action;
  private final Optional<AgentColumn> removed;
  private final Optional<Channel> logits;
  private final Optional<NpyArray> ego;
  private final List<TrialPair> pairs;

  /// For each column in which a first trial was named, the tick of a later one beside which it was.
  private final Map<OddFirst, Integer> oddFirsts = new HashMap<>();

  private final Map<TrialPair, Integer> comparable = new HashMap<>();
  private final Map<PairColumn, Integer> divergence = new HashMap<>();
  private long ticks;
  private long absent;
  private int inCacheOnly;
  private int actedOtherwise;
  private String example = "";

  TrialComparison(
      AuditedRecording recording,
      List<TrialPair> pairs,
      AuditFindings auditFindings,
      Cancellation cancellation) {
    this.pairs = pairs;
    rollout = recording.rollout();
    byHand = recording.byHand();
    this.auditFindings = auditFindings;
    world = WorldColumns.of(rollout);
    others = world.stream().anyMatch(WorldColumns::ofOthers);
    mayDiffer = WorldColumns.mayDiffer(rollout);
    marks = marks(rollout, mayDiffer, cancellation);
    mayDiffer.or(marks);
    disturbed = RecordedRandomness.of(rollout).disturbed();
    disturbed.andNot(mayDiffer);
    mayDiffer.or(disturbed);
    size = AgentColumn.widthOf(rollout, "observation");
    action = rollout.channel("action").filter(c -> c.spec().perAgent());
    removed = AgentColumn.of(rollout, "removed");
    logits = rollout.channel("logits").filter(c -> c.spec().perAgent());
    ego = rollout.fixed("ego").filter(a -> a.length() == rollout.manifest().agents());
  }

  /// Environments whose rules are known here name the segments that tell trials apart; others may
  /// call them anything.
  private static BitSet marks(Rollout rollout, BitSet named, Cancellation cancellation) {
    AuditedRecording recording = new AuditedRecording(rollout);
    boolean known =
        recording.ours() && recording.rules().trialEnd() != RecordingRules.TrialEnd.UNDECLARED;
    BitSet marks = known ? new BitSet() : TrialMarks.of(rollout, cancellation);
    marks.andNot(named);
    return marks;
  }

  /// Compares everything until an agent acts differently, and agents that follow a log until they
  /// may have reacted to an ego.
  void compare(TrialPair pair) {
    int somebody = NONE;
    int anEgo = NONE;
    int t = 0;
    for (; t < pair.ticks() && t <= (others ? anEgo + 1L : somebody); t++) {
      if (edited(pair.first() + t) || edited(pair.other() + t)) {
        auditFindings.leftOut(
            "row", pair.ticks() - t, wording("TrialComparison.from_an_edit_of_an_agent_on"));
        return;
      }
      boolean all = t <= somebody;
      boolean differs = row(pair, t, all);
      ticks++;
      if (differs) {
        auditFindings.leftOut(
            "row",
            pair.ticks() - t - 1L,
            wording("TrialComparison.after_the_first_difference_of_their"));
        return;
      }
      if (all) {
        remember(pair, t);
      }
      somebody = Math.min(somebody, actsOtherwise(pair, t, Whose.ALL) ? t : NONE);
      anEgo = Math.min(anEgo, actsOtherwise(pair, t, Whose.EGOS) ? t : NONE);
    }
    auditFindings.leftOut(
        "row", pair.ticks() - t, wording("TrialComparison.after_an_agent_acted_differently"));
    actedOtherwise += somebody == NONE ? 0 : 1;
  }

  /// Whether an edit moved an agent or changed what one observed: others may see it and react.
  private boolean edited(int tick) {
    return byHand.moved(tick) || byHand.seen(tick);
  }

  private boolean row(TrialPair pair, int t, boolean everything) {
    boolean differs = false;
    for (Channel channel : world) {
      if (everything || WorldColumns.ofOthers(channel)) {
        differs |= column(channel, pair, t, differs);
      }
    }
    return differs;
  }

  /// Notes the first number of a row that differs, and how many do.
  ///
  /// @param noted whether the world differs, which explains different observations
  private boolean column(Channel channel, TrialPair pair, int t, boolean noted) {
    RowDifference apart = apart(channel, pair.first() + t, pair.other() + t);
    absent += apart.absent();
    if (apart.first() < 0) {
      return false;
    }
    OddFirst oddFirst = new OddFirst(pair.first(), channel.spec().name());
    Integer named = oddFirsts.get(oddFirst);
    boolean odd =
        (named != null && !differ(channel, named, pair.other() + t))
            || firstIsOdd(channel, pair, t, apart.first());
    if (!odd || oddFirsts.putIfAbsent(oddFirst, pair.other() + t) == null) {
      note(channel, pair, t, apart, odd, noted && seen(channel));
    }
    return true;
  }

  /// @param odd whether the first trial is the one to name
  private void note(
      Channel channel, TrialPair pair, int t, RowDifference apart, boolean odd, boolean explained) {
    double first = channel.value(pair.first() + t, apart.first());
    double other = channel.value(pair.other() + t, apart.first());
    NamedNumber namedNumber = NamedNumber.of(rollout, channel, apart.first());
    if (!explained) {
      auditFindings.add(
          (odd ? pair.first() : pair.other()) + t,
          namedNumber.agent(),
          namedNumber.dimension(),
          Math.abs(other - first),
          odd
              ? TrialDifferenceCause.ofFirst(t)
              : TrialDifferenceCause.of(
                  channel, other, t, beginsAt(channel, pair, namedNumber.agent())));
    }
    auditFindings.remark(
        wording(
            "TrialComparison.trial_tick_of_it_of_numbers",
            odd ? 1 : pair.number(),
            t,
            apart.count(),
            channel.rowLength(),
            channel.spec().name(),
            namedNumber.dimension(),
            odd ? other : first,
            odd ? first : other,
            odd ? pair.number() : 1));
  }

  /// What differs between two rows, of the numbers that must not.
  private RowDifference apart(Channel channel, int one, int other) {
    int first = -1;
    int count = 0;
    int unknown = 0;
    for (int i = 0; i < channel.rowLength(); i++) {
      if (mayDiffer(channel, i)) {
        continue;
      }
      if (isAbsent(channel, one, other, i)) {
        unknown++;
      } else if (differ(channel, one, other, i)) {
        first = first < 0 ? i : first;
        count++;
      }
    }
    return new RowDifference(first, count, unknown);
  }

  /// Whether any number differs between two rows that must not.
  private boolean differ(Channel channel, int one, int other) {
    for (int i = 0; i < channel.rowLength(); i++) {
      if (!mayDiffer(channel, i)
          && !isAbsent(channel, one, other, i)
          && differ(channel, one, other, i)) {
        return true;
      }
    }
    return false;
  }

  private boolean mayDiffer(Channel channel, int number) {
    return size > 0 && seen(channel) && mayDiffer.get(number % size);
  }

  private static boolean isAbsent(Channel channel, int one, int other, int number) {
    return channel.absent(one, number) || channel.absent(other, number);
  }

  private static boolean differ(Channel channel, int one, int other, int number) {
    return Double.doubleToLongBits(channel.value(one, number))
        != Double.doubleToLongBits(channel.value(other, number));
  }

  /// Whether all later trials of the episode begin to differ from the first at this tick, most of
  /// them agree with this one, and no known mistake of a reset explains it. Where one of them
  /// differed before, the others have agreed with the first trial against it.
  ///
  /// @param number index of the number that differs
  private boolean firstIsOdd(Channel channel, TrialPair pair, int t, int number) {
    List<TrialPair> later =
        pairs.stream()
            .filter(each -> each.first() == pair.first() && t < comparable(each))
            .toList();
    long agreeing =
        later.stream().filter(each -> !differ(channel, each.other() + t, pair.other() + t)).count();
    return agreeing > 1
        && 2 * agreeing > later.size()
        && later.stream().allMatch(each -> divergence(channel, each) == t)
        && mayBeOfFirst(channel, later.getFirst(), t, number);
  }

  /// The first comparable tick of a later trial at which a column differs from the first trial's.
  private int divergence(Channel channel, TrialPair pair) {
    return divergence.computeIfAbsent(
        new PairColumn(pair, channel.spec().name()),
        _ -> {
          int t = 0;
          while (t < comparable(pair) && !differ(channel, pair.first() + t, pair.other() + t)) {
            t++;
          }
          return t;
        });
  }

  /// How many ticks of a later trial can be compared: up to an edit, and no further than the tick
  /// at which an agent first acts otherwise.
  private int comparable(TrialPair pair) {
    return comparable.computeIfAbsent(
        pair,
        _ -> {
          for (int t = 0; t < pair.ticks(); t++) {
            if (edited(pair.first() + t) || edited(pair.other() + t)) {
              return t;
            }
            if (actsOtherwise(pair, t, Whose.ALL)) {
              return t + 1;
            }
          }
          return pair.ticks();
        });
  }

  private boolean mayBeOfFirst(Channel channel, TrialPair second, int t, int number) {
    int agent = NamedNumber.of(rollout, channel, number).agent();
    return TrialDifferenceCause.mayBeOfFirst(
        channel,
        t,
        channel.value(second.first() + t, number),
        channel.value(second.other() + t, number),
        second.other() > 0 ? channel.value(second.other() - 1, number) : Double.NaN,
        beginsAt(channel, second, agent));
  }

  /// Different outputs for the same observation come from memory alone.
  private void remember(TrialPair pair, int t) {
    int agents = Math.max(1, rollout.manifest().agents());
    if (logits.isEmpty() || !example.isEmpty()) {
      return;
    }
    int each = logits.get().rowLength() / agents;
    for (int agent = 0; agent < agents; agent++) {
      double most = 0;
      for (int i = agent * each; i < (agent + 1) * each; i++) {
        double apart =
            logits.get().value(pair.other() + t, i) - logits.get().value(pair.first() + t, i);
        most = Math.max(most, Math.abs(apart));
      }
      if (most > 0) {
        inCacheOnly++;
        example =
            wording(
                "TrialComparison.trial_1_though_everything_else_is",
                wording("TrialComparison.at_tick_tick_of_trial_outputs")
                    .formatted(
                        mayDiffer.isEmpty()
                            ? wording("TrialComparison.differs_only_in_the_cache")
                            : wording("TrialComparison.differs_only_in_the_cache_and"),
                        BodyNames.titled(rollout, agent),
                        pair.other() + t,
                        t,
                        pair.number(),
                        NumberWords.significant(most, 3)));
        return;
      }
    }
  }

  /// Why the agent starts the later trial where it does, as far as the columns show.
  private String beginsAt(Channel channel, TrialPair pair, int agent) {
    if (agent < 0 || !channel.spec().perAgent()) {
      return TrialDifferenceCause.UNKNOWN_PLACE;
    }
    if (pair.other() > 0 && same(channel, pair.other() - 1, pair.other(), agent)) {
      return TrialDifferenceCause.WHERE_THE_TRIAL_BEFORE_ENDED;
    }
    Optional<Knob> warmUp = BuiltInEnvironments.rulesOf(rollout).warmUp();
    if (warmUp.isEmpty() || pair.ticks() < 2) {
      return TrialDifferenceCause.UNKNOWN_PLACE;
    }
    for (int other = 0; other < rollout.manifest().agents(); other++) {
      boolean moves = !same(channel, pair.first(), pair.first() + 1, other);
      if (moves && same(channel, pair.first(), pair.other(), other)) {
        return TrialDifferenceCause.UNKNOWN_PLACE;
      }
    }
    return TrialDifferenceCause.anotherFrame(warmUp.get());
  }

  private boolean same(Channel channel, int tick, int other, int agent) {
    int each = channel.rowLength() / Math.max(1, rollout.manifest().agents());
    for (int i = agent * each; i < (agent + 1) * each; i++) {
      if (differ(channel, tick, other, i)) {
        return false;
      }
    }
    return true;
  }

  private static boolean seen(Channel channel) {
    return channel.spec().name().equals("observation");
  }

  private boolean actsOtherwise(TrialPair pair, int t, Whose whose) {
    if (action.isEmpty()) {
      return true;
    }
    Channel deeds = action.get();
    int each = Math.max(1, deeds.rowLength() / Math.max(1, rollout.manifest().agents()));
    for (int i = 0; i < deeds.rowLength(); i++) {
      int agent = i / each;
      boolean counts = whose == Whose.ALL || ego.map(sides -> sides.value(agent) != 0).orElse(true);
      // A recorder fills in the action of an agent in limbo; the policy did not choose it.
      boolean there = removed.isEmpty() || removed.get().value(pair.first() + t, agent) == 0;
      if (counts && there && deeds.value(pair.first() + t, i) != deeds.value(pair.other() + t, i)) {
        return true;
      }
    }
    return false;
  }

  void sum() {
    auditFindings.compared("row", world.isEmpty() ? 0 : ticks);
    auditFindings.leftOut(
        wording("TrialComparison.number_of_an_observation"),
        mayDiffer.cardinality() - marks.cardinality() - disturbed.cardinality(),
        wording("TrialComparison.they_tell_trials_apart_by_design"));
    auditFindings.leftOut(
        wording("TrialComparison.number_of_an_observation"),
        marks.cardinality(),
        wording("TrialComparison.they_follow_from_the_tick_before"));
    auditFindings.leftOut(
        wording("TrialComparison.number_of_an_observation"),
        disturbed.cardinality(),
        wording("TrialComparison.noise_disturbs_them_at_every_tick"));
    if (!marks.isEmpty()) {
      auditFindings.remark(
          wording(
              "TrialComparison.observed_numbers_that_follow_from",
              marks.stream().mapToObj(this::observed).collect(Collectors.joining(", "))));
    }
    auditFindings.leftOut(
        "number", absent, wording("TrialComparison.the_recording_does_not_hold_them"));
    if (!example.isEmpty()) {
      auditFindings.remark(example);
    }
    auditFindings.remark(
        wording("TrialComparison.rows_compared_in_trials_an_agent", ticks, actedOtherwise));
  }

  private String observed(int number) {
    return NamedNumber.of(rollout, rollout.channel("observation").orElseThrow(), number)
        .dimension();
  }

  /// The sentence if nothing is wrong.
  String words(int pairs) {
    int compared = size - mayDiffer.cardinality();
    return wording("TrialComparison.as_trial_1_0_of_and")
        .formatted(
            wording("TrialComparison.later_trials_begin", pairs),
            wording(
                "TrialComparison.of_the_world",
                CountWords.of(world.stream().filter(c -> !seen(c)).count(), "column")),
            wording(
                "TrialComparison.of_an_observation",
                CountWords.of(compared, wording("TrialComparison.compared_dimension"))),
            outputsDiffer());
  }

  /// Why outputs differ in equal worlds: where observed numbers were left out, these may be the
  /// reason as well as a memory, which the policy need not have.
  private String outputsDiffer() {
    if (inCacheOnly == 0) {
      return "";
    }
    return mayDiffer.isEmpty()
        ? wording("TrialComparison.policy_outputs_differ_only_by_the")
        : wording("TrialComparison.policy_outputs_differ_by_what_was");
  }

  /// Two trials of one episode, aligned by the ticks since each began.
  ///
  /// @param first the tick at which the first trial begins
  /// @param other the tick at which the later one begins
  /// @param ticks the number of ticks that both have
  /// @param number number of the later trial, from 1
  record TrialPair(int first, int other, int ticks, int number) {}

  /// A column in which the first trial of an episode was named.
  ///
  /// @param first the tick at which the trial begins
  private record OddFirst(int first, String column) {}

  private record PairColumn(TrialPair pair, String column) {}

  /// What differs between two rows of a column.
  ///
  /// @param first index of the first number that differs, or -1
  /// @param count numbers that differ
  /// @param absent numbers that the recording does not hold
  private record RowDifference(int first, int count, int absent) {}
}
