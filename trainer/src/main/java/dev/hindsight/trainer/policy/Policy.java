package dev.hindsight.trainer.policy;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.attention.QueryAblation;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.rollout.Column;
import java.nio.ByteBuffer;
import java.util.List;

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
  default void setAblation(int agent, QueryAblation queryAblation) {
    throw Problem.of(
        agent,
        "the policy has no attention to switch anything off in",
        "take a policy with a transformer, or wipe its memory");
  }

  /// How many ticks of an agent's past its next query may find in its memory, a place each, if its
  /// episode goes on: 0 where memory begins anew with it.
  ///
  /// @throws Problem for a policy that does not remember by moments
  default int remembered(int agent) {
    throw slotless(agent);
  }

  private static Problem slotless(int agent) {
    return Problem.of(
        agent,
        "this policy has no slots that hold a moment each",
        "wipe its memory as a whole, or take a transformer");
  }

  /// Looks at the world and fills logits and values for every agent, limbo or not.
  void act(StepBuffer seen, PolicyOutput output);

  /// Columns of what it computed on its way, for recordings; most have none.
  default List<Column> taps() {
    return List.of();
  }

  /// Writes what it computed at the last [#act].
  ///
  /// @param tap index into [#taps()]
  /// @param row little-endian, with exactly the row's bytes remaining; all are written
  default void tap(int tap, ByteBuffer row) {
    throw new IndexOutOfBoundsException(tap);
  }

  /// A copy of its memory. Who remembers nothing need not override this.
  default PolicyMemory memory() {
    return new PolicyMemory.Nothing();
  }

  /// Back to a copied memory, of this policy or of any that was opened alike: goes on from there
  /// bit for bit as if nothing had come between.
  default void remember(PolicyMemory policyMemory) {
    if (!(policyMemory instanceof PolicyMemory.Nothing)) {
      throw new IllegalArgumentException("a memory of another policy");
    }
  }

  /// Makes an agent forget everything, as at the end of its episode.
  ///
  /// @throws Problem if there is nothing it could forget
  default void forget(int agent) {
    throw Problem.of(agent, "this policy has no memory", "wipe the memory of one that does");
  }

  /// Counts an agent's positions from its next tick on, as at the start of an episode; what it
  /// remembers stays, with the positions it had.
  ///
  /// @throws Problem if it counts none
  default void restartPositions(int agent) {
    throw Problem.of(
        agent, "this policy counts no positions", "take a transformer, or wipe its memory");
  }

  /// Takes one moment out of an agent's memory.
  ///
  /// @param ago how many ticks ago it was; 1 is the one before
  /// @throws Problem if it does not remember by moments, or not that one
  default void erase(int agent, int ago, MemoryErasure how) {
    throw slotless(agent);
  }

  /// Frees native memory.
  @Override
  void close();
}
