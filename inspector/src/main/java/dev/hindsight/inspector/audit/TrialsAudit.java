package dev.hindsight.inspector.audit;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.trainer.CountWords;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.edit.EditedPlaces;
import dev.hindsight.trainer.env.RecordingRules;
import dev.hindsight.trainer.env.RecordingRules.Knob;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.outcome.AgentColumn;
import dev.hindsight.trainer.outcome.EpisodeEnds;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.NpyArray;
import dev.hindsight.trainer.rollout.RecordedPartners;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.TrialIndex;
import dev.hindsight.trainer.scene.BodyNames;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// Checks that trial k begins exactly as trial 1 did and, as long as all agents act the same,
/// continues exactly as it did.
final class TrialsAudit implements Audit {
  @Override
  public String id() {
    return "trials";
  }

  @Override
  public String title() {
    return wording("TrialsAudit.trial_equivalence");
  }

  @Override
  public String help() {
    return wording("TrialsAudit.every_trial_begins_like_the_first");
  }

  @Override
  public Optional<String> missing(Rollout rollout) {
    if (rollout.manifest().trials().count() <= 1) {
      return Optional.of(wording("TrialsAudit.the_recording_has_no_trials_to"));
    }
    if (rollout.manifest().wasDataset()) {
      return Optional.of(wording("TrialsAudit.a_dataset_does_not_say"));
    }
    return rollout.channel("trial").isPresent()
        ? Optional.empty()
        : Optional.of(wording("TrialsAudit.the_recording_does_not_say_which"));
  }

  @Override
  public AuditReport run(AuditSubject subject, Progress progress, Cancellation cancellation) {
    Rollout rollout = subject.rollout();
    List<TrialPair> pairs = pairs(rollout);
    if (pairs.isEmpty()) {
      return AuditReport.nothingToCheck(id(), wording("TrialsAudit.no_second_trial_has_begun"));
    }
    AuditFindings auditFindings = AuditFindings.of(id(), subject.rollout());
    TrialComparison comparison =
        new TrialComparison(new AuditedRecording(rollout), auditFindings, cancellation);
    for (int i = 0; i < pairs.size(); i++) {
      cancellation.throwIfCancelled();
      comparison.compare(pairs.get(i));
      progress.report(i + 1L, pairs.size(), "trials");
    }
    comparison.sum();
    partners(rollout, auditFindings);
    return auditFindings.report(comparison.words(pairs.size()));
  }

  /// Checks that no trial changes the partner of its episode.
  private static void partners(Rollout rollout, AuditFindings auditFindings) {
    Optional<RecordedPartners> partners = RecordedPartners.of(rollout.manifest());
    if (partners.isEmpty()) {
      return;
    }
    TrialIndex trials = rollout.trials();
    Optional<String> drawn = Optional.empty();
    for (int stretch = 0; stretch < trials.count(); stretch++) {
      for (int tick = trials.start(stretch); tick < trials.end(stretch); tick++) {
        Optional<String> driving = partners.get().at(rollout, tick);
        boolean begins = tick == 0 || (tick == trials.start(stretch) && trials.trial(stretch) == 0);
        if (!begins && !driving.equals(drawn)) {
          auditFindings.add(
              tick,
              AuditFinding.NO_AGENT,
              RecordedPartners.COLUMN,
              Double.NaN,
              wording(
                  "TrialsAudit.the_partner_changes_within_the_episode",
                  drawn.orElse("?"),
                  driving.orElse("?")));
        }
        drawn = driving;
      }
    }
    auditFindings.compared(wording("TrialsAudit.partner_tick"), rollout.ticks());
  }

  /// Each later trial of an episode, paired with its first.
  private static List<TrialPair> pairs(Rollout rollout) {
    TrialIndex trials = rollout.trials();
    List<TrialPair> pairs = new ArrayList<>();
    int first = -1;
    for (int stretch = 0; stretch < trials.count(); stretch++) {
      if (trials.trial(stretch) == 0) {
        first = stretch;
      } else if (first >= 0 && !waiting(rollout, trials.start(stretch))) {
        int common =
            Math.min(
                trials.end(first) - trials.start(first),
                trials.end(stretch) - trials.start(stretch));
        pairs.add(
            new TrialPair(
                trials.start(first), trials.start(stretch), common, trials.trial(stretch) + 1));
      }
    }
    return pairs;
  }

  /// Whether a recording by the reference program has all agents in limbo after its last trial:
  /// that is not another trial.
  private static boolean waiting(Rollout rollout, int tick) {
    return tick > 0 && new EpisodeEnds(rollout).ended(tick - 1, 0);
  }

  /// Compares later trials with the first, row by row. One owner thread.
  private static final class TrialComparison {
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

