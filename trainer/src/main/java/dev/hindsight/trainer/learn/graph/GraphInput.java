package dev.hindsight.trainer.learn.graph;

import dev.hindsight.trainer.env.NeighbourTable;

/// Where in an observation the network finds the agent and its neighbours.
///
/// @param numbers D
/// @param ownAt first number about the agent itself
/// @param own Fn, how many there are
/// @param tableAt first number of the neighbours
/// @param rows K, neighbours
/// @param edge Fe, numbers about a neighbour besides its slot
public record GraphInput(int numbers, int ownAt, int own, int tableAt, int rows, int edge) {
  /// For what an environment shows.
  public static GraphInput of(NeighbourTable table) {
    return new GraphInput(
        table.neighbours().offset() + table.neighbours().length(),
        table.own().offset(),
        table.own().length(),
        table.neighbours().offset(),
        table.rows(),
        table.edgeFeatures());
  }

  /// For parameters alone: with a single neighbour.
  public static GraphInput ofSizes(int own, int edge) {
    return new GraphInput(own + 1 + edge, 0, own, own, 1, edge);
  }

  /// Where the slot of an agent's row lies among the observations of all agents.
  int slotAt(int agent, int row) {
    return agent * numbers + tableAt + row * (1 + edge);
  }

  /// Numbers of the whole table.
  int table() {
    return rows * (1 + edge);
  }
}
