package dev.hindsight.inspector.attention;

import dev.hindsight.trainer.attention.AttentionTrace;
import dev.hindsight.trainer.attention.EpisodeFlags;
import dev.hindsight.trainer.rollout.Span;
import java.util.List;

/// One agent's attention around a tick. Immutable, for any thread.
///
/// @param edition counts the checkpoints chosen so far; readings of earlier editions are out of
///   date
/// @param passage where its episodes end and where it is in limbo
/// @param stretches spans of ticks within which the memory was not wiped
/// @param trace the weights of the stretch that contains the tick
/// @param search the rules by which the policy kept its memory
/// @param agreement of this stretch with the recording
/// @param rowSumError the largest difference of a row's sum from 1
/// @param horizon S
/// @param source in words
public record AttentionReading(
    int agent,
    int edition,
    EpisodeFlags passage,
    List<Span> stretches,
    AttentionTrace trace,
    MemoryRuleSearch search,
    RecomputationAgreement agreement,
    double rowSumError,
    int horizon,
    String source) {
  /// Copies the list.
  public AttentionReading {
    stretches = List.copyOf(stretches);
  }

  /// Whether this reading covers an agent at a tick.
  public boolean tells(int who, int tick) {
    return who == agent && trace.span().holds(tick);
  }
}
