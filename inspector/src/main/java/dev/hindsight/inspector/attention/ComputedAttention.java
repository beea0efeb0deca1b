package dev.hindsight.inspector.attention;

import dev.hindsight.trainer.attention.AttentionTrace;
import dev.hindsight.trainer.attention.Introspection;
import dev.hindsight.trainer.attention.MemoryRules;
import dev.hindsight.trainer.attention.Passage;
import dev.hindsight.trainer.attention.Span;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.List;
import java.util.Optional;

/// Weights computed anew: the observations are in the recording, the network in its checkpoint.
final class ComputedAttention implements AttentionSource {
  private final Introspection introspection;
  private final Channel observation;
  private final int numbers;
  private final String checkpoint;

  /// @param introspection closed with this
  /// @param checkpoint its file name
  ComputedAttention(Rollout rollout, Introspection introspection, String checkpoint) {
    this.introspection = introspection;
    this.observation = rollout.channel("observation").orElseThrow();
    this.numbers = observation.rowLength() / rollout.manifest().agents();
    this.checkpoint = checkpoint;
  }

  @Override
  public int layers() {
    return introspection.layers();
  }

  @Override
  public int heads() {
    return introspection.heads();
  }

  @Override
  public int horizon() {
    return introspection.horizon();
  }

  @Override
  public String words() {
    return "computed from the observations and " + checkpoint;
  }

  @Override
  public List<Span> stretches(int agent, Passage passage, MemoryRules rules) {
    return rules.stretches(passage, horizon());
  }

  @Override
  public AttentionTrace trace(int agent, Span stretch, Passage passage, MemoryRules rules) {
    float[] seen = new float[stretch.ticks() * numbers];
    float[] row = new float[numbers];
    for (int tick = stretch.from(); tick < stretch.to(); tick++) {
      observation.read(tick, agent * numbers, row, numbers);
      System.arraycopy(row, 0, seen, (tick - stretch.from()) * numbers, numbers);
    }
    return introspection.look(stretch, seen, passage, rules);
  }

  @Override
  public Optional<Introspection> network() {
    return Optional.of(introspection);
  }

  @Override
  public void close() {
    introspection.close();
  }
}
