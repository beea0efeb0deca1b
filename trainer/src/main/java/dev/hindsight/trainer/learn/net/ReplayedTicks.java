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
public record ReplayedTicks(NDArray chosen, int burnIn, Optional<NDArray> memory) {}
