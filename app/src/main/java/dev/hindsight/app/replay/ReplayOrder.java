package dev.hindsight.app.replay;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.learn.replay.StoredEpisode;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/// What the episodes of a replay buffer are sorted by, the most notable first.
public enum ReplayOrder {
  /// The oldest first.
  AGE(row -> -row.steps()),
  /// The largest mean priority first.
  PRIORITY(row -> -row.stored().meanPriority()),
  /// The most likely to be drawn first.
  PROBABILITY(row -> -row.probability()),
  /// The largest sum of rewards first.
  RETURN(row -> -row.stored().sumOfRewards()),
  /// The longest first.
  LENGTH(row -> -row.stored().length()),
  /// The most often drawn first.
  DRAWS(row -> -(double) row.stored().draws()),
  /// The last drawn first.
  DRAWN(row -> row.stored().since() == StoredEpisode.NEVER ? Double.NaN : row.stored().since());

  private final ToDoubleFunction<ReplayRow> key;

  ReplayOrder(ToDoubleFunction<ReplayRow> key) {
    this.key = key;
  }

  /// Its name in options.
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// Sorts rows; those without a number come last.
  public List<ReplayRow> sorted(List<ReplayRow> rows) {
    return rows.stream().sorted(Comparator.comparingDouble(key)).toList();
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
