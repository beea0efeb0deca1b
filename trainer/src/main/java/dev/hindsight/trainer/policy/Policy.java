package dev.hindsight.trainer.policy;

import dev.hindsight.trainer.env.StepBuffer;

/// Something that acts: all agents of an environment in one batched forward. One owner thread.
///
/// Holds a memory per agent (an LSTM state, a key/value cache) that lives through trials and is
/// wiped for an agent when [StepBuffer#terminal] says that its episode ended, never at a
/// truncation.
public interface Policy extends AutoCloseable {
  /// Forgets everything.
  void reset();

  /// Looks at the world and fills logits and values for every agent, limbo or not.
  void act(StepBuffer seen, PolicyOutput output);

  /// Frees native memory.
  @Override
  void close();
}
