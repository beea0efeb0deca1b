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
    if (agent < 0 || agent >= manifest.agents()) {
      throw new Problem(
          wording("AgentNumber.there_is_no_agent", agent),
          file.toString(),
          wording("AgentNumber.it_has", manifest.agents()));
    }
  }
}
