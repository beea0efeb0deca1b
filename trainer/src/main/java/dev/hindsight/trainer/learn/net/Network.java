package dev.hindsight.trainer.learn.net;

import ai.djl.ndarray.NDManager;

/// A policy that can be trained: an architecture, without its weights.
///
/// It exists in two forms that must agree: over whole segments, to learn, and tick by tick, to act.
public interface Network {
  /// What is trained.
  ParameterLayout parameters();

  /// n, actions there are.
  int actions();

  /// M, agents whose rows belong together, one after the other: all of a world, where agents look
  /// at each other. Whoever chooses rows chooses all M of them or none. 1 where each stands alone.
  default int crew() {
    return 1;
  }

  /// The form to learn with: every tick of every segment at once.
  SegmentForward segments(NDManager manager);

  /// The form to act with, for a number of agents who each have a memory of their own.
  ///
  /// @param weights read at every [NetworkActor#reset], not owned
  NetworkActor actor(WeightVector weights, int agents);
}
