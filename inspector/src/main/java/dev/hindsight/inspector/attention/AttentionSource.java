package dev.hindsight.inspector.attention;

import dev.hindsight.trainer.attention.AttentionTrace;
import dev.hindsight.trainer.attention.EpisodeFlags;
import dev.hindsight.trainer.attention.Introspection;
import dev.hindsight.trainer.attention.MemoryRules;
import dev.hindsight.trainer.rollout.Span;
import java.util.List;
import java.util.Optional;

/// A source of attention weights. One owner thread at a time.
public interface AttentionSource extends AutoCloseable {
  /// L.
  int layers();

  /// H.
  int heads();

  /// S, slots of the cache.
  int horizon();

  /// A description for users.
  String words();

  /// The spans of ticks within which the memory was not wiped.
  List<Span> stretches(int agent, EpisodeFlags episodeFlags, MemoryRules rules);

  /// The weights of a stretch.
  AttentionTrace trace(int agent, Span stretch, EpisodeFlags episodeFlags, MemoryRules rules);

  /// The network itself, if its checkpoint is available.
  Optional<Introspection> network();

  @Override
  void close();
}
