package dev.hindsight.trainer.parity;

import dev.hindsight.trainer.policy.PolicyMemory;
import java.util.List;

/// What agents that act together computed at their first ticks, and what they remember after them:
/// two sequences that begin alike share it. Any thread.
///
/// @param ticks how many
/// @param outputs of each agent at these ticks, fewer where its sequence is shorter; empty for none
/// @param memory of all agents after them; irrelevant for no ticks
public record ActedPrefix(int ticks, List<Outputs> outputs, PolicyMemory memory) {
  /// No ticks: the memory is empty.
  public static final ActedPrefix NONE = new ActedPrefix(0, List.of(), new PolicyMemory.Nothing());

  /// Copies the list.
  public ActedPrefix {
    outputs = List.copyOf(outputs);
  }
}
