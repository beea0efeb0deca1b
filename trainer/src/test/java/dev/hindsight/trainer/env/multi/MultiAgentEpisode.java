package dev.hindsight.trainer.env.multi;

import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.StepBuffer;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// One episode of an environment, agent by agent. For exchange and for checks, not for hot loops;
/// one owner thread.
public final class MultiAgentEpisode {
  private final Environment environment;
  private final List<String> ids;
  private final ProtocolChecker watch;

  /// @param environment at the beginning of an episode
  /// @param ids one per agent
  public MultiAgentEpisode(Environment environment, List<String> ids) {
    this.environment = environment;
    this.ids = List.copyOf(ids);
    this.watch = new ProtocolChecker(new HashSet<>(ids));
    if (ids.size() != environment.shape().agents()) {
      throw new IllegalArgumentException(
          ids.size() + " names for " + environment.shape().agents() + " agents");
    }
  }

  /// What has been counted.
  public ProtocolChecker watch() {
    return watch;
  }

  /// What the agents see that act first.
  public Map<String, float[]> first() {
    return seen();
  }

  /// Runs one step.
  ///
  /// @param actions of all agents; those of agents that have left are ignored
  /// @throws IllegalStateException if the environment breaks the protocol
  public MultiAgentStep step(Actions actions) {
    StepBuffer buffer = environment.buffer();
    byte[] away = buffer.removed.clone();
    environment.step(actions);
    boolean all = true;
    for (byte terminal : buffer.terminal) {
      all &= terminal != 0;
    }
    Map<String, Float> rewards = new LinkedHashMap<>();
    Map<String, Boolean> terminateds = new LinkedHashMap<>();
    Map<String, Boolean> truncateds = new LinkedHashMap<>();
    for (int agent = 0; agent < ids.size(); agent++) {
      if (away[agent] == 0) {
        boolean cut = buffer.truncation[agent] != 0;
        rewards.put(ids.get(agent), buffer.reward[agent]);
        // Where a limit cuts the last trial the end is the limit's, though memory goes with it.
        terminateds.put(ids.get(agent), buffer.terminal[agent] != 0 && !cut);
        truncateds.put(ids.get(agent), cut);
      }
    }
    terminateds.put(MultiAgentStep.ALL, all);
    truncateds.put(MultiAgentStep.ALL, all && truncateds.containsValue(true));
    MultiAgentStep step =
        new MultiAgentStep(all ? Map.of() : seen(), rewards, terminateds, truncateds);
    watch.see(step);
    return step;
  }

  private Map<String, float[]> seen() {
    StepBuffer buffer = environment.buffer();
    int size = environment.shape().observation().size();
    Map<String, float[]> seen = new LinkedHashMap<>();
    for (int agent = 0; agent < ids.size(); agent++) {
      if (buffer.removed[agent] == 0) {
        seen.put(
            ids.get(agent),
            Arrays.copyOfRange(buffer.observation, agent * size, (agent + 1) * size));
      }
    }
    return seen;
  }
}
