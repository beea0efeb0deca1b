package dev.hindsight.inspector.audit;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.trainer.CountWords;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.AgentGroup;
import dev.hindsight.trainer.env.GroupManifest;
import dev.hindsight.trainer.env.RecordingRules;
import dev.hindsight.trainer.env.randomise.Buckets;
import dev.hindsight.trainer.group.RecordedGroups;
import dev.hindsight.trainer.observation.ObservationLayout.Segment;
import dev.hindsight.trainer.outcome.AgentColumn;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.NpyArray;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.TrialIndex;
import dev.hindsight.trainer.scene.Poses;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Checks that agents, ids, flags and the ends of trials and episodes agree with each other.
final class ProtocolAudit implements Audit {
  @Override
  public String id() {
    return "protocol";
  }

  @Override
  public String title() {
    return "Protocol";
  }

  @Override
  public String help() {
    return wording("ProtocolAudit.agents_flags_trials_and_the_ends");
  }

  @Override
  public Optional<String> missing(Rollout rollout) {
    boolean any =
        Stream.of("removed", "terminal", "truncation", "trial_ended")
            .anyMatch(name -> AgentColumn.of(rollout, name).isPresent());
    return any
        ? Optional.empty()
        : Optional.of(wording("ProtocolAudit.the_recording_has_no_flags_of"));
  }

  @Override
  public AuditReport run(AuditSubject subject, Progress progress, Cancellation cancellation) {
    Rollout rollout = subject.rollout();
    AuditFindings auditFindings = AuditFindings.of(id(), subject.rollout());
    agents(rollout, auditFindings);
    zeroOrOne(rollout, auditFindings, cancellation);
    AuditedRecording recording = new AuditedRecording(rollout);
    groups(recording, auditFindings, cancellation);
    buckets(recording, auditFindings);
    RecordedFlags recordedFlags = new RecordedFlags(recording);
    List<ProtocolRule> alone = new ArrayList<>(EpisodeProtocolRules.ALONE);
    List<ProtocolRule> followed = new ArrayList<>(EpisodeProtocolRules.FOLLOWED);
    if (rollout.manifest().trials().count() > 1) {
      alone.addAll(TrialProtocolRules.ALONE);
      followed.addAll(TrialProtocolRules.FOLLOWED);
      new VisibilityCheck(recording, auditFindings).check();
    }
    SecondEndCheck secondEnds = new SecondEndCheck(recordedFlags, auditFindings);
    RecordedFlags.Row now = recordedFlags.row();
    RecordedFlags.Row next = recordedFlags.row();
    recordedFlags.read(0, now);
    for (int tick = 0; tick < rollout.ticks(); tick++) {
      cancellation.throwIfCancelled();
      for (ProtocolRule protocolRule : alone) {
        protocolRule.check(recordedFlags, tick, now, now, auditFindings);
      }
      secondEnds.check(tick, now);
      if (tick + 1 == rollout.ticks()) {
        break;
      }
      recordedFlags.read(tick + 1, next);
      for (ProtocolRule protocolRule : followed) {
        protocolRule.check(recordedFlags, tick, now, next, auditFindings);
      }
      RecordedFlags.Row read = now;
      now = next;
      next = read;
      progress.report(tick + 1L, rollout.ticks(), "ticks");
    }
    auditFindings.compared(
        wording("ProtocolAudit.agent_tick"), (long) recordedFlags.agents() * rollout.ticks());
    return auditFindings.report(
        wording(
            "ProtocolAudit.rules_hold_at_every_tick_of",
            alone.size() + followed.size() + 1,
            CountWords.of(recordedFlags.agents(), "agent")));
  }

