package dev.hindsight.trainer.learn.graph;

/// The sizes of a graph network, none of which depends on the number of agents or neighbours.
///
/// @param width d, numbers in an agent's vector
/// @param heads H, each d / H wide
/// @param layers number of blocks: messages travel this many edges
/// @param feedForward width of the hidden layer in a block's feed-forward part
/// @param edge E, numbers in the vector of an edge
public record GraphSpec(int width, int heads, int layers, int feedForward, int edge) {
  /// Checks that the heads divide the width evenly.
  public GraphSpec {
    if (width % heads != 0) {
      throw new IllegalArgumentException(heads + " heads cannot share " + width + " numbers");
    }
  }

  /// Makes an edge's vector half as wide as an agent's.
  public static GraphSpec of(int width, int heads, int layers, int feedForward) {
    return new GraphSpec(width, heads, layers, feedForward, Math.max(1, width / 2));
  }

  /// Width of a head.
  public int headWidth() {
    return width / heads;
  }
}
