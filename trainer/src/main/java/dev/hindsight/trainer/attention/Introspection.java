package dev.hindsight.trainer.attention;

import dev.hindsight.trainer.rollout.Span;
import java.util.List;

/// A policy with attention, opened to be looked into. One owner thread at a time.
public interface Introspection extends AutoCloseable {
  /// L.
  int layers();

  /// H.
  int heads();

  /// S, ticks its memory reaches back at most.
  int horizon();

  /// n, numbers in its output for a tick.
  int actions();

  /// Computes a stretch anew, from what was observed.
  ///
  /// @param span ticks between which nothing is forgotten, at most S
  /// @param observation `[span.ticks * D]`, what the agent saw in them
  /// @param episodeFlags of the whole recording
  AttentionTrace look(Span span, float[] observation, EpisodeFlags episodeFlags, MemoryRules rules);

  /// The same with something switched off: what each query would have said, had it been shown what
  /// was recorded.
  ///
  /// @param cuts one for each tick of the span
  AttentionTrace look(
      Span span,
      float[] observation,
      EpisodeFlags episodeFlags,
      MemoryRules rules,
      List<QueryAblation> cuts);

  /// Opens a stretch to be asked again and again; closed by the caller, before this is.
  QueryReplay recall(Span span, float[] observation, EpisodeFlags episodeFlags, MemoryRules rules);

  /// The mask it acts with, tick by tick.
  MaskForm acting();

  /// The mask it learns with, a segment at once.
  MaskForm learning();

  @Override
  void close();
}
