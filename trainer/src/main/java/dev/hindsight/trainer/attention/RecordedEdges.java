package dev.hindsight.trainer.attention;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.env.NeighbourTable;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.ChannelSpec;
import dev.hindsight.trainer.rollout.Manifest;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The recorded attention of agents on their neighbours: the channels `edges/layer0`,
/// `edges/layer1`, ... and the neighbours they saw. Any thread.
public final class RecordedEdges {
  private final ObservedNeighbours seen;
  private final List<Channel> layers;
  private final int heads;

  private RecordedEdges(ObservedNeighbours seen, List<Channel> layers) {
    this.seen = seen;
    this.layers = layers;
    this.heads = layers.getFirst().rowShape()[1];
  }

  /// What a recording lacks for showing or computing this attention, as a sentence; empty if it
  /// seems to have everything.
  public static Optional<String> missing(Manifest manifest) {
    if (NeighbourTable.of(manifest.observation()).isEmpty()) {
      return Optional.of(wording("RecordedEdges.its_agents_do_not_name_the"));
    }
    boolean there =
        manifest.channels().stream()
            .map(ChannelSpec::name)
            .anyMatch((EdgeTrace.CHANNEL + 0)::equals);
    boolean computable = !manifest.policy().checkpointSha256().isEmpty();
    return manifest.agents() > 0 && (there || computable)
        ? Optional.empty()
        : Optional.of(wording("RecordedEdges.the_recording_holds_no_neighbour"));
  }

  /// The edges of a recording; empty if it has none or if their sizes do not match its neighbours.
  public static Optional<RecordedEdges> of(Rollout rollout) {
    Optional<ObservedNeighbours> seen = ObservedNeighbours.of(rollout);
    if (seen.isEmpty()) {
      return Optional.empty();
    }
    int slots = seen.get().graph().rows() + 1;
    List<Channel> layers = new ArrayList<>();
    Optional<Channel> next = layer(rollout, 0, slots);
    while (next.isPresent()
        && (layers.isEmpty() || next.get().rowLength() == layers.getFirst().rowLength())) {
      layers.add(next.get());
      next = layer(rollout, layers.size(), slots);
    }
    return layers.isEmpty() ? Optional.empty() : Optional.of(new RecordedEdges(seen.get(), layers));
  }

  private static Optional<Channel> layer(Rollout rollout, int layer, int slots) {
    return rollout
        .channel(EdgeTrace.CHANNEL + layer)
        .filter(c -> c.rowShape().length == 3 && c.rowShape()[2] == slots)
        .filter(c -> c.rowShape()[0] == rollout.manifest().agents() && c.rowLength() > 0);
  }

  /// The neighbours that the agents saw.
  public ObservedNeighbours seen() {
    return seen;
  }

  /// L.
  public int layers() {
    return layers.size();
  }

  /// H.
  public int heads() {
    return heads;
  }

  /// All data of a tick; logits and values are empty if they were not recorded.
  public EdgeTrace at(int tick) {
    float[][] weights = new float[layers.size()][];
    for (int layer = 0; layer < weights.length; layer++) {
      weights[layer] = byRow(layers.get(layer), tick);
    }
    return new EdgeTrace(
        seen.graph().rows(),
        heads,
        seen.slots(tick),
        weights,
        seen.logits(tick),
        seen.values(tick));
  }

  /// From `[M, H, K + 1]` to `[M, K + 1, H]`.
  private float[] byRow(Channel channel, int tick) {
    float[] stored = new float[channel.rowLength()];
    channel.read(tick, 0, stored, stored.length);
    float[] weights = new float[stored.length];
    int rows = seen.graph().rows() + 1;
    for (int at = 0; at < stored.length; at++) {
      int row = at % rows;
      int head = at / rows % heads;
      int agent = at / (rows * heads);
      weights[(agent * rows + row) * heads + head] = stored[at];
    }
    return weights;
  }
}
