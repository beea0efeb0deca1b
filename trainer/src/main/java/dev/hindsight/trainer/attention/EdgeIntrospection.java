package dev.hindsight.trainer.attention;

/// Computes the attention of a policy whose agents look at each other. One owner thread at a time.
public interface EdgeIntrospection extends AutoCloseable {
  /// L.
  int layers();

  /// H.
  int heads();

  /// Recomputes one tick of a world from the agents' observations.
  ///
  /// @param observation `[M * D]`
  /// @param removed `[M]`, 1 in limbo
  EdgeTrace look(float[] observation, byte[] removed);

  @Override
  void close();
}
