package dev.hindsight.trainer.learn.net;

import dev.hindsight.trainer.attention.QueryAblation;
import dev.hindsight.trainer.policy.MemoryErasure;
import dev.hindsight.trainer.policy.PolicyMemory;
import dev.hindsight.trainer.rollout.Column;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

/// A network acting tick by tick, all agents in one batched forward. One owner thread.
public interface NetworkActor extends AutoCloseable {
  /// Takes over the weights as they are now, and makes every agent forget everything.
  void begin();

  /// Makes one agent forget: its episode ended.
  void forget(int agent);

  /// Counts an agent's positions from its next tick on; what it remembers stays.
  ///
  /// @return false if it counts none
  default boolean restartPositions(int agent) {
    return false;
  }

  /// Takes something out of an agent's attention at the ticks to come, until it is told otherwise
  /// or begins anew.
  ///
  /// @return false if it has no attention
  default boolean setAblation(int agent, QueryAblation queryAblation) {
    return false;
  }

  /// As [dev.hindsight.trainer.policy.Policy#remembered]; -1 if it does not remember by moments.
  default int remembered(int agent) {
    return -1;
  }

  /// Whether it has attention to look at.
  default boolean attends() {
    return false;
  }

  /// Looks at what agents look back to from the next tick on, which takes time.
  ///
  /// @return what was seen at the last tick; nothing where there is no attention
  default Optional<AttentionSummary> attentionSummary() {
    return Optional.empty();
  }

  /// Looks at it no more.
  default void stopAttentionSummary() {}

  /// One tick.
  ///
  /// @param observation `[A * D]`
  /// @param removed `[A]`, 1 where the agent is in limbo now
  /// @param logits `[A * n]`, overwritten
  /// @param values `[A]`, overwritten
  void act(float[] observation, byte[] removed, float[] logits, float[] values);

  /// As [dev.hindsight.trainer.policy.Policy#taps()].
  default List<Column> taps() {
    return List.of();
  }

  /// As [dev.hindsight.trainer.policy.Policy#tap].
  default void tap(int tap, ByteBuffer row) {
    throw new IndexOutOfBoundsException(tap);
  }

  /// As [dev.hindsight.trainer.policy.Policy#memory()].
  default PolicyMemory memory() {
    return new PolicyMemory.Nothing();
  }

  /// As [dev.hindsight.trainer.policy.Policy#remember].
  default void remember(PolicyMemory policyMemory) {
    if (!(policyMemory instanceof PolicyMemory.Nothing)) {
      throw new IllegalArgumentException("a memory of another policy");
    }
  }

  /// Takes one moment out of an agent's memory.
  ///
  /// @param ago ticks
  /// @return false if it does not remember by moments, or not that one
  default boolean erase(int agent, int ago, MemoryErasure how) {
    return false;
  }

  @Override
  void close();
}