  private static void agents(Rollout rollout, AuditFindings auditFindings) {
    int agents = rollout.manifest().agents();
    for (Channel channel : rollout.channels()) {
      int[] shape = channel.rowShape();
      if (channel.spec().perAgent() && (shape.length == 0 || shape[0] != agents)) {
        auditFindings.add(
            0,
            AuditFinding.NO_AGENT,
            channel.spec().name(),
            Math.abs((shape.length == 0 ? 0 : shape[0]) - agents),
            wording("ProtocolAudit.a_column_has_another_number_of"));
      }
    }
    int egos = rollout.fixed("ego").map(NpyArray::length).orElse(agents);
    if (egos != agents) {
      auditFindings.add(
          0,
          AuditFinding.NO_AGENT,
          wording("ProtocolAudit.static_ego"),
          Math.abs(egos - agents),
          wording("ProtocolAudit.sides_are_stored_for_another_number"));
    }
  }

  /// Checks that what is randomised stays the same through an episode, in all its trials. A column
  /// of this name that describes no buckets is another program's, and may mean anything.
  private static void buckets(AuditedRecording recording, AuditFindings auditFindings) {
    Optional<Channel> bucket =
        recording
            .rollout()
            .channel(Buckets.COLUMN)
            .filter(channel -> channel.rowLength() == 1)
            .filter(channel -> !Buckets.described(channel.spec()).isEmpty());
    for (int tick = 1; bucket.isPresent() && tick < recording.ticks(); tick++) {
      long before = bucket.get().integer(tick - 1, 0);
      long now = bucket.get().integer(tick, 0);
      if (now != before && !recording.begins(tick)) {
        auditFindings.add(
            tick,
            AuditFinding.NO_AGENT,
            Buckets.COLUMN,
            (double) Math.abs(now - before),
            wording("ProtocolAudit.the_bucket_changes_within_the_episode", before, now));
      }
    }
  }

  /// Checks that groups are groups of the recording's agents, and that their members act together
  /// where nothing takes an agent off the map.
  private static void groups(
      AuditedRecording recording, AuditFindings auditFindings, Cancellation cancellation) {
    Optional<RecordedGroups> declared;
    try {
      declared = RecordedGroups.of(recording.rollout());
    } catch (Problem problem) {
      auditFindings.add(0, AuditFinding.NO_AGENT, GroupManifest.KEY, 1, problem.what());
      return;
    }
    RecordingRules rules = recording.rules();
    boolean stay =
        recording.current()
            && rules.trialEnd() == RecordingRules.TrialEnd.NOTHING
            && !rules.contactRemoves();
    for (int tick = 0; declared.isPresent() && stay && tick < recording.ticks(); tick++) {
      cancellation.throwIfCancelled();
      for (AgentGroup group : declared.get().groups()) {
        for (int agent : declared.get().missing(group, tick)) {
          auditFindings.add(
              tick, agent, "removed", 1, wording("ProtocolAudit.a_member_of_a_group_is_missing"));
        }
      }
    }
  }

  private static void zeroOrOne(
      Rollout rollout, AuditFindings auditFindings, Cancellation cancellation) {
    for (String name : List.of("removed", "terminal", "truncation", "trial_ended")) {
      cancellation.throwIfCancelled();
      Optional<AgentColumn> column = AgentColumn.of(rollout, name);
      for (int tick = 0; column.isPresent() && tick < rollout.ticks(); tick++) {
        for (int agent = 0; agent < column.get().agents(); agent++) {
          double value = column.get().value(tick, agent);
          if (value != 0 && value != 1) {
            auditFindings.add(
                tick,
                agent,
                name,
                Math.abs(value),
                wording("ProtocolAudit.a_flag_is_neither_0_nor"));
          }
        }
      }
    }
  }

  /// Checks which agents are visible when a trial begins, and which are on the map: rules for
  /// worlds with bodies.
  private static final class VisibilityCheck {
    private static final int UNKNOWN = -1;

    private final AuditedRecording recording;
    private final Rollout rollout;
    private final AuditFindings auditFindings;

    VisibilityCheck(AuditedRecording recording, AuditFindings auditFindings) {
      this.recording = recording;
      this.rollout = recording.rollout();
      this.auditFindings = auditFindings;
    }

