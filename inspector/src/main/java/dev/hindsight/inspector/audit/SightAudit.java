package dev.hindsight.inspector.audit;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.trainer.env.RecordingRules.Bounds;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.observation.ObservationLayout.Segment;
import dev.hindsight.trainer.outcome.AgentColumn;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// Checks that what an agent sees of itself, of others and of its own past matches the columns of
/// the same row. It reads the names of the observation layout and skips recordings without them.
final class SightAudit implements Audit {
  @Override
  public String id() {
    return "sight";
  }

  @Override
  public String title() {
    return "Sight";
  }

  @Override
  public String help() {
    return wording("SightAudit.observations_of_an_agent_itself");
  }

  @Override
  public Optional<String> missing(Rollout rollout) {
    return AgentColumn.observation(rollout).isPresent()
        ? Optional.empty()
        : Optional.of(wording("SightAudit.the_recording_has_no_observations"));
  }

  @Override
  public AuditReport run(AuditSubject subject, Progress progress, Cancellation cancellation) {
    Rollout rollout = subject.rollout();
    AuditFindings auditFindings = AuditFindings.of(id(), rollout);
    AuditedRecording recording = new AuditedRecording(rollout);
    List<SightRule> rules = new ArrayList<>();
    OwnStateSightRule.of(recording, auditFindings).ifPresent(rules::add);
    PastSightRule.of(recording, auditFindings).ifPresent(rules::add);
    ConstantsSightRule.of(recording, auditFindings).ifPresent(rules::add);
    OtherBodiesSightRule.of(recording, auditFindings).ifPresent(rules::add);
    LimboSightRule.of(recording, auditFindings).ifPresent(rules::add);
    int size = AgentColumn.widthOf(rollout, "observation");
    float[] row = new float[recording.agents() * size];
    long unrecorded = 0;
    var observation = rollout.channel("observation").orElseThrow();
    for (int tick = 0; tick < rollout.ticks() && !rules.isEmpty(); tick++) {
      cancellation.throwIfCancelled();
      observation.read(tick, 0, row, row.length);
      for (SightRule rule : rules) {
        rule.check(tick, row);
      }
      for (int agent = 0; agent < recording.agents(); agent++) {
        unrecorded += recording.unrecorded(tick, agent) ? 1 : 0;
      }
      progress.report(tick + 1L, rollout.ticks(), "ticks");
    }
    rules.forEach(SightRule::close);
    auditFindings.leftOut(
        "observation", unrecorded, wording("SightAudit.the_recording_does_not_hold_them"));
    return auditFindings.report(
        wording("SightAudit.observations_match_the_columns"),
        wording("SightAudit.no_number_of_the_observation_is"));
  }

  /// Checks that numbers drawn or set when an episode begins stay the same until it ends: the
  /// weights an agent is conditioned on, the size of its body. The weights must lie within the
  /// bounds they are drawn from.
  private static final class ConstantsSightRule implements SightRule {
    private final AuditedRecording recording;
    private final AuditFindings auditFindings;
    private final List<Constant> constants;
    private final int size;
    private final float[] last;

    /// @param low smallest value that may be drawn; NaN if unknown
    private record Constant(int at, String name, double low, double high) {}

    private ConstantsSightRule(
        AuditedRecording recording, AuditFindings auditFindings, List<Constant> constants) {
      this.recording = recording;
      this.auditFindings = auditFindings;
      this.constants = constants;
      size = AgentColumn.widthOf(recording.rollout(), "observation");
      last = new float[recording.agents() * constants.size()];
      Arrays.fill(last, Float.NaN);
    }

    static Optional<ConstantsSightRule> of(
        AuditedRecording recording, AuditFindings auditFindings) {
      List<Constant> constants = new ArrayList<>();
      for (Segment segment : recording.rollout().manifest().observation().segments()) {
        for (int i = 0; segment.shape().size() == 1 && i < segment.names().size(); i++) {
          Bounds bounds = recording.rules().constants().get(segment.names().get(i));
          if (bounds != null) {
            constants.add(
                new Constant(
                    segment.offset() + i,
                    segment.name() + "." + segment.names().get(i),
                    bounds.least(),
                    bounds.most()));
          }
        }
      }
      return constants.isEmpty()
          ? Optional.empty()
          : Optional.of(new ConstantsSightRule(recording, auditFindings, constants));
    }

    @Override
    public void check(int tick, float[] row) {
      if (recording.begins(tick)) {
        Arrays.fill(last, Float.NaN);
      }
      for (int agent = 0; agent < recording.agents(); agent++) {
        if (!recording.observes(tick, agent)) {
          continue;
        }
        for (int c = 0; c < constants.size(); c++) {
          check(tick, agent, constants.get(c), agent * constants.size() + c, row);
        }
      }
    }

