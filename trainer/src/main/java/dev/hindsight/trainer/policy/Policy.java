package dev.hindsight.trainer.policy;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.attention.Cut;
import dev.hindsight.trainer.env.StepBuffer;

/// Something that acts: all agents of an environment in one batched forward. One owner thread.
///
/// Holds a memory per agent (an LSTM state, a key/value cache) that lives through trials and is
/// wiped for an agent when [StepBuffer#terminal] says that its episode ended, never at a
/// truncation.
public interface Policy extends AutoCloseable {
  /// Forgets everything.
  void reset();

  /// Takes something out of an agent's attention at the ticks to come, until it is told otherwise
  /// or reset.
  ///
  /// @throws Problem for a policy without attention
  default void cut(int agent, Cut cut) {
    throw new Problem(
        "the policy has no attention to switch anything off in",
        "agent " + agent,
        "take a policy with a transformer, or wipe its memory");
  }

  /// Looks at the world and fills logits and values for every agent, limbo or not.
  void act(StepBuffer seen, PolicyOutput output);

  /// Frees native memory.
  @Override
  void close();
}
