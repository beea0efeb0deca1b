package dev.hindsight.inspector.moment;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.inspector.advantage.ValueErrors;
import dev.hindsight.inspector.attention.AttentionReading;
import dev.hindsight.inspector.attention.AttentionReadingCache;
import dev.hindsight.inspector.attention.AttentionScan;
import dev.hindsight.inspector.attention.TickWords;
import dev.hindsight.inspector.version.VersionComparison;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.attention.AttentionTrace;
import dev.hindsight.trainer.outcome.AgentColumn;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;

/// How unusual every tick of an agent is, by one kind. Immutable; the array must not change
/// afterwards.
///
/// @param kind by which measure
/// @param agent whose ticks
/// @param sizes `[T]`, as the kind measures; NaN where a tick does not count
/// @param ranks `[T]` what to rank by, largest first; NaN where a tick does not count
/// @param reason in a sentence, for a tick that counts
record MomentScores(
    MomentKind kind, int agent, float[] sizes, float[] ranks, IntFunction<String> reason) {
  private static MomentScores largest(
      MomentKind kind, int agent, float[] sizes, IntFunction<String> reason) {
    return new MomentScores(kind, agent, sizes, sizes, reason);
  }

  /// By `|return - value|`; both are those of the panel *Value*.
  ///
  /// @throws Problem if the recording holds no values or no rewards, or not the discounts that its
  ///   agents have of their own
  static MomentScores surprise(
      Rollout rollout, int agent, Progress progress, Cancellation cancellation) {
    for (String name : List.of("value", "reward")) {
      if (AgentColumn.of(rollout, name).isEmpty()) {
        throw new Problem(
            wording("MomentScores.it_holds_no_number", name),
            rollout.file().toString(),
            wording("MomentScores.rank_by_another_kind"));
      }
    }
    if (!anyValue(rollout)) {
      throw new Problem(
          wording("MomentScores.its_policy_gives_no_values"),
          rollout.file().toString(),
          wording("MomentScores.rank_by_another_kind"));
    }
    if (ValueErrors.lackDiscounts(rollout)) {
      throw new Problem(
          wording("MomentScores.it_holds_no_discounts"),
          rollout.file().toString(),
          wording("MomentScores.rank_by_another_kind"));
    }
    ValueErrors errors = ValueErrors.of(rollout, agent, progress, cancellation);
    float[] sizes = new float[errors.values().length];
    for (int tick = 0; tick < sizes.length; tick++) {
      sizes[tick] = Math.abs(errors.returns()[tick] - errors.values()[tick]);
    }
    return largest(
        MomentKind.SURPRISE,
        agent,
        sizes,
        tick -> {
          double value = errors.values()[tick];
          double earned = errors.returns()[tick];
          String expected = NumberWords.decimals(value, 2);
          String actual = NumberWords.decimals(earned, 2);
          return earned < value
              ? wording("MomentScores.value_but_return_worse", expected, actual)
              : wording("MomentScores.value_but_return_better", expected, actual);
        });
  }

  /// Whether any agent has a value at any tick: a scripted policy has none.
  private static boolean anyValue(Rollout rollout) {
    AgentColumn value = AgentColumn.of(rollout, "value").orElseThrow();
    for (int tick = 0; tick < rollout.ticks(); tick++) {
      for (int agent = 0; agent < value.agents(); agent++) {
        if (Double.isFinite(value.value(tick, agent))) {
          return true;
        }
      }
    }
    return false;
  }

  /// By the mean of `KL(first || second)` and `KL(second || first)`.
  ///
  /// @param versions two of them
  static MomentScores disagreement(VersionComparison versions, String[] names) {
    float[] sizes = new float[versions.span().ticks()];
    for (int tick = 0; tick < sizes.length; tick++) {
      sizes[tick] =
          versions.acted(tick)
              ? (float) (0.5 * (versions.divergence(0, 1, tick) + versions.divergence(1, 0, tick)))
              : Float.NaN;
    }
    return largest(
        MomentKind.DISAGREEMENT,
        versions.agent(),
        sizes,
        tick ->
            versions.continuous()
                ? wording(
                    "MomentScores.disagree_by",
                    names[0],
                    names[1],
                    NumberWords.significant(sizes[tick], 3))
                : wording(
                    "MomentScores.prefers",
                    names[0],
                    versions.preferredWords(0, tick),
                    names[1],
                    versions.preferredWords(1, tick),
                    NumberWords.significant(sizes[tick], 3)));
  }

  /// By the share of attention that moved since the tick before: the total variation distance of
  /// the two queries' weights, mean of all layers and heads. The query's own tick and the one
  /// before count as one place, because the window of a memory moves with every tick.
  ///
  /// @param checkpoint that acted, if the user named it
  /// @throws Problem if the policy has no attention, or is not found
  static MomentScores attentionShift(
      Rollout rollout,
      int agent,
      Optional<Path> checkpoint,
      Progress progress,
      Cancellation cancellation) {
    AttentionReadingCache library = AttentionReadingCache.forSinglePass(rollout, checkpoint);
    AttentionReading reading = library.reading(agent, rollout.ticks() - 1, cancellation);
    float[] sizes = new float[rollout.ticks()];
    int[] heaviest = new int[rollout.ticks()];
    Arrays.fill(sizes, Float.NaN);
    Arrays.fill(heaviest, -1);
    AttentionScan.over(
        rollout,
        reading,
        library.chosen(),
        progress,
        cancellation,
        trace -> shifts(trace, sizes, heaviest));
    for (int tick = 0; tick < sizes.length; tick++) {
      sizes[tick] = reading.passage().live(tick) ? sizes[tick] : Float.NaN;
    }
    return largest(
        MomentKind.ATTENTION_SHIFT,
        agent,
        sizes,
        tick ->
            heaviest[tick] < 0
                ? wording(
                    "MomentScores.of_the_attention_moved", NumberWords.percent(sizes[tick], 0))
                : wording(
                    "MomentScores.of_the_attention_moved_most_on",
                    NumberWords.percent(sizes[tick], 0),
                    TickWords.of(rollout.trials(), heaviest[tick])));
  }

  private static void shifts(AttentionTrace trace, float[] sizes, int[] heaviest) {
    float[] before = new float[0];
    for (int query = 0; query < trace.span().ticks(); query++) {
      float[] now = trace.meanRow(query);
      int tick = trace.span().from() + query;
      if (query > 0) {
        sizes[tick] = (float) moved(before, now);
      }
      for (int slot = 0; slot < Math.min(query, now.length); slot++) {
        if (heaviest[tick] < 0 || now[slot] > now[heaviest[tick] - trace.span().from()]) {
          heaviest[tick] = trace.span().from() + slot;
        }
      }
      before = now;
    }
  }

  /// @param before weights of the query before, `[q]`
  /// @param now weights of the query, `[q + 1]`
  static double moved(float[] before, float[] now) {
    double apart = 0;
    double recent = 0;
    for (int slot = 0; slot < now.length; slot++) {
      if (slot < before.length - 1) {
        apart += Math.abs(now[slot] - before[slot]);
      } else {
        recent += now[slot] - (slot < before.length ? before[slot] : 0);
      }
    }
    return 0.5 * (apart + Math.abs(recent));
  }
}
