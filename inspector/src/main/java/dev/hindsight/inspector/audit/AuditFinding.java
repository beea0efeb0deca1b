package dev.hindsight.inspector.audit;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.scene.AgentNames;

/// One place where an audit found a fault.
///
/// @param tick row of the recording
/// @param agent its agent, or [#NO_AGENT]
/// @param dimension the number with the fault: `pose.x`, `observation ego.speed`, `logit 3`
/// @param size size of the error, in the number's own unit; NaN where that means nothing
/// @param cause what must have happened, in words
public record AuditFinding(int tick, int agent, String dimension, double size, String cause) {
  /// The finding concerns no particular agent.
  public static final int NO_AGENT = -1;

  /// One line: `tick 24, agent 1, pose.x (3.02 off): ...`.
  public String words(AgentNames names) {
    String who = agent == NO_AGENT ? "" : ", " + names.titled(agent);
    String off =
        Double.isNaN(size) ? "" : wording("AuditFinding.off", NumberWords.significant(size, 3));
    return wording("AuditFinding.tick", tick, who, dimension, off, cause);
  }
}