    TrialComparison(
        AuditedRecording recording, AuditFindings auditFindings, Cancellation cancellation) {
      rollout = recording.rollout();
      byHand = recording.byHand();
      this.auditFindings = auditFindings;
      world = WorldColumns.of(rollout);
      others = world.stream().anyMatch(WorldColumns::ofOthers);
      mayDiffer = WorldColumns.mayDiffer(rollout);
      marks = marks(rollout, mayDiffer, cancellation);
      mayDiffer.or(marks);
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
              "row", pair.ticks() - t, wording("TrialsAudit.from_an_edit_of_an_agent_on"));
          return;
        }
        boolean all = t <= somebody;
        boolean differs = row(pair, t, all);
        ticks++;
        if (differs) {
          auditFindings.leftOut(
              "row",
              pair.ticks() - t - 1L,
              wording("TrialsAudit.after_the_first_difference_of_their"));
          return;
        }
        if (all) {
          remember(pair, t);
        }
        somebody = Math.min(somebody, actsOtherwise(pair, t, Whose.ALL) ? t : NONE);
        anEgo = Math.min(anEgo, actsOtherwise(pair, t, Whose.EGOS) ? t : NONE);
      }
      auditFindings.leftOut(
          "row", pair.ticks() - t, wording("TrialsAudit.after_an_agent_acted_differently"));
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
              TrialDifferenceCause.of(
                  channel, is, t, beginsAt(channel, pair, namedNumber.agent())));
        }
        auditFindings.remark(
            wording(
                "TrialsAudit.trial_tick_of_it_of_numbers",
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
                  "TrialsAudit.trial_1_though_everything_else_is",
                  wording("TrialsAudit.at_tick_tick_of_trial_outputs")
                      .formatted(
                          mayDiffer.isEmpty()
                              ? wording("TrialsAudit.differs_only_in_the_cache")
                              : wording("TrialsAudit.differs_only_in_the_cache_and"),
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
        boolean counts =
            whose == Whose.ALL || ego.map(sides -> sides.value(agent) != 0).orElse(true);
        // A recorder fills in the action of an agent in limbo; the policy did not choose it.
        boolean there = removed.isEmpty() || removed.get().value(pair.first() + t, agent) == 0;
        if (counts
            && there
            && deeds.value(pair.first() + t, i) != deeds.value(pair.other() + t, i)) {
          return true;
        }
      }
      return false;
    }

    void sum() {
      auditFindings.compared("row", world.isEmpty() ? 0 : ticks);
      auditFindings.leftOut(
          wording("TrialsAudit.number_of_an_observation"),
          mayDiffer.cardinality() - marks.cardinality(),
          wording("TrialsAudit.they_tell_trials_apart_by_design"));
      auditFindings.leftOut(
          wording("TrialsAudit.number_of_an_observation"),
          marks.cardinality(),
          wording("TrialsAudit.they_follow_from_the_tick_before"));
      if (!marks.isEmpty()) {
        auditFindings.remark(
            wording(
                "TrialsAudit.observed_numbers_that_follow_from",
                marks.stream().mapToObj(this::observed).collect(Collectors.joining(", "))));
      }
      auditFindings.leftOut(
          "number", absent, wording("TrialsAudit.the_recording_does_not_hold_them"));
      if (!example.isEmpty()) {
        auditFindings.remark(example);
      }
      auditFindings.remark(
          wording("TrialsAudit.rows_compared_in_trials_an_agent", ticks, actedOtherwise));
    }

    private String observed(int number) {
      return NamedNumber.of(rollout, rollout.channel("observation").orElseThrow(), number)
          .dimension();
    }

    /// The sentence if nothing is wrong.
    String words(int pairs) {
      int compared = size - mayDiffer.cardinality();
      return wording("TrialsAudit.as_trial_1_0_of_and")
          .formatted(
              wording("TrialsAudit.later_trials_begin", pairs),
              wording(
                  "TrialsAudit.of_the_world",
                  CountWords.of(world.stream().filter(c -> !seen(c)).count(), "column")),
              wording(
                  "TrialsAudit.of_an_observation",
                  CountWords.of(compared, wording("TrialsAudit.compared_dimension"))),
              outputsDiffer());
    }

    /// Why outputs differ in equal worlds: where observed numbers were left out, these may be the
    /// reason as well as a memory, which the policy need not have.
    private String outputsDiffer() {
      if (inCacheOnly == 0) {
        return "";
      }
      return mayDiffer.isEmpty()
          ? wording("TrialsAudit.policy_outputs_differ_only_by_the")
          : wording("TrialsAudit.policy_outputs_differ_by_what_was");
    }
  }

  /// Two trials of one episode, aligned by the ticks since each began.
  ///
  /// @param first the tick at which the first trial begins
  /// @param other the tick at which the later one begins
  /// @param ticks the number of ticks that both have
  /// @param number number of the later trial, from 1
  private record TrialPair(int first, int other, int ticks, int number) {}
}
