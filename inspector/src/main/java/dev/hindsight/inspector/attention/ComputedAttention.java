package dev.hindsight.inspector.attention;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.trainer.attention.AttentionTrace;
import dev.hindsight.trainer.attention.EpisodeFlags;
import dev.hindsight.trainer.attention.Introspection;
import dev.hindsight.trainer.attention.MemoryRules;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;
import java.util.List;
import java.util.Optional;

/// Weights computed again from the observations in the recording and the network in its checkpoint.
final class ComputedAttention implements AttentionSource {
  private final Introspection introspection;
  private final Rollout rollout;
  private final String checkpoint;

  /// @param introspection closed with this source
  /// @param checkpoint its file name
  ComputedAttention(Rollout rollout, Introspection introspection, String checkpoint) {
    this.introspection = introspection;
    this.rollout = rollout;
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
    return wording("ComputedAttention.computed_from_the_observations_and", checkpoint);
  }

  @Override
  public List<Span> stretches(int agent, EpisodeFlags episodeFlags, MemoryRules rules) {
    return rules.stretches(episodeFlags, horizon());
  }

  @Override
  public AttentionTrace trace(
      int agent, Span stretch, EpisodeFlags episodeFlags, MemoryRules rules) {
    return introspection.look(
        stretch, AgentObservations.of(rollout, agent, stretch), episodeFlags, rules);
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