    private void check(int tick, int agent, Constant constant, int kept, float[] row) {
      float now = row[agent * size + constant.at];
      float before = last[kept];
      auditFindings.compared(wording("ConstantsSightRule.constant_number"), 1);
      if (!Float.isNaN(before) && now != before) {
        auditFindings.add(
            tick,
            agent,
            wording("ConstantsSightRule.observation", constant.name),
            Math.abs(now - before),
            wording("ConstantsSightRule.it_changes_within_an_episode_but"));
      } else if (now < constant.low - 1e-5 || now > constant.high + 1e-5) {
        auditFindings.add(
            tick,
            agent,
            wording("ConstantsSightRule.observation", constant.name),
            Math.max(constant.low - now, now - constant.high),
            wording("ConstantsSightRule.it_is_outside_the_bounds_it"));
      }
      last[kept] = now;
    }
  }

  /// Checks that agents in limbo stand still and that no agent sees them: they have no velocity and
  /// are in no pair of the radar.
  private static final class LimboSightRule implements SightRule {
    private final AuditedRecording recording;
    private final AuditFindings auditFindings;
    private final Optional<AgentColumn> velocity;
    private final Optional<Channel> pairs;
    private final boolean[] arrived;

    private LimboSightRule(
        AuditedRecording recording,
        AuditFindings auditFindings,
        Optional<AgentColumn> velocity,
        Optional<Channel> pairs) {
      this.recording = recording;
      this.auditFindings = auditFindings;
      this.velocity = velocity;
      this.pairs = pairs;
      arrived = new boolean[recording.agents()];
    }

    static Optional<LimboSightRule> of(AuditedRecording recording, AuditFindings auditFindings) {
      Optional<AgentColumn> velocity = recording.column("velocity", 2);
      Optional<Channel> pairs =
          recording
              .rollout()
              .channel("conflict_pairs")
              .filter(c -> c.rowShape().length == 2 && c.rowShape()[1] >= 2);
      return recording.ours() && recording.hasLimbo() && (velocity.isPresent() || pairs.isPresent())
          ? Optional.of(new LimboSightRule(recording, auditFindings, velocity, pairs))
          : Optional.empty();
    }

    @Override
    public void check(int tick, float[] row) {
      for (int agent = 0; agent < recording.agents(); agent++) {
        boolean limbo = recording.limbo(tick, agent);
        boolean enters = limbo && tick > 0 && !recording.limbo(tick - 1, agent);
        arrived[agent] = limbo && (enters ? recording.goal(tick - 1, agent) : arrived[agent]);
        if (limbo && velocity.isPresent()) {
          auditFindings.compared(wording("LimboSightRule.limbo_tick"), 1);
          moving(tick, agent, velocity.get(), enters);
        }
      }
      pairs.ifPresent(channel -> radar(tick, channel));
    }

    /// An agent that has arrived stands still; one that a contact removed keeps its velocity. At
    /// the end of a trial all agents are put back to the start.
    private void moving(int tick, int agent, AgentColumn v, boolean enters) {
      double speed = Math.hypot(v.value(tick, agent, 0), v.value(tick, agent, 1));
      boolean changes =
          !enters
              && tick > 0
              && !recording.trialEnds(tick - 1)
              && recording.limbo(tick - 1, agent)
              && (v.value(tick, agent, 0) != v.value(tick - 1, agent, 0)
                  || v.value(tick, agent, 1) != v.value(tick - 1, agent, 1));
      if ((arrived[agent] && speed != 0) || (changes && !recording.byHand().moved(tick))) {
        auditFindings.add(
            tick, agent, "velocity", speed, wording("LimboSightRule.an_agent_in_limbo_has_a"));
      }
    }

    private void radar(int tick, Channel channel) {
      int width = channel.rowShape()[1];
      for (int pair = 0; pair < channel.rowShape()[0]; pair++) {
        for (int side = 0; side < 2; side++) {
          double body = channel.value(tick, pair * width + side);
          int agent = body >= 0 && body < recording.agents() ? (int) body : -1;
          if (agent >= 0) {
            auditFindings.compared(wording("LimboSightRule.radar_pair"), 1);
          }
          if (agent >= 0 && recording.limbo(tick, agent)) {
            auditFindings.add(
                tick,
                agent,
                "conflict_pairs[" + pair + "]",
                Double.NaN,
                wording("LimboSightRule.an_agent_in_limbo_is_one"));
          }
        }
      }
    }
  }

  /// Checks what an agent sees of the current trial and the previous tick: the segment `trial`,
  /// one-hot, and the segment `previous` with the action, the reward and whether a trial ended.
  private static final class PastSightRule implements SightRule {
    private static final float NEAR = 1e-4f;

    private final AuditedRecording recording;
    private final AuditFindings auditFindings;
    private final Optional<Segment> trial;
    private final Optional<Segment> previous;
    private final Optional<AgentColumn> action;
    private final Optional<AgentColumn> reward;
    private final int size;
    private final int[] acted;