    void check() {
      ghosts();
      invisible();
      bodies();
    }

    /// In trial mode no agent is a ghost; ghosts neither see others nor are seen.
    private void ghosts() {
      Optional<AgentColumn> ghost = AgentColumn.of(rollout, "ghost");
      TrialIndex trials = rollout.trials();
      for (int stretch = 0; ghost.isPresent() && stretch < trials.count(); stretch++) {
        int tick = trials.start(stretch);
        for (int agent = 0; agent < ghost.get().agents(); agent++) {
          if (ghost.get().is(tick, agent)) {
            auditFindings.add(
                tick, agent, "ghost", 1, wording("VisibilityCheck.the_ghost_flag_of_a_respawn"));
          }
        }
      }
    }

    /// Every trial begins as the first did: an agent that saw others then sees them now.
    private void invisible() {
      TrialIndex trials = rollout.trials();
      List<Segment> tables =
          AgentColumn.observation(rollout).isPresent()
              ? rollout.manifest().observation().segments().stream()
                  .filter(segment -> segment.name().equals("partners"))
                  .toList()
              : List.of();
      for (Segment table : tables) {
        int first = 0;
        for (int stretch = 0; stretch < trials.count(); stretch++) {
          int seen = filled(table, trials.start(stretch));
          if (trials.trial(stretch) == 0) {
            first = seen;
          } else if (first > 0 && seen == 0 && !edited(trials.start(stretch))) {
            auditFindings.add(
                trials.start(stretch),
                AuditFinding.NO_AGENT,
                wording("VisibilityCheck.observation", table.name()),
                first,
                wording("VisibilityCheck.all_agents_are_invisible_in_trials"));
          }
        }
      }
    }

    /// Whether an edit may have taken away whom agents would see at a tick.
    private boolean edited(int tick) {
      return recording.byHand().moved(tick) || recording.byHand().seen(tick);
    }

    /// How many numbers of the table are not 0, over all agents; [#UNKNOWN] if none is a number.
    private int filled(Segment table, int tick) {
      Channel observation = rollout.channel("observation").orElseThrow();
      int size = AgentColumn.widthOf(rollout, "observation");
      int filled = 0;
      boolean known = false;
      float[] row = new float[table.length()];
      for (int agent = 0; agent < rollout.manifest().agents(); agent++) {
        observation.read(tick, agent * size + table.offset(), row, row.length);
        for (float number : row) {
          // NaN shows nobody; that it is no number, `finite` finds.
          boolean isNumber = !Float.isNaN(number);
          known |= isNumber;
          filled += isNumber && number != 0 ? 1 : 0;
        }
      }
      return known ? filled : UNKNOWN;
    }

    /// Agents in limbo are off the map, and no others are.
    private void bodies() {
      int agents = rollout.manifest().agents();
      Optional<AgentColumn> removed = AgentColumn.of(rollout, "removed");
      Optional<AgentColumn> pose =
          AgentColumn.of(rollout, "pose", 3).filter(_ -> removed.isPresent());
      for (int tick = 0; pose.isPresent() && tick < rollout.ticks(); tick++) {
        for (int agent = 0; agent < agents; agent++) {
          double x = pose.get().value(tick, agent);
          boolean off = x == Poses.OFF_MAP;
          boolean limbo = removed.orElseThrow().is(tick, agent);
          // A place that is not a number may not be recorded; that it is none, `finite` finds.
          if (limbo && !off && !Double.isNaN(x)) {
            auditFindings.add(
                tick,
                agent,
                "pose.x",
                Math.abs(x - Poses.OFF_MAP),
                wording("VisibilityCheck.in_limbo_and_still_on_the"));
          } else if (off && !limbo) {
            auditFindings.add(
                tick, agent, "removed", 1, wording("VisibilityCheck.off_the_map_and_not_in"));
          }
        }
      }
    }
  }
}
