package dev.hindsight.inspector.audit;

import dev.hindsight.trainer.CountWords;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.env.RecordingRules.Knob;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.outcome.AgentColumn;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.NpyArray;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.scene.BodyNames;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Holds later trials against the first, row by row. One owner thread.
final class TrialComparison {
  private static final int NONE = Integer.MAX_VALUE;

  /// Whose deeds count.
  private enum Whose {
    ALL,
    EGOS
  }

  private final Rollout rollout;
  private final AuditFindings auditFindings;
  private final List<Channel> world;
  private final boolean others;
  private final BitSet mayDiffer;
  private final int size;
  private final Optional<Channel> action;
  private final Optional<AgentColumn> removed;
  private final Optional<Channel> logits;
  private final Optional<NpyArray> ego;
  private long ticks;
  private long absent;
  private int inCacheOnly;
  private int actedOtherwise;
  private String example = "";

  TrialComparison(Rollout rollout, AuditFindings auditFindings) {
    this.rollout = rollout;
    this.auditFindings = auditFindings;
    world = WorldColumns.of(rollout);
    others = world.stream().anyMatch(WorldColumns::ofOthers);
    mayDiffer = WorldColumns.mayDiffer(rollout);
    size = AgentColumn.widthOf(rollout, "observation");
    action = rollout.channel("action").filter(c -> c.spec().perAgent());
    removed = AgentColumn.of(rollout, "removed");
    logits = rollout.channel("logits").filter(c -> c.spec().perAgent());
    ego = rollout.fixed("ego").filter(a -> a.length() == rollout.manifest().agents());
  }

  /// Compares everything until somebody acts otherwise, and whoever follows a log until an ego has
  /// had the time to be noticed.
  void compare(TrialPair pair) {
    int somebody = NONE;
    int anEgo = NONE;
    int t = 0;
    for (; t < pair.ticks() && t <= (others ? anEgo + 1L : somebody); t++) {
      boolean all = t <= somebody;
      boolean differs = row(pair, t, all);
      ticks++;
      if (differs) {
        auditFindings.leftOut(
            "row", pair.ticks() - t - 1L, "after the first difference of their trial");
        return;
      }
      if (all) {
        remember(pair, t);
      }
      somebody = Math.min(somebody, actsOtherwise(pair, t, Whose.ALL) ? t : NONE);
      anEgo = Math.min(anEgo, actsOtherwise(pair, t, Whose.EGOS) ? t : NONE);
    }
    auditFindings.leftOut(
        "row", pair.ticks() - t, "after an agent acted differently than in trial 1");
    actedOtherwise += somebody == NONE ? 0 : 1;
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
  /// @param noted whether the world differs, so that it is no wonder if something else is seen
  private boolean column(Channel channel, TrialPair pair, int t, boolean noted) {
    boolean seen = seen(channel);
    boolean mayBeAbsent = channel.spec().absentRows();
    int first = -1;
    int count = 0;
    for (int i = 0; i < channel.rowLength(); i++) {
      if (seen && size > 0 && mayDiffer.get(i % size)) {
        continue;
      }
      if (mayBeAbsent
          && (channel.absent(pair.first() + t, i) || channel.absent(pair.other() + t, i))) {
        absent++;
        continue;
      }
      double was = channel.value(pair.first() + t, i);
      double is = channel.value(pair.other() + t, i);
      if (Double.doubleToLongBits(was) != Double.doubleToLongBits(is)) {
        first = first < 0 ? i : first;
        count++;
      }
    }
    if (first >= 0) {
      double was = channel.value(pair.first() + t, first);
      double is = channel.value(pair.other() + t, first);
      NamedNumber namedNumber = NamedNumber.of(rollout, channel, first);
      if (!seen || !noted) {
        auditFindings.add(
            pair.other() + t,
            namedNumber.agent(),
            namedNumber.dimension(),
            Math.abs(is - was),
            TrialDifferenceCause.of(channel, is, t, beginsAt(channel, pair, namedNumber.agent())));
      }
      auditFindings.remark(
          String.format(
              Locale.ROOT,
              "trial %d, tick %d of it: %d of %d numbers of %s differ from trial 1, the first is %s: %s"
                  + " there, %s here",
              pair.number(),
              t,
              count,
              channel.rowLength(),
              channel.spec().name(),
              namedNumber.dimension(),
              was,
              is));
    }
    return first >= 0;
  }

  /// What is thought otherwise of the same sight comes from memory alone.
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
            "%s: %s at tick %d (tick %d of trial %d) outputs logits that differ by %s from"
                    .formatted(
                        mayDiffer.isEmpty()
                            ? "differs only in the cache"
                            : "differs only in the cache and in what tells trials apart",
                        BodyNames.titled(rollout, agent),
                        pair.other() + t,
                        t,
                        pair.number(),
                        NumberWords.significant(most, 3))
                + " trial 1, though everything else is equal to the bit";
        return;
      }
    }
  }

  /// Why the agent stands where it does as the later trial begins, as far as the columns show it.
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
      if (Double.doubleToLongBits(channel.value(tick, i))
          != Double.doubleToLongBits(channel.value(other, i))) {
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
      // What is filled in for an agent in limbo is nobody's deed.
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
        "number of an observation", mayDiffer.cardinality(), "they tell trials apart by design");
    auditFindings.leftOut("number", absent, "the recording does not hold them");
    if (!example.isEmpty()) {
      auditFindings.remark(example);
    }
    auditFindings.remark(
        String.format(
            Locale.ROOT,
            "%d rows compared; in %d trials an agent acts differently at some tick; from there the worlds"
                + " may diverge",
            ticks,
            actedOtherwise));
  }

  /// Where nothing is wrong.
  String words(int pairs) {
    int compared = size - mayDiffer.cardinality();
    return "%s as trial 1: 0 of %s and 0 of %s differ%s."
        .formatted(
            pairs == 1 ? "1 later trial begins" : pairs + " later trials begin",
            CountWords.of(world.stream().filter(c -> !seen(c)).count(), "column") + " of the world",
            CountWords.of(compared, "compared dimension") + " of an observation",
            inCacheOnly > 0 ? "; policy outputs differ only by the cache" : "");
  }
}
