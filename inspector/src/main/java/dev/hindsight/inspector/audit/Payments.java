package dev.hindsight.inspector.audit;

import dev.hindsight.trainer.env.Promise;
import dev.hindsight.trainer.outcome.AgentColumn;
import dev.hindsight.trainer.outcome.EventKind;
import dev.hindsight.trainer.outcome.TickEvents;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Cancellation;
import java.util.Arrays;
import java.util.Optional;

/// Holds what each tick was paid and scored against what happened in it. One owner thread.
final class Payments {
  /// A reward below which nothing was paid for a goal: it may be the one trial that does not pay.
  private static final float SOMETHING = 0.01f;

  /// Rounding of a reward that is a sum.
  private static final float NEAR = 1e-6f;

  private final Rollout rollout;
  private final Findings findings;
  private final AuditedRecording recording;
  private final Flags flags;
  private final Optional<AgentColumn> ghost;
  private final Optional<AgentColumn> score;
  private final float[] paid;
  private int goals;
  private int late;
  private int firstLate;
  private int lateAgent;

  Payments(Rollout rollout, Findings findings) {
    this.rollout = rollout;
    this.findings = findings;
    recording = new AuditedRecording(rollout);
    flags = new Flags(recording);
    ghost = AgentColumn.of(rollout, "ghost");
    score = AgentColumn.of(rollout, "trial_score");
    paid = new float[flags.agents()];
  }

  void look(Cancellation cancellation) {
    Flags.Row now = flags.row();
    Flags.Row next = flags.row();
    flags.read(0, now);
    boolean paying = flags.has("reward") && flags.has("event");
    boolean scoring = score.isPresent() && flags.has("trial_ended");
    findings.compared(
        "agent tick", paying || scoring ? (long) flags.agents() * rollout.ticks() : 0);
    for (int tick = 0; tick < rollout.ticks(); tick++) {
      cancellation.throwIfCancelled();
      boolean last = tick + 1 == rollout.ticks();
      flags.read(last ? tick : tick + 1, next);
      for (int agent = 0; agent < flags.agents(); agent++) {
        if (paying) {
          paidOnce(tick, agent, now);
          inItsRow(tick, agent, now, next);
          wiped(tick, agent, now);
        }
        scored(tick, agent, now);
      }
      if (now.any(now.ended)) {
        Arrays.fill(paid, 0);
      }
      Flags.Row read = now;
      now = next;
      next = read;
    }
    if (late > 0 && late == goals) {
      findings.add(
          firstLate,
          lateAgent,
          "reward",
          1,
          "every goal is paid one row late: rewards are stored with the observation they arrived"
              + " with");
    }
  }

  private static boolean goal(Flags.Row row, int agent) {
    return TickEvents.happened(row.event[agent], EventKind.GOAL);
  }

  private static boolean contact(Flags.Row row, int agent) {
    return TickEvents.happened(row.event[agent], EventKind.COLLISION)
        || TickEvents.happened(row.event[agent], EventKind.OFFROAD);
  }

  /// What a goal brought comes once.
  private void paidOnce(int tick, int agent, Flags.Row now) {
    boolean respawned = ghost.isPresent() && ghost.get().is(tick, agent);
    if (goal(now, agent)) {
      paid[agent] = contact(now, agent) ? paid[agent] : now.reward[agent];
    } else if (paid[agent] > SOMETHING && now.reward[agent] > paid[agent] - NEAR && !respawned) {
      findings.broken(
          Promise.GOALS_ARE_PAID_ONCE,
          tick,
          agent,
          "reward",
          now.reward[agent],
          "the goal is paid again although nothing was reached: that it was is not noted");
    }
  }

  private void inItsRow(int tick, int agent, Flags.Row now, Flags.Row next) {
    if (!goal(now, agent)) {
      return;
    }
    goals++;
    if (now.reward[agent] < SOMETHING && next.reward[agent] > SOMETHING && !goal(next, agent)) {
      firstLate = late == 0 ? tick : firstLate;
      lateAgent = late == 0 ? agent : lateAgent;
      late++;
    }
  }

  /// A goal in the tick of a contact is worth less than a goal alone.
  private void wiped(int tick, int agent, Flags.Row now) {
    float penalty = penalty(now.event[agent]);
    float alone = conditioned() ? 0 : knob("reward_goal");
    if (goal(now, agent) && contact(now, agent) && penalty < 0 && alone > 0) {
      if (now.reward[agent] > alone + penalty / 2) {
        findings.broken(
            Promise.GOALS_ADD_TO_PENALTIES,
            tick,
            agent,
            "reward",
            now.reward[agent] - alone - penalty,
            "the goal is assigned, not added: it wipes the penalty of a contact of the same tick");
      }
    }
  }

  private float penalty(int event) {
    return (TickEvents.happened(event, EventKind.COLLISION) ? knob("reward_vehicle_collision") : 0)
        + (TickEvents.happened(event, EventKind.OFFROAD) ? knob("reward_offroad_collision") : 0);
  }

  /// Whether every agent has weights of its own.
  private boolean conditioned() {
    String kind = recording.word("conditioning");
    return !kind.isEmpty() && !kind.equals("none");
  }

  /// A number of the configuration; 0 where it has none of that name.
  private float knob(String name) {
    return (float) recording.number(name).orElse(0);
  }

  /// A score is there exactly where a trial ended, and is a share.
  private void scored(int tick, int agent, Flags.Row now) {
    if (score.isEmpty() || !flags.has("trial_ended")) {
      return;
    }
    double told = score.get().value(tick, agent);
    if (now.ended[agent] != 0 && Double.isNaN(told)) {
      findings.add(tick, agent, "trial_score", Double.NaN, "a trial ended and has no score");
    } else if (now.ended[agent] == 0 && !Double.isNaN(told)) {
      findings.add(tick, agent, "trial_score", told, "a score is told though no trial ended");
    } else if (told < 0 || told > 1) {
      findings.add(tick, agent, "trial_score", told, "a score is not between 0 and 1");
    }
  }
}
