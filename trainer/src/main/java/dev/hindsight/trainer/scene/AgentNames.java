package dev.hindsight.trainer.scene;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.rollout.FixedArray;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/// The names of a recording's agents, copied for code without access to the recording.
///
/// @param own one per agent, empty for an agent without a name
public record AgentNames(List<String> own) {
  /// No agent has a name.
  public static final AgentNames NONE = new AgentNames(List.of());

  /// Copies the list.
  public AgentNames {
    own = List.copyOf(own);
  }

  /// The names in a recording, as [BodyNames] reads them.
  public static AgentNames of(Rollout rollout) {
    return new AgentNames(
        IntStream.range(0, rollout.manifest().agents())
            .mapToObj(agent -> BodyNames.agent(rollout, agent).orElse(""))
            .toList());
  }

  /// The names in a running world, as its recording would have them.
  ///
  /// @param fixed the world's arrays that never change
  public static AgentNames of(List<FixedArray> fixed, int agents) {
    return fixed.stream()
        .filter(each -> each.spec().name().equals(BodyNames.AGENTS))
        .findFirst()
        .map(each ->
            new AgentNames(
                IntStream.range(0, agents)
                    .mapToObj(agent -> BodyNames.read(each.array(), agent).orElse(""))
                    .toList()))
        .orElse(NONE);
  }

  /// The name of an agent in one of several worlds side by side: `agent 3 KL008 of environment 2`.
  ///
  /// @param worlds the names in each, in the order of the worlds
  /// @param first index of the first agent of each, and finally the total number of agents
  /// @param row index of the agent among all
  public static String titled(IntFunction<AgentNames> worlds, int[] first, int row) {
    int e = 0;
    while (e + 2 < first.length && row >= first[e + 1]) {
      e++;
    }
    return wording("AgentNames.of_environment", worlds.apply(e).titled(row - first[e]), e);
  }

  /// `agent 7`, or `agent 7 KL008` if it has a name.
  public String titled(int agent) {
    return wording("AgentNames.agent", numbered(agent));
  }

  /// `7`, or `7 KL008` if it has a name.
  public String numbered(int agent) {
    String name = agent >= 0 && agent < own.size() ? own.get(agent) : "";
    return name.isEmpty() ? Integer.toString(agent) : agent + " " + name;
  }
}
