package dev.hindsight.trainer.attention;

import dev.hindsight.trainer.env.NeighbourTable;
import dev.hindsight.trainer.outcome.AgentColumn;
import dev.hindsight.trainer.outcome.Limbo;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.Optional;

/// What the agents of a recording saw of each other; a graph policy gets no other input. Any
/// thread.
///
/// Letters: M agents, K rows of neighbours, D numbers of an observation.
public final class ObservedNeighbours {
  private final Rollout rollout;
  private final NeighbourTable graph;
  private final Channel observation;

  private ObservedNeighbours(Rollout rollout, NeighbourTable graph, Channel observation) {
    this.rollout = rollout;
    this.graph = graph;
    this.observation = observation;
  }

  /// The neighbours in a recording; empty if its observations do not identify agents or were not
  /// recorded.
  public static Optional<ObservedNeighbours> of(Rollout rollout) {
    return NeighbourTable.of(rollout.manifest().observation())
        .flatMap(graph ->
            AgentColumn.observation(rollout)
                .map(column -> new ObservedNeighbours(rollout, graph, column.channel())));
  }

  /// The layout of the neighbour table.
  public NeighbourTable graph() {
    return graph;
  }

  /// M.
  public int agents() {
    return rollout.manifest().agents();
  }

  /// The observations of all agents at a tick, `[M * D]`.
  public float[] observation(int tick) {
    float[] seen = new float[observation.rowLength()];
    observation.read(tick, 0, seen, seen.length);
    return seen;
  }

  /// The agent that each row describes, `[M * K]`; negative if the row is empty.
  public int[] slots(int tick) {
    float[] seen = observation(tick);
    int[] slots = new int[agents() * graph.rows()];
    for (int at = 0; at < slots.length; at++) {
      int agent = at / graph.rows();
      slots[at] = (int) seen[agent * (seen.length / agents()) + graph.slotAt(at % graph.rows())];
    }
    return slots;
  }

  /// Which agents are in limbo, `[M]`, 1 for yes.
  public byte[] removed(int tick) {
    byte[] removed = new byte[agents()];
    Limbo limbo = new Limbo(rollout);
    for (int agent = 0; agent < removed.length; agent++) {
      removed[agent] = (byte) (limbo.at(tick, agent) ? 1 : 0);
    }
    return removed;
  }

  /// Recorded logits, `[M * actions]`; empty if not recorded.
  public float[] logits(int tick) {
    return numbers("logits", tick);
  }

  /// Recorded values, `[M]`; empty if not recorded.
  public float[] values(int tick) {
    return numbers("value", tick);
  }

  private float[] numbers(String name, int tick) {
    return rollout
        .channel(name)
        .map(channel -> {
          float[] all = new float[channel.rowLength()];
          channel.read(tick, 0, all, all.length);
          return all;
        })
        .orElse(new float[0]);
  }
}
