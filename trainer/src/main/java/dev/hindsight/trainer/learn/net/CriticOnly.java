package dev.hindsight.trainer.learn.net;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.index.NDIndex;
import dev.hindsight.trainer.observation.ObservationLayout;
import java.util.Optional;

/// The numbers at the end of an observation that only the critic sees: an asymmetric actor-critic
/// (Pinto et al., "Asymmetric Actor Critic for Image-Based Robot Learning", 2017).
///
/// @param from index of the first, which is also how many numbers the actor sees
/// @param count c, how many; 0 if the actor sees everything
public record CriticOnly(int from, int count) {
  /// The actor sees everything.
  public static final CriticOnly NONE = new CriticOnly(0, 0);

  /// Those of a layout.
  public static CriticOnly of(ObservationLayout layout) {
    int from = layout.forActor().size();
    return layout.size() == from ? NONE : new CriticOnly(from, layout.size() - from);
  }

  /// Cuts them out of observations.
  ///
  /// @param observation `[N, D]`
  /// @return `[N, c]`; empty if the actor sees everything
  public Optional<NDArray> cut(NDArray observation) {
    return count == 0
        ? Optional.empty()
        : Optional.of(
            observation.get(new NDIndex().addAllDim().addSliceDim(from, (long) from + count)));
  }
}
