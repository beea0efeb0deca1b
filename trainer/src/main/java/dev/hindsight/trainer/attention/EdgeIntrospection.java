package dev.hindsight.trainer.attention;

/// A policy whose agents look at each other, opened to be looked into. One owner thread at a time.
public interface EdgeIntrospection extends AutoCloseable {
  /// L.
  int layers();

  /// H.
  int heads();

  /// Computes one tick of a world anew, from what its agents observed.
  ///
  /// @param observation `[M * D]`
  /// @param removed `[M]`, 1 in limbo
  EdgeTrace look(float[] observation, byte[] removed);

  @Override
  void close();
}