    private PastSightRule(
        AuditedRecording recording,
        AuditFindings auditFindings,
        Optional<Segment> trial,
        Optional<Segment> previous) {
      this.recording = recording;
      this.auditFindings = auditFindings;
      this.trial = trial;
      this.previous = previous;
      size = AgentColumn.widthOf(recording.rollout(), "observation");
      action = recording.column("action", 1);
      reward = recording.column("reward", 1);
      acted = new int[recording.agents()];
      Arrays.fill(acted, -1);
    }

    static Optional<PastSightRule> of(AuditedRecording recording, AuditFindings auditFindings) {
      int trials = recording.rollout().manifest().trials().count();
      Optional<Segment> trial =
          vector(recording, "trial").filter(s -> recording.hasClock() && s.length() == trials);
      // Other programs may fill such a segment differently.
      Optional<Segment> previous =
          vector(recording, ObservationLayout.PREVIOUS)
              .filter(s -> recording.world().equals("darkroom") && s.names().contains("reward"));
      return trial.isEmpty() && previous.isEmpty()
          ? Optional.empty()
          : Optional.of(new PastSightRule(recording, auditFindings, trial, previous));
    }

    private static Optional<Segment> vector(AuditedRecording recording, String name) {
      return recording.rollout().manifest().observation().segments().stream()
          .filter(s -> s.name().equals(name) && s.shape().size() == 1)
          .findFirst();
    }

    @Override
    public void check(int tick, float[] row) {
      boolean begins = recording.begins(tick);
      for (int agent = 0; agent < recording.agents(); agent++) {
        acted[agent] = begins ? -1 : acted[agent];
        if (recording.limbo(tick, agent)) {
          continue;
        }
        if (recording.observes(tick, agent)) {
          int at = agent * size;
          int whose = agent;
          trial.ifPresent(segment -> trial(tick, whose, row, at, segment));
          previous
              .filter(_ -> !recording.byHand().moved(tick, whose))
              .ifPresent(segment -> previous(tick, whose, row, at, segment));
        }
        acted[agent] = tick;
      }
    }

    private void trial(int tick, int agent, float[] row, int at, Segment segment) {
      auditFindings.compared(wording("PastSightRule.trial_number"), 1);
      int right = recording.trial(tick);
      for (int k = 0; k < segment.length(); k++) {
        float seen = row[at + segment.offset() + k];
        if (!(Math.abs(seen - (k == right ? 1 : 0)) <= NEAR)) {
          int before = tick > 0 ? recording.trial(tick - 1) : segment.length();
          boolean stale = before < segment.length() && row[at + segment.offset() + before] == 1;
          auditFindings.add(
              tick,
              agent,
              wording("PastSightRule.observation_trial", segment.feature(k)),
              Double.NaN,
              stale && before != right
                  ? wording("PastSightRule.the_observed_trial_is_that_of")
                  : wording("PastSightRule.the_observed_trial_is_not_the"));
          return;
        }
      }
    }

    /// At the first tick of an episode all of it must be 0.
    private void previous(int tick, int agent, float[] row, int at, Segment segment) {
      auditFindings.compared(wording("PastSightRule.previous_tick"), 1);
      int before = acted[agent];
      int did = before < 0 || action.isEmpty() ? -1 : (int) action.get().value(before, agent);
      // What an agent reached before a trial that an edit kept it out of is no result of that
      // trial.
      boolean goal =
          before >= 0
              && recording.goal(before, agent)
              && recording.rollout().trials().stretchAt(before)
                  == recording.rollout().trials().stretchAt(tick - 1);
      double paid = before < 0 || reward.isEmpty() ? 0 : reward.get().value(before, agent);
      int move = 0;
      for (int i = 0; i < segment.length(); i++) {
        float seen = row[at + segment.offset() + i];
        String name = segment.feature(i);
        boolean right;
        switch (name) {
          // If the first trial pays nothing, the observation shows all the same that the goal was
          // reached.
          case "reward" ->
              right =
                  Math.abs(seen - (goal ? 1 : 0)) <= NEAR
                      || (goal
                          && recording.number("size").isEmpty()
                          && Math.abs(seen - paid) <= NEAR);
          case "trial_ended" -> {
            boolean ended = !recording.begins(tick) && recording.ended(tick - 1, agent);
            right = Math.abs(seen - (ended ? 1 : 0)) <= NEAR;
          }
          default -> {
            right = Math.abs(seen - (move == did ? 1 : 0)) <= NEAR;
            move++;
          }
        }
        if (!right) {
          auditFindings.add(
              tick,
              agent,
              wording("PastSightRule.observation", segment.name(), name),
              Double.NaN,
              wording("PastSightRule.what_is_observed_of_the_tick"));
          return;
        }
      }
    }
  }
}
