package dev.hindsight.trainer.rollout;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;

/// The number of an agent as people write it, counted from 0.
public final class AgentNumber {
  private AgentNumber() {}

  /// Checks that a recording has an agent.
  ///
  /// @param file as the user named it, for the message
  /// @throws Problem if there is no such agent
  public static void check(int agent, Manifest manifest, Object file) {
    check(agent, manifest.agents(), file);
  }

  /// Checks that an agent is one of several.
  ///
  /// @param agents how many there are
  /// @param where as the user named it, for the message
  /// @throws Problem if there is no such agent
  public static void check(int agent, int agents, Object where) {
    if (agent < 0 || agent >= agents) {
      throw new Problem(
          wording("AgentNumber.there_is_no_agent", agent),
          where.toString(),
          wording("AgentNumber.it_has", agents));
    }
  }
}
