package dev.hindsight.inspector.attention;

import dev.hindsight.trainer.attention.AttentionTrace;
import dev.hindsight.trainer.attention.Introspection;
import dev.hindsight.trainer.attention.MemoryRules;
import dev.hindsight.trainer.attention.Passage;
import dev.hindsight.trainer.attention.Span;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Manifest;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// Weights a recording brings along: channels `attention/layer<k>` of shape `[tick, agent, head,
/// slot]`, and `cache_position` where it tells since when nothing was forgotten.
final class StoredAttention implements AttentionSource {
  private static final String PREFIX = "attention/layer";

  private final List<Channel> layers;
  private final Optional<Channel> position;
  private final int heads;
  private final int slots;

  private StoredAttention(List<Channel> layers, Optional<Channel> position) {
    this.layers = layers;
    this.position = position;
    this.heads = layers.getFirst().rowShape()[1];
    this.slots = layers.getFirst().rowShape()[2];
  }

  /// Whether a recording may have some, as far as its manifest tells.
  static boolean promised(Manifest manifest) {
    return manifest.channels().stream()
        .anyMatch(c -> c.name().equals(PREFIX + 0) && c.shape().size() == 4);
  }

  /// The channels from layer 0 on, as far as their shapes agree.
  static Optional<AttentionSource> of(Rollout rollout) {
    int agents = rollout.manifest().agents();
    List<Channel> layers = new ArrayList<>();
    Optional<Channel> next = layer(rollout, 0, agents);
    while (next.isPresent()
        && (layers.isEmpty()
            || Arrays.equals(next.get().rowShape(), layers.getFirst().rowShape()))) {
      layers.add(next.get());
      next = layer(rollout, layers.size(), agents);
    }
    Optional<Channel> position =
        rollout.channel("cache_position").filter(c -> c.rowLength() == agents);
    return layers.isEmpty() ? Optional.empty() : Optional.of(new StoredAttention(layers, position));
  }

  private static Optional<Channel> layer(Rollout rollout, int layer, int agents) {
    return rollout
        .channel(PREFIX + layer)
        .filter(c -> c.rowShape().length == 3 && c.rowShape()[0] == agents && c.rowLength() > 0);
  }

  @Override
  public int layers() {
    return layers.size();
  }

  @Override
  public int heads() {
    return heads;
  }

  @Override
  public int horizon() {
    return slots;
  }

  @Override
  public String words() {
    return "as the recording stores it (channels attention/…)";
  }

  @Override
  public List<Span> stretches(int agent, Passage passage, MemoryRules rules) {
    if (position.isEmpty()) {
      return rules.stretches(passage, slots);
    }
    List<Span> stretches = new ArrayList<>();
    int from = 0;
    for (int tick = 1; tick <= passage.ticks(); tick++) {
      boolean anew =
          tick == passage.ticks()
              || tick - from == slots
              || position.get().integer(tick, agent) <= position.get().integer(tick - 1, agent);
      if (anew) {
        stretches.add(new Span(from, tick));
        from = tick;
      }
    }
    return stretches;
  }

  @Override
  public AttentionTrace trace(int agent, Span stretch, Passage passage, MemoryRules rules) {
    int ticks = stretch.ticks();
    float[][] weights = new float[layers.size() * heads][ticks * slots];
    float[] row = new float[slots];
    for (int layer = 0; layer < layers.size(); layer++) {
      for (int head = 0; head < heads; head++) {
        for (int query = 0; query < ticks; query++) {
          layers
              .get(layer)
              .read(stretch.from() + query, (agent * heads + head) * slots, row, slots);
          System.arraycopy(row, 0, weights[layer * heads + head], query * slots, slots);
        }
      }
    }
    return new AttentionTrace(
        stretch,
        heads,
        AttentionTrace.rectangle(ticks, slots),
        weights,
        new float[0][],
        new float[0],
        new float[0]);
  }

  @Override
  public Optional<Introspection> network() {
    return Optional.empty();
  }

  @Override
  public void close() {}
}
