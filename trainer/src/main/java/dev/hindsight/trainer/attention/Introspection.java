package dev.hindsight.trainer.attention;

import dev.hindsight.trainer.rollout.Span;
import java.util.List;

/// Computes the attention of a policy. One owner thread at a time.
public interface Introspection extends AutoCloseable {
  /// L.
  int layers();

  /// H.
  int heads();

  /// S, the most ticks its memory can hold.
  int horizon();

  /// n, outputs per tick.
  int actions();

  /// Recomputes a span from its observations.
  ///
  /// @param span ticks without a memory wipe between them, at most S
  /// @param observation `[span.ticks * D]`, the agent's observations of the span
  /// @param episodeFlags of the whole recording
  AttentionTrace look(Span span, float[] observation, EpisodeFlags episodeFlags, MemoryRules rules);

  /// The same with an ablation: what each query would have put out for the recorded observations.
  ///
  /// @param cuts one for each tick of the span
  AttentionTrace look(
      Span span,
      float[] observation,
      EpisodeFlags episodeFlags,
      MemoryRules rules,
      List<QueryAblation> cuts);

  /// Opens a span for repeated queries. The caller closes it before it closes this object.
  QueryRecomputation recall(
      Span span, float[] observation, EpisodeFlags episodeFlags, MemoryRules rules);

  /// The mask used to act, tick by tick.
  MaskForm acting();

  /// The mask used to learn, a whole segment at once.
  MaskForm learning();

  @Override
  void close();
}
