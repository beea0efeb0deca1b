package dev.hindsight.inspector.mask;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.inspector.attention.AttentionReading;
import dev.hindsight.inspector.attention.AttentionScan;
import dev.hindsight.inspector.attention.RecomputationAgreement;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.attention.AttentionTrace;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Path;
import java.util.Optional;

/// One agent's whole recording as a few numbers per tick. Immutable.
///
/// @param heads H
/// @param leak `[L * H][T]`, weight that a query on the map puts on limbo; NaN where weights are
///   NaN
/// @param agreement over all ticks
/// @param rowSumError the largest difference of a row's sum from 1
public record MaskSummary(
    int agent,
    int edition,
    int heads,
    float[][] leak,
    RecomputationAgreement agreement,
    double rowSumError) {

  /// Reads the recording stretch by stretch, keeping none.
  ///
  /// @param reading gives the memory rules and the edition
  /// @param chosen as in [AttentionScan]
  public static MaskSummary of(
      Rollout rollout,
      AttentionReading reading,
      Optional<Path> chosen,
      Progress progress,
      Cancellation cancellation) {
    Builder builder = new Builder(rollout, reading);
    AttentionScan.over(rollout, reading, chosen, progress, cancellation, builder::take);
    return new MaskSummary(
        reading.agent(),
        reading.edition(),
        reading.trace().heads(),
        builder.leak,
        builder.recomputationAgreement,
        builder.rowSumError);
  }

  private static final class Builder {
    private final Rollout rollout;
    private final AttentionReading reading;
    private final float[][] leak;
    private RecomputationAgreement recomputationAgreement = RecomputationAgreement.NONE;
    private double rowSumError;

    Builder(Rollout rollout, AttentionReading reading) {
      this.rollout = rollout;
      this.reading = reading;
      int planes = reading.trace().layers() * reading.trace().heads();
      leak = new float[planes][reading.passage().ticks()];
    }

    void take(AttentionTrace trace) {
      recomputationAgreement =
          recomputationAgreement.and(RecomputationAgreement.of(rollout, reading.agent(), trace));
      double error = trace.rowSumError();
      rowSumError = Double.isNaN(error) ? error : Math.max(rowSumError, error);
      int heads = trace.heads();
      for (int plane = 0; plane < leak.length; plane++) {
        float[] part = LimboLeak.of(trace, reading.passage(), plane / heads, plane % heads);
        System.arraycopy(part, 0, leak[plane], trace.span().from(), part.length);
      }
    }
  }

  /// The total leak of a head: the sum over all queries on the map.
  public double total(int layer, int head) {
    double sum = 0;
    for (float one : leak[layer * heads + head]) {
      sum += one;
    }
    return sum;
  }

  /// The total leak of all heads and layers.
  public double total() {
    double sum = 0;
    for (int plane = 0; plane < leak.length; plane++) {
      sum += total(plane / heads, plane % heads);
    }
    return sum;
  }

  /// A description for users.
  public String words() {
    double all = total();
    if (Double.isNaN(all)) {
      return wording("MaskSummary.some_weights_are_not_numbers_ticks", leak[0].length);
    }
    return all == 0
        ? wording("MaskSummary.no_query_on_the_map_puts", leak[0].length, leak.length)
        : wording(
            "MaskSummary.queries_on_the_map_put_a",
            NumberWords.significant(all, 4),
            leak[0].length,
            leak.length);
  }
}
