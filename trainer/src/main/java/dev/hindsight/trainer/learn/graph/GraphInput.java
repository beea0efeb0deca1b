package dev.hindsight.trainer.learn.graph;

import dev.hindsight.trainer.env.NeighbourTable;

/// Where the network finds the agent and its neighbours in an observation.
///
/// @param numbers D
/// @param ownAt index of the first number about the agent itself
/// @param own Fn, numbers about the agent itself
/// @param tableAt index of the first number about neighbours
/// @param rows K, neighbours
/// @param edge Fe, numbers about a neighbour besides its slot
public record GraphInput(int numbers, int ownAt, int own, int tableAt, int rows, int edge) {
  /// The input of an environment.
  public static GraphInput of(NeighbourTable table) {
    return new GraphInput(
        table.neighbours().offset() + table.neighbours().length(),
        table.own().offset(),
        table.own().length(),
        table.neighbours().offset(),
        table.rows(),
        table.edgeFeatures());
  }

  /// Used only for parameters: with a single neighbour.
  public static GraphInput ofSizes(int own, int edge) {
    return new GraphInput(own + 1 + edge, 0, own, own, 1, edge);
  }

  /// Index of a row's slot in the observations of all agents.
  int slotAt(int agent, int row) {
    return agent * numbers + tableAt + row * (1 + edge);
  }

  /// Size of the whole table.
  int table() {
    return rows * (1 + edge);
  }
}
