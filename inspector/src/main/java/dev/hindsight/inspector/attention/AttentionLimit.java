package dev.hindsight.inspector.attention;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.attention.AttentionTrace;
import dev.hindsight.trainer.rollout.Span;

/// Limits how much attention is computed at once.
public final class AttentionLimit {
  /// The most memory that the weights of one stretch may take, in bytes.
  private static final long MOST_BYTES = 256L << 20;

  private AttentionLimit() {}

  /// Whether the weights of a stretch fit into memory.
  ///
  /// @param planes L * H
  public static boolean allows(int planes, Span stretch) {
    return bytes(planes, stretch) <= MOST_BYTES;
  }

  private static long bytes(int planes, Span stretch) {
    long ticks = stretch.ticks();
    return AttentionTrace.bytesFor(planes, ticks * ticks);
  }

  /// @throws Problem if a stretch is too long
  public static void check(AttentionSource source, Span stretch) {
    int planes = source.layers() * source.heads();
    long bytes = bytes(planes, stretch);
    if (!allows(planes, stretch)) {
      throw new Problem(
          wording(
              "AttentionLimit.ticks_without_forgetting_would_take", stretch.ticks(), bytes >> 20),
          wording("AttentionLimit.tick", stretch.from()),
          wording("AttentionLimit.look_at_a_recording_with_a"));
    }
  }
}
