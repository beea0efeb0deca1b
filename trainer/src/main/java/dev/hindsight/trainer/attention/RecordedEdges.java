package dev.hindsight.trainer.attention;

import dev.hindsight.trainer.env.NeighbourTable;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.ChannelSpec;
import dev.hindsight.trainer.rollout.Manifest;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What the agents of a recording looked at, as it was recorded while they acted: the channels
/// `edges/layer0`, `edges/layer1`, ... beside the neighbours they saw. Any thread.
public final class RecordedEdges {
  private final Rollout rollout;
  private final NeighbourTable graph;
  private final Channel observation;
  private final List<Channel> layers;
  private final int heads;

  private RecordedEdges(
      Rollout rollout, NeighbourTable graph, Channel observation, List<Channel> layers) {
    this.rollout = rollout;
    this.graph = graph;
    this.observation = observation;
    this.layers = layers;
    this.heads = layers.getFirst().rowShape()[1];
  }

  /// What a recording lacks, as a sentence; nothing where it may have some.
  public static Optional<String> missing(Manifest manifest) {
    if (NeighbourTable.of(manifest.observation()).isEmpty()) {
      return Optional.of(
          "Its agents do not name the neighbours they see (a table whose first feature is 'slot').");
    }
    boolean there =
        manifest.channels().stream()
            .map(ChannelSpec::name)
            .anyMatch((EdgeTrace.CHANNEL + 0)::equals);
    return there && manifest.agents() > 0
        ? Optional.empty()
        : Optional.of(
            "The recording does not hold what its agents looked at (channels edges/layer0, …):"
                + " record with a graph policy.");
  }

  /// Those of a recording; nothing where it has none, or of other sizes than its neighbours.
  public static Optional<RecordedEdges> of(Rollout rollout) {
    Optional<NeighbourTable> graph = NeighbourTable.of(rollout.manifest().observation());
    int agents = rollout.manifest().agents();
    int size = agents * rollout.manifest().observation().size();
    Optional<Channel> observation =
        rollout.channel("observation").filter(c -> agents > 0 && c.rowLength() == size);
    if (graph.isEmpty() || observation.isEmpty()) {
      return Optional.empty();
    }
    int slots = graph.get().rows() + 1;
    List<Channel> layers = new ArrayList<>();
    Optional<Channel> next = layer(rollout, 0, slots);
    while (next.isPresent()
        && (layers.isEmpty() || next.get().rowLength() == layers.getFirst().rowLength())) {
      layers.add(next.get());
      next = layer(rollout, layers.size(), slots);
    }
    return layers.isEmpty()
        ? Optional.empty()
        : Optional.of(new RecordedEdges(rollout, graph.get(), observation.get(), layers));
  }

  private static Optional<Channel> layer(Rollout rollout, int layer, int slots) {
    return rollout
        .channel(EdgeTrace.CHANNEL + layer)
        .filter(c -> c.rowShape().length == 3 && c.rowShape()[2] == slots)
        .filter(c -> c.rowShape()[0] == rollout.manifest().agents() && c.rowLength() > 0);
  }

  /// Who sees whom.
  public NeighbourTable graph() {
    return graph;
  }

  /// L.
  public int layers() {
    return layers.size();
  }

  /// H.
  public int heads() {
    return heads;
  }

  /// What all agents saw at a tick, `[M * D]`.
  public float[] observation(int tick) {
    float[] seen = new float[observation.rowLength()];
    observation.read(tick, 0, seen, seen.length);
    return seen;
  }

  /// Everything of a tick; logits and values are empty where nobody recorded them.
  public EdgeTrace at(int tick) {
    float[] seen = observation(tick);
    int agents = rollout.manifest().agents();
    int[] slots = new int[agents * graph.rows()];
    for (int at = 0; at < slots.length; at++) {
      int agent = at / graph.rows();
      slots[at] = (int) seen[agent * (seen.length / agents) + graph.slotAt(at % graph.rows())];
    }
    float[][] weights = new float[layers.size()][];
    for (int layer = 0; layer < weights.length; layer++) {
      weights[layer] = byRow(layers.get(layer), tick);
    }
    return new EdgeTrace(
        graph.rows(), heads, slots, weights, numbers("logits", tick), numbers("value", tick));
  }

  /// From `[M, H, K + 1]` to `[M, K + 1, H]`.
  private float[] byRow(Channel channel, int tick) {
    float[] stored = new float[channel.rowLength()];
    channel.read(tick, 0, stored, stored.length);
    float[] weights = new float[stored.length];
    int rows = graph.rows() + 1;
    for (int at = 0; at < stored.length; at++) {
      int row = at % rows;
      int head = at / rows % heads;
      int agent = at / (rows * heads);
      weights[(agent * rows + row) * heads + head] = stored[at];
    }
    return weights;
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
