package dev.hindsight.inspector.audit;

import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.Optional;

/// Columns with a number for each agent, as far as a recording has them in that shape.
final class AgentRows {
  private AgentRows() {}

  /// The column, if it has one number per agent.
  static Optional<Channel> of(Rollout rollout, String name) {
    int agents = rollout.manifest().agents();
    return rollout
        .channel(name)
        .filter(c -> agents > 0 && c.spec().perAgent() && c.rowLength() == agents);
  }

  /// D where the recording holds a whole observation of each agent, else 0.
  static int observed(Rollout rollout) {
    int agents = rollout.manifest().agents();
    return rollout
        .channel("observation")
        .filter(c -> agents > 0 && c.spec().perAgent() && c.rowLength() % agents == 0)
        .map(c -> c.rowLength() / agents)
        .orElse(0);
  }

  /// Whether the layout tells what each number of an observation is.
  static boolean described(Rollout rollout) {
    int size = observed(rollout);
    return size > 0 && rollout.manifest().observation().size() == size;
  }
}
