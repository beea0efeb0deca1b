package dev.hindsight.trainer.learn.graph;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDArrays;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.index.NDIndex;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.SparseFormat;

/// The graph between N agents, as their observations hold it. Lives as long as the scope it was
/// made in.
///
/// An edge is open if its row names an agent and both its ends are in the world. The data of closed
/// edges is replaced by zeros, so that not even a NaN gets through.
///
/// @param live `[N, 1]`, 1 if the agent is in the world, 0 in limbo
/// @param own `[N, Fn]`
/// @param edge `[N, K, Fe]`
/// @param sender `[N, K]` int64, which of the N agents a row describes; 0 if it is empty
/// @param open `[N, K + 1, 1]`, 1 if an edge is open; the last one leads from an agent to itself
record AgentGraph(NDArray live, NDArray own, NDArray edge, NDArray sender, NDArray open) {
  /// Reads the graph.
  ///
  /// @param seen `[N, D]`
  /// @param removed `[N]` bool
  /// @param first `[N, 1]` int64, index of the agent in slot 0 of each agent's world at its tick
  /// @param stride distance between the agents of neighbouring slots
  /// @param agentsPerWorld M, number of slots
  static AgentGraph read(
      GraphInput input,
      NDArray seen,
      NDArray removed,
      NDArray first,
      int stride,
      int agentsPerWorld) {
    long n = seen.getShape().get(0);
    NDArray there = removed.logicalNot().reshape(n, 1);
    NDArray live = there.toType(DataType.FLOAT32, false);
    NDArray own = where(there, cut(seen, input.ownAt(), input.own()));
    NDArray table =
        cut(seen, input.tableAt(), input.table()).reshape(n, input.rows(), 1L + input.edge());
    NDArray slot = table.get(new NDIndex().addAllDim(2).addIndices(0));
    NDArray named = slot.gte(0).logicalAnd(slot.lt(agentsPerWorld));
    NDArray sender = where(named, slot).toType(DataType.INT64, false).mul(stride).add(first);
    NDArray met = named.toType(DataType.FLOAT32, false).mul(live).reshape(n, input.rows(), 1);
    NDArray open = met.mul(rows(live, sender));
    NDArray edge =
        where(open.gt(0), table.get(new NDIndex().addAllDim(2).addSliceDim(1, 1 + input.edge())));
    return new AgentGraph(
        live, own, edge, sender, NDArrays.concat(new NDList(open, live.reshape(n, 1, 1)), 1));
  }

  /// Replaces values by zeros where the condition does not hold, even NaN.
  private static NDArray where(NDArray condition, NDArray x) {
    return NDArrays.where(condition.broadcast(x.getShape()), x, x.zerosLike());
  }

  private static NDArray cut(NDArray seen, int from, int length) {
    return seen.get(new NDIndex().addAllDim().addSliceDim(from, from + length));
  }

  /// Gathers the senders' values row by row, with gradients.
  ///
  /// @param each `[N, w]`
  /// @return `[N, K, w]`
  NDArray ofSenders(NDArray each) {
    return rows(each, sender);
  }

  private static NDArray rows(NDArray each, NDArray which) {
    return each.getNDArrayInternal().embedding(which, each, SparseFormat.DENSE).singletonOrThrow();
  }

  /// N.
  long agents() {
    return own.getShape().get(0);
  }

  /// K.
  long rows() {
    return sender.getShape().get(1);
  }
}
