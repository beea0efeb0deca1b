package dev.hindsight.trainer.learn.net;

import ai.djl.ndarray.NDManager;
import java.util.List;

/// A trainable policy: an architecture without weights.
///
/// It exists in two forms that must agree: over whole segments, to learn, and tick by tick, to act.
public interface Network {
  /// Its trainable parameters.
  ParameterLayout parameters();

  /// n, number of actions.
  int actions();

  /// Whether its output at a tick depends on earlier ticks.
  default boolean remembers() {
    return false;
  }

  /// M, number of consecutive rows that belong together: all agents of a world, if they look at
  /// each other; 1 if each agent stands alone. Code that chooses rows must choose all M of them or
  /// none.
  default int rowsPerWorld() {
    return 1;
  }

  /// The layers that read the observation directly; empty if inputs cannot be scaled for them.
  default List<FirstLayer> firstLayers() {
    return List.of();
  }

  /// The form used to learn: every tick of every segment at once.
  SegmentForward segments(NDManager manager);

  /// The form used to act, for a number of agents with a memory each.
  ///
  /// @param weights read at every [NetworkActor#reset], not owned
  NetworkActor actor(WeightVector weights, int agents);
}
