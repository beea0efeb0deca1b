package dev.hindsight.trainer.scene;

import dev.hindsight.trainer.rollout.Rollout;
import java.util.List;
import java.util.stream.IntStream;

/// What the agents of a recording are called, taken down once for whoever has no recording at hand.
///
/// @param own one for each agent, empty for one without a name
public record AgentNames(List<String> own) {
  /// Nobody has a name.
  public static final AgentNames NONE = new AgentNames(List.of());

  /// Copies the list.
  public AgentNames {
    own = List.copyOf(own);
  }

  /// Those of a recording, as [BodyNames] reads them.
  public static AgentNames of(Rollout rollout) {
    return new AgentNames(
        IntStream.range(0, rollout.manifest().agents())
            .mapToObj(agent -> BodyNames.agent(rollout, agent).orElse(""))
            .toList());
  }

  /// `agent 7`, or `agent 7 KL008` where it has a name.
  public String titled(int agent) {
    return "agent " + numbered(agent);
  }

  /// `7`, or `7 KL008` where it has a name.
  public String numbered(int agent) {
    String name = agent >= 0 && agent < own.size() ? own.get(agent) : "";
    return name.isEmpty() ? Integer.toString(agent) : agent + " " + name;
  }
}
