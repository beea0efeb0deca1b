package dev.hindsight.trainer.learn.graph;

/// The sizes of a graph network: none of them is a number of agents or of neighbours.
///
/// @param width d, numbers in an agent's vector
/// @param heads H, each d / H wide
/// @param layers blocks one after the other: how many neighbours of neighbours away word travels
/// @param feedForward numbers in the middle of a block's second half
/// @param edge E, numbers in the vector of an edge
public record GraphSpec(int width, int heads, int layers, int feedForward, int edge) {
  /// Checks that the heads share the width evenly.
  public GraphSpec {
    if (width % heads != 0) {
      throw new IllegalArgumentException(heads + " heads cannot share " + width + " numbers");
    }
  }

  /// An edge's vector is half as wide as an agent's.
  public static GraphSpec of(int width, int heads, int layers, int feedForward) {
    return new GraphSpec(width, heads, layers, feedForward, Math.max(1, width / 2));
  }

  /// Numbers a head works with.
  public int headWidth() {
    return width / heads;
  }
}
