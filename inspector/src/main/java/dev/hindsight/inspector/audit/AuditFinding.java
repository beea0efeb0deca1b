package dev.hindsight.inspector.audit;

import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.scene.AgentNames;

/// A place where something does not hold, named so that one can go there.
///
/// @param tick row of the recording
/// @param agent whose, or [#NO_AGENT]
/// @param dimension the number that shows it: `pose.x`, `observation ego.speed`, `logit 3`
/// @param size how far off it is, in the number's own unit; NaN where that means nothing
/// @param cause what must have happened, in words
public record AuditFinding(int tick, int agent, String dimension, double size, String cause) {
  /// It concerns no agent in particular.
  public static final int NO_AGENT = -1;

  /// In one line: `tick 24, agent 1, pose.x (3.02 off): ...`.
  public String words(AgentNames names) {
    String who = agent == NO_AGENT ? "" : ", " + names.titled(agent);
    String off = Double.isNaN(size) ? "" : " (" + NumberWords.significant(size, 3) + " off)";
    return "tick " + tick + who + ", " + dimension + off + ": " + cause;
  }
}
