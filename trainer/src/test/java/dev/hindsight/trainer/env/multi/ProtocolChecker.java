package dev.hindsight.trainer.env.multi;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/// Checks the steps of an episode: no agent that has ended comes back, and all agents have ended
/// when the episode is over. Counts both kinds of steps. One owner thread.
public final class ProtocolChecker {
  private final Set<String> agents;
  private final Set<String> ended = new HashSet<>();
  private long environmentSteps;
  private long agentSteps;
  private boolean over;

  /// @param agents all of an episode
  public ProtocolChecker(Set<String> agents) {
    this.agents = Set.copyOf(agents);
  }

  /// Checks a step.
  ///
  /// @throws IllegalStateException naming the agent and the broken rule
  public void see(MultiAgentStep step) {
    if (over) {
      throw new IllegalStateException("a step after the episode was over");
    }
    for (String agent : step.rewards().keySet()) {
      refuse(!agents.contains(agent), agent, "acted and is not of this episode");
      refuse(ended.contains(agent), agent, "acted after its end");
    }
    for (String agent : step.observations().keySet()) {
      refuse(ended.contains(agent), agent, "came back after its end");
    }
    note(step.terminateds());
    note(step.truncateds());
    for (String agent : step.observations().keySet()) {
      refuse(ended.contains(agent), agent, "is to act next and has just ended");
    }
    refuse(step.over() && !ended.containsAll(agents), MultiAgentStep.ALL, "before all have ended");
    refuse(!step.over() && ended.containsAll(agents), MultiAgentStep.ALL, "not told: all ended");
    environmentSteps++;
    agentSteps += step.rewards().size();
    over = step.over();
  }

  private void note(Map<String, Boolean> ends) {
    ends.forEach((agent, end) -> {
      if (end && !agent.equals(MultiAgentStep.ALL)) {
        ended.add(agent);
      }
    });
  }

  private static void refuse(boolean broken, String agent, String how) {
    if (broken) {
      throw new IllegalStateException(agent + " " + how);
    }
  }

  /// Steps of the environment.
  public long environmentSteps() {
    return environmentSteps;
  }

  /// Agents that acted, added over the steps.
  public long agentSteps() {
    return agentSteps;
  }
}
