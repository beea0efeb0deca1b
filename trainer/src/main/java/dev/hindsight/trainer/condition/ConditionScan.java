package dev.hindsight.trainer.condition;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.util.Arrays;

/// Evaluates a condition tick by tick. For one background thread at a time; a later call continues
/// where the last one stopped when the recording has grown. Memory: one bit per tick and agent.
public final class ConditionScan {
  private static final int CHECK_EVERY = 64;

  private final Condition.Evaluator evaluator;
  private final int agents;
  private long[] bits = new long[16];
  private int next;

  /// @param agents A
  public ConditionScan(Condition.Evaluator evaluator, int agents) {
    this.evaluator = evaluator;
    this.agents = evaluator.condition().perAgent() ? agents : 1;
  }

  /// Scans a whole recording.
  ///
  /// @param signals of the recording
  public static ConditionHits of(
      Condition condition, Signals signals, Progress progress, Cancellation cancellation) {
    ConditionScan scan =
        new ConditionScan(
            condition.evaluator(name -> signals.open(name, cancellation)), signals.agents());
    return scan.upTo(signals.ticks(), progress, cancellation);
  }

  /// Scans further ticks and returns all hits so far.
  ///
  /// @param ticks total number of ticks to have scanned
  public ConditionHits upTo(int ticks, Progress progress, Cancellation cancellation) {
    long words = ((long) ticks * agents + 63) / 64;
    if ((long) ticks * agents > Integer.MAX_VALUE) {
      throw new Problem(
          wording("ConditionScan.more_than_two_billion_pairs_of"),
          evaluator.condition().text(),
          wording("ConditionScan.name_one_agent_as_in_removed"));
    }
    if (words > bits.length) {
      bits = Arrays.copyOf(bits, (int) Math.max(words, 2L * bits.length));
    }
    for (; next < ticks; next++) {
      if (next % CHECK_EVERY == 0) {
        cancellation.throwIfCancelled();
        progress.report(next, ticks, "ticks");
      }
      for (int agent = 0; agent < agents; agent++) {
        if (evaluator.holds(next, agent)) {
          int at = next * agents + agent;
          bits[at >> 6] |= 1L << at;
        }
      }
    }
    return new ConditionHits(Arrays.copyOf(bits, (int) words), next, agents);
  }
}
