package dev.hindsight.inspector.attention;

import dev.hindsight.trainer.attention.AttentionTrace;
import dev.hindsight.trainer.attention.EpisodeFlags;
import dev.hindsight.trainer.rollout.Span;
import java.util.List;

/// What is known of one agent's attention about a tick. Immutable, for any thread.
///
/// @param edition counts the sources that were chosen; readings of other editions are out of date
/// @param passage where its episodes end and where it is in limbo
/// @param stretches ticks between which nothing was forgotten
/// @param trace the weights of the stretch the tick is in
/// @param search by which rules its memory was kept
/// @param agreement of this stretch with what was recorded
/// @param rowSumError the largest distance of a row's sum from 1
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

  /// Whether it tells of an agent at a tick.
  public boolean tells(int who, int tick) {
    return who == agent && trace.span().holds(tick);
  }
}
