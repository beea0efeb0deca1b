package dev.hindsight.app.replay;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.learn.replay.StoredEpisode;
import dev.hindsight.trainer.learn.replay.StoredEpisodeEnd;
import java.util.List;
import java.util.stream.Collectors;

/// Describes episodes of replay buffers in words.
public final class ReplayText {
  private static final int DIGITS = 3;

  private ReplayText() {}

  /// Why an episode is over.
  public static String end(StoredEpisodeEnd end) {
    return switch (end) {
      case UNFINISHED -> wording("ReplayText.unfinished");
      case TERMINAL -> wording("ReplayText.terminal");
      case TIME_LIMIT -> wording("ReplayText.time_limit");
      case TRIAL_END -> wording("ReplayText.trial_end");
      case CUT -> wording("ReplayText.fragment");
    };
  }

  /// When something was drawn last.
  ///
  /// @param since batches since then, or [StoredEpisode#NEVER]
  public static String drawn(int since) {
    return switch (since) {
      case StoredEpisode.NEVER -> wording("ReplayText.never");
      case 0 -> wording("ReplayText.last_batch");
      case 1 -> wording("ReplayText.one_batch_ago");
      default -> wording("ReplayText.batches_ago", NumberWords.count(since));
    };
  }

  /// Agents by number: `0` or `0-2` or `0, 2, 5`.
  public static String agents(List<Integer> agents) {
    boolean run = agents.size() > 2;
    for (int i = 1; i < agents.size(); i++) {
      run &= agents.get(i) == agents.get(i - 1) + 1;
    }
    return run
        ? agents.getFirst() + "–" + agents.getLast()
        : agents.stream().map(String::valueOf).collect(Collectors.joining(", "));
  }

  /// The ticks of an episode.
  public static String ticks(ReplayRow row) {
    return row.firstTick() + "–" + row.lastTick();
  }

  /// A number with three digits; a dash where there is none.
  public static String number(double value) {
    return Double.isNaN(value) ? NumberWords.NONE : NumberWords.significant(value, DIGITS);
  }

  /// A probability in percent with three digits.
  public static String share(double value) {
    return Double.isNaN(value)
        ? NumberWords.NONE
        : NumberWords.significant(100 * value, DIGITS) + " %";
  }
}
