package dev.hindsight.inspector.mask;

import dev.hindsight.inspector.attention.AttentionReading;
import dev.hindsight.inspector.attention.AttentionSource;
import dev.hindsight.inspector.attention.AttentionSources;
import dev.hindsight.inspector.mask.MaskCheck.MaskFinding;
import dev.hindsight.trainer.attention.EpisodeFlags;
import dev.hindsight.trainer.attention.Introspection;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/// The masks of a segment: what each query should see, and how the masks in use differ. Immutable.
///
/// @param segment ticks that training learns from together
/// @param rows where training's rows begin
/// @param audited whether the masks themselves were available; otherwise only weights were
/// @param findings each with the form that has the fault
record MaskReading(
    AttentionReading attention,
    Span segment,
    Segmentation rows,
    boolean audited,
    List<String> findings) {
  MaskReading {
    findings = List.copyOf(findings);
  }

  /// Where training's rows begin.
  enum Segmentation {
    /// Where the memory is reset.
    EPISODES,
    /// Every S ticks.
    SEGMENTS
  }

  /// The segment that contains a query.
  static Span segment(AttentionReading attention, Segmentation segmentation, int query) {
    int horizon = attention.horizon();
    int from =
        switch (segmentation) {
          case EPISODES -> attention.trace().span().from();
          case SEGMENTS -> query / horizon * horizon;
        };
    return new Span(from, Math.min(attention.passage().ticks(), from + horizon));
  }

  /// Opens the network and reads its masks; for a background thread.
  ///
  /// @param chosen as in [AttentionSources#open]
  static MaskReading of(
      Rollout rollout,
      AttentionReading attention,
      Segmentation segmentation,
      int query,
      Optional<Path> chosen) {
    Span segment = segment(attention, segmentation, query);
    EpisodeFlags episodeFlags = attention.passage();
    List<String> findings = new ArrayList<>();
    try (AttentionSource source = AttentionSources.open(rollout, chosen)) {
      Optional<Introspection> network = source.network();
      network.ifPresent(n -> {
        tell(
            "learning",
            MaskCheck.of(
                episodeFlags,
                MaskCheck.learning(episodeFlags, segment),
                n.learning().open(episodeFlags, segment)),
            findings);
        tell(
            "acting",
            MaskCheck.of(
                episodeFlags,
                MaskCheck.acting(episodeFlags, attention.horizon(), segment),
                n.acting().open(episodeFlags, segment)),
            findings);
      });
      tell(
          "weights",
          AttentionWeightCheck.of(attention.trace(), episodeFlags, attention.horizon()),
          findings);
      tell(
          "garbage",
          CacheGarbageCheck.of(
              rollout,
              attention.agent(),
              episodeFlags,
              attention.trace().span(),
              attention.horizon()),
          findings);
      return new MaskReading(attention, segment, segmentation, network.isPresent(), findings);
    }
  }

  private static void tell(String form, List<MaskFinding> found, List<String> findings) {
    found.forEach(maskFinding -> findings.add(form + ": " + maskFinding.words()));
  }

  /// Compares the slots that a recording marks as garbage (channel `cache_garbage`) with the ticks
  /// in limbo: they must be the same. Ignores a query's own slot, which is marked only after the
  /// query has used it.
  private static final class CacheGarbageCheck {
    private CacheGarbageCheck() {}

    /// The faults of a stretch's garbage marks; empty if the recording stores none.
    ///
    /// @param slots S
    static List<MaskFinding> of(
        Rollout rollout, int agent, EpisodeFlags episodeFlags, Span stretch, int slots) {
      Optional<Channel> garbage =
          rollout
              .channel("cache_garbage")
              .filter(channel -> channel.spec().perAgent() && channel.rowShape().length == 2);
      if (garbage.isEmpty()) {
        return List.of();
      }
      int width = garbage.get().rowShape()[1];
      List<BitSet> open = new ArrayList<>();
      for (int query = stretch.from(); query < stretch.to(); query++) {
        open.add(open(garbage.get(), agent, width, stretch.from(), query));
      }
      return MaskCheck.of(episodeFlags, MaskCheck.acting(episodeFlags, slots, stretch), open);
    }

    /// @param first tick of slot 0
    private static BitSet open(Channel garbage, int agent, int width, int first, int query) {
      BitSet open = new BitSet();
      for (int tick = first; tick <= query; tick++) {
        int slot = tick - first;
        boolean marked = slot < width && garbage.integer(query, agent * width + slot) != 0;
        open.set(tick, tick == query || !marked);
      }
      return open;
    }
  }
}
