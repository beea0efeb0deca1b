package dev.hindsight.trainer.learn.net;

import ai.djl.ndarray.NDArray;
import java.util.Optional;

/// What sequences from a replay buffer tell a network with memory besides their ticks.
///
/// @param chosen `[K]` int64, the ticks whose outputs are wanted, as indices among all B * T
/// @param burnIn number of ticks at the beginning of each row that only warm the memory: no
///   gradient flows back into them
/// @param memory `[B, s]` the recurrent state before the first tick of each row; if it is missing,
///   rows begin with an empty memory
/// @param limbo `[B, T, M]` bool: true where a member of a group was in limbo, or where a row has
///   no tick; if it is missing, members were in limbo where their group was
public record ReplayedTicks(
    NDArray chosen, int burnIn, Optional<NDArray> memory, Optional<NDArray> limbo) {
  /// Ticks at which all members were in limbo together.
  public ReplayedTicks(NDArray chosen, int burnIn, Optional<NDArray> memory) {
    this(chosen, burnIn, memory, Optional.empty());
  }
}
