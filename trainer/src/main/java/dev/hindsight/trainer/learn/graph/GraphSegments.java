package dev.hindsight.trainer.learn.graph;

import ai.djl.ndarray.NDManager;
import dev.hindsight.trainer.learn.net.LogitsAndValues;
import dev.hindsight.trainer.learn.net.NamedWeights;
import dev.hindsight.trainer.learn.net.SegmentBatch;
import dev.hindsight.trainer.learn.net.SegmentForward;
import java.util.Optional;

/// The form used to learn: whole worlds, all their ticks at once. One owner thread.
final class GraphSegments implements SegmentForward {
  private final GraphNetwork network;
  private final NDManager manager;
  private final GraphProbe probe;
  private Optional<WorldIndex> index = Optional.empty();

  GraphSegments(GraphNetwork network, NDManager manager, GraphProbe probe) {
    this.network = network;
    this.manager = manager;
    this.probe = probe;
  }

  @Override
  public LogitsAndValues run(NamedWeights namedWeights, SegmentBatch batch) {
    AgentGraph agentGraph =
        AgentGraph.read(
            network.input(),
            batch.observation(),
            batch.removed().flatten(),
            index(batch.rows(), batch.ticks()).first(),
            batch.ticks(),
            network.rowsPerWorld());
    return network.run(agentGraph, batch.ticks(), namedWeights, probe);
  }

  /// Batches have few different sizes, and usually the same.
  private WorldIndex index(int rows, int ticks) {
    if (index.isEmpty() || !index.get().isFor(rows, ticks)) {
      close();
      index = Optional.of(new WorldIndex(manager, rows, ticks, network.rowsPerWorld()));
    }
    return index.get();
  }

  @Override
  public void close() {
    index.ifPresent(WorldIndex::close);
    index = Optional.empty();
  }
}
