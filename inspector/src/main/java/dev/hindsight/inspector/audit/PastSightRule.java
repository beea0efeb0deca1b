package dev.hindsight.inspector.audit;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.observation.ObservationLayout.Segment;
import dev.hindsight.trainer.outcome.AgentColumn;
import java.util.Arrays;
import java.util.Optional;

/// Checks what an agent sees of the current trial and the previous tick: the segment `trial`,
/// one-hot, and the segment `previous` with the action, the reward and whether a trial ended.
final class PastSightRule implements SightRule {
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
      if (!recording.byHand().seen(tick, agent)) {
        int at = agent * size;
        int whose = agent;
        trial.ifPresent(segment -> trial(tick, whose, row, at, segment));
        previous.ifPresent(segment -> previous(tick, whose, row, at, segment));
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
        boolean stale = tick > 0 && row[at + segment.offset() + recording.trial(tick - 1)] == 1;
        auditFindings.add(
            tick,
            agent,
            wording("PastSightRule.observation_trial", segment.feature(k)),
            Double.NaN,
            stale && recording.trial(tick - 1) != right
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
    boolean goal = before >= 0 && recording.goal(before, agent);
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
          boolean ended = before >= 0 && tick > 0 && recording.ended(tick - 1, agent);
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
