package dev.hindsight.app.replay;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.learn.replay.StoredEpisode;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// What the episodes of a replay buffer are sorted by, the most notable first.
public enum ReplayOrder {
  /// The oldest first.
  AGE,
  /// The largest mean priority first.
  PRIORITY,
  /// The most likely to be drawn first.
  PROBABILITY,
  /// The largest sum of rewards first.
  RETURN,
  /// The longest first.
  LENGTH,
  /// The most often drawn first.
  DRAWS,
  /// The last drawn first.
  DRAWN;

  /// What rows are sorted by, the smallest first.
  private double key(ReplayRow row) {
    return switch (this) {
      case AGE -> -row.steps();
      case PRIORITY -> -row.stored().meanPriority();
      case PROBABILITY -> -row.probability();
      case RETURN -> -row.stored().sumOfRewards();
      case LENGTH -> -row.stored().length();
      case DRAWS -> -row.stored().draws();
      case DRAWN -> ofDraw(row.stored().since());
    };
  }

  /// What the last draw sorts by: never comes last.
  ///
  /// @param since batches since then, or [StoredEpisode#NEVER]
  static double ofDraw(int since) {
    return since == StoredEpisode.NEVER ? Double.NaN : since;
  }

  /// Its name in options.
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// Sorts rows; those without a number come last.
  public List<ReplayRow> sorted(List<ReplayRow> rows) {
    return rows.stream().sorted(Comparator.comparingDouble(this::key)).toList();
  }

  /// The order of a name.
  ///
  /// @throws Problem if there is none
  public static ReplayOrder named(String id) {
    return Arrays.stream(values())
        .filter(order -> order.id().equals(id))
        .findFirst()
        .orElseThrow(() ->
            new Problem(
                wording("ReplayOrder.there_is_no_such_order"),
                id,
                wording(
                    "ReplayOrder.choose_one_of",
                    Arrays.stream(values())
                        .map(ReplayOrder::id)
                        .collect(Collectors.joining(", ")))));
  }
}
